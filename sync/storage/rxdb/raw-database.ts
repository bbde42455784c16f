/**
 * IndexedDB databases read past RxDB, which holds thirteen open collections a page and no more. Promise: nothing is
 * created and no version is raised; whoever deletes a database is not held up by a reader.
 */
import { thisPage } from './frozen-page.ts';

/** Resolves with an IndexedDB request's result. @throws its error */
export const answerOf = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

/** Returns the names of all IndexedDB databases of this origin. */
export const databaseNames = async (): Promise<readonly string[]> =>
  (await indexedDB.databases()).flatMap(({ name }) => name ?? []);

/** Null when there is no such database (another tab has just deleted it). */
function openExisting(name: string): Promise<IDBDatabase | null> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(name);
    let missing = false;
    request.onupgradeneeded = () => {
      missing = true;
      request.transaction?.abort();
    };
    request.onsuccess = () => {
      const database = request.result;
      database.onversionchange = () => database.close();
      resolve(database);
    };
    request.onerror = () => (missing ? resolve(null) : reject(request.error));
  });
}

/** Runs `work` on the database, again if a freeze of the page broke it off; `absent` where there is none. */
export function withDatabase<T>(name: string, absent: T, work: (database: IDBDatabase) => Promise<T>): Promise<T> {
  return thisPage.awake(async () => {
    const database = await openExisting(name);
    if (database === null) return absent;
    try {
      return await work(database);
    } finally {
      database.close();
    }
  });
}

/** False when somebody has it open: the browser then deletes it once they have gone. */
export function deleteDatabase(name: string): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.deleteDatabase(name);
    request.onsuccess = () => resolve(true);
    request.onblocked = () => resolve(false);
    request.onerror = () => reject(request.error);
  });
}
