/**
 * Tells when an employee works: the one answer for the calendar, the free-slot search and the shifts screen (document 3 §5, with
 * the design's decision to count by the minute).
 *
 * A day's working time is the shifts of its weekday and its additional shifts, with what runs over from the evening before. Time
 * off outranks both. Time off with hours cuts these hours out, past midnight too. A whole day off removes all shifts that begin
 * on that date; a night shift of the evening before still ends in the morning. Without shifts there is no working time. The salon's
 * closed days and opening hours cut the shifts of the weekday alone (open-days.ts).
 */

import { type SalonDays, withinOpen } from '#domain/booking/open-days.ts';
import { addDays, type LocalDate, MINUTES_OF_DAY, minuteOfClock, weekdayOf } from '#domain/time/time.ts';
import { formatTimeRange } from '#domain/time/time-format.ts';
import type { OverrideInterval, ShiftInterval } from '#schemas/intervals.ts';

/** Minutes of a local day on the wall clock, `from` included and `to` not. */
export interface MinuteSpan {
  readonly from: number;
  readonly to: number;
}

/** The set of each employee and weekday, by `weeklyKey`. A missing key is an empty set. */
export type WeeklySets = ReadonlyMap<string, readonly ShiftInterval[]>;
/** The set of each employee and date, by `overrideKey`: time off and additional shifts together. */
export type OverrideSets = ReadonlyMap<string, readonly OverrideInterval[]>;

/** Returns the id of the set's row without its number. 0 is Sunday. */
export const weeklyKey = (resourceId: string, weekday: number) => `${resourceId}/${weekday}`;
/** The key of an employee's overrides on a date. */
export const overrideKey = (resourceId: string, date: LocalDate) => `${resourceId}/${date}`;

/** True if the employee has a shift on any weekday. */
export function hasShifts(weekly: WeeklySets, resourceId: string): boolean {
  return [0, 1, 2, 3, 4, 5, 6].some((weekday) => (weekly.get(weeklyKey(resourceId, weekday)) ?? []).length > 0);
}

/** Returns minutes from the midnight of the interval's date. An end that is not after the start lies on the next day. */
export function minuteSpanOf(start: string, end: string): MinuteSpan {
  const from = minuteOfClock(start);
  const to = minuteOfClock(end);
  return { from, to: to > from ? to : to + MINUTES_OF_DAY };
}

const isWholeDay = (i: OverrideInterval) => i.start === null || i.end === null;
const isReal = (s: MinuteSpan) => s.to > s.from;

function timesOf(overrides: readonly OverrideInterval[], type: OverrideInterval['type']): MinuteSpan[] {
  const found: MinuteSpan[] = [];
  for (const { start, end, type: own } of overrides) {
    if (own === type && start !== null && end !== null) found.push(minuteSpanOf(start, end));
  }
  return found;
}

/** Returns the hours of a date's time off in minutes from its midnight; none for a whole day. */
export const hoursOff = (set: readonly OverrideInterval[]): MinuteSpan[] => timesOf(set, 'time_off');

/** Returns the shifts that begin on the date, before hourly time off is cut out. */
function shiftsOf(
  date: LocalDate,
  weekly: WeeklySets,
  overrides: readonly OverrideInterval[],
  resourceId: string,
  open?: SalonDays | null,
): MinuteSpan[] {
  if (overrides.some((o) => o.type === 'time_off' && isWholeDay(o))) return [];
  const regular = (weekly.get(weeklyKey(resourceId, weekdayOf(date))) ?? []).map((i) => minuteSpanOf(i.start, i.end));
  return [...withinOpen(regular, date, open), ...timesOf(overrides, 'additional_shift')];
}

/** Sorts stretches and joins those that touch. Empty and unreadable ones go. */
export function mergeSpans(stretches: readonly MinuteSpan[]): MinuteSpan[] {
  const merged: MinuteSpan[] = [];
  for (const next of stretches.filter(isReal).sort((a, b) => a.from - b.from)) {
    const last = merged.at(-1);
    if (last && next.from <= last.to) merged[merged.length - 1] = { from: last.from, to: Math.max(last.to, next.to) };
    else merged.push(next);
  }
  return merged;
}

/** Returns the stretches without the cut. They are sorted and disjoint. */
function cutOut(stretches: readonly MinuteSpan[], cut: MinuteSpan): MinuteSpan[] {
  if (!isReal(cut)) return [...stretches];
  return stretches
    .flatMap((s) => [
      { from: s.from, to: Math.min(s.to, cut.from) },
      { from: Math.max(s.from, cut.to), to: s.to },
    ])
    .filter(isReal);
}

const NONE: readonly OverrideInterval[] = [];

