/** What somebody may write changes under their unsent work; they are removed, come back, and others take their work over. */
import { describe, expect, it } from 'vitest';
import { lookIntoOthersFile, takeOthersFile } from '#data/local-data/others-file.ts';
import type { OpenReplica } from '#data/open-replica.ts';
import type { SalonRole } from '#schemas/constants.ts';
import type { Person } from '../../database/support/database.ts';
import { booking, Device } from '../devices.ts';
import { sqlServer } from '../sql-world.ts';
import { allAgree, database, salon, sqlStories } from './sql-stories.ts';

sqlStories();

const give = (person: Person, role: SalonRole | null) =>
  database.sql`update users set salon_id = ${role && salon.id}, salon_role = ${role} where id = ${person.id}`;

async function deviceOf(name: string, person: Person): Promise<Device> {
  const device = await new Device(name, salon.id, Math.random, sqlServer(database, person), person.id).open();
  salon.devices.push(device);
  return device;
}

/** A tablet of somebody with that role, a desk of the owner, and a client that both have. */
async function tabletOf(role: Exclude<SalonRole, 'owner'>) {
  const person = await database.member(salon.id, role);
  const [tablet, desk] = [await deviceOf('tablet', person), await deviceOf('desk', salon.owner)];
  await desk.write('clients', 'c1', { first_name: 'Мария' });
  await desk.write('products', 'sham', { name: 'Шампоан', quantity: 5 });
  await salon.settled();
  return { person, tablet, desk };
}

/** The device as screens have it. */
const replicaOf = ({ tab, userId }: Device) => ({ ...tab.replication, userId, salonId: salon.id }) as unknown as OpenReplica;
const fileOf = async ({ tab }: Device): Promise<unknown> => JSON.parse(JSON.stringify(await tab.replication.exportUnsent()));
const takenBy = async (device: Device, content: unknown) =>
  takeOthersFile(replicaOf(device), await lookIntoOthersFile(replicaOf(device), content));
const roleOf = ({ tab }: Device) => tab.replication.membership$.value?.role;

describe('a role that changes', () => {
  it('counts when the row is written: a manager made staff on the way keeps what staff may do, and the rest in an issue', async () => {
    const { person, tablet } = await tabletOf('manager');
    expect(roleOf(tablet)).toBe('manager');
    tablet.offline();
    await tablet.write('services', 'cut', { price: 99 });
    await tablet.write('clients', 'c1', { phone: '+359888000001' });
    await tablet.write('events', 'e1', booking({ client_id: 'c1' }));
    tablet.online();
    tablet.tab.before('push', async () => void (await give(person, 'staff')));
    await tablet.sync();
    expect(tablet.issues).toMatchObject([
      { kind: 'rejected', code: '42501', constraint: 'role', table: 'services', ours: { price: 99 } },
    ]);
    expect(tablet.row('services', 'cut')).toMatchObject({ price: 25, pending: 0 });
    expect(await salon.row('clients', 'c1')).toMatchObject({ phone: '+359888000001' });
    expect(await salon.row('events', 'e1')).toMatchObject({ client_id: 'c1' });
    // The pull of the same round has told the device.
    expect(roleOf(tablet)).toBe('staff');
    await expect(tablet.write('services', 'cut', { price: 98 })).rejects.toMatchObject({ name: 'RoleError' });
    await salon.settled();
    await allAgree();
  });

  it('holds without a line and over a restart, until a pull says another', async () => {
    const { person, tablet } = await tabletOf('staff');
    await give(person, 'manager');
    tablet.offline();
    await tablet.killAndReopen();
    expect(roleOf(tablet)).toBe('staff');
    await expect(tablet.write('services', 'cut', { price: 30 })).rejects.toMatchObject({ name: 'RoleError' });
    tablet.online();
    await tablet.sync();
    await tablet.write('services', 'cut', { price: 30 });
    await salon.settled();
    expect(await salon.row('services', 'cut')).toMatchObject({ price: 30 });
    expect(tablet.issues).toEqual([]);
  });

  it('refuses a new row, which stays to be seen, and takes it once the role allows it', async () => {
    const { person, tablet } = await tabletOf('manager');
    tablet.offline();
    await tablet.write('services', 'colour', { name: 'Боядисване', duration: 60, price: 80 });
    await give(person, 'staff');
    tablet.online();
    await salon.settled();
    expect(tablet.issues).toMatchObject([{ kind: 'rejected', constraint: 'role', rowId: 'colour', server: null }]);
    expect(tablet.row('services', 'colour')).toMatchObject({ rev: 0, pending: 0, deleted: false });
    await give(person, 'manager');
    await tablet.sync();
    await tablet.write('services', 'colour', { price: 85 });
    await salon.settled();
    expect(await salon.row('services', 'colour')).toMatchObject({ price: 85 });
    expect(tablet.issues).toEqual([]);
  });
});

