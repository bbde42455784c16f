/**
 * The essentials of the tenancy matrix again, on the database of an embedded backend that has served people who signed in with a
 * password: the tables and functions are read from the catalog. What the API has a door to is asked over HTTP, and must be refused
 * as SQL refuses it; the tables, which have none (rest-routes.test.ts), are asked in SQL under the role that the API would take.
 */
import type { SupabaseClient } from '@supabase/supabase-js';
import type postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLite } from '#local/api/lite.ts';
import { REST_ROUTES } from '#local/api/rest-routes.ts';
import { PUBLISHABLE_KEY } from '#local/settings.ts';
import { cloneDatabase } from '../../support/cluster.ts';
import { startBackend, TEST_ACCOUNTS, type TestBackend } from '../../support/test-backend.ts';
import { anonymousClient, signedIn } from '../../support/test-client.ts';
import { become, refusal, type Who, withSession } from '../support/database.ts';
import { outcome } from '../support/personas.ts';

/** Salon 1 of the test seed is the story's; `stranger` owns the second one. */
const SALON = 1;
const PERSONAS = ['nobody', 'stranger', 'newcomer', 'employee', 'owner', 'admin'] as const;
type Persona = (typeof PERSONAS)[number];
let backend: TestBackend;
/** As SQL knows them. */
let people: Readonly<Record<Persona, Who>>;
let clients: Record<Persona, SupabaseClient>;
let tables: string[];
let functions: { name: string; arguments: string[] }[];
/** Functions that the API has no door to: an operator’s, who has SQL. */
let closed: typeof functions;

beforeAll(async () => {
  backend = await startBackend({ seed: 'test' });
  const person = (name: keyof typeof TEST_ACCOUNTS) => signedIn(backend.url, TEST_ACCOUNTS[name].email);
  const inSql = (name: keyof typeof TEST_ACCOUNTS) => withSession(backend.sql, TEST_ACCOUNTS[name]);
  people = {
    nobody: null,
    stranger: await inSql('owner2'),
    newcomer: await inSql('newcomer'),
    employee: await inSql('staff'),
    owner: await inSql('owner'),
    admin: await inSql('admin'),
  };
  clients = {
    nobody: anonymousClient(backend.url),
    stranger: await person('owner2'),
    newcomer: await person('newcomer'),
    employee: await person('staff'),
    owner: await person('owner'),
    admin: await person('admin'),
  };
  await backend.sql`insert into product_revisions (salon_id, id, product_id, old_quantity, new_quantity, difference, user_id)
    select salon_id, 'counted', id, 1, 2, 1, 'x' from products where salon_id = ${SALON} limit 1`;
  await backend.sql`insert into user_errors (salon_id, error_type, error_message, has_popup_help)
    values (${SALON}, 'E', 'x', true), (${SALON}, 'E', 'y', false)`;
  const found =
    await backend.sql`select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'v', 'p')`;
  tables = found.map((row) => row.name);
  const callable =
    await backend.sql`select proname as name, proargnames as arguments from pg_proc where pronamespace = 'public'::regnamespace`;
  const all = callable.map((row) => ({ name: row.name, arguments: row.arguments ?? [] }));
  const served = ({ name }: { name: string }) => REST_ROUTES.some(({ path }) => path === `rpc/${name}`);
  functions = all.filter(served);
  closed = all.filter((one) => !served(one));
});
afterAll(() => backend.stop());

type Statement = (sql: postgres.TransactionSql) => PromiseLike<readonly unknown[]>;
/** What a statement does in the role and with the claims that the API takes for this person; undone in any case. */
const asPersona = (persona: Persona, statement: Statement) =>
  outcome(backend, people[persona], async (sql) => (await statement(sql)).length);

/** The same statement on each table; outcomes by table. */
async function overAll(persona: Persona, work: (sql: postgres.TransactionSql, table: string) => PromiseLike<readonly unknown[]>) {
  const results: Record<string, string> = {};
  for (const table of tables) results[table] = await asPersona(persona, (sql) => work(sql, table));
  return results;
}
const every = (expected: string, but: Record<string, string> = {}) =>
  Object.fromEntries(tables.map((table) => [table, but[table] ?? expected]));

it('signs everyone in, and reads the tables from the catalog', () => {
  expect(tables.length).toBeGreaterThanOrEqual(19);
  expect(tables).toEqual(expect.arrayContaining(['events', 'users', 'salon_approvals', 'sync_heads', 'user_errors']));
});

