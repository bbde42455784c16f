/** Past stock revisions: the rows that were saved together, their value, and a product's stock over time. */
import { fromMinor, type Money, sumsOf, toMinor } from '#domain/money/money.ts';

/** One product's row of a stock count. */
export interface RevisionRecord {
  readonly id: string;
  readonly product_id: string;
  readonly old_quantity: number;
  readonly new_quantity: number;
  readonly difference: number;
  readonly user_id: string;
  /** ISO UTC by the server's clock; null while it is not sent. */
  readonly created_at: string | null;
}

/** Returns the id of the save of a revision: the part before the slash, or its own if it was saved alone. */
const savingOf = (id: string): string => id.split('/', 1)[0] ?? id;

const UUID_V7 = /^([0-9a-f]{8})-([0-9a-f]{4})-7[0-9a-f]{3}-/;

/**
 * Returns when it was counted, in epoch milliseconds: by the moment in its id, which is the clock of its device, else by the
 * server's. Null if neither is known.
 */
export function countedAt({ id, created_at }: Pick<RevisionRecord, 'id' | 'created_at'>): number | null {
  const [, high, low] = UUID_V7.exec(id) ?? [];
  if (high && low) return Number.parseInt(high + low, 16);
  return created_at === null ? null : Date.parse(created_at);
}

/** A past stock count. `at`: its moment in epoch milliseconds; null if it is not known. */
export interface PastRevision<R extends RevisionRecord = RevisionRecord> {
  readonly id: string;
  readonly at: number | null;
  readonly user_id: string;
  readonly rows: readonly R[];
}

const newestFirst = (a: { at: number | null; id: string }, b: { at: number | null; id: string }) =>
  (b.at ?? Number.POSITIVE_INFINITY) - (a.at ?? Number.POSITIVE_INFINITY) || (a.id < b.id ? 1 : -1);

/** Groups rows by save, newest first; rows of two people are never one revision. */
export function pastRevisions<R extends RevisionRecord>(rows: readonly R[]): PastRevision<R>[] {
  const saves = new Map<string, R[]>();
  for (const row of rows) {
    const key = `${savingOf(row.id)} ${row.user_id}`;
    const known = saves.get(key);
    if (known) known.push(row);
    else saves.set(key, [row]);
  }
  return [...saves]
    .flatMap(([id, own]) => {
      const [first] = own;
      return first ? [{ id, at: countedAt(first), user_id: first.user_id, rows: own }] : [];
    })
    .sort(newestFirst);
}

/** Returns the value of a revision's difference at a supply price. */
export const valueAt = ({ difference }: Pick<RevisionRecord, 'difference'>, { amount, currency }: Money): Money => ({
  amount: fromMinor(difference * toMinor(amount)),
  currency,
});

/** Returns the value of the differences at today's supply prices, in each currency; rows of products without a price do not count. */
export function valuesOfRevisions(rows: readonly RevisionRecord[], priceOf: (productId: string) => Money | null): Money[] {
  return sumsOf(
    rows.flatMap((row) => {
      const price = priceOf(row.product_id);
      return price ? [valueAt(row, price)] : [];
    }),
  );
}

/** The stock at a moment. */
export interface StockPoint {
  readonly at: number;
  readonly quantity: number;
}

/** Returns a product's counted stock, oldest first: before its first count, and after each. Counts of unknown time are left out. */
export function stockLine(rows: readonly RevisionRecord[]): StockPoint[] {
  const timed = rows
    .flatMap((row) => {
      const at = countedAt(row);
      return at === null ? [] : [{ at, row }];
    })
    .sort((a, b) => a.at - b.at || (a.row.id < b.row.id ? -1 : 1));
  const [first] = timed;
  if (!first) return [];
  return [
    { at: first.at, quantity: first.row.old_quantity },
    ...timed.map(({ at, row }) => ({ at, quantity: row.new_quantity })),
  ];
}
