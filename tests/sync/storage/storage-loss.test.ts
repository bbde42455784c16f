import 'fake-indexeddb/auto';
import { filter, firstValueFrom } from 'rxjs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openReplica, type Replica } from '#sync/replica.ts';
import { noLock } from '#sync/round/round-lock.ts';
import { StorageClosedError, StorageEmptiedError } from '#sync/storage/storage-errors.ts';
import { booking, steadyClock, World } from '../devices.ts';
import { lineTo, USER } from '../versions/other-version.ts';
import { installIdbFaults } from './idb-faults.ts';

/** What the browser does to the databases of an open replica for good: it clears them, or they die and do not open again. */
const faults = installIdbFaults();
let salonId = 1900;
let world: World;
const open: Replica[] = [];

const openHere = async (): Promise<Replica> => {
  const replica = await openReplica({
    userId: USER,
    salonId,
    server: lineTo(world),
    clock: steadyClock(),
    multiInstance: false,
    autoSync: false,
    lock: noLock,
    onFault: (error) => {
      throw error;
    },
  });
  open.push(replica);
  return replica;
};

beforeEach(async () => {
  world = new World();
  salonId++;
});
afterEach(async () => {
  Object.assign(faults, { kind: null, database: '', left: Number.POSITIVE_INFINITY, hits: 0 });
  for (const replica of open.splice(0)) await replica.close();
});

const names = async () => (await indexedDB.databases()).flatMap(({ name }) => (name?.includes(`-${salonId}-`) ? [name] : []));

/** As "clear site data" does: the connections are closed, the databases are gone. */
async function clear(silent: boolean): Promise<void> {
  const all = await names();
  faults.closeAll(silent);
  await Promise.all(
    all.map(
      (name) =>
        new Promise((gone, failed) => {
          const request = indexedDB.deleteDatabase(name);
          request.onsuccess = gone;
          request.onerror = failed;
        }),
    ),
  );
}

interface Shape {
  readonly name: string;
  readonly version: number;
  readonly stores: readonly {
    readonly name: string;
    readonly keyPath: string | string[] | null;
    readonly autoIncrement: boolean;
    readonly indexes: readonly { readonly name: string; readonly keyPath: string | string[] }[];
  }[];
}
const opened = (request: IDBOpenDBRequest): Promise<IDBDatabase> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
async function shapeOf(name: string): Promise<Shape> {
  const database = await opened(indexedDB.open(name));
  const stores = [...database.objectStoreNames].map((storeName) => {
    const store = database.transaction(storeName).objectStore(storeName);
    const indexes = [...store.indexNames].map((index) => ({ name: index, keyPath: store.index(index).keyPath }));
    return { name: storeName, keyPath: store.keyPath, autoIncrement: store.autoIncrement, indexes };
  });
  database.close();
  return { name, version: database.version, stores };
}
async function makeAnew({ name, version, stores }: Shape): Promise<void> {
  const request = indexedDB.open(name, version);
  request.onupgradeneeded = () => {
    for (const { name: storeName, keyPath, autoIncrement, indexes } of stores) {
      const store = request.result.createObjectStore(storeName, { keyPath, autoIncrement });
      for (const index of indexes) store.createIndex(index.name, index.keyPath);
    }
  };
  (await opened(request)).close();
}

const book = (replica: Replica, id: string) => replica.write([{ table: 'events', id, change: booking() }]);
const reasonIs = (replica: Replica, wanted: string) =>
  firstValueFrom(replica.status$.pipe(filter(({ reason }) => reason === wanted)));

