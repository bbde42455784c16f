import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { UnsentFile } from '#sync/device/unsent-file.ts';
import { ServerError } from '#sync/server/server.ts';
import { Database, type Person } from '../../database/support/database.ts';
import { booking, Device } from '../devices.ts';
import { Salon, sqlServer } from '../sql-world.ts';

/** Contents decide what is one issue: each content that waits for its person stays until it is decided about. */
let database: Database;
let salon: Salon;
let person: Person;
let tablet: Device;
let phone: Device;
let desk: Device;
beforeAll(async () => {
  database = await Database.open();
});
afterAll(() => database.close());
beforeEach(async () => {
  salon = await Salon.open(database);
  person = await database.member(salon.id);
  tablet = await ownDevice('tablet');
  phone = await ownDevice('phone');
  desk = await salon.device('desk');
  await desk.write('clients', 'c1', { first_name: 'Анна', notes: 'стара бележка' });
  await salon.settled();
});

/** A device of the same person as the other. */
async function ownDevice(name: string): Promise<Device> {
  const device = await new Device(name, salon.id, Math.random, sqlServer(database, person), person.id).open();
  salon.devices.push(device);
  return device;
}
const exported = async (device: Device): Promise<UnsentFile> =>
  JSON.parse(JSON.stringify(await device.tab.replication.exportUnsent()));
const notesIn = (device: Device) => device.issues.map(({ ours }) => ours?.notes).sort();

async function bothEditOffline(): Promise<void> {
  tablet.offline();
  phone.offline();
  await tablet.write('clients', 'c1', { notes: 'от таблета' });
  await phone.write('clients', 'c1', { notes: 'от телефона' });
  await desk.write('clients', 'c1', { notes: 'от бюрото' });
  await desk.sync();
}

describe('two contents of one field', () => {
  it('from two devices stand beside each other when the file of one is opened on the other', async () => {
    await bothEditOffline();
    tablet.online();
    phone.online();
    await salon.settled();
    const told = await phone.tab.replication.importUnsent(await exported(tablet));
    expect(told).toEqual({ rows: 0, issues: 1, already: 0 });
    expect(notesIn(phone)).toEqual(['от таблета', 'от телефона']);
  });

  it('stand beside each other when the file holds an unsent one and the other waits here for its decision', async () => {
    await bothEditOffline();
    phone.online();
    await phone.sync();
    await phone.sync();
    expect(notesIn(phone)).toEqual(['от телефона']);
    await phone.tab.replication.importUnsent(await exported(tablet));
    expect(notesIn(phone)).toEqual(['от таблета', 'от телефона']);
  });

  it('are decided one by one: the other stays', async () => {
    await bothEditOffline();
    phone.online();
    await phone.sync();
    await phone.tab.replication.importUnsent(await exported(tablet));
    const [first] = phone.issues;
    await phone.tab.replication.removeIssue(first?.id ?? '');
    expect(phone.issues).toHaveLength(1);
    expect(phone.issues[0]?.ours?.notes).not.toBe(first?.ours?.notes);
  });

  it('under the same id, as an older app named them, are told apart all the same', async () => {
    await bothEditOffline();
    phone.online();
    tablet.online();
    await salon.settled();
    const file = await exported(tablet);
    const id = phone.issues[0]?.id ?? '';
    await phone.tab.replication.importUnsent({ ...file, issues: file.issues.map((issue) => ({ ...issue, id })) });
    expect(notesIn(phone)).toEqual(['от таблета', 'от телефона']);
    expect(new Set(phone.issues.map((issue) => issue.id)).size).toBe(2);
  });
});

describe('the same content', () => {
  it('is one issue, wherever it comes from and whatever the server had beside it', async () => {
    await bothEditOffline();
    phone.online();
    await phone.sync();
    tablet.online();
    await desk.write('clients', 'c1', { notes: 'пак от бюрото' });
    await desk.sync();
    await tablet.sync();
    const file = await exported(tablet);
    expect((await phone.tab.replication.importUnsent(file)).issues).toBe(1);
    expect(await phone.tab.replication.importUnsent(file)).toEqual({ rows: 0, issues: 0, already: 1 });
    expect(notesIn(phone)).toEqual(['от таблета', 'от телефона']);
  });
});

