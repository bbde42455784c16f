import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { clients } from '#schemas/clients.ts';
import { Database, type Person, push, refusal } from '../support/database.ts';
import { booking, oneOfEach } from '../support/rows.ts';

/** An erased client ends erased, in whatever order backups, purges, merges and devices' edits come. */
let db: Database;
let owner: Person;
let salonId: number;
beforeAll(async () => {
  db = await Database.open();
  await db.signUp();
});
afterAll(() => db.close());
beforeEach(async () => {
  ({ owner, salonId } = await db.salon());
  await db.push(owner, salonId, oneOfEach(salonId, owner.id));
});

const AT = '2026-11-18T10:00:00.000Z';
const EMPTY = {
  name: null,
  first_name: null,
  last_name: null,
  email: null,
  phone: null,
  address: null,
  city: null,
  birth_date: null,
  notes: null,
};
const ERASURE = { ...EMPTY, deleted: true, erased_at: AT };
const client = async (id: string) => (await db.sql`select * from clients where salon_id = ${salonId} and id = ${id}`)[0];
const rev = async (table: string, id: string): Promise<number> =>
  (await db.sql`select rev from ${db.sql(table)} where salon_id = ${salonId} and id = ${id}`)[0]?.rev ?? 0;
const erase = async (id: string) =>
  db.pushOne(owner, salonId, { table: 'clients', id, base_rev: await rev('clients', id), doc: ERASURE });
const write = async (id: string, doc: Record<string, unknown>) =>
  db.pushOne(owner, salonId, { table: 'clients', id, base_rev: await rev('clients', id), doc });
/** As if the backup had been made before: the row's erasure is undone, or the row was not there yet. */
const restored = (work: (sql: Database['sql']) => Promise<unknown>) =>
  db.sql.begin(async (sql) => {
    await sql`set local session_replication_role = replica`;
    await work(sql as unknown as Database['sql']);
  });

describe('a backup older than an erasure', () => {
  beforeEach(async () => {
    await db.push(owner, salonId, [booking('noted', { client_id: 'clients-1' })]);
    await erase('clients-1');
  });

  it('that had the client: the erasure is done again, notes of the bookings included', async () => {
    await restored(async (sql) => {
      await sql`update clients set erased_at = null, deleted = false, first_name = 'Мария' where salon_id = ${salonId} and id = 'clients-1'`;
      await sql`update events set notes = 'алергия' where salon_id = ${salonId} and id = 'noted'`;
    });
    await db.sql`select private.restored_from_backup()`;
    expect(await client('clients-1')).toMatchObject({ ...EMPTY, deleted: true });
    expect((await db.sql`select notes from events where salon_id = ${salonId} and id = 'noted'`)[0]?.notes).toBeNull();
  });

  it('that had no such client yet: the empty row is there all the same, for devices to hear of', async () => {
    await restored(async (sql) => {
      await sql`delete from events where salon_id = ${salonId}`;
      await sql`delete from clients where salon_id = ${salonId}`;
    });
    const before = (await db.sql`select rev from sync_heads where salon_id = ${salonId}`)[0]?.rev;
    await db.sql`select private.restored_from_backup()`;
    const row = await client('clients-1');
    expect(row).toMatchObject({ ...EMPTY, deleted: true });
    expect(row?.rev).toBeGreaterThan(before);
    expect(row?.erased_at.toISOString()).toBe(AT);
    await db.sql`select private.restored_from_backup()`; // again: nothing more to do
    expect((await client('clients-1'))?.rev).toBe(row?.rev);
  });

  it('leaves the erasures of salons alone that it does not have', async () => {
    await db.sql`insert into private.erasures (salon_id, client_id, erased_at) values (999999, 'x', now())`;
    await db.sql`select private.restored_from_backup()`;
    expect(await db.sql`select from clients where salon_id = 999999`).toHaveLength(0);
    await db.sql`delete from private.erasures where salon_id = 999999`;
  });

  it.each([
    ['an edit', 7],
    ['the row anew', 0],
  ])('a device that pushes %s gets the empty row, and its bookings are taken without a note', async (_what, base_rev) => {
    await restored(async (sql) => {
      await sql`delete from events where salon_id = ${salonId}`;
      await sql`delete from clients where salon_id = ${salonId}`;
    });
    const edit = { table: 'clients', id: 'clients-1', base_rev, doc: { first_name: 'Мария', deleted: false } };
    expect(await db.pushOne(owner, salonId, edit)).toMatchObject({
      v: 'conflict',
      row: { ...EMPTY, erased_at: AT, deleted: true },
    });
    expect(await client('clients-1')).toMatchObject({ ...EMPTY, deleted: true });
    const noted = booking('late', { client_id: 'clients-1', notes: 'алергия' });
    expect(await db.pushOne(owner, salonId, noted)).toMatchObject({ v: 'rejected', code: 'erased' });
    expect(await db.pushOne(owner, salonId, booking('bare', { client_id: 'clients-1' }))).toMatchObject({ v: 'applied' });
  });

  it('and a device that has not heard of the backup erases again: the same', async () => {
    await restored(async (sql) => {
      await sql`delete from events where salon_id = ${salonId}`;
      await sql`delete from clients where salon_id = ${salonId}`;
    });
    expect(await db.pushOne(owner, salonId, { table: 'clients', id: 'clients-1', base_rev: 7, doc: ERASURE })).toMatchObject({
      v: 'same',
    });
  });

  it('before the operator has said so: no edit, note or direct insert brings the person back', async () => {
    await restored(async (sql) => {
      await sql`update clients set erased_at = null, deleted = false, first_name = 'Мария' where salon_id = ${salonId} and id = 'clients-1'`;
    });
    const noted = booking('late', { client_id: 'clients-1', notes: 'алергия' });
    expect(await db.pushOne(owner, salonId, noted)).toMatchObject({ v: 'rejected', code: 'erased' });
    await write('clients-1', { city: 'Русе' });
    expect(await client('clients-1')).toMatchObject({ ...EMPTY, deleted: true });
    await restored((sql) => sql`delete from events where salon_id = ${salonId}`);
    await restored((sql) => sql`delete from clients where salon_id = ${salonId}`);
    await db.as(owner, (sql) => sql`insert into clients (salon_id, id, first_name) values (${salonId}, 'clients-1', 'Мария')`);
    expect(await client('clients-1')).toMatchObject({ ...EMPTY, deleted: true });
  });
});

