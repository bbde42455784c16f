/** Reads dates and times of appointments as other programs and people write them into cells, in either language. */
import { addDays, isLocalDate, type LocalDate, MINUTES_OF_DAY } from '#domain/time/time.ts';

const MONTHS: readonly (readonly string[])[] = [
  ['jan', 'яну', 'ян'], ['feb', 'фев'], ['mar', 'мар'], ['apr', 'апр'], ['may', 'май'], ['jun', 'юни', 'юн'], ['jul', 'юли', 'юл'],
  ['aug', 'авг'], ['sep', 'сеп'], ['oct', 'окт'], ['nov', 'ное', 'ноем'], ['dec', 'дек'],
]; // biome-ignore format: a table reads better in rows

const monthOfWord = (word: string): number =>
  MONTHS.findIndex((names) => names.some((name) => word.toLowerCase().startsWith(name))) + 1;

/** A date or a time at the beginning of a text, and the rest of the text. */
interface Read<V> {
  readonly value: V;
  readonly rest: string;
}

const dateOf = (year: string, month: string | number, day: string): LocalDate | null => {
  const whole = year.length === 2 ? `20${year}` : year;
  const date = `${whole}-${String(month).padStart(2, '0')}-${day.padStart(2, '0')}`;
  return isLocalDate(date) ? date : null;
};

/** Matches the name of a weekday before a date. */
const WEEKDAY =
  /^(?:(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*|(?:пон|вто|сря|чет|пет|съб|нед)\p{L}*|(?:пн|вт|ср|чт|пт|сб|нд))[.,]*\s+/iu;
const YEAR = '(\\d{4}|\\d{2}(?!\\d))';
const AFTER = '(?=$|[^\\d])(?:\\s*(?:г\\.?|год(?:ина)?\\.?)(?=$|[\\s,]))?';
const FORMS = {
  iso: new RegExp(`^(\\d{4})[-/.](\\d{1,2})[-/.](\\d{1,2})${AFTER}`, 'u'),
  numbers: new RegExp(`^(\\d{1,2})\\s*[./-]\\s*(\\d{1,2})\\s*[./-]\\s*${YEAR}${AFTER}`, 'u'),
  dayWord: new RegExp(`^(\\d{1,2})(?:st|nd|rd|th)?[\\s./-]+(?:of\\s+)?(\\p{L}{3,10})\\.?[\\s,./-]+${YEAR}${AFTER}`, 'iu'),
  wordDay: new RegExp(`^(\\p{L}{3,10})\\.?[\\s-]+(\\d{1,2})(?:st|nd|rd|th)?[\\s,.-]+${YEAR}${AFTER}`, 'iu'),
} as const;

/** The day from which Excel counts days. */
const EXCEL_EPOCH = '1899-12-30';
const [FIRST_SERIAL, LAST_SERIAL] = [36_526, 73_050]; // 2000 to 2099

/** Reads Excel's number of a day. The decimals are the time. */
function serialOf(text: string): { date: LocalDate; minute: number } | null {
  const [, days, part = '0'] = /^(\d{5})(?:[.,](\d+))?$/.exec(text) ?? [];
  if (days === undefined || Number(days) < FIRST_SERIAL || Number(days) > LAST_SERIAL) return null;
  const minute = Math.round(Number(`0.${part}`) * MINUTES_OF_DAY);
  return { date: addDays(EXCEL_EPOCH, Number(days) + (minute === MINUTES_OF_DAY ? 1 : 0)), minute: minute % MINUTES_OF_DAY };
}

/** Returns the date at the beginning of a text; null if there is none. */
function dateAtStart(text: string, monthFirst: boolean): Read<LocalDate> | null {
  const plain = text.trim().replace(WEEKDAY, '');
  const found = (form: RegExp, read: (parts: readonly string[]) => LocalDate | null): Read<LocalDate> | null => {
    const parts = form.exec(plain);
    const value = parts && read(parts);
    return parts && value ? { value, rest: plain.slice(parts[0].length) } : null;
  };
  return (
    found(FORMS.iso, ([, year = '', month = '', day = '']) => dateOf(year, month, day)) ??
    found(FORMS.numbers, ([, a = '', b = '', year = '']) =>
      monthFirst ? (dateOf(year, a, b) ?? dateOf(year, b, a)) : (dateOf(year, b, a) ?? dateOf(year, a, b)),
    ) ??
    found(FORMS.dayWord, ([, day = '', month = '', year = '']) => dateOf(year, monthOfWord(month), day)) ??
    found(FORMS.wordDay, ([, month = '', day = '', year = '']) => dateOf(year, monthOfWord(month), day))
  );
}

const CLOCK =
  /^(\d{1,2})(?:\s*[:.hч]\s*([0-5]\d)(?::[0-5]\d(?:\.\d+)?)?)?\s*(a\.?m\.?|p\.?m\.?|пр\.?\s?об\.?|сл\.?\s?об\.?)?(?:\s*(?:часа|часът|ч\.?|h))?(?=$|Z|[^\p{L}\d])/iu;

/** Returns the minute of the day at the beginning of a text; null if there is none. An hour alone counts with AM, PM or „ч“. */
function clockAtStart(text: string): Read<number> | null {
  const plain = text.trim();
  const found = CLOCK.exec(plain);
  if (!found) return null;
  const [whole, hours = '', minutes, half = ''] = found;
  if (minutes === undefined && half === '' && !/ч|h/iu.test(whole)) return null;
  const isHalf = half !== '';
  const isLate = /^(p|сл)/iu.test(half);
  const hour = isHalf && Number(hours) <= 12 ? (Number(hours) % 12) + (isLate ? 12 : 0) : Number(hours);
  const minute = hour * 60 + Number(minutes ?? 0);
  return minute <= MINUTES_OF_DAY ? { value: minute, rest: plain.slice(whole.length) } : null;
}

/** Signs and words between a date and its time, and between the ends of a span. */
const JOINT = /^\s*(?:,|T|at|в|от|from|·|@)?\s*/iu;
const DASH = /^\s*(?:-|–|—|до|to|until)\s*/iu;
/**
 * Matches the offset of a zone. A minus may also stand before the end of a span, so only a time in the ISO format has an offset
 * with a minus.
 */
const OFFSET = /^\s*(Z|[+-]\d{2}:?\d{2})(?=$|\s)/;
const isIso = (text: string): boolean => /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}:\d{2}/.test(text);

