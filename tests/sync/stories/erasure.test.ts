import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ServerError } from '#sync/server/server.ts';
import { Database } from '../../database/support/database.ts';
import { booking, type Device } from '../devices.ts';
import { Salon } from '../sql-world.ts';

/** An erased client on every device and on the server, in orders that histories rarely meet: backups, duplicates, purges. */
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
  tablet = await salon.device('tablet', { person: salon.owner });
  desk = await salon.device('desk', { person: salon.owner });
  await desk.write('clients', 'c1', { first_name: 'ТАЙНА', phone: '+359888000001' });
  await desk.write('events', 'e1', booking({ client_id: 'c1', notes: 'ТАЙНА' }));
  await salon.settled();
});

const erasure = { erased_at: '2026-11-18T08:40:00.000Z', deleted: true };
/** A backup of the salon's clients and events; the answer restores it, as an operator does. */
async function backup(): Promise<() => Promise<void>> {
  const tables = ['events', 'clients'] as const;
  const kept = await Promise.all(
    tables.map((table) => database.sql`select * from ${database.sql(table)} where salon_id = ${salon.id}`),
  );
  const [head] = await database.sql`select rev, purged_rev from sync_heads where salon_id = ${salon.id}`;
  return async () => {
    await database.sql.begin(async (sql) => {
      await sql`set local session_replication_role = replica`;
      for (const table of tables) await sql`delete from ${sql(table)} where salon_id = ${salon.id}`;
      for (const [at, table] of tables.entries())
        if (kept[at]?.length) await sql`insert into ${sql(table)} ${sql(kept[at] as never)}`;
      await sql`update sync_heads set rev = ${head?.rev}, purged_rev = ${head?.purged_rev} where salon_id = ${salon.id}`;
    });
    await database.sql`select private.restored_from_backup()`;
  };
}
async function nothingIsLeft(): Promise<void> {
  await salon.settled();
  const everywhere = [
    await salon.rows('clients'),
    await salon.rows('events'),
    ...salon.devices.map((device) => [
      [...device.disk.tables.events.values()],
      [...device.disk.tables.clients.values()],
      device.issues,
    ]),
  ];
  expect(JSON.stringify(everywhere)).not.toContain('ТАЙНА');
  for (const device of salon.devices) {
    expect(await salon.differences(device)).toEqual([]);
    expect(device.pending).toEqual([]);
    expect(device.faults).toEqual([]);
  }
}

describe('a backup older than the erasure', () => {
  it('leaves nothing of them, although a device with unsent edits never heard of the erasure', async () => {
    const restore = await backup();
    tablet.offline();
    await tablet.write('clients', 'c1', { city: 'ТАЙНАград' });
    await tablet.write('events', 'e1', { notes: 'ТАЙНА бележка' });
    await tablet.write('events', 'e2', booking({ client_id: 'c1', notes: 'ТАЙНА' }));
    await desk.write('clients', 'c1', erasure);
    await desk.sync();
    await restore();
    tablet.online();
    await nothingIsLeft();
    expect(await salon.row('clients', 'c1')).toMatchObject({ deleted: true, first_name: null });
    expect(await salon.row('events', 'e2')).toMatchObject({ client_id: 'c1', notes: null, deleted: false });
  });

  it('and older than the client: whoever still holds the client hears of the erasure', async () => {
    const restored = await backup();
    await desk.write('clients', 'late', { first_name: 'ТАЙНА' });
    await desk.write('events', 'e3', booking({ client_id: 'late', notes: 'ТАЙНА' }));
    await salon.settled();
    tablet.offline();
    await tablet.write('clients', 'late', { phone: '+359888000009' });
    await tablet.write('events', 'e3', { notes: 'още ТАЙНА' });
    await desk.write('clients', 'late', erasure);
    await desk.write('clients', 'c1', erasure);
    await desk.sync();
    await restored();
    tablet.online();
    await nothingIsLeft();
    expect(await salon.row('clients', 'late')).toMatchObject({ deleted: true, first_name: null });
  });

  it('does not bring back whom a device erases unsent while the backup is restored', async () => {
    const restore = await backup();
    tablet.offline();
    await tablet.write('clients', 'c1', erasure);
    await restore();
    await desk.sync();
    await desk.write('clients', 'c1', { notes: 'ТАЙНА' });
    await desk.sync();
    tablet.online();
    await nothingIsLeft();
  });
});

