import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Database } from '../../database/support/database.ts';
import { booking, type Device } from '../devices.ts';
import { Salon } from '../sql-world.ts';

/** What an operator does to the database by hand, and what becomes of it on the devices. */
let database: Database;
let salon: Salon;
let tablet: Device;
let desk: Device;
beforeAll(async () => {
  database = await Database.open();
});
afterAll(() => database.close());
beforeEach(async () => {
  salon = await Salon.open(database);
  tablet = await salon.device('tablet');
  desk = await salon.device('desk');
  await desk.write('clients', 'c1', { first_name: 'Мария' });
  await desk.write('events', 'e1', booking());
  await desk.write('events', 'e2', booking());
  await salon.settled();
});

async function allAgree(): Promise<void> {
  await salon.settled();
  for (const device of salon.devices) {
    expect(await salon.differences(device)).toEqual([]);
    expect(device.pending).toEqual([]);
    expect(device.faults).toEqual([]);
  }
}

describe('a session that was ended', () => {
  it('stops its device as signed out, judges no row, and with a new one everything goes on', async () => {
    const person = salon.people.get('tablet');
    if (!person) throw new Error('nobody is at the tablet');
    await tablet.write('clients', 'c2', { first_name: 'Неизпратена' });
    await database.sql`delete from auth.sessions where id = ${person.session}`;
    await tablet.sync();
    expect(tablet.status).toMatchObject({ phase: 'blocked', reason: 'signed-out' });
    expect(tablet.issues).toEqual([]);
    expect(tablet.pending).toHaveLength(1);
    Object.assign(person, await database.signIn(person));
    await allAgree();
    expect(desk.rows('clients').map(({ id }) => id)).toContain('c2');
  });
});

describe('a row deleted for good', () => {
  it('goes from every device, also from one that was offline, whose unsent edit of it stays with its person', async () => {
    tablet.offline();
    await tablet.write('events', 'e1', { notes: 'неизпратено' });
    await tablet.write('events', 'e3', booking());
    await database.sql`delete from events where salon_id = ${salon.id} and id in ('e1', 'e2')`;
    await desk.sync();
    expect(desk.rows('events')).toEqual([]);
    tablet.online();
    await allAgree();
    expect(tablet.rows('events').map(({ id }) => id)).toEqual(['e3']);
    expect(tablet.issues).toMatchObject([{ kind: 'gone', rowId: 'e1', ours: { notes: 'неизпратено' } }]);
    expect(desk.issues).toEqual([]);
    expect((await tablet.tab.replication.checkDevice()).differing).toEqual([]);
  });

  it('is noticed by a device whose first sync was under way', async () => {
    const fresh = await salon.device('fresh', { page: 2 });
    const held = fresh.tab.hold('pull');
    const round = fresh.sync();
    await held.arrived;
    await database.sql`delete from events where salon_id = ${salon.id} and id = 'e1'`;
    held.release();
    await round;
    await allAgree();
    expect(fresh.rows('events').map(({ id }) => id)).toEqual(['e2']);
  });
});

describe('old history', () => {
  it('is read from the server on demand, with all it refers to, and stored nowhere', async () => {
    const old = { start_time: '2025-03-01T09:00:00.000Z', end_time: '2025-03-01T09:30:00.000Z' };
    await database.push(salon.owner, salon.id, [
      { table: 'events', id: 'old', doc: booking({ ...old, client_id: 'c1', service_id: 'cut' }) },
      {
        table: 'events',
        id: 'older',
        doc: booking({ start_time: '2024-03-01T09:00:00.000Z', end_time: '2024-03-01T09:30:00.000Z' }),
      },
    ]);
    const fresh = await salon.device('fresh');
    await fresh.sync();
    expect(fresh.row('events', 'old')).toBeUndefined();
    const { signal } = new AbortController();
    const read = await fresh.tab.line.readEvents(salon.id, '2025-03-01T00:00:00.000Z', '2025-03-02T00:00:00.000Z', null, signal);
    expect(read).toMatchObject({
      events: [{ id: 'old' }],
      clients: [{ id: 'c1' }],
      services: [{ id: 'cut' }],
      resources: [{ id: 'ana' }],
    });
    const history = await fresh.tab.line.readEvents(
      salon.id,
      '2000-01-01T00:00:00.000Z',
      '2030-01-01T00:00:00.000Z',
      'c1',
      signal,
    );
    expect(history.events.map(({ id }) => id)).toEqual(['old']);
    expect(fresh.row('events', 'old')).toBeUndefined();
    expect((await fresh.tab.replication.checkDevice()).differing).toEqual([]);
  });
});
