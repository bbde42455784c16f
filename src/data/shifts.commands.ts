/**
 * Weekly shifts and day overrides. A replacement is one decision and writes one row: row 0, with the whole set in `intervals`
 * and its first entry's times; the server derives the rows above it. The empty set is row 0 marked deleted.
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
import type { Replica } from '#sync/replica.ts';
import { changeOf, deleteRow } from './row-writes.ts';

/** Times `HH:mm`; an end before the start lies on the next day, an equal one means nothing (SHIFT-23). */
function checkTimes({ start, end }: { start: string; end: string }): void {
  if (Number.isNaN(minuteOfClock(start)) || Number.isNaN(minuteOfClock(end))) throw new Refusal('all_fields_required', 'start');
  if (start === end) throw new Refusal('shift_times_equal', 'end');
}

const distinct = <I>(set: readonly I[]): I[] => [...new Map(set.map((i) => [JSON.stringify(i), i])).values()];

/**
 * Replaces all shifts of an employee's weekday (0 is Sunday); no rows: a day off.
 * @throws Refusal `all_fields_required` without an employee or a time, `shift_times_equal`.
 */
export async function replaceWeeklyShifts(
  replica: Replica,
  resourceId: string,
  weekday: number,
  rows: readonly ShiftInterval[],
): Promise<void> {
  if (!resourceId || !(weekday >= 0 && weekday <= 6)) throw new Refusal('all_fields_required', 'resource_id');
  rows.forEach(checkTimes);
  const id = `${weeklyKey(resourceId, weekday)}/0`;
  const intervals = shiftIntervalsText(distinct(rows.map(({ start, end }) => ({ start, end }))));
  const [first] = shiftIntervalsOf(intervals);
  if (!first) return deleteRow(replica, 'employee_weekly_shifts', id);
  const values = { resource_id: resourceId, weekday, start_time: first.start, end_time: first.end, intervals, deleted: false };
  await replica.write([changeOf('employee_weekly_shifts', id, values)]);
}

/**
 * Replaces all overrides of an employee's date, time off and additional shifts together; no rows: the weekly shifts hold.
 * @param rows both times null: the whole day off.
 * @throws Refusal `all_fields_required` without an employee, a date or a time, `shift_times_equal`.
 */
export async function replaceDayOverrides(
  replica: Replica,
  resourceId: string,
  date: LocalDate,
  rows: readonly OverrideInterval[],
): Promise<void> {
  if (!resourceId) throw new Refusal('all_fields_required', 'resource_id');
  if (!isLocalDate(date)) throw new Refusal('all_fields_required', 'date');
  for (const { start, end, type } of rows) {
    if (start === null && end === null && type === 'time_off') continue;
    checkTimes({ start: start ?? '', end: end ?? '' });
  }
  const id = `${overrideKey(resourceId, date)}/0`;
  const intervals = overrideIntervalsText(distinct(rows.map(({ start, end, type }) => ({ start, end, type }))));
  const [first] = overrideIntervalsOf(intervals);
  if (!first) return deleteRow(replica, 'employee_day_overrides', id);
  const values = {
    resource_id: resourceId,
    date,
    type: first.type,
    start_time: first.start,
    end_time: first.end,
    intervals,
    deleted: false,
  };
  await replica.write([changeOf('employee_day_overrides', id, values)]);
}
