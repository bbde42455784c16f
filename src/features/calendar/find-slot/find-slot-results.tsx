import { type KeyboardEvent, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { map } from 'rxjs';
import { UsualHoursButton } from '#calendar/hours/usual-hours-dialog.tsx';
import type { SalonPart } from '#calendar/reads/calendar-reads.ts';
import { nextFreeSlots$, nextFreeVisits$ } from '#data/events/free-slots.queries.ts';
import type { ExtraTimes } from '#domain/booking/busy-spans.ts';
import { areEnough, type FreeSlot } from '#domain/booking/free-slots.ts';
import { serviceName } from '#domain/booking/service-duration.ts';
import type { LegSearch, VisitSlot } from '#domain/booking/visit-slots.ts';
import { hasShifts, type MinuteSpan } from '#domain/shifts/availability.ts';
import { clockSpan } from '#domain/time/clock-span.ts';
import { addDays, type LocalDate, zonedParts } from '#domain/time/time.ts';
import { formatTimeRange } from '#domain/time/time-format.ts';
import { closedLabel } from '#features/shared/open-words.ts';
import { useReplica } from '#features/shared/use-replica.ts';
import { formatDayMonth, formatWeekday } from '#i18n/formats.ts';
import { useLanguage } from '#i18n/use-language.ts';
import type { LocalRow } from '#schemas/registry.ts';
import type { Room } from '#schemas/rooms.ts';
import { EmployeeAvatar } from '#ui/page/avatar.tsx';
import { Button } from '#ui/page/button.tsx';
import { CombSpinner } from '#ui/page/comb-spinner.tsx';
import { ErrorBox } from '#ui/page/error-box.tsx';
import { useLiveSteadyState } from '#ui/timing/use-live.ts';
import { type FoundPart, type FoundPlace, foundSlot } from './found-slot.ts';

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
  times?: ExtraTimes;
  /** The room that the one service needs. */
  room?: Room | null;
  /** Several services, or one that lasts otherwise with some; null: one that is looked for with all alike. */
  legs?: readonly LegSearch[] | null;
  resourceIds: readonly string[];
  /** One of the services that none of the active employees offers. */
  unoffered?: LocalRow<'services'> | null;
  part: MinuteSpan | null;
  /** Called with the result in one sentence. */
  onSaid(words: string): void;
  onShow(date: LocalDate): void;
  onPick(slot: FoundPlace): void;
}

const NO_TIMES: ExtraTimes = {};

/** A visit as one place. */
function placeOf(legs: VisitSlot): FoundPlace[] {
  const [first] = legs;
  const last = legs.at(-1);
  return first && last ? [{ ...first, end: last.end, legs }] : [];
}

const keyOf = (slot: FreeSlot) => `${slot.resourceId}/${slot.start}`;

