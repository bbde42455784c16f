import 'fake-indexeddb/auto';
import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, it } from 'vitest';
import { namingItsAnswers } from '#data/named-answers.test-support.ts';
import { openReplica, type Replica } from '#sync/replica.ts';
import { noLock } from '#sync/round/round-lock.ts';
import { type PushChange, ServerError, type SyncServer, type WireRow } from '#sync/server/server.ts';
import { booking, steadyClock, World } from '../devices.ts';

/** What the sync center asks of a replica, over RxDB and IndexedDB: what RxDB itself has no question for. */
let open: Replica | null = null;
afterEach(async () => {
  await open?.close();
  open = null;
});

let line: SyncServer;

async function replicaOf(world: World): Promise<Replica> {
  world.server.members.add('tablet');
  line = {
    push: async (_salon, changes, epoch) => world.server.push('tablet', changes, epoch),
    pull: async (_salon, cursors, limit) => world.server.pull('tablet', cursors, limit),
    readEvents: async () => world.server.readEvents('tablet'),
    checksums: async (_salon, wish) => world.server.checksums('tablet', wish),
    channel: () => ({ rejoin: () => undefined, close: () => undefined }),
  };
  open = await openReplica({
    userId: randomUUID(),
    salonId: 7,
    server: namingItsAnswers(line),
    clock: steadyClock(),
    multiInstance: false,
    autoSync: false,
    lock: noLock,
    onFault: (error) => {
      throw error;
    },
  });
  return open;
}
const day = (n: number) => new Date(Date.UTC(2026, 0, n, 9)).toISOString();
function manyEvents(world: World, count: number): void {
  world.server.head += 1;
  for (let n = 1; n <= count; n++) {
    const row = { ...booking({ start_time: day(n), end_time: day(n + 1) }), id: `e${n}`, rev: world.server.head, deleted: false };
    world.server.put('events', row as WireRow);
  }
}
const stored = async (replica: Replica): Promise<number> =>
  (await replica.rows.events.storageInstance.internals).dexieTable.count();

describe('over RxDB', () => {
  it('holdings say from when to when, how many rows, roughly how large, and what is unsent', async () => {
    const world = new World();
    const replica = await replicaOf(world);
    expect(await replica.holdings()).toMatchObject({ from: null, to: null, rows: 0, pendingBytes: 0, horizon: null });
    manyEvents(world, 250);
    await replica.syncNow();
    await replica.write([
      { table: 'events', id: 'mine', change: booking({ start_time: day(400), end_time: day(401) }) },
      { table: 'events', id: 'e2', change: { deleted: true } },
      { table: 'events', id: 'e1', change: { notes: 'x'.repeat(100) } },
    ]);
    const held = await replica.holdings();
    expect(held).toMatchObject({ from: day(1), to: day(400), rows: 253, horizon: '2025-10-18T08:40:00.000Z' });
    const events = held.tables.find(({ table }) => table === 'events');
    expect(events?.rows).toBe(251);
    const whole = (await replica.rows.events.find().exec()).reduce((sum, row) => sum + JSON.stringify(row.toJSON()).length, 0);
    expect(Math.abs((events?.bytes ?? 0) - whole) / whole).toBeLessThan(0.1);
    expect(held.pendingBytes).toBeGreaterThan(100);
    expect(held.pendingBytes).toBeLessThan(3000);
    await replica.syncNow();
    expect((await replica.holdings()).rows).toBe(252); // a settled deletion is nobody’s row
  });

  it('the check reads every row once, in chunks, and finds the device equal to the server', async () => {
    const world = new World();
    const replica = await replicaOf(world);
    manyEvents(world, 1203);
    await replica.syncNow();
    await replica.write([{ table: 'events', id: 'e5', change: { notes: 'x' } }]);
    expect(await replica.checkDevice()).toMatchObject({ differing: [], rows: 1205, head: world.server.head });
  });

  it('making room takes the documents off the disk, and what comes back later is stored again', async () => {
    const world = new World();
    const replica = await replicaOf(world);
    manyEvents(world, 60);
    await replica.syncNow();
    await replica.write([{ table: 'events', id: 'e3', change: { deleted: true } }]);
    await replica.syncNow();
    await replica.write([{ table: 'events', id: 'e2', change: { notes: 'неизпратено' } }]);
    const seen: number[] = [];
    const live = replica.rows.events.find({ selector: { deleted: false } }).$.subscribe((rows) => seen.push(rows.length));
    expect(await stored(replica)).toBe(60);
    expect(await replica.freeSpace(day(31))).toBe(29); // a tombstone among them, the unsent one not
    expect(await stored(replica)).toBe(31);
    expect((await replica.rows.events.find().exec()).map((row) => row.id)).toContain('e2');
    world.server.head += 1;
    world.server.put('events', {
      ...booking({ start_time: day(50), end_time: day(51) }),
      id: 'e1',
      rev: world.server.head,
      deleted: false,
    } as WireRow);
    await replica.syncNow();
    expect((await replica.rows.events.findOne('e1').exec())?.get('start_time')).toBe(day(50));
    expect((await replica.rows.events.findOne('e2').exec())?.get('notes')).toBeUndefined();
    expect((await replica.rows.events.find({ selector: { deleted: false } }).exec()).length).toBe(31);
    live.unsubscribe();
    expect(seen.at(-1)).toBe(31);
  });

  it('a refused deletion of a row that was never confirmed is remembered, and deletes that row should it arrive late', async () => {
    const world = new World();
    const replica = await replicaOf(world);
    await replica.syncNow();
    const { push } = line;
    const delayed: PushChange[] = [];
    line.push = async (_salon, changes) => {
      delayed.push(...changes);
      throw new ServerError(0, null, null, 'no answer');
    };
    await replica.write([{ table: 'clients', id: 'c1', change: { first_name: 'Мария' } }]);
    await replica.syncNow();
    await replica.write([{ table: 'clients', id: 'c1', change: { deleted: true } }]);
    line.push = async (_salon, changes) => ({ verdicts: changes.map(() => ({ v: 'rejected', code: '23514' })) });
    await replica.syncNow();
    expect(replica.status$.value).toMatchObject({ phase: 'synced', pending: 0, issues: 0 });
    line.push = push;
    world.server.push('tablet', delayed, null);
    await replica.syncNow();
    await replica.syncNow();
    expect(world.server.row('clients', 'c1')).toMatchObject({ deleted: true });
    expect(await replica.rows.clients.findOne('c1').exec()).toBeNull();
  });
});
