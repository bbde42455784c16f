/**
 * When an employee works: the one answer for the calendar, the free-slot search and the shifts screen (document 3 §5, with
 * the design's decision to count by the minute).
 *
 * A day's working time is the shifts of its weekday and its additional shifts, with what runs over from the evening before.
 * Time off outranks both: with times it cuts out what it covers, past midnight too; a whole day off removes all shifts
 * that begin on that date, so that a night shift of the evening before still ends in the morning. No shifts, no time.
 */
import type { OverrideInterval, ShiftInterval } from '#schemas/intervals.ts';
import { formatTimeRange } from './date-format.ts';
import { addDays, type LocalDate, MINUTES_OF_DAY, minuteOfClock, weekdayOf, zonedParts } from './time.ts';

/** Minutes of a local day on the wall clock; `from` belongs to it, `to` does not. */
export interface Stretch {
  readonly from: number;
  readonly to: number;
}

/** Each employee's set of a weekday, by `weeklyKey`. A missing key is an empty set. */
export type WeeklySets = ReadonlyMap<string, readonly ShiftInterval[]>;
/** Each employee's set of a date, by `overrideKey`: time off and additional shifts together. */
export type OverrideSets = ReadonlyMap<string, readonly OverrideInterval[]>;

/** 0 is Sunday. The id of the set's row without its number. */
export const weeklyKey = (resourceId: string, weekday: number) => `${resourceId}/${weekday}`;
export const overrideKey = (resourceId: string, date: LocalDate) => `${resourceId}/${date}`;

/** Whether any weekday of the employee has a shift. */
export function hasShifts(weekly: WeeklySets, resourceId: string): boolean {
  return [0, 1, 2, 3, 4, 5, 6].some((weekday) => (weekly.get(weeklyKey(resourceId, weekday)) ?? []).length > 0);
}

/** Minutes from the midnight at which the interval's date begins; one that does not end after its start ends the next day. */
export function stretchOf(start: string, end: string): Stretch {
  const from = minuteOfClock(start);
  const to = minuteOfClock(end);
  return { from, to: to > from ? to : to + MINUTES_OF_DAY };
}

const isWholeDay = (i: OverrideInterval) => i.start === null || i.end === null;
const isReal = (s: Stretch) => s.to > s.from;

function timesOf(overrides: readonly OverrideInterval[], type: OverrideInterval['type']): Stretch[] {
  const found: Stretch[] = [];
  for (const { start, end, type: own } of overrides) {
    if (own === type && start !== null && end !== null) found.push(stretchOf(start, end));
  }
  return found;
}

/** The hours of a date's time off, minutes from its midnight; nothing for a whole day. */
export const hoursOff = (set: readonly OverrideInterval[]): Stretch[] => timesOf(set, 'time_off');

/** The shifts that begin on the date, time off with times not yet cut out. */
function shiftsOf(date: LocalDate, weekly: WeeklySets, overrides: readonly OverrideInterval[], resourceId: string): Stretch[] {
  if (overrides.some((o) => o.type === 'time_off' && isWholeDay(o))) return [];
  const regular = weekly.get(weeklyKey(resourceId, weekdayOf(date))) ?? [];
  return [...regular.map((i) => stretchOf(i.start, i.end)), ...timesOf(overrides, 'additional_shift')];
}

/** Sorted, disjoint, touching ones joined. Empty ones and those whose times could not be read go. */
export function mergeStretches(stretches: readonly Stretch[]): Stretch[] {
  const merged: Stretch[] = [];
  for (const next of stretches.filter(isReal).sort((a, b) => a.from - b.from)) {
    const last = merged.at(-1);
    if (last && next.from <= last.to) merged[merged.length - 1] = { from: last.from, to: Math.max(last.to, next.to) };
    else merged.push(next);
  }
  return merged;
}

