import { CalendarCheck } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { SalonPart } from '#calendar/reads/calendar-reads.ts';
import { clientFacts$ } from '#data/events/client-facts.ts';
import { nextDate, nextWeeks } from '#domain/booking/next-time.ts';
import { visitIdOf } from '#domain/booking/visits.ts';
import { todayIn, zonedParts } from '#domain/time/time.ts';
import { formatTime } from '#domain/time/time-format.ts';
import { useReplica } from '#features/shared/use-replica.ts';
import { formatDay } from '#i18n/formats.ts';
import { useLanguage } from '#i18n/use-language.ts';
import type { LocalRow } from '#schemas/registry.ts';
import { Button } from '#ui/page/button.tsx';
import { classNames } from '#ui/style/class-names.ts';
import { useLiveAside } from '#ui/timing/use-live.ts';
import { useNextTime } from './use-next-time.ts';

interface NextTimeButtonsProps {
  /** As it is saved; of a visit any part. */
  event: LocalRow<'events'> & { readonly client_id: string };
  salon: SalonPart;
  /** There is no free time: a person chooses in the booking dialog, which this path opens. */
  onChoose(path: string): void;
  className?: string;
}

/** „Следващ час след 4 седм.“: one tap books the same services with the same people at the nearest free time. */
export function NextTimeButtons({ event, salon, onChoose, className }: NextTimeButtonsProps) {
  const { t } = useTranslation('booking');
  const language = useLanguage();
  const replica = useReplica();
  const zone = salon.config.timezone;
  const { client_id } = event;
  const facts = useLiveAside(() => clientFacts$(replica, client_id), [replica, client_id]);
  const { book, made, nowhere } = useNextTime(event, salon);
  const { date, minute } = zonedParts(event.start_time, zone);
  const today = todayIn(zone, Date.now());
  const at = (day: string, from: number) => ({ day: formatDay(day, language), time: formatTime(from) });
  if (facts === null) return null; // the client is gone
  const weeks = nextWeeks(facts?.usualGap ?? null);
  const coming = facts?.coming.find(
    ({ held: [first] }) => first.start_time > event.start_time && visitIdOf(first) !== visitIdOf(event),
  );
  const next = coming && zonedParts(coming.held[0].start_time, zone);
  const said = made
    ? t('next.made', { place: made.place })
    : nowhere
      ? t('next.nowhere', at(nowhere.wish.date, nowhere.wish.minute))
      : next
        ? t('next.coming', at(next.date, next.minute))
        : null;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would bring a legend and borders for a row of buttons
    <div
      role="group"
      aria-label={t('next.label')}
      className={classNames('flex flex-wrap items-center gap-1 md:gap-1.5', className)}
    >
      <span className="mr-1 text-sm text-ink-2" aria-hidden="true">
        {t('next.after')}
      </span>
      {weeks.map((count) => (
        <button
          key={count}
          type="button"
          className={classNames(
            'chip tnum min-w-11 justify-center px-2! md:h-8! md:min-w-10',
            made?.weeks === count && 'on',
            made && 'opacity-60',
            !facts && 'invisible', // the usual gap comes first: no chip changes places under a finger
          )}
          aria-disabled={made !== null}
          aria-pressed={made?.weeks === count}
          aria-label={t('next.book', { count, ...at(nextDate(date, count, today), minute) })}
          onClick={() => book(count)}
        >
          {count}
        </button>
      ))}
      <span className="text-sm text-ink-2" aria-hidden="true">
        {t('next.unit')}
      </span>
      {/* Its line is kept free: the card stands where it stands. */}
      <span className="flex min-h-5 basis-full flex-wrap items-center gap-x-2 text-sm text-ink-2">
        <span role="status">
          {made ? <CalendarCheck className="i i-sm mr-1 inline text-success" aria-hidden="true" /> : null}
          {said}
        </span>
        {nowhere && !made ? (
          <Button variant="ghost" size="sm" className="-my-1" onClick={() => onChoose(nowhere.path)}>
            {t('next.choose')}
          </Button>
        ) : null}
      </span>
    </div>
  );
}
