/**
 * The employees who offer a service, and the terms that differ for one of them. Both are canonical texts, so that the same decision
 * is the same value on every device.
 *
 * `resource_ids`: `["ana","eva"]`, in order and each once; null: everybody, also who comes later.
 * `own_terms`: `[["ana",45,null,null],["eva",null,30,"EUR"]]`: employee, minutes, price, its currency; null in the place of what is the
 * service's own, and of the currency of no price.
 * An employee who is gone may stand in both: nobody is asked about it.
 */
import { CURRENCIES, type Currency } from './constants.ts';
import { isRowId } from './row-id.ts';

/** The most employees in either text. */
export const MOST_OFFERERS = 100;
/** An employee's id is shorter than others: a shift's id begins with it. */
const LONGEST_ID = 100;
const LEAST_MINUTES = 5;
const MOST_MINUTES = 1440;
const MOST_PRICE = 9_999_999_999.99;

/** An employee's own terms: minutes from 5 to 1440 in steps of 5, an amount with two decimals; null means the service's own. */
export interface OwnTerms {
  readonly resource: string;
  readonly duration: number | null;
  readonly price: number | null;
  /** Null exactly where the price is. */
  readonly currency: Currency | null;
}

const isId = (id: unknown): id is string => typeof id === 'string' && isRowId(id) && id.length <= LONGEST_ID;

function listOf(text: string): unknown[] | null {
  try {
    const list: unknown = JSON.parse(text);
    return Array.isArray(list) && list.length <= MOST_OFFERERS ? list : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

/** Null for a text that is no list of employees. */
export function readOfferers(text: string): string[] | null {
  const list = listOf(text);
  return list?.every(isId) ? list : null;
}

/** In order, each once; null for none: then everybody offers it. */
export function offerersText(ids: readonly string[]): string | null {
  return ids.length === 0 ? null : JSON.stringify([...new Set(ids)].sort());
}

const isDuration = (minutes: unknown): minutes is number | null =>
  minutes === null ||
  (typeof minutes === 'number' && minutes >= LEAST_MINUTES && minutes <= MOST_MINUTES && minutes % LEAST_MINUTES === 0);
const isPrice = (price: unknown): price is number | null =>
  price === null || (typeof price === 'number' && price >= 0 && price <= MOST_PRICE && Math.round(price * 100) / 100 === price);

const isCurrency = (code: unknown): code is Currency => CURRENCIES.some((one) => one === code);

function termsOf(entry: unknown): OwnTerms | null {
  if (!Array.isArray(entry) || entry.length !== 4) return null;
  const [resource, duration, price, currency] = entry as unknown[];
  if (!isId(resource) || !isDuration(duration) || !isPrice(price)) return null;
  if (price === null) return currency === null ? { resource, duration, price, currency } : null;
  return isCurrency(currency) ? { resource, duration, price, currency } : null;
}

/** Null for a text that is no list of own terms, or that names an employee twice. */
export function readOwnTerms(text: string): OwnTerms[] | null {
  const terms = listOf(text)?.map(termsOf) ?? null;
  if (!terms?.every((one) => one !== null)) return null;
  return new Set(terms.map(({ resource }) => resource)).size === terms.length ? terms : null;
}

/** In order, without those that say nothing; null for none. */
export function ownTermsText(terms: readonly OwnTerms[]): string | null {
  const said = terms.filter(({ duration, price }) => duration !== null || price !== null);
  const sorted = [...said].sort((a, b) => (a.resource < b.resource ? -1 : 1));
  return sorted.length === 0
    ? null
    : JSON.stringify(sorted.map(({ resource, duration, price, currency }) => [resource, duration, price, currency]));
}
