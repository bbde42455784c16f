import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TABLE_NAMES, TABLES, type TableName } from '#schemas/registry.ts';
import type { Column, ColumnKind, Table } from '#schemas/table.ts';
import { Database } from '../support/database.ts';

let db: Database;
beforeAll(async () => {
  db = await Database.open();
});
afterAll(() => db.close());

const SQL_TYPES: Record<ColumnKind, string> = {
  text: 'text',
  key: 'text',
  integer: 'integer',
  money: 'numeric(12,2)',
  boolean: 'boolean',
  date: 'date',
  time: 'text',
  instant: 'timestamp(3) with time zone',
  intervals: 'text',
  agreements: 'text',
  offerers: 'text',
  'own-terms': 'text',
  'opening-hours': 'text',
  'closed-days': 'text',
  rooms: 'text',
};
/** What every replicated table has, besides its own columns. `created_at` and `updated_at` are null only on a device. */
const FRAME = {
  id: 'text',
  salon_id: 'bigint',
  rev: 'bigint',
  deleted: 'boolean',
  created_at: 'timestamp(3) with time zone',
  updated_at: 'timestamp(3) with time zone',
};
/** The number is the key on the server and its text is the id elsewhere; the owner is an account. */
const EXCEPTIONS: Record<string, string> = { 'salons.id': 'bigint', 'salons.owner_id': 'uuid' };

const described = (name: TableName): Table => TABLES[name];
const columnsOf = (name: TableName) => Object.entries(described(name).columns) as [string, Column<unknown>][];

function expected(name: TableName): Record<string, string> {
  const frame = Object.entries(FRAME).map(([column, type]) => [column, `${EXCEPTIONS[`${name}.${column}`] ?? type} not null`]);
  const own = columnsOf(name).map(([column, { kind, nullable }]) => [
    column,
    `${EXCEPTIONS[`${name}.${column}`] ?? SQL_TYPES[kind]}${nullable ? '' : ' not null'}`,
  ]);
  return Object.fromEntries([...frame, ...own]);
}

async function actual(schema: string, name: string): Promise<Record<string, string>> {
  const rows = await db.sql<{ name: string; type: string }[]>`
    select attname as name, format_type(atttypid, atttypmod) || case when attnotnull then ' not null' else '' end as type
    from pg_attribute where attrelid = ${`${schema}.${name}`}::regclass and attnum > 0 and not attisdropped`;
  return Object.fromEntries(rows.map((row) => [row.name, row.type]));
}

it('has the replicated tables of schemas/, in the order of pushing', async () => {
  const [row] = await db.sql`select private.replicated_tables() as tables`;
  expect(row?.tables).toEqual(TABLE_NAMES);
});

describe.each(TABLE_NAMES)('%s', (name) => {
  it('has exactly the columns, types and nullability of schemas/', async () => {
    expect(await actual('public', name)).toEqual(expected(name));
  });

  it('travels with exactly those columns', async () => {
    expect(Object.keys(await actual('wire', name)).sort()).toEqual(Object.keys(expected(name)).sort());
  });

  it('refuses a text that is longer than schemas/ allows or not trimmed, and a value outside a closed list', async () => {
    const checks = await db.sql<{ column: string; definition: string }[]>`
      select attname as column, pg_get_constraintdef(c.oid) as definition from pg_constraint c
      join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any (c.conkey)
      where c.contype = 'c' and c.conrelid = ${`public.${name}`}::regclass`;
    const of = (column: string) => checks.filter((check) => check.column === column).map((check) => check.definition);
    for (const [column, { kind, maxLength, values, readOnly }] of columnsOf(name)) {
      const definitions = of(column).join(' ').replaceAll('"', ''); // a name such as "position" is quoted
      if (kind === 'text') {
        expect(definitions, column).toContain(`length(${column}) <= ${maxLength}`);
        expect(definitions, column).toContain(`${column} = btrim(${column})`);
      }
      if (values && !readOnly) for (const value of values) expect(definitions, column).toContain(`'${value}'`);
      if (kind === 'money') expect(definitions, column).toContain(`${column} >= (0)::numeric`);
    }
  });

  it('refers to what schemas/ says, within the salon, at once, and never sets a reference to null', async () => {
    const keys = await db.sql<{ column: string; target: string; options: string }[]>`
      select a.attname as column, c.confrelid::regclass::text as target, c.condeferrable || c.confdeltype::text as options
      from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[2]
      where c.contype = 'f' and c.conrelid = ${`public.${name}`}::regclass and array_length(c.conkey, 1) = 2`;
    const refs = Object.entries(described(name).refs);
    expect(keys.map((key) => [key.column, key.target]).sort()).toEqual(refs.sort());
    for (const key of keys) expect(key.options, key.column).toBe('falsea');
  });

  it('is read by revision through an index, with ids that sort by bytes', async () => {
    const [index] =
      await db.sql`select indexdef from pg_indexes where schemaname = 'public' and indexname = ${`${name}_rev_idx`}`;
    expect(index?.indexdef).toMatch(/\(salon_id, rev, id\)$/);
    if (name === 'salons') return;
    const [id] = await db.sql`select collation_name from information_schema.columns
      where table_schema = 'public' and table_name = ${name} and column_name = 'id'`;
    expect(id?.collation_name).toBe('C');
  });
});

