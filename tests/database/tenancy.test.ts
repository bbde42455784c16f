/**
 * The tenancy matrix, read from the catalog: every table × select, insert, update, delete; every function; the realtime
 * topics; as nobody, a member of another salon, a removed member, an account without a role, an employee of the salon and
 * an administrator. A new table or function without an expectation here fails.
 */
import { randomUUID } from 'node:crypto';
import type postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TABLE_NAMES, TABLES, type TableName } from '#schemas/registry.ts';
import type { Table } from '#schemas/table.ts';
import { become, Database, type Who } from './support/database.ts';
import { booking, DOCS, oneOfEach } from './support/rows.ts';

const PERSONAS = ['nobody', 'stranger', 'removed', 'roleless', 'member', 'admin'] as const;
type Persona = (typeof PERSONAS)[number];
/** refused: 42501 · nothing: allowed, and no row of the salon is reached · done: a row of the salon is read or written */
type Outcome = 'refused' | 'nothing' | 'done';
type Row = Record<Persona, Outcome>;
type Expectation = Record<'select' | 'insert' | 'update' | 'delete', Row>;

const row = (nobody: Outcome, outsiders: Outcome, member: Outcome, admin: Outcome): Row => ({
  nobody,
  stranger: outsiders,
  removed: outsiders,
  roleless: outsiders,
  member,
  admin,
});
const CLOSED = row('refused', 'refused', 'refused', 'refused');
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
  'private.erasures': ALL_CLOSED,
  'private.resource_passwords': ALL_CLOSED,
  'private.user_error_groups': ALL_CLOSED,
};

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
  salon_notes: (salonId) => ({ salon_id: salonId, note: 'x' }),
  erasures: (salonId) => ({ salon_id: salonId, client_id: 'x' }),
  resource_passwords: (salonId) => ({ salon_id: salonId, resource_id: 'x', hash: 'x' }),
  user_error_groups: (salonId) => ({ salon_id: salonId, error_type: 'E' }),
};

let db: Database;
let salonId: number;
let people: Record<Persona, Who>;
let approvalId: number;
let errorId: string;

beforeAll(async () => {
  db = await Database.open();
  const admin = await db.signUp();
  const { owner: member, salonId: id } = await db.salon();
  salonId = id;
  await db.push(member, salonId, [...oneOfEach(salonId, member.id), booking('spare')]);
  const stranger = (await db.salon()).owner;
  const removed = await db.member(salonId);
  await db.sql`update users set salon_id = null where id = ${removed.id}`;
  const roleless = await db.signUp();
  await db.sql`update users set role = null where id = ${roleless.id}`;
  people = { nobody: null, stranger, removed, roleless, member, admin };
  await db.sql`select private.write_health_checks(null)`;
  await db.as(admin, (sql) => sql`insert into salon_notes (salon_id, note) values (${salonId}, 'x')`);
  await db.as(member, (sql) => sql`insert into user_errors (salon_id, error_type, error_message) values (${salonId}, 'E', 'x')`);
  [{ id: approvalId }] = (await db.sql`select id from salon_approvals where salon_id = ${salonId}`) as unknown as [
    { id: number },
  ];
  [{ id: errorId }] = (await db.sql`select id from user_errors where salon_id = ${salonId}`) as unknown as [{ id: string }];
  await db.as(member, (sql) => sql`select set_resource_password(${salonId}, 'resources-1', 'x')`);
  await db.pushOne(member, salonId, {
    table: 'clients',
    id: 'erased',
    doc: { deleted: true, erased_at: '2026-11-18T00:00:00.000Z' },
  });
});
afterAll(() => db.close());

class Undo extends Error {}

/** What a statement does as that person; undone in any case. */
async function outcome(who: Who, work: (sql: postgres.TransactionSql) => Promise<number>): Promise<string> {
  let reached = 0;
  try {
    await db.sql.begin(async (sql) => {
      await become(sql, who);
      reached = await work(sql);
      throw new Undo();
    });
  } catch (error) {
    if (error instanceof Undo) return reached > 0 ? 'done' : 'nothing';
    const { code, hint } = error as { code?: string; hint?: string };
    if (code === '42501') return hint === 'membership' || hint === 'admin' ? `refused (${hint})` : 'refused';
    throw error;
  }
  return 'never';
}

const everyone = async (work: (sql: postgres.TransactionSql, persona: Persona) => Promise<number>) =>
  Object.fromEntries(
    await Promise.all(PERSONAS.map(async (persona) => [persona, await outcome(people[persona], (sql) => work(sql, persona))])),
  ) as Record<Persona, string>;

async function relations(): Promise<string[]> {
  const rows =
    await db.sql`select n.nspname || '.' || c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname in ('public', 'private', 'wire') and c.relkind in ('r', 'p', 'v', 'm', 'f') order by 1`;
  return rows.map((r) => r.name);
}