describe('reading', () => {
  const read = (sql: postgres.TransactionSql, table: string) =>
    sql`select salon_id from ${sql(table)} where salon_id = ${SALON} limit 1`;

  it('is refused to nobody’s requests on every table', async () => {
    expect(await overAll('nobody', read)).toEqual(every('refused'));
  });

  it('shows nothing of the salon to a member of another one, nor to an account without a salon', async () => {
    expect(await overAll('stranger', read)).toEqual(every('nothing'));
    expect(await overAll('newcomer', read)).toEqual(every('nothing'));
  });

  it('shows an employee the salon, and nothing of the administrator’s tables', async () => {
    const closed = {
      system_health_checks: 'nothing',
      salon_notes: 'nothing',
      salon_approvals: 'nothing',
      user_errors: 'nothing',
    };
    expect(await overAll('employee', read)).toEqual(every('done', closed));
    const { data } = await clients.employee.rpc('help_notices', { p_salon_id: SALON });
    expect((data as { error_message: string }[]).map((row) => row.error_message)).toContain('x');
    expect(JSON.stringify(data)).not.toContain('"y"');
    const { data: people } = await clients.employee.from('users').select('id');
    expect(people).toEqual([{ id: TEST_ACCOUNTS.staff.id }]);
  });

  it('shows an administrator everything', async () => {
    expect(await overAll('admin', read)).toEqual(every('done'));
  });
});

describe('deleting', () => {
  it('is refused to everyone on every table, but to the administrator on their own notes', async () => {
    const remove = (sql: postgres.TransactionSql, table: string) =>
      sql`delete from ${sql(table)} where salon_id = ${SALON} returning salon_id`;
    for (const persona of ['nobody', 'stranger', 'newcomer', 'employee'] as const) {
      const notes: Record<string, string> = persona === 'nobody' ? {} : { salon_notes: 'nothing' };
      expect(await overAll(persona, remove), persona).toEqual(every('refused', notes));
    }
    expect(await overAll('admin', remove)).toEqual(every('refused', { salon_notes: 'done' }));
  });
});

describe('forging', () => {
  const FORGED: [table: string, change: Record<string, unknown>][] = [
    ['users', { role: 'admin' }],
    ['users', { salon_id: SALON }],
    ['users', { email: 'x@greben.test' }],
    ['salons', { owner_id: TEST_ACCOUNTS.newcomer.id }],
    ['salons', { is_complete: true }],
    ['salons', { rev: 1 }],
    ['events', { rev: 1 }],
    ['events', { salon_id: 2 }],
    ['clients', { created_at: '2000-01-01T00:00:00Z' }],
    ['sync_heads', { rev: 1 }],
    ['salon_approvals', { salon_id: 2 }],
    ['system_health_checks', { has_critical_issues: false }],
  ];

  it.each(FORGED)('%s %j is refused to everyone, the administrator too', async (table, change) => {
    for (const persona of PERSONAS) {
      const forged = await asPersona(
        persona,
        (sql) => sql`update ${sql(table)} set ${sql(change)} where salon_id = ${SALON} returning salon_id`,
      );
      expect(forged, persona).toBe('refused');
    }
  });

  it('an approval reaches no row, and makes none, but by an administrator', async () => {
    const change: Statement = (sql) => sql`update salon_approvals set status = 'approved' where salon_id = ${SALON} returning id`;
    const insert: Statement = (sql) => sql`insert into salon_approvals (salon_id, status) values (${SALON}, 'approved')`;
    for (const persona of ['stranger', 'newcomer', 'employee'] as const) {
      expect(await asPersona(persona, change), persona).toBe('nothing');
      expect(await asPersona(persona, insert), persona).toBe('refused');
    }
    expect(await asPersona('admin', change)).toBe('done');
  });

  it('a row of another salon is refused, as a new one, as a change and through push_changes', async () => {
    const insert: Statement = (sql) => sql`insert into clients (salon_id, id, first_name) values (${SALON}, 'forged', 'x')`;
    expect(await asPersona('stranger', insert)).toBe('refused');
    const update: Statement = (sql) => sql`update clients set first_name = 'x' where salon_id = ${SALON} returning id`;
    expect(await asPersona('stranger', update)).toBe('nothing');
    const change = { table: 'clients', id: 'forged', base_rev: 0, doc: { salon_id: SALON, first_name: 'x' } };
    const push = await clients.stranger.rpc('push_changes', { p_salon_id: 2, p_changes: [change] });
    expect(push.data).toMatchObject({ verdicts: [{ v: 'applied' }] }); // into their own salon, whatever the document claims
    expect(await backend.sql`select salon_id from public.clients where id = 'forged'`).toEqual([{ salon_id: '2' }]);
  });
});

