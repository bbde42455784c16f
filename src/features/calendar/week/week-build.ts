/** Makes the rows of a week from the appointments; what did not change is taken over, so that it is not drawn again. */

import {
  type CalendarInput,
  type EventRow,
  groupByEmployee,
  shownPeople,
  spokenOf,
  timeOffOn,
  type Who,
  workedSpansOf,
} from '#calendar/reads/booking-view.ts';
import { type EventView, sameFlat } from '#calendar/reads/day-view.ts';
import { chipLabel, eventLabel, rangeOn } from '#calendar/reads/event-words.ts';
import { overlapping } from '#domain/booking/overlap.ts';
import { firstNameInitial, fullName } from '#domain/people/names.ts';
import { clockSpan } from '#domain/time/clock-span.ts';
import { dayBounds, type LocalDate, MINUTES_OF_DAY, minutesBetween, weekDates, zonedParts } from '#domain/time/time.ts';
import { formatTime } from '#domain/time/time-format.ts';
import { type DayShare, eventsByDay, WEEK_COLOURS } from '#domain/time/week.ts';

/** An appointment in a cell of the week. */
export interface WeekChip extends EventView {
  /** For the chip, which shows only the start: in its own order. */
  chipLabel: string;
  /** „Йоана Х.“ */
  short: string;
}

export interface WeekCell {
  date: LocalDate;
  /** Does not work on this day. */
  off: boolean;
  /** Took time off, and works no minute of the day. */
  away: boolean;
  /** All of the day, in the order of their start. */
  chips: readonly WeekChip[];
}

export interface WeekRowView {
  id: string;
  name: string;
  color: string;
  position: string | null;
  mark: Who['mark'];
  /** 1 to 5, by row. */
  tint: number;
  cells: readonly WeekCell[];
}

export interface WeekInput extends CalendarInput {
  monday: LocalDate;
}

function sameCell(a: WeekCell, b: WeekCell): boolean {
  return (
    a.date === b.date &&
    a.off === b.off &&
    a.away === b.away &&
    a.chips.length === b.chips.length &&
    a.chips.every((chip, i) => chip === b.chips[i])
  );
}

function sameRow(a: WeekRowView, b: WeekRowView): boolean {
  return sameFlat({ ...a, cells: null }, { ...b, cells: null }) && a.cells.every((cell, i) => cell === b.cells[i]);
}

/** Shortens a client's name; a text that is no person's name („Без клиент“, Client #7, a title of blocked time) stays whole. */
function shortOf(event: EventRow, name: string, input: WeekInput): string {
  const client = event.type !== 'blocking' && event.client_id ? input.client(event.client_id) : undefined;
  if (!client || !(client.name?.trim() || fullName(client.first_name, client.last_name))) return name;
  const short = firstNameInitial(name);
  return /\p{L}\.$/u.test(short) && name.startsWith(short.slice(0, -1)) ? short : name;
}

interface Day {
  date: LocalDate;
  /** The clock changes on it. */
  turned: boolean;
}

/**
 * Until when it is, as the clock on the wall shows it: what runs over midnight to its own end, and only what goes on for days to the
 * end of the day here. `range` where minutes of this day do not say it.
 */
function spokenEnd({ event, from, to }: DayShare<EventRow>, { date, turned }: Day, { zone, t }: WeekInput) {
  if (to < MINUTES_OF_DAY && !turned) return { to };
  const whole =
    zonedParts(event.start_time, zone).date === date && minutesBetween(event.start_time, event.end_time) <= MINUTES_OF_DAY;
  return { to: whole ? clockSpan(event, zone).to : to, range: rangeOn(event, { from, to }, date, zone, t) };
}

function chipOf(
  share: DayShare<EventRow>,
  day: Day,
  who: Who,
  double: ReadonlySet<string>,
  input: WeekInput,
  old: WeekCell | undefined,
): WeekChip {
  const { event, from, to } = share;
  const { range, ...end } = spokenEnd(share, day, input);
  const spoken = spokenOf(event, { from, ...end }, who, double, input);
  const made: WeekChip = {
    ...{ id: event.id, columnId: who.id, from, to, top: from, bottom: to },
    ...{ lane: 0, lanes: 1, span: 1, aside: false, rail: null },
    ...(event.visit_id ? { visit: event.visit_id } : {}),
    ...(range === undefined ? {} : { range }),
    time: formatTime(from),
    name: spoken.client,
    service: spoken.service,
    note: spoken.note,
    label: eventLabel(spoken, input.t, range),
    chipLabel: chipLabel(spoken, input.t),
    short: shortOf(event, spoken.client, input),
    color: who.color,
    fill: spoken.fill,
    unsent: spoken.unsent,
    trouble: spoken.trouble,
    double: spoken.double,
    open: spoken.open,
    fixed: true,
    onlyRead: input.onlyRead.has(event.id),
    updating: false,
  };
  const known = old?.chips.find(({ id }) => id === event.id);
  return known && sameFlat(known, made) ? known : made;
}

function isTurned(date: LocalDate, zone: string): boolean {
  const { from, to } = dayBounds(date, zone);
  return minutesBetween(from, to) !== MINUTES_OF_DAY;
}

/** The rows of the week, one for each shown employee, seven cells each. Those of `previous` that are the same are taken over. */
export function buildWeek(input: WeekInput, previous: readonly WeekRowView[] = []): readonly WeekRowView[] {
  const dates = weekDates(input.monday);
  const turned = dates.map((date) => isTurned(date, input.zone));
  const byEmployee = groupByEmployee(input.events);
  const double = overlapping(input.events, input.rooms);
  const positions = new Map(input.employees.map(({ id, position }) => [id, position]));
  const before = new Map(previous.map((row) => [row.id, row]));

  const next = shownPeople(input, byEmployee, dates).map((who, index): WeekRowView => {
    const was = before.get(who.id);
    const days = eventsByDay(byEmployee.get(who.id) ?? [], input.zone, input.monday);
    const cells = dates.map((date, day): WeekCell => {
      const old = was?.cells[day];
      const chips = (days[day] ?? []).map((share) =>
        chipOf(share, { date, turned: turned[day] === true }, who, double, input, old),
      );
      const off = workedSpansOf(who, date, input).length === 0;
      const cell = { date, off, away: off && timeOffOn(who, date, input) !== null, chips };
      return old && sameCell(old, cell) ? old : cell;
    });
    const { id, name, color, mark } = who;
    const row = { id, name, color, mark, position: positions.get(id) ?? null, tint: (index % WEEK_COLOURS) + 1, cells };
    return was && sameRow(was, row) ? was : row;
  });
  return next.length === previous.length && next.every((row, i) => row === previous[i]) ? previous : next;
}

/** An appointment of the week and whose it is. */
export function findChip(
  rows: readonly WeekRowView[],
  id: string,
  date: LocalDate,
): { employee: string; event: WeekChip } | null {
  for (const { name, cells } of rows) {
    const event = cells.find((cell) => cell.date === date)?.chips.find((chip) => chip.id === id);
    if (event) return { employee: name, event };
  }
  return null;
}
