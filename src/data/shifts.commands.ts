/**
 * Sets of shifts: a weekday's, or a date's. A set is one decision and one row: row 0 holds the whole set in `intervals` and its
 * first entry's times, and the server derives the rows above it. The empty set is row 0 marked deleted. Many sets (a week for an
 * employee, a copied week, a rotation) are written in one call of `write` and undone together. The undo restores a set only while
 * it holds what was written here, because somebody else may have replaced it since.
 */

import { Refusal } from '#domain/records/refusal.ts';
import { overrideKey, weeklyKey } from '#domain/shifts/availability.ts';
import { absencesOf } from '#domain/shifts/own-hours.ts';
import { isLocalDate, type LocalDate, minuteOfClock } from '#domain/time/time.ts';
import type { TimeOffReason } from '#schemas/employee_day_overrides.ts';
import {
  type OverrideInterval,
  overrideIntervalsOf,
  overrideIntervalsText,
  type ShiftInterval,
  shiftIntervalsOf,
  shiftIntervalsText,
} from '#schemas/intervals.ts';
import type { LocalRow, TableName } from '#schemas/registry.ts';
import type { Change } from '#sync/replica.ts';
import { insideOf } from './inside-replica.ts';
import { rowOf } from './live-rows.ts';
import type { OpenReplica } from './open-replica.ts';
import { changeOf, type UndoOutcome } from './row-writes.ts';

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

/** The whole set of an employee's weekday (0 is Sunday). Without rows it is a day off. */
export interface PlannedWeekday {
  readonly resourceId: string;
  readonly weekday: number;
  readonly rows: readonly ShiftInterval[];
}

/** The whole set of an employee's date, time off and additional shifts together. Without rows the weekly shifts hold. */
export interface PlannedDate {
  readonly resourceId: string;
  readonly date: LocalDate;
  readonly rows: readonly OverrideInterval[];
  /** The reason of the time off; left out: it stays as it was. A date on which nobody is away has none. */
  readonly reason?: TimeOffReason | null;
}

/** A set of a weekday or of a date. */
export type PlannedSet = PlannedWeekday | PlannedDate;

/** The content of row 0 of a set that is not empty. */
interface Held {
  /** Canonical text of `schemas/intervals.ts`. */
  readonly intervals: string;
  /** Null if nobody is away, and for weekly shifts. */
  readonly reason: TimeOffReason | null;
}

/** The set that an action wrote, and the one before it; null for an empty set. */
interface SetEdit {
  readonly set: PlannedSet;
  readonly before: Held | null;
  readonly wrote: Held | null;
}

/** The sets that one action wrote. */
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

const idOf = (set: PlannedSet) =>
  `${isWeekday(set) ? weeklyKey(set.resourceId, set.weekday) : overrideKey(set.resourceId, set.date)}/0`;

/** Returns the new content of the set; a reason that is not named stays as it was. */
function wantedOf(set: PlannedSet, before: Held | null): Held | null {
  if (set.rows.length === 0) return null;
  if (isWeekday(set)) {
    return { intervals: shiftIntervalsText(distinct(set.rows.map(({ start, end }) => ({ start, end })))), reason: null };
  }
  const intervals = overrideIntervalsText(distinct(set.rows.map(({ start, end, type }) => ({ start, end, type }))));
  const reason = set.reason === undefined ? (before?.reason ?? null) : set.reason;
  return { intervals, reason: absencesOf(set.rows).length > 0 ? reason : null };
}

const isSame = (a: Held | null, b: Held | null) => a?.intervals === b?.intervals && a?.reason === b?.reason;

/** Reads the rows with these ids as they are now, in one read; missing and deleted ones are left out. */
async function rowsNow<N extends TableName>(replica: OpenReplica, table: N, ids: readonly string[]): Promise<LocalRow<N>[]> {
  if (ids.length === 0) return [];
  const documents = await insideOf(replica)
    .rows[table].findByIds([...ids])
    .exec();
  return [...documents.values()].map((document) => rowOf<N>(document)).filter((row) => !row.deleted);
}

