import { createStore } from 'zustand/vanilla';
import { LANGUAGE_FORMATS, type LanguageCode } from './languages.ts';

/** What the open salon says about formats. `app` feeds it; null stands for "no salon known", then the language's own formats hold. */
export interface SalonFormats {
  dateFormat: string | null;
}

export const salonFormats = createStore<SalonFormats>(() => ({ dateFormat: null }));

export function setSalonFormats(formats: SalonFormats): void {
  salonFormats.setState(formats);
}

/** Intl's own short months will not do: '11' in Bulgarian and 'Sept' in British English. */
const SHORT_MONTHS = {
  bg: ['яну', 'фев', 'мар', 'апр', 'май', 'юни', 'юли', 'авг', 'сеп', 'окт', 'ное', 'дек'],
  en: ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'],
} as const;

/** A calendar date (yyyy-MM-dd, no zone) as the instant of its UTC midnight, so that Intl can name its parts. */
function utc(date: string): Date {
  return new Date(`${date}T00:00:00Z`);
}

function part(date: string, language: LanguageCode, options: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat(language === 'bg' ? 'bg-BG' : 'en-GB', { ...options, timeZone: 'UTC' }).format(utc(date));
}

/** Writes a calendar date (yyyy-MM-dd) in a Unicode pattern made of yyyy, MMMM, MMM, MM, dd, d, EEEE and EEE. */
export function writeDate(date: string, pattern: string, language: LanguageCode): string {
  const [year = '', month = '', day = ''] = date.split('-');
  return pattern.replace(/yyyy|MMMM|MMM|MM|dd|d|EEEE|EEE/g, (token) => {
    if (token === 'yyyy') return year;
    if (token === 'MM') return month;
    if (token === 'dd') return day;
    if (token === 'd') return String(Number(day));
    if (token === 'MMMM') return part(date, language, { month: 'long' });
    if (token === 'MMM') return SHORT_MONTHS[language][Number(month) - 1] ?? month;
    return part(date, language, { weekday: token === 'EEEE' ? 'long' : 'short' });
  });
}

/** A calendar date as the salon writes it, or as the language does where no salon is known. */
export function writeShortDate(date: string, language: LanguageCode): string {
  return writeDate(date, salonFormats.getState().dateFormat ?? LANGUAGE_FORMATS[language].shortDate, language);
}
