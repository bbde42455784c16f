/** The rows of the shift dialog: their total, and the faults that keep them from being saved (document 2 §2, §5, §9). */

import type { RefusalKey } from '#domain/records/refusal.ts';
import { MINUTES_OF_DAY, minuteOfClock } from '#domain/time/time.ts';
import type { ShiftInterval } from '#schemas/intervals.ts';

/** A row of the shift dialog, times as `HH:mm`. */
export type ShiftTimes = Readonly<ShiftInterval>;

/** The first row of the dialog if nothing is stored (document 2 §9, SHIFT-28). */
export const DEFAULT_SHIFT: ShiftTimes = { start: '09:00', end: '17:00' };
/** Step of the offered times in minutes, over the whole day (SHIFT-29, SHIFT-30). */
export const SHIFT_STEP = 15;

/**
 * Returns the minutes of a shift; an end before the start lies past midnight (document 2 §5). 0 while a time is missing or both are
 * equal.
 */
export function shiftMinutes({ start, end }: ShiftTimes): number {
  const minutes = minuteOfClock(end) - minuteOfClock(start);
  if (Number.isNaN(minutes)) return 0;
  return minutes < 0 ? minutes + MINUTES_OF_DAY : minutes;
}

/** True if the shift ends on the next day; an end at midnight counts as the next day. */
export const isPastMidnight = (times: ShiftTimes): boolean =>
  minuteOfClock(times.end) < minuteOfClock(times.start) && shiftMinutes(times) > 0;

/** Returns the total of the rows in whole hours, rounded down (document 2 §2, §9). */
export function totalHours(rows: readonly ShiftTimes[]): number {
  return Math.floor(rows.reduce((sum, row) => sum + shiftMinutes(row), 0) / 60);
}

/** The fault of a row, counted from 0. */
export interface RowsProblem {
  readonly key: Extract<RefusalKey, 'all_fields_required' | 'shift_times_equal' | 'shift_rows_overlap'>;
  readonly row: number;
}

/**
 * Returns the first fault in the rows of one day; null if they can be saved. A fault is a missing time, two equal times (SHIFT-23),
 * or an overlap with a row before it. Rows that only touch are two shifts, and right.
 */
export function rowsProblem(rows: readonly ShiftTimes[]): RowsProblem | null {
  for (const [row, { start, end }] of rows.entries()) {
    const from = minuteOfClock(start);
    if (Number.isNaN(from) || Number.isNaN(minuteOfClock(end))) return { key: 'all_fields_required', row };
    if (start === end) return { key: 'shift_times_equal', row };
    const to = from + shiftMinutes({ start, end });
    const overlaps = rows.slice(0, row).some((other) => {
      const otherFrom = minuteOfClock(other.start);
      return from < otherFrom + shiftMinutes(other) && otherFrom < to;
    });
    if (overlaps) return { key: 'shift_rows_overlap', row };
  }
  return null;
}
