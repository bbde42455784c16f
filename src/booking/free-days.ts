/** The days that can be looked at, and the free starts of each. Pure. */
import { addDays, daysBetween, type LocalDate, zonedParts } from '#domain/time/time.ts';
import { MOST_SLOT_DAYS } from '#schemas/online.ts';

/** Days that stand on the page at once. */
export const DAYS_AT_ONCE = MOST_SLOT_DAYS;

export interface FreeDay {
  readonly date: LocalDate;
  /** ISO UTC, in their order. */
  readonly starts: readonly string[];
}

/** Returns these days with their starts. @param zone of the salon */
export function freeDays(from: LocalDate, days: number, starts: readonly string[], zone: string): readonly FreeDay[] {
  const byDay = new Map<LocalDate, string[]>();
  for (const start of starts) {
    const { date } = zonedParts(start, zone);
    byDay.set(date, [...(byDay.get(date) ?? []), start]);
  }
  return Array.from({ length: days }, (_, n) => addDays(from, n)).map((date) => ({ date, starts: byDay.get(date) ?? [] }));
}

/** Returns how many days stand on the page from a day on: no more than the salon lets book ahead. */
export const daysFrom = (from: LocalDate, last: LocalDate): number => Math.min(DAYS_AT_ONCE, daysBetween(from, last) + 1);

export const DAY_PARTS = ['morning', 'afternoon', 'evening'] as const;
export type DayPart = (typeof DAY_PARTS)[number];

/** Returns the part of the day in which a minute of it lies. */
export const partOf = (minute: number): DayPart => (minute < 12 * 60 ? 'morning' : minute < 17 * 60 ? 'afternoon' : 'evening');
