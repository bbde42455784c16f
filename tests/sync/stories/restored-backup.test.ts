import { beforeEach, describe, expect, it } from 'vitest';
import { ServerError } from '#sync/server/server.ts';
import { booking, type Device, World } from '../devices.ts';
import { historyAfter } from '../double-server.ts';

/** What devices hold beyond a restored backup. In the beginning both hold e1 and the client c1, and a backup has them. */
let world: World;
let tablet: Device;
let desk: Device;
let restore: () => void;

beforeEach(async () => {
  world = new World();
  tablet = await world.device('tablet');
  desk = await world.device('desk');
  await tablet.write('clients', 'c1', { first_name: 'Мария' });
  await tablet.write('events', 'e1', booking({ client_id: 'c1', notes: 'преди' }));
  await world.settled();
  restore = world.server.backup();
});

const idsOf = (device: Device) => device.issues.map(({ rowId }) => rowId).sort();
const putBack = (device: Device, ...rows: string[]) =>
  device.tab.replication.putBack(device.issues.filter(({ rowId }) => rows.includes(rowId)).map(({ id }) => id));
const later = { start_time: '2026-11-18T15:00:00.000Z', end_time: '2026-11-18T15:30:00.000Z' };

describe('after a restored backup a device keeps', () => {
  it('what was made after it, with of when the restored state is, and puts nothing back by itself', async () => {
    await desk.write('events', 'e2', booking({ notes: 'след' }));
    await world.settled();
    restore();
    for (let round = 0; round < 3; round++) await world.settled();
    expect(world.server.row('events', 'e2')).toBeUndefined();
    for (const device of [tablet, desk]) {
      expect(device.row('events', 'e2')).toBeUndefined();
      expect(device.status).toMatchObject({ phase: 'synced', issues: 1 });
      expect(device.issues).toMatchObject([
        {
          kind: 'restored',
          table: 'events',
          rowId: 'e2',
          ours: { notes: 'след' },
          server: null,
          stateOf: '2026-11-18T08:00:00.000Z',
        },
      ]);
    }
  });

  it.each([false, true])(
    'a customer’s request: put back (by both: %s) it is a booking, as only the server makes requests, and that is all of it on every device',
    async (both) => {
      await desk.write('events', 'e2', booking({ status: 'booked' }));
      await world.settled();
      const asked = { ...world.server.row('events', 'e2'), id: 'e2', deleted: false };
      const requested_until = '2026-11-18T11:00:00.000Z';
      world.server.put('events', { ...asked, requested_until, rev: ++world.server.head });
      await world.settled();
      restore();
      await world.settled();
      expect(desk.issues).toMatchObject([{ kind: 'restored', rowId: 'e2', ours: { requested_until } }]);
      desk.offline();
      if (both) await putBack(desk, 'e2');
      await putBack(tablet, 'e2');
      await world.settled();
      desk.online();
      await world.settled();
      expect(world.server.row('events', 'e2')).toMatchObject({ status: 'booked', requested_until: null });
      for (const device of [tablet, desk]) expect([device.issues, device.pending]).toEqual([[], []]);
    },
  );

  it.each([false, true])(
    'an unsent note on a customer’s request that the backup has never had: it arrives, as a booking (answer lost: %s)',
    async (lost) => {
      await tablet.write('events', 'e2', booking({ status: 'booked' }));
      await world.settled();
      const asked = { ...world.server.row('events', 'e2'), id: 'e2', deleted: false };
      const requested_until = '2026-11-18T11:00:00.000Z';
      world.server.put('events', { ...asked, requested_until, rev: ++world.server.head });
      await world.settled();
      desk.offline();
      await desk.write('events', 'e2', { notes: 'обади се' });
      restore();
      desk.online();
      if (lost) desk.tab.fail('push', { kind: 'answer-lost' });
      for (let round = 0; round < 3; round++) await world.settled();
      expect(world.server.row('events', 'e2')).toMatchObject({ status: 'booked', notes: 'обади се', requested_until: null });
      expect([desk.issues, desk.pending]).toEqual([[], []]);
      expect(desk.row('events', 'e2')).toMatchObject({ notes: 'обади се', requested_until: null });
    },
  );

  it('an unsent note on a request that the backup has: pushed as if new it confirms nothing, and asks nothing', async () => {
    const requested_until = '2026-11-18T11:00:00.000Z';
    world.server.put('events', {
      ...world.server.row('events', 'e1'),
      id: 'e1',
      deleted: false,
      requested_until,
      rev: ++world.server.head,
    });
    await world.settled();
    restore = world.server.backup();
    await tablet.write('events', 'e1', { notes: 'обади се' });
    tablet.tab.fail('push', { kind: 'request-lost' });
    await tablet.sync();
    restore();
    world.server.page = 1;
    tablet.tab.before('pull', async () => undefined);
    tablet.tab.before('pull', () => Promise.reject(new ServerError(0, null, null, 'fetch failed')));
    await tablet.sync();
    await tablet.sync();
    expect(world.server.pushed.at(-1)).toMatchObject({ id: 'e1', base_rev: 0 });
    await world.settled();
    expect(tablet.issues).toEqual([]);
    expect(world.server.row('events', 'e1')).toMatchObject({ notes: 'обади се', requested_until });
    expect(tablet.row('events', 'e1')).toMatchObject({ requested_until, pending: 0 });
  });

  it('what was changed after it, beside what the restored row says', async () => {
    await desk.write('events', 'e1', later);
    await world.settled();
    restore();
    await world.settled();
    expect(tablet.row('events', 'e1')?.start_time).toBe('2026-11-18T09:00:00.000Z');
    expect(tablet.issues).toMatchObject([
      { kind: 'restored', rowId: 'e1', ours: later, server: { start_time: '2026-11-18T09:00:00.000Z' } },
    ]);
  });

  it('an unsent change that the backup has never had, and asks nothing about it, although the column was changed long ago', async () => {
    await desk.write('events', 'e1', { notes: 'отдавна' });
    await world.settled();
    restore = world.server.backup();
    await tablet.write('events', 'e1', { notes: 'сега' });
    tablet.tab.fail('push', { kind: 'request-lost' });
    await tablet.sync();
    restore();
    // The rebuild breaks off before it comes to the booking, which is pushed as if new first.
    world.server.page = 1;
    tablet.tab.before('pull', async () => undefined);
    tablet.tab.before('pull', () => Promise.reject(new ServerError(0, null, null, 'fetch failed')));
    await tablet.sync();
    await tablet.sync();
    expect(world.server.pushed.at(-1)).toMatchObject({ id: 'e1', base_rev: 0 });
    await world.settled();
    expect(tablet.issues).toEqual([]);
    expect(world.server.row('events', 'e1')?.notes).toBe('сега');
  });

  it('that something was deleted after it: it can be deleted again', async () => {
    await desk.write('events', 'e1', { deleted: true });
    await world.settled();
    restore();
    await world.settled();
    expect(tablet.row('events', 'e1')?.deleted).toBe(false);
    expect(tablet.issues).toMatchObject([{ kind: 'restored', rowId: 'e1', ours: { deleted: true }, server: { deleted: false } }]);
    await putBack(tablet, 'e1');
    await world.settled();
    expect(world.server.row('events', 'e1')?.deleted).toBe(true);
    for (const device of [tablet, desk]) expect(device.issues).toEqual([]);
  });

  it('nothing of what it had not heard before the backup was made', async () => {
    desk.offline();
    await tablet.write('events', 'e1', { notes: 'в копието' });
    await world.settled();
    restore = world.server.backup();
    restore();
    desk.online();
    await world.settled();
    expect(desk.row('events', 'e1')?.notes).toBe('в копието');
    expect(desk.issues).toEqual([]);
  });

  it('what the base of an unsent edit had from after it', async () => {
    await tablet.write('events', 'e1', later);
    await world.settled();
    tablet.offline();
    await tablet.write('events', 'e1', { notes: 'офлайн' });
    restore();
    tablet.online();
    await world.settled();
    expect(world.server.row('events', 'e1')).toMatchObject({ notes: 'офлайн', start_time: '2026-11-18T09:00:00.000Z' });
    expect(tablet.issues).toMatchObject([{ kind: 'restored', rowId: 'e1', ours: { ...later } }]);
    await putBack(tablet, 'e1');
    await world.settled();
    expect(world.server.row('events', 'e1')).toMatchObject({ notes: 'офлайн', ...later });
    for (const device of [tablet, desk]) expect(device.issues).toEqual([]);
  });

  it('everything that differs, where two backups were restored before it came back', async () => {
    await desk.write('events', 'e2', booking());
    await world.settled();
    tablet.offline();
    restore();
    world.server.epoch = historyAfter(world.server.epoch, world.server.head + 50);
    world.server.head += 50;
    tablet.online();
    await tablet.sync();
    expect(idsOf(tablet)).toEqual(['e2']);
  });

  it('both contents of a row, where a second backup takes away what was written after the first', async () => {
    await desk.write('events', 'e1', { notes: 'първо' });
    await world.settled();
    restore();
    await world.settled();
    await desk.write('events', 'e1', { notes: 'второ' });
    await world.settled();
    restore();
    await world.settled();
    for (const device of [tablet, desk]) expect(device.issues.map(({ ours }) => ours?.notes)).toEqual(['първо', 'второ']);
  });

  it('nothing of what both have, where the same backup is restored once more and others have written since', async () => {
    restore();
    await world.settled();
    await tablet.write('events', 'e2', booking({ notes: 'между двете' }));
    await world.settled();
    tablet.offline();
    restore();
    await desk.sync();
    await desk.write('events', 'e1', { notes: 'след второто' });
    await desk.sync();
    tablet.online();
    await world.settled();
    expect(tablet.row('events', 'e1')?.notes).toBe('след второто');
    expect(idsOf(tablet)).toEqual(['e2']);
  });

  it('all of it, at whatever step on the disk its tab dies', async () => {
    for (let n = 1; n <= 5; n++) await desk.write('events', `after-${n}`, booking());
    await desk.write('events', 'e1', later);
    await world.settled();
    restore();
    let deaths = 0;
    for (let step = 1; ; step++) {
      const { docs, tables } = structuredClone({ docs: tablet.disk.docs, tables: tablet.disk.tables });
      let left = step;
      tablet.tab.gate.killAt(() => --left === 0);
      await Promise.race([tablet.sync(), new Promise((resolve) => setTimeout(resolve, 30))]);
      if (!tablet.tab.gate.killed) break;
      deaths++;
      await tablet.killAndReopen();
      await tablet.sync();
      expect(idsOf(tablet), `step ${step}`).toEqual(['after-1', 'after-2', 'after-3', 'after-4', 'after-5', 'e1']);
      tablet.tab.kill();
      Object.assign(tablet.disk, { docs, tables });
      await tablet.open();
    }
    expect(deaths).toBeGreaterThan(5);
  });
});

