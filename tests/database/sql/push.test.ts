import type postgres from 'postgres';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { TABLE_NAMES, TABLES } from '#schemas/registry.ts';
import type { Table } from '#schemas/table.ts';
import { become, Database, type Person, refusal } from '../support/database.ts';
import { booking, idOf, oneOfEach } from '../support/rows.ts';

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
  const verdicts = await db.push(owner, salonId, oneOfEach(salonId, owner.id));
  expect(verdicts.map((verdict) => verdict.v)).toEqual(Array(11).fill('applied'));
});

const one = (change: Parameters<Database['pushOne']>[2]) => db.pushOne(owner, salonId, change);
const revOf = async (table: string, id: string) =>
  (await db.sql`select rev from ${db.sql(table)} where salon_id = ${salonId} and id::text = ${id}`)[0]?.rev as number;
const group = (id: string, name: string, base_rev = 0) => ({ table: 'service_groups', id, base_rev, doc: { name } });

describe('the verdict', () => {
  it('is applied, with the revision, for a new row and for a change on the revision that the device knows', async () => {
    const made = await one(group('g', 'a'));
    expect(made).toEqual({ v: 'applied', rev: await revOf('service_groups', 'g') });
    const changed = await one(group('g', 'b', made.rev));
    expect(changed).toEqual({ v: 'applied', rev: (made.rev ?? 0) + 1 });
  });

  it('is applied with the revision as it was where nothing is said', async () => {
    const { rev = 0 } = await one(group('g', 'a'));
    expect(await one({ table: 'service_groups', id: 'g', base_rev: rev, doc: {} })).toEqual({ v: 'applied', rev });
    expect((await db.sql`select rev from sync_heads where salon_id = ${salonId}`)[0]?.rev).toBe(rev);
  });

  it('is applied with a new revision for values that stand there already, so that an earlier request is a conflict', async () => {
    const { rev = 0 } = await one(group('g', 'a'));
    expect(await one(group('g', 'a', rev))).toEqual({ v: 'applied', rev: rev + 1 });
    expect(await one(group('g', 'b', rev))).toMatchObject({ v: 'conflict', rev: rev + 1, row: { name: 'a' } });
  });

  it('is same, with the row, when a push is repeated after a lost answer, and nothing is written twice', async () => {
    const { rev } = await one(group('g', 'a'));
    const again = await one(group('g', 'a'));
    expect(again).toMatchObject({ v: 'same', rev, row: { id: 'g', name: 'a', rev } });
    const changed = await one(group('g', 'b', rev));
    expect(await one(group('g', 'b', rev))).toMatchObject({ v: 'same', rev: changed.rev, row: { name: 'b' } });
    expect(await revOf('service_groups', 'g')).toBe(changed.rev);
  });

  it('is conflict, with the row as it travels, when the row has moved on', async () => {
    const rev = await revOf('events', 'events-1');
    await one({ table: 'events', id: 'events-1', base_rev: rev, doc: { notes: 'theirs', price: 12, currency: 'BGN' } });
    const verdict = await one({ table: 'events', id: 'events-1', base_rev: rev, doc: { notes: 'mine' } });
    expect(verdict).toMatchObject({
      v: 'conflict',
      rev: rev + 1,
      row: { notes: 'theirs', price: 12, start_time: '2026-11-18T08:00:00.000Z' },
    });
    const pulled = (await db.pull(owner, salonId)).tables.events.rows.find((row) => row.id === 'events-1');
    expect(verdict.row).toEqual(pulled);
  });

  it('is conflict that names what of the change was changed since, also where the former value was put back', async () => {
    const change = (doc: object, base_rev: number) => one({ table: 'product_groups', id: 'g', base_rev, doc: { ...doc } });
    const { rev = 0 } = await change({ name: 'a', color: '#111111' }, 0);
    const first = await change({ name: 'b' }, rev);
    const back = await change({ name: 'a' }, first.rev ?? 0);
    expect(await change({ name: 'b', color: '#222222' }, rev)).toMatchObject({
      v: 'conflict',
      row: { name: 'a' },
      changed: ['name'],
    });
    expect(await change({ name: 'b' }, first.rev ?? 0)).toMatchObject({ v: 'conflict', changed: ['name'] });
    const other = await change({ color: '#333333' }, back.rev ?? 0);
    const unchanged = await change({ name: 'b' }, back.rev ?? 0);
    expect(unchanged).toMatchObject({ v: 'conflict', rev: other.rev });
    expect(unchanged).not.toHaveProperty('changed');
  });

  it('forgets what was changed of a row that vanished', async () => {
    const made = await one(group('g', 'a'));
    await one(group('g', 'b', made.rev));
    await db.sql`delete from service_groups where salon_id = ${salonId} and id = 'g'`;
    expect(await db.sql`select from private.column_revisions where salon_id = ${salonId} and id = 'g'`).toHaveLength(0);
  });

  it('is conflict for a new row whose id stands for other content already', async () => {
    await one(group('g', 'theirs'));
    expect(await one(group('g', 'mine'))).toMatchObject({ v: 'conflict', row: { name: 'theirs' } });
  });

  it('is gone for a change to a row that was purged', async () => {
    expect(await one(group('purged', 'a', 7))).toEqual({ v: 'gone' });
  });

  it('is missing when a row it refers to is not there, or only in another salon', async () => {
    expect(await one(booking('e', { client_id: 'nobody' }))).toMatchObject({
      v: 'missing',
      constraint: 'events_salon_id_client_id_fkey',
    });
    const other = await db.salon();
    await db.push(other.owner, other.salonId, [{ table: 'clients', id: 'foreign', doc: { first_name: 'x' } }]);
    expect(await one(booking('e', { client_id: 'foreign' }))).toMatchObject({ v: 'missing' });
  });

  it('is rejected, with a code and what was violated, for what will never be taken', async () => {
    const refused = async (doc: Record<string, unknown>) => {
      const { v, code, constraint } = await one(booking('bad', doc));
      return [v, code, constraint];
    };
    expect(await refused({ end_time: '2026-11-18T08:00:00.000Z' })).toEqual(['rejected', '23514', 'events_end_after_start']);
    expect(await refused({ title: ' not trimmed' })).toEqual(['rejected', '23514', 'events_title_check']);
    expect(await refused({ title: 'x'.repeat(301) })).toEqual(['rejected', '23514', 'events_title_check']);
    expect(await refused({ price: -1, currency: 'BGN' })).toEqual(['rejected', '23514', 'events_price_check']);
    expect(await refused({ type: 'party' })).toEqual(['rejected', '23514', 'events_type_check']);
    expect(await refused({ status: 'arrived' })).toEqual(['rejected', '23514', 'events_status_check']);
    expect(await refused({ start_time: 'yesterday-ish' })).toEqual(['rejected', '22007', null]);
    expect(await refused({ arrived_at: 'infinity' })).toEqual(['rejected', '22007', null]);
    const year1899 = { arrived_at: '1899-12-31T23:59:59.999Z' };
    expect(await refused(year1899)).toEqual(['rejected', '23514', 'events_arrived_at_check']);
    expect(await refused({ start_time: null })).toEqual(['rejected', '23502', 'events_start_time_not_null']);
    expect(await refused({ price: 1e12 })).toEqual(['rejected', '22003', null]);
  });

  it('is rejected for an id that would not sort below the end of a cursor, that is empty or too long', async () => {
    for (const id of ['~', 'a~', 'a b', 'я', '', 'x'.repeat(121)]) {
      expect(await one(group(id, 'a')), id).toMatchObject({
        v: 'rejected',
        code: '23514',
        constraint: 'service_groups_id_check',
      });
    }
  });

  it('is rejected for a table that is not replicated, and for a change that is none', async () => {
    for (const table of ['users', 'salon_approvals', 'sync_heads', 'pg_class', 'service_groups; drop table users']) {
      expect(await one({ table, id: 'x', doc: { name: 'x' } })).toMatchObject({ v: 'rejected', code: '42P01' });
    }
    for (const broken of [
      null,
      7,
      [],
      {},
      { table: 'clients' },
      { table: 'clients', id: 'x', doc: 7 },
      { table: 'clients', id: 'x', base_rev: 'x', doc: {} },
    ]) {
      const [verdict] = await db.push(owner, salonId, [broken] as never);
      expect(verdict, JSON.stringify(broken)).toMatchObject({ v: 'rejected' });
    }
  });
});