describe('somebody who is removed', () => {
  it('and invited again as staff finds their work: what staff may do is sent, the rest waits', async () => {
    const { person, tablet } = await tabletOf('manager');
    tablet.offline();
    await tablet.write('events', 'e1', booking());
    await tablet.write('services', 'cut', { price: 99 });
    await give(person, null);
    tablet.online();
    await tablet.sync();
    expect(tablet.status).toMatchObject({ phase: 'blocked', reason: 'access-withdrawn', pending: 2 });
    await give(person, 'staff');
    await salon.settled();
    expect(await salon.row('events', 'e1')).toMatchObject({ title: 'Подстригване' });
    expect(tablet.issues).toMatchObject([{ constraint: 'role', table: 'services' }]);
    await allAgree();
  });

  it('leaves a file that the owner sends as their own; the person who comes back doubles nothing and is asked nothing', async () => {
    const { person, tablet, desk } = await tabletOf('staff');
    tablet.offline();
    await tablet.write('clients', 'c2', { first_name: 'Ива', phone: '+359888000002' });
    await tablet.write('events', 'e1', booking({ client_id: 'c2' }));
    await tablet.write('clients', 'c1', { phone: '+359888000001' });
    const counted = { product_id: 'sham', old_quantity: 5, new_quantity: 3, difference: -2, user_id: person.id };
    await tablet.write('product_revisions', 'r1', counted);
    await tablet.write('products', 'sham', { quantity: 3 });
    await give(person, null);
    const file = await fileOf(tablet);
    const looked = await lookIntoOthersFile(replicaOf(desk), file);
    expect(looked).toMatchObject({ userId: person.id, left: [], questions: 0 });
    expect(looked.taken.map(({ table, rowId }) => `${table}/${rowId}`)).toEqual([
      ...['products/sham', 'clients/c1', 'clients/c2', 'events/e1', 'product_revisions/r1'],
    ]);
    expect(desk.pending).toEqual([]);
    expect(await takenBy(desk, file)).toMatchObject({ rows: 5, issues: 0 });
    await desk.sync();
    expect(await takenBy(desk, file)).toMatchObject({ rows: 0, issues: 0 });
    await desk.sync();
    expect(await salon.row('clients', 'c2')).toMatchObject({ first_name: 'Ива' });
    expect(await salon.row('clients', 'c1')).toMatchObject({ phone: '+359888000001' });
    expect(await salon.row('product_revisions', 'r1')).toMatchObject({ new_quantity: 3, user_id: salon.owner.id });
    expect(await salon.row('products', 'sham')).toMatchObject({ quantity: 3 });
    const head = await salon.head();
    await give(person, 'staff');
    tablet.online();
    await salon.settled();
    expect((await salon.rows('events')).length).toBe(1);
    expect(tablet.issues).toEqual([]);
    expect(desk.issues).toEqual([]);
    expect(await salon.head()).toBeGreaterThanOrEqual(head);
    await allAgree();
  });

  it('leaves a file that an owner and a manager open without a line: all of it stands once, and nobody is asked', async () => {
    const { person, tablet, desk } = await tabletOf('staff');
    const office = await deviceOf('office', await database.member(salon.id, 'manager'));
    await salon.settled();
    tablet.offline();
    await tablet.write('clients', 'c2', { first_name: 'Ива' });
    await tablet.write('events', 'e1', booking({ client_id: 'c2' }));
    const counted = { product_id: 'sham', old_quantity: 5, new_quantity: 3, difference: -2, user_id: person.id };
    await tablet.write('product_revisions', 'r1', counted);
    await tablet.write('products', 'sham', { quantity: 3 });
    await give(person, null);
    const file = await fileOf(tablet);
    for (const device of [desk, office]) {
      device.offline();
      expect(await takenBy(device, file)).toMatchObject({ rows: 4, issues: 0 });
      device.online();
    }
    await salon.settled();
    expect((await salon.rows('events')).map(({ id }) => id)).toEqual(['e1']);
    expect((await salon.rows('product_revisions')).map(({ id }) => id)).toEqual(['r1']);
    for (const device of [desk, office]) {
      expect(device.issues).toEqual([]);
      expect(device.pending).toEqual([]);
    }
    await give(person, 'staff');
    tablet.online();
    await salon.settled();
    expect(tablet.issues).toEqual([]);
    await allAgree();
  });
});