it('holds a person to what the screens offer, whichever way the write comes', async () => {
  const [event] = await backend.sql`select id, rev from events where salon_id = ${SALON} and status = 'booked' limit 1`;
  const [above] =
    await backend.sql`select id, rev from employee_weekly_shifts where salon_id = ${SALON} and right(id, 2) = '/1' limit 1`;
  const p_changes = [
    { table: 'events', id: event?.id, base_rev: Number(event?.rev), doc: { status: 'arrived' } },
    { table: 'employee_weekly_shifts', id: above?.id, base_rev: Number(above?.rev), doc: { deleted: true, start_time: '01:00' } },
  ];
  const { data } = await clients.owner.rpc('push_changes', { p_salon_id: SALON, p_changes });
  expect(data).toMatchObject({
    verdicts: [
      { v: 'rejected', code: '23514' },
      { v: 'rejected', constraint: 'only_row_0_is_written' },
    ],
  });
  const direct = backend.sql.begin(async (sql) => {
    await become(sql, people.employee);
    await sql`update events set status = 'arrived' where id = ${event?.id}`;
  });
  expect((await refusal(direct)).code).toBe('23514');
});

describe('the functions', () => {
  /** Arguments by name; a new argument without a value here fails. */
  const VALUES: Record<string, unknown> = {
    p_salon_id: SALON,
    p_changes: [],
    p_epoch: null,
    p_cursors: {},
    p_limit: 1,
    p_horizon: null,
    p_request: 'a name for it',
    p_from: null,
    p_to: null,
    p_client_id: null,
    p_tables: {},
    p_resource_id: 'resource-that-is-not-there',
    p_password: null,
    p_salon: { name_bg: 'x' },
    p_settings: {},
    p_id: 'ad000000-0000-4000-8000-0000000000ff',
    p_created_at: '2026-11-18T00:00:00.000Z',
    p_error_type: 'E',
    p_error_message: 'x',
    p_error_stack: null,
    p_page_url: null,
    p_browser_info: null,
    p_measured: {},
    p_page: 1,
    p_status: 'approved',
    p_reason: null,
    p_approval_id: 2,
    p_seen_id: 1,
    p_seen_status: 'approved',
    p_search: 'сал',
    p_complete: null,
    p_type: null,
    p_error_id: 'ae000000-0000-4000-8000-000000000001',
    p_bg: null,
    p_en: null,
    p_critical: null,
    p_zone: 'Europe/Sofia',
    p_user_id: TEST_ACCOUNTS.newcomer.id,
    p_token: 'x',
    p_device: 'ad000000-0000-4000-8000-0000000000fe',
    p_role: 'staff',
    p_note: null,
    p_code: 'x',
    p_name: 'Нина',
    p_app: '1.0',
    p_rev: 1,
    p_unsent: 0,
    p_visible: true,
    p_slug: 'not-there',
    p_services: ['x'],
    p_resource: null,
    p_days: 7,
    p_start: '2026-11-25T08:00:00.000Z',
    p_phone: '+359888123456',
    p_email: null,
    p_language: 'bg',
    p_policy_hash: null,
    p_work: '1',
  };
  /** Of functions that take something else by the same name. */
  const OTHER_VALUES: Record<string, Record<string, unknown>> = {
    admin_set_owner: { p_user_id: TEST_ACCOUNTS.owner.id }, // who stays the owner
    set_booking_page: { p_page: {} },
    public_slots: { p_from: '2026-11-25' },
    book_online: { p_request: 'ad000000-0000-4000-8000-0000000000fd' },
    move_online: { p_request: 'ad000000-0000-4000-8000-0000000000fd' },
    put_device_away: { p_device: 'ad000000-0000-4000-8000-0000000000fc' },
  };
  const call = async (persona: Persona, name: string, names: string[]) => {
    expect(
      names.filter((n) => !(n in VALUES)),
      name,
    ).toEqual([]);
    const values = { ...VALUES, ...OTHER_VALUES[name] };
    return clients[persona].rpc(name, Object.fromEntries(names.map((n) => [n, values[n]])));
  };
  const SIGNED_IN = ['create_salon', 'look_at_invitation', 'slug_is_free'];
  /** Of the page on which customers book: for everybody, and null where there is none. */
  const OPEN = ['public_salon', 'public_slots', 'book_online', 'public_booking', 'cancel_online', 'move_online'];
  const OWN_SALON = ['report_user_error']; // by a policy, without a hint
  const ADMIN = /^(admin_|run_health_checks)/;
  /** Strangers may call these. */
  const STRANGERS: Record<string, unknown[]> = {
    look_at_invitation: [200, undefined],
    redeem_password_link: [400, '22023'],
    ...Object.fromEntries(OPEN.map((name) => [name, [200, undefined]])),
  };
  /** Who is signed in may not. */
  const NOBODYS = 'redeem_password_link';
  /** These ask about a code or an id before they ask who calls. */
  const BY_CODE: Record<string, string> = {
    redeem_invitation: 'unknown',
    withdraw_invitation: 'unknown',
    put_device_away: 'device',
  };
  /** What is wrong with the call for an owner, where something is. */
  const REFUSED_TO_OWNER: Record<string, string> = {
    invite: 'resource',
    redeem_invitation: 'unknown',
    withdraw_invitation: 'unknown',
    give_up_salon: 'not_empty',
    set_person_role: 'person',
    link_person: 'person',
    rename_person: 'person',
    leave_salon: 'owner',
    put_device_away: 'device',
    hand_over_salon: 'person',
  };

  it('are served, but for those that no screen calls; these are not there for anybody', async () => {
    expect(closed.map(({ name }) => name).sort()).toEqual(['admin_revoke_sessions', 'admin_withdraw_membership']);
    for (const persona of PERSONAS) {
      for (const { name, arguments: names } of closed) {
        const { status, error } = await call(persona, name, names);
        expect([status, error?.code], `${persona} ${name}`).toEqual([404, 'PGRST202']);
      }
    }
  });

  it('answer 401 to nobody, but for those of strangers, which say what is wrong with the call', async () => {
    for (const { name, arguments: names } of functions) {
      const { status, error } = await call('nobody', name, names);
      expect([status, error?.code], name).toEqual(STRANGERS[name] ?? [401, '42501']);
    }
  });

  it('answer a member of another salon with 403 and the reason', async () => {
    for (const { name, arguments: names } of functions) {
      if ([...SIGNED_IN, ...OPEN].includes(name)) continue;
      const { status, error } = await call('stranger', name, names);
      const hint = [...OWN_SALON, NOBODYS].includes(name) ? null : ADMIN.test(name) ? 'admin' : 'membership';
      const refused = BY_CODE[name] ? [400, 'P0001', BY_CODE[name]] : [403, '42501', hint];
      expect([status, error?.code, error?.hint || null], name).toEqual(refused);
    }
  });

  it('serve an owner, but for those of the administrator; and those the administrator', async () => {
    for (const { name, arguments: names } of functions) {
      if (name === NOBODYS) continue;
      const { status, error } = await call('owner', name, names);
      const hint = ADMIN.test(name) ? 'admin' : REFUSED_TO_OWNER[name];
      expect([status < 300, error?.hint], name).toEqual([hint === undefined, hint]);
      if (ADMIN.test(name)) expect((await call('admin', name, names)).error, name).toBeNull();
    }
  });

  it('answer a batch that is too large with 413', async () => {
    const p_changes = Array.from({ length: 501 }, (_, n) => ({ table: 'clients', id: `c${n}`, doc: {} }));
    const { status, error } = await clients.employee.rpc('push_changes', { p_salon_id: SALON, p_changes });
    expect([status, error?.code]).toEqual([413, 'PT413']);
  });
});

