import { MINUTES_OF_DAY, minuteOfClock } from './time.ts';

/** A row of the shift dialog, times as `HH:mm`. */
export interface ShiftTimes {
  readonly start: string;
  readonly end: string;
}

/** Minutes of a shift; an end before the start lies past midnight (document 2 §5). 0 while a time is missing or both are equal. */
export function shiftMinutes({ start, end }: ShiftTimes): number {
  const minutes = minuteOfClock(end) - minuteOfClock(start);
  if (Number.isNaN(minutes)) return 0;
  return minutes < 0 ? minutes + MINUTES_OF_DAY : minutes;
}

/** The total of the rows in whole hours, rounded down (document 2 §2, §9). */
export function totalHours(rows: readonly ShiftTimes[]): number {
  return Math.floor(rows.reduce((sum, row) => sum + shiftMinutes(row), 0) / 60);
}
