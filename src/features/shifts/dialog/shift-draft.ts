/** What the shift dialog holds while it is open: the rows as they are stored, or as they were typed. */
import type { TFunction } from 'i18next';
import { type OverrideSets, overrideKey, type WeeklySets, weeklyKey } from '#domain/availability.ts';
import { absencesOf, hasOwnHours } from '#domain/own-hours.ts';
import { DEFAULT_SHIFT, type ShiftTimes } from '#domain/shift-hours.ts';
import { type LocalDate, weekdayOf } from '#domain/time.ts';
import type { OverrideInterval, ShiftInterval } from '#schemas/intervals.ts';
import { rowsWords, timeOffWords } from '#shifts/reads/shift-words.ts';

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
  /** When somebody is away. */
  readonly timeOff: readonly OverrideInterval[];
  /** The weekly shifts do not hold on the date (own-hours.ts). */
  readonly hasOwnHours: boolean;
}

export function storedDay(weekly: WeeklySets, overrides: OverrideSets, resourceId: string, date: LocalDate): StoredDay {
  const own = overrides.get(overrideKey(resourceId, date)) ?? [];
  return {
    weekly: weekly.get(weeklyKey(resourceId, weekdayOf(date))) ?? [],
    extra: own.flatMap(({ type, start, end }) =>
      type === 'additional_shift' && start !== null && end !== null ? [{ start, end }] : [],
    ),
    timeOff: absencesOf(own),
    hasOwnHours: hasOwnHours(own),
  };
}

/** „допълнително 18:00–20:00; отсъства 9:00–10:00“, what holds on the date alone; empty: nothing does. */
export function onceWords({ extra, timeOff, hasOwnHours: isOwn }: StoredDay, t: TFunction<'shifts'>): string {
  const shifts = extra.length > 0 ? t(isOwn ? 'own_hours' : 'extra', { hours: rowsWords(extra) }) : '';
  const away = timeOff.length > 0 ? t('time_off_of', { hours: timeOffWords(timeOff, t) }) : '';
  return [shifts, away].filter(Boolean).join('; ');
}

/** The rows that the dialog begins with: those that saving would replace, or 9:00 to 17:00 (SHIFT-28). */
export function rowsToBegin(stored: StoredDay, repeat: boolean): DraftRow[] {
  const rows = repeat ? stored.weekly : stored.extra;
  return (rows.length > 0 ? rows : [DEFAULT_SHIFT]).map((row, place) => ({ ...row, id: `stored-${place}` }));
}