describe('what is put back', () => {
  it('goes out of the list of every device that held it', async () => {
    await desk.write('events', 'e2', booking());
    await desk.write('events', 'e3', booking());
    await desk.write('events', 'e1', later);
    await world.settled();
    restore();
    await world.settled();
    await putBack(tablet, 'e2', 'e1');
    expect(idsOf(tablet)).toEqual(['e3']);
    await world.settled();
    expect(idsOf(desk)).toEqual(['e3']);
    expect(world.server.row('events', 'e1')).toMatchObject({ ...later, notes: 'преди' });
    expect(world.server.row('events', 'e3')).toBeUndefined();
  });

  it('comes with what it refers to', async () => {
    await desk.write('clients', 'c2', { first_name: 'Ивана' });
    await desk.write('events', 'e2', booking({ client_id: 'c2' }));
    await world.settled();
    restore();
    await world.settled();
    expect(idsOf(tablet)).toEqual(['c2', 'e2']);
    await putBack(tablet, 'e2');
    await world.settled();
    expect(world.server.row('clients', 'c2')?.first_name).toBe('Ивана');
    expect(world.server.row('events', 'e2')?.client_id).toBe('c2');
    for (const device of [tablet, desk]) expect(device.issues).toEqual([]);
  });

  it('is merged with what others have written since', async () => {
    await desk.write('events', 'e1', later);
    await world.settled();
    restore();
    await world.settled();
    await desk.write('events', 'e1', { title: 'Боядисване' });
    await world.settled();
    await putBack(tablet, 'e1');
    await world.settled();
    expect(world.server.row('events', 'e1')).toMatchObject({ ...later, title: 'Боядисване' });
  });

  it('is a quarrel where others have written the same field since: theirs stands, and a person decides', async () => {
    await desk.write('events', 'e1', { notes: 'след' });
    await world.settled();
    restore();
    await world.settled();
    await desk.write('events', 'e1', { notes: 'днес' });
    await world.settled();
    await putBack(tablet, 'e1');
    await world.settled();
    expect(world.server.row('events', 'e1')?.notes).toBe('днес');
    expect(tablet.issues).toMatchObject([{ kind: 'field', rowId: 'e1', ours: { notes: 'след' }, server: { notes: 'днес' } }]);
  });

  it('overwrites nothing that was written after the restoring and before this device heard of either', async () => {
    await desk.write('events', 'e1', later);
    await world.settled();
    tablet.offline();
    restore();
    await desk.sync();
    await desk.sync();
    await desk.write('events', 'e1', { notes: 'днес' });
    await desk.sync();
    tablet.online();
    await tablet.sync();
    await putBack(tablet, 'e1');
    await world.settled();
    expect(world.server.row('events', 'e1')?.notes).toBe('днес');
    expect(tablet.issues.every(({ kind }) => kind === 'field')).toBe(true);
  });

  it('waits unsent while there is no line, and is not listed meanwhile', async () => {
    await desk.write('events', 'e2', booking());
    await world.settled();
    restore();
    await world.settled();
    tablet.offline();
    await putBack(tablet, 'e2');
    expect(tablet.issues).toEqual([]);
    expect(tablet.pending).toMatchObject([{ id: 'e2' }]);
    await tablet.killAndReopen();
    tablet.online();
    await world.settled();
    expect(world.server.row('events', 'e2')).toMatchObject({ deleted: false });
    expect(desk.issues).toEqual([]);
  });

  it('and deleted again by somebody is no longer listed', async () => {
    await desk.write('events', 'e2', booking());
    await world.settled();
    restore();
    await world.settled();
    await putBack(tablet, 'e2');
    await tablet.sync();
    await tablet.write('events', 'e2', { deleted: true });
    await world.settled();
    expect(desk.issues).toEqual([]);
  });
});

