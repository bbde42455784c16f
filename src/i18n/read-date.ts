/** Reads a date that a person types, in the order in which dates are written here; the order is read off a written one. */
import type { Language } from '#schemas/constants.ts';
import { formatShortDate } from './formats.ts';

/** A day, a month and a year that no two digits of each other could be mistaken for. */
const SAMPLE = { year: '3333', month: '11', day: '22' } as const;
type Part = keyof typeof SAMPLE;
const PARTS: readonly Part[] = ['year', 'month', 'day'];

const sample = (language: Language) => formatShortDate(`${SAMPLE.year}-${SAMPLE.month}-${SAMPLE.day}`, language);

function order(language: Language): Part[] {
  const written = sample(language);
  return [...PARTS].sort((a, b) => written.indexOf(SAMPLE[a]) - written.indexOf(SAMPLE[b]));
}

function dateOf(parts: Record<Part, string>): string | null {
  if (!/^[1-9]\d{3}$/.test(parts.year)) return null;
  const date = `${parts.year}-${parts.month.padStart(2, '0')}-${parts.day.padStart(2, '0')}`;
  const at = Date.parse(`${date}T00:00:00Z`);
  // The 31st of February is read as a day of March.
  return Number.isNaN(at) || new Date(at).toISOString().slice(0, 10) !== date ? null : date;
}

/**
 * The calendar date (yyyy-MM-dd) that `text` names, or null where it names none. Whatever stands between the numbers will do;
 * nothing between them does too, for keyboards of digits alone. A year in front is always understood.
 */
export function readShortDate(text: string, language: Language): string | null {
  const numbers = text.match(/\d+/g) ?? [];
  const places = numbers[0]?.length === 4 && numbers.length === 3 ? PARTS : order(language);
  const digits = numbers.join('');
  const apart = numbers.length === 3 ? numbers : digits.length === 8 && numbers.length === 1 ? cut(digits, places) : null;
  if (!apart) return null;
  const of = (part: Part) => apart[places.indexOf(part)] ?? '';
  return dateOf({ year: of('year'), month: of('month'), day: of('day') });
}

function cut(digits: string, places: readonly Part[]): string[] {
  let from = 0;
  return places.map((part) => {
    const until = from + SAMPLE[part].length;
    const piece = digits.slice(from, until);
    from = until;
    return piece;
  });
}

/** Returns the text of a date field: a date in the salon's format, anything else as it was typed. */
export function shownDate(value: string, language: Language): string {
  return isDate(value) ? formatShortDate(value, language) : value;
}

/** Says if the value of a date field is a whole date, yyyy-MM-dd, and not one that is half typed. */
export function isDate(value: string): boolean {
  const [year = '', month = '', day = ''] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(value)?.slice(1) ?? [];
  return dateOf({ year, month, day }) !== null;
}

/** How a date is to be typed, in letters: „дд/мм/гггг“. */
export function dateLetters(language: Language, letters: Record<Part, string>): string {
  return PARTS.reduce((text, part) => text.replace(SAMPLE[part], letters[part]), sample(language));
}