describe('a replica whose databases the browser has cleared while it is open', () => {
  it('says so at once where the browser tells it, makes no empty ones, and still counts what was unsent', async () => {
    const replica = await openHere();
    await replica.syncNow();
    await book(replica, 'e1');
    await book(replica, 'e2');
    await clear(false);
    const status = await reasonIs(replica, 'storage-emptied');
    expect(status).toMatchObject({ phase: 'blocked', pending: 2 });
    expect(await names()).toEqual([]);
    await expect(book(replica, 'e3')).rejects.toThrow(StorageEmptiedError);
    await replica.syncNow();
    expect(replica.status$.value).toMatchObject({ reason: 'storage-emptied', pending: 2 });
    expect(await names()).toEqual([]);
  });

  it('notices it with the next save where the browser tells nothing', async () => {
    const replica = await openHere();
    await book(replica, 'e1');
    await clear(true);
    await expect(book(replica, 'e2')).rejects.toThrow(StorageEmptiedError);
    expect(replica.status$.value).toMatchObject({ reason: 'storage-emptied', pending: 1 });
    expect(await names()).toEqual([]);
  });

  it('notices it with the next round where nobody saves', async () => {
    const replica = await openHere();
    await clear(true);
    await replica.syncNow();
    expect(replica.status$.value).toMatchObject({ phase: 'blocked', reason: 'storage-emptied' });
  });

  it('does not go on in the databases that another window has made since', async () => {
    const replica = await openHere();
    await book(replica, 'e1');
    const { identity } = replica;
    const made = await Promise.all((await names()).map(shapeOf));
    await clear(true);
    // Another window makes them all anew: the same names, another identity.
    for (const shape of made) await makeAnew(shape);
    expect(identity).not.toBeNull();
    await expect(book(replica, 'e2')).rejects.toThrow(StorageEmptiedError);
    expect(replica.status$.value.reason).toBe('storage-emptied');
  });

  it('still knows what was unsent, and the next replica takes it: each once', async () => {
    const replica = await openHere();
    await replica.write([{ table: 'clients', id: 'c1', change: { first_name: 'Мария' } }]);
    await replica.syncNow();
    await replica.write([{ table: 'clients', id: 'c1', change: { first_name: 'Марина' } }]);
    await book(replica, 'e1');
    await clear(false);
    await reasonIs(replica, 'storage-emptied');
    const kept = replica.unsentInMemory();
    expect(kept.rows.map(({ table, id }) => `${table}/${id}`).sort()).toEqual(['clients/c1', 'events/e1']);
    open.splice(0);
    await replica.close();

    const next = await openHere();
    expect(next.identity).not.toBe(replica.identity);
    expect(await next.writeAgain(JSON.parse(JSON.stringify(kept)))).toMatchObject({ rows: 2 });
    expect(await next.writeAgain(JSON.parse(JSON.stringify(kept)))).toMatchObject({ rows: 0, already: 2 });
    await next.syncNow();
    expect(next.status$.value).toMatchObject({ phase: 'synced', pending: 0, issues: 0 });
    expect(world.server.row('clients', 'c1')?.first_name).toBe('Марина');
    expect(world.server.row('events', 'e1')).toMatchObject({ deleted: false });
  });
});

it('what a cleared page knew is written again whole, also with a row that a file would be refused for', async () => {
  const replica = await openHere();
  await book(replica, 'e1');
  await replica.write([{ table: 'clients', id: 'c!1', change: { first_name: 'Мария' } }]);
  await clear(false);
  await reasonIs(replica, 'storage-emptied');
  const kept = replica.unsentInMemory();
  open.splice(0);
  await replica.close();
  const next = await openHere();
  await expect(next.importUnsent(JSON.parse(JSON.stringify(kept)))).rejects.toThrow('unreadable');
  expect(await next.writeAgain(JSON.parse(JSON.stringify(kept)))).toMatchObject({ rows: 2 });
});

describe('the identity of a replica', () => {
  it('stays over a reload and is another one for another replica', async () => {
    const first = await openHere();
    const { identity } = first;
    expect(identity).toMatch(/^[0-9a-f]{32}$/);
    open.splice(0);
    await first.close();
    expect((await openHere()).identity).toBe(identity);
    salonId++;
    for (const replica of open.splice(0)) await replica.close();
    expect((await openHere()).identity).not.toBe(identity);
  });
});

describe('a database that dies and does not open again', () => {
  it('is named as that, not as a lost line, and healed by the next round that finds it open', async () => {
    const replica = await openHere();
    await replica.syncNow();
    faults.kind = 'closed';
    faults.closeAll(true);
    await replica.syncNow();
    expect(replica.status$.value).toMatchObject({ phase: 'blocked', reason: 'storage-lost' });
    faults.kind = null;
    await replica.syncNow();
    expect(replica.status$.value).toMatchObject({ phase: 'synced' });
  });

  it('is named at once where the browser tells that it closed, though nobody saves or asks', async () => {
    const replica = await openHere();
    await replica.syncNow();
    faults.kind = 'closed';
    faults.closeAll(false);
    await reasonIs(replica, 'storage-lost');
    await expect(book(replica, 'e1')).rejects.toThrow(StorageClosedError);
    // Each database is asked for a few times, not without end.
    for (let turn = 0; turn < 2_000; turn++) await new Promise((next) => setImmediate(next));
    const { hits } = faults;
    for (let turn = 0; turn < 500; turn++) await new Promise((next) => setImmediate(next));
    expect(faults.hits).toBe(hits);
  });
});
