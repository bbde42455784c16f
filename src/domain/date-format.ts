/**
 * How dates and times are shown (document 1 §3, §9). Here alone the spec's notation of formats meets dayjs's, which is not
 * the same: `dd` is a day of the month there and a weekday here.
 */
import dayjs from 'dayjs';
import 'dayjs/locale/bg';
import 'dayjs/locale/en-gb';
import type { DateFormat, Language } from '#schemas/constants.ts';
import { type LocalDate, MINUTES_OF_DAY, zonedParts } from './time.ts';

/** The salon's three formats and the Bulgarian ones of document 1 §9, spec notation to dayjs's. */
const DAYJS_OF = {
  'dd/MM/yyyy': 'DD/MM/YYYY',
  'MM/dd/yyyy': 'MM/DD/YYYY',
  'yyyy-MM-dd': 'YYYY-MM-DD',
  'dd MMM yyyy': 'DD MMM YYYY',
  'dd MMMM yyyy': 'DD MMMM YYYY',
  'EEEE, dd MMMM yyyy': 'dddd, DD MMMM YYYY',
  'dd.MM.yyyy': 'DD.MM.YYYY',
} as const satisfies Record<DateFormat, string> & Record<string, string>;

/** A format in the spec's notation. */
export type SpecDateFormat = keyof typeof DAYJS_OF;

/** The formats of document 1 §9, by their names there. */
export const NAMED_FORMATS = {
  short: 'dd/MM/yyyy',
  medium: 'dd MMM yyyy',
  long: 'dd MMMM yyyy',
  full: 'EEEE, dd MMMM yyyy',
} as const satisfies Record<string, SpecDateFormat>;

/** The notation of dayjs for a format in the spec's. */
export function dayjsFormat(format: SpecDateFormat): string {
  return DAYJS_OF[format];
}

const LOCALES = { bg: 'bg', en: 'en-gb' } as const;
const at = (date: LocalDate, lang: Language) => dayjs(date).locale(LOCALES[lang]);

/** A date in the salon's format (or one of document 1 §9), months and weekdays in the interface's language. */
export function formatDate(date: LocalDate, format: SpecDateFormat, lang: Language): string {
  return at(date, lang).format(dayjsFormat(format));
}

/** `short`: „пт, 20 ноември 2026“ / "Fri, 20 November 2026"; `long`: „петък, 20 ноември 2026“. The calendar's bar. */
export function formatDayLabel(date: LocalDate, lang: Language, width: 'short' | 'long'): string {
  return `${formatWeekday(date, lang, width)}, ${at(date, lang).format('D MMMM YYYY')}`;
}

/** „20 ноември“ / "20 November". */
export function formatDayMonth(date: LocalDate, lang: Language): string {
  return at(date, lang).format('D MMMM');
}

/** „пт“ or „петък“ / "Fri" or "Friday". Lower case in Bulgarian. */
export function formatWeekday(date: LocalDate, lang: Language, width: 'short' | 'long'): string {
  return at(date, lang).format(width === 'long' ? 'dddd' : lang === 'bg' ? 'dd' : 'ddd');
}

/**
 * „16–22 ноември 2026“; the month and the year are said twice only where they differ.
 * @param twoMonths how two months are written: „28 сеп – 4 окт 2026“ where there is little room
 */
export function formatWeekLabel(from: LocalDate, to: LocalDate, lang: Language, twoMonths: 'short' | 'long' = 'long'): string {
  const first = at(from, lang);
  const last = at(to, lang);
  if (first.isSame(last, 'month')) return `${first.format('D')}–${last.format('D MMMM YYYY')}`;
  const month = twoMonths === 'short' ? 'MMM' : 'MMMM';
  const start = first.isSame(last, 'year') ? `D ${month}` : `D ${month} YYYY`;
  return `${first.format(start)} – ${last.format(`D ${month} YYYY`)}`;
}

/** A minute of the day as `H:mm` (document 1 §9); 1440 is 24:00, what lies beyond counts on into the next day. */
export function formatTime(minute: number): string {
  const inDay = minute === MINUTES_OF_DAY ? minute : ((minute % MINUTES_OF_DAY) + MINUTES_OF_DAY) % MINUTES_OF_DAY;
  return `${Math.floor(inDay / 60)}:${String(inDay % 60).padStart(2, '0')}`;
}

/** `9:00–10:00`, without spaces; show it with `white-space: nowrap`. */
export function formatTimeRange(fromMinute: number, toMinute: number): string {
  return `${formatTime(fromMinute)}–${formatTime(toMinute)}`;
}

/** The time of an instant on the zone's wall clock, `H:mm`. */
export function formatTimeOf(iso: string, zone: string): string {
  return formatTime(zonedParts(iso, zone).minute);
}

/** The administrator's tables, `dd.MM.yyyy HH:mm` (document 3 §9). */
export function formatAdminDateTime(iso: string, zone: string): string {
  const { date, minute } = zonedParts(iso, zone);
  return `${dayjs(date).format(dayjsFormat('dd.MM.yyyy'))} ${formatTime(minute).padStart(5, '0')}`;
}