it('takes 49 of 50 changes where one is refused, each verdict in its place', async () => {
  const changes = Array.from({ length: 50 }, (_, n) =>
    booking(`e${n}`, n === 20 ? { end_time: '2026-11-18T07:00:00.000Z' } : {}),
  );
  const verdicts = await db.push(owner, salonId, changes);
  expect(verdicts.map((verdict) => verdict.v)).toEqual(changes.map((_, n) => (n === 20 ? 'rejected' : 'applied')));
  expect(new Set(verdicts.map((verdict) => verdict.rev).filter((rev) => rev !== undefined)).size).toBe(1);
  expect((await db.pull(owner, salonId)).tables.events.rows).toHaveLength(50);
});

it('ignores what only the server writes and what it does not know', async () => {
  const doc = {
    name: 'a',
    rev: 99,
    salon_id: 1,
    id: 'other',
    created_at: '2000-01-01',
    updated_at: '2000-01-01',
    nonsense: true,
  };
  const { rev } = await one({ table: 'service_groups', id: 'g', doc });
  const [row] =
    await db.sql`select id, name, rev, created_at > '2020-01-01' as fresh from service_groups where salon_id = ${salonId} and id = 'g'`;
  expect(row).toEqual({ id: 'g', name: 'a', rev, fresh: true });
  const salonRev = await revOf('salons', String(salonId));
  const salonDoc = { owner_id: null, is_complete: false, deleted: true, name_en: 'New' };
  expect(await one({ table: 'salons', id: String(salonId), base_rev: salonRev, doc: salonDoc })).toMatchObject({ v: 'applied' });
  const [salon] = await db.sql`select owner_id, is_complete, deleted, name_en from salons where id = ${salonId}`;
  expect(salon).toEqual({ owner_id: owner.id, is_complete: true, deleted: false, name_en: 'New' });
});

