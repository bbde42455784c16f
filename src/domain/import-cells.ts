/** Amounts, minutes, whole numbers, yes and no, as other programs and people write them into a cell. */
import type { Currency } from '#schemas/constants.ts';

const CURRENCIES: readonly (readonly [RegExp, Currency])[] = [
  [/лева|лв\.?|lv\.?|bgn/giu, 'BGN'],
  [/€|евро|euro|eur/giu, 'EUR'],
  [/\$|usd/giu, 'USD'],
];

const NAMES: Readonly<Record<string, Currency>> = {
  ...{ лв: 'BGN', лева: 'BGN', lv: 'BGN', bgn: 'BGN', '€': 'EUR', евро: 'EUR', euro: 'EUR', eur: 'EUR', $: 'USD', usd: 'USD' },
};

/** What the head of a column says that its amounts are in („Цена, лв.“); null where it names none, or two. */
export function currencyOfHead(head: string): Currency | null {
  const words = head.toLowerCase().match(/\p{L}+|[€$]/gu) ?? [];
  const named = new Set(words.flatMap((word) => (Object.hasOwn(NAMES, word) ? [NAMES[word]] : [])));
  const [currency = null] = named;
  return named.size === 1 ? currency : null;
}

/** The most that the columns of money and of whole numbers take. */
const MOST_MONEY = 9_999_999_999.99;
const MOST_WHOLE = 2_147_483_647;

export interface Amount {
  readonly amount: number;
  /** The one that stands beside the number; null where none does. */
  readonly currency: Currency | null;
}

/**
 * „1 234,50 лв“, "€1,234.50", "45". Null where it is no amount of two decimals, and where three digits behind a single sign leave
 * open whether it parts thousands.
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

/** The number with a point before its decimals and nothing between its thousands. */
function decimalOf(digits: string): string | null {
  const thousands = /^[1-9]\d{0,2}(?:(,\d{3})+(\.\d+)?|(\.\d{3})+(,\d+)?)$/.exec(digits);
  const isOpen = /^[1-9]\d{0,2}[.,]\d{3}$/.test(digits);
  if (thousands && !isOpen) return thousands[1] ? digits.replaceAll(',', '') : digits.replaceAll('.', '').replace(',', '.');
  return !isOpen && /^(\d+([.,]\d*)?|[.,]\d+)$/.test(digits) ? digits.replace(',', '.') : null;
}

/** „90“, „90 мин“, "90'", „1 ч 30 мин“, "1h30", "1:30", „1:30 ч“, "01:30:00" as minutes; null where it is no time. */
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

/** „12“, „1 200“, "12.00"; null where it is no whole number that could be stored, or "1.000", which may be thousands. */
export function readWhole(text: string): number | null {
  const [, digits] = /^(\d+)(?:[.,]0{1,2})?$/.exec(text.replace(/\s/g, '')) ?? [];
  return digits === undefined || Number(digits) > MOST_WHOLE ? null : Number(digits);
}

const YES = ['да', 'yes', 'y', 'true', '1', '+', 'x', 'х', '✓', '✔', 'видима', 'видим', 'visible', 'on', 'истина'];
const NO = ['не', 'no', 'n', 'false', '0', '-', '–', 'скрита', 'скрит', 'hidden', 'off', 'неистина'];

/** Null where it is neither. */
export function readYesNo(text: string): boolean | null {
  const plain = text.trim().toLowerCase();
  return YES.includes(plain) ? true : NO.includes(plain) ? false : null;
}

/** A spreadsheet has rounded a long number away: its digits are lost. */
export const isRounded = (text: string): boolean => /^\d([.,]\d+)?E\+?\d+$/i.test(text);

/** What names are compared by, so that neither case nor spaces make another one. */
export const nameKey = (name: string | null | undefined): string =>
  (name ?? '').normalize('NFC').trim().replace(/\s+/gu, ' ').toLowerCase();