it('has an index that begins with the columns of every foreign key', async () => {
  const without = await db.sql`
    select c.conrelid::regclass::text as table, c.conname from pg_constraint c
    join pg_namespace n on n.oid = c.connamespace
    where c.contype = 'f' and n.nspname in ('public', 'private') and not exists (
      select from pg_index i where i.indrelid = c.conrelid
        and (i.indkey::int2[])[0:array_length(c.conkey, 1) - 1] @> c.conkey and c.conkey @> (i.indkey::int2[])[0:array_length(c.conkey, 1) - 1])`;
  expect([...without]).toEqual([]);
});

it('lets nothing in public or private be without row level security, and no definer function without a fixed search path', async () => {
  const open = await db.sql`select c.oid::regclass::text as table from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname in ('public', 'private') and c.relkind in ('r', 'p') and not c.relrowsecurity`;
  expect([...open]).toEqual([]);
  const loose =
    await db.sql`select p.oid::regprocedure::text as function from pg_proc p join pg_namespace n on n.oid = p.pronamespace
    where n.nspname in ('public', 'private') and p.prosecdef and not coalesce(p.proconfig::text, '') like '%search_path=%'`;
  expect([...loose]).toEqual([]);
});

it('asks its policies once a statement: every helper stands in a subselect', async () => {
  const policies = await db.sql<{ name: string; text: string }[]>`
    select tablename || '.' || policyname as name, coalesce(qual, '') || ' ' || coalesce(with_check, '') as text
    from pg_policies where schemaname in ('public', 'realtime')`;
  expect(policies.length).toBeGreaterThan(30);
  for (const { name, text } of policies) {
    expect(text.replace(/\(\s*SELECT [^()]*\(\)[^()]*\)/g, ''), name).not.toMatch(/my_salon\(\)|is_admin\(\)|me\(\)/);
  }
});

it('asks who a person is in one place, which looks whether the session stands', async () => {
  const texts = await db.sql<{ name: string; text: string }[]>`
    select p.oid::regprocedure::text as name, p.prosrc as text from pg_proc p
      where p.pronamespace::regnamespace::text in ('public', 'private', 'wire')
    union all
    select tablename || '.' || policyname, coalesce(qual, '') || ' ' || coalesce(with_check, '') from pg_policies
    union all
    select d.adrelid::regclass::text || '.' || d.adnum, pg_get_expr(d.adbin, d.adrelid) from pg_attrdef d
    union all
    select c.oid::regclass::text, pg_get_viewdef(c.oid) from pg_class c
      where c.relkind = 'v' and c.relnamespace::regnamespace::text in ('public', 'private', 'wire')
    union all
    select t.tgname, pg_get_triggerdef(t.oid) from pg_trigger t`;
  expect(texts.length).toBeGreaterThan(300);
  const asking = texts.filter(({ text }) => /auth\.(uid|jwt|role|email)\b|request\.jwt|\b(session|current)_user\b/.test(text));
  expect(asking.map(({ name }) => name).sort()).toEqual(['private.is_client()', 'private.me()']);
});

/** The code with which the database refuses; a value that it takes gets as far as the row that is missing (23503). */
const refusal = (statement: Promise<unknown>) =>
  statement.then(
    () => null,
    (error: { code?: string }) => error.code,
  );

it('takes no account that is neither an administrator’s nor an employee’s', async () => {
  const make = (role: string) => refusal(db.sql`insert into public.users (id, role) values (gen_random_uuid(), ${role})`);
  expect(await Promise.all(['owner', 'Admin', ''].map(make))).toEqual(['23514', '23514', '23514']);
  expect(await Promise.all(['admin', 'employee'].map(make))).toEqual(['23503', '23503']);
});

it('takes no request that is neither pending nor approved nor rejected', async () => {
  const make = (status: string) => refusal(db.sql`insert into public.salon_approvals (salon_id, status) values (-1, ${status})`);
  expect(await Promise.all(['maybe', 'Approved', ''].map(make))).toEqual(['23514', '23514', '23514']);
  expect(await Promise.all(['pending', 'approved', 'rejected'].map(make))).toEqual(['23503', '23503', '23503']);
});
