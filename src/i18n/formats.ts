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
    // As part of a full date Bulgarian writes the month in lower case; asking for month and day gives that form in both languages.
    if (token === 'MMMM') return part(date, language, { month: 'long' });
    if (token === 'MMM') return part(date, language, { month: 'short' }).replace('.', '');
    return part(date, language, { weekday: token === 'EEEE' ? 'long' : 'short' });
  });
}

/** A calendar date as the salon writes it, or as the language does where no salon is known. */
export function writeShortDate(date: string, language: LanguageCode): string {
  return writeDate(date, salonFormats.getState().dateFormat ?? LANGUAGE_FORMATS[language].shortDate, language);
}
