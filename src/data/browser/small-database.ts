/**
 * An IndexedDB database of this device, outside the replica. Promises: it is opened when it is first asked for, and again
 * whenever the browser has closed it under us (iOS in the background, BFCache); a page that is frozen or kept in the back/forward
 * cache holds up no other page: its transactions are broken off and done again after the thaw.
 */
import { type IDBPDatabase, type IDBPTransaction, openDB } from 'idb';
import { type Breakable, type PageLife, thisPage } from '#sync/storage/rxdb/frozen-page.ts';

type Transaction<M extends 'readonly' | 'readwrite'> = IDBPTransaction<unknown, string[], M>;

/**
 * The database. Reads and writes run their work in one transaction over all stores, and a second time if a freeze broke off the
 * first.
 * @throws what the browser's storage throws
 */
export interface SmallDatabase {
  read<T>(work: (transaction: Transaction<'readonly'>) => Promise<T>): Promise<T>;
  /** Resolves when the work is on disk. With `strict` it also survives a power failure. */
  write<T>(work: (transaction: Transaction<'readwrite'>) => Promise<T>, durability?: 'strict'): Promise<T>;
  close(): void;
}

/**
 * Returns the database of this name with these stores. A database of an earlier version gets the stores that it lacks.
 * @param version goes up whenever a store is added
 * @param life the page in which this runs
 */
export function smallDatabase(name: string, stores: readonly string[], version = 1, life: PageLife = thisPage): SmallDatabase {
  let opening: Promise<IDBPDatabase> | null = null;

  const underWay = (transaction: object) => life.underWay(transaction as Breakable);
  const open = () => {
    opening ??= openDB(name, version, {
      upgrade: (database, _from, _to, transaction) => {
        underWay(transaction);
        for (const store of stores) if (!database.objectStoreNames.contains(store)) database.createObjectStore(store);
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
  };
  const close = () => {
    const closing = opening;
    opening = null;
    // A failure to open is told to the caller that asked for the database.
    closing?.then((database) => database.close()).catch(() => undefined);
  };

  /** Begins on a new connection after an InvalidStateError: the old one was closed without the close event. */
  async function begun<T>(begin: (database: IDBPDatabase) => T): Promise<T> {
    try {
      return begin(await open());
    } catch (error) {
      if (!(error instanceof DOMException) || error.name !== 'InvalidStateError') throw error;
      opening = null;
      return begin(await open());
    }
  }

  const run = <M extends 'readonly' | 'readwrite', T>(
    mode: M,
    work: (transaction: Transaction<M>) => Promise<T>,
    durability: IDBTransactionDurability = 'default',
  ): Promise<T> =>
    life.awake(async () => {
      const transaction = await begun((database) => database.transaction([...stores], mode, { durability }));
      underWay(transaction);
      const [result] = await Promise.all([work(transaction), transaction.done]);
      return result;
    });

  return {
    read: (work) => run('readonly', work),
    write: (work, durability) => run('readwrite', work, durability),
    close,
  };
}
