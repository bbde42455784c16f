/**
 * Counting stock (document 3 §4, §5, §7). Pure: what a typed number means, when a row counts as changed, what is asked when
 * the stock changed elsewhere meanwhile, what a count is worth, and what is left to do of a save that broke off.
 */
import type { Currency } from '#schemas/constants.ts';
import { fromMinor, type Money, sumsOf, toMinor } from './money.ts';

/** The largest whole number that the database takes. */
export const MOST_COUNTED = 2_147_483_647;

/** A counted product, whole units. */
export interface CountedRow {
  readonly product_id: string;
  readonly counted: number;
  /** The stock that the product had when its count began: another one now means that somebody else changed it. */
  readonly began: number;
}

/**
 * What a person typed as new stock: a whole number from 0; what is no number, or is below 0, becomes 0 (document 3 §5). Three digits
 * behind a comma or a point are thousands, as the screen writes them: whole units have no thousandths.
 */
export function countFrom(text: string): number {
  const digits = text.replace(/\s/g, '');
  const plain = /^[1-9]\d{0,2}([.,]\d{3})+$/.test(digits) ? digits.replace(/[.,]/g, '') : digits.replace(',', '.');
  return /^\d+(\.\d*)?$/.test(plain) ? Math.min(MOST_COUNTED, Math.floor(Number(plain))) : 0;
}

/** Minus and plus: never below 0, never more than the database takes. */
export const stepped = (counted: number, by: number): number => Math.min(MOST_COUNTED, Math.max(0, counted + by));

/** `asks`: the count differs from the stock, and the stock is not what it was when the count of this row began. */
export type Standing = 'uncounted' | 'same' | 'changed' | 'asks';

/** @param stock the product's quantity now */
export function standingOf(row: Pick<CountedRow, 'counted' | 'began'> | undefined, stock: number): Standing {
  if (!row) return 'uncounted';
  if (row.counted === stock) return 'same';
  return row.began === stock ? 'changed' : 'asks';
}

/**
 * `mine`: what was counted here holds. `theirs`: the stock as it stands. `moved`: what came in or went out elsewhere was not among
 * what was counted here. `sum`: both counted a part of it.
 */
export type CountChoice = 'mine' | 'theirs' | 'moved' | 'sum';

/** The row after a person's decision; it asks no more until the stock changes again. */
export function decided(row: CountedRow, stock: number, choice: CountChoice): CountedRow {
  return { ...row, counted: choicesOf(row, stock)[choice], began: stock };
}

/** What each decision makes the stock. */
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

export interface CountSummary {
  /** Products of the list that were counted, changed or not. */
  readonly counted: number;
  readonly changed: number;
  /** What the changed ones differ by, at supply price, in each currency; negative for a loss. */
  readonly values: readonly Money[];
  /** Changed products that have no supply price and so no part in the value. */
  readonly unpriced: number;
  /** Rows that ask, in the order of the list. */
  readonly asking: readonly string[];
}

const known = new WeakMap<readonly Counted[], ReadonlyMap<string, number>>();

/** Where each product stands in its list. A list that it has met before costs nothing. */
function placesIn(products: readonly Counted[]): ReadonlyMap<string, number> {
  const found = known.get(products) ?? new Map(products.map(({ id }, place) => [id, place]));
  known.set(products, found);
  return found;
}

/** What a count comes to, over the products that there still are. Costs as much as was counted, however long the list is. */
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
    const standing = standingOf(row, quantity);
    if (standing === 'same') continue;
    changed += 1;
    if (standing === 'asks') asking.push(place);
    if (supply_price === null || currency === null) unpriced += 1;
    else values.push({ amount: fromMinor((row.counted - quantity) * toMinor(supply_price)), currency });
  }
  const inOrder = asking.sort((a, b) => a - b).flatMap((place) => products[place]?.id ?? []);
  return { counted, changed, values: sumsOf(values), unpriced, asking: inOrder };
}

/** One changed product of a save, with the id that its revision gets. */
export interface SavedRow {
  readonly product_id: string;
  readonly revision_id: string;
  readonly old_quantity: number;
  readonly new_quantity: number;
}

/** A save that has begun: on the device before anything else of it is written. */
export interface Saving {
  readonly id: string;
  readonly rows: readonly SavedRow[];
  /** Products that were counted and found as they stood: they leave the count together with the changed ones. */
  readonly same: readonly string[];
  /** The new quantities are written; only the count is still to be put away. */
  readonly isWritten: boolean;
}

/** Whether a row of the count went into a save, as it stands: what was counted anew since stays in the count. */
export function isInSave(saving: Saving, row: CountedRow): boolean {
  if (saving.same.includes(row.product_id)) return row.counted === row.began;
  return saving.rows.some((saved) => saved.product_id === row.product_id && saved.new_quantity === row.counted);
}

/** The longest id that a row may have. */
const LONGEST_ID = 120;

/**
 * The revision's id, the same however often the save is begun again. Null where the two make more than an id may hold: no
 * id that a device makes is so long.
 */
export function revisionIdOf(savingId: string, productId: string): string | null {
  const id = `${savingId}/${productId}`;
  return id.length <= LONGEST_ID ? id : null;
}

export interface Completion {
  /** Revisions to be written, before any quantity. */
  readonly revisions: readonly SavedRow[];
  /** Products whose quantity is to be set, after the revisions. */
  readonly stock: readonly SavedRow[];
  /** Products that somebody else changed in between: these go back into the count and ask. */
  readonly asks: readonly CountedRow[];
}

/**
 * What is left to do of a save, whatever of it was written before. A quantity is set only where it is still the old one.
 * @param written ids of revisions that are there
 * @param stockOf a product's quantity now; null where it is deleted
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
