import type { AppliedRows } from '#sync/writes/apply-remote.ts';
import 'fake-indexeddb/auto';
import { forceCloseDatabase } from 'fake-indexeddb';
import { filter, firstValueFrom } from 'rxjs';
import { afterEach, describe, expect, it } from 'vitest';
import { namingItsAnswers } from '#data/named-answers.test-support.ts';
import { InvalidValueError } from '#schemas/canonical.ts';
import { openReplica, type Replica } from '#sync/replica.ts';
import { noLock } from '#sync/round/round-lock.ts';
import type { SyncServer } from '#sync/server/server.ts';
import { dexieStorage, type ReplicaStorage } from '#sync/storage/rxdb/dexie-storage.ts';
import { StorageFullError } from '#sync/storage/storage-errors.ts';
import { countUnsent } from '#sync/versions/unsent.ts';
import { booking, steadyClock, World } from '../devices.ts';

/** The replica over RxDB and IndexedDB. One replica is open at a time: RxDB's open core holds 13 collections. */
const USER = '0191d3a2-7c1e-7f00-8a6e-7c1d2e3f4a5b';
const open: Replica[] = [];
let salon = 100;

afterEach(async () => {
  for (const replica of open.splice(0)) await replica.close();
});

function lineTo(world: World, name = 'tablet'): SyncServer {
  world.server.members.add(name);
  return namingItsAnswers({
    push: async (_salon, changes, epoch) => world.server.push(name, changes, epoch),
    pull: async (_salon, cursors, limit) => world.server.pull(name, cursors, limit),
    readEvents: async () => world.server.readEvents(name),
    checksums: async (_salon, wish) => world.server.checksums(name, wish),
    channel: () => ({ rejoin: () => undefined, close: () => undefined }),
  });
}

async function replicaOf(world: World, salonId: number, storage: ReplicaStorage = dexieStorage()): Promise<Replica> {
  const replica = await openReplica({
    userId: USER,
    salonId,
    server: lineTo(world),
    clock: steadyClock(),
    storage,
    multiInstance: false,
    autoSync: false,
    lock: noLock,
    onFault: (error) => {
      throw error;
    },
  });
  open.push(replica);
  return replica;
}

const close = async (replica: Replica) => {
  open.splice(open.indexOf(replica), 1);
  await replica.close();
};

