/** Reads amounts, minutes, and yes or no, as other programs and people write them into a cell. */
import type { Currency } from '#schemas/constants.ts';

const CURRENCIES: readonly (readonly [RegExp, Currency])[] = [
  [/лева|лв\.?|lv\.?|bgn/giu, 'BGN'],
  [/€|евро|euro|eur/giu, 'EUR'],
  [/\$|usd/giu, 'USD'],
];

const NAMES: Readonly<Record<string, Currency>> = {
  ...{ лв: 'BGN', лева: 'BGN', lv: 'BGN', bgn: 'BGN', '€': 'EUR', евро: 'EUR', euro: 'EUR', eur: 'EUR', $: 'USD', usd: 'USD' },
};

/** Returns the currency that the head of a column names („Цена, лв.“); null if it names none, or two. */
export function currencyOfHead(head: string): Currency | null {
  const words = head.toLowerCase().match(/\p{L}+|[€$]/gu) ?? [];
  const named = new Set(words.flatMap((word) => (Object.hasOwn(NAMES, word) ? [NAMES[word]] : [])));
  const [currency = null] = named;
  return named.size === 1 ? currency : null;
}

/** The largest value of a column of money. */
const MOST_MONEY = 9_999_999_999.99;
/** The largest value of a column of whole numbers. */
export const MOST_WHOLE = 2_147_483_647;

/** A read amount of money with two decimals. */
export interface Amount {
  readonly amount: number;
  /** The currency beside the number; null if there is none. */
  readonly currency: Currency | null;
}

/**
 * Reads „1 234,50 лв“, "€1,234.50", "45". Null if it is no amount of two decimals, or if three digits after a single separator may
 * be thousands.
 */