it('refuses another value of what is written once, and writes nothing of such a change', async () => {
  const others = [
    ['employee_weekly_shifts', { resource_id: 'nobody' }],
    ['employee_weekly_shifts', { weekday: 6, deleted: true }],
    ['employee_day_overrides', { date: '2027-01-01' }],
    ['product_revisions', { user_id: 'somebody', new_quantity: 7 }],
  ] as const;
  for (const [table, doc] of others) {
    const id = idOf(table, salonId);
    const rev = await revOf(table, id);
    expect(await one({ table, id, base_rev: rev, doc }), table).toMatchObject({ v: 'rejected', code: '42501' });
    expect(await revOf(table, id)).toBe(rev);
  }
  const id = idOf('product_revisions', salonId);
  const rev = await revOf('product_revisions', id);
  const asItStands = { table: 'product_revisions', id, base_rev: rev, doc: { user_id: owner.id } };
  expect(await one(asItStands)).toEqual({ v: 'applied', rev });
});

it('takes every writable column of every table, and gives back exactly what was sent', async () => {
  const pulled = (await db.pull(owner, salonId)).tables;
  for (const name of TABLE_NAMES) {
    const row = pulled[name].rows.find((r) => r.id === idOf(name, salonId));
    if (!row) throw new Error(`no row of ${name}`);
    const columns = Object.entries((TABLES[name] as Table).columns);
    const doc = Object.fromEntries(columns.map(([column]) => [column, row[column]]));
    // The same content on another revision is `same` only if every column survived the way there and back.
    expect(await one({ table: name, id: row.id, base_rev: row.rev - 1, doc }), name).toMatchObject({ v: 'same' });
    expect(Object.keys(row).sort()).toEqual(
      [...columns.map(([c]) => c), 'id', 'salon_id', 'rev', 'deleted', 'created_at', 'updated_at'].sort(),
    );
  }
});

it('makes no salon, and no settings but the salon’s own', async () => {
  expect(await one({ table: 'salons', id: '777', doc: { name_bg: 'x', name_en: 'x' } })).toMatchObject({
    v: 'rejected',
    code: '42501',
  });
  expect(await one({ table: 'salon_settings', id: '777', doc: {} })).toMatchObject({ v: 'rejected', code: '23514' });
});

it('lets nobody count stock in another’s name', async () => {
  const doc = { product_id: 'products-1', old_quantity: 1, new_quantity: 2, difference: 1, user_id: (await db.signUp()).id };
  expect(await one({ table: 'product_revisions', id: 'r', doc })).toMatchObject({ v: 'rejected', code: '42501' });
  const wrong = { ...doc, user_id: owner.id, difference: 2 };
  expect(await one({ table: 'product_revisions', id: 'r', doc: wrong })).toMatchObject({ v: 'rejected', code: '23514' });
});

