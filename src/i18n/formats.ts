/**
 * How a calendar date (yyyy-MM-dd, no zone) is written: here alone, in the spec's notation (document 1 §3, §9). Features ask
 * for a way of writing by its name, never by a format; `tests/rules/date-formats.test.ts` holds that.
 *
 * - In numbers (fields, cards, toasts, sentences, lists of changes) as the salon writes dates: `formatDay`, `formatShortDate`.
 * - In words (headings, names for the ear, where no order of numbers can be mistaken) in the forms of document 1 §9: the rest.
 *
 * Everywhere the day of the month has two digits.
 */
import dayjs from 'dayjs';
import 'dayjs/locale/bg';
import { createStore } from 'zustand/vanilla';
import type { Language } from '#schemas/constants.ts';

/** The forms of document 1 §9, the same in both languages. `short` holds where the salon has set no format of its own. */
export const DATE_FORMS = {
  short: 'dd/MM/yyyy',
  medium: 'dd MMM yyyy',
  long: 'dd MMMM yyyy',
  full: 'EEEE, dd MMMM yyyy',
} as const;

/** The administrator's tables (document 3 §9). */
const ADMIN_DATE = 'dd.MM.yyyy';

/** The formats of the open salon. `app` sets them; null stands for "no salon known". */
export interface SalonFormats {
  dateFormat: string | null;
}

export const salonFormats = createStore<SalonFormats>(() => ({ dateFormat: null }));

export function setSalonFormats(formats: SalonFormats): void {
  salonFormats.setState(formats);
}

/**
 * dayjs's names are the spec's; Intl's own will not do ('11' for a short month in Bulgarian, 'Sept' in British English). It
 * knows a language by our code; the English names come with it.
 */
const at = (date: string, language: Language) => dayjs(date).locale(language);

/** The spec's notation to dayjs's: `dd` is a day of the month there and a weekday here. */
const DAYJS_OF: Readonly<Record<string, string>> = { yyyy: 'YYYY', MMMM: 'MMMM', MMM: 'MMM', MM: 'MM', dd: 'DD', EEEE: 'dddd' };

/**
 * A date in a format of the spec's notation, made of yyyy, MMMM, MMM, MM, dd, EEEE and EEE; names in the given language. For
 * who shows a format itself (the salon's sample); whoever shows a date takes one of the functions below.
 */
export function formatDate(date: string, format: string, language: Language): string {
  const inDayjs = format.replace(/yyyy|MMMM|MMM|MM|dd|EEEE|EEE/g, (token) => DAYJS_OF[token] ?? shortWeekday(language));
  return at(date, language).format(inDayjs);
}

/** „пт“, which dayjs counts among the shortest, and "Fri". */
const shortWeekday = (language: Language) => (language === 'bg' ? 'dd' : 'ddd');

/** „20/11/2026“ as the salon writes it. */
export function formatShortDate(date: string, language: Language): string {
  return formatDate(date, salonFormats.getState().dateFormat ?? DATE_FORMS.short, language);
}

/** „пт, 20/11/2026“: the weekday, then the date as the salon writes it. */
export function formatDay(date: string, language: Language): string {
  return `${formatWeekday(date, language, 'short')}, ${formatShortDate(date, language)}`;
}

/** `short`: „пт, 20 ноември 2026“ / "Fri, 20 November 2026"; `long`, the full form: „петък, 20 ноември 2026“. */
export function formatDayLabel(date: string, language: Language, width: 'short' | 'long'): string {
  if (width === 'long') return formatDate(date, DATE_FORMS.full, language);
  return `${formatWeekday(date, language, 'short')}, ${formatDate(date, DATE_FORMS.long, language)}`;
}

/** „20 ноември“ / "20 November": where the year is plain. */
export function formatDayMonth(date: string, language: Language): string {
  return formatDate(date, 'dd MMMM', language);
}

/** „ноември 2026“ / "November 2026". */
export function formatMonth(date: string, language: Language): string {
  return formatDate(date, 'MMMM yyyy', language);
}

/** „пт“ or „петък“ / "Fri" or "Friday". Lower case in Bulgarian. */
export function formatWeekday(date: string, language: Language, width: 'short' | 'long'): string {
  return at(date, language).format(width === 'long' ? 'dddd' : shortWeekday(language));
}

/**
 * „16–22 ноември 2026“; the month and the year are said twice only where they differ.
 * @param twoMonths how two months are written: „28 сеп – 04 окт 2026“ where there is little room
 */
export function formatWeekLabel(from: string, to: string, language: Language, twoMonths: 'short' | 'long' = 'long'): string {
  if (from.slice(0, 7) === to.slice(0, 7)) return `${from.slice(8)}–${formatDate(to, DATE_FORMS.long, language)}`;
  const form = twoMonths === 'short' ? DATE_FORMS.medium : DATE_FORMS.long;
  const start = formatDate(from, form, language);
  return `${from.slice(0, 4) === to.slice(0, 4) ? start.slice(0, -5) : start} – ${formatDate(to, form, language)}`;
}

/** „20.11.2026“: a day in the administrator's area. */
export function formatAdminDate(date: string): string {
  return formatDate(date, ADMIN_DATE, 'en');
}

/**
 * The administrator's tables, `dd.MM.yyyy HH:mm` (document 3 §9).
 * @param at the day and the minute of it, as `zonedParts` of src/domain/time/time.ts has them
 */
export function formatAdminDateTime({ date, minute }: { date: string; minute: number }): string {
  const [hours, minutes] = [Math.floor(minute / 60), minute % 60].map((part) => String(part).padStart(2, '0'));
  return `${formatAdminDate(date)} ${hours}:${minutes}`;
}
