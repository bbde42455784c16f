/**
 * The tenancy matrix, read from the catalog: every table × select, insert, update, delete; as nobody, a member of another salon,
 * a removed member, an account without a role, an employee of the salon and an administrator. A new table without an expectation
 * here fails. Functions and topics: tenancy-functions.test.ts.
 */
import { randomUUID } from 'node:crypto';
import type postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TABLE_NAMES, TABLES, type TableName } from '#schemas/registry.ts';
import type { Table } from '#schemas/table.ts';
import { become } from '../support/database.ts';
import { CLOSED, everyone, type Persona, type Row, row, type SalonOfPersonas, salonOfPersonas } from '../support/personas.ts';
import { DOCS } from '../support/rows.ts';

type Expectation = Record<'select' | 'insert' | 'update' | 'delete', Row>;

const READ = row('refused', 'nothing', 'done', 'done');
const READ_BY_ADMIN = row('refused', 'nothing', 'nothing', 'done');
const INSERT = row('refused', 'refused', 'done', 'done');
const INSERT_BY_ADMIN = row('refused', 'refused', 'refused', 'done');

const REPLICATED: Expectation = { select: READ, insert: INSERT, update: READ, delete: CLOSED };
const ALL_CLOSED: Expectation = { select: CLOSED, insert: CLOSED, update: CLOSED, delete: CLOSED };

/** The views hand on what the tables allow for reading, and are written by nobody. */
const WIRE: Expectation = { ...ALL_CLOSED, select: READ };

const RELATIONS: Record<string, Expectation> = {
  ...Object.fromEntries(TABLE_NAMES.map((name) => [`public.${name}`, REPLICATED])),
  ...Object.fromEntries(TABLE_NAMES.map((name) => [`wire.${name}`, WIRE])),
  'public.salons': { ...REPLICATED, insert: CLOSED },
  'public.sync_heads': { ...ALL_CLOSED, select: READ },
  'public.users': { ...ALL_CLOSED, select: READ }, // in the salon of the story only the member's own row
  'public.salon_approvals': { select: READ_BY_ADMIN, insert: INSERT_BY_ADMIN, update: READ_BY_ADMIN, delete: CLOSED },
  'public.system_health_checks': { ...ALL_CLOSED, select: READ_BY_ADMIN },
  'public.user_errors': { select: READ_BY_ADMIN, insert: INSERT, update: READ_BY_ADMIN, delete: CLOSED },
  'public.salon_notes': { select: READ_BY_ADMIN, insert: INSERT_BY_ADMIN, update: READ_BY_ADMIN, delete: READ_BY_ADMIN },
  'private.booking_pages': ALL_CLOSED,
  'private.column_revisions': ALL_CLOSED,
  'private.devices': ALL_CLOSED,
  'private.erasures': ALL_CLOSED,
  'private.former_people': ALL_CLOSED,
  'private.former_slugs': ALL_CLOSED,
  'private.invitations': ALL_CLOSED,
  'private.online_bookings': ALL_CLOSED,
  'private.resource_passwords': ALL_CLOSED,
  'private.unnamed_pushes': ALL_CLOSED,
  'private.user_error_groups': ALL_CLOSED,
};

/** Not of one salon; nobody reaches them. The functions that read and write them are in tenancy-functions.test.ts. */
const OF_NO_SALON = ['private.online_secret', 'private.password_links', 'private.time_zones'];