describe('the replica over RxDB', () => {
  it('keeps what was written over a reload, unsent and counted', async () => {
    const world = new World();
    const id = ++salon;
    const first = await replicaOf(world, id);
    await first.write([{ table: 'events', id: 'e1', change: booking() }]);
    expect(first.status$.value).toMatchObject({ phase: 'first-sync', pending: 1, oldestPendingAt: '2026-11-18T08:40:00.000Z' });
    await close(first);
    expect(await countUnsent(USER, id)).toBe(1);

    const again = await replicaOf(world, id);
    expect(again.status$.value.pending).toBe(1);
    expect(await again.pendingCount()).toBe(1);
    expect((await again.rows.events.findOne('e1').exec())?.toJSON()).toMatchObject({
      title: 'Подстригване',
      pending: 1,
      base: null,
    });
    await again.syncNow();
    expect(again.status$.value).toMatchObject({ phase: 'synced', pending: 0, rev: world.server.head });
    expect(world.server.row('events', 'e1')?.title).toBe('Подстригване');
    await close(again);
    expect(await countUnsent(USER, id)).toBe(0);
  });

  it('shows a written row to a live query at once, and rows pulled together in one go', async () => {
    const world = new World();
    const replica = await replicaOf(world, ++salon);
    const seen: number[] = [];
    const live = replica.rows.events.find({ selector: { deleted: false } }).$.subscribe((rows) => seen.push(rows.length));
    await firstValueFrom(replica.rows.events.find().$);
    await replica.write([
      { table: 'events', id: 'e1', change: booking() },
      { table: 'events', id: 'e2', change: booking() },
    ]);
    await replica.syncNow();
    for (let n = 3; n < 103; n++)
      world.server.put('events', { ...booking(), id: `e${n}`, rev: world.server.head + 1, deleted: false, created_at: 'x' });
    world.server.head++;
    await replica.syncNow();
    await firstValueFrom(
      replica.rows.events.find({ selector: { deleted: false } }).$.pipe(filter((rows) => rows.length === 102)),
    );
    live.unsubscribe();
    expect([...new Set(seen)]).toEqual([0, 2, 102]);
  });

  it('hides a settled deletion, keeps its revision, and shows it again when it is revived', async () => {
    const world = new World();
    const replica = await replicaOf(world, ++salon);
    await replica.write([{ table: 'service_groups', id: 'g1', change: { name: 'Коса' } }]);
    await replica.syncNow();
    await replica.write([{ table: 'service_groups', id: 'g1', change: { deleted: true } }]);
    expect((await replica.rows.service_groups.findOne('g1').exec())?.get('deleted')).toBe(true);
    await replica.syncNow();
    expect(await replica.rows.service_groups.findOne('g1').exec()).toBeNull();
    const [stored] = await replica.rows.service_groups.storageInstance.findDocumentsById(['g1'], true);
    expect(stored).toMatchObject({ _deleted: true, deleted: true, rev: world.server.row('service_groups', 'g1')?.rev });
    await replica.write([{ table: 'service_groups', id: 'g1', change: { deleted: false } }]);
    expect((await replica.rows.service_groups.findOne('g1').exec())?.get('name')).toBe('Коса');
    await replica.syncNow();
    expect(world.server.row('service_groups', 'g1')?.deleted).toBe(false);
  });

  it('counts unsent rows with the index and refuses a value that has no canonical form before anything is written', async () => {
    const world = new World();
    const replica = await replicaOf(world, ++salon);
    expect(await replica.rows.events.count({ selector: { pending: 1 } }).exec()).toBe(0);
    const wrong = replica.write([
      { table: 'clients', id: 'c1', change: { first_name: 'Мария' } },
      { table: 'events', id: 'e1', change: booking({ start_time: 'утре' }) },
    ]);
    await expect(wrong).rejects.toThrow(InvalidValueError);
    await expect(wrong).rejects.toMatchObject({ field: 'start_time' });
    expect(await replica.rows.clients.findOne('c1').exec()).toBeNull();
  });

  it('tells who listens what was taken', async () => {
    const world = new World();
    const replica = await replicaOf(world, ++salon);
    await replica.syncNow();
    const heard: AppliedRows[] = [];
    replica.taken$.subscribe((taken) => heard.push(taken));
    world.server.put('events', { ...booking(), id: 'theirs', rev: ++world.server.head, deleted: false, created_at: 'x' });
    await replica.syncNow();
    const taken = heard.find(({ rows }) => rows.some(({ id }) => id === 'theirs'));
    expect(taken?.rows.find(({ id }) => id === 'theirs')).toMatchObject({
      before: null,
      after: { title: 'Подстригване', pending: 0 },
    });
  });

  it('loses none of many writes to one row at once, not even while a round takes that row', async () => {
    const world = new World();
    const replica = await replicaOf(world, ++salon);
    await replica.write([{ table: 'clients', id: 'c1', change: { first_name: 'Мария' } }]);
    await replica.syncNow();
    world.server.put('clients', {
      ...world.server.row('clients', 'c1'),
      id: 'c1',
      deleted: false,
      rev: ++world.server.head,
      city: 'София',
    });
    const columns = ['last_name', 'email', 'phone', 'address', 'notes'];
    await Promise.all([
      replica.syncNow(),
      ...columns.map((column) => replica.write([{ table: 'clients', id: 'c1', change: { [column]: `нов ${column}` } }])),
    ]);
    await replica.syncNow();
    await replica.syncNow();
    const expected = { city: 'София', ...Object.fromEntries(columns.map((column) => [column, `нов ${column}`])) };
    expect((await replica.rows.clients.findOne('c1').exec())?.toJSON()).toMatchObject({ ...expected, pending: 0 });
    expect(world.server.row('clients', 'c1')).toMatchObject(expected);
    expect(replica.status$.value).toMatchObject({ phase: 'synced', issues: 0 });
  });

  it('heals when the browser closes the databases under it', async () => {
    const world = new World();
    const id = ++salon;
    const replica = await replicaOf(world, id);
    await replica.write([{ table: 'events', id: 'e1', change: booking() }]);
    const { dexieDb } = await replica.rows.events.storageInstance.internals;
    forceCloseDatabase(dexieDb.backendDB());
    expect(dexieDb.isOpen()).toBe(false);
    await replica.write([{ table: 'events', id: 'e2', change: booking() }]);
    expect((await replica.rows.events.find().exec()).map((row) => row.id)).toEqual(['e1', 'e2']);
    expect(replica.status$.value.pending).toBe(2);
  });

  it('says that the device is full, writes nothing, and goes on when there is room again', async () => {
    const world = new World();
    const replica = await replicaOf(world, ++salon);
    const { dexieTable } = await replica.rows.events.storageInstance.internals;
    const { bulkPut } = dexieTable;
    dexieTable.bulkPut = () => Promise.reject(Object.assign(new Error('quota'), { name: 'QuotaExceededError' }));
    await expect(replica.write([{ table: 'events', id: 'e1', change: booking() }])).rejects.toThrow(StorageFullError);
    dexieTable.bulkPut = bulkPut;
    expect(await replica.pendingCount()).toBe(0);
    await replica.write([{ table: 'events', id: 'e1', change: booking() }]);
    expect(await replica.pendingCount()).toBe(1);
  });

  it('keeps issues in a document of its own, listed oldest first', async () => {
    const world = new World();
    const id = ++salon;
    const replica = await replicaOf(world, id);
    await replica.write([{ table: 'clients', id: 'c1', change: { first_name: 'bad' } }]);
    await replica.syncNow();
    const [issue] = await firstValueFrom(replica.issues$.pipe(filter((all) => all.length > 0)));
    expect(issue).toMatchObject({ kind: 'rejected', code: '23514', ours: { first_name: 'bad' }, server: null });
    expect((await replica.rows.clients.findOne('c1').exec())?.toJSON()).toMatchObject({ first_name: 'bad', pending: 0, rev: 0 });
    await close(replica);
    const again = await replicaOf(world, id);
    expect(again.status$.value.issues).toBe(1);
    await again.write([{ table: 'clients', id: 'c1', change: { first_name: 'Добра' } }]);
    await again.syncNow();
    await firstValueFrom(again.issues$.pipe(filter((all) => all.length === 0)));
    expect(world.server.row('clients', 'c1')?.first_name).toBe('Добра');
  });
});
