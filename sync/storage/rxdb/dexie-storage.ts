/**
 * IndexedDB through RxDB's Dexie storage. Promises: a write is on disk when it says so (strict durability); a connection
 * that the browser closed under us (iOS in the background, BFCache, a full disk) is opened again, by itself and before a
 * write is tried a second time; a frozen page blocks no other tab; what stood here and is gone is never made anew under an
 * open replica, not even where another tab has made a new one of the same name. Works around RxDB 17.6: its Dexie storage stays
 * dead after such a close.
 */
import type { Dexie } from 'dexie';
import type { RxStorage } from 'rxdb';
import { getRxStorageDexie } from 'rxdb/plugins/storage-dexie';
import { BehaviorSubject } from 'rxjs';
import { StorageClosedError, StorageEmptiedError, StorageFullError, storageFaultOf } from '#sync/storage/storage-errors.ts';
import { type Breakable, thisPage } from './frozen-page.ts';
import { withOwnReads } from './own-reads.ts';
import { readManyAtOnce } from './read-many.ts';

/**
 * `dead`: closed by the browser, and it does not open again (WebKit ends the process that holds it, for pages in the
 * background). `emptied`: cleared by the browser; that is for good.
 */
export type StorageLoss = 'dead' | 'emptied';

/** The storage of one replica, which survives that the browser closes its databases. */
export interface ReplicaStorage {
  // biome-ignore lint/suspicious/noExplicitAny: RxDB's own type of a storage whose internals are nobody's business
  readonly storage: RxStorage<any, any>;
  /**
   * Runs an operation on the database; once more on a database opened again where the browser had closed it.
   * @throws StorageFullError, StorageClosedError, and every other error as it is
   */
  guard<T>(operation: () => Promise<T>): Promise<T>;
  /** The loss of the databases of the open replica; null as long as they are there. */
  readonly loss$: BehaviorSubject<StorageLoss | null>;
  /** From now on asked whenever a database was opened again: whether what stands there is what stood there. */
  expect(isSame: () => Promise<boolean>): void;
  /** From now on a close is meant. */
  end(): void;
}

const EMPTIED = 'what this device held is gone';

/** Returns RxDB's storage on IndexedDB, with that promise. */
export function dexieStorage(): ReplicaStorage {
  const open = new Set<Dexie>();
  /** Opened once, and since then expected to be there. */
  const stood = new Set<Dexie>();
  const reviving = new Map<Dexie, Promise<void>>();
  const loss$ = new BehaviorSubject<StorageLoss | null>(null);
  let isSame: () => Promise<boolean> = async () => true;
  let ended = false;
  const emptied = (): StorageEmptiedError => {
    if (loss$.value !== 'emptied') loss$.next('emptied');
    return new StorageEmptiedError(EMPTIED);
  };
  const reopen = async (db: Dexie): Promise<void> => {
    try {
      await db.open();
    } catch (error) {
      if (loss$.value === null && storageFaultOf(error) !== 'full') loss$.next('dead');
      throw error;
    }
    if (loss$.value === 'dead' && [...stood].every((one) => !open.has(one) || one.isOpen())) loss$.next(null);
  };
  const revive = async (db: Dexie): Promise<void> => {
    if (ended || !open.has(db) || !stood.has(db) || (db.isOpen() && !reviving.has(db))) return;
    if (loss$.value === 'emptied') throw emptied();
    const running = reviving.get(db) ?? reopen(db).finally(() => reviving.delete(db));
    reviving.set(db, running);
    await running;
  };
  const storage = getRxStorageDexie({
    chromeTransactionDurability: 'strict',
    onCreate(db: Dexie) {
      open.add(db);
      readManyAtOnce(db);
      db.use({
        stack: 'dbcore',
        name: 'frozen-page',
        create: (core) => ({
          ...core,
          transaction(...args) {
            const transaction = core.transaction(...args);
            thisPage.underWay(transaction as unknown as Breakable);
            return transaction;
          },
        }),
      });
      // Dexie too opens again by itself. Where this fails the opening does.
      const isReady = async () => {
        if (stood.has(db) && !(await isSame())) throw emptied();
        stood.add(db);
      };
      db.on('ready', isReady, true);
      // Dexie makes the tables of a database that was not there. The error takes the new one back.
      db.on('populate', () => {
        if (stood.has(db)) throw emptied();
      });
      // Another tab of ours deletes the database: opening it again would make an empty one.
      db.on('versionchange', (event) => {
        if (event.newVersion === null) open.delete(db);
      });
      db.on('close', () => {
        // An opening that fails says so too.
        if (reviving.has(db)) return;
        // Dexie says so before it has closed; what fails here is tried again by the next write, which reports it.
        setTimeout(() => revive(db).catch(() => undefined), 0);
      });
    },
  });
  const reviveAll = async () => {
    if (ended) throw new StorageClosedError('the replica is closed');
    if (loss$.value === 'emptied') throw emptied();
    for (const db of open) await revive(db);
  };
  const guard: ReplicaStorage['guard'] = (operation) => twice(operation, reviveAll);
  return {
    storage: guarded(withOwnReads(storage), guard),
    guard,
    loss$,
    expect(isSameDatabase: () => Promise<boolean>) {
      isSame = isSameDatabase;
    },
    end() {
      ended = true;
      loss$.complete();
    },
  };
}

const OPERATIONS = ['bulkWrite', 'query', 'count', 'findDocumentsById'] as const;

/** Guards all that RxDB asks, also on its own: for live reads, its own documents, and when another tab tells of a change. */
function guarded<S extends ReplicaStorage['storage']>(storage: S, guard: ReplicaStorage['guard']): S {
  return {
    ...storage,
    async createStorageInstance(params: Parameters<S['createStorageInstance']>[0]) {
      const instance = await thisPage.awake(() => storage.createStorageInstance(params));
      for (const name of OPERATIONS) {
        const operation: (...args: never[]) => Promise<unknown> = instance[name].bind(instance);
        Object.assign(instance, { [name]: (...args: never[]) => guard(() => thisPage.awake(() => operation(...args))) });
      }
      return instance;
    },
  };
}

async function twice<T>(operation: () => Promise<T>, revive: () => Promise<void>): Promise<T> {
  try {
    return await operation();
  } catch (error) {
    if (error instanceof StorageFullError || error instanceof StorageClosedError) throw error;
    const fault = storageFaultOf(error);
    if (fault === 'full') throw new StorageFullError('the device has no room', { cause: error });
    if (fault !== 'closed') throw error;
  }
  try {
    await revive();
    return await operation();
  } catch (error) {
    if (error instanceof StorageClosedError) throw error;
    const fault = storageFaultOf(error);
    if (fault === 'full') throw new StorageFullError('the device has no room', { cause: error });
    throw new StorageClosedError('the database does not open again', { cause: error });
  }
}
