/** Reads the prices of a cell: in two currencies side by side, from one amount to another, or with words beside them. */
import { convertMoney, hasFixedRate } from '#domain/money/fixed-rate.ts';
import { type Money, toMinor } from '#domain/money/money.ts';
import type { Currency } from '#schemas/constants.ts';
import { type Amount, amountOf } from './import-cells.ts';
import type { LeftOutReason } from './import-rows.ts';
import { isNothing, plainCell } from './looks.ts';

/** The price of a cell, and the reason why its text is kept as well. */
export interface PriceCell {
  /** Null if the cell holds none. A `currency` of null is the currency of plain numbers. */
  readonly price: Amount | null;
  /** Null if the price says all that the cell says. */
  readonly why: LeftOutReason | null;
}

const NO_PRICE: PriceCell = { price: null, why: null };
const UNREAD: PriceCell = { price: null, why: 'unread' };

/** The longest cell that is read. A longer text is a story with a number in it, and the patterns would take long for it. */
const LONGEST_CELL = 300;

const SIGNS: readonly (readonly [RegExp, Currency])[] = [
  [/^(?:л|l|bgn)/u, 'BGN'],
  [/^(?:е|e|€)/u, 'EUR'],
  [/^(?:\$|usd|д)/u, 'USD'],
];
const SIGN = String.raw`(?:(?<!\p{L})(?:лева?|лв|leva?|lv|bgn|евро|euros?|eur|usd|долара?)(?!\p{L})\.?|[€$])`;
const NUMBER = String.raw`(?<!\d[.,]?)(?:\d{1,3}(?:[\s'’.,]\d{3})+(?:[.,]\d{1,4})?|\d+(?:[.,]\d+)?)(?!\d|[.,]\d)`;
/** The pattern of an ending that stands for no cents: „12.–“, „12,--“. */
const NO_CENTS = String.raw`(?:[.,]\s?[-–—]{1,2}|[-–—]{2}|[-–—](?=\s*$))?`;
const AMOUNT = new RegExp(String.raw`(${SIGN})\s*(${NUMBER})${NO_CENTS}|(${NUMBER})${NO_CENTS}\s*(${SIGN})?`, 'giu');
/** Matches a unit that says that the number before it is no price: „60 мин“, „3 x“, „10%“. */
const OTHER_UNIT =
  /^\s*(?:%|(?:мин\p{L}*|min\p{L}*|час\p{L}*|ч|h|hrs?|hours?|мл|ml|гр?|gr?|кг|kg|см|cm|бр\p{L}*|pcs|сеанс\p{L}*|процедур\p{L}*|посещени\p{L}*|visits?|sessions?|пъти|път|[xх×])(?!\p{L}))/iu;
