import { firstValueFrom } from 'rxjs';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newId } from '#data/new-id.ts';
import type { ImportRefusal, UnsentFile } from '#sync/device/unsent-file.ts';
import { Database, type Person } from '../../database/support/database.ts';
import { booking, Device } from '../devices.ts';
import { Salon, sqlServer } from '../sql-world.ts';

/** Unsent work carried from one device of a person to another of the same person, as a file. */
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
  person = salon.owner;
  tablet = await ownDevice('tablet');
  phone = await ownDevice('phone');
  desk = await salon.device('desk', { person });
  await desk.write('clients', 'c1', { first_name: 'Мария', phone: '+359888000001' });
  await desk.write('events', 'e1', booking({ client_id: 'c1', notes: 'стара бележка' }));
  await salon.settled();
});

async function ownDevice(name: string): Promise<Device> {
  const device = await new Device(name, salon.id, Math.random, sqlServer(database, person), person.id).open();
  salon.devices.push(device);
  return device;
}
/** As a file travels. */
const exported = async (device: Device): Promise<UnsentFile> =>
  JSON.parse(JSON.stringify(await device.tab.replication.exportUnsent()));
const imported = (device: Device, file: unknown) => device.tab.replication.importUnsent(file);
const refusalOf = async (file: unknown): Promise<ImportRefusal> => {
  try {
    await imported(phone, file);
  } catch (error) {
    return (error as { reason: ImportRefusal }).reason;
  }
  throw new Error('this file was taken');
};

const issueOf = (ours: object, server: object = {}) => ({
  id: 'i1',
  kind: 'set',
  table: 'employee_weekly_shifts',
  rowId: 'maria/3/0',
  group: null,
  ours,
  server,
  at: '2026-11-18T08:20:00.000Z',
});

async function allAgree(): Promise<void> {
  await salon.settled();
  for (const device of salon.devices) {
    expect(await salon.differences(device)).toEqual([]);
    expect(device.pending).toEqual([]);
    expect(device.faults).toEqual([]);
  }
}