describe('an unsent booking for a client whom only devices know by then', () => {
  beforeEach(async () => {
    await desk.write('clients', 'c2', { first_name: 'Ивана' });
    await world.settled();
    tablet.offline();
    await tablet.write('events', 'e2', booking({ client_id: 'c2' }));
    await tablet.write('events', 'e1', { client_id: 'c2', title: 'Боядисване' });
    restore();
    tablet.online();
    await world.settled();
    expect(idsOf(tablet)).toEqual(['c2', 'e1', 'e2']);
    expect(world.server.row('events', 'e2')).toBeUndefined();
  });

  async function bothFollow(): Promise<void> {
    for (let round = 0; round < 3; round++) await world.settled();
    expect(world.server.row('events', 'e2')).toMatchObject({ client_id: 'c2' });
    expect(world.server.row('events', 'e1')).toMatchObject({ client_id: 'c2', title: 'Боядисване', notes: 'преди' });
    expect(world.server.row('clients', 'c2')).toMatchObject({ first_name: 'Ивана', deleted: false });
    expect(tablet.pending).toEqual([]);
    for (const device of [tablet, desk]) expect(device.issues).toEqual([]);
  }

  it('follows by itself when the client is put back here', async () => {
    await putBack(tablet, 'c2');
    await bothFollow();
  });

  it('follows by itself when somebody else puts the client back', async () => {
    await putBack(desk, 'c2');
    await desk.sync();
    await bothFollow();
  });

  it('stays as its person has it now where they wrote over it since', async () => {
    await tablet.write('events', 'e1', { client_id: 'c1', title: 'Сешоар' });
    await putBack(tablet, 'c2');
    for (let round = 0; round < 3; round++) await world.settled();
    expect(world.server.row('events', 'e1')).toMatchObject({ client_id: 'c1', title: 'Сешоар' });
    expect(idsOf(tablet)).toEqual(['e1']);
  });
});

