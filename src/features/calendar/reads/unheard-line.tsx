import { CloudOff } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { unheardSince$ } from '#data/online/booking-page-book.ts';
import { type LocalDate, todayIn, zonedParts } from '#domain/time/time.ts';
import { formatTimeOf } from '#domain/time/time-format.ts';
import { useReplica } from '#features/shared/use-replica.ts';
import { formatDay } from '#i18n/formats.ts';
import { useLanguage } from '#i18n/use-language.ts';
import { Notice } from '#ui/page/notice.tsx';
import { useLive } from '#ui/timing/use-live.ts';

/** „Записаното онлайн след 13:40 още не е тук.“; null where it is, and of a day that is over. */
function useUnheardWords(date: LocalDate, zone: string): string | null {
  const { t } = useTranslation('calendar');
  const language = useLanguage();
  const replica = useReplica();
  const since = useLive(() => unheardSince$(replica), [replica]);
  const today = todayIn(zone, Date.now());
  if (!since || date < today) return null;
  const day = zonedParts(since, zone).date;
  const time = formatTimeOf(since, zone);
  return t('unheard', { time: day === today ? time : `${formatDay(day, language)}, ${time}` });
}

interface UnheardProps {
  date: LocalDate;
  zone: string;
}

/** Above a day: what customers may have booked on it is not known here. */
export function UnheardLine({ date, zone }: UnheardProps) {
  const words = useUnheardWords(date, zone);
  if (words === null) return null;
  return (
    <p
      className="flex flex-none items-center gap-2 border-line border-b bg-warning-soft px-3 py-1.5 text-warning text-xs"
      role="status"
      data-unheard
    >
      <CloudOff className="i i-sm flex-none" aria-hidden="true" />
      <span className="min-w-0 break-words">{words}</span>
    </p>
  );
}

/** The same in the dialog of a booking, with what becomes of a place that is taken. */
export function UnheardNotice({ date, zone }: UnheardProps) {
  const { t } = useTranslation('calendar');
  const words = useUnheardWords(date, zone);
  if (words === null) return null;
  return (
    <Notice tone="warn" icon={<CloudOff className="i mt-px" aria-hidden="true" />} className="col-span-6 mb-4 py-2.5!">
      <p data-warning="unheard">
        {words} {t('unheard_then')}
      </p>
    </Notice>
  );
}
