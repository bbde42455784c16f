/** Writes the whole days off of an import as the dialog for time off does. Other hours of the same date stay. */
import { insideOf } from '#data/inside-replica.ts';
import type { OpenReplica } from '#data/open-replica.ts';
import { replaceShiftSets, type ShiftPlanEdit } from '#data/shifts.commands.ts';
import { overrideKey } from '#domain/shifts/availability.ts';
import { withTimeOff } from '#domain/shifts/time-off.ts';
import type { LocalDate } from '#domain/time/time.ts';
import type { TimeOffReason } from '#schemas/employee_day_overrides.ts';
import { type OverrideInterval, overrideIntervalsOf } from '#schemas/intervals.ts';
import type { LocalRow } from '#schemas/registry.ts';

const setOf = ({ intervals, start_time, end_time, type }: LocalRow<'employee_day_overrides'>): readonly OverrideInterval[] =>
  intervals ? overrideIntervalsOf(intervals) : [{ start: start_time, end: end_time, type }];

const isWholeDay = ({ start, type }: OverrideInterval) => type === 'time_off' && start === null;

/** Returns the reason that the words of an entry give for a day off. */
export function reasonOf(words: string): TimeOffReason {
  if (/болн|sick/iu.test(words)) return 'sick';
  return /отпуск|почив|vacation|holiday|leave/iu.test(words) ? 'holiday' : 'other';
}

/**
 * Gives an employee whole days off. A day that is already off stays as it is.
 * @returns the sets that it wrote, for `undoShiftPlan`
 * @throws what the storage threw
 */
export async function takeDaysOff(
  replica: OpenReplica,
  resourceId: string,
  dates: readonly LocalDate[],
  reason: TimeOffReason,
): Promise<ShiftPlanEdit> {
  const idOf = (date: LocalDate) => `${overrideKey(resourceId, date)}/0`;
  const rows = await insideOf(replica).keptRows('employee_day_overrides', dates.map(idOf));
  const sets = dates.flatMap((date) => {
    const row = rows.get(idOf(date));
    const set = row?.deleted === false ? setOf(row) : [];
    return set.some(isWholeDay) ? [] : [{ resourceId, date, rows: withTimeOff(set, null), reason }];
  });
  return replaceShiftSets(replica, sets);
}
