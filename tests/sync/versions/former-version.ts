/** A database of the app's former version under its next one (src: sync/versions), and what its own window would still do to it. */
import 'fake-indexeddb/auto';
import { afterEach, expect, vi } from 'vitest';
import type { Replica } from '#sync/replica.ts';
import { withDatabase } from '#sync/storage/rxdb/raw-database.ts';
import { versionsBeside } from '#sync/versions/other-versions.ts';
import { booking, type World } from '../devices.ts';
import { installIdbFaults } from '../storage/idb-faults.ts';
import { openVersion, USER, type Version, Windows } from './other-version.ts';

/** An update of the app changes the local schema version: the former version is `2` here, the new one is this program. */
export const FORMER: Version = '2';
export const faults = installIdbFaults();
const open: Replica[] = [];
/** The salon of the test that runs. */
export let salonId = 500;
/** From here on another salon, of which nothing is on the disk. */
export const nextSalon = (): void => {
  salonId++;
};

export const close = async (replica: Replica) => {
  open.splice(open.indexOf(replica), 1);
  await replica.close();
};

export async function startAtOnce(version: Version, world: World, windows = new Windows(), offline = false): Promise<Replica> {
  const replica = await openVersion(version, { salonId, world, holds: windows, offline });
  open.push(replica);
  return replica;
}

/** Open, and all of the settled rows copied. */
export async function start(version: Version, world: World, windows = new Windows(), offline = false): Promise<Replica> {
  const replica = await startAtOnce(version, world, windows, offline);
  await vi.waitFor(() => expect(replica.status$.value.progress?.total ?? 0).toBe(0), { timeout: 5_000, interval: 5 });
  return replica;
}

/** What the former version leaves: settled rows, an edit, a new booking, a refused client with an issue, a deletion. */
export async function formerWork(world: World): Promise<void> {
  nextSalon();
  const former = await start(FORMER, world);
  await former.write([
    { table: 'events', id: 'settled', change: booking() },
    { table: 'events', id: 'edited', change: booking({ notes: 'преди' }) },
    { table: 'events', id: 'removed', change: booking() },
    { table: 'clients', id: 'refused', change: { first_name: 'bad' } },
  ]);
  await former.syncNow();
  await former.write([
    { table: 'events', id: 'edited', change: { notes: 'след' } },
    { table: 'events', id: 'new', change: booking({ title: 'Боядисване' }) },
    { table: 'events', id: 'removed', change: { deleted: true } },
  ]);
  expect(former.status$.value).toMatchObject({ pending: 3, issues: 1 });
  await close(former);
}

export const eventsOf = async (replica: Replica) =>
  Object.fromEntries(
    (await replica.rows.events.find({ selector: { deleted: false } }).exec()).map((row) => [row.id, row.toJSON()]),
  );

export const formsLeft = async () => (await versionsBeside(USER, salonId)).length;

/** The former form's documents, as its own window would change them. */
export async function inFormer(table: string, change: (store: IDBObjectStore) => void): Promise<void> {
  const [form] = await versionsBeside(USER, salonId);
  const name = form?.databases.find((database) => database.endsWith(`--0--${table}`)) ?? '';
  await withDatabase(name, undefined, async (database) => {
    const store = database.transaction('docs', 'readwrite').objectStore('docs');
    change(store);
    await new Promise((resolve) => {
      store.transaction.oncomplete = resolve;
    });
  });
}

export async function editFormer(id: string, fields: Record<string, unknown>, table = 'events'): Promise<void> {
  await inFormer(table, (store) => {
    const found = store.get(id);
    found.onsuccess = () =>
      store.put({ ...found.result, ...fields, _rev: `${Number.parseInt(found.result._rev, 10) + 1}-former` });
  });
}

/** Stands at the top of a file: each of its tests leaves nothing open and nothing broken. */
export function formerVersions(): void {
  afterEach(async () => {
    Object.assign(faults, { kind: null, database: '', hits: 0 });
    for (const replica of open.splice(0)) await replica.close();
    vi.restoreAllMocks();
  });
}
