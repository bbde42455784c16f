/**
 * Bulgaria's public holidays of a year (Labour Code, article 154). Easter is the Orthodox one. Where a holiday with a fixed date falls
 * on a weekend, the next working day is free in its place; the holidays of Easter move nothing.
 */
import { HOLIDAYS, type Holiday } from '#schemas/salon-days.ts';
import { addDays, type LocalDate, weekdayOf } from './time.ts';

/** The holidays with a fixed date, as MM-dd. */
const FIXED = {
  'new-year': '01-01',
  liberation: '03-03',
  labour: '05-01',
  'st-george': '05-06',
  letters: '05-24',
  unification: '09-06',
  independence: '09-22',
  'christmas-eve': '12-24',
  christmas: '12-25',
  'christmas-second': '12-26',
} as const satisfies Partial<Record<Holiday, string>>;

/** The holidays of Easter, in days from its Sunday. */
const OF_EASTER = { 'good-friday': -2, 'holy-saturday': -1, easter: 0, 'easter-monday': 1 } as const satisfies Partial<
  Record<Holiday, number>
>;

/** Returns Orthodox Easter Sunday of a year, by Meeus' rule for the Julian calendar. */
export function easterOf(year: number): LocalDate {
  const d = (19 * (year % 19) + 15) % 30;
  const e = (2 * (year % 4) + 4 * (year % 7) - d + 34) % 7;
  const [month, day] = [Math.floor((d + e + 114) / 31), ((d + e + 114) % 31) + 1];
  const julian = `${yearText(year)}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
  return addDays(julian, Math.floor(year / 100) - Math.floor(year / 400) - 2);
}

/** Returns a year as it begins a date. */
export const yearText = (year: number): string => String(year).padStart(4, '0');

const isWeekend = (date: LocalDate) => weekdayOf(date) === 0 || weekdayOf(date) === 6;

/** Returns the working days that are free in place of holidays on a weekend, in order. */
function inPlaceOf(year: number): LocalDate[] {
  const taken = new Set(HOLIDAYS.filter((one) => one !== 'in-place').flatMap((holiday) => holidayDates(holiday, year)));
  const free: LocalDate[] = [];
  for (const day of Object.values(FIXED)) {
    const holiday = `${yearText(year)}-${day}`;
    if (!isWeekend(holiday)) continue;
    let next = addDays(holiday, 1);
    while (isWeekend(next) || taken.has(next)) next = addDays(next, 1);
    taken.add(next);
    free.push(next);
  }
  return free;
}

/** Returns the dates of a holiday in a year: one, or as many as there are free days in place of those on a weekend. */
export function holidayDates(holiday: Holiday, year: number): LocalDate[] {
  if (holiday === 'in-place') return inPlaceOf(year);
  if (holiday in OF_EASTER) return [addDays(easterOf(year), OF_EASTER[holiday as keyof typeof OF_EASTER])];
  return [`${yearText(year)}-${FIXED[holiday as keyof typeof FIXED]}`];
}
