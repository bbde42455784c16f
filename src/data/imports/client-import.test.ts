import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { updateClient } from '#data/clients.commands.ts';
import { clients$ } from '#data/clients.queries.ts';
import { addEvent } from '#data/events/events.commands.ts';
import { type Device, openDevice, seen, stored } from '#data/replica.test-support.ts';
import { changeOf } from '#data/row-writes.ts';
import type { ImportedClient } from '#domain/imports/client-import-rows.ts';
import { importStore, PART_SIZE, removeImports } from './import-batches.ts';
import { beginImport, goOn, imports$, readImports, resumeImports, undoImport } from './imports.ts';
import { importedId } from './record-imports.ts';

/** The number of clients that a salon brings along, in `npm run test:all`; each thousand takes four seconds. */
const MANY = process.env.GREBEN_ALL ? 5_000 : 1_000;

let device: Device;
beforeEach(async () => {
  device = await openDevice();
});
afterEach(() => {
  vi.unstubAllGlobals();
  return device.replica.close();
});

const people = (count: number): ImportedClient[] =>
  Array.from({ length: count }, (_, n) => ({
    ...{ first_name: `Клиент ${n}`, last_name: 'Внесен', phone: `+35988${String(1_000_000 + n)}`, email: null },
    ...{ address: null, city: null, birth_date: null, notes: null },
  }));
const all = async (count: number) => seen(clients$(device.replica), (rows) => rows.length === count);
async function importClients(replica: Device['replica'], clients: ImportedClient[], source: string): Promise<string> {
  const id = await beginImport(replica, 'clients', clients, source);
  await goOn(replica, id);
  return id;
}
const batches = () => seen(imports$(device.replica));

describe('an import', () => {
  test('makes each client once, without a line, and says how far it is', async () => {
    const shown: string[] = [];
    const following = imports$(device.replica).subscribe(([batch]) => batch && shown.push(`${batch.done} ${batch.state}`));
    const id = await importClients(device.replica, people(250), 'clients.csv');
    following.unsubscribe();
    expect(shown).toEqual(['0 writing', '1 writing', '2 writing', '3 written']);
    const rows = await all(250);
    expect(new Set(rows.map((row) => row.id)).has(importedId(id, 249))).toBe(true);
    expect(await stored(device.replica, 'clients', importedId(id, 7))).toMatchObject({ name: 'Клиент 7 Внесен', pending: 1 });
  });

  test('that was killed in the middle goes on with the next start, and makes nobody twice', async () => {
    const write = device.replica.write.bind(device.replica);
    let writes = 0;
    const replica = {
      ...device.replica,
      write: async (changes: Parameters<typeof write>[0]) => {
        writes += 1;
        if (writes === 3) throw new Error('killed before it was written');
        await write(changes);
      },
    };
    await expect(importClients(replica, people(500), '')).rejects.toThrow('killed');
    await all(200);
    await resumeImports(device.replica);
    const rows = await all(500);
    expect(new Set(rows.map((row) => row.phone)).size).toBe(500);
    expect((await batches())[0]?.state).toBe('written');
  });

  test('of many rows that is killed after half of them goes on when the app is opened again, and makes nobody twice', async () => {
    await device.replica.close(); // a page holds one
    const userId = 'importing';
    device = await openDevice({ userId });
    const { replica } = device;
    let rows = 0;
    const killed = {
      ...replica,
      write: async (changes: Parameters<typeof replica.write>[0]) => {
        if (rows === MANY / 2) throw new Error('killed');
        await replica.write(changes);
        rows += changes.length;
      },
    };
    await expect(importClients(killed, people(MANY), 'clients.csv')).rejects.toThrow('killed');
    await replica.close();

    device = await openDevice({ userId });
    expect(await seen(clients$(device.replica))).toHaveLength(MANY / 2);
    await resumeImports(device.replica);
    expect(device.writes.flat()).toHaveLength(MANY / 2);
    const everybody = await seen(clients$(device.replica), ({ length }) => length >= MANY);
    expect(everybody).toHaveLength(MANY);
    expect(new Set(everybody.map(({ phone }) => phone)).size).toBe(MANY);
    expect((await batches())[0]).toMatchObject({ state: 'written', total: MANY });
  });

  test('at which two windows are at once can be taken back whole, and both say that it is written', async () => {
    let turn: Promise<unknown> = Promise.resolve();
    let waits: () => void = () => undefined;
    const waiting = new Promise<void>((done) => {
      waits = done;
    });
    const request = vi.fn((_name: string, work: () => Promise<unknown>) => {
      if (request.mock.calls.length === 2) waits();
      turn = turn.then(work);
      return turn;
    });
    vi.stubGlobal('navigator', { locks: { request } });
    const id = await beginImport(device.replica, 'clients', people(250), '');
    let others: Promise<void> = Promise.resolve();
    const lagging = {
      ...device.replica,
      write: async (changes: Parameters<typeof device.replica.write>[0]) => {
        await Promise.race([others, waiting]);
        await device.replica.write(changes);
      },
    };
    await readImports(lagging);
    const lags = goOn(lagging, id);
    others = goOn(device.replica, id);
    await Promise.all([lags, others]);
    for (const window of [lagging, device.replica]) expect((await seen(imports$(window)))[0]?.state).toBe('written');
    expect(await undoImport(device.replica, id)).toEqual({ removed: 250, kept: 0 });
    expect(await undoImport(lagging, id)).toEqual({ removed: 0, kept: 0 });
    expect(await seen(imports$(lagging))).toEqual([]);
  });

  test('that was killed after a part was written and before that was noted does not write it again', async () => {
    const id = await importClients(device.replica, people(PART_SIZE), '');
    const store = importStore(device.replica);
    const batch = await store.find(id);
    if (!batch) throw new Error('no import');
    await store.begin({ ...batch, state: 'writing', done: 0 }, people(PART_SIZE));
    await updateClient(device.replica, importedId(id, 4), { city: 'Русе' });
    device.server.online = true;
    await device.replica.syncNow();
    device.server.put('clients', importedId(id, 5), { deleted: true });
    await device.replica.syncNow();
    device.writes.length = 0;
    await resumeImports(device.replica);
    expect(device.writes).toEqual([]);
    expect(await stored(device.replica, 'clients', importedId(id, 4))).toMatchObject({ city: 'Русе' });
  });

  test('keeps nothing of what the file said of people once it is written', async () => {
    const id = await importClients(device.replica, people(3), '');
    const part = await importStore(device.replica).part(id, 0);
    expect(part.rows).toEqual([]);
    expect(JSON.stringify(part.marks)).not.toContain('Клиент');
  });
});

