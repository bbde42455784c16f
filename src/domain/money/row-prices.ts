/** Reads the amounts of a row, each with its currency, and writes them anew. Pure. */
import { CURRENCIES, type Currency } from '#schemas/constants.ts';
import { type OwnTerms, ownTermsText, readOwnTerms } from '#schemas/own-terms.ts';
import type { Money } from './money.ts';

/** The tables whose rows hold amounts. */
export const PRICED_TABLES = ['services', 'products', 'events'] as const;
/** A table whose rows have prices. */
export type PricedTable = (typeof PRICED_TABLES)[number];
/** A column that holds a price. */
export type PriceColumn = 'price' | 'sale_price' | 'supply_price' | 'own_terms';

/** One amount of a row. */
export interface RowPrice extends Money {
  readonly column: PriceColumn;
  /** The employee whose own price of a service it is; null for the price of everybody. */
  readonly employee: string | null;
}

/** A row of one of these tables, with the fields that are read here. */
type Fields = Readonly<Record<string, unknown>>;

/** A product's `price` is no amount of its own; it follows the sale price (PROD-25). */
const COLUMNS: Readonly<
  Record<PricedTable, readonly (readonly [column: Exclude<PriceColumn, 'own_terms'>, currency: string])[]>
> = {
  services: [['price', 'currency']],
  products: [
    ['sale_price', 'currency'],
    ['supply_price', 'supply_currency'],
  ],
  events: [['price', 'currency']],
};

const currencyOf = (code: unknown): Currency | null => CURRENCIES.find((one) => one === code) ?? null;

const termsIn = (table: PricedTable, { own_terms }: Fields): OwnTerms[] =>
  (table === 'services' && typeof own_terms === 'string' && readOwnTerms(own_terms)) || [];

function priceIn(row: Fields, [column, of]: (typeof COLUMNS)[PricedTable][number]): RowPrice | null {
  const [amount, currency] = [row[column], currencyOf(row[of])];
  return typeof amount === 'number' && currency ? { column, employee: null, amount, currency } : null;
}

const ownPrice = ({ resource, price, currency }: OwnTerms): RowPrice | null =>
  price === null || currency === null ? null : { column: 'own_terms', employee: resource, amount: price, currency };

/** Returns all amounts of a row, those of single employees last. */
export function pricesOf(table: PricedTable, row: Fields): RowPrice[] {
  const all = [...COLUMNS[table].map((columns) => priceIn(row, columns)), ...termsIn(table, row).map(ownPrice)];
  return all.filter((price) => price !== null);
}

/**
 * Returns the fields that write amounts anew, each with its currency; null if all stay.
 * @param next returns the new amount of each; null: it stays
 */
export function withPrices(
  table: PricedTable,
  row: Fields,
  next: (price: RowPrice) => Money | null,
): Record<string, unknown> | null {
  const change: Record<string, unknown> = {};
  for (const columns of COLUMNS[table]) {
    const price = priceIn(row, columns);
    const to = price && next(price);
    if (!to) continue;
    const [column, of] = columns;
    Object.assign(change, { [column]: to.amount, [of]: to.currency });
    if (column === 'sale_price') change.price = to.amount;
  }
  const terms = termsIn(table, row);
  const anew = terms.map((own) => {
    const price = ownPrice(own);
    const to = price && next(price);
    return to ? { ...own, price: to.amount, currency: to.currency } : own;
  });
  if (anew.some((own, n) => own !== terms[n])) change.own_terms = ownTermsText(anew);
  return Object.keys(change).length > 0 ? change : null;
}