/** Matches the beginning of a number that is no price: „№3“, „L2“. */
const OTHER_NUMBER = /(?:[№#]\s*|\p{L})$/u;
const FOREIGN =
  /[£¥₺₽₴₪₩]|(?<!\p{L})(?:gbp|ron|rsd|mkd|try|chf|pln|czk|huf|uah|rub|sek|nok|dkk|лей|леи|lei|динар\p{L}*|денар\p{L}*|паунд\p{L}*|zł)(?!\p{L})/iu;
const FREE =
  /(?<!\p{L})(?:безплатн\p{L}*|безпл|free(?: of charge)?|gratis|гратис|complimentary|без заплащане|без пари)(?!\p{L})\.?/iu;
const BELOW_ZERO = new RegExp(String.raw`^(?:${SIGN})?\s*[-−]\s*(?:${SIGN})?\s*\d`, 'iu');
const CLOCK = /\d:\d{2}/;
/** Matches „25 лв. 50 ст.“ */
const CENTS = /^(\d+)\s*(?:лева?|лв|lv|bgn)\.?\s*(?:и\s*)?(\d{1,2})\s*(?:ст|стотинки)\.?$/iu;
/** Matches signs that say nothing beside a price. */
const SILENT = /[\s()[\]/|,;:.=]/gu;
/** Matches the signs and words between two amounts of which one is the price. */
const RANGE = /^\s*(?:[-–—÷/]|\.\.\.?|…|до|to|или|or|и|and)\s*$/iu;

interface FoundAmount {
  readonly amount: number | null;
  readonly currency: Currency | null;
  readonly from: number;
  readonly to: number;
}

const currencyOf = (sign: string | undefined): Currency | null =>
  (sign && SIGNS.find(([own]) => own.test(sign.toLowerCase()))?.[1]) || null;

function amountsIn(text: string): FoundAmount[] {
  return [...text.matchAll(AMOUNT)].flatMap((found): FoundAmount[] => {
    const [whole, signAhead, numberBehind, numberAhead, signBehind] = found;
    const currency = currencyOf(signAhead ?? signBehind);
    const isOther = OTHER_UNIT.test(text.slice(found.index + whole.length)) || OTHER_NUMBER.test(text.slice(0, found.index));
    if (currency === null && isOther) return [];
    const digits = (numberBehind ?? numberAhead ?? '').replace(/[\s'’]/gu, '');
    return [{ amount: amountOf(digits), currency, from: found.index, to: found.index + whole.length }];
  });
}

const OF_THE_PAIR: Readonly<Partial<Record<Currency, Currency>>> = { BGN: 'EUR', EUR: 'BGN' };
/** The largest difference of two amounts that are one price, in minor units: both may be rounded. */
const MOST_ROUNDING = 1;

/** Returns true if two amounts are the same by the fixed rate. */
function isSameMoney(a: Money, b: Money): boolean {
  if (a.currency === b.currency) return a.amount === b.amount;
  if (!hasFixedRate(a.currency, b.currency)) return false;
  const off = (from: Money, to: Money) =>
    Math.abs(toMinor(convertMoney(from.amount, from.currency, to.currency)) - toMinor(to.amount));
  return Math.min(off(a, b), off(b, a)) <= MOST_ROUNDING;
}

/** Returns the two amounts with their currencies if they say one price in levs and in euros; else null. */
function pairOf(first: FoundAmount, second: FoundAmount): readonly [Money, Money] | null {
  if (first.amount === null || second.amount === null) return null;
  const [a, b] = [first.amount, second.amount];
  // „25,00 / 12,78“ are levs and euros, because no other currencies have this rate.
  const bare: Currency = a > b ? 'BGN' : 'EUR';
  const own = first.currency ?? (second.currency ? OF_THE_PAIR[second.currency] : bare);
  const other = second.currency ?? (own ? OF_THE_PAIR[own] : undefined);
  if (!own || !other || own === other) return null;
  const pair = [
    { amount: a, currency: own },
    { amount: b, currency: other },
  ] as const;
  const isFree = a === 0 && b === 0 && first.currency === null && second.currency === null;
  return !isFree && isSameMoney(...pair) ? pair : null;
}

function restOf(text: string, amounts: readonly FoundAmount[]): string {
  let [rest, at] = ['', 0];
  for (const { from, to } of amounts) {
    rest += text.slice(at, from);
    at = to;
  }
  return rest + text.slice(at);
}

/**
 * Returns the price of several amounts: the first one, or the first one in the salon's currency. Both ends of a range have the
 * same currency, even if only one says it.
 */
function firstOf(text: string, amounts: readonly FoundAmount[], salon: Currency): PriceCell {
  const signed = amounts.filter(({ currency }) => currency !== null);
  const kinds = new Set(signed.map(({ currency }) => currency));
  const [first, second] = amounts;
  const isRange = first && second && RANGE.test(text.slice(first.to, second.from));
  const chosen =
    kinds.size > 1 ? (signed.find(({ currency }) => currency === salon) ?? signed[0]) : isRange ? first : (signed[0] ?? first);
  if (!chosen || chosen.amount === null) return UNREAD;
  const [shared = null] = kinds.size === 1 ? kinds : [];
  const why = kinds.size > 1 && amounts.length === 2 ? 'another' : 'part';
  return { price: { amount: chosen.amount, currency: chosen.currency ?? shared }, why };
}

/**
 * Reads a cell of prices. Of a price in two currencies, the one in the salon's currency counts. „от 60 лв.“ and „40-60“ are 60
 * and 40, and their whole text is kept as well. „безплатно“ is 0.
 */
export function readPriceCell(cell: string, salon: Currency): PriceCell {
  const text = plainCell(cell);
  if (text.length > LONGEST_CELL) return UNREAD;
  const hasDigits = /\d/.test(text);
  if (!hasDigits && isNothing(text)) return NO_PRICE;
  const [free] = FREE.exec(text) ?? [];
  if (!hasDigits && free !== undefined)
    return { price: { amount: 0, currency: null }, why: free.trim() === text.trim() ? null : 'part' };
  if (FOREIGN.test(text) || BELOW_ZERO.test(text) || CLOCK.test(text)) return UNREAD;
  const [, levs, cents] = CENTS.exec(text) ?? [];
  if (levs !== undefined && cents !== undefined)
    return { price: { amount: Number(`${levs}.${cents.padStart(2, '0')}`), currency: 'BGN' }, why: null };
  const amounts = amountsIn(text);
  const [first, second] = amounts;
  if (!first) return free === undefined ? UNREAD : { price: { amount: 0, currency: null }, why: 'part' };
  const rest = restOf(text, amounts);
  if (!second) {
    const price = first.amount === null ? null : { amount: first.amount, currency: first.currency };
    return price ? { price, why: rest.replace(SILENT, '') === '' ? null : 'part' } : UNREAD;
  }
  const pair = amounts.length === 2 ? pairOf(first, second) : null;
  if (!pair) return firstOf(text, amounts, salon);
  const price = pair.find(({ currency }) => currency === salon) ?? pair[0];
  return { price, why: rest.replace(SILENT, '').replace(/[-–—~≈]/gu, '') === '' ? null : 'part' };
}

/** Returns true for a cell with a price in a named currency: „25 лв.“, "€ 20", „от 60 лв.“. */
export function namesCurrency(text: string): boolean {
  const { price } = readPriceCell(text, 'BGN');
  return price !== null && price.currency !== null;
}

/** Returns true for a cell that is a price, and not a text with a number in it: „25,00“, „от 60“, „25 лв.“. */
export const looksLikeAmount = (text: string): boolean =>
  namesCurrency(text) || (/^(?:от|до|from|up to|[~≈])?\s*\d/iu.test(text) && readPriceCell(text, 'BGN').price !== null);

const NAME_THEN_PRICE =
  /^(.*?\p{L}{2}.*?)[\s.…_:–—-]+((?:(?:от|from)\s+)?(?:(?:лв\.?|bgn|eur|usd)\s*|[€$]\s*)?\d[\d.,]*(?:\s*[-–—/]\s*\d[\d.,]*)?\s*(?:лв|лева|bgn|eur|евро|€|\$|$).*)$/iu;
const LONGEST_LINE = 200;

/** Returns name and price of a line that holds both („Подстригване - 25 лв.“); null for any other. */
export function nameAndPrice(text: string): { readonly name: string; readonly price: string } | null {
  if (text.length > LONGEST_LINE || !/\d/.test(text)) return null;
  const [, name, price] = NAME_THEN_PRICE.exec(text) ?? [];
  return name !== undefined && price !== undefined && namesCurrency(price) ? { name: name.trim(), price } : null;
}

/** A cell of prices, and the currency that the head of its column names. */
export interface HeadedPrice {
  readonly column: number;
  readonly text: string;
  readonly currency: Currency | null;
}

/** A price of a row, and the texts of its cells that are not in it. */
export interface ReadPrice {
  readonly price: Money | null;
  readonly leftOut: readonly { readonly column: number; readonly text: string; readonly why: LeftOutReason }[];
}

/** Reads the prices of a row that one field takes. The one in the salon's currency counts, else the first. */
export function readPrices(cells: readonly HeadedPrice[], salon: Currency): ReadPrice {
  const read = cells.map(({ column, text, currency }) => {
    const { price, why } = readPriceCell(text, salon);
    return { column, text, why, price: price && { amount: price.amount, currency: price.currency ?? currency ?? salon } };
  });
  const priced = read.filter(({ price }) => price !== null);
  const chosen = priced.find(({ price }) => price?.currency === salon) ?? priced[0];
  const leftOut = read.flatMap(({ column, text, why, price }) => {
    const isOther = chosen?.price && price && column !== chosen.column && !isSameMoney(price, chosen.price);
    return isOther ? [{ column, text, why: 'another' as const }] : why ? [{ column, text, why }] : [];
  });
  return { price: chosen?.price ?? null, leftOut };
}