it('has an expectation for every table and view that there is, and for none that is not', async () => {
  expect(await relations()).toEqual(Object.keys(RELATIONS).sort());
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
    expect(await everyone(work)).toEqual(expected.select);
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
    expect(await everyone(work)).toEqual(expected.insert);
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
    expect(await everyone(work)).toEqual(expected.update);
  });

  it('loses rows only to whom it should', async () => {
    const work = async (sql: postgres.TransactionSql) => (await sql`delete from ${target()} where salon_id = ${salonId}`).count;
    expect(await everyone(work)).toEqual(expected.delete);
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

describe('the functions', () => {
  const MEMBERS = {
    nobody: 'refused',
    stranger: 'refused (membership)',
    removed: 'refused (membership)',
    roleless: 'refused (membership)',
    member: 'done',
    admin: 'done',
  };
  const ADMINS = {
    nobody: 'refused',
    stranger: 'refused (admin)',
    removed: 'refused (admin)',
    roleless: 'refused (admin)',
    member: 'refused (admin)',
    admin: 'done',
  };
  const SIGNED_IN = { nobody: 'refused', stranger: 'done', removed: 'done', roleless: 'done', member: 'done', admin: 'done' };
  const OWN_SALON = {
    nobody: 'refused',
    stranger: 'refused',
    removed: 'refused',
    roleless: 'refused',
    member: 'done',
    admin: 'done',
  };

  const PUBLIC: Record<string, { call: () => string; expected: Record<Persona, string> }> = {
    'push_changes(bigint,jsonb,text,text)': { call: () => `push_changes(${salonId}, '[]')`, expected: MEMBERS },
    'pull_changes(bigint,jsonb,integer,timestamp with time zone,text)': {
      call: () => `pull_changes(${salonId})`,
      expected: MEMBERS,
    },
    'read_events(bigint,timestamp with time zone,timestamp with time zone,text,text)': {
      call: () => `read_events(${salonId})`,
      expected: MEMBERS,
    },
    'replica_checksums(bigint,jsonb,text)': { call: () => `replica_checksums(${salonId}, '{}')`, expected: MEMBERS },
    'set_resource_password(bigint,text,text)': {
      call: () => `set_resource_password(${salonId}, 'resources-1', 'x')`,
      expected: MEMBERS,
    },
    'create_salon(jsonb,jsonb)': { call: () => `create_salon('{"name_bg": "x"}')`, expected: SIGNED_IN },
    'report_user_error(uuid,bigint,timestamp with time zone,text,text,text,text,text)': {
      call: () => `report_user_error(gen_random_uuid(), ${salonId}, now(), 'E', 'x')`,
      expected: OWN_SALON,
    },
    'run_health_checks(jsonb)': { call: () => 'run_health_checks(null)', expected: ADMINS },
    'admin_approvals(integer)': { call: () => 'admin_approvals()', expected: ADMINS },
    'admin_decide_approval(bigint,text,text)': {
      call: () => `admin_decide_approval(${approvalId}, 'approved')`,
      expected: ADMINS,
    },
    'admin_set_salon_status(bigint,text,text,bigint,text)': {
      call: () => `admin_set_salon_status(${salonId}, 'rejected', 'x', ${approvalId}, 'pending')`,
      expected: ADMINS,
    },
    'admin_salons(text,text,boolean,integer)': { call: () => 'admin_salons()', expected: ADMINS },
    'admin_find_salons(text)': { call: () => `admin_find_salons('')`, expected: ADMINS },
    'admin_errors(bigint,text,timestamp with time zone,timestamp with time zone,integer)': {
      call: () => 'admin_errors()',
      expected: ADMINS,
    },
    'admin_error_types()': { call: () => 'admin_error_types()', expected: ADMINS },
    'admin_add_help(uuid,text,text)': { call: () => `admin_add_help('${errorId}')`, expected: ADMINS },
    'admin_health(boolean,integer)': { call: () => 'admin_health()', expected: ADMINS },
    'admin_health_days(bigint,text)': { call: () => `admin_health_days(${salonId}, 'UTC')`, expected: ADMINS },
    'admin_dashboard(text)': { call: () => `admin_dashboard('UTC')`, expected: ADMINS },
    'admin_notes(text,bigint,integer)': { call: () => 'admin_notes()', expected: ADMINS },
    'approval_state(bigint)': { call: () => `approval_state(${salonId})`, expected: MEMBERS },
    'ask_approval_again(bigint)': { call: () => `ask_approval_again(${salonId})`, expected: MEMBERS },
    'help_notices(bigint)': { call: () => `help_notices(${salonId})`, expected: MEMBERS },
    'admin_withdraw_membership(uuid)': { call: () => 'admin_withdraw_membership(gen_random_uuid())', expected: ADMINS },
    'admin_revoke_sessions(uuid)': { call: () => 'admin_revoke_sessions(gen_random_uuid())', expected: ADMINS },
  };
  /** What policies, views and functions that run as their caller need; none of these schemas is exposed. */
  const HELPERS = [
    'private.fits(jsonb,oid,integer)',
    'private.is_admin()',
    'private.is_agreements(text)',
    'private.is_client()',
    'private.is_offerers(text)',
    'private.is_own_terms(text)',
    'private.iso(timestamp with time zone)',
    'private.keep_erased(bigint,text)',
    'private.lock_head(bigint)',
    'private.may_hear(text)',
    'private.my_salon()',
    'private.push_change(bigint,jsonb)',
    'private.refuse_misfit(text,text,jsonb)',
    'private.replicated_tables()',
    'private.require_membership(bigint)',
    'private.search_text(text)',
    'private.server_time()',
  ];
  const executable = async (role: string, ...schemas: string[]) =>
    (
      await db.sql`select n.nspname || '.' || p.proname || '(' || replace(oidvectortypes(p.proargtypes), ', ', ',') || ')' as name
      from pg_proc p join pg_namespace n on n.oid = p.pronamespace
      where n.nspname in ${db.sql(schemas)} and has_function_privilege(${role}, p.oid, 'EXECUTE') order by 1`
    ).map((r) => r.name);

  it('that a person may call are exactly those with an expectation; nobody may call any', async () => {
    expect(await executable('authenticated', 'public', 'private', 'wire')).toEqual(
      [...HELPERS, ...Object.keys(PUBLIC).map((name) => `public.${name}`)].sort(),
    );
    expect(await executable('anon', 'public', 'private', 'wire')).toEqual([]);
    const all = await db.sql`select from pg_proc where pronamespace = 'public'::regnamespace`;
    expect(all).toHaveLength(Object.keys(PUBLIC).length);
  });

  it.each(Object.keys(PUBLIC))('%s serves only whom it should', async (name) => {
    const { call, expected } = PUBLIC[name] ?? { call: () => '', expected: {} };
    const work = async (sql: postgres.TransactionSql) => (await sql.unsafe(`select ${call()}`)).length;
    expect(await everyone(work)).toEqual(expected);
  });

  it('change another salon’s rows for nobody, whatever a change claims', async () => {
    const work = async (sql: postgres.TransactionSql, persona: Persona) => {
      const own = persona === 'stranger' ? ((await sql`select private.my_salon() as id`)[0]?.id as number) : salonId;
      const change = { table: 'clients', id: 'clients-1', base_rev: 0, doc: { salon_id: salonId, first_name: 'taken over' } };
      await sql`select push_changes(${own}, ${sql.json([change])})`;
      await sql`reset role`;
      return (await sql`select from clients where salon_id = ${salonId} and first_name = 'taken over'`).length;
    };
    expect(await outcome(people.stranger, (sql) => work(sql, 'stranger'))).toBe('nothing');
    expect(await outcome(people.removed, (sql) => work(sql, 'removed'))).toBe('refused (membership)');
  });
});

describe('the realtime topics', () => {
  /** As hosted Realtime decides a join: rows of the topic, then a look at which of them the person sees or may add. */
  const join = (topic: string) =>
    everyone(async (sql, persona) => {
      await sql`reset role`;
      await sql`insert into realtime.messages (topic, extension, private) values (${topic}, 'broadcast', true), (${topic}, 'presence', true)`;
      await sql`select set_config('realtime.topic', ${topic}, true)`;
      await become(sql, people[persona]);
      return (await sql`select from realtime.messages where topic = ${topic}`).length;
    });
  const NOBODY = row('nothing', 'nothing', 'nothing', 'nothing');

  it('have one policy, which lets members and administrators hear', async () => {
    const policies = await db.sql`select policyname as name, cmd, roles::text from pg_policies where schemaname = 'realtime'`;
    expect([...policies]).toEqual([{ name: 'greben_members_hear_their_salon', cmd: 'SELECT', roles: '{authenticated}' }]);
    expect(await join(`salon:${salonId}`)).toEqual(row('nothing', 'nothing', 'done', 'done'));
  });

  it('of other names are heard by nobody', async () => {
    for (const topic of [
      'salon:',
      'salon:x',
      `salon:0${salonId}`,
      `salon:${salonId} `,
      `xsalon:${salonId}`,
      `salon:${salonId}:more`,
      'anything',
    ]) {
      expect(await join(topic), topic).toEqual(NOBODY);
    }
  });

  it('take no message from any client: pokes come from the database', async () => {
    const send = await everyone(async (sql) => {
      await sql`select set_config('realtime.topic', ${`salon:${salonId}`}, true)`;
      return (
        await sql`insert into realtime.messages (topic, extension, private) values (${`salon:${salonId}`}, 'broadcast', true)`
      ).count;
    });
    expect(send).toEqual(CLOSED);
  });
});