describe('what was refused to staff', () => {
  it('is sent by the owner from their file, merged with what was written since', async () => {
    const { person, tablet, desk } = await tabletOf('manager');
    tablet.offline();
    await tablet.write('services', 'cut', { price: 99 });
    await tablet.write('services', 'colour', { name: 'Боядисване', duration: 60, price: 80 });
    await tablet.write('services', 'colour', { price: 85 });
    await give(person, 'staff');
    tablet.online();
    await salon.settled();
    expect(tablet.issues).toHaveLength(2);
    await desk.write('services', 'cut', { duration: 45 });
    await desk.sync();
    const file = await fileOf(tablet);
    expect(await takenBy(desk, file)).toMatchObject({ rows: 2 });
    await salon.settled();
    expect(await salon.row('services', 'cut')).toMatchObject({ price: 99, duration: 45 });
    expect(await salon.row('services', 'colour')).toMatchObject({ price: 85 });
    expect(await takenBy(desk, file)).toMatchObject({ rows: 0, issues: 0 });
    expect(desk.issues).toEqual([]);
    // What the server holds by now is refused no more.
    expect(tablet.issues.map(({ rowId }) => rowId)).toEqual(['cut']);
    await allAgree();
  });

  it('stays in the file where the manager who opens it may not write it either', async () => {
    const { person, tablet } = await tabletOf('manager');
    const manager = await deviceOf('manager', await database.member(salon.id, 'manager'));
    await give(person, 'staff');
    await salon.settled();
    // An app of before the roles.
    const file = await fileOf(tablet);
    const erased = { ...tablet.row('clients', 'c1'), first_name: null, erased_at: '2026-11-18T08:40:00.000Z', deleted: true };
    const row = { table: 'clients', id: 'c1', rev: 1, row: erased, base: null, sent: null, editedAt: '2026-11-18T08:40:00.000Z' };
    // Nor does it help to write into the file that they were erased before.
    for (const base of [null, erased]) {
      const looked = await lookIntoOthersFile(replicaOf(manager), { ...(file as object), rows: [{ ...row, base }] });
      expect(looked).toMatchObject({ taken: [], left: [{ rowId: 'c1' }] });
      expect(await takeOthersFile(replicaOf(manager), looked)).toMatchObject({ rows: 0 });
    }
    expect(manager.pending).toEqual([]);
  });
});

it('another salon’s file, and what is no file, is taken over by nobody', async () => {
  const { tablet, desk } = await tabletOf('staff');
  const file = (await fileOf(tablet)) as object;
  await expect(lookIntoOthersFile(replicaOf(desk), { ...file, salonId: salon.id + 1 })).rejects.toMatchObject({
    reason: 'other-salon',
  });
  await expect(lookIntoOthersFile(replicaOf(desk), 'x')).rejects.toMatchObject({ reason: 'unreadable' });
});
