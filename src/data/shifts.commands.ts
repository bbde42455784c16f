/**
 * One set of shifts: a weekday's, or a date's. A replacement is one decision and writes one row: row 0, with the whole set in
 * `intervals` and its first entry's times; the server derives the rows above it. The empty set is row 0 marked deleted. Several
 * sets as one action, and taking one back, are in `shift-plans.ts`.
 */
import type { LocalDate } from '#domain/time.ts';
import type { OverrideInterval, ShiftInterval } from '#schemas/intervals.ts';
import type { OpenReplica } from './open-replica.ts';
import { replaceShiftSets, type ShiftPlanEdit } from './shift-plans.ts';

/**
 * Replaces all shifts of an employee's weekday (0 is Sunday); no rows: a day off (document 2 §4, SHIFT-31).
 * @returns what it replaced, for `undoShiftPlan`.
 * @throws Refusal `all_fields_required` without an employee or a time, `shift_times_equal`.
 */
export function replaceWeeklyShifts(
  replica: OpenReplica,
  resourceId: string,
  weekday: number,
  rows: readonly ShiftInterval[],
): Promise<ShiftPlanEdit> {
  return replaceShiftSets(replica, [{ resourceId, weekday, rows }]);
}

/**
 * Replaces all overrides of an employee's date, time off and additional shifts together; no rows: the weekly shifts hold
 * (document 2 §4, SHIFT-32).
 * @param rows both times null: the whole day off.
 * @returns what it replaced, for `undoShiftPlan`.
 * @throws Refusal `all_fields_required` without an employee, a date or a time, `shift_times_equal`.
 */
export function replaceDayOverrides(
  replica: OpenReplica,
  resourceId: string,
  date: LocalDate,
  rows: readonly OverrideInterval[],
): Promise<ShiftPlanEdit> {
  return replaceShiftSets(replica, [{ resourceId, date, rows }]);
}
