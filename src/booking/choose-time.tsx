import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { addDays, daysBetween, type LocalDate, zonedParts } from '#domain/time/time.ts';
import { formatTime } from '#domain/time/time-format.ts';
import { formatDayLabel, formatWeekday, formatWeekLabel } from '#i18n/formats.ts';
import { useLanguage } from '#i18n/use-language.ts';
import type { PublicSalon } from '#schemas/online.ts';
import { Button } from '#ui/page/button.tsx';
import { Notice } from '#ui/page/notice.tsx';
import { classNames } from '#ui/style/class-names.ts';
import type { BookingServer } from './booking-server.ts';
import { FailedCall } from './failed-call.tsx';
import { DAY_PARTS, DAYS_AT_ONCE, daysFrom, type FreeDay, freeDays, partOf } from './free-days.ts';
import { ownTime } from './shown.ts';
import { StepCard } from './step-card.tsx';
import { useCall } from './use-call.ts';
import { Waiting } from './waiting.tsx';

interface ChooseTimeProps {
  salon: Pick<PublicSalon, 'slug' | 'zone' | 'first' | 'last'>;
  server: BookingServer;
  services: readonly string[];
  resource: string | null;
  /** Of the visit that is to be moved; null: a new one. */
  token: string | null;
  title: string;
  /** A start that was chosen before: its day is open. */
  chosen: string | null;
  onChoose: (start: string) => void;
  onBack: () => void;
}

/** The free times of two weeks, and the first free day where there is none. A press on a time leads on. */
export function ChooseTime({ salon, server, services, resource, token, title, chosen, onChoose, onBack }: ChooseTimeProps) {
  const { t } = useTranslation('book');
  const { zone, first, last } = salon;
  const [from, setFrom] = useState<LocalDate>(() => (chosen ? pageOf(zonedParts(chosen, zone).date, first, last) : first));
  const days = daysFrom(from, last);
  const key = [...services, resource ?? '', from].join(' ');
  const { called, again } = useCall(key, () => search({ salon, server, services, resource, token }, from));
  const found = called.state === 'ready' ? called.value : null;
  const shown = found?.from ?? from;
  const move = (by: number) => {
    const to = addDays(shown, by * DAYS_AT_ONCE);
    setFrom(daysBetween(first, to) < 0 ? first : to);
  };
  const language = useLanguage();
  const count = found ? daysFrom(found.from, last) : days;
  return (
    <StepCard title={title} onBack={onBack}>
      <div className="mb-3 flex items-center justify-between gap-2">
        <Button
          iconOnly
          label={t('earlier')}
          icon={<ChevronLeft className="i" aria-hidden="true" />}
          {...whileItCan(shown > first, () => move(-1))}
        />
        <p className="min-w-0 text-center font-semibold" aria-live="polite">
          {formatWeekLabel(shown, addDays(shown, count - 1), language, 'short')}
        </p>
        <Button
          iconOnly
          label={t('later')}
          icon={<ChevronRight className="i" aria-hidden="true" />}
          {...whileItCan(addDays(shown, DAYS_AT_ONCE) <= last, () => move(1))}
        />
      </div>
      {called.state === 'loading' ? (
        <Waiting>{t('looking')}</Waiting>
      ) : called.state === 'failed' ? (
        <FailedCall why={called.why} onRetry={again} />
      ) : (
        <Found key={key} {...{ salon, chosen, onChoose }} found={called.value} asked={from} />
      )}
    </StepCard>
  );
}

/** A button at the end of its way keeps the focus of whoever pressed it. */
const whileItCan = (can: boolean, onClick: () => void) =>
  can ? { onClick } : { 'aria-disabled': true, className: 'is-disabled' };

/** Two weeks stand on a page, counted from the first day that can be booked. */
function pageOf(date: LocalDate, first: LocalDate, last: LocalDate): LocalDate {
  let from = first;
  while (addDays(from, DAYS_AT_ONCE) <= date && addDays(from, DAYS_AT_ONCE) <= last) from = addDays(from, DAYS_AT_ONCE);
  return from;
}

/** The page, or what was chosen on it, is gone: the next step says so. */
const NO_SLOTS = { starts: [] } as const;

interface Search {
  /** The first day of the two weeks that are shown. */
  readonly from: LocalDate;
  readonly days: readonly FreeDay[];
}

type Searched = Pick<ChooseTimeProps, 'salon' | 'server' | 'services' | 'resource' | 'token'>;

/** Two weeks, and where nothing is free in them the next ones, as far as the salon lets book ahead. */
async function search({ salon, server, services, resource, token }: Searched, asked: LocalDate): Promise<Search> {
  const { last } = salon;
  let from = asked;
  for (;;) {
    const days = daysFrom(from, last);
    const { starts } = (await server.slots(salon.slug, { services, resource, from, days, token })) ?? NO_SLOTS;
    const next = addDays(from, DAYS_AT_ONCE);
    if (starts.length > 0) return { from, days: freeDays(from, days, starts, salon.zone) };
    if (next > last) return { from: asked, days: freeDays(asked, daysFrom(asked, last), [], salon.zone) };
    from = next;
  }
}

