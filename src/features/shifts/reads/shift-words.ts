/** How shifts and time off are said on the screens of the shifts. */

import type { TFunction } from 'i18next';
import { leftOffShift } from '#data/events/off-shift.queries.ts';
import type { OpenReplica } from '#data/open-replica.ts';
import type { PlannedSet } from '#data/shifts.commands.ts';
import { type LocalDate, minuteOfClock, weekdayOf } from '#domain/time/time.ts';
import { formatTimeRange } from '#domain/time/time-format.ts';
import { formatDayMonth } from '#i18n/formats.ts';
import { i18n } from '#i18n/i18n.ts';
import type { Language } from '#schemas/constants.ts';
import type { TimeOffReason } from '#schemas/employee_day_overrides.ts';
import type { OverrideInterval, ShiftInterval } from '#schemas/intervals.ts';
import type { PlannedDay } from './week-plan.ts';

/** „9:00–13:00“ of stored times. */
const range = (start: string, end: string) => formatTimeRange(minuteOfClock(start), minuteOfClock(end));

/** „9:00–13:00, 14:00–18:00“; empty without rows. */
export const rowsWords = (rows: readonly ShiftInterval[]): string => rows.map(({ start, end }) => range(start, end)).join(', ');

/** „цял ден“, or „10:00–12:00“. */
export const timeOffWords = (rows: readonly OverrideInterval[], t: TFunction<'shifts'>): string =>
  rows.map(({ start, end }) => (start === null || end === null ? t('whole_day') : range(start, end))).join(', ');

/** „всеки понеделник“, „всяка сряда“. */
export const everyWeekday = (date: LocalDate, t: TFunction<'shifts'>): string =>
  t(`every_${weekdayOf(date) as 0 | 1 | 2 | 3 | 4 | 5 | 6}`);

/** Returns the scope of saving or deleting in words: „всеки понеделник“, or „23 ноември“. */
export const scopeWords = (repeat: boolean, date: LocalDate, t: TFunction<'shifts'>, language: Language): string =>
  repeat ? everyWeekday(date, t) : formatDayMonth(date, language);

/** „ (отпуск)“ behind what is off; empty without a reason. For the team's screens only: never printed, never shared. */
export const reasonWords = (reason: TimeOffReason | null, t: TFunction<'shifts'>): string =>
  reason ? ` (${t(`why.${reason}`).toLocaleLowerCase()})` : '';

/** „отсъства цял ден (отпуск)“ of a planned day; empty where nobody took time off. */
export const offWords = ({ off }: Pick<PlannedDay, 'off'>, t: TFunction<'shifts'>): string =>
  off ? t('time_off_of', { hours: timeOffWords(off.times, t) }) + reasonWords(off.reason, t) : '';

/** Returns the warning about a change of shifts before it is written: „2 записани часа вече са извън смените.“, or undefined. */
export async function leftOffWords(replica: OpenReplica, sets: readonly PlannedSet[]): Promise<string | undefined> {
  try {
    const count = await leftOffShift(replica, sets, new Date().toISOString());
    return count > 0 ? i18n.t('shifts:left_off', { count }) : undefined;
  } catch (error) {
    console.warn('What the change leaves off shift was not read', error);
    return undefined; // the shifts are saved all the same
  }
}
