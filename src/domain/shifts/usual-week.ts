/**
 * The hours offered to an employee without any shift: nine to five from Monday to Friday, the salon's own hours, or hours to
 * choose.
 */

import type { RefusalKey } from '#domain/records/refusal.ts';
import type { ShiftInterval } from '#schemas/intervals.ts';
import { hasShifts, type WeeklySets, weeklyKey } from './availability.ts';
import { DEFAULT_SHIFT } from './shift-hours.ts';

/** The set of each weekday, Sunday first; an empty one is a day off. */
export type WeekOfShifts = readonly (readonly ShiftInterval[])[];

const OFF: readonly ShiftInterval[] = [];

/** The weekdays in the order of a week from Monday; 0 is Sunday. */
export const WEEKDAYS = [1, 2, 3, 4, 5, 6, 0] as const;

/** Chosen days, and the hours of each, as `HH:mm`; an end before the start lies past midnight. */
export interface ChosenHours extends Readonly<ShiftInterval> {
  /** 0 is Sunday; in any order. */
  readonly days: readonly number[];
}

/** Returns these hours as a week; the other days are off. */
export function chosenWeek({ days, start, end }: ChosenHours): WeekOfShifts {
  return Array.from({ length: WEEKDAYS.length }, (_, weekday) => (days.includes(weekday) ? [{ start, end }] : OFF));
}

/** The reason why chosen hours are no week to work by. */
export type HoursProblem = 'day_required' | Extract<RefusalKey, 'shift_times_equal'>;

/** Returns why they are no week to work by; null if they are one. */
export function hoursProblem({ days, start, end }: ChosenHours): HoursProblem | null {
  if (days.length === 0) return 'day_required';
  return start === end ? 'shift_times_equal' : null;
}

/** Monday to Friday, 09:00–17:00: the default row of the shift dialog (document 2 §2, §9) on the usual working days. */
export const USUAL_HOURS: ChosenHours = { days: [1, 2, 3, 4, 5], ...DEFAULT_SHIFT };
/** The usual hours as a week of shifts. */
export const USUAL_WEEK: WeekOfShifts = chosenWeek(USUAL_HOURS);

const setOf = (weekly: WeeklySets, resourceId: string, weekday: number) => weekly.get(weeklyKey(resourceId, weekday)) ?? OFF;

const sameSet = (a: readonly ShiftInterval[], b: readonly ShiftInterval[]) => JSON.stringify(a) === JSON.stringify(b);

/** True if two weeks are the same. The sets are in the canonical order of `schemas/intervals.ts`. */
export const sameWeek = (a: WeekOfShifts, b: WeekOfShifts) => a.every((set, weekday) => sameSet(set, b[weekday] ?? OFF));

/**
 * Returns the salon's own hours: for each weekday the most frequent set of those with shifts; of equally frequent sets that of the
 * first employee. Null if nobody has shifts, or if it is the usual week anyway.
 * @param resourceIds active employees in their order
 */
export function salonWeek(weekly: WeeklySets, resourceIds: readonly string[]): WeekOfShifts | null {
  const team = resourceIds.filter((id) => hasShifts(weekly, id));
  const week = USUAL_WEEK.map((_, weekday) => {
    const counts = new Map<string, { set: readonly ShiftInterval[]; count: number }>();
    for (const id of team) {
      const set = setOf(weekly, id, weekday);
      const text = JSON.stringify(set);
      counts.set(text, { set, count: (counts.get(text)?.count ?? 0) + 1 });
    }
    return [...counts.values()].reduce((best, one) => (one.count > best.count ? one : best), { set: OFF, count: 0 }).set;
  });
  return week.every((set) => set.length === 0) || sameWeek(week, USUAL_WEEK) ? null : week;
}

/** Consecutive weekdays with the same set, from Monday on; days off are left out. */
export interface WeekRun {
  /** 0 is Sunday. */
  readonly from: number;
  readonly to: number;
  readonly set: readonly ShiftInterval[];
}

/** Returns the week in as few parts as possible: Monday to Friday, then Saturday. */
export function weekRuns(week: WeekOfShifts): WeekRun[] {
  const runs: WeekRun[] = [];
  let before: readonly ShiftInterval[] = OFF;
  for (const weekday of WEEKDAYS) {
    const set = week[weekday] ?? OFF;
    const last = runs.at(-1);
    if (set.length > 0 && last && sameSet(before, set)) runs[runs.length - 1] = { ...last, to: weekday };
    else if (set.length > 0) runs.push({ from: weekday, to: weekday, set });
    before = set;
  }
  return runs;
}