describe('the grants', () => {
  const rights = (sql: TestBackend['sql']) =>
    sql`select count(*)::int as n from pg_class c cross join (values ('anon'), ('authenticated')) r (role)
      where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and (has_table_privilege(r.role, c.oid, 'TRUNCATE')
      or has_table_privilege(r.role, c.oid, 'UPDATE') or (r.role = 'anon' and has_table_privilege(r.role, c.oid, 'SELECT')))`;

  it('still stand after all these requests, although lite by itself gives everything to everybody on the first', async () => {
    expect(await rights(backend.sql)).toEqual([{ n: 0 }]);
    const other = await cloneDatabase({ seed: 'none' });
    const lite = createLite({ databaseUrl: other.url, jwtSecret: 'a-secret-of-tests-that-is-long-enough-for-hs256' });
    Object.assign(lite.connection, { rlsState: 'unknown' }); // as it comes, without our mend
    try {
      expect(await rights(other.sql)).toEqual([{ n: 0 }]);
      const headers = { apikey: PUBLISHABLE_KEY };
      await lite.app.fetch(new Request('http://127.0.0.1/rest/v1/users?select=id', { headers }), { peerAddress: null });
      expect((await rights(other.sql))[0]?.n).toBeGreaterThan(30);
    } finally {
      await lite.connection.close();
      await other.drop();
    }
  });
});