interface FoundProps extends Pick<ChooseTimeProps, 'salon' | 'chosen' | 'onChoose'> {
  found: Search;
  /** The day from which was asked. */
  asked: LocalDate;
}

function Found({ salon, chosen, onChoose, found, asked }: FoundProps) {
  const { t } = useTranslation('book');
  const language = useLanguage();
  const { zone, last } = salon;
  const free = found.days.filter(({ starts }) => starts.length > 0);
  const chosenDay = chosen ? zonedParts(chosen, zone).date : null;
  const [opened, setOpened] = useState<LocalDate | null>(null);
  const wanted = opened ?? chosenDay;
  const day = free.find(({ date }) => date === wanted) ?? free[0];
  const day0 = day?.starts[0];
  const label = (date: LocalDate) => formatDayLabel(date, language, 'long');
  if (!day || !day0) {
    return (
      <Notice tone="warn">
        {t('none_at_all', { day: label(last) })} {t('none_try')}
      </Notice>
    );
  }
  return (
    <>
      {found.from > asked ? (
        <Notice tone="info" className="mb-3">
          {t('none_first_is', { day: label(day.date) })}
        </Notice>
      ) : null}
      <DayButtons days={found.days} chosen={day.date} onChoose={setOpened} />
      <Times key={day.date} day={day} zone={zone} chosen={chosen} onChoose={onChoose} />
      {ownTime(day0, zone, language) ? <p className="hint mt-4!">{t('in_zone', { zone })}</p> : null}
    </>
  );
}

function DayButtons({
  days,
  chosen,
  onChoose,
}: {
  days: readonly FreeDay[];
  chosen: LocalDate;
  onChoose: (day: LocalDate) => void;
}) {
  const { t } = useTranslation('book');
  const language = useLanguage();
  return (
    // Seven in a row, fewer where the letters are large.
    <ul
      className="mb-4 grid grid-cols-[repeat(auto-fill,minmax(max(1.75rem,calc((100%-1.5rem)/7-1px)),1fr))] gap-1"
      aria-label={t('days')}
    >
      {days.map(({ date, starts }) => {
        const day = formatDayLabel(date, language, 'long');
        const isFree = starts.length > 0;
        return (
          <li key={date} className="min-w-0">
            <button
              type="button"
              className={classNames(
                'grid min-h-14 w-full place-content-center rounded-md border text-center leading-tight',
                date === chosen
                  ? 'border-primary bg-primary text-on-primary'
                  : isFree
                    ? 'border-line-strong bg-surface hover:border-control'
                    : 'cursor-not-allowed border-transparent bg-surface-2 text-ink-3',
              )}
              aria-pressed={date === chosen}
              disabled={!isFree}
              onClick={() => onChoose(date)}
            >
              <span className="sr-only">{isFree ? day : t('day_none', { day })}</span>
              <span className="text-2xs" aria-hidden="true">
                {formatWeekday(date, language, 'short')}
              </span>
              <span aria-hidden="true" className={classNames('tnum', isFree && 'font-semibold')}>
                {Number(date.slice(8))}
              </span>
            </button>
          </li>
        );
      })}
    </ul>
  );
}

interface TimesProps {
  day: FreeDay;
  zone: string;
  chosen: string | null;
  onChoose: (start: string) => void;
}

function Times({ day, zone, chosen, onChoose }: TimesProps) {
  const { t } = useTranslation('book');
  const language = useLanguage();
  const name = useId();
  const shown = formatDayLabel(day.date, language, 'long');
  const times = day.starts.map((start) => ({ start, minute: zonedParts(start, zone).minute }));
  return (
    <section aria-labelledby={name}>
      <h3 id={name} className="mb-2 font-semibold">
        <span className="sr-only">{t('times_of', { day: shown })}</span>
        <span aria-hidden="true">{shown}</span>
      </h3>
      {DAY_PARTS.map((part) => {
        const of = times.filter(({ minute }) => partOf(minute) === part);
        if (of.length === 0) return null;
        return (
          <div key={part} className="mb-3 last:mb-0">
            <h4 className="mb-1.5 font-normal text-ink-2 text-sm">{t(`part_${part}`)}</h4>
            <ul className="grid grid-cols-[repeat(auto-fill,minmax(4.75rem,1fr))] gap-2">
              {of.map(({ start, minute }) => (
                <li key={start}>
                  <button
                    type="button"
                    className={classNames('btn tnum w-full', start === chosen ? 'btn-primary' : 'btn-secondary')}
                    onClick={() => onChoose(start)}
                  >
                    {formatTime(minute)}
                  </button>
                </li>
              ))}
            </ul>
          </div>
        );
      })}
    </section>
  );
}