describe('an erased client', () => {
  it('keeps nothing that a person has written down, whatever column it stands in', async () => {
    const written = Object.entries(clients.columns).filter(([name]) => !['merged_into', 'erased_at'].includes(name));
    expect(written.length).toBeGreaterThan(8);
    for (const [name, { kind }] of written) {
      const value = kind === 'date' ? '1990-01-01' : 'x';
      expect(await write('told', { [name]: value }), name).toMatchObject({ v: 'applied' });
    }
    const full = (await client('told')) ?? {};
    expect(written.filter(([name]) => full[name] === null)).toEqual([]);
    // The erasure of a device that does not know the column: what it does not name is emptied by the database.
    const erasure = {
      table: 'clients',
      id: 'told',
      base_rev: await rev('clients', 'told'),
      doc: { erased_at: AT, deleted: true },
    };
    expect(await db.pushOne(owner, salonId, erasure)).toMatchObject({ v: 'applied' });
    const left = (await client('told')) ?? {};
    expect(written.filter(([name]) => left[name] !== null).map(([name]) => name)).toEqual([]);
  });

  it('is not purged, nor forgotten when somebody purges them by hand', async () => {
    await erase('clients-1');
    await db.sql`delete from events where salon_id = ${salonId}`;
    await db.sql`select private.purge(${salonId}, '2100-01-01')`;
    expect(await client('clients-1')).toMatchObject({ deleted: true });
    await db.sql`delete from clients where salon_id = ${salonId}`;
    const edit = { table: 'clients', id: 'clients-1', base_rev: 0, doc: { first_name: 'Мария' } };
    expect(await db.pushOne(owner, salonId, edit)).toMatchObject({ v: 'conflict', row: { first_name: null, deleted: true } });
  });

  it('takes the duplicates along that were merged into them, chains and circles too', async () => {
    await write('dup-1', { first_name: 'Мария', merged_into: 'clients-1' });
    await write('dup-2', { first_name: 'Мими', merged_into: 'dup-1', notes: 'алергия' });
    await write('other', { first_name: 'Ана' });
    await db.push(owner, salonId, [booking('noted', { client_id: 'dup-2', notes: 'алергия' })]);
    await erase('clients-1');
    for (const id of ['clients-1', 'dup-1', 'dup-2']) expect(await client(id), id).toMatchObject({ ...EMPTY, deleted: true });
    expect(await client('other')).toMatchObject({ first_name: 'Ана', deleted: false });
    expect((await db.sql`select notes from events where salon_id = ${salonId} and id = 'noted'`)[0]?.notes).toBeNull();
    expect(await db.sql`select from private.erasures where salon_id = ${salonId}`).toHaveLength(3);

    await write('a', { first_name: 'Вяра' });
    await write('b', { first_name: 'Вера', merged_into: 'a' });
    await write('a', { merged_into: 'b' });
    await erase('b');
    for (const id of ['a', 'b']) expect(await client(id), id).toMatchObject({ ...EMPTY, deleted: true });
  });

  it('takes along a chain of 4,000 duplicates and what they booked, in the time that a request has', async () => {
    await db.sql.begin(async (sql) => {
      await sql`set local session_replication_role = replica`;
      await sql`insert into clients (salon_id, id, first_name, rev, merged_into)
        select ${salonId}, 'dup-' || n, 'Мария', 1, case when n = 1 then 'clients-1' else 'dup-' || n - 1 end from generate_series(1, 4000) n`;
    });
    await db.push(owner, salonId, [booking('noted', { client_id: 'dup-4000', notes: 'алергия' })]);
    const change = { table: 'clients', id: 'clients-1', base_rev: await rev('clients', 'clients-1'), doc: ERASURE };
    const verdicts = await db.as(owner, async (sql) => {
      await sql`set local statement_timeout = '8s'`; // hosted Supabase’s
      return push(sql, salonId, [change]);
    });
    expect(verdicts).toMatchObject([{ v: 'applied' }]);
    const left = await db.sql`select from clients where salon_id = ${salonId} and (erased_at is null or first_name is not null)`;
    expect(left).toHaveLength(0);
    expect(await db.sql`select from private.erasures where salon_id = ${salonId}`).toHaveLength(4001);
    expect((await db.sql`select notes from events where salon_id = ${salonId} and id = 'noted'`)[0]?.notes).toBeNull();
  });

  it('takes along who is merged into them later, by a device that had not heard of it', async () => {
    await write('dup', { first_name: 'Мария' });
    await erase('clients-1');
    expect(await write('dup', { merged_into: 'clients-1' })).toMatchObject({ v: 'applied' });
    expect(await client('dup')).toMatchObject({ ...EMPTY, deleted: true });
    expect(await write('new-dup', { first_name: 'Мария', merged_into: 'clients-1' })).toMatchObject({ v: 'applied' });
    expect(await client('new-dup')).toMatchObject({ ...EMPTY, deleted: true });
  });

  it('is known only to their own salon', async () => {
    await erase('clients-1');
    const { owner: other, salonId: elsewhere } = await db.salon();
    expect(await db.pushOne(other, elsewhere, { table: 'clients', id: 'clients-1', doc: { first_name: 'Ана' } })).toMatchObject({
      v: 'applied',
    });
    expect((await db.sql`select first_name from clients where salon_id = ${elsewhere}`)[0]?.first_name).toBe('Ана');
    expect(await refusal(db.as(other, (sql) => sql`select private.keep_erased(${salonId}, 'clients-1')`))).toMatchObject({
      code: '42501',
    });
  });
});

