import { type KeyboardEvent, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { nextFreeSlots$ } from '#data/free-slots.queries.ts';
import type { Stretch } from '#domain/availability.ts';
import { formatDayMonth, formatTimeRange, formatWeekday } from '#domain/date-format.ts';
import type { FreeSlot } from '#domain/free-slots.ts';
import { addDays, type LocalDate, MINUTE_MS, zonedParts } from '#domain/time.ts';
import { useReplica } from '#features/use-replica.ts';
import { useLanguage } from '#i18n/use-language.ts';
import { EmployeeAvatar } from '#ui/avatar.tsx';
import { Button } from '#ui/button.tsx';
import { CombSpinner } from '#ui/comb-spinner.tsx';
import { useLive } from '#ui/use-live.ts';
import type { SalonPart } from './calendar-reads.ts';
import { foundSlot } from './found-slot.tsx';

/** So many at first, and so many more each time. */
const PAGE = 6;
const RULES = { perDay: 4, apart: 30 };

/** The calendar follows the chosen slot to another day only when one stays on it, ms. */
const REST = 150;

interface ResultsProps {
  salon: SalonPart;
  date: LocalDate;
  today: LocalDate;
  minutes: number;
  resourceIds: readonly string[];
  part: Stretch | null;
  onShow(date: LocalDate): void;
  onPick(slot: FreeSlot): void;
}

const keyOf = (slot: FreeSlot) => `${slot.resourceId}/${slot.start}`;

/** The found slots by day; up and down go from one to the next, Enter books. The chosen one is drawn in the grid. */
export function FindSlotResults({ salon, date, today, minutes, resourceIds, part, onShow, onPick }: ResultsProps) {
  const { t } = useTranslation('reservation');
  const language = useLanguage();
  const replica = useReplica();
  const list = useRef<HTMLDivElement>(null);
  const [count, setCount] = useState(PAGE);
  const [chosen, setChosen] = useState('');
  const { timezone: zone, interval } = salon.config;
  const { weekly } = salon;
  const who = resourceIds.join();
  const found = useLive(
    () => nextFreeSlots$(replica, { date, minutes, weekly, resourceIds, zone, interval }, { ...RULES, count, part }),
    [replica, date, minutes, weekly, who, zone, interval, count, part],
  );
  const slot = found?.slots.find((one) => keyOf(one) === chosen) ?? found?.slots[0];
  useDrawn(slot, minutes, zone, onShow, onPick);
  const ready = found !== undefined;
  useEffect(() => {
    // Who asked for more goes on from there.
    if (ready && count > PAGE) list.current?.querySelectorAll<HTMLElement>('[data-slot]')[count - PAGE]?.focus();
  }, [ready, count]);

  if (!found) {
    return (
      <div className="grid place-items-center py-6 text-primary-ink" role="status" aria-label={t('find.searching')}>
        <CombSpinner className="text-[1.75rem]" />
      </div>
    );
  }
  const dayOf = ({ start }: FreeSlot) => zonedParts(start, zone).date;
  const days = [...new Set(found.slots.map(dayOf))];
  const dayName = (day: LocalDate) => {
    const words = `${formatWeekday(day, language, 'long')}, ${formatDayMonth(day, language)}`;
    if (day === today) return t('find.today', { day: words });
    return day === addDays(today, 1) ? t('find.tomorrow', { day: words }) : words;
  };
  return (
    <div ref={list} data-results>
      <p className="sr-only" role="status">
        {found.slots.length > 0 ? t('find.found', { count: found.slots.length }) : t('find.none', { day: dayName(found.until) })}
      </p>
      {days.map((day) => (
        <section key={day} aria-label={dayName(day)} className="mt-3 first-of-type:mt-0">
          <h3 className="mb-1 px-2 text-ink-2 text-xs">{dayName(day)}</h3>
          <ul>
            {found.slots
              .filter((one) => dayOf(one) === day)
              .map((one) => (
                <li key={keyOf(one)}>
                  <SlotRow
                    slot={one}
                    chosen={one === slot}
                    {...{ salon, minutes, onPick }}
                    onChoose={() => setChosen(keyOf(one))}
                  />
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

/** Hands the chosen slot to the grid, and leads the calendar to its day. */
function useDrawn(
  slot: FreeSlot | undefined,
  minutes: number,
  zone: string,
  onShow: (date: LocalDate) => void,
  onPick: (slot: FreeSlot) => void,
): void {
  const act = useRef({ onShow, onPick });
  useLayoutEffect(() => {
    act.current = { onShow, onPick };
  });
  const { resourceId, start } = slot ?? {};
  useEffect(() => {
    if (!resourceId || !start) return;
    const { date, minute: from } = zonedParts(start, zone);
    const end = new Date(Date.parse(start) + minutes * MINUTE_MS).toISOString();
    const book = () => act.current.onPick({ resourceId, start, end });
    foundSlot.setState({ shown: { resourceId, date, from, to: from + minutes, book } });
    const timer = setTimeout(() => act.current.onShow(date), REST);
    return () => {
      clearTimeout(timer);
      foundSlot.setState({ shown: null });
    };
  }, [resourceId, start, minutes, zone]);
}

interface SlotRowProps extends Pick<ResultsProps, 'salon' | 'minutes' | 'onPick'> {
  slot: FreeSlot;
  chosen: boolean;
  onChoose(): void;
}

function SlotRow({ slot, salon, minutes, chosen, onChoose, onPick }: SlotRowProps) {
  const { t } = useTranslation('reservation');
  const employee = salon.employees.find(({ id }) => id === slot.resourceId);
  const { minute } = zonedParts(slot.start, salon.config.timezone);
  return (
    <button
      type="button"
      className="slot-row"
      data-slot={slot.start}
      data-chosen={chosen || undefined}
      onFocus={onChoose}
      onPointerMove={({ pointerType, movementX, movementY }) => {
        // A list that appears under a resting pointer chooses nothing.
        if (pointerType === 'mouse' && (movementX || movementY)) onChoose();
      }}
      onClick={() => onPick(slot)}
      onKeyDown={stepBetweenRows}
    >
      <EmployeeAvatar name={employee?.name ?? ''} color={employee?.color ?? ''} className="h-7! w-7! text-[.7rem]!" />
      <span className="w-28 text-left font-semibold whitespace-nowrap tnum">{formatTimeRange(minute, minute + minutes)}</span>
      <span className="min-w-0 flex-1 truncate text-left">{employee?.name}</span>
      <span className={chosen ? 'slot-row-do' : 'sr-only'}>{t('find.book')}</span>
      {chosen ? (
        <span className="kbd" aria-hidden="true">
          Enter
        </span>
      ) : null}
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
