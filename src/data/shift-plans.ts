/**
 * Many sets of shifts as one action: a week for an employee, a copied week, a rotation. Each set is written as its row 0
 * (shifts.commands.ts), all in one call of the door, and all are taken back together: a set goes back only while it holds what
 * was written here, because somebody else may have replaced it since.
 */

import { overrideKey, weeklyKey } from '#domain/availability.ts';
import { Refusal } from '#domain/refusal.ts';
import { isLocalDate, type LocalDate, minuteOfClock } from '#domain/time.ts';
import {
  type OverrideInterval,
  overrideIntervalsOf,
  overrideIntervalsText,
  type ShiftInterval,
  shiftIntervalsOf,
  shiftIntervalsText,
} from '#schemas/intervals.ts';
import type { Change } from '#sync/replica.ts';
import { insideOf } from './inside-replica.ts';
import type { OpenReplica as Replica } from './open-replica.ts';
import { changeOf, rowNow } from './row-writes.ts';
import type { UndoOutcome } from './undo-outcome.ts';

/** The whole set of an employee's weekday (0 is Sunday). No rows: a day off. */
export interface PlannedWeekday {
  readonly resourceId: string;
  readonly weekday: number;
  readonly rows: readonly ShiftInterval[];
}

/** The whole set of an employee's date, time off and additional shifts together. No rows: the weekly shifts hold. */
export interface PlannedDate {
  readonly resourceId: string;
  readonly date: LocalDate;
  readonly rows: readonly OverrideInterval[];
}

export type PlannedSet = PlannedWeekday | PlannedDate;

/** What an action wrote, and what stood there before: canonical texts of `schemas/intervals.ts`, null for an empty set. */
interface SetEdit {
  readonly set: PlannedSet;
  readonly before: string | null;
  readonly wrote: string | null;
}

export type ShiftPlanEdit = readonly SetEdit[];

const isWeekday = (set: PlannedSet): set is PlannedWeekday => 'weekday' in set;

function checkTimes(start: string | null, end: string | null): void {
  if (Number.isNaN(minuteOfClock(start ?? '')) || Number.isNaN(minuteOfClock(end ?? '')))
    throw new Refusal('all_fields_required', 'start');
  if (start === end) throw new Refusal('shift_times_equal', 'end');
}

function check(set: PlannedSet): void {
  if (!set.resourceId) throw new Refusal('all_fields_required', 'resource_id');
  if (isWeekday(set)) {
    if (!(set.weekday >= 0 && set.weekday <= 6)) throw new Refusal('all_fields_required', 'weekday');
    for (const { start, end } of set.rows) checkTimes(start, end);
    return;
  }
  if (!isLocalDate(set.date)) throw new Refusal('all_fields_required', 'date');
  for (const { start, end, type } of set.rows) {
    if (start === null && end === null && type === 'time_off') continue;
    checkTimes(start, end);
  }
}

const distinct = <I>(rows: readonly I[]): I[] => [...new Map(rows.map((row) => [JSON.stringify(row), row])).values()];

function textOf(set: PlannedSet): string | null {
  if (set.rows.length === 0) return null;
  return isWeekday(set)
    ? shiftIntervalsText(distinct(set.rows.map(({ start, end }) => ({ start, end }))))
    : overrideIntervalsText(distinct(set.rows.map(({ start, end, type }) => ({ start, end, type }))));
}

/** What stands there now; null: no set. */
async function standing(replica: Replica, set: PlannedSet): Promise<string | null> {
  if (isWeekday(set)) {
    const row = await rowNow(replica, 'employee_weekly_shifts', `${weeklyKey(set.resourceId, set.weekday)}/0`);
    if (!row) return null;
    return row.intervals || shiftIntervalsText([{ start: row.start_time, end: row.end_time }]);
  }
  const row = await rowNow(replica, 'employee_day_overrides', `${overrideKey(set.resourceId, set.date)}/0`);
  if (!row) return null;
  return row.intervals || overrideIntervalsText([{ start: row.start_time, end: row.end_time, type: row.type }]);
}

/** Row 0 with the whole set; without one it is marked deleted. */
function changeTo(set: PlannedSet, intervals: string | null): Change {
  const { resourceId: resource_id } = set;
  if (isWeekday(set)) {
    const id = `${weeklyKey(resource_id, set.weekday)}/0`;
    const [first] = intervals ? shiftIntervalsOf(intervals) : [];
    if (!first || !intervals) return changeOf('employee_weekly_shifts', id, { deleted: true });
    const times = { start_time: first.start, end_time: first.end, intervals, deleted: false };
    return changeOf('employee_weekly_shifts', id, { resource_id, weekday: set.weekday, ...times });
  }
  const id = `${overrideKey(resource_id, set.date)}/0`;
  const [first] = intervals ? overrideIntervalsOf(intervals) : [];
  if (!first || !intervals) return changeOf('employee_day_overrides', id, { deleted: true });
  const times = { type: first.type, start_time: first.start, end_time: first.end, intervals, deleted: false };
  return changeOf('employee_day_overrides', id, { resource_id, date: set.date, ...times });
}

/**
 * The changes of a plan that can go into one call of the door with others, such as a new employee's row.
 * @throws Refusal `all_fields_required` without an employee, a day or a time, `shift_times_equal`.
 */
export function planChanges(sets: readonly PlannedSet[]): Change[] {
  sets.forEach(check);
  return sets.filter((set) => set.rows.length > 0).map((set) => changeTo(set, textOf(set)));
}

/**
 * Replaces all these sets in one call of the door; what stands there already is not written again.
 * @returns what `undoShiftPlan` takes back. @throws as `planChanges`, and what the door throws.
 */
export async function replaceShiftSets(replica: Replica, sets: readonly PlannedSet[]): Promise<ShiftPlanEdit> {
  sets.forEach(check);
  const edits: SetEdit[] = [];
  for (const set of sets) {
    const edit = { set, before: await standing(replica, set), wrote: textOf(set) };
    if (edit.before !== edit.wrote) edits.push(edit);
  }
  if (edits.length > 0) await insideOf(replica).write(edits.map(({ set, wrote }) => changeTo(set, wrote)));
  return edits;
}

/** Takes a plan back: each set that nobody has replaced since. */
export async function undoShiftPlan(replica: Replica, plan: ShiftPlanEdit): Promise<UndoOutcome> {
  const back: Change[] = [];
  for (const { set, before, wrote } of plan) {
    if ((await standing(replica, set)) === wrote) back.push(changeTo(set, before));
  }
  if (back.length > 0) await insideOf(replica).write(back);
  if (back.length === plan.length) return 'undone';
  return back.length > 0 ? 'partly' : 'changed';
}
