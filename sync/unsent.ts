/**
 * How much of a person's work is still unsent on this device, asked without opening the replica (sign-out's question, and
 * the question after a changed local form). Promise: it creates nothing and changes nothing.
 */
import { TABLE_NAMES } from '#schemas/registry.ts';
import { databasesHolding } from './replica-name.ts';

const DOCUMENTS = 'docs';
const PENDING_INDEX = '[_deleted+pending+id]';
/** Dexie's storage writes booleans as text, because IndexedDB does not index them. */
const NOT_DELETED = '0';

const answerOf = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

/** Rows with `pending = 1`, over all local forms of this replica; 0 if there is none. */
export async function unsentOf(userId: string, salonId: number): Promise<number> {
  const names = (await indexedDB.databases()).flatMap(({ name }) => name ?? []);
  let unsent = 0;
  for (const table of TABLE_NAMES)
    for (const name of databasesHolding(names, userId, salonId, table)) unsent += await pendingIn(name);
  return unsent;
}

async function pendingIn(name: string): Promise<number> {
  const database = await answerOf(indexedDB.open(name));
  try {
    if (!database.objectStoreNames.contains(DOCUMENTS)) return 0;
    const store = database.transaction(DOCUMENTS, 'readonly').objectStore(DOCUMENTS);
    if (!store.indexNames.contains(PENDING_INDEX)) return 0;
    const range = IDBKeyRange.bound([NOT_DELETED, 1, ''], [NOT_DELETED, 1, '\uffff']);
    return await answerOf(store.index(PENDING_INDEX).count(range));
  } finally {
    database.close();
  }
}
