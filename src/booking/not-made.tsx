import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { zonedParts } from '#domain/time/time.ts';
import { formatTimeOf } from '#domain/time/time-format.ts';
import { formatDayLabel } from '#i18n/formats.ts';
import { useLanguage } from '#i18n/use-language.ts';
import type { BookAnswer, PublicSalon } from '#schemas/online.ts';
import { Button } from '#ui/page/button.tsx';
import { Notice } from '#ui/page/notice.tsx';
import { CallSalon } from './call-salon.tsx';
import type { NotMadeOutcome } from './send-booking.ts';

interface NotMadeNoticeProps {
  salon: Pick<PublicSalon, 'zone' | 'phone'>;
  notMade: NotMadeOutcome;
  /** Takes one of the nearest free times. */
  onTime: (start: string) => void;
  /** To all free times. */
  onTimes: () => void;
  /** The text for a call without an answer: nobody knows what became of it. */
  lost: string;
}

/** Answers after which one of the nearest times, or another day, may still do. */
const TIMES = ['taken', 'too_soon', 'too_late'];
/**
 * Texts of their own: of a field that the form takes and the server does not, such as a name of which nothing shows, and of a request
 * that the server has booked and does not answer again (with another phone, or more than an hour ago).
 */
const FAULTS: Partial<Record<NonNullable<BookAnswer['field']>, string>> = {
  ...{ name: 'name_short', phone: 'phone_wrong', request: 'refused.earlier' },
};
/** Answers after which only the salon can help. */
const CALLS = ['too_many', 'paused', 'too_soon', 'over'];

/** Why a booking was not made, and the way on from there. */
export function NotMadeNotice({ salon, notMade, onTime, onTimes, lost }: NotMadeNoticeProps) {
  const { t } = useTranslation('book');
  const language = useLanguage();
  const place = useRef<HTMLDivElement>(null);
  // It stands below what was pressed, on a phone out of sight.
  useEffect(() => {
    // Newer browsers return a promise of it, which is no end of an effect.
    place.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  const isRefused = notMade.kind === 'refused';
  const near = isRefused ? (notMade.answer.near ?? []) : [];
  const fault = isRefused && notMade.answer.field ? FAULTS[notMade.answer.field] : undefined;
  const text = isRefused
    ? t(fault ?? `refused.${notMade.state}`)
    : notMade.kind === 'gone'
      ? t('refused.gone')
      : notMade.why === 'line'
        ? lost
        : t(notMade.why);
  const said = (start: string) =>
    `${formatDayLabel(zonedParts(start, salon.zone).date, language, 'short')}, ${formatTimeOf(start, salon.zone)}`;
  return (
    <Notice tone={isRefused && notMade.state !== 'work' ? 'warn' : 'bad'}>
      <div ref={place} className="flex flex-col items-start gap-2.5" role="alert">
        <p>{text}</p>
        {near.length > 0 ? <p className="font-semibold">{t('near')}</p> : null}
        {near.map((start) => (
          <Button key={start} breaks onClick={() => onTime(start)}>
            {said(start)}
          </Button>
        ))}
        {isRefused && TIMES.includes(notMade.state) ? (
          <Button breaks onClick={onTimes}>
            {t('other_times')}
          </Button>
        ) : null}
        {isRefused && (CALLS.includes(notMade.state) || notMade.answer.field === 'request') ? (
          <CallSalon phone={salon.phone} />
        ) : null}
      </div>
    </Notice>
  );
}