/** A row that the salon could have besides those of the story; what refers to a row of the story says `-1`. */
const SAMPLES: Record<string, (salonId: number, userId: string) => Record<string, unknown>> = {
  ...Object.fromEntries(
    TABLE_NAMES.map((name) => [
      name,
      (salonId: number) => ({ salon_id: salonId, id: `${name}-2`, ...DOCS[name as keyof typeof DOCS] }),
    ]),
  ),
  salons: (salonId) => ({ name_bg: 'x', name_en: 'x', salon_id: salonId }),
  salon_settings: (salonId) => ({ salon_id: salonId, id: `${salonId}` }),
  employee_weekly_shifts: (salonId) => ({ salon_id: salonId, ...DOCS.employee_weekly_shifts, id: 'resources-1/4/0', weekday: 4 }),
  employee_day_overrides: (salonId) => ({
    salon_id: salonId,
    ...DOCS.employee_day_overrides,
    id: 'resources-1/2026-11-19/0',
    date: '2026-11-19',
  }),
  product_revisions: (salonId, userId) => ({
    salon_id: salonId,
    id: 'r',
    product_id: 'products-1',
    old_quantity: 0,
    new_quantity: 1,
    difference: 1,
    user_id: userId,
  }),
  sync_heads: (salonId) => ({ salon_id: salonId }),
  users: (salonId) => ({ id: randomUUID(), salon_id: salonId, role: 'admin' }),
  salon_approvals: (salonId) => ({ salon_id: salonId, status: 'approved' }),
  system_health_checks: (salonId) => ({ salon_id: salonId }),
  user_errors: (salonId) => ({ salon_id: salonId, error_type: 'E', error_message: 'x' }),
  booking_pages: (salonId) => ({ salon_id: salonId }),
  former_slugs: (salonId) => ({ salon_id: salonId, slug: 'other' }),
  unnamed_pushes: (salonId) => ({ salon_id: salonId }),
  online_bookings: (salonId) => ({
    ...{ salon_id: salonId, visit_id: 'v', request: randomUUID(), token_hash: 'x', client_id: 'c', language: 'bg', rev: 1 },
  }),
  column_revisions: (salonId) => ({ salon_id: salonId, table_name: 'clients', id: 'c', revs: '{}' }),
  devices: (salonId, userId) => ({ salon_id: salonId, user_id: userId, id: randomUUID() }),
  former_people: (salonId, userId) => ({ salon_id: salonId, user_id: userId }),
  invitations: (salonId, userId) => ({ salon_id: salonId, made_by: userId, hash: 'x', role: 'staff', expires_at: new Date() }),
  salon_notes: (salonId) => ({ salon_id: salonId, note: 'x' }),
  erasures: (salonId) => ({ salon_id: salonId, client_id: 'x' }),
  resource_passwords: (salonId) => ({ salon_id: salonId, resource_id: 'x', hash: 'x' }),
  user_error_groups: (salonId) => ({ salon_id: salonId, error_type: 'E' }),
};

let salon: SalonOfPersonas;
let { db, salonId, people } = {} as SalonOfPersonas;
beforeAll(async () => {
  salon = await salonOfPersonas();
  ({ db, salonId, people } = salon);
});
afterAll(() => db.close());

async function relations(): Promise<string[]> {
  const rows =
    await db.sql`select n.nspname || '.' || c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname in ('public', 'private', 'wire') and c.relkind in ('r', 'p', 'v', 'm', 'f') order by 1`;
  return rows.map((r) => r.name);
}

it('has an expectation for every table and view that there is, and for none that is not', async () => {
  expect(await relations()).toEqual([...Object.keys(RELATIONS), ...OF_NO_SALON].sort());
});

it.each(OF_NO_SALON)('keeps %s, which is of no salon, from everybody', async (name) => {
  const table = db.sql(name);
  for (const work of [
    (sql: postgres.TransactionSql) => sql`select from ${table}`,
    (sql: postgres.TransactionSql) => sql`insert into ${table} default values`,
    (sql: postgres.TransactionSql) => sql`delete from ${table}`,
    (sql: postgres.TransactionSql) => sql`truncate ${table}`,
  ])
    expect(await everyone(salon, async (sql) => (await work(sql)).count)).toEqual(CLOSED);
});

describe.each(Object.entries(RELATIONS))('%s', (relation, expected) => {
  const [schema = '', name = ''] = relation.split('.');
  const target = () => db.sql(schema === 'public' ? name : relation);
  const isView = schema === 'wire'; // its computed columns cannot be written by anyone, which would hide the right to
  const sample = () => (isView ? { salon_id: salonId } : (SAMPLES[name]?.(salonId, people.member?.id ?? '') ?? {}));

  it('has rows of the salon, or the matrix would prove nothing', async () => {
    expect((await db.sql`select from ${target()} where salon_id = ${salonId}`).length).toBeGreaterThan(0);
  });

  it('is read only by whom it concerns', async () => {
    const work = async (sql: postgres.TransactionSql) =>
      (await sql`select count(*) as n from ${target()} where salon_id = ${salonId}`)[0]?.n as number;
    expect(await everyone(salon, work)).toEqual(expected.select);
  });

  it('takes rows only from whom it should', async () => {
    const work = async (sql: postgres.TransactionSql, persona: Persona) => {
      const doc = name === 'product_revisions' && !isView ? { ...sample(), user_id: people[persona]?.id ?? '' } : sample();
      if (name === 'salon_settings' && !isView)
        await sql`reset role`
          .then(() => sql`delete from salon_settings where salon_id = ${salonId}`)
          .then(() => become(sql, people[persona]));
      return (await sql`insert into ${target()} ${sql(doc)}`).count;
    };
    expect(await everyone(salon, work)).toEqual(expected.insert);
  });

  it('is changed only by whom it should', async () => {
    const column = {
      user_errors: 'has_popup_help',
      salon_notes: 'note',
      salon_approvals: 'status',
      product_revisions: 'deleted',
    }[name];
    const own = TABLE_NAMES.includes(name as TableName) ? Object.entries((TABLES[name as TableName] as Table).columns) : [];
    const changed = isView ? 'salon_id' : (column ?? own.findLast(([, { readOnly }]) => !readOnly)?.[0] ?? 'salon_id');
    const rowAbove = name === 'employee_weekly_shifts' && !isView; // row 1 is the server's: only row 0 is written
    const work = async (sql: postgres.TransactionSql) =>
      (
        await sql`update ${target()} set ${sql(changed)} = ${sql(changed)} where salon_id = ${salonId} ${rowAbove ? sql`and intervals is not null` : sql``}
        ${name === 'clients' && !isView ? sql`and erased_at is null` : sql``}`
      ).count;
    expect(await everyone(salon, work)).toEqual(expected.update);
  });

  it('loses rows only to whom it should', async () => {
    const work = async (sql: postgres.TransactionSql) => (await sql`delete from ${target()} where salon_id = ${salonId}`).count;
    expect(await everyone(salon, work)).toEqual(expected.delete);
  });
});

