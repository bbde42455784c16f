import 'fake-indexeddb/auto';
import { firstValueFrom } from 'rxjs';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { TABLE_NAMES } from '#schemas/registry.ts';
import { initialValues, type StateRow } from '#sync/core/columns.ts';
import type { SyncIssue } from '#sync/core/issues.ts';
import { written } from '#sync/core/row-state.ts';
import { mustRebuild, STATE_DOCUMENT, type SyncState } from '#sync/core/sync-state.ts';
import { passDoor } from '#sync/doors/doors.ts';
import { issueBook, STRANGE_ISSUES_DOCUMENT } from '#sync/doors/issue-book.ts';
import type { Replica } from '#sync/replica.ts';
import type { PullAnswer } from '#sync/server/server.ts';
import { answerOf, databaseNames, withDatabase } from '#sync/storage/raw-database.ts';
import { DEXIE_PREFIX, replicaName } from '#sync/storage/replica-name.ts';
import { type Adopting, takeOver } from '#sync/versions/adopt.ts';
import { adopted } from '#sync/versions/adopt-row.ts';
import { beginCopy, copySettled } from '#sync/versions/copy-settled.ts';
import { workHeld } from '#sync/versions/held-replicas.ts';
import { localDocuments, versionsBeside } from '#sync/versions/other-versions.ts';
import { unsentOf } from '#sync/versions/unsent.ts';
import type { VersionHolds } from '#sync/versions/version-holds.ts';
import { booking, steadyClock, World } from './devices.ts';
import { installIdbFaults } from './idb-faults.ts';
import { Disk, type DiskStep, Gate, memoryDocStore, memoryRowStore, rowsOn } from './memory-stores.ts';
import { openVersion, USER, type Version, Windows } from './other-version.ts';

/** An update of the app changes the local schema version: the former version is `2` here, the new one is this program. */
const FORMER: Version = '2';
const faults = installIdbFaults();
const open: Replica[] = [];
let salonId = 500;

afterEach(async () => {
  Object.assign(faults, { kind: null, database: '', hits: 0 });
  for (const replica of open.splice(0)) await replica.close();
  vi.restoreAllMocks();
});

const close = async (replica: Replica) => {
  open.splice(open.indexOf(replica), 1);
  await replica.close();
};

async function startAtOnce(version: Version, world: World, windows = new Windows(), offline = false): Promise<Replica> {
  const replica = await openVersion(version, { salonId, world, holds: windows, offline });
  open.push(replica);
  return replica;
}

/** Open, and all of the settled rows copied. */
async function start(version: Version, world: World, windows = new Windows(), offline = false): Promise<Replica> {
  const replica = await startAtOnce(version, world, windows, offline);
  await vi.waitFor(() => expect(replica.status$.value.progress?.total ?? 0).toBe(0), { timeout: 5_000, interval: 5 });
  return replica;
}