describe('a file of unsent work', () => {
  it('brings the broken tablet’s new and changed rows to the server by the phone, merged field by field', async () => {
    tablet.offline();
    await tablet.write('clients', 'c2', { first_name: 'Нова', city: 'Русе' });
    await tablet.write('events', 'e2', booking({ client_id: 'c2', notes: 'от таблета' }));
    await tablet.write('clients', 'c1', { city: 'Варна' });
    await tablet.write('events', 'e1', { deleted: true });
    await desk.write('clients', 'c1', { email: 'maria@example.com' });
    await desk.sync();
    await phone.sync();
    const file = await exported(tablet);
    expect(file).toMatchObject({ kind: 'greben-unsent', form: 1, salonId: salon.id, rows: { length: 4 } });
    expect(await imported(phone, file)).toEqual({ rows: 4, issues: 0, already: 0 });
    expect(phone.status.pending).toBe(4);
    salon.devices.splice(salon.devices.indexOf(tablet), 1);
    await allAgree();
    expect(await salon.row('clients', 'c1')).toMatchObject({ city: 'Варна', email: 'maria@example.com', first_name: 'Мария' });
    expect(await salon.row('clients', 'c2')).toMatchObject({ first_name: 'Нова', city: 'Русе' });
    expect(await salon.row('events', 'e2')).toMatchObject({ notes: 'от таблета', client_id: 'c2' });
    expect(await salon.row('events', 'e1')).toMatchObject({ deleted: true });
    expect(phone.issues).toEqual([]);
  });

  it('doubles nothing when the tablet sends it after all, before or after the phone does, edited since by others or not', async () => {
    tablet.offline();
    await tablet.write('clients', 'c2', { first_name: 'Нова' });
    await tablet.write('clients', 'c1', { city: 'Варна' });
    const file = await exported(tablet);
    tablet.online();
    await tablet.sync();
    await desk.sync();
    await desk.write('clients', 'c2', { first_name: 'Нова Нова' });
    await desk.sync();
    await phone.sync();
    expect(await imported(phone, file)).toEqual({ rows: 0, issues: 0, already: 2 });
    await allAgree();
    expect(await salon.row('clients', 'c2')).toMatchObject({ first_name: 'Нова Нова' });
    expect(phone.issues).toEqual([]);
  });

  it('doubles nothing when both devices send it', async () => {
    tablet.offline();
    await tablet.write('clients', 'c2', { first_name: 'Нова' });
    await tablet.write('clients', 'c1', { city: 'Варна' });
    const file = await exported(tablet);
    await imported(phone, file);
    await phone.sync();
    tablet.online();
    await allAgree();
    expect((await salon.rows('clients')).map(({ id }) => id)).toEqual(['c1', 'c2']);
    for (const device of salon.devices) expect(device.issues).toEqual([]);
  });

  it('is known when it comes a second time, whatever became of its rows here', async () => {
    tablet.offline();
    await tablet.write('clients', 'c1', { city: 'Варна' });
    await tablet.write('clients', 'c2', { first_name: 'Нова' });
    const file = await exported(tablet);
    await imported(phone, file);
    await phone.write('clients', 'c1', { city: 'Бургас' });
    expect(await imported(phone, file)).toEqual({ rows: 0, issues: 0, already: 2 });
    expect(phone.row('clients', 'c1')).toMatchObject({ city: 'Бургас' });
    expect(phone.issues).toEqual([]);
    await tablet.write('clients', 'c1', { city: 'Плевен' });
    expect(await imported(tablet, file)).toEqual({ rows: 0, issues: 0, already: 2 });
    expect(tablet.row('clients', 'c1')).toMatchObject({ city: 'Плевен' });
  });

  it('keeps what the phone has unsent, and the tablet’s other version as an issue', async () => {
    for (const device of [tablet, phone]) device.offline();
    await tablet.write('clients', 'c1', { city: 'Варна', email: 'maria@example.com' });
    await phone.write('clients', 'c1', { city: 'Бургас', notes: 'от телефона' });
    expect(await imported(phone, await exported(tablet))).toMatchObject({ rows: 1 });
    expect(phone.row('clients', 'c1')).toMatchObject({
      city: 'Бургас',
      notes: 'от телефона',
      email: 'maria@example.com',
      pending: 1,
    });
    expect(phone.issues).toMatchObject([{ kind: 'field', group: ['city'], ours: { city: 'Варна' }, server: { city: 'Бургас' } }]);
    phone.online();
    await phone.sync();
    expect(await salon.row('clients', 'c1')).toMatchObject({ city: 'Бургас', notes: 'от телефона', email: 'maria@example.com' });
  });

  it('stands on what the tablet last had of the server, although the phone had not heard of it', async () => {
    await desk.write('clients', 'c1', { email: 'maria@example.com', phone: '+359888000002' });
    await desk.sync();
    phone.offline();
    await phone.write('clients', 'c1', { notes: 'от телефона' });
    await tablet.sync();
    tablet.offline();
    await tablet.write('clients', 'c1', { city: 'Варна' });
    await imported(phone, await exported(tablet));
    expect(phone.row('clients', 'c1')).toMatchObject({ phone: '+359888000002', city: 'Варна', notes: 'от телефона' });
    for (const device of [phone, tablet]) device.online();
    await allAgree();
    expect(await salon.row('clients', 'c1')).toMatchObject({
      email: 'maria@example.com',
      phone: '+359888000002',
      city: 'Варна',
      notes: 'от телефона',
    });
    expect(phone.issues).toEqual([]);
  });

  it('brings a row that was on its way when the tablet broke, once and without a false conflict', async () => {
    await tablet.write('clients', 'c2', { first_name: 'Нова' });
    tablet.tab.fail('push', { kind: 'answer-lost' });
    await tablet.sync();
    tablet.offline();
    await tablet.write('clients', 'c2', { first_name: 'Нова', last_name: 'Иванова' });
    await tablet.write('clients', 'c2', { first_name: 'Йована' });
    const file = await exported(tablet);
    await imported(phone, file);
    await phone.sync();
    salon.devices.splice(salon.devices.indexOf(tablet), 1);
    await allAgree();
    expect(await salon.row('clients', 'c2')).toMatchObject({ first_name: 'Йована', last_name: 'Иванова' });
    expect(phone.issues).toEqual([]);
  });

  it('asks its first device nothing about what was made of its new record on the other', async () => {
    const id = newId();
    tablet.offline();
    await tablet.write('clients', id, { first_name: 'Нова', last_name: 'Иванова', name: 'Нова Иванова', phone: '+359888000009' });
    await imported(phone, await exported(tablet));
    await phone.write('clients', id, {
      first_name: 'Йована',
      last_name: 'Илиева',
      name: 'Йована Илиева',
      phone: '+359888000010',
    });
    await phone.sync();
    tablet.online();
    await allAgree();
    expect(await salon.row('clients', id)).toMatchObject({ name: 'Йована Илиева', phone: '+359888000010' });
    for (const device of salon.devices) expect(device.issues).toEqual([]);
  });

  it('asks its first device about what both wrote into the new record after it, and only about that', async () => {
    const id = newId();
    tablet.offline();
    await tablet.write('clients', id, { first_name: 'Нова', city: 'Русе' });
    await imported(phone, await exported(tablet));
    await tablet.write('clients', id, { city: 'Видин', notes: 'от таблета' });
    await phone.write('clients', id, { first_name: 'Йована', city: 'Плевен' });
    await phone.sync();
    tablet.online();
    await allAgree();
    expect(await salon.row('clients', id)).toMatchObject({ first_name: 'Йована', city: 'Плевен', notes: 'от таблета' });
    expect(tablet.issues).toMatchObject([
      { kind: 'field', group: ['city'], ours: { city: 'Видин' }, server: { city: 'Плевен' } },
    ]);
  });

  it('asks neither device about what it changed in a record after it, where the file’s version is heard first', async () => {
    for (const first of [tablet, phone]) {
      const writes = first === tablet ? phone : tablet;
      for (const device of [tablet, phone]) device.offline();
      await tablet.write('clients', 'c1', { city: `Варна ${first.name}` });
      await imported(phone, await exported(tablet));
      await writes.write('clients', 'c1', { city: `Бургас ${first.name}` });
      first.online();
      await first.sync();
      writes.online();
      await allAgree();
      expect(await salon.row('clients', 'c1')).toMatchObject({ city: `Бургас ${first.name}` });
      for (const device of salon.devices) expect(device.issues).toEqual([]);
    }
  });

  it('leaves a new record deleted that was deleted here after it', async () => {
    tablet.offline();
    await tablet.write('clients', 'c2', { first_name: 'Нова' });
    await imported(phone, await exported(tablet));
    await tablet.write('clients', 'c2', { deleted: true });
    await phone.sync();
    tablet.online();
    await allAgree();
    expect(await salon.row('clients', 'c2')).toMatchObject({ deleted: true });
    for (const device of salon.devices) expect(device.issues).toEqual([]);
  });

  it('carries the issues, each once, and none that was settled here before', async () => {
    tablet.offline();
    await tablet.write('clients', 'c1', { city: 'Варна' });
    await desk.write('clients', 'c1', { city: 'Бургас' });
    await desk.sync();
    tablet.online();
    await tablet.sync();
    const file = await exported(tablet);
    expect(file.rows).toEqual([]);
    expect(await imported(phone, file)).toEqual({ rows: 0, issues: 1, already: 0 });
    expect(phone.issues).toMatchObject([{ kind: 'field', ours: { city: 'Варна' }, server: { city: 'Бургас' } }]);
    await phone.tab.replication.removeIssue(phone.issues[0]?.id ?? '');
    expect(await imported(phone, file)).toEqual({ rows: 0, issues: 0, already: 1 });
    expect(phone.issues).toEqual([]);
  });

  it('brings no overlap of an earlier version: those follow from the bookings', async () => {
    const file = await exported(tablet);
    const overlap = { id: 'overlap:a+b', kind: 'overlap', table: 'events', rowId: 'a', otherId: 'b', group: null };
    const issues = [{ ...overlap, ours: null, server: null, at: '2026-11-18T08:00:00.000Z' }];
    expect(await imported(phone, { ...file, issues } as typeof file)).toEqual({ rows: 0, issues: 0, already: 0 });
    expect(phone.issues).toEqual([]);
  });

  it('taken in without a line is told as work of that outage, however short', async () => {
    tablet.offline();
    await tablet.write('clients', 'c2', { first_name: 'Нова' });
    const file = await exported(tablet);
    phone.offline();
    await phone.sync();
    await imported(phone, file);
    phone.online();
    await phone.sync();
    expect(await firstValueFrom(phone.tab.replication.receipt$)).toMatchObject({ sent: 1, needsYou: 0 });
  });

  it('brings of an issue only columns that there are', async () => {
    const file = {
      ...(await exported(tablet)),
      issues: [{ ...issueOf({}), kind: 'field', group: ['end_time', 'x', 1, 'start_time'] }],
    };
    await imported(phone, file);
    expect(phone.issues).toMatchObject([{ group: ['end_time', 'start_time'] }]);
  });

  it('holds and brings nothing of an erased client', async () => {
    tablet.offline();
    await tablet.write('events', 'e1', { notes: 'тайна' });
    await tablet.write('events', 'e2', booking({ client_id: 'c1', notes: 'тайна' }));
    await tablet.write('clients', 'c1', { city: 'Тайнград' });
    const before = await exported(tablet);
    await tablet.write('clients', 'c1', { erased_at: '2026-11-18T08:40:00.000Z', deleted: true });
    const file = await exported(tablet);
    expect(JSON.stringify(file)).not.toMatch(/Мария|тайна|Тайнград|стара бележка|888000001/);
    await desk.write('clients', 'c1', { erased_at: '2026-11-18T08:40:00.000Z', deleted: true });
    await desk.sync();
    await phone.sync();
    await imported(phone, before);
    expect(JSON.stringify([phone.rows('events'), phone.rows('clients'), phone.issues])).not.toMatch(
      /Мария|тайна|Тайнград|стара бележка/,
    );
    expect(await imported(phone, file)).toMatchObject({ issues: 0 });
    salon.devices.splice(salon.devices.indexOf(tablet), 1);
    await salon.settled();
    expect(JSON.stringify([await salon.rows('clients'), await salon.rows('events')])).not.toMatch(
      /Мария|тайна|Тайнград|стара бележка/,
    );
  });

  it('erases on the phone whom the tablet erased unsent', async () => {
    tablet.offline();
    await tablet.write('clients', 'c1', { erased_at: '2026-11-18T08:40:00.000Z', deleted: true });
    await phone.write('events', 'e1', { notes: 'от телефона' });
    await imported(phone, await exported(tablet));
    expect(JSON.stringify([phone.rows('events'), phone.rows('clients')])).not.toMatch(/Мария|стара бележка|от телефона/);
    await phone.sync();
    expect(await salon.row('clients', 'c1')).toMatchObject({ first_name: null, deleted: true });
    expect(await salon.row('events', 'e1')).toMatchObject({ notes: null });
  });

  it('merges a set of shifts as one value', async () => {
    const set = (intervals: string, start_time: string, end_time: string) => ({
      resource_id: 'ana',
      weekday: 3,
      intervals,
      start_time,
      end_time,
    });
    tablet.offline();
    await tablet.write('employee_weekly_shifts', 'ana/3/0', set('[["09:00","13:00"]]', '09:00', '13:00'));
    await desk.write('employee_weekly_shifts', 'ana/3/0', set('[["10:00","12:00"]]', '10:00', '12:00'));
    await desk.sync();
    await phone.sync();
    await imported(phone, await exported(tablet));
    expect(phone.issues).toMatchObject([{ kind: 'set', ours: { start_time: '09:00' }, server: { start_time: '10:00' } }]);
    expect(phone.row('employee_weekly_shifts', 'ana/3/0')).toMatchObject({ start_time: '10:00', pending: 0 });
  });

  it('from before a restored backup stands on revisions that count no more', async () => {
    tablet.offline();
    await tablet.write('clients', 'c1', { city: 'Варна' });
    await tablet.write('clients', 'c2', { first_name: 'Нова' });
    const file = await exported(tablet);
    await database.sql`select private.restored_from_backup()`;
    await desk.sync();
    await phone.sync();
    await desk.write('clients', 'c1', { email: 'maria@example.com' });
    await desk.sync();
    await phone.sync();
    await imported(phone, file);
    salon.devices.splice(salon.devices.indexOf(tablet), 1);
    await allAgree();
    expect(await salon.row('clients', 'c1')).toMatchObject({ city: 'Варна', email: 'maria@example.com' });
    expect(await salon.row('clients', 'c2')).toMatchObject({ first_name: 'Нова' });
  });

  it('that puts a row on a revision which nobody gave does not hold that row up', async () => {
    tablet.offline();
    await tablet.write('clients', 'c1', { city: 'Варна' });
    const file = await exported(tablet);
    salon.devices.splice(salon.devices.indexOf(tablet), 1);
    await imported(phone, { ...file, rows: file.rows.map((row) => ({ ...row, rev: 9e15 })) });
    await desk.write('clients', 'c1', { first_name: 'Марияна' });
    await allAgree();
    expect(await salon.row('clients', 'c1')).toMatchObject({ city: 'Варна', first_name: 'Марияна' });
    expect(phone.issues).toEqual([]);
  });

  it('is refused whole when it is another person’s, another salon’s, a newer app’s or no such file', async () => {
    tablet.offline();
    await tablet.write('clients', 'c2', { first_name: 'Нова' });
    const file = await exported(tablet);
    const row = file.rows[0] as UnsentFile['rows'][number];
    expect(await refusalOf({ ...file, userId: (await database.member(salon.id)).id })).toBe('other-person');
    expect(await refusalOf({ ...file, salonId: salon.id + 1 })).toBe('other-salon');
    expect(await refusalOf({ ...file, form: 2 })).toBe('newer-app');
    expect(await refusalOf({ ...file, rows: [row, { ...row, table: 'vouchers' }] })).toBe('newer-app');
    const wrong: unknown[] = [
      null,
      'x',
      [],
      {},
      { ...file, kind: 'other' },
      { ...file, rows: 'x' },
      { ...file, rows: [row, null] },
      { ...file, rows: [row, { ...row, id: 'a b' }] },
      { ...file, rows: [row, { ...row, rev: -1 }] },
      { ...file, rows: [row, { ...row, base: { name: {} } }] },
      { ...file, rows: [row, { ...row, row: { ...row.row, birth_date: 'утре' } }] },
      { ...file, issues: [{}] },
      { ...file, issues: [issueOf({ intervals: 'х' })] },
      { ...file, issues: [issueOf({ intervals: null }, { intervals: '[1]' })] },
      { ...file, issues: [issueOf({ start_time: {} })] },
      { ...file, issues: [{ ...issueOf({}), at: 'утре' }] },
    ];
    for (const other of wrong) expect(await refusalOf(other), JSON.stringify(other)).toBe('unreadable');
    expect(phone.pending).toEqual([]);
    expect(phone.issues).toEqual([]);
  });
});