describe('an undecided issue', () => {
  it('from before a backup stays beside what was written around its restoring', async () => {
    tablet.offline();
    await tablet.write('clients', 'c1', { notes: 'преди копието' });
    await desk.write('clients', 'c1', { notes: 'от бюрото' });
    await desk.sync();
    tablet.online();
    await salon.settled();
    const backup = await salon.rows('clients');
    const head = await salon.head();
    await desk.write('clients', 'c1', { notes: 'след копието' });
    await salon.settled();
    tablet.offline();
    await tablet.write('clients', 'c1', { notes: 'около копието' });
    await restored(backup, head);
    tablet.online();
    await salon.settled();
    expect(notesIn(tablet)).toContain('преди копието');
    expect([...notesIn(tablet), (await salon.row('clients', 'c1'))?.notes]).toContain('около копието');
  });

  it('of a refused set of shifts stays when the day’s set was made and emptied elsewhere meanwhile', async () => {
    const day = { resource_id: 'ana', date: '2026-11-19', deleted: false };
    const set = (start: string, end: string, type = 'time_off') => ({
      ...{ ...day, type, start_time: start, end_time: end },
      intervals: JSON.stringify([[start, end, type]]),
    });
    await tablet.write('employee_day_overrides', 'ana/2026-11-19/0', { ...set('09:00', '17:00'), resource_id: 'nobody' });
    await tablet.sync();
    expect(tablet.issues).toMatchObject([{ kind: 'rejected' }]);
    tablet.offline();
    await desk.write('employee_day_overrides', 'ana/2026-11-19/0', set('10:00', '12:00'));
    await desk.sync();
    await desk.write('employee_day_overrides', 'ana/2026-11-19/0', { deleted: true });
    await desk.sync();
    tablet.online();
    await salon.settled();
    expect(tablet.issues).toMatchObject([{ kind: 'rejected', ours: { start_time: '09:00' } }]);
    await tablet.write('employee_day_overrides', 'ana/2026-11-19/0', set('13:00', '14:00'));
    await salon.settled();
    expect(tablet.issues).toMatchObject([{ kind: 'rejected', ours: { start_time: '09:00' } }]);
  });

  it('of a refused new record closes when its person removes it, and when the server holds it', async () => {
    await tablet.write('events', 'e1', {
      title: 'нова',
      status: 'lost',
      start_time: '2026-11-18T09:00:00.000Z',
      end_time: '2026-11-18T09:30:00.000Z',
      resource_id: 'ana',
    });
    await tablet.write('events', 'e2', {
      title: 'друга',
      status: 'lost',
      start_time: '2026-11-18T10:00:00.000Z',
      end_time: '2026-11-18T10:30:00.000Z',
      resource_id: 'ana',
    });
    await tablet.sync();
    expect(tablet.issues).toHaveLength(2);
    await tablet.write('events', 'e1', { deleted: true });
    await tablet.write('events', 'e2', { status: 'booked' });
    await salon.settled();
    expect(tablet.issues).toEqual([]);
  });
});

it('what was refused to one tab and taken from another stands, whatever is edited in between', async () => {
  await desk.write('events', 'e1', booking({ notes: 'стара' }));
  await salon.settled();
  await tablet.write('events', 'e1', { notes: 'нова' });
  const second = await tablet.openTab();
  const held = second.hold('push');
  const slow = second.sync();
  await held.arrived;
  tablet.tab.fail('push', { kind: 'error', error: new ServerError(400, '22P05', null, 'unsupported Unicode escape sequence') });
  tablet.tab.fail('pull', { kind: 'request-lost' });
  await tablet.sync();
  expect(tablet.row('events', 'e1')).toMatchObject({ notes: 'стара', pending: 0 });
  await tablet.write('events', 'e1', { title: 'Боядисване' });
  held.release();
  await slow;
  await salon.settled();
  expect(await salon.row('events', 'e1')).toMatchObject({ notes: 'нова', title: 'Боядисване' });
});

it('a refused edit of a record that a restored backup does not know is the refusal of a new one: there is nothing to go back to', async () => {
  const [before] = await database.sql`select rev from sync_heads where salon_id = ${salon.id}`;
  await desk.write('events', 'e1', booking());
  await salon.settled();
  tablet.offline();
  await tablet.write('events', 'e1', { price: -1, currency: 'BGN' });
  await database.sql.begin(async (sql) => {
    await sql`set local session_replication_role = replica`;
    await sql`delete from events where salon_id = ${salon.id}`;
  });
  await restored([], before?.rev as number);
  tablet.online();
  await salon.settled();
  expect(tablet.row('events', 'e1')).toMatchObject({ price: -1, rev: 0, pending: 0 });
  expect(tablet.issues).toMatchObject([{ kind: 'rejected', server: null }]);
});

/** As an operator does it: rows and head as they stood, and another history. */
async function restored(clients: readonly Record<string, unknown>[], head: number): Promise<void> {
  const { sql } = database;
  for (const client of clients)
    await sql.begin(async (transaction) => {
      await transaction`set local session_replication_role = replica`;
      await transaction`update clients set notes = ${client.notes as string}, rev = ${client.rev as number} where salon_id = ${salon.id} and id = ${client.id as string}`;
    });
  await sql`update sync_heads set rev = ${head}, xid = '0' where salon_id = ${salon.id}`;
  await sql`select private.restored_from_backup()`;
}
