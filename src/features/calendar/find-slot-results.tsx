import './find-slot.css';
import { type KeyboardEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { nextFreeSlots$ } from '#data/free-slots.queries.ts';
import type { Stretch } from '#domain/availability.ts';
import { formatDayMonth, formatTimeRange, formatWeekday } from '#domain/date-format.ts';
import type { FreeSlot } from '#domain/free-slots.ts';
import { addDays, type LocalDate, zonedParts } from '#domain/time.ts';
import { useReplica } from '#features/use-replica.ts';
import { useLanguage } from '#i18n/use-language.ts';
import { EmployeeAvatar } from '#ui/avatar.tsx';
import { Button } from '#ui/button.tsx';
import { CombSpinner } from '#ui/comb-spinner.tsx';
import { useLive } from '#ui/use-live.ts';
import type { SalonPart } from './calendar-reads.ts';

/** So many at first, and so many more each time. */
const PAGE = 6;
const RULES = { perDay: 4, apart: 30 };

interface ResultsProps {
  salon: SalonPart;
  date: LocalDate;
  today: LocalDate;
  minutes: number;
  resourceIds: readonly string[];
  part: Stretch | null;
  onPick(slot: FreeSlot): void;
}

/** The found slots by day; up and down go from one to the next, Enter books. */
export function FindSlotResults({ salon, date, today, minutes, resourceIds, part, onPick }: ResultsProps) {
  const { t } = useTranslation('reservation');
  const language = useLanguage();
  const replica = useReplica();
  const [count, setCount] = useState(PAGE);
  const { timezone: zone, interval } = salon.config;
  const { weekly } = salon;
  const who = resourceIds.join();
  const found = useLive(
    () => nextFreeSlots$(replica, { date, minutes, weekly, resourceIds, zone, interval }, { ...RULES, count, part }),
    [replica, date, minutes, weekly, who, zone, interval, count, part],
  );
  if (!found) {
    return (
      <div className="grid place-items-center py-6 text-primary-ink" role="status" aria-label={t('find.searching')}>
        <CombSpinner className="text-[1.75rem]" />
      </div>
    );
  }
  const dayOf = (slot: FreeSlot) => zonedParts(slot.start, zone).date;
  const days = [...new Set(found.slots.map(dayOf))];
  const dayName = (day: LocalDate) => {
    const words = `${formatWeekday(day, language, 'long')}, ${formatDayMonth(day, language)}`;
    if (day === today) return t('find.today', { day: words });
    return day === addDays(today, 1) ? t('find.tomorrow', { day: words }) : words;
  };
  return (
    <div data-results>
      <p className="sr-only" role="status">
        {found.slots.length > 0 ? t('find.found', { count: found.slots.length }) : t('find.none', { day: dayName(found.until) })}
      </p>
      {days.map((day) => (
        <section key={day} aria-label={dayName(day)} className="mt-3 first-of-type:mt-0">
          <h3 className="mb-1 text-ink-2 text-xs">{dayName(day)}</h3>
          <ul>
            {found.slots
              .filter((slot) => dayOf(slot) === day)
              .map((slot) => (
                <li key={`${slot.resourceId}/${slot.start}`}>
                  <SlotRow slot={slot} salon={salon} minutes={minutes} onPick={onPick} />
                </li>
              ))}
          </ul>
        </section>
      ))}
      {found.slots.length === 0 ? (
        <p className="py-6 text-center text-ink-3" aria-hidden="true">
          {t('find.none', { day: dayName(found.until) })}
        </p>
      ) : null}
      {found.slots.length === count ? (
        <Button variant="ghost" size="sm" className="mt-2" onClick={() => setCount(count + PAGE)}>
          {t('find.more')}
        </Button>
      ) : null}
    </div>
  );
}

interface SlotRowProps extends Pick<ResultsProps, 'salon' | 'minutes' | 'onPick'> {
  slot: FreeSlot;
}

function SlotRow({ slot, salon, minutes, onPick }: SlotRowProps) {
  const { t } = useTranslation('reservation');
  const employee = salon.employees.find(({ id }) => id === slot.resourceId);
  const { minute } = zonedParts(slot.start, salon.config.timezone);
  return (
    <button type="button" className="slot-row" data-slot={slot.start} onClick={() => onPick(slot)} onKeyDown={stepBetweenRows}>
      <EmployeeAvatar name={employee?.name ?? ''} color={employee?.color ?? ''} className="h-7! w-7! text-[.7rem]!" />
      <span className="w-28 text-left font-semibold whitespace-nowrap tnum">{formatTimeRange(minute, minute + minutes)}</span>
      <span className="min-w-0 flex-1 truncate text-left">{employee?.name}</span>
      <span className="slot-row-do">{t('find.book')}</span>
    </button>
  );
}

function stepBetweenRows(event: KeyboardEvent<HTMLElement>) {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
  const rows = [...(event.currentTarget.closest('[data-results]')?.querySelectorAll<HTMLElement>('[data-slot]') ?? [])];
  const at = rows.indexOf(event.currentTarget);
  const next = rows[at + step];
  if (step === 0 || at < 0 || !next) return;
  event.preventDefault();
  next.focus();
}
