/**
 * Copies planned days: a week to following weeks, an employee's week to others, a rotation of two weeks. A copied day has exactly
 * the bars of its source and is written as overrides of its date; what it replaces is listed before it is saved. A whole day off is
 * never overwritten and never copied, because it belongs to one person on one date.
 */

import { addDays, type LocalDate, weekDates, weekdayOf } from '#domain/time/time.ts';
import { weekNumberOf } from '#domain/time/week.ts';
import type { OverrideInterval, ShiftInterval } from '#schemas/intervals.ts';
import {
  type MinuteSpan,
  type OverrideSets,
  overrideKey,
  spansBegunOn,
  tailInto,
  type WeeklySets,
  weeklyKey,
} from './availability.ts';
import { absencesOf } from './own-hours.ts';
import { barsOfSet, datedSet } from './plan-bars.ts';
import { WEEKDAYS } from './usual-week.ts';

/** One day of an employee. */
export interface PlanPlace {
  readonly resourceId: string;
  readonly date: LocalDate;
}

/** One day and the day to which it is copied. */
export interface CopyPair {
  readonly from: PlanPlace;
  readonly to: PlanPlace;
}

/** A date that a copy changes. Bars are minutes from its midnight. */
export interface CopiedDate extends PlanPlace {
  readonly before: readonly MinuteSpan[];
  readonly after: readonly MinuteSpan[];
  readonly rows: readonly OverrideInterval[];
  /** Time off with hours under the copied bars. */
  readonly lost: readonly MinuteSpan[];
}

/** The changes of a copy, and the dates that it leaves alone. */
export interface CopyPlan {
  readonly changed: readonly CopiedDate[];
  /** Dates that stay as they are, because of a day off there or at the source, or of a weekly shift past midnight. */
  readonly left: readonly PlanPlace[];
}

const setText = (rows: readonly OverrideInterval[]) => JSON.stringify(rows.map((r) => [r.start, r.end, r.type]).sort());
const isDayOff = (rows: readonly OverrideInterval[]) => rows.some(({ type, start }) => type === 'time_off' && start === null);

/**
 * Returns what the copies change.
 * @param overrides from the day before the first to the day after the last, of sources and targets
 */
export function copyDates(pairs: readonly CopyPair[], weekly: WeeklySets, overrides: OverrideSets): CopyPlan {
  const changed: CopiedDate[] = [];
  const left: PlanPlace[] = [];
  const ownOf = ({ resourceId, date }: PlanPlace) => overrides.get(overrideKey(resourceId, date)) ?? [];
  for (const { from, to } of pairs) {
    const own = ownOf(to);
    const after = spansBegunOn(from.date, weekly, overrides, from.resourceId);
    const before = spansBegunOn(to.date, weekly, overrides, to.resourceId);
    const tail = tailInto(to.date, weekly, overrides, to.resourceId);
    const regular = weekly.get(weeklyKey(to.resourceId, weekdayOf(to.date))) ?? [];
    const away = isDayOff(own) || isDayOff(ownOf(from));
    const rows = away ? null : datedSet(after, regular, tail, own);
    if (rows === null) left.push(to);
    else if (setText(rows) !== setText(own)) {
      const off = absencesOf(own).flatMap(({ start, end }) =>
        start !== null && end !== null ? barsOfSet([{ start, end }]) : [],
      );
      const lost = off.filter((one) => after.some((bar) => bar.from < one.to && one.from < bar.to));
      changed.push({ ...to, before, after, rows, lost });
    }
  }
  return { changed, left };
}

/** Copies the shown week to the weeks after it. */
export function toFollowingWeeks(ids: readonly string[], monday: LocalDate, weeks: number): CopyPair[] {
  return pairsOfWeeks(
    ids,
    Array.from({ length: weeks }, (_, n) => [monday, addDays(monday, (n + 1) * 7)]),
  );
}

/** Copies a week of one employee to the same week of others. */
export function toOthers(source: string, ids: readonly string[], monday: LocalDate): CopyPair[] {
  return weekDates(monday).flatMap((date) =>
    ids.filter((id) => id !== source).map((id) => ({ from: { resourceId: source, date }, to: { resourceId: id, date } })),
  );
}

/**
 * Copies two weeks by turns: the shown one and the next are the patterns of the odd and the even weeks, by their number on the
 * calendar. After a week 53 two odd ones follow each other.
 * @param weeks number of weeks after these two that are written
 */
export function byTurns(ids: readonly string[], monday: LocalDate, weeks: number): CopyPair[] {
  const patterns = [monday, addDays(monday, 7)];
  const isOdd = (week: LocalDate) => weekNumberOf(week) % 2 === 1;
  return pairsOfWeeks(
    ids,
    Array.from({ length: weeks }, (_, n) => {
      const target = addDays(monday, (n + 2) * 7);
      return [patterns.find((one) => isOdd(one) === isOdd(target)) ?? monday, target];
    }),
  );
}

function pairsOfWeeks(ids: readonly string[], weeks: readonly (readonly LocalDate[])[]): CopyPair[] {
  return weeks.flatMap(([from = '', to = '']) =>
    weekDates(to).flatMap((date, day) =>
      ids.map((resourceId) => ({ from: { resourceId, date: addDays(from, day) }, to: { resourceId, date } })),
    ),
  );
}

/** A weekday of every week that a copy changes. */
export interface CopiedWeekday {
  readonly resourceId: string;
  readonly weekday: number;
  readonly before: readonly MinuteSpan[];
  readonly after: readonly MinuteSpan[];
  readonly rows: readonly ShiftInterval[];
}

/** Copies the weekly shifts of an employee to others; returns only the weekdays that change. */
export function copyEveryWeek(source: string, ids: readonly string[], weekly: WeeklySets): CopiedWeekday[] {
  const setOf = (id: string, weekday: number) => weekly.get(weeklyKey(id, weekday)) ?? [];
  return ids
    .filter((id) => id !== source)
    .flatMap((resourceId) =>
      WEEKDAYS.map((weekday) => {
        const rows = setOf(source, weekday);
        const was = setOf(resourceId, weekday);
        return {
          resourceId,
          weekday,
          rows,
          before: barsOfSet(was),
          after: barsOfSet(rows),
          same: JSON.stringify(rows) === JSON.stringify(was),
        };
      }),
    )
    .filter(({ same }) => !same)
    .map(({ same: _, ...day }) => day);
}
