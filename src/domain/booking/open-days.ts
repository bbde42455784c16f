/**
 * When the salon is open: opening hours by weekday, and closed days. They cut the shifts that hold every week and nothing else: an
 * additional shift was set for its date on purpose, so it holds on a closed day and outside the hours, too.
 *
 * Days count as they do for time off: what begins on an open day goes on after midnight, also into a closed day; nothing begins
 * on a closed day. A salon that has set neither hours nor closed days is never closed.
 */
import { holidayDates, yearText } from '#domain/time/holidays.ts';
import { addDays, isLocalDate, type LocalDate, MINUTES_OF_DAY, minuteOfClock, weekdayOf } from '#domain/time/time.ts';
import { type ClosedDays, type OpeningInterval, readClosedDays, readOpeningHours } from '#schemas/salon-days.ts';
import type { Span } from './placing.ts';

/** A salon's opening hours and closed days. */
export interface SalonDays {
  /** Null: the salon has set no hours. A weekday without an entry is closed. */
  readonly hours: readonly OpeningInterval[] | null;
  readonly closed: readonly ClosedDays[];
}

let last: { hours: string | null; closed: string | null; days: SalonDays | null } | null = null;

/**
 * Returns the days of a salon from the texts of its settings; null if it has set none. The same texts give the same object. A text
 * that cannot be read counts as none.
 */
export function salonDaysOf(hours: string | null, closed: string | null): SalonDays | null {
  if (last?.hours === hours && last.closed === closed) return last.days;
  const read = { hours: hours ? readOpeningHours(hours) : null, closed: (closed && readClosedDays(closed)) || [] };
  last = { hours, closed, days: read.hours || read.closed.length > 0 ? read : null };
  return last.days;
}

/** Returns the dates of closed days that lie in a year. */
export function closedDates(days: ClosedDays, year: number): LocalDate[] {
  if (days.kind === 'holiday') return holidayDates(days.holiday, year);
  if (days.kind === 'yearly') return [`${yearText(year)}-${days.day}`].filter(isLocalDate);
  const dates: LocalDate[] = [];
  for (let date = days.from; date <= days.to; date = addDays(date, 1)) if (date.startsWith(yearText(year))) dates.push(date);
  return dates;
}

/** The closed dates of each year, worked out once. */
const years = new WeakMap<SalonDays, Map<string, ReadonlyMap<LocalDate, ClosedDays>>>();

/** Returns why the salon is closed on a date; null if it is not, whatever its hours. Of several reasons the first in order. */
export function closedOn(days: SalonDays | null | undefined, date: LocalDate): ClosedDays | null {
  if (!days || days.closed.length === 0) return null;
  const known = years.get(days) ?? new Map<string, ReadonlyMap<LocalDate, ClosedDays>>();
  years.set(days, known);
  const year = date.slice(0, 4);
  let dates = known.get(year);
  if (!dates) {
    const found = new Map<LocalDate, ClosedDays>();
    for (const one of days.closed)
      for (const closed of closedDates(one, Number(year))) if (!found.has(closed)) found.set(closed, one);
    dates = found;
    known.set(year, dates);
  }
  return dates.get(date) ?? null;
}

/** Returns the opening hours that begin on a date, in minutes from its midnight, up to 2880, as if it were no closed day. */
function hoursBegunOn({ hours }: SalonDays, date: LocalDate): Span[] {
  return (hours ?? []).flatMap(({ weekday, start, end }) => {
    if (weekday !== weekdayOf(date)) return [];
    const [from, to] = [minuteOfClock(start), minuteOfClock(end)];
    return [{ from, to: to > from ? to : to + MINUTES_OF_DAY }];
  });
}

/** Returns the opening hours around a date, of the evening before and the next day as well, in minutes from its midnight, in order. */
function hoursAround(days: SalonDays, date: LocalDate): Span[] {
  const spans = [-1, 0, 1].flatMap((by) => {
    const day = addDays(date, by);
    if (closedOn(days, day)) return [];
    return hoursBegunOn(days, day).map(({ from, to }) => ({ from: from + by * MINUTES_OF_DAY, to: to + by * MINUTES_OF_DAY }));
  });
  return spans.sort((a, b) => a.from - b.from);
}

/** Returns the opening hours of a date in minutes from its midnight, in order; none on a closed day, null if no hours are set. */
export function openSpansOn(days: SalonDays | null | undefined, date: LocalDate): readonly Span[] | null {
  if (closedOn(days, date)) return [];
  return days?.hours ? hoursBegunOn(days, date).sort((a, b) => a.from - b.from) : null;
}

/**
 * Returns the minutes of a date at which the salon is open, 0 to 1440, with what runs over from the evening before; none on a closed
 * day, null for all of them, as no hours are set.
 */
export function openTimeOn(days: SalonDays | null | undefined, date: LocalDate): readonly Span[] | null {
  if (!days?.hours) return closedOn(days, date) ? [] : null;
  return hoursAround(days, date)
    .map(({ from, to }) => ({ from: Math.max(from, 0), to: Math.min(to, MINUTES_OF_DAY) }))
    .filter(({ from, to }) => from < to);
}

/** The reason why the salon is not open. */
export type ClosedReason = 'closed' | 'outside_hours';

/** Returns why the salon is not open at a minute of a date; null if it is. */
export function closedAt(days: SalonDays | null | undefined, date: LocalDate, minute: number): ClosedReason | null {
  const open = openTimeOn(days, date);
  if (!open || open.some(({ from, to }) => from <= minute && minute < to)) return null;
  return closedOn(days, date) ? 'closed' : 'outside_hours';
}

/** Returns the parts of shifts that begin on a date in which the salon is open; minutes from its midnight. */
export function withinOpen(shifts: readonly Span[], date: LocalDate, days: SalonDays | null | undefined): readonly Span[] {
  if (!days || shifts.length === 0) return shifts;
  if (closedOn(days, date)) return [];
  if (!days.hours) return shifts;
  const open = hoursAround(days, date);
  return shifts.flatMap((shift) =>
    open
      .map(({ from, to }) => ({ from: Math.max(from, shift.from), to: Math.min(to, shift.to) }))
      .filter(({ from, to }) => from < to),
  );
}

/** Years looked ahead for a next date: 29 February may be eight years away. */
const YEARS_AHEAD = 8;

/** Returns the next date of closed days from `today` on, or today; of a range that has begun today. Null: they are over. */
export function nextClosed(days: ClosedDays, today: LocalDate): LocalDate | null {
  if (days.kind === 'dates') return days.to < today ? null : days.from > today ? days.from : today;
  const year = Number(today.slice(0, 4));
  for (let ahead = 0; ahead <= YEARS_AHEAD; ahead++) {
    const next = closedDates(days, year + ahead).find((date) => date >= today);
    if (next) return next;
  }
  return null;
}