describe('the columns', () => {
  /** Besides those that `schemas/` lets a person write. */
  const WRITABLE: Record<string, { insert: string[]; update: string[] }> = {
    salon_approvals: {
      insert: ['approval_date', 'rejected_date', 'rejection_reason', 'salon_id', 'status'],
      update: ['approval_date', 'rejected_date', 'rejection_reason', 'status'],
    },
    user_errors: {
      insert: ['browser_info', 'created_at', 'error_message', 'error_stack', 'error_type', 'id', 'page_url', 'salon_id'],
      update: ['has_popup_help'],
    },
    salon_notes: { insert: ['note', 'salon_id'], update: ['note'] },
  };
  /** What a row is about never changes: its id is made of it, or it is a fact. */
  const ONCE: Partial<Record<TableName, string[]>> = {
    employee_weekly_shifts: ['resource_id', 'weekday'],
    employee_day_overrides: ['resource_id', 'date'],
    product_revisions: ['user_id'],
  };
  const expectedOf = (name: string): { insert: string[]; update: string[] } => {
    if (!TABLE_NAMES.includes(name as TableName)) return WRITABLE[name] ?? { insert: [], update: [] };
    const table = name as TableName;
    const own = Object.entries((TABLES[table] as Table).columns).flatMap(([column, { readOnly }]) => (readOnly ? [] : [column]));
    const deletable = table === 'salons' || table === 'salon_settings' ? [] : ['deleted'];
    const once = ONCE[table] ?? [];
    return {
      insert: table === 'salons' ? [] : [...own, ...deletable, 'id', 'salon_id'].sort(),
      update: [...own.filter((column) => !once.includes(column)), ...deletable].sort(),
    };
  };

  it('that a person may write are exactly those of schemas/ and of the list above; nobody’s are none', async () => {
    const tables = (await relations()).filter((name) => name.startsWith('public.')).map((name) => name.slice(7));
    const granted = async (role: string, table: string, privilege: string) =>
      (
        await db.sql`select attname from pg_attribute where attrelid = ${`public.${table}`}::regclass and attnum > 0 and not attisdropped
        and has_column_privilege(${role}, attrelid, attnum, ${privilege}) order by attname collate "C"`
      ).map((r) => r.attname);
    for (const table of tables) {
      const found = {
        insert: await granted('authenticated', table, 'INSERT'),
        update: await granted('authenticated', table, 'UPDATE'),
      };
      expect(found, table).toEqual(expectedOf(table));
      for (const privilege of ['SELECT', 'INSERT', 'UPDATE', 'REFERENCES'])
        expect(await granted('anon', table, privilege), table).toEqual([]);
    }
  });

  it('and tables give no truncate, references or trigger to any API role', async () => {
    const given = await db.sql`select c.oid::regclass::text as name, p.privilege, r.role from pg_class c
      cross join (values ('TRUNCATE'), ('REFERENCES'), ('TRIGGER')) p (privilege) cross join (values ('anon'), ('authenticated')) r (role)
      where c.relnamespace in ('public'::regnamespace, 'private'::regnamespace, 'wire'::regnamespace) and c.relkind in ('r', 'v')
        and has_table_privilege(r.role, c.oid, p.privilege)`;
    expect([...given]).toEqual([]);
    const sequences =
      await db.sql`select c.oid::regclass::text as name from pg_class c where c.relkind = 'S' and c.relnamespace = 'public'::regnamespace
      and (has_sequence_privilege('anon', c.oid, 'USAGE, SELECT, UPDATE') or has_sequence_privilege('authenticated', c.oid, 'USAGE, SELECT, UPDATE'))`;
    expect([...sequences]).toEqual([]);
  });
});