/** What of sorted, disjoint stretches lies outside a cut. */
function cutOut(stretches: readonly Stretch[], cut: Stretch): Stretch[] {
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
 * The employee's working time on a local day: minutes on the wall clock within 0 to 1440, sorted, disjoint, with the tail of
 * the evening before. Document 3 §5; the sets are those of the rows 0 (`weeklySets$`, `overrideSets$`), which must hold the date before, too.
 */
export function availableStretches(date: LocalDate, weekly: WeeklySets, overrides: OverrideSets, resourceId: string): Stretch[] {
  const eve = addDays(date, -1);
  const own = overrides.get(overrideKey(resourceId, date)) ?? NONE;
  const before = overrides.get(overrideKey(resourceId, eve)) ?? NONE;
  const fromEve = ({ from, to }: Stretch) => ({ from: from - MINUTES_OF_DAY, to: to - MINUTES_OF_DAY });

  const shifts = [...shiftsOf(eve, weekly, before, resourceId).map(fromEve), ...shiftsOf(date, weekly, own, resourceId)];
  const off = [...timesOf(before, 'time_off').map(fromEve), ...timesOf(own, 'time_off')];
  const clipped = shifts.map((s) => ({ from: Math.max(s.from, 0), to: Math.min(s.to, MINUTES_OF_DAY) }));
  return off.reduce(cutOut, mergeStretches(clipped));
}

/** What of the stretches lies outside the cuts; sorted, disjoint. */
export function withoutStretches(stretches: readonly Stretch[], cuts: readonly Stretch[]): Stretch[] {
  return cuts.reduce(cutOut, mergeStretches(stretches));
}

/**
 * The working time of the shifts that begin on the date, also what of it lies after midnight: minutes from the date's midnight,
 * up to 2880. Time off is cut out, that of the evening before and of the next day as well. A picture draws it as bars; `availableStretches` says what
 * holds on a day.
 * @param overrides must hold the dates before and after, too.
 */
export function stretchesBegunOn(date: LocalDate, weekly: WeeklySets, overrides: OverrideSets, resourceId: string): Stretch[] {
  const own = overrides.get(overrideKey(resourceId, date)) ?? NONE;
  const offOf = (days: number) =>
    timesOf(overrides.get(overrideKey(resourceId, addDays(date, days))) ?? NONE, 'time_off').map(({ from, to }) => ({
      from: from + days * MINUTES_OF_DAY,
      to: to + days * MINUTES_OF_DAY,
    }));
  const off = [-1, 0, 1].flatMap(offOf);
  return withoutStretches(shiftsOf(date, weekly, own, resourceId), off);
}

/** What of the evening before is worked on the date: minutes from its midnight. @param overrides as `stretchesBegunOn` */
export function tailInto(date: LocalDate, weekly: WeeklySets, overrides: OverrideSets, resourceId: string): Stretch[] {
  const begun = stretchesBegunOn(date, weekly, overrides, resourceId);
  return withoutStretches(availableStretches(date, weekly, overrides, resourceId), begun);
}

/** Whether a booking may start at that minute of the day: from ≤ minute < to of a stretch (document 3 §5, by the minute). */
export function isBookable(stretches: readonly Stretch[], minute: number): boolean {
  return stretches.some((s) => s.from <= minute && minute < s.to);
}

/** Whether all of `from`…`to` is working time; a booking that runs over its end is worth a warning. */
export function isWithinShift(stretches: readonly Stretch[], from: number, to: number): boolean {
  return mergeStretches(stretches).some((s) => s.from <= from && to <= s.to);
}

/** The same for an instant: its wall-clock minute on its local day decides. */
export function isBookableAt(
  iso: string,
  zone: string,
  weekly: WeeklySets,
  overrides: OverrideSets,
  resourceId: string,
): boolean {
  const { date, minute } = zonedParts(iso, zone);
  return isBookable(availableStretches(date, weekly, overrides, resourceId), minute);
}

/** What of `fromMinute`…`toMinute` is not working time: the stretches to hatch. */
export function offShiftStretches(stretches: readonly Stretch[], fromMinute: number, toMinute: number): Stretch[] {
  return mergeStretches(stretches).reduce(cutOut, [{ from: fromMinute, to: toMinute }].filter(isReal));
}

/** What of the working time is not taken, from that minute of the day on. */
export function freeStretches(stretches: readonly Stretch[], taken: readonly Stretch[], from = 0): Stretch[] {
  return taken.reduce(cutOut, cutOut(mergeStretches(stretches), { from: 0, to: from }));
}

/** `9:00–13:00, 14:00–18:00`; empty on a day off. */
export function shiftLabel(stretches: readonly Stretch[]): string {
  return stretches.map((s) => formatTimeRange(s.from, s.to)).join(', ');
}

/**
 * What a slot means: its own minute, or the start of a shift that begins between two steps, which could not be booked otherwise;
 * undefined where nobody works.
 */
export function bookableIn(stretches: readonly Stretch[], slot: number, interval: number): number | undefined {
  return isBookable(stretches, slot) ? slot : stretches.find(({ from }) => from > slot && from < slot + interval)?.from;
}