/**
 * Returns the working time of an employee on a local day: minutes on the wall clock from 0 to 1440, sorted and disjoint, with the
 * tail of the evening before. Document 3 §5. The sets are those of the rows 0 (`weeklySets$`, `overrideSets$`) and must hold the
 * date before, too.
 * @param open when the salon is open; without it the shifts as they were set
 */
export function availableSpans(
  date: LocalDate,
  weekly: WeeklySets,
  overrides: OverrideSets,
  resourceId: string,
  open?: SalonDays | null,
): MinuteSpan[] {
  const eve = addDays(date, -1);
  const own = overrides.get(overrideKey(resourceId, date)) ?? NONE;
  const before = overrides.get(overrideKey(resourceId, eve)) ?? NONE;
  const fromEve = ({ from, to }: MinuteSpan) => ({ from: from - MINUTES_OF_DAY, to: to - MINUTES_OF_DAY });

  const shifts = [
    ...shiftsOf(eve, weekly, before, resourceId, open).map(fromEve),
    ...shiftsOf(date, weekly, own, resourceId, open),
  ];
  const off = [...timesOf(before, 'time_off').map(fromEve), ...timesOf(own, 'time_off')];
  const clipped = shifts.map((s) => ({ from: Math.max(s.from, 0), to: Math.min(s.to, MINUTES_OF_DAY) }));
  return off.reduce(cutOut, mergeSpans(clipped));
}

/** Returns the stretches without the cuts, sorted and disjoint. */
export function subtractMinuteSpans(stretches: readonly MinuteSpan[], cuts: readonly MinuteSpan[]): MinuteSpan[] {
  return cuts.reduce(cutOut, mergeSpans(stretches));
}

/**
 * Returns the working time of the shifts that begin on the date, also after midnight: minutes from the date's midnight, up to 2880.
 * Time off is cut out, that of the evening before and of the next day as well. A picture draws these as bars; `availableSpans`
 * tells what holds on a day.
 * @param overrides must hold the dates before and after, too
 */
export function spansBegunOn(date: LocalDate, weekly: WeeklySets, overrides: OverrideSets, resourceId: string): MinuteSpan[] {
  const own = overrides.get(overrideKey(resourceId, date)) ?? NONE;
  const offOf = (days: number) =>
    timesOf(overrides.get(overrideKey(resourceId, addDays(date, days))) ?? NONE, 'time_off').map(({ from, to }) => ({
      from: from + days * MINUTES_OF_DAY,
      to: to + days * MINUTES_OF_DAY,
    }));
  const off = [-1, 0, 1].flatMap(offOf);
  return subtractMinuteSpans(shiftsOf(date, weekly, own, resourceId), off);
}

/**
 * Returns the working time that the evening before leaves on the date: minutes from its midnight.
 * @param overrides as in `spansBegunOn`
 */
export function tailInto(date: LocalDate, weekly: WeeklySets, overrides: OverrideSets, resourceId: string): MinuteSpan[] {
  const begun = spansBegunOn(date, weekly, overrides, resourceId);
  return subtractMinuteSpans(availableSpans(date, weekly, overrides, resourceId), begun);
}

/** True if a booking may start at that minute of the day: from ≤ minute < to of a stretch (document 3 §5, by the minute). */
export function isBookable(stretches: readonly MinuteSpan[], minute: number): boolean {
  return stretches.some((s) => s.from <= minute && minute < s.to);
}

/** Returns the parts of `fromMinute`…`toMinute` that are not working time: the stretches to hatch. */
export function offShiftSpans(stretches: readonly MinuteSpan[], fromMinute: number, toMinute: number): MinuteSpan[] {
  return mergeSpans(stretches).reduce(cutOut, [{ from: fromMinute, to: toMinute }].filter(isReal));
}

/** Returns the working time that is not taken, from that minute of the day on. */
export function freeSpans(stretches: readonly MinuteSpan[], taken: readonly MinuteSpan[], from = 0): MinuteSpan[] {
  return taken.reduce(cutOut, cutOut(mergeSpans(stretches), { from: 0, to: from }));
}

/** Writes stretches as `9:00–13:00, 14:00–18:00`; empty on a day off. */
export function shiftLabel(stretches: readonly MinuteSpan[]): string {
  return stretches.map((s) => formatTimeRange(s.from, s.to)).join(', ');
}

/**
 * Returns the minute at which a press on a slot books: its own, or the start of a shift that begins between two steps and could not
 * be booked otherwise. Undefined if nobody works.
 */
export function bookableIn(stretches: readonly MinuteSpan[], slot: number, interval: number): number | undefined {
  return isBookable(stretches, slot) ? slot : stretches.find(({ from }) => from > slot && from < slot + interval)?.from;
}