describe('taking an import back', () => {
  test('removes whom nobody touched, and leaves who was changed, booked, or has a duplicate merged into them', async () => {
    const other = importedId(await importClients(device.replica, people(1), ''), 0);
    const id = await importClients(device.replica, people(120).slice(1), '');
    const [changed, booked, winner] = [importedId(id, 0), importedId(id, 1), importedId(id, 2)];
    await updateClient(device.replica, changed, { notes: 'алергия' });
    const [start_time, end_time] = ['2026-11-20T09:00:00.000Z', '2026-11-20T10:00:00.000Z'];
    await addEvent(device.replica, {
      type: 'appointment',
      resource_id: 'r',
      client_id: booked,
      service_id: 's',
      start_time,
      end_time,
    });
    await device.replica.write([changeOf('clients', 'twin', { first_name: 'Т', merged_into: winner })]);
    expect(await undoImport(device.replica, id)).toEqual({ removed: 116, kept: 3 });
    expect((await all(4)).map((row) => row.id).sort()).toEqual([other, changed, booked, winner].sort());
    expect((await batches()).map((batch) => batch.id)).not.toContain(id);
    expect(await undoImport(device.replica, id)).toEqual({ removed: 0, kept: 0 });
  });

  test('is heard of by a window that shows the imports', async () => {
    const shown: number[] = [];
    const following = imports$(device.replica).subscribe((all) => shown.push(all.length));
    const id = await importClients(device.replica, people(1), '');
    await importStore(device.replica).remove(id); // as another window does: this one has not looked since
    const { userId, salonId } = device.replica;
    const window = new BroadcastChannel('greben-imports');
    expect(shown.at(-1)).toBe(1);
    window.postMessage({ userId, salonId, from: 'w' });
    await expect.poll(() => shown.at(-1)).toBe(0);
    following.unsubscribe();
    window.close();
  });

  test('that broke off goes on with the next start', async () => {
    const id = await importClients(device.replica, people(150), '');
    const store = importStore(device.replica);
    const batch = await store.find(id);
    if (!batch) throw new Error('no import');
    await store.keep({ ...batch, state: 'undoing', done: 1 });
    await resumeImports(device.replica);
    await all(100);
    expect(await batches()).toEqual([]);
  });
});

test('the removal of a person’s data from the device takes the imports along', async () => {
  await importClients(device.replica, people(2), '');
  await removeImports(device.replica);
  await readImports(device.replica);
  expect(await batches()).toEqual([]);
});