export function readAmount(text: string): Amount | null {
  const named = CURRENCIES.filter(([sign]) => text.search(sign) >= 0);
  if (named.length > 1) return null;
  const [sign, currency] = named[0] ?? [/$^/, null];
  const digits = text.replace(sign, '').replace(/[\s'’]/g, '');
  const amount = amountOf(digits);
  return amount === null ? null : { amount, currency };
}

/** Returns the amount that digits write; null if they write none, or one with more than two decimals. */
export function amountOf(digits: string): number | null {
  const plain = decimalOf(digits);
  if (plain === null) return null;
  const amount = Math.round(Number((Number(plain) * 100).toFixed(4))) / 100;
  return Math.abs(amount - Number(plain)) < 1e-6 && amount <= MOST_MONEY ? amount : null;
}

/**
 * Returns a number with a point before its decimals and nothing between its thousands; null if the text is no number, or if three
 * digits after a single separator may be decimals as well as thousands.
 */
export function decimalOf(digits: string): string | null {
  const thousands = /^[1-9]\d{0,2}(?:(,\d{3})+(\.\d+)?|(\.\d{3})+(,\d+)?)$/.exec(digits);
  const isOpen = /^[1-9]\d{0,2}[.,]\d{3}$/.test(digits);
  if (thousands && !isOpen) return thousands[1] ? digits.replaceAll(',', '') : digits.replaceAll('.', '').replace(',', '.');
  return !isOpen && /^(\d+([.,]\d*)?|[.,]\d+)$/.test(digits) ? digits.replace(',', '.') : null;
}

/** The fewest minutes that are read without a unit. A smaller number may count hours. */
const LEAST_MINUTES = 5;

/** The pattern of the words for hours, in small letters. */
export const HOUR_WORDS = String.raw`(?:часа|часове|часов|час|ч|hours|hour|hrs|hr|h)(?!\p{L})\.?`;
/** The pattern of the words for minutes, in small letters. */
export const MINUTE_WORDS = String.raw`(?:(?:минути|минута|мин|м|minutes|minute|mins|min|m)(?!\p{L})\.?|['’′])`;
const COUNT = String.raw`\d+(?:[.,]\d+)?`;

const CLOCK = new RegExp(String.raw`^(\d{1,2}):([0-5]\d)(?::00)?\s*(?:${HOUR_WORDS})?$`, 'u');
const WITH_HOURS = new RegExp(
  String.raw`^(${COUNT})\s*${HOUR_WORDS}(?:\s*(?:и|and|,)?\s*(половина|(\d{1,3})\s*(?:${MINUTE_WORDS})?))?$`,
  'u',
);
const ALONE = new RegExp(String.raw`^(\d+)(?:[.,]0+)?\s*(?:${MINUTE_WORDS})$`, 'u');
const ISO = /^pt(?:(\d+)h)?(?:(\d+)m)?$/u;
/** Matches „1.30 ч“, which means 1:30. Decimals of an hour would be a quarter, a half or three quarters. */
const CLOCK_WITH_POINT = new RegExp(String.raw`^(\d{1,2})[.,]([1-4]0|[0134]5|55)\s*${HOUR_WORDS}$`, 'u');

const SPELLED: readonly (readonly [RegExp, number])[] = [
  [/^(?:половин час|half an hour|half hour|½\s*(?:час|ч|hour|h)\.?)$/u, 30],
  [/^(?:час|един час|an hour|one hour)$/u, 60],
  [/^(?:час и половина|един час и половина|an hour and a half|one and a half hours)$/u, 90],
  [/^(?:два часа|two hours)$/u, 120],
];

/** Returns the minutes of a settled text that holds only a time with a unit or of a clock; null for any other text. */
export function minutesWithUnit(text: string): number | null {
  const spelled = SPELLED.find(([words]) => words.test(text));
  if (spelled) return spelled[1];
  const [, clockHours, clockMinutes] = CLOCK.exec(text) ?? [];
  if (clockHours !== undefined) return Number(clockHours) * 60 + Number(clockMinutes);
  const [, alone] = ALONE.exec(text) ?? [];
  if (alone !== undefined) return Number(alone);
  const [, pointHours, pointMinutes] = CLOCK_WITH_POINT.exec(text) ?? [];
  if (pointHours !== undefined) return Number(pointHours) * 60 + Number(pointMinutes);
  const [, hours, behind, minutes = '0'] = WITH_HOURS.exec(text) ?? [];
  if (hours !== undefined)
    return Math.round(Number(hours.replace(',', '.')) * 60) + (behind === 'половина' ? 30 : Number(minutes));
  const [iso, isoHours = '0', isoMinutes = '0'] = ISO.exec(text) ?? [];
  return iso === undefined || iso === 'pt' ? null : Number(isoHours) * 60 + Number(isoMinutes);
}

/** The largest number that counts as hours when it has decimals and no unit. */
const MOST_HOURS = 12;
const DAY_MINUTES = 1440;

/**
 * Returns the minutes of a number without a unit; null if nobody can say what it counts.
 * @param inHours true if the number counts hours
 */
export function minutesWithoutUnit(text: string, inHours: boolean): number | null {
  if (!/^\d+(?:[.,]\d+)?$/.test(text)) return null;
  const number = Number(text.replace(',', '.'));
  if (inHours && number <= MOST_HOURS) return Math.round(number * 60);
  if (Number.isInteger(number)) return number >= LEAST_MINUTES ? number : null;
  // A spreadsheet writes a time of the clock as a part of a day.
  if (number < 1 && /[.,]\d{3,}$/.test(text)) return Math.round(number * DAY_MINUTES);
  const minutes = number * 60;
  return number <= MOST_HOURS && Number.isInteger(minutes) ? minutes : null;
}

/** Returns a text of a time in small letters, with single spaces and halves as decimals. */
export const settledTime = (text: string) =>
  text
    .toLowerCase()
    .replace(/\s+/gu, ' ')
    .replace(/(\d) ?½/gu, '$1.5')
    .replace(/(\d) 1\/2/gu, '$1.5')
    .trim();

/** Reads „90 мин“, "90'", „1 ч 30 мин“, "1h30", "1:30", "90" as minutes. Returns null if it is no time, or more than one. */
export function readMinutes(text: string): number | null {
  const plain = settledTime(text);
  return minutesWithUnit(plain) ?? minutesWithoutUnit(plain, false);
}

const YES =
  /^(?:да|yes|y|true|1|\+|x|х|✓|✔|☑|on|истина|видим[аои]?|visible|показва се|enabled|активн[аои]|active|everyone|everybody|anyone|all clients|всички|available|налична|published|публикувана|включен[ао]?)$/u;
const NO =
  /^(?:не|no|n|false|0|-|–|—|☐|✗|✘|off|неистина|скрит[аои]?|hidden|не се показва|disabled|неактивн[аои]|inactive|no one|nobody|none|никой|unavailable|not available|unpublished|изключен[ао]?)$/u;

/** Reads a cell as yes or no; null if it is neither. */
export function readYesNo(text: string): boolean | null {
  const plain = text.trim().toLowerCase();
  return YES.test(plain) ? true : NO.test(plain) ? false : null;
}

/** True for a long number that a spreadsheet has rounded: its digits are lost. */
export const isRounded = (text: string): boolean => /^\d([.,]\d+)?E\+?\d+$/i.test(text);

/** Returns the text by which names are compared, without case and extra spaces. */
export const nameKey = (name: string | null | undefined): string =>
  (name ?? '').normalize('NFC').trim().replace(/\s+/gu, ' ').toLowerCase();
