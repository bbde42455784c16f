/**
 * The count in progress, kept on this device for each person and salon (`greben-counts`). Promises: the counted rows are here after
 * a reload, a crash or a day's pause; a save that has begun is on the device, strictly, before anything of it is written; it ends
 * together with its count, in one transaction. The rows of the salon are not touched here.
 */
import type { Observable } from 'rxjs';
import { otherWindows } from '#data/browser/other-windows.ts';
import { type SmallDatabase, smallDatabase } from '#data/browser/small-database.ts';
import { type CountedRow, isInSave, type Saving } from '#domain/stock/stock-count.ts';
import { databaseNames } from '#sync/storage/rxdb/raw-database.ts';

const DATABASE = 'greben-counts';
const ROWS = 'rows';
const SAVES = 'saves';

/** A count as it is kept. */
export interface KeptCount {
  readonly rows: readonly CountedRow[];
  /** A save that has begun and is not known to have ended. */
  readonly saving: Saving | null;
}

/** The count of one person in one salon. */
export interface StockCountStore {
  /**
   * Reads the count.
   * @throws what the browser's storage throws; so do all functions here
   */
  read(): Promise<KeptCount>;
  /** Keeps these rows. They replace what was counted of the same products. */
  keep(rows: readonly CountedRow[]): Promise<void>;
  /** Removes products from the count; all of them without a list. */
  forget(productIds?: readonly string[]): Promise<void>;
  /** Stores a save that begins. It is on disk when it resolves, even if the power fails. */
  begin(saving: Saving): Promise<void>;
  /** Notes that the new quantities are written. */
  markWritten(): Promise<void>;
  /** Ends a save that came to nothing; the count goes on. */
  cancel(): Promise<void>;
  /** Ends a save: its products leave the count, and the rows that ask come back into it. */
  end(saving: Saving, asks: readonly CountedRow[]): Promise<void>;
  /** Emits when another window of this browser has changed the count. */
  readonly elsewhere$: Observable<void>;
}

const database = smallDatabase(DATABASE, [ROWS, SAVES]);

/** Tells whether the database is there. A device without counts gets none, although each start asks for a save that broke off. */
const isThere = async (): Promise<boolean> => (await databaseNames()).includes(DATABASE);

/** Counts the products that somebody has counted here and not saved. @throws what the browser's storage throws */
export async function countedOf(of: CountOf): Promise<number> {
  return (await isThere()) ? (await stockCountStore(of).read()).rows.length : 0;
}

/**
 * Removes a person's count from this device, with a save that broke off. It never rejects: a refusal of the browser's storage
 * goes to the console.
 */
export async function removeCount(of: CountOf): Promise<void> {
  try {
    if (!(await isThere())) return;
    const store = stockCountStore(of);
    await store.cancel();
    await store.forget();
  } catch (error) {
    console.warn('What was counted stays on this device', error);
  }
}

interface CountOf {
  readonly userId: string;
  readonly salonId: number;
}

/** Opens the count of one person in one salon. */
export function stockCountStore({ userId, salonId }: CountOf): StockCountStore {
  const own = [userId, salonId];
  const keyOf = (productId: string) => [...own, productId];
  const all = () => IDBKeyRange.bound(own, [...own, []]); // an array sorts after every text
  const windows = otherWindows(DATABASE, { userId, salonId });

  const change = async (...work: Parameters<SmallDatabase['write']>) => {
    await database.write(...work);
    windows.tell();
  };

  return {
    read: async () => {
      if (!(await isThere())) return { rows: [], saving: null };
      return database.read(async (transaction) => {
        const rows = (await transaction.objectStore(ROWS).getAll(all())) as CountedRow[];
        const saving = ((await transaction.objectStore(SAVES).get(own)) as Saving | undefined) ?? null;
        return { rows: rows.map(({ product_id, counted, began }) => ({ product_id, counted, began })), saving };
      });
    },
    keep: (rows) =>
      change(async (transaction) => {
        for (const row of rows) await transaction.objectStore(ROWS).put(row, keyOf(row.product_id));
      }),
    forget: (productIds) =>
      change(async (transaction) => {
        const counted = transaction.objectStore(ROWS);
        for (const id of productIds ?? []) await counted.delete(keyOf(id));
        if (!productIds) await counted.delete(all());
      }),
    begin: (saving) =>
      change(async (transaction) => {
        await transaction.objectStore(SAVES).put(saving, own);
      }, 'strict'),
    markWritten: () =>
      change(async (transaction) => {
        const saves = transaction.objectStore(SAVES);
        const saving = (await saves.get(own)) as Saving | undefined;
        if (saving) await saves.put({ ...saving, isWritten: true }, own);
      }, 'strict'),
    cancel: () => change((transaction) => transaction.objectStore(SAVES).delete(own)),
    end: (saving, asks) =>
      change(async (transaction) => {
        const rows = transaction.objectStore(ROWS);
        await transaction.objectStore(SAVES).delete(own);
        for (const row of (await rows.getAll(all())) as CountedRow[])
          if (isInSave(saving, row)) await rows.delete(keyOf(row.product_id));
        for (const row of asks) await rows.put(row, keyOf(row.product_id));
      }, 'strict'),
    elsewhere$: windows.elsewhere$,
  };
}