/** The date, the time, and the end of a span that one cell may hold. */
export interface DateTimeCell {
  readonly date: LocalDate | null;
  /** Minutes of the day. */
  readonly minute: number | null;
  /** Minutes of the day at which the span ends: „10:00–11:00“. */
  readonly until: number | null;
  /** Minutes east of UTC; null for the salon's own clock. */
  readonly offset: number | null;
}

const offsetOf = (text: string): number => {
  if (text === 'Z') return 0;
  const [, sign = '+', hours = '0', minutes = '0'] = /^([+-])(\d{2}):?(\d{2})$/.exec(text) ?? [];
  return (Number(hours) * 60 + Number(minutes)) * (sign === '-' ? -1 : 1);
};

/**
 * Reads a cell with a date, a time, or both: `2026-12-01T10:00:00+02:00`, „01.12.2026 г. 10:00“, "December 1, 2026 10:00 am",
 * „10:00–11:00“, Excel's day numbers. Returns null for any other cell.
 * @param monthFirst true if dates in digits begin with the month; a number above 12 decides for itself
 */
export function readDateTime(text: string, monthFirst: boolean): DateTimeCell | null {
  const plain = text
    .replace(/[\u00a0\u202f\u2009]/g, ' ')
    .trim()
    .replace(/^(?:от|from)\s+(?=\d)/iu, '');
  const serial = serialOf(plain);
  if (serial) return { date: serial.date, minute: /[.,]/.test(plain) ? serial.minute : null, until: null, offset: null };
  const date = dateAtStart(plain, monthFirst);
  const afterDate = (date ? date.rest : plain).replace(date ? JOINT : /^/, '');
  const clock = clockAtStart(afterDate);
  if (!date && !clock) return null;
  const rest = clock ? clock.rest : afterDate;
  const [, zone] = (isIso(plain) || !/^\s*-/.test(rest) ? OFFSET.exec(rest) : null) ?? [];
  const afterZone = zone ? rest.replace(OFFSET, '') : rest;
  const end = clock && DASH.test(afterZone) ? clockAtStart(afterZone.replace(DASH, '')) : null;
  const left = (end ? end.rest : afterZone).trim();
  // A date that is followed by other words is a part of a sentence.
  if (/[\p{L}\d]/u.test(left) && !/^(?:\(|gmt|utc|eet|eest|ч)/iu.test(left)) return null;
  return {
    date: date?.value ?? null,
    minute: clock?.value ?? null,
    until: end?.value ?? null,
    offset: zone ? offsetOf(zone) : null,
  };
}

/**
 * Returns true if dates in digits begin with the month. A number above 12 decides. Without one, dates with slashes beside AM or
 * PM are American; for any other cells the usual order counts.
 */
export function datesBeginWithMonth(cells: readonly string[], usual: boolean): boolean {
  const pairs = cells.flatMap((cell) => {
    const [, a = '', b = ''] = FORMS.numbers.exec(cell.trim().replace(WEEKDAY, '')) ?? [];
    return a === '' ? [] : [[Number(a), Number(b), cell] as const];
  });
  if (pairs.some(([first]) => first > 12)) return false;
  if (pairs.some(([, second]) => second > 12)) return true;
  const isAmerican =
    pairs.length > 0 && pairs.every(([, , cell]) => cell.includes('/')) && cells.some((cell) => /\d\s*[ap]m\b/i.test(cell));
  return isAmerican || usual;
}
