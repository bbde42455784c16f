/** The browser's own database without a library: the floor. It tells nobody of changes. */
import { BESIDE, type ClientRow, type EventRow, isStrict, type ReplicaAdapter } from '../adapter.ts';
import { play } from '../player.ts';

let database: IDBDatabase;

const asked = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

function written(store: string, work: (rows: IDBObjectStore) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const transaction = database.transaction(store, 'readwrite', { durability: isStrict() ? 'strict' : 'default' });
    transaction.oncomplete = () => resolve();
    transaction.onerror = () => reject(transaction.error);
    work(transaction.objectStore(store));
  });
}

const rowsOf = (store: string) => database.transaction(store).objectStore(store);

const adapter: ReplicaAdapter = {
  async open() {
    const opening = indexedDB.open('bench', 1);
    opening.onupgradeneeded = () => {
      opening.result.createObjectStore('events', { keyPath: 'id' }).createIndex('start_time', 'start_time');
      for (const name of ['clients', ...BESIDE]) opening.result.createObjectStore(name, { keyPath: 'id' });
    };
    database = await asked(opening);
  },
  async fill(events, clients) {
    await written('clients', (rows) => {
      for (const client of clients) rows.put(client);
    });
    await written('events', (rows) => {
      for (const event of events) rows.put(event);
    });
  },
  async between(from, to) {
    const range = IDBKeyRange.bound(from, to, false, true);
    const found = await asked<EventRow[]>(rowsOf('events').index('start_time').getAll(range));
    return found.filter(({ deleted }) => !deleted);
  },
  insert: (event) => written('events', (rows) => void rows.add(event)),
  patch: (id, values) =>
    written('events', (rows) => {
      const read = rows.get(id);
      read.onsuccess = () => rows.put({ ...read.result, ...values });
    }),
  watch: null,
  async search(text) {
    const words = text.toLowerCase().split(' ');
    const all = await asked<ClientRow[]>(rowsOf('clients').getAll());
    return all.filter(({ name }) => words.every((word) => name?.toLowerCase().includes(word))).slice(0, 50).length;
  },
};
play(adapter);