describe('a whole call', () => {
  it('judges no row where the membership went while it waited for another one', async () => {
    const member = await db.member(salonId);
    const { rev: base_rev = 0 } = await one(group('g', 'a'));
    const other = await db.sql.reserve();
    await other`begin`;
    await other`select from sync_heads where salon_id = ${salonId} for update`;
    const waiting = refusal(db.push(member, salonId, [{ table: 'service_groups', id: 'g', base_rev, doc: { deleted: true } }]));
    const blocked = () => db.sql`select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`;
    await expect.poll(async () => (await blocked()).length).toBe(1);
    await db.sql`update users set salon_id = null where id = ${member.id}`;
    await other`commit`;
    other.release();
    expect(await waiting).toMatchObject({ code: '42501', hint: 'membership' });
    expect((await db.sql`select deleted from service_groups where salon_id = ${salonId} and id = 'g'`)[0]?.deleted).toBe(false);
  });

  it('is refused with the hint `membership` for who is no member, and judges no row', async () => {
    const stranger = (await db.salon()).owner;
    const refused = { code: '42501', hint: 'membership' };
    expect(await refusal(db.push(stranger, salonId, [group('g', 'a')]))).toMatchObject(refused);
    expect(await refusal(db.push(stranger, salonId, []))).toMatchObject(refused);
    expect(await refusal(db.push(owner, 999_999, [group('g', 'a')]))).toMatchObject(refused);
    await db.sql`update users set salon_id = null where id = ${owner.id}`;
    expect(await refusal(db.push(owner, salonId, [group('g', 'a')]))).toMatchObject(refused);
  });

  it('is refused with the hint `epoch` in another history than it names, and writes nothing', async () => {
    const { epoch } = await db.pull(owner, salonId);
    const { rev } = await one(group('g', 'a'));
    const change = [group('g', 'b', rev)];
    await db.sql`select private.restored_from_backup()`;
    expect(await refusal(db.push(owner, salonId, change, epoch))).toMatchObject({ code: 'PT409', hint: 'epoch' });
    expect(await refusal(db.push(owner, salonId, change, 'no epoch at all'))).toMatchObject({ hint: 'epoch' });
    expect(await revOf('service_groups', 'g')).toBe(rev);
    const stranger = (await db.salon()).owner;
    expect(await refusal(db.push(stranger, salonId, change, epoch))).toMatchObject({ hint: 'membership' });
    const { epoch: now } = await db.pull(owner, salonId);
    expect(await db.push(owner, salonId, change, now)).toMatchObject([{ v: 'applied' }]);
  });

  it('is taken in any history when it names none, as an earlier version of the app sends it', async () => {
    await db.sql`select private.restored_from_backup()`;
    expect(await db.push(owner, salonId, [group('g', 'a')], null)).toMatchObject([{ v: 'applied' }]);
    expect(await one(group('h', 'a'))).toMatchObject({ v: 'applied' });
  });

  it('is refused as too large above 500 changes, and as malformed when it is no list', async () => {
    const many = Array.from({ length: 501 }, (_, n) => group(`g${n}`, 'a'));
    expect(await refusal(db.push(owner, salonId, many))).toMatchObject({ code: 'PT413' });
    expect(await refusal(db.push(owner, salonId, { not: 'a list' } as never))).toMatchObject({ code: '22023' });
    expect((await db.push(owner, salonId, many.slice(0, 500))).every((verdict) => verdict.v === 'applied')).toBe(true);
  });

  it('fails, and leaves nothing, for an error that is no row’s fault', async () => {
    await db.sql`create or replace function public.fall_over() returns trigger language plpgsql as
      $$ begin raise exception 'deadlock detected' using errcode = '40P01'; end $$`;
    await db.sql`create trigger zz_fall_over before insert on public.product_groups for each row execute function public.fall_over()`;
    const changes = [group('g', 'a'), { table: 'product_groups', id: 'p', doc: { name: 'x' } }];
    expect(await refusal(db.push(owner, salonId, changes))).toMatchObject({ code: '40P01' });
    await db.sql`drop trigger zz_fall_over on public.product_groups`;
    expect(await db.sql`select from service_groups where salon_id = ${salonId} and id = 'g'`).toHaveLength(0);
  });

  it('waits at the salon’s head before it reads or locks a row: no deadlock with the writer before it, and no lost update', async () => {
    const { rev } = await one(group('g', 'a'));
    const writer = await db.sql.reserve();
    await writer`begin`;
    await become(writer as unknown as postgres.TransactionSql, owner);
    await writer`insert into service_groups (salon_id, id, name) values (${salonId}, 'h', 'has the head')`;
    const waiting = one(group('g', 'mine', rev));
    const waiters = () => db.sql`select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`;
    await expect.poll(async () => (await waiters()).length).toBe(1);
    await writer`update service_groups set name = 'theirs' where id = 'g'`;
    await writer`commit`;
    writer.release();
    expect(await waiting).toMatchObject({ v: 'conflict', row: { name: 'theirs' } });
  });
});

it('lets an administrator write into any salon', async () => {
  const admin = await db.signUp();
  await db.sql`update users set role = 'admin' where id = ${admin.id}`;
  expect(await db.pushOne(admin, salonId, group('g', 'a'))).toMatchObject({ v: 'applied' });
});

it('takes a direct write by the same rules: no column beyond the list, no deletion', async () => {
  const direct = (statement: string) => refusal(db.as(owner, (sql: postgres.TransactionSql) => sql.unsafe(statement)));
  for (const name of TABLE_NAMES) {
    expect(await direct(`delete from ${name}`), name).toMatchObject({ code: '42501' });
    for (const column of ['id', 'salon_id', 'rev', 'created_at', 'updated_at']) {
      expect(await direct(`update ${name} set ${column} = ${column}`), `${name}.${column}`).toMatchObject({ code: '42501' });
    }
    for (const [column, { readOnly }] of Object.entries((TABLES[name] as Table).columns)) {
      if (readOnly)
        expect(await direct(`update ${name} set ${column} = ${column}`), `${name}.${column}`).toMatchObject({ code: '42501' });
    }
  }
});
