import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { TableName } from '#schemas/registry.ts';
import type { Fields } from '#sync/core/columns.ts';
import { jsonArrayText, rowNumber } from '#sync/device/checksum.ts';
import { ServerError } from '#sync/server/server.ts';
import type { StoredRow } from '#sync/storage/stores.ts';
import { Database } from '../../database/support/database.ts';
import { oneOfEach } from '../../database/support/rows.ts';
import { booking, type Device } from '../devices.ts';
import { Salon } from '../sql-world.ts';

/** "Check this device" against the real checksums of the real PostgreSQL. */
let database: Database;
let salon: Salon;
let tablet: Device;
beforeAll(async () => {
  database = await Database.open();
});
afterAll(() => database.close());
beforeEach(async () => {
  salon = await Salon.open(database);
  tablet = await salon.device('tablet', { person: salon.owner });
  await tablet.sync();
});

const check = () => tablet.tab.replication.checkDevice();
/** Changes a stored row past every write of the app, as a fault of ours would. */
function spoil(table: TableName, id: string, change: Fields | null): void {
  const rows = tablet.disk.tables[table];
  const { row, hidden } = rows.get(id) as StoredRow;
  if (change === null || row === null) rows.delete(id);
  else rows.set(id, { row: { ...row, ...change }, hidden, version: ++tablet.disk.version });
}
const sum = async (sql: string) =>
  (await database.sql.unsafe(`select ('x' || substr(md5(${sql}), 1, 8))::bit(32)::bigint & 4294967295 as n`))[0]?.n as number;

describe('a row’s number', () => {
  it('is the database’s, for every kind of value', async () => {
    const values = [
      'г\u2028"\\/\b\f\n\r\t\u0001\u007f€😀',
      null,
      true,
      0,
      -5,
      12.5,
      9999999999.99,
      '2026-11-18T08:00:00.000Z',
      '',
    ];
    const [row] =
      await database.sql`select json_build_array(${values[0] as string}::text, null, true, 0, -5, trim_scale(12.50), 9999999999.99,
      private.iso('2026-11-18 10:00+02'), '')::text as text`;
    expect(jsonArrayText(values)).toBe(row?.text);
    const group = { id: 'g', rev: 7, name: 'Стил „Ана“' };
    expect(rowNumber('service_groups', group)).toBe(await sum(`json_build_array('g', 7, 'Стил „Ана“')::text`));
  });
});