describe('duplicates', () => {
  beforeEach(async () => {
    await desk.write('clients', 'dup', { first_name: 'ТАЙНА', merged_into: 'c1' });
    await desk.write('events', 'e4', booking({ client_id: 'dup', notes: 'ТАЙНА' }));
    await salon.settled();
  });

  it('are erased with the client they stand for, at once where it is done, without a line', async () => {
    tablet.offline();
    await tablet.write('clients', 'c1', erasure);
    expect(JSON.stringify([tablet.rows('clients'), tablet.rows('events')])).not.toContain('ТАЙНА');
    tablet.online();
    await nothingIsLeft();
  });

  it('are erased although they were merged by a device that had not heard of the erasure', async () => {
    await desk.write('clients', 'dup-2', { first_name: 'ТАЙНА' });
    await salon.settled();
    tablet.offline();
    await tablet.write('clients', 'dup-2', { merged_into: 'c1' });
    await tablet.write('clients', 'dup-3', { first_name: 'ТАЙНА', merged_into: 'c1' });
    await desk.write('clients', 'c1', erasure);
    await desk.sync();
    tablet.online();
    await nothingIsLeft();
  });

  it('that two devices merge into each other stand as one on every device, and are erased together', async () => {
    tablet.offline();
    for (const id of ['a', 'b']) await desk.write('clients', id, { first_name: 'ТАЙНА' });
    tablet.online();
    await salon.settled();
    await tablet.write('clients', 'a', { merged_into: 'b' });
    await desk.write('clients', 'b', { merged_into: 'a' });
    await salon.settled();
    expect(await salon.differences(tablet)).toEqual([]);
    for (const device of salon.devices)
      expect(device.rows('clients').filter(({ id }) => id === 'a' || id === 'b')).toMatchObject([
        { merged_into: 'b' },
        { merged_into: 'a' },
      ]);
    await desk.write('clients', 'b', erasure);
    await desk.write('clients', 'c1', erasure);
    await nothingIsLeft();
  });

  it('of a client whom the server never took are erased there all the same', async () => {
    await tablet.write('clients', 'refused!', { first_name: 'Ана' });
    await salon.settled();
    await tablet.write('clients', 'c1', { merged_into: 'refused!' });
    await tablet.write('clients', 'refused!', erasure);
    await nothingIsLeft();
    expect(await salon.row('clients', 'c1')).toMatchObject({ deleted: true, first_name: null });
    expect(tablet.issues).toEqual([]);
  });
});

/** A call with that row alone is refused once, by the server or by something on the way to it. */
const refusedAlone = (status: number, code: string | null) =>
  ({ kind: 'error', error: new ServerError(status, code, null, 'cannot be taken') }) as const;

describe('an erasure that is alone in its call', () => {
  it.each([
    ['as too large', 413, 'PT413'],
    ['as unreadable', 400, '22P05'],
    ['by something on the way', 400, null],
    ['because it took the server too long', 500, '57014'],
  ] as const)('and is refused %s is sent again', async (_, status, code) => {
    await tablet.write('clients', 'c1', erasure);
    tablet.tab.fail('push', refusedAlone(status, code));
    await tablet.sync();
    expect(tablet.status.pending).toBe(1);
    expect(tablet.issues).toEqual([]);
    tablet.clock.set(tablet.clock.now() + 10_000); // what holds up is tried again after a while
    await nothingIsLeft();
    expect(await salon.row('clients', 'c1')).toMatchObject({ deleted: true, first_name: null });
  });

  it('and is refused together with its duplicate’s is sent again, and so is that of the duplicate', async () => {
    await desk.write('clients', 'dup', { first_name: 'ТАЙНА', merged_into: 'c1' });
    await salon.settled();
    await tablet.write('clients', 'c1', erasure);
    tablet.tab.fail('push', ...Array.from({ length: 3 }, () => refusedAlone(413, 'PT413')));
    await tablet.sync();
    expect(tablet.pending).toHaveLength(2);
    await nothingIsLeft();
    expect(await salon.row('clients', 'dup')).toMatchObject({ deleted: true, first_name: null, merged_into: 'c1' });
  });

  it('and is refused after a backup older than it and than its client was restored is sent again', async () => {
    const restore = await backup();
    await desk.write('clients', 'late', { first_name: 'ТАЙНА' });
    await salon.settled();
    desk.offline();
    await desk.write('clients', 'late', { phone: '+359888000009' });
    for (const id of ['c1', 'late']) await tablet.write('clients', id, erasure);
    await tablet.sync();
    // The audit of erasures, which is kept apart, was lost too.
    await database.sql`delete from private.erasures where salon_id = ${salon.id}`;
    await restore();
    await tablet.sync();
    expect(tablet.pending).toMatchObject([{ id: 'c1' }, { id: 'late', rev: 0 }]);
    tablet.tab.fail('push', ...Array.from({ length: 3 }, () => refusedAlone(413, 'PT413')));
    await tablet.sync();
    expect(tablet.pending).toHaveLength(2);
    desk.online();
    await nothingIsLeft();
    for (const id of ['c1', 'late']) expect(await salon.row('clients', id)).toMatchObject({ deleted: true, first_name: null });
  });

  it('and is refused for its content is not lost where the client has come to be on the server unnoticed', async () => {
    await desk.write('clients', 'c1', erasure);
    await salon.settled();
    tablet.tab.fail('push', { kind: 'answer-lost' });
    await tablet.write('clients', 'late', { first_name: 'ТАЙНА' });
    await tablet.sync();
    await tablet.write('clients', 'late', erasure);
    tablet.tab.fail('push', refusedAlone(400, '22P05'));
    await tablet.sync();
    await nothingIsLeft();
    expect(await salon.row('clients', 'late')).toMatchObject({ deleted: true, first_name: null });
  });
});

