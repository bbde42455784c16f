/**
 * IndexedDB through RxDB's Dexie storage. Promises: a write is on disk when it says so (strict durability); a connection
 * that the browser closed under us (iOS in the background, BFCache, a full disk) is opened again, by itself and before a
 * write is tried a second time; a frozen page blocks no other tab. Works around RxDB 17.6: its Dexie storage stays dead after such a close.
 */
import type { Dexie } from 'dexie';
import type { RxStorage } from 'rxdb';
import { getRxStorageDexie } from 'rxdb/plugins/storage-dexie';
import { type Breakable, thisPage } from './frozen-page.ts';
import { StorageClosedError, StorageFullError, storageFaultOf } from './storage-errors.ts';

export interface ReplicaStorage {
  // biome-ignore lint/suspicious/noExplicitAny: RxDB's own type of a storage whose internals are nobody's business
  readonly storage: RxStorage<any, any>;
  /** Opens again what was closed under us. */
  revive(): Promise<void>;
  /** From now on a close is meant. */
  end(): void;
}

export function dexieStorage(): ReplicaStorage {
  const open = new Set<Dexie>();
  let ended = false;
  const revive = async (db: Dexie): Promise<void> => {
    if (!ended && open.has(db) && !db.isOpen()) await db.open();
  };
  const storage = getRxStorageDexie({
    chromeTransactionDurability: 'strict',
    onCreate(db: Dexie) {
      open.add(db);
      db.use({
        stack: 'dbcore',
        name: 'frozen-page',
        create: (core) => ({
          ...core,
          transaction(...asked) {
            const transaction = core.transaction(...asked);
            thisPage.underWay(transaction as unknown as Breakable);
            return transaction;
          },
        }),
      });
      // Somebody deletes the database: opening it again would make an empty one.
      db.on('versionchange', (event) => {
        if (event.newVersion === null) open.delete(db);
      });
      db.on('close', () => {
        // Dexie says so before it has closed; what fails here is tried again by the next write, which reports it.
        setTimeout(() => revive(db).catch(() => undefined), 0);
      });
    },
  });
  const handle = {
    async revive() {
      if (ended) throw new StorageClosedError('the replica is closed');
      for (const db of open) await revive(db);
    },
    end() {
      ended = true;
    },
  };
  return { ...handle, storage: guarded(storage, handle) };
}

const OPERATIONS = ['bulkWrite', 'query', 'count', 'findDocumentsById'] as const;

/** Also what RxDB asks on its own: for live reads, its own documents, and when another tab tells of a change. */
function guarded<S extends ReplicaStorage['storage']>(storage: S, handle: Pick<ReplicaStorage, 'revive'>): S {
  return {
    ...storage,
    async createStorageInstance(params: Parameters<S['createStorageInstance']>[0]) {
      const instance = await thisPage.awake(() => storage.createStorageInstance(params));
      for (const name of OPERATIONS) {
        const operation: (...asked: never[]) => Promise<unknown> = instance[name].bind(instance);
        const safely = (...asked: never[]) => withStorage(handle, () => thisPage.awake(() => operation(...asked)));
        Object.assign(instance, { [name]: safely });
      }
      return instance;
    },
  };
}

/**
 * Runs a storage operation; once more after reviving the storage where it was closed.
 * @throws StorageFullError, StorageClosedError, and every other error as it is
 */
export async function withStorage<T>(storage: Pick<ReplicaStorage, 'revive'>, operation: () => Promise<T>): Promise<T> {
  try {
    return await operation();
  } catch (error) {
    if (error instanceof StorageFullError || error instanceof StorageClosedError) throw error;
    const fault = storageFaultOf(error);
    if (fault === 'full') throw new StorageFullError('the device has no room', { cause: error });
    if (fault !== 'closed') throw error;
  }
  try {
    await storage.revive();
    return await operation();
  } catch (error) {
    const fault = storageFaultOf(error);
    if (fault === 'full') throw new StorageFullError('the device has no room', { cause: error });
    throw new StorageClosedError('the database does not open again', { cause: error });
  }
}