/** What the former version leaves: settled rows, an edit, a new booking, a refused client with an issue, a deletion. */
async function formerWork(world: World): Promise<void> {
  salonId++;
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

const eventsOf = async (replica: Replica) =>
  Object.fromEntries(
    (await replica.rows.events.find({ selector: { deleted: false } }).exec()).map((row) => [row.id, row.toJSON()]),
  );

const formsLeft = async () => (await versionsBeside(USER, salonId)).length;

/** The former form's documents, as its own window would change them. */
async function inFormer(table: string, change: (store: IDBObjectStore) => void): Promise<void> {
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

async function editFormer(id: string, fields: Record<string, unknown>, table = 'events'): Promise<void> {
  await inFormer(table, (store) => {
    const found = store.get(id);
    found.onsuccess = () =>
      store.put({ ...found.result, ...fields, _rev: `${Number.parseInt(found.result._rev, 10) + 1}-former` });
  });
}

describe('a new version with another local schema version', () => {
  it('opens offline with everything of the former one, unsent and settled, and deletes it', async () => {
    const world = new World();
    await formerWork(world);
    expect(await unsentOf(USER, salonId)).toBe(3);
    const now = await start('', world, new Windows(), true);
    expect(now.status$.value).toMatchObject({ pending: 3, issues: 1, calendarReady: true });
    expect(now.status$.value.phase).not.toBe('synced');
    expect(await eventsOf(now)).toMatchObject({
      settled: { pending: 0, title: 'Подстригване' },
      edited: { pending: 1, notes: 'след', base: { notes: 'преди' } },
      new: { pending: 1, base: null, rev: 0 },
    });
    expect((await now.rows.clients.findOne('refused').exec())?.toJSON()).toMatchObject({ first_name: 'bad', rev: 0, pending: 0 });
    expect((await firstValueFrom(now.issues$)).map(({ kind, rowId }) => [kind, rowId])).toEqual([['rejected', 'refused']]);
    await vi.waitFor(async () => expect(await formsLeft()).toBe(0));
    expect(await unsentOf(USER, salonId)).toBe(3);
  });

  it('shows what is unsent at once, then the calendar, and how far the rest has come', async () => {
    const world = new World();
    await formerWork(world);
    const now = await startAtOnce('', world, new Windows(), true);
    expect(now.status$.value).toMatchObject({ phase: 'first-sync', pending: 3, issues: 1, calendarReady: false });
    expect(now.status$.value.progress?.total).toBeGreaterThan(0);
    expect(await eventsOf(now)).toMatchObject({ edited: { notes: 'след' }, new: { title: 'Боядисване' } });
    const told: string[] = [];
    const watching = now.status$.subscribe(({ phase, calendarReady, progress }) => {
      told.push(`${phase} ${calendarReady} ${(progress?.received ?? 0) > 0}`);
    });
    await vi.waitFor(() => expect(now.status$.value.phase).not.toBe('first-sync'));
    watching.unsubscribe();
    expect(told).toContain('first-sync true true');
    expect(
      told.slice(told.findIndex((said) => said.startsWith('first-sync true'))).filter((said) => / false /.test(said)),
    ).toEqual([]);
    await vi.waitFor(async () => expect(await formsLeft()).toBe(0));
  });

  it('sends while the copy is not over, and pulls only when all is copied: when there is room again', async () => {
    const world = new World();
    await formerWork(world);
    await inFormer('products', (store) =>
      store.put({ id: 'p1', _deleted: '0', _rev: '1-a', rev: 1, pending: 0, name: 'Шампоан' }),
    );
    Object.assign(faults, { kind: 'full', database: `${replicaName(USER, salonId)}--0--products` });
    const pull = vi.spyOn(world.server, 'pull');
    const now = await startAtOnce('', world);
    await now.write([{ table: 'events', id: 'meanwhile', change: booking({ title: 'Кичури' }) }]);
    await now.syncNow();
    expect(faults.hits).toBeGreaterThan(0);
    expect(world.server.row('events', 'new')?.title).toBe('Боядисване');
    expect(world.server.row('events', 'meanwhile')?.title).toBe('Кичури');
    expect(pull).not.toHaveBeenCalled();
    expect(now.status$.value).toMatchObject({ phase: 'blocked', reason: 'storage-full', pending: 0, calendarReady: true });
    expect(await formsLeft()).toBe(1);
    faults.kind = null;
    await now.syncNow();
    expect(pull).toHaveBeenCalled();
    expect(Object.keys(await eventsOf(now)).sort()).toEqual(['edited', 'meanwhile', 'new', 'settled']);
    expect(now.status$.value).toMatchObject({ phase: 'synced', pending: 0 });
    await now.syncNow();
    expect(await formsLeft()).toBe(0);
  });

  it('goes on after it was closed in the middle of copying, offline too', async () => {
    const world = new World();
    await formerWork(world);
    const first = await startAtOnce('', world, new Windows(), true);
    void first.syncNow();
    await close(first);
    expect(await formsLeft()).toBe(1);
    const again = await start('', world, new Windows(), true);
    expect(again.status$.value).toMatchObject({ pending: 3, issues: 1, calendarReady: true });
    expect(Object.keys(await eventsOf(again)).sort()).toEqual(['edited', 'new', 'settled']);
    await vi.waitFor(async () => expect(await formsLeft()).toBe(0));
  });

  it('sends what was unsent once, and is synced after the pull has verified the rest', async () => {
    const world = new World();
    await formerWork(world);
    world.server.put('events', { ...booking(), id: 'meanwhile', rev: ++world.server.head, deleted: false, created_at: 'x' });
    const now = await start('', world);
    const seen: string[] = [];
    now.status$.subscribe(({ phase, calendarReady }) => seen.push(`${phase} ${calendarReady}`));
    await now.syncNow();
    expect(now.status$.value).toMatchObject({ phase: 'synced', pending: 0, issues: 1, rev: world.server.head });
    expect(seen.every((told) => told.endsWith('true'))).toBe(true);
    expect(seen.filter((told) => told.startsWith('first-sync'))).toEqual([]);
    expect(world.server.row('events', 'edited')?.notes).toBe('след');
    expect(world.server.row('events', 'new')?.title).toBe('Боядисване');
    expect(world.server.row('events', 'removed')?.deleted).toBe(true);
    expect(Object.keys(await eventsOf(now)).sort()).toEqual(['edited', 'meanwhile', 'new', 'settled']);
  });

  it('does not bring back what was purged on the server while the app was closed', async () => {
    const world = new World();
    await formerWork(world);
    world.server.put('events', {
      ...world.server.row('events', 'settled'),
      id: 'settled',
      rev: ++world.server.head,
      deleted: true,
    });
    world.server.purge();
    const now = await start('', world);
    expect(Object.keys(await eventsOf(now))).toContain('settled');
    await now.syncNow();
    await now.syncNow();
    expect(Object.keys(await eventsOf(now))).not.toContain('settled');
    expect(now.status$.value.phase).toBe('synced');
  });

  it('lists what was sent in a first sync that never ended, and what a backup restored since has not', async () => {
    salonId++;
    const world = new World();
    const restore = world.server.backup();
    const former = await start(FORMER, world);
    const week = vi.spyOn(world.server, 'readEvents').mockImplementation(() => {
      throw Object.assign(new Error('fetch failed'), { name: 'TypeError' });
    });
    await former.write([{ table: 'events', id: 'sent', change: booking({ notes: 'след' }) }]);
    await former.syncNow();
    expect(former.status$.value).toMatchObject({ pending: 0, calendarReady: false });
    expect(world.server.row('events', 'sent')?.notes).toBe('след');
    await close(former);
    week.mockRestore();
    restore();
    const now = await start('', world);
    expect(now.status$.value.calendarReady).toBe(false);
    await now.syncNow();
    expect(now.status$.value).toMatchObject({ phase: 'synced', pending: 0, calendarReady: true });
    expect(await firstValueFrom(now.issues$)).toMatchObject([{ kind: 'restored', rowId: 'sent', ours: { notes: 'след' } }]);
    expect(await eventsOf(now)).toEqual({});
    await now.syncNow();
    expect(await formsLeft()).toBe(0);
  });

  it('drops columns that it does not know where nothing unsent stands in them, and fills those that the former form did not have', async () => {
    const world = new World();
    await formerWork(world);
    await inFormer('events', (store) => {
      const found = store.get('new');
      found.onsuccess = () => {
        const { type: _missing, ...rest } = found.result;
        store.put({ ...rest, nickname: null, vip: '0' });
      };
    });
    const base = { ...initialValues('events'), ...booking({ notes: 'преди' }), deleted: false, nickname: 'Мими' };
    await editFormer('edited', { base, nickname: 'Мими' });
    const now = await start('', world);
    const row = (await eventsOf(now)).new;
    expect(row).toMatchObject({ type: 'appointment', title: 'Боядисване', pending: 1 });
    expect(row).not.toHaveProperty('nickname');
    expect(now.status$.value.issues).toBe(1);
    await now.syncNow();
    expect(world.server.row('events', 'new')).toMatchObject({ type: 'appointment', title: 'Боядисване' });
  });

  it('keeps what is unsent in a column that it does not know as an issue, and sends the rest', async () => {
    const world = new World();
    await formerWork(world);
    await editFormer('new', { nickname: 'Мими' });
    const base = { ...initialValues('events'), ...booking({ notes: 'преди' }), deleted: false, nickname: 'Ема' };
    await editFormer('edited', { base, nickname: 'Емилия' });
    const now = await start('', world);
    const unknown = async () => (await firstValueFrom(now.issues$)).filter(({ code }) => code === 'form');
    expect((await unknown()).map(({ rowId, ours }) => [rowId, ours?.nickname]).sort()).toEqual([
      ['edited', 'Емилия'],
      ['new', 'Мими'],
    ]);
    await now.syncNow();
    expect(world.server.row('events', 'new')).toMatchObject({ title: 'Боядисване' });
    expect(world.server.row('events', 'edited')).toMatchObject({ notes: 'след' });
    expect(await unknown()).toHaveLength(2);
  });

  it('shows no issue of a table that it does not know, and a version that knows it has it again', async () => {
    const world = new World();
    await formerWork(world);
    const strange = {
      id: 'invoices/i1@3/gone',
      kind: 'gone',
      table: 'invoices',
      rowId: 'i1',
      group: null,
      ours: {},
      server: null,
    };
    await inFormer('plugin-local-documents-', (store) => {
      const found = store.get('sync-issues');
      found.onsuccess = () => {
        const { data, ...rest } = found.result;
        const issues = { ...data.value.issues, [strange.id]: { ...strange, at: '2026-11-18T08:40:00.000Z' } };
        store.put({ ...rest, data: { ...data, value: { issues } } });
      };
    });
    const now = await start('', world);
    expect((await firstValueFrom(now.issues$)).map(({ table }) => table)).toEqual(['clients']);
    await vi.waitFor(async () => expect(await formsLeft()).toBe(0));
    await close(now);
    expect(await workHeld(USER, salonId)).toMatchObject({ issues: 2 });
    const kept = (await localDocuments(replicaName(USER, salonId))).find(({ id }) => id === STRANGE_ISSUES_DOCUMENT);
    expect(kept?.value).toMatchObject({ issues: { [strange.id]: { rowId: 'i1' } } });
  });

  it('keeps a row that it cannot hold as an issue with its content, and takes the server’s', async () => {
    const world = new World();
    await formerWork(world);
    await editFormer('edited', { type: 'party', base: { ...booking({ notes: 'преди' }), type: 'appointment', deleted: false } });
    await editFormer('new', { start_time: 'утре' });
    const now = await start('', world);
    const issues = await firstValueFrom(now.issues$);
    expect(issues.filter(({ code }) => code === 'form').map(({ rowId, ours }) => [rowId, ours?.notes ?? ours?.title])).toEqual(
      expect.arrayContaining([
        ['edited', 'след'],
        ['new', 'Боядисване'],
      ]),
    );
    expect(await eventsOf(now)).toMatchObject({ edited: { notes: 'преди', pending: 0 } });
    expect(await eventsOf(now)).not.toHaveProperty('new');
    await vi.waitFor(async () => expect(await formsLeft()).toBe(0));
  });

  it('has among its issues what another version kept aside, not knowing their table', async () => {
    const world = new World();
    await formerWork(world);
    const aside = { id: 'events/e9@3/gone', kind: 'gone', table: 'events', rowId: 'e9', group: null, ours: {}, server: null };
    await inFormer('plugin-local-documents-', (store) => {
      const found = store.get('sync-issues');
      found.onsuccess = () => {
        const issues = { [aside.id]: { ...aside, at: '2026-11-18T08:40:00.000Z' } };
        store.put({ ...found.result, id: STRANGE_ISSUES_DOCUMENT, data: { ...found.result.data, value: { issues } } });
      };
    });
    const now = await start('', world);
    expect((await firstValueFrom(now.issues$)).map(({ rowId }) => rowId).sort()).toEqual(['e9', 'refused']);
  });

  it('goes back to the former version the same way', async () => {
    const world = new World();
    await formerWork(world);
    const now = await start('', world, new Windows(), true);
    await now.write([{ table: 'events', id: 'newer', change: booking() }]);
    await close(now);
    const back = await start(FORMER, world);
    expect(back.status$.value.pending).toBe(4);
    await back.syncNow();
    expect(world.server.row('events', 'newer')).toBeDefined();
    expect(await formsLeft()).toBe(1);
  });

  it('on the way back keeps what is unsent in a table that only the newer version has', async () => {
    const world = new World();
    await formerWork(world);
    const [form] = await versionsBeside(USER, salonId);
    const name = `${DEXIE_PREFIX}${form?.name}--0--invoices`;
    const made = indexedDB.open(name, 1);
    made.onupgradeneeded = () => {
      const invoices = made.result.createObjectStore('docs', { keyPath: 'id' });
      invoices.createIndex('[_deleted+pending+id]', ['_deleted', 'pending', 'id']);
      invoices.put({ id: 'i1', _deleted: '0', _rev: '1-a', rev: 0, pending: 1, edited_at: '2026-11-21T08:00:00.000Z' });
    };
    (await answerOf(made)).close();
    const now = await start('', world);
    await now.syncNow();
    expect(world.server.row('events', 'new')).toBeDefined();
    expect(now.status$.value).toMatchObject({ phase: 'syncing', pending: 1 });
    expect(await databaseNames()).toContain(name);
    expect(await unsentOf(USER, salonId)).toBe(1);
  });

  it('counts as unsent what it has no room to take over, and takes it once there is', async () => {
    const world = new World();
    await formerWork(world);
    Object.assign(faults, { kind: 'full', database: `${replicaName(USER, salonId)}--0--events` });
    const now = await startAtOnce('', world);
    expect(faults.hits).toBeGreaterThan(0);
    expect(now.status$.value.pending).toBe(3);
    await now.syncNow();
    expect(now.status$.value).toMatchObject({ pending: 3 });
    faults.kind = null;
    await now.syncNow();
    expect(now.status$.value).toMatchObject({ phase: 'synced', pending: 0 });
    expect(world.server.row('events', 'new')).toMatchObject({ title: 'Боядисване' });
  });
});

describe('while a window of the former version is open', () => {
  async function bothOpen(world: World) {
    await formerWork(world);
    const windows = new Windows();
    const [form] = await versionsBeside(USER, salonId);
    const leave = await windows.hold(form?.name ?? '');
    const now = await start('', world, windows);
    return { now, leave };
  }

  it('works beside it, counts what is unsent there, and deletes nothing under it', async () => {
    const world = new World();
    const { now } = await bothOpen(world);
    expect(now.status$.value).toMatchObject({ pending: 3, calendarReady: true });
    expect(await eventsOf(now)).toMatchObject({ settled: { pending: 0 }, edited: { pending: 0, notes: 'преди' } });
    await now.write([{ table: 'events', id: 'here', change: booking() }]);
    expect(now.status$.value.pending).toBe(4);
    await now.syncNow();
    expect(now.status$.value).toMatchObject({ phase: 'syncing', pending: 3 });
    expect(await now.pendingCount()).toBe(3);
    expect(await formsLeft()).toBe(1);
    expect(world.server.row('events', 'new')).toBeUndefined();
  });

  it('takes over what that window still wrote, once it has gone', async () => {
    const world = new World();
    const { now, leave } = await bothOpen(world);
    await now.syncNow();
    await editFormer('new', { notes: 'в последния момент' });
    leave();
    await now.syncNow();
    expect(now.status$.value).toMatchObject({ phase: 'synced', pending: 0, issues: 1 });
    expect(world.server.row('events', 'new')).toMatchObject({ title: 'Боядисване', notes: 'в последния момент' });
    expect(await formsLeft()).toBe(0);
  });

  it('merges a booking that was edited in both, and asks where both changed the same', async () => {
    const world = new World();
    const { now, leave } = await bothOpen(world);
    await now.write([{ table: 'events', id: 'edited', change: { title: 'Кичури', notes: 'тук' } }]);
    leave();
    await now.syncNow();
    await now.syncNow();
    expect(world.server.row('events', 'edited')).toMatchObject({ title: 'Кичури', notes: 'тук' });
    const issues = (await firstValueFrom(now.issues$)).filter(({ kind }) => kind === 'field');
    expect(issues).toMatchObject([{ rowId: 'edited', ours: { notes: 'след' }, server: { notes: 'тук' } }]);
    expect(now.status$.value).toMatchObject({ phase: 'synced', pending: 0 });
  });

  it('does not quarrel with a booking that the former window has sent itself', async () => {
    const world = new World();
    const { now, leave } = await bothOpen(world);
    world.server.put('events', {
      ...world.server.row('events', 'edited'),
      id: 'edited',
      deleted: false,
      rev: ++world.server.head,
      notes: 'след',
    });
    await now.syncNow();
    leave();
    await now.syncNow();
    await now.syncNow();
    expect(now.status$.value).toMatchObject({ phase: 'synced', pending: 0, issues: 1 });
    expect(world.server.row('events', 'edited')?.notes).toBe('след');
  });

  it('brings nothing back of a client who has been erased meanwhile', async () => {
    const world = new World();
    salonId++;
    const former = await start(FORMER, world);
    await former.write([
      { table: 'clients', id: 'c1', change: { first_name: 'Елена' } },
      { table: 'events', id: 'e1', change: booking({ client_id: 'c1' }) },
    ]);
    await former.syncNow();
    await former.write([
      { table: 'clients', id: 'c1', change: { notes: 'Елена: астма' } },
      { table: 'events', id: 'e1', change: { notes: 'Елена: алергия' } },
    ]);
    await close(former);
    const windows = new Windows();
    const [form] = await versionsBeside(USER, salonId);
    const leave = await windows.hold(form?.name ?? '');
    const now = await start('', world, windows);
    await now.write([{ table: 'clients', id: 'c1', change: { erased_at: '2026-11-18T08:40:00.000Z' } }]);
    await now.syncNow();
    leave();
    await now.syncNow();
    const stored = await Promise.all(
      (['clients', 'events'] as const).map((table) => now.rows[table].storageInstance.findDocumentsById(['c1', 'e1'], true)),
    );
    expect(JSON.stringify([stored, await firstValueFrom(now.issues$)])).not.toContain('Елена');
    expect(JSON.stringify([...world.server.rows.values()])).not.toContain('Елена: ');
  });
});

it('knows a row that it has adopted before, also when that was edited and sent since', () => {
  const setting = { salonId, at: '2026-11-18T08:40:00.000Z', horizon: null };
  const frame = { salon_id: salonId, rev: 3, deleted: false, created_at: null, updated_at: null, edited_at: null };
  const base = { ...initialValues('events'), ...booking({ notes: 'преди' }), deleted: false };
  const old: StateRow = { id: 'e1', ...frame, ...base, notes: 'след', pending: 1, base, sent: null };
  const first = adopted(setting, 'events', null, old, false);
  expect(first).toMatchObject({ kind: 'put', row: { notes: 'след', pending: 1, sent: { notes: ['след'] } } });
  if (first.kind !== 'put') return;
  expect(adopted(setting, 'events', first.row, old, false)).toEqual({ kind: 'keep' });
  expect(adopted(setting, 'events', { ...first.row, notes: 'по-късно' }, old, false)).toEqual({ kind: 'keep' });
  const settled: StateRow = { ...first.row, rev: 4, pending: 0, base: null, sent: null };
  expect(adopted(setting, 'events', settled, old, false)).toMatchObject({ kind: 'put', row: { pending: 0, rev: 4 }, issues: [] });
});

/** Adopting over stores in memory, whose gate dies at a step; what it does to the former form is counted as well. */
class Steps {
  count = 0;
  readonly gate = new Gate();
  constructor(private readonly dieAt: number) {
    this.gate.killAt((step: DiskStep) => this.dies(step.kind));
    const { deleteDatabase } = indexedDB;
    vi.spyOn(indexedDB, 'deleteDatabase').mockImplementation((name) => {
      if (this.dies('delete')) throw new Error('killed');
      return deleteDatabase.call(indexedDB, name);
    });
    const { transaction } = IDBDatabase.prototype;
    vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(function (this: IDBDatabase, ...args) {
      if (args[1] === 'readwrite' && steps.dies('forget')) throw new Error('killed');
      return transaction.apply(this, args);
    });
    const steps = this;
  }
  private dies(_kind: string): boolean {
    if (this.gate.killed) return true;
    return ++this.count === this.dieAt;
  }
}

const adoptingTo = (disk: Disk, gate: Gate): Adopting => {
  const docs = memoryDocStore(disk, gate);
  return {
    userId: USER,
    salonId,
    store: memoryRowStore(disk, gate),
    docs,
    issues: issueBook(docs),
    clock: steadyClock(),
    random: () => 0.5,
    holds: new Windows(),
  };
};

const stateOn = (disk: Disk) => disk.docs.get(STATE_DOCUMENT) as SyncState;

async function adoptOn(disk: Disk, gate: Gate): Promise<void> {
  const to = adoptingTo(disk, gate);
  await beginCopy(to);
  await takeOver(to);
  await copySettled(to, new AbortController().signal);
  await takeOver(to);
}

it('a replica that has not reached the server yet belongs to the history of what it takes over (found by seed 1003124083)', async () => {
  await formerWork(new World());
  const disk = new Disk();
  await takeOver(adoptingTo(disk, new Gate()));
  expect(stateOn(disk).epoch).toEqual(expect.any(String));
  const elsewhere = { head: 9, epoch: 'another', purged_rev: 0, tables: {} } as PullAnswer;
  expect(mustRebuild(stateOn(disk), elsewhere)).toEqual({ historyChanged: true });
});

it('what a window wrote that opened the former form while the mover was frozen is moved later, and not deleted', async () => {
  await formerWork(new World());
  const disk = new Disk();
  const windows = new Windows();
  const to: Adopting = { ...adoptingTo(disk, new Gate()), holds: windows };
  /** The mover finds nothing more to move, is frozen, and goes on when the other window is gone again. */
  const frozen: VersionHolds = {
    hold: windows.hold,
    whileFree: (name, work) =>
      windows.whileFree(name, () =>
        work(async () => {
          const base = { ...initialValues('events'), ...booking(), deleted: false };
          await editFormer('settled', { pending: 1, base, notes: 'междувременно' });
          return false;
        }),
      ),
  };
  await beginCopy(to);
  await copySettled(to, new AbortController().signal);
  await takeOver({ ...to, holds: frozen });
  expect(await formsLeft()).toBe(1);
  await takeOver(to);
  expect(rowsOn(disk, 'events').find(({ id }) => id === 'settled')).toMatchObject({ pending: 1, notes: 'междувременно' });
  expect(await formsLeft()).toBe(0);
});

it('a former form whose deletion broke off is no form any more that has been pulled to its end', async () => {
  await formerWork(new World());
  const to = adoptingTo(new Disk(), new Gate());
  await beginCopy(to);
  await copySettled(to, new AbortController().signal);
  let asked = 0;
  const windows = new Windows();
  const disturbed: VersionHolds = {
    hold: windows.hold,
    whileFree: (name, work) => windows.whileFree(name, () => work(async () => ++asked < 3)),
  };
  await takeOver({ ...to, holds: disturbed });
  const [form] = await versionsBeside(USER, salonId);
  expect(form?.databases.length).toBeGreaterThan(5);
  expect(await localDocuments(form?.name ?? '')).toEqual([]);
});

describe('while the settled rows are being copied', () => {
  const LATER = '2026-12-24T10:00:00.000Z';

  /** Settled there: a booking of the first week with its client, and a later one. */
  async function twoBookings(): Promise<void> {
    salonId++;
    const former = await startAtOnce(FORMER, new World());
    await former.write([
      { table: 'clients', id: 'c1', change: { first_name: 'Елена' } },
      { table: 'clients', id: 'c2', change: { first_name: 'Мария' } },
      { table: 'events', id: 'near', change: booking({ client_id: 'c1' }) },
      { table: 'events', id: 'far', change: booking({ client_id: 'c2', start_time: LATER, end_time: LATER, notes: 'бележка' }) },
    ]);
    await former.syncNow();
    await close(former);
  }

  /** Something happens when the later booking has been found missing and is about to be written. */
  async function copyWhile(disk: Disk, happens: (to: Adopting) => Promise<void>): Promise<Adopting> {
    const to = adoptingTo(disk, new Gate());
    let happened = 0;
    const { store } = to;
    const write: typeof store.write = async (table, writes, context) => {
      if (table === 'events' && writes.some(({ id }) => id === 'far') && happened++ === 0)
        await happens(adoptingTo(disk, new Gate()));
      return store.write(table, writes, context);
    };
    const watched = { ...to, store: { ...store, write } };
    await beginCopy(watched);
    await copySettled(watched, new AbortController().signal);
    expect(happened).toBeGreaterThan(0);
    return to;
  }

  const far = (disk: Disk) => disk.tables.events.get('far');
  const setting = { salonId, at: '2026-11-18T08:40:00.000Z', horizon: null };
  const pulled = (to: Adopting, fields: Partial<StateRow>, hidden: boolean) =>
    passDoor(to, 'server', 'events', ['far'], () => {
      const frame = {
        id: 'far',
        salon_id: salonId,
        created_at: null,
        updated_at: null,
        pending: 0,
        base: null,
        sent: null,
      } as const;
      const row: StateRow = {
        ...frame,
        ...initialValues('events'),
        ...booking(),
        edited_at: null,
        rev: 99,
        deleted: false,
        ...fields,
      };
      return { kind: 'put', row, hidden, issues: [] };
    });

  it('the calendar is ready before the rest has come, and not before what it shows', async () => {
    await twoBookings();
    const disk = new Disk();
    let seen: unknown;
    await copyWhile(disk, async () => {
      seen = {
        ready: stateOn(disk).calendarReady,
        events: rowsOn(disk, 'events').map(({ id }) => id),
        copied: stateOn(disk).pulledOnce,
      };
      expect(disk.tables.clients.get('c1')?.row).toMatchObject({ first_name: 'Елена' });
    });
    expect(seen).toEqual({ ready: true, events: ['near'], copied: false });
    expect(stateOn(disk)).toMatchObject({ calendarReady: true, pulledOnce: true, rebuild: { historyChanged: false } });
    expect(stateOn(disk).rebuild?.copying).toBeUndefined();
  });

  it('a newer row that was pulled meanwhile stays', async () => {
    await twoBookings();
    const disk = new Disk();
    await copyWhile(disk, async (to) => void (await pulled(to, { notes: 'по-нова' }, false)));
    expect(far(disk)?.row).toMatchObject({ rev: 99, notes: 'по-нова' });
  });

  it('a deletion that was pulled meanwhile stays deleted', async () => {
    await twoBookings();
    const disk = new Disk();
    await copyWhile(disk, async (to) => void (await pulled(to, { deleted: true }, true)));
    expect(far(disk)).toMatchObject({ hidden: true, row: { rev: 99, deleted: true } });
  });

  it('what a person changed meanwhile stays theirs, unsent', async () => {
    await twoBookings();
    const disk = new Disk();
    await copyWhile(disk, async (to) => {
      await passDoor(to, 'person', 'events', ['far'], (row, id) =>
        written(setting, 'events', id, row, booking({ notes: 'моя' })),
      );
    });
    expect(far(disk)?.row).toMatchObject({ pending: 1, notes: 'моя' });
  });

  it('no note comes back on a booking of a client who is erased meanwhile', async () => {
    await twoBookings();
    const disk = new Disk();
    await copyWhile(disk, async (to) => {
      const erasure = { erased_at: '2026-11-18T08:40:00.000Z' };
      await passDoor(to, 'person', 'clients', ['c2'], (row, id) => written(setting, 'clients', id, row, erasure));
    });
    expect(far(disk)?.row).toMatchObject({ client_id: 'c2', notes: null });
    expect(JSON.stringify([...disk.tables.clients.values()])).not.toContain('Мария');
  });

  it('what is written after another tab has ended it is looked at again', async () => {
    await twoBookings();
    const disk = new Disk();
    await copyWhile(disk, async ({ docs }) => {
      await docs.update<SyncState>(STATE_DOCUMENT, (held) => held && { ...held, pulledOnce: true, rebuild: null });
    });
    expect(far(disk)).toBeDefined();
    expect(stateOn(disk)).toMatchObject({ generation: 1, pulledOnce: true, rebuild: { historyChanged: false } });
  });

  it('the former form stays until the last row is here, whenever the tab dies', async () => {
    await twoBookings();
    const disk = new Disk();
    const gate = new Gate();
    let killedWhenReady = false;
    gate.killAt((step) => {
      if (step.kind !== 'rows' || step.table !== 'events' || !step.ids.includes('far')) return false;
      killedWhenReady = stateOn(disk).calendarReady;
      return true;
    });
    void adoptOn(disk, gate);
    await vi.waitFor(() => expect(gate.killed).toBe(true));
    expect(killedWhenReady).toBe(true);
    const to = adoptingTo(disk, new Gate());
    await takeOver(to);
    expect(await formsLeft()).toBe(1);
    expect(far(disk)).toBeUndefined();
    await adoptOn(disk, new Gate());
    expect(far(disk)?.row).toMatchObject({ notes: 'бележка', pending: 0 });
    expect(await formsLeft()).toBe(0);
  });
});

describe('killed at any step', () => {
  const contentOf = (disk: Disk) => ({
    rows: TABLE_NAMES.flatMap((table) =>
      rowsOn(disk, table).map(({ id, rev, pending, notes, title, first_name, base }) => ({
        ...{ table, id, rev, pending, notes, title, first_name },
        base: base?.notes,
      })),
    ).sort((a, b) => (a.id < b.id ? -1 : 1)),
    issues: Object.keys((disk.docs.get('sync-issues') as { issues: Record<string, SyncIssue> } | undefined)?.issues ?? {}),
  });

  it('and repeated, it ends with the same: nothing lost, nothing double, nothing deleted too early', async () => {
    const world = new World();
    await formerWork(world);
    const whole = new Disk();
    await adoptOn(whole, new Gate());
    const expected = contentOf(whole);
    expect(expected.rows.filter(({ pending }) => pending === 1)).toHaveLength(3);
    expect(expected.issues).toHaveLength(1);

    let reached = 0;
    for (let dieAt = 1; ; dieAt++) {
      await formerWork(new World());
      const disk = new Disk();
      const steps = new Steps(dieAt);
      let ended = false;
      const dying = adoptOn(disk, steps.gate).then(
        () => {
          ended = true;
        },
        () => undefined,
      );
      await Promise.race([dying, vi.waitFor(() => expect(steps.gate.killed || ended).toBe(true), { interval: 1 })]);
      vi.restoreAllMocks();
      if (ended) break;
      reached = dieAt;
      const unsentThere = await unsentOf(USER, salonId);
      const unsentHere = rowsOn(disk, 'events').filter(({ pending }) => pending === 1).length;
      expect(unsentThere === 3 || unsentHere === 3, `step ${dieAt}: ${unsentThere} there, ${unsentHere} here`).toBe(true);
      await adoptOn(disk, new Gate());
      expect(contentOf(disk), `killed at step ${dieAt}`).toEqual(expected);
      expect(await formsLeft()).toBe(0);
    }
    expect(reached).toBeGreaterThan(12);
    expect((await databaseNames()).filter((name) => name.includes(`greben-${salonId}-`))).toEqual([]);
  });
});
