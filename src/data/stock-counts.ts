/**
 * The count in progress, kept on this device for each person and salon (`greben-counts`). Promises: what was counted is here
 * after a reload, a crash or a day's pause; a save that has begun is on the device, strictly, before anything of it is
 * written; it ends together with its count, in one transaction. The rows of the salon are not touched here.
 */
import { type IDBPDatabase, openDB } from 'idb';
import { Observable } from 'rxjs';
import { type CountedRow, isInSave, type Saving } from '#domain/stock-count.ts';
import { openChannel } from '#sync/machine/channel.ts';
import { thisPage } from '#sync/storage/frozen-page.ts';
import { databaseNames } from '#sync/storage/raw-database.ts';
import { newId } from './new-id.ts';

const DATABASE = 'greben-counts';
const ROWS = 'rows';
const SAVES = 'saves';

export interface KeptCount {
  readonly rows: readonly CountedRow[];
  /** A save that has begun and is not known to have ended. */
  readonly saving: Saving | null;
}

export interface StockCountStore {
  /** @throws what the browser's storage throws, as all of these */
  read(): Promise<KeptCount>;
  /** Keeps these rows, in the place of what was counted of the same products. */
  keep(rows: readonly CountedRow[]): Promise<void>;
  /** Takes the products out of the count; all of them without a list. */
  forget(productIds?: readonly string[]): Promise<void>;
  /** A save begins. On disk when it resolves, also where the power fails. */
  begin(saving: Saving): Promise<void>;
  /** The new quantities are written. */
  markWritten(): Promise<void>;
  /** The save came to nothing; the count goes on. */
  cancel(): Promise<void>;
  /** The save has ended, and what went into it leaves the count; the rows that ask come back into it. */
  end(saving: Saving, asks: readonly CountedRow[]): Promise<void>;
  /** Emits when another window of this browser has changed the count. */
  readonly elsewhere$: Observable<void>;
}

let opening: Promise<IDBPDatabase> | null = null;

function open(): Promise<IDBPDatabase> {
  opening ??= openDB(DATABASE, 1, {
    upgrade: (db) => {
      db.createObjectStore(ROWS);
      db.createObjectStore(SAVES);
    },
    blocking: () => close(),
    terminated: () => {
      opening = null;
    },
  }).catch((error) => {
    opening = null;
    throw error;
  });
  return opening;
}

function close(): void {
  const closing = opening;
  opening = null;
  void closing?.then((db) => db.close());
}

/** Once more on a new connection where the browser has closed this one without a word (iOS in the background). */
async function onOpen<T>(work: (db: IDBPDatabase) => Promise<T>): Promise<T> {
  try {
    return await work(await open());
  } catch (error) {
    if (!(error instanceof DOMException) || error.name !== 'InvalidStateError') throw error;
    opening = null;
    return work(await open());
  }
}

const attempt = <T>(work: (db: IDBPDatabase) => Promise<T>): Promise<T> => thisPage.awake(() => onOpen(work));

/** A device on which nobody counts gets no database: each start asks for a save that broke off. */
const isThere = async (): Promise<boolean> => (await databaseNames()).includes(DATABASE);

/**
 * Takes what somebody counted from this device, with a save that broke off: for the removal of that person's data.
 * Never rejects: what the browser's storage does not take is told to the console.
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

/** This window: it knows of its own changes. */
const THIS_WINDOW = newId();

interface CountOf {
  readonly userId: string;
  readonly salonId: number;
}

/** The count of one person in one salon. */
export function stockCountStore({ userId, salonId }: CountOf): StockCountStore {
  const own = [userId, salonId];
  const keyOf = (productId: string) => [...own, productId];
  const all = () => IDBKeyRange.bound(own, [...own, []]); // an array sorts after every text
  const tell = () => {
    const channel = openChannel(DATABASE);
    channel?.postMessage({ userId, salonId, from: THIS_WINDOW });
    channel?.close();
  };

  const change = async (work: (db: IDBPDatabase) => Promise<void>) => {
    await attempt(work);
    tell();
  };

  return {
    read: async () => {
      if (!(await isThere())) return { rows: [], saving: null };
      return attempt(async (db) => {
        const transaction = db.transaction([ROWS, SAVES]);
        const rows = (await transaction.objectStore(ROWS).getAll(all())) as CountedRow[];
        const saving = ((await transaction.objectStore(SAVES).get(own)) as Saving | undefined) ?? null;
        await transaction.done;
        return { rows: rows.map(({ product_id, counted, began }) => ({ product_id, counted, began })), saving };
      });
    },
    keep: (rows) =>
      change(async (db) => {
        const transaction = db.transaction(ROWS, 'readwrite');
        for (const row of rows) await transaction.store.put(row, keyOf(row.product_id));
        await transaction.done;
      }),
    forget: (productIds) =>
      change(async (db) => {
        const transaction = db.transaction(ROWS, 'readwrite');
        for (const id of productIds ?? []) await transaction.store.delete(keyOf(id));
        if (!productIds) await transaction.store.delete(all());
        await transaction.done;
      }),
    begin: (saving) =>
      change(async (db) => {
        const transaction = db.transaction(SAVES, 'readwrite', { durability: 'strict' });
        await transaction.store.put(saving, own);
        await transaction.done;
      }),
    markWritten: () =>
      change(async (db) => {
        const transaction = db.transaction(SAVES, 'readwrite', { durability: 'strict' });
        const saving = (await transaction.store.get(own)) as Saving | undefined;
        if (saving) await transaction.store.put({ ...saving, isWritten: true }, own);
        await transaction.done;
      }),
    cancel: () => change((db) => db.delete(SAVES, own)),
    end: (saving, asks) =>
      change(async (db) => {
        const transaction = db.transaction([ROWS, SAVES], 'readwrite', { durability: 'strict' });
        const rows = transaction.objectStore(ROWS);
        await transaction.objectStore(SAVES).delete(own);
        for (const row of (await rows.getAll(all())) as CountedRow[])
          if (isInSave(saving, row)) await rows.delete(keyOf(row.product_id));
        for (const row of asks) await rows.put(row, keyOf(row.product_id));
        await transaction.done;
      }),
    elsewhere$: new Observable((listener) => {
      const channel = openChannel(DATABASE);
      if (channel === null) return undefined;
      channel.onmessage = ({ data }: MessageEvent<CountOf & { from: string }>) => {
        if (data.from !== THIS_WINDOW && data.userId === userId && data.salonId === salonId) listener.next();
      };
      return () => channel.close();
    }),
  };
}
