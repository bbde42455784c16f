/** Reads amounts, minutes, whole numbers, and yes or no, as other programs and people write them into a cell. */
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

/** The largest values of the columns of money and of whole numbers. */
const MOST_MONEY = 9_999_999_999.99;
const MOST_WHOLE = 2_147_483_647;

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
  const plain = decimalOf(digits);
  if (plain === null) return null;
  const amount = Math.round(Number((Number(plain) * 100).toFixed(4))) / 100;
  return Math.abs(amount - Number(plain)) < 1e-6 && amount <= MOST_MONEY ? { amount, currency } : null;
}

/** Returns the number with a point before its decimals and nothing between its thousands. */
function decimalOf(digits: string): string | null {
  const thousands = /^[1-9]\d{0,2}(?:(,\d{3})+(\.\d+)?|(\.\d{3})+(,\d+)?)$/.exec(digits);
  const isOpen = /^[1-9]\d{0,2}[.,]\d{3}$/.test(digits);
  if (thousands && !isOpen) return thousands[1] ? digits.replaceAll(',', '') : digits.replaceAll('.', '').replace(',', '.');
  return !isOpen && /^(\d+([.,]\d*)?|[.,]\d+)$/.test(digits) ? digits.replace(',', '.') : null;
}

/** Reads „90“, „90 мин“, "90'", „1 ч 30 мин“, "1h30", "1:30", „1:30 ч“, "01:30:00" as minutes; null if it is no time. */
export function readMinutes(text: string): number | null {
  const plain = text.toLowerCase().replace(/\s|\.(?=\s|$)|(?<=\p{L})\./gu, '');
  const [, alone] = /^(\d+)(?:[.,]0+)?(?:м|мин|минути|m|min|mins|minutes|['’′])?$/u.exec(plain) ?? [];
  if (alone !== undefined) return Number(alone);
  const [, clockHours, clockMinutes] = /^(\d{1,2}):([0-5]\d)(?::00)?(?:ч|часа|h|hrs|hours)?$/u.exec(plain) ?? [];
  if (clockHours !== undefined) return Number(clockHours) * 60 + Number(clockMinutes);
  const [, hours, minutes = '0'] =
    /^(\d+(?:[.,]\d+)?)(?:ч|час|часа|h|hr|hrs|hour|hours)(?:и|and)?(?:(\d+)(?:м|мин|минути|m|min|mins|minutes)?)?$/u.exec(
      plain,
    ) ?? [];
  return hours === undefined ? null : Number(hours.replace(',', '.')) * 60 + Number(minutes);
}

/** Reads „12“, „1 200“, "12.00"; null if it is no whole number that could be stored, or "1.000", which may be thousands. */
export function readWhole(text: string): number | null {
  const [, digits] = /^(\d+)(?:[.,]0{1,2})?$/.exec(text.replace(/\s/g, '')) ?? [];
  return digits === undefined || Number(digits) > MOST_WHOLE ? null : Number(digits);
}

const YES = ['да', 'yes', 'y', 'true', '1', '+', 'x', 'х', '✓', '✔', 'видима', 'видим', 'visible', 'on', 'истина'];
const NO = ['не', 'no', 'n', 'false', '0', '-', '–', 'скрита', 'скрит', 'hidden', 'off', 'неистина'];

/** Reads a cell as yes or no; null if it is neither. */
export function readYesNo(text: string): boolean | null {
  const plain = text.trim().toLowerCase();
  return YES.includes(plain) ? true : NO.includes(plain) ? false : null;
}

/** True for a long number that a spreadsheet has rounded: its digits are lost. */
export const isRounded = (text: string): boolean => /^\d([.,]\d+)?E\+?\d+$/i.test(text);

/** Returns the text by which names are compared, without case and extra spaces. */
export const nameKey = (name: string | null | undefined): string =>
  (name ?? '').normalize('NFC').trim().replace(/\s+/gu, ' ').toLowerCase();