describe('checking a device', () => {
  it('finds nothing where all is well: every table, unsent rows by what the server last said of them', async () => {
    await database.push(salon.owner, salon.id, oneOfEach(salon.id, salon.owner.id));
    await tablet.sync();
    tablet.tab.before('checksums', async () => {
      await tablet.write('clients', 'clients-1', { city: 'Русе', notes: 'ред\nвтори' });
      await tablet.write('events', 'events-1', { deleted: true });
      await tablet.write('events', 'unsent', booking());
    });
    const found = await check();
    expect(found).toMatchObject({ differing: [], head: await salon.head(), at: '2026-11-18T08:40:00.000Z' });
    const rows = await database.sql`select sum(n)::int as n from (
      select count(*) as n from salons where id = ${salon.id} ${database.sql.unsafe(
        [
          ...'salon_settings,employee_groups,service_groups,product_groups,resources,services,products,clients,employee_weekly_shifts,employee_day_overrides,events,product_revisions'.split(
            ',',
          ),
        ]
          .map((table) => `union all select count(*) from ${table} where salon_id = ${salon.id} and not deleted`)
          .join(' '),
      )}) t`;
    expect(found.rows).toBe(rows[0]?.n);
    expect(tablet.pending.map(({ id }) => id).sort()).toEqual(['clients-1', 'events-1', 'unsent']);
    expect(tablet.faults).toEqual([]);
  });

  it('tells a wrong value, a row too many and a row too few, heals them, and leaves what is unsent alone', async () => {
    await database.push(salon.owner, salon.id, oneOfEach(salon.id, salon.owner.id));
    await database.push(salon.owner, salon.id, [
      { table: 'services', id: 'extra', doc: { name: 'Боядисване', price: 60 } },
      { table: 'clients', id: 'wrong', doc: { first_name: 'Вяра' } },
    ]);
    await tablet.sync();
    spoil('clients', 'wrong', { first_name: 'Друга' });
    spoil('services', 'extra', null);
    await database.sql.begin(async (sql) => {
      await sql`set local session_replication_role = replica`; // no trigger hears of it
      await sql`delete from resources where salon_id = ${salon.id} and id = 'boris'`;
    });
    tablet.tab.before('checksums', async () => undefined);
    tablet.tab.before('checksums', async () => {
      await tablet.write('clients', 'clients-1', { city: 'Русе' });
      await tablet.write('clients', 'wrong', { city: 'Варна' });
    });
    const found = await check();
    expect(found.differing).toEqual(['resources', 'services', 'clients']);
    expect(tablet.faults).toEqual([expect.objectContaining({ message: expect.stringContaining('services') })]);
    expect(tablet.row('services', 'extra')).toMatchObject({ price: 60, pending: 0 });
    expect(tablet.row('resources', 'boris')).toBeUndefined();
    expect(tablet.row('clients', 'clients-1')).toMatchObject({ city: 'Русе', pending: 1, base: { first_name: 'Мария' } });
    expect(tablet.row('clients', 'wrong')).toMatchObject({ first_name: 'Вяра', city: 'Варна', base: { first_name: 'Вяра' } });
    expect((await check()).differing).toEqual([]);
    await salon.settled();
    expect(await salon.row('clients', 'clients-1')).toMatchObject({ first_name: 'Мария', city: 'Русе' });
    expect(await salon.row('clients', 'wrong')).toMatchObject({ first_name: 'Вяра', city: 'Варна' });
    expect(await salon.differences(tablet)).toEqual([]);
  });

  it('heals a row whose revision claims to be newer than it is', async () => {
    spoil('services', 'cut', { rev: (await salon.head()) - 0, price: 1 });
    expect((await check()).differing).toEqual(['services']);
    expect(tablet.row('services', 'cut')).toMatchObject({ price: 25 });
    expect((await check()).differing).toEqual([]);
  });

  it('compares the same events as the server behind the horizon: none, but those that are here', async () => {
    const old = { start_time: '2025-09-01T08:00:00.000Z', end_time: '2025-09-01T09:00:00.000Z' };
    await database.push(salon.owner, salon.id, [
      { table: 'events', id: 'old', doc: booking(old) },
      { table: 'events', id: 'new', doc: booking() },
      { table: 'events', id: 'moved', doc: booking() },
    ]);
    const late = await salon.device('late');
    await late.sync();
    expect(late.rows('events').map(({ id }) => id)).toEqual(['moved', 'new']);
    await late.write('events', 'moved', old);
    await late.sync();
    expect(late.rows('events').map(({ id }) => id)).toEqual(['new']);
    const found = await late.tab.replication.checkDevice();
    expect(found.differing).toEqual([]);
    late.tab.before('checksums', () => late.write('events', 'new', old));
    expect((await late.tab.replication.checkDevice()).differing).toEqual([]);
  });

  it('asks again when somebody writes in between, and says nothing wrong', async () => {
    const desk = await salon.device('desk');
    for (const n of [1, 2]) {
      tablet.tab.before('checksums', async () => {
        await desk.write('clients', `c${n}`, { first_name: 'Нова' });
        await desk.sync();
      });
    }
    const found = await check();
    expect(found).toMatchObject({ differing: [], head: await salon.head() });
    expect(tablet.row('clients', 'c2')).toMatchObject({ first_name: 'Нова' });
  });

  it('gives up on a salon that never stands still, as on a server that cannot be reached', async () => {
    const desk = await salon.device('desk');
    for (let n = 0; n < 8; n++)
      tablet.tab.before('checksums', async () => {
        await desk.write('clients', `c${n}`, { first_name: 'Нова' });
        await desk.sync();
      });
    await expect(check()).rejects.toThrow(ServerError);
    tablet.offline();
    await expect(check()).rejects.toMatchObject({ status: 0 });
    expect(tablet.status).toMatchObject({ phase: 'offline', reason: 'line' });
    expect(tablet.faults).toEqual([]);
  });

  it('leaves out a table with an unsent erasure, of which nothing is remembered', async () => {
    await tablet.write('clients', 'c1', { first_name: 'Мария' });
    await tablet.sync();
    tablet.tab.before('checksums', () => tablet.write('clients', 'c1', { erased_at: '2026-11-18T08:40:00.000Z', deleted: true }));
    expect((await check()).differing).toEqual([]);
    expect((await check()).differing).toEqual([]);
    expect(await salon.row('clients', 'c1')).toMatchObject({ first_name: null });
  });

  it('runs by itself once a day after a complete round, and not before a day has passed', async () => {
    let asked = 0;
    const { checksums } = tablet.tab.line;
    tablet.tab.line.checksums = (...args) => {
      asked++;
      return checksums(...args);
    };
    await tablet.sync();
    const seen: (string | null)[] = [];
    tablet.tab.replication.lastCheck$.subscribe((last) => seen.push(last?.at ?? null));
    tablet.clock.set(tablet.clock.now() + 86_399_000);
    await tablet.sync();
    expect(asked).toBe(0);
    tablet.clock.set(tablet.clock.now() + 1000);
    spoil('services', 'cut', { price: 1 });
    await tablet.sync();
    expect(tablet.row('services', 'cut')).toMatchObject({ price: 25 });
    expect(tablet.faults).toHaveLength(1);
    await tablet.sync();
    expect(asked).toBe(2); // a difference is looked at twice
    expect(seen).toEqual([null, '2026-11-19T08:40:00.000Z']);
    await tablet.killAndReopen();
    await tablet.sync();
    expect(asked).toBe(2);
  });

  it('does not fail the round that it follows', async () => {
    tablet.clock.set(tablet.clock.now() + 86_400_000);
    tablet.tab.fail('checksums', { kind: 'error', error: new ServerError(503, null, null, 'busy') });
    await tablet.sync();
    expect(tablet.status).toMatchObject({ phase: 'synced' });
  });
});
