/** What the shift dialog holds while it is open: the rows as they are stored, or as they were typed. */
import { type OverrideSets, overrideKey, type WeeklySets, weeklyKey } from '#domain/availability.ts';
import { DEFAULT_SHIFT, type ShiftTimes } from '#domain/shift-hours.ts';
import { type LocalDate, weekdayOf } from '#domain/time.ts';
import type { OverrideInterval, ShiftInterval } from '#schemas/intervals.ts';

/** A row of the dialog; the id tells rows of the same times apart. */
export interface DraftRow extends ShiftTimes {
  readonly id: string;
}

/** What is stored about an employee's date. */
export interface StoredDay {
  /** The weekday's shifts, of every week. */
  readonly weekly: readonly ShiftInterval[];
  /** The date's own shifts. */
  readonly extra: readonly ShiftInterval[];
  readonly timeOff: readonly OverrideInterval[];
}

export function storedDay(weekly: WeeklySets, overrides: OverrideSets, resourceId: string, date: LocalDate): StoredDay {
  const own = overrides.get(overrideKey(resourceId, date)) ?? [];
  return {
    weekly: weekly.get(weeklyKey(resourceId, weekdayOf(date))) ?? [],
    extra: own.flatMap(({ type, start, end }) =>
      type === 'additional_shift' && start !== null && end !== null ? [{ start, end }] : [],
    ),
    timeOff: own.filter(({ type }) => type === 'time_off'),
  };
}

/** The rows that the dialog begins with: those that saving would replace, or 9:00 to 17:00 (SHIFT-28). */
export function rowsToBegin(stored: StoredDay, repeat: boolean): DraftRow[] {
  const rows = repeat ? stored.weekly : stored.extra;
  return (rows.length > 0 ? rows : [DEFAULT_SHIFT]).map((row, place) => ({ ...row, id: `stored-${place}` }));
}