describe('an erased client', () => {
  it('and what refers to them is in no list, whether the erasure was before the restoring or after it', async () => {
    await desk.write('clients', 'c2', { first_name: 'Елена' });
    await desk.write('clients', 'c3', { first_name: 'Елена', merged_into: 'c2' });
    await desk.write('events', 'e2', booking({ client_id: 'c2', notes: 'Елена: алергия' }));
    await desk.write('events', 'e1', { client_id: 'c2', notes: 'Елена идва' });
    await world.settled();
    restore();
    await tablet.sync();
    expect(idsOf(tablet)).toEqual(['c2', 'c3', 'e1', 'e2']);
    await desk.write('clients', 'c2', { erased_at: '2026-11-18T08:40:00.000Z' });
    await world.settled();
    await world.settled();
    for (const device of [tablet, desk]) {
      expect(idsOf(device)).toEqual([]);
      expect(JSON.stringify([...device.disk.docs.values()])).not.toContain('Елена');
    }
    expect(JSON.stringify([...world.server.rows.values()])).not.toContain('Елена');
  });
});

describe('the list', () => {
  it('travels in a file of unsent work to another device of the person', async () => {
    await desk.write('events', 'e2', booking());
    await world.settled();
    restore();
    await world.settled();
    const file = JSON.parse(JSON.stringify(await tablet.tab.replication.exportUnsent()));
    const fresh = await world.device('tablet');
    await fresh.sync();
    expect(await fresh.tab.replication.importUnsent(file)).toMatchObject({ issues: 1 });
    expect(fresh.issues).toMatchObject([{ kind: 'restored', rowId: 'e2', stateOf: '2026-11-18T08:00:00.000Z' }]);
    await fresh.sync();
    await putBack(fresh, 'e2');
    await world.settled();
    expect(world.server.row('events', 'e2')).toMatchObject({ deleted: false });
  });

  it('is let go by a person who wants none of it', async () => {
    await desk.write('events', 'e2', booking());
    await world.settled();
    restore();
    await world.settled();
    await tablet.tab.replication.removeIssue(...tablet.issues.map(({ id }) => id));
    await world.settled();
    expect(tablet.issues).toEqual([]);
    expect(idsOf(desk)).toEqual(['e2']);
  });
});
