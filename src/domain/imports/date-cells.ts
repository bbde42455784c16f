/** Reads birth dates as people and programs write them into a cell. */
import { isLocalDate, type LocalDate } from '#domain/time/time.ts';
import { isNothing, plainCell } from './looks.ts';

/** `day_and_month` is a birthday without its year. `isPart` is true if the cell holds more than this date. */
export type DateCell =
  | { readonly kind: 'date'; readonly date: LocalDate; readonly isPart?: true }
  | { readonly kind: 'day_and_month' }
  | { readonly kind: 'nothing' }
  | { readonly kind: 'unread' };

/** True if the month stands before the day: in dates with dots, and in all others. */
export interface MonthFirst {
  readonly dots: boolean;
  readonly others: boolean;
}

const NOTHING: DateCell = { kind: 'nothing' };
const UNREAD: DateCell = { kind: 'unread' };
const DAY_AND_MONTH: DateCell = { kind: 'day_and_month' };

const WEEKDAY =
  /^(?:понеделник|вторник|сряда|четвъртък|петък|събота|неделя|пон|вт|ср|чет|чт|пет|пт|съб|сб|нед|нд|(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?)\.?,?\s+/u;

const MONTHS: readonly (readonly string[])[] = [
  ['януари', 'january', 'i'],
  ['февруари', 'february', 'ii'],
  ['март', 'march', 'iii'],
  ['април', 'april', 'iv'],
  ['май', 'may', 'v'],
  ['юни', 'june', 'vi'],
  ['юли', 'july', 'vii'],
  ['август', 'august', 'viii'],
  ['септември', 'september', 'ix'],
  ['октомври', 'october', 'x'],
  ['ноември', 'november', 'xi'],
  ['декември', 'december', 'xii'],
];

/** Returns 1 to 12 for the name of a month (its first three letters or more), or for its Roman number; 0 for any other word. */
function monthOf(word: string): number {
  const roman = word.replaceAll('х', 'x').replaceAll('і', 'i');
  return MONTHS.findIndex((names) => names.some((name) => name === roman || (word.length >= 3 && name.startsWith(word)))) + 1;
}

/** The longest cell that is read. A longer text is a story with a date in it, and the patterns would take long for it. */
const LONGEST_CELL = 100;

/** Words that may stand beside a date and change nothing. */
const BESIDE = new Set([
  'г',
  'год',
  'година',
  'на',
  'st',
  'nd',
  'rd',
  'th',
  'of',
  'the',
  'ти',
  'ви',
  'ри',
  'ми',
  'роден',
  'родена',
  'born',
  'on',
]);

/** Returns a cell without its time and its weekday, in lower case. */
const dayText = (text: string): string =>
  plainCell(text)
    .normalize('NFC')
    .toLowerCase()
    .replace(/(?:(?<=\d)t|[\s,])\s*\d{1,2}:\d{2}.*$/su, '')
    .replace(/^(?:роден[ао]?|born)\s+(?:(?:на|on)\s+)?/u, '')
    .replace(WEEKDAY, '')
    .replace(/\s*(?:г|год|година)\.?,?$/u, '')
    .trim();

const NUMERIC = /^(\d{1,4})\s*[./\\,\s-]\s*(\d{1,2})\s*[./\\,\s-]\s*(\d{1,4})\.?$/;

/** Returns true if the dates begin with the month. A day above 12 decides; without one the usual order does. */
function beginsWithMonth(dates: readonly string[], usual: boolean): boolean {
  const pairs = dates.flatMap((date) => {
    const [, first = '', second = ''] = NUMERIC.exec(date) ?? [];
    return first !== '' && first.length <= 2 ? [[Number(first), Number(second)] as const] : [];
  });
  if (pairs.some(([first]) => first > 12)) return false;
  return pairs.some(([, second]) => second > 12) || usual;
}

/**
 * Returns the order of days and months in a column, by all its cells.
 * @param usual true if dates begin with the month unless something else decides
 */
export function monthFirstOf(cells: readonly string[], usual: boolean): MonthFirst {
  const dates = cells.filter(({ length }) => length <= LONGEST_CELL).map(dayText);
  const hasDots = (date: string) => date.includes('.');
  return {
    dots: beginsWithMonth(dates.filter(hasDots), false),
    others: beginsWithMonth(
      dates.filter((date) => !hasDots(date)),
      usual,
    ),
  };
}

/** Returns the whole year. One of two digits lies in the last hundred years. */
function wholeYear(year: string, today: LocalDate): number {
  if (year.length > 2) return Number(year);
  const thisYear = Number(today.slice(0, 4));
  const own = Math.floor(thisYear / 100) * 100 + Number(year);
  return own > thisYear ? own - 100 : own;
}

/** The first year of birth that counts: nobody who was born before is alive. */
const FIRST_YEAR = 1900;
/** The year that Apple's programs write if no year is known. */
const NO_YEAR = 1604;

const isDayOfMonth = (day: number, month: number) =>
  isLocalDate(`2000-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`);

/** Returns a birth date; null if no calendar has it, or if it lies in the future or before 1900. */
function birthOf(year: number, month: number, day: number, today: LocalDate): LocalDate | null {
  const date = `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
  return year >= FIRST_YEAR && isLocalDate(date) && date <= today ? date : null;
}

const asCell = (date: LocalDate | null): DateCell => (date === null ? UNREAD : { kind: 'date', date });

/** The number by which a spreadsheet knows 1970-01-01. */
const SERIAL_OF_1970 = 25_569;

function readWords(text: string, today: LocalDate): DateCell {
  const pieces = text.match(/\d+|\p{L}+/gu) ?? [];
  const words = pieces.filter((piece) => /\p{L}/u.test(piece) && !BESIDE.has(piece));
  const month = monthOf(words[0] ?? '');
  const numbers = pieces.filter((piece) => /\d/.test(piece));
  if (words.length !== 1 || month === 0) return UNREAD;
  const [first = '', second] = numbers;
  if (numbers.length === 1) return first.length <= 2 && isDayOfMonth(Number(first), month) ? DAY_AND_MONTH : UNREAD;
  if (numbers.length !== 2 || second === undefined) return UNREAD;
  const [year, day] = first.length === 4 ? [first, second] : [second, first];
  if (![2, 4].includes(year.length) || day.length > 2) return UNREAD;
  return asCell(birthOf(wholeYear(year, today), month, Number(day), today));
}

function readNumbers(text: string, monthFirst: MonthFirst, today: LocalDate): DateCell {
  const [, a = '', b = '', c = ''] = NUMERIC.exec(text) ?? [];
  if (a === '' || a.length === 3 || c.length === 3) return UNREAD;
  if (a.length === 4) {
    if (c.length > 2) return UNREAD;
    const isWithoutYear = [0, NO_YEAR].includes(Number(a));
    if (isWithoutYear) return isDayOfMonth(Number(c), Number(b)) ? DAY_AND_MONTH : UNREAD;
    return asCell(birthOf(Number(a), Number(b), Number(c), today));
  }
  if (c.length === 1) return UNREAD;
  const year = wholeYear(c, today);
  const [day, month] = [Number(a), Number(b)];
  if (day > 31) return asCell(c.length === 2 ? birthOf(wholeYear(a, today), month, Number(c), today) : null);
  const own = () => birthOf(year, month, day, today);
  const turned = () => birthOf(year, day, month, today);
  // If only one order makes a date, that one counts.
  const isMonthFirst = text.includes('.') ? monthFirst.dots : monthFirst.others;
  return asCell(isMonthFirst ? (turned() ?? own()) : (own() ?? turned()));
}

/**
 * Reads a birth date, without its time: „31.12.1990 г.“, "1990-12-31T00:00:00Z", "12/31/1990", "19901231", „31-дек-90“, "Dec 31,
 * 1990", or the number by which a spreadsheet counts days (33238).
 * @param today yyyy-MM-dd; nobody is born later
 */
export function readBirthDate(text: string, monthFirst: MonthFirst, today: LocalDate): DateCell {
  if (isNothing(text)) return NOTHING;
  if (text.length > LONGEST_CELL) return UNREAD;
  const plain = dayText(text);
  const [, first] = /^([^;:]*)(?:;|:::)/.exec(plain) ?? [];
  if (first) {
    const read = readBirthDate(first, monthFirst, today);
    return read.kind === 'date' ? { ...read, isPart: true } : UNREAD;
  }
  if (/^\d{8}$/.test(plain)) {
    const [ahead, behind] = [plain.slice(0, 4), plain.slice(4)];
    const yearFirst = birthOf(Number(ahead), Number(behind.slice(0, 2)), Number(behind.slice(2)), today);
    return asCell(yearFirst ?? birthOf(Number(behind), Number(ahead.slice(2)), Number(ahead.slice(0, 2)), today));
  }
  const [, serial] = /^(\d{5})(?:[.,]\d+)?$/.exec(plain) ?? [];
  if (serial !== undefined) {
    const date = new Date((Number(serial) - SERIAL_OF_1970) * 86_400_000).toISOString().slice(0, 10);
    return date <= today ? { kind: 'date', date } : UNREAD;
  }
  const [, half, otherHalf] = /^-*(\d{1,2})[./\\\s-](\d{1,2})[./-]?$/.exec(plain) ?? /^--(\d{2})(\d{2})$/.exec(plain) ?? [];
  if (half !== undefined) {
    const [one, two] = [Number(half), Number(otherHalf)];
    return isDayOfMonth(one, two) || isDayOfMonth(two, one) ? DAY_AND_MONTH : UNREAD;
  }
  return /\p{L}/u.test(plain) ? readWords(plain, today) : readNumbers(plain, monthFirst, today);
}

/** The parts of a birthday that stand in columns of their own. */
export interface BirthParts {
  readonly day: string;
  readonly month: string;
  readonly year: string;
}

/** Reads a birthday whose parts stand in columns of their own. A month may be a word. An empty part is not known. */
export function readBirthParts({ day, month, year }: BirthParts, today: LocalDate): DateCell {
  if ([day, month, year].every(isNothing)) return NOTHING;
  const monthNumber = /^\d{1,2}$/.test(month) ? Number(month) : monthOf(month.toLowerCase().replace(/\.$/, ''));
  if (!/^\d{1,2}$/.test(day) || !isDayOfMonth(Number(day), monthNumber)) return UNREAD;
  if (isNothing(year)) return DAY_AND_MONTH;
  return /^(\d{2}|\d{4})$/.test(year) ? asCell(birthOf(wholeYear(year, today), monthNumber, Number(day), today)) : UNREAD;
}