it('an erasure arrives although its client was merged into themselves, which the server takes from nobody', async () => {
  tablet.offline();
  await tablet.write('clients', 'c1', { merged_into: 'c1' });
  await tablet.write('clients', 'c1', erasure);
  tablet.online();
  await nothingIsLeft();
  expect(await salon.row('clients', 'c1')).toMatchObject({ deleted: true, first_name: null, merged_into: null });
  expect(tablet.issues).toEqual([]);
});

it('no note of theirs stays in what a booking was before an edit that is unsent', async () => {
  tablet.offline();
  await tablet.write('events', 'e1', { title: 'Боядисване' });
  await tablet.write('clients', 'c1', erasure);
  expect(tablet.row('events', 'e1')).toMatchObject({ pending: 1, title: 'Боядисване', base: { notes: null } });
  expect(JSON.stringify([...tablet.disk.tables.events.values()])).not.toContain('ТАЙНА');
});

it('two refusals of a booking that differed in its client’s note alone are one issue when that note is gone', async () => {
  await tablet.write('events', 'bad', booking({ client_id: 'c1', notes: 'ТАЙНА едно', status: 'lost' }));
  await salon.settled();
  await tablet.write('events', 'bad', { notes: 'ТАЙНА две' });
  await salon.settled();
  expect(tablet.issues).toHaveLength(2);
  await desk.write('clients', 'c1', erasure);
  await salon.settled();
  expect(tablet.issues).toMatchObject([{ rowId: 'bad', ours: { notes: null } }]);
});

it('a refusal of what was refused before, but for its client’s note that is gone since, is no second issue', async () => {
  await tablet.write('events', 'bad', booking({ client_id: 'c1', notes: 'ТАЙНА', status: 'lost' }));
  await salon.settled();
  await desk.write('clients', 'c1', erasure);
  await salon.settled();
  const [told] = tablet.issues;
  tablet.offline();
  await tablet.write('events', 'bad', { status: 'booked' });
  await tablet.write('events', 'bad', { status: 'lost' });
  tablet.online();
  await salon.settled();
  expect(tablet.pending).toEqual([]);
  expect(tablet.issues).toMatchObject([{ rowId: 'bad', ours: told?.ours }]);
});

describe('a purge', () => {
  it('of a tombstone that an unsent booking refers to leaves the booking with its person, as an issue', async () => {
    await desk.write('clients', 'gone', { first_name: 'Ана' });
    await salon.settled();
    tablet.offline();
    await tablet.write('events', 'e5', booking({ client_id: 'gone', notes: 'от таблета' }));
    await desk.write('clients', 'gone', { deleted: true });
    await desk.sync();
    await database.sql`select private.purge(${salon.id}, '2100-01-01')`;
    tablet.online();
    await salon.settled();
    expect(tablet.issues).toMatchObject([{ kind: 'rejected', code: '23503', ours: { notes: 'от таблета', client_id: 'gone' } }]);
    expect(tablet.row('events', 'e5')).toMatchObject({ pending: 0, rev: 0 });
    await tablet.write('events', 'e5', { client_id: null });
    await salon.settled();
    expect(await salon.row('events', 'e5')).toMatchObject({ notes: 'от таблета' });
    expect(tablet.issues).toEqual([]);
    expect(await salon.differences(tablet)).toEqual([]);
  });
});

it('new clients who were merged in a circle and are erased before any of them was sent do not wait for each other', async () => {
  tablet.offline();
  await tablet.write('clients', 'n1', { first_name: 'ТАЙНА 1' });
  await tablet.write('clients', 'n2', { first_name: 'ТАЙНА 2' });
  tablet.tab.fail('push', { kind: 'late' });
  tablet.online();
  await tablet.sync();
  await tablet.write('clients', 'n1', { merged_into: 'n2' });
  await tablet.write('clients', 'n2', { merged_into: 'n1' });
  await tablet.write('clients', 'n1', erasure);
  await salon.settled();
  expect(tablet.pending).toEqual([]);
  expect((await salon.rows('clients')).filter(({ id }) => id !== 'c1').map(({ erased_at }) => erased_at !== null)).toEqual([
    true,
    true,
  ]);
  expect(await salon.differences(tablet)).toEqual([]);
});