/** The found slots by day; up and down go from one to the next, Enter books. The chosen one is drawn in the grid. */
export function FindSlotResults(props: ResultsProps) {
  const {
    salon,
    date,
    today,
    minutes,
    times = NO_TIMES,
    room = null,
    legs = null,
    resourceIds,
    part,
    onSaid,
    onShow,
    onPick,
  } = props;
  const { unoffered } = props;
  const { t } = useTranslation(['reservation', 'calendar', 'plan']);
  const language = useLanguage();
  const replica = useReplica();
  const list = useRef<HTMLDivElement>(null);
  const [count, setCount] = useState(PAGE);
  /** The day of which all times are listed. */
  const [whole, setWhole] = useState<LocalDate | null>(null);
  const [chosen, setChosen] = useState('');
  const { timezone: zone, interval, open } = salon.config;
  const { weekly, rooms } = salon;
  const who = resourceIds.join();
  // One question in all its life (the key of FindSlotForm): what was found stays while it is looked for anew.
  const read = useLiveSteadyState(
    () =>
      legs
        ? nextFreeVisits$(replica, { date, legs, rooms, weekly, zone, open, interval, count, apart: RULES.apart, part }).pipe(
            map(({ slots, until }) => ({ until, slots: slots.flatMap(placeOf) })),
          )
        : nextFreeSlots$(
            replica,
            { date, minutes, times, rooms, room, weekly, resourceIds, zone, open, interval },
            { ...RULES, count, part, whole },
          ),
    [replica, date, minutes, times, rooms, room, legs, weekly, who, zone, open, interval, count, part, whole],
  );
  const found = read.value;
  const slot: FoundPlace | undefined = found?.slots.find((one) => keyOf(one) === chosen) ?? found?.slots[0];
  useDrawn(slot, zone, onShow, onPick);
  /** The place where the focus goes on after „more“: a row among all rows, or among those of a day. */
  const goesOn = useRef<{ within: string; at: number } | null>(null);
  const wants = (within: string, at: number, more: () => void) => {
    goesOn.current = { within, at };
    more();
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: once more is there
  useEffect(() => {
    const to = goesOn.current;
    if (!to) return;
    goesOn.current = null;
    const rows = list.current?.querySelectorAll<HTMLElement>(`${to.within} [data-slot]`);
    (rows?.[to.at] ?? rows?.[rows.length - 1])?.focus(); // there may have been no more
  }, [found]);

  const dayOf = ({ start }: FreeSlot) => zonedParts(start, zone).date;
  const dayName = (day: LocalDate) => {
    const year = day.slice(0, 4) === today.slice(0, 4) ? '' : ` ${day.slice(0, 4)}`;
    const words = `${formatWeekday(day, language, 'long')}, ${formatDayMonth(day, language)}${year}`;
    if (day === today) return t('find.today', { day: words });
    return day === addDays(today, 1) ? t('find.tomorrow', { day: words }) : words;
  };
  const asked = salon.employees.filter(({ id }) => resourceIds.includes(id));
  const bare = salon.complete && asked.length > 0 && asked.every(({ id }) => !hasShifts(weekly, id));
  const without = bare ? t(asked.length === 1 ? 'plan:find_none_person' : 'plan:find_none', { name: asked[0]?.name }) : null;
  const why = unoffered ? t('find.not_offered', { service: serviceName(unoffered, language) }) : without;
  const none = found?.slots.length === 0 ? (why ?? t('find.none', { day: dayName(found.until) })) : null;
  const failed = read.phase === 'failed';
  const said = found ? (none ?? t('find.found', { count: found.slots.length })) : failed ? '' : t('find.searching');
  useEffect(() => onSaid(said), [said, onSaid]);

  if (failed) return <ErrorBox title={t('calendar:data_failed')} onRetry={read.retry} retryLabel={t('calendar:retry')} />;
  if (!found) {
    return (
      <div className="grid place-items-center py-6 text-primary-ink">
        <CombSpinner className="text-[1.75rem]" />
      </div>
    );
  }
  const days = [...new Set(found.slots.map(dayOf))];
  const closed = closedLabel(open, date, language);
  return (
    <div ref={list} data-results>
      {closed === null ? null : (
        <p className="mb-2 px-2 text-ink-2 text-xs" data-closed={date}>
          {dayName(date)} · {closed}
        </p>
      )}
      {days.map((day) => (
        <section key={day} data-slots-of={day} aria-label={dayName(day)} className="mt-3 first-of-type:mt-0">
          <h3 className="mb-1 px-2 text-ink-2 text-xs">{dayName(day)}</h3>
          <ul>
            {found.slots
              .filter((one) => dayOf(one) === day)
              .map((one) => (
                <li key={keyOf(one)}>
                  <SlotRow slot={one} chosen={one === slot} {...{ salon, onPick }} onChoose={() => setChosen(keyOf(one))} />
                </li>
              ))}
          </ul>
          {!legs && day !== whole && found.slots.filter((one) => dayOf(one) === day).length === RULES.perDay ? (
            <Button variant="ghost" size="sm" onClick={() => wants(`[data-slots-of="${day}"]`, 0, () => setWhole(day))}>
              {t('find.more_of_day')}
            </Button>
          ) : null}
        </section>
      ))}
      {none ? (
        <p className="py-6 text-center text-ink-3" aria-hidden="true">
          {none}
        </p>
      ) : null}
      {none && bare && !unoffered ? (
        <p className="pb-4 text-center">
          <UsualHoursButton employees={asked} />
        </p>
      ) : null}
      {(legs ? found.slots.length >= count : areEnough(found.slots, { ...RULES, count, whole }, zone)) ? (
        <Button
          variant="ghost"
          size="sm"
          className="mt-2"
          onClick={() => wants('', found.slots.length, () => setCount(count + PAGE))}
        >
          {t('find.more')}
        </Button>
      ) : null}
    </div>
  );
}

/** Hands the chosen slot to the grid, and leads the calendar to its day. */
function useDrawn(
  slot: FoundPlace | undefined,
  zone: string,
  onShow: (date: LocalDate) => void,
  onPick: (slot: FoundPlace) => void,
): void {
  const act = useRef({ onShow, onPick });
  useLayoutEffect(() => {
    act.current = { onShow, onPick };
  });
  const newest = useRef(slot);
  useLayoutEffect(() => {
    newest.current = slot;
  });
  // As text: a read that finds the same places draws nothing anew.
  const places = slot && JSON.stringify((slot.legs ?? [slot]).map((leg) => partOf(leg, zone)));
  useEffect(() => {
    const [first, ...others] = places ? (JSON.parse(places) as readonly FoundPart[]) : [];
    if (!first) return;
    const book = () => {
      if (newest.current) act.current.onPick(newest.current);
    };
    foundSlot.setState({ shown: { ...first, others, book } });
    const timer = setTimeout(() => act.current.onShow(first.date), REST);
    return () => {
      clearTimeout(timer);
      foundSlot.setState({ shown: null });
    };
  }, [places]);
}

const partOf = ({ resourceId, start, end }: FreeSlot, zone: string): FoundPart => {
  const { date, from, to } = clockSpan({ start_time: start, end_time: end }, zone);
  return { resourceId, date, from, to };
};

interface SlotRowProps {
  slot: FoundPlace;
  salon: SalonPart;
  chosen: boolean;
  onChoose(): void;
  onPick(slot: FoundPlace): void;
}

/** One found slot; a press on it books, and so does Enter. */
export function SlotRow({ slot, salon, chosen, onChoose, onPick }: SlotRowProps) {
  const { t } = useTranslation('reservation');
  const employee = salon.employees.find(({ id }) => id === slot.resourceId);
  const ids = [...new Set((slot.legs ?? [slot]).map(({ resourceId }) => resourceId))];
  const names = ids.map((id) => salon.employees.find((one) => one.id === id)?.name ?? '').join(', ');
  const { from, to } = clockSpan({ start_time: slot.start, end_time: slot.end }, salon.config.timezone);
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
      <span className="w-28 text-left font-semibold whitespace-nowrap tnum">{formatTimeRange(from, to)}</span>
      <span className="min-w-0 flex-1 break-words text-left leading-tight">{names}</span>
      {/* Several names need its room: the row that is chosen would grow, and those below it jump. Two lines of names fit its height. */}
      <span className={chosen && ids.length === 1 ? 'slot-row-do' : 'sr-only'}>{t('find.book')}</span>
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