/** Reads the sets as they are now, by the id of row 0: one read for each table, however many sets. An empty set has no entry. */
async function standing(replica: OpenReplica, sets: readonly PlannedSet[]): Promise<ReadonlyMap<string, Held>> {
  const [weekly, dated] = await Promise.all([
    rowsNow(replica, 'employee_weekly_shifts', sets.filter(isWeekday).map(idOf)),
    rowsNow(replica, 'employee_day_overrides', sets.filter((set) => !isWeekday(set)).map(idOf)),
  ]);
  return new Map<string, Held>([
    ...weekly.map(({ id, intervals, start_time: start, end_time: end }): [string, Held] => [
      id,
      { intervals: intervals || shiftIntervalsText([{ start, end }]), reason: null },
    ]),
    ...dated.map(({ id, intervals, start_time: start, end_time: end, type, off_reason: reason }): [string, Held] => [
      id,
      { intervals: intervals || overrideIntervalsText([{ start, end, type }]), reason },
    ]),
  ]);
}

/** Returns the change of row 0: the whole set, or its deletion. */
function changeTo(set: PlannedSet, held: Held | null): Change {
  const { resourceId: resource_id } = set;
  const id = idOf(set);
  if (isWeekday(set)) {
    const [first] = held ? shiftIntervalsOf(held.intervals) : [];
    if (!first || !held) return changeOf('employee_weekly_shifts', id, { deleted: true });
    const times = { start_time: first.start, end_time: first.end, intervals: held.intervals, deleted: false };
    return changeOf('employee_weekly_shifts', id, { resource_id, weekday: set.weekday, ...times });
  }
  const [first] = held ? overrideIntervalsOf(held.intervals) : [];
  if (!first || !held) return changeOf('employee_day_overrides', id, { deleted: true });
  const times = { type: first.type, start_time: first.start, end_time: first.end, intervals: held.intervals };
  return changeOf('employee_day_overrides', id, {
    ...{ resource_id, date: set.date, ...times },
    ...{ off_reason: held.reason, deleted: false },
  });
}

/**
 * Returns the changes of a plan that can go into one call of `write` with others, such as a new employee's row.
 * @throws Refusal `all_fields_required` without an employee, a day or a time, `shift_times_equal`.
 */
export function planChanges(sets: readonly PlannedSet[]): Change[] {
  sets.forEach(check);
  return sets.filter((set) => set.rows.length > 0).map((set) => changeTo(set, wantedOf(set, null)));
}

/**
 * Replaces all these sets in one call of `write`. A set that is already so is not written again; of two sets for the same weekday
 * or date the later counts.
 * @returns the edit for `undoShiftPlan`. @throws as `planChanges`, and what `write` throws.
 */
export async function replaceShiftSets(replica: OpenReplica, sets: readonly PlannedSet[]): Promise<ShiftPlanEdit> {
  sets.forEach(check);
  const wanted = [...new Map(sets.map((set) => [idOf(set), set])).values()];
  const now = await standing(replica, wanted);
  const edits = wanted
    .map((set): SetEdit => {
      const before = now.get(idOf(set)) ?? null;
      return { set, before, wrote: wantedOf(set, before) };
    })
    .filter(({ before, wrote }) => !isSame(before, wrote));
  if (edits.length > 0) await insideOf(replica).write(edits.map(({ set, wrote }) => changeTo(set, wrote)));
  return edits;
}

/** Undoes a plan: each set that nobody has replaced since. */
export async function undoShiftPlan(replica: OpenReplica, plan: ShiftPlanEdit): Promise<UndoOutcome> {
  const now = await standing(
    replica,
    plan.map(({ set }) => set),
  );
  const ours = plan.filter(({ set, wrote }) => isSame(now.get(idOf(set)) ?? null, wrote));
  if (ours.length > 0) await insideOf(replica).write(ours.map(({ set, before }) => changeTo(set, before)));
  if (ours.length === plan.length) return 'undone';
  return ours.length > 0 ? 'partly' : 'changed';
}