describe('the purge of merged clients', () => {
  const purge = async () => (await db.sql`select private.purge(${salonId}, '2100-01-01') as n`)[0]?.n as number;
  const ids = async () => (await db.sql`select id from clients where salon_id = ${salonId} order by id`).map((row) => row.id);

  it('takes a chain and a circle of tombstones at once, and keeps what a living row leads to', async () => {
    for (const id of ['a', 'b', 'c', 'x', 'y', 'living']) await write(id, { first_name: id });
    await write('a', { merged_into: 'b', deleted: true });
    await write('b', { merged_into: 'c', deleted: true });
    await write('x', { merged_into: 'y', deleted: true });
    await write('y', { merged_into: 'x', deleted: true });
    await write('living', { merged_into: 'b' });
    await write('c', { deleted: true });
    expect(await purge()).toBe(3);
    expect(await ids()).toEqual(['b', 'c', 'clients-1', 'living']);
    await write('living', { deleted: true });
    expect(await purge()).toBe(3);
    expect(await ids()).toEqual(['clients-1']);
  });

  it('and of groups of products likewise', async () => {
    const group = async (id: string, doc: Record<string, unknown>) =>
      db.pushOne(owner, salonId, { table: 'product_groups', id, base_rev: await rev('product_groups', id), doc });
    await group('top', { name: 'Горе' });
    await group('middle', { name: 'Среда', parent_id: 'top' });
    await group('low', { name: 'Долу', parent_id: 'middle' });
    for (const id of ['top', 'middle', 'low']) await group(id, { deleted: true });
    expect(await purge()).toBe(3);
  });
});
