/**
 * Counts stock (document 3 §4, §5, §7): the meaning of a typed number, the rows that count as changed, the question that a change
 * elsewhere raises, the value of a count, and the rest of a save that broke off. Pure.
 */

import { fromMinor, type Money, sumsOf, toMinor } from '#domain/money/money.ts';
import type { Currency } from '#schemas/constants.ts';

/** The largest whole number that the database takes. */
export const MOST_COUNTED = 2_147_483_647;

/** A counted product, whole units. */
export interface CountedRow {
  readonly product_id: string;
  readonly counted: number;
  /** The stock of the product when its count began. If the stock differs now, somebody else has changed it. */
  readonly began: number;
}

/**
 * Reads a typed stock: a whole number from 0; all else becomes 0 (document 3 §5). Three digits after a comma or a point are
 * thousands, as the screen writes them, since whole units have no thousandths.
 */
export function countFrom(text: string): number {
  const digits = text.replace(/\s/g, '');
  const plain = /^[1-9]\d{0,2}([.,]\d{3})+$/.test(digits) ? digits.replace(/[.,]/g, '') : digits.replace(',', '.');
  return /^\d+(\.\d*)?$/.test(plain) ? Math.min(MOST_COUNTED, Math.floor(Number(plain))) : 0;
}

/** Adds minus or plus: never below 0, never more than the database takes. */
export const stepped = (counted: number, by: number): number => Math.min(MOST_COUNTED, Math.max(0, counted + by));

/** `asks`: the count differs from the stock, and the stock changed since the count of this row began. */
export type CountState = 'uncounted' | 'same' | 'changed' | 'asks';

/**
 * Returns the state of a row.
 * @param stock the product's quantity now
 */
export function countStateOf(row: Pick<CountedRow, 'counted' | 'began'> | undefined, stock: number): CountState {
  if (!row) return 'uncounted';
  if (row.counted === stock) return 'same';
  return row.began === stock ? 'changed' : 'asks';
}

/**
 * `mine`: this count holds. `theirs`: the present stock holds. `moved`: the difference elsewhere was goods that came in or went
 * out, and applies to this count, too. `sum`: each of the two counted a part.
 */
export type CountChoice = 'mine' | 'theirs' | 'moved' | 'sum';

/** Returns the row after a person's decision; it asks no more until the stock changes again. */
export function decided(row: CountedRow, stock: number, choice: CountChoice): CountedRow {
  return { ...row, counted: choicesOf(row, stock)[choice], began: stock };
}

/** Returns the stock that each decision gives. */
export const choicesOf = (
  { counted, began }: Pick<CountedRow, 'counted' | 'began'>,
  stock: number,
): Record<CountChoice, number> => ({
  mine: counted,
  theirs: stock,
  moved: stepped(counted, stock - began),
  sum: stepped(counted, stock),
});

interface Counted {
  readonly id: string;
  readonly quantity: number;
  readonly supply_price: number | null;
  readonly supply_currency: Currency | null;
}

/** The sums of a stock count. */
export interface CountSummary {
  /** Counted products of the list, changed or not. */
  readonly counted: number;
  readonly changed: number;
  /** Value of the differences at supply price, in each currency; negative for a loss. */
  readonly values: readonly Money[];
  /** Changed products without a supply price, which have no part in the value. */
  readonly unpriced: number;
  /** Rows that ask, in the order of the list. */
  readonly asking: readonly string[];
}

const known = new WeakMap<readonly Counted[], ReadonlyMap<string, number>>();

/** Returns the place of each product in its list. A known list costs nothing. */
function placesIn(products: readonly Counted[]): ReadonlyMap<string, number> {
  const found = known.get(products) ?? new Map(products.map(({ id }, place) => [id, place]));
  known.set(products, found);
  return found;
}

/** Sums up a count over the products that still exist. The cost follows the counted rows and not the length of the list. */
export function summaryOf(products: readonly Counted[], rows: ReadonlyMap<string, CountedRow>): CountSummary {
  let [counted, changed, unpriced] = [0, 0, 0];
  const values: Money[] = [];
  const asking: number[] = [];
  const places = placesIn(products);
  for (const row of rows.values()) {
    const place = places.get(row.product_id) ?? -1;
    const product = products[place];
    if (!product) continue;
    const { quantity, supply_price, supply_currency: currency } = product;
    counted += 1;
    const standing = countStateOf(row, quantity);
    if (standing === 'same') continue;
    changed += 1;
    if (standing === 'asks') asking.push(place);
    if (supply_price === null || currency === null) unpriced += 1;
    else values.push({ amount: fromMinor((row.counted - quantity) * toMinor(supply_price)), currency });
  }
  const inOrder = asking.sort((a, b) => a - b).flatMap((place) => products[place]?.id ?? []);
  return { counted, changed, values: sumsOf(values), unpriced, asking: inOrder };
}

/** One changed product of a save, with the id of its revision. */
export interface SavedRow {
  readonly product_id: string;
  readonly revision_id: string;
  readonly old_quantity: number;
  readonly new_quantity: number;
}

/** A save that has begun: it is stored on the device before anything else of it is written. */
export interface Saving {
  readonly id: string;
  readonly rows: readonly SavedRow[];
  /** Products whose count equals their stock: they leave the count together with the changed ones. */
  readonly same: readonly string[];
  /** The new quantities are written; only the count is still to be removed. */
  readonly isWritten: boolean;
}

/** True if a save contains a row of the count as it is. A row that was counted again since stays in the count. */
export function isInSave(saving: Saving, row: CountedRow): boolean {
  if (saving.same.includes(row.product_id)) return row.counted === row.began;
  return saving.rows.some((saved) => saved.product_id === row.product_id && saved.new_quantity === row.counted);
}

/** Longest id of a row. */
const LONGEST_ID = 120;

/**
 * Returns the id of a revision, the same however often the save is begun again. Null if it would be longer than an id may be; no id
 * made by a device is so long.
 */
export function revisionIdOf(savingId: string, productId: string): string | null {
  const id = `${savingId}/${productId}`;
  return id.length <= LONGEST_ID ? id : null;
}

/** The writes that complete a stock count. */
export interface Completion {
  /** Revisions to be written, before any quantity. */
  readonly revisions: readonly SavedRow[];
  /** Products whose quantity is to be set, after the revisions. */
  readonly stock: readonly SavedRow[];
  /** Products that somebody else changed meanwhile: they go back into the count and ask. */
  readonly asks: readonly CountedRow[];
}

/**
 * Returns the rest of a save, whatever of it was written before. A quantity is set only if it is still the old one.
 * @param written ids of the existing revisions
 * @param stockOf a product's quantity now; null if it is deleted
 */
export function completionOf(
  saving: Saving,
  written: ReadonlySet<string>,
  stockOf: (productId: string) => number | null,
): Completion {
  const revisions: SavedRow[] = [];
  const stock: SavedRow[] = [];
  const asks: CountedRow[] = [];
  if (saving.isWritten) return { revisions, stock, asks };
  for (const row of saving.rows) {
    const now = stockOf(row.product_id);
    if (now === row.old_quantity) {
      if (!written.has(row.revision_id)) revisions.push(row);
      stock.push(row);
    } else if (now !== null && now !== row.new_quantity) {
      asks.push({ product_id: row.product_id, counted: row.new_quantity, began: row.old_quantity });
    }
  }
  return { revisions, stock, asks };
}
