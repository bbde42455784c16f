/** Whoever calls a function with what it cannot take is told so: a wrong call is the caller's fault, and no failure of the server. */
import type { SupabaseClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { REST_ROUTES } from '#local/api/rest-routes.ts';
import { startBackend, TEST_ACCOUNTS, type TestBackend } from '../../support/test-backend.ts';
import { signedIn } from '../../support/test-client.ts';
import { become, refusal, withSession } from '../support/database.ts';

const PEOPLE = ['owner', 'admin', 'newcomer'] as const;
type Name = (typeof PEOPLE)[number];
let backend: TestBackend;
let people: Record<Name, SupabaseClient>;
let functions: ReadonlyMap<string, { names: string[]; types: string[] }>;
/** The functions that have a door, but for one that is the strangers' own. */
const SERVED = REST_ROUTES.flatMap(({ path }) => /^rpc\/(?!redeem_password_link$)(.+)/.exec(path)?.[1] ?? []);

beforeAll(async () => {
  backend = await startBackend({ seed: 'test' });
  const [owner, admin, newcomer] = await Promise.all(PEOPLE.map((name) => signedIn(backend.url, TEST_ACCOUNTS[name].email)));
  people = { owner, admin, newcomer } as Record<Name, SupabaseClient>;
  const found = await backend.sql<{ name: string; names: string[] | null; types: string[] }[]>`
    select p.proname as name, p.proargnames as names,
      array(select format_type(t, null) from unnest(p.proargtypes) with ordinality as x (t, n) order by n) as types
    from pg_proc p where p.pronamespace = 'public'::regnamespace and has_function_privilege('authenticated', p.oid, 'EXECUTE')`;
  functions = new Map(found.map(({ name, names, types }) => [name, { names: names ?? [], types }]));
});
afterAll(() => backend.stop());

const LONG = 'я'.repeat(20_000);
/** As JSON can say them; the database takes some of them. */
const ABSURD: Readonly<Record<string, readonly unknown[]>> = {
  bigint: [null, -1, 0, '9223372036854775807', '9223372036854775808', 1e300, 1.5, 'x', '', {}, []],
  integer: [null, -1, 0, 2147483647, 2147483648, 1.5, 'x', {}],
  text: [null, '', 'x', LONG, 'Mars/Phobos', '%_\\', -1, {}, ['a']],
  'text[]': [null, [], ['x'], [null], [['a'], ['b']], 'x', '{x', {}, 1, [LONG]],
  date: [null, '', 'x', 'infinity', '-infinity', '0001-01-01', '5874897-12-31', 1e300, {}],
  boolean: [null, 'x', 2, {}],
  uuid: [null, '', 'x', '00000000-0000-0000-0000-000000000000', 1],
  'timestamp with time zone': [
    null,
    '',
    'x',
    'infinity',
    '-infinity',
    '294276-12-31T23:59:59Z',
    '4713-01-01T00:00:00Z BC',
    1e300,
    {},
  ],
  jsonb: [
    ...[null, 1, 'x', true, [], {}, [null], [[]], ['x'], [{}], [{ table: 'clients' }], [{ table: {}, id: 1, doc: [] }]],
    ...[[{ table: 'clients', id: 'a', base_rev: 'x', doc: {} }], [{ table: 'events', id: 'a', base_rev: 1e300, doc: {} }]],
    ...[
      { clients: null },
      { clients: 'x' },
      { clients: ['x', 1] },
      { clients: [1e300, 'a'] },
      { clients: [-1, null] },
      { nothing: {} },
    ],
    ...[{ clients: { columns: null } }, { clients: { columns: 'x' } }, { clients: { columns: ['nothing'] } }],
    ...[{ events: { columns: ['id'], from: 'x' } }, { horizon_rev: 'x' }, { horizon_rev: 1e300 }],
    ...[{ api: 'x' }, { api: { ok: 'x' } }, { api: { ok: true, ms: 1e300 } }, { storage: { ms: 'x' } }],
    ...[{ name_bg: {} }, { name_bg: LONG }, { timezone: 'x' }, { interval_calendar: 1e300 }, { no_show_policy: 1e300 }],
  ],
};
/** Of a call that is right but for one argument. */
const USUAL: Readonly<Record<string, unknown>> = {
  ...{ bigint: 1, integer: 1, text: 'approved', boolean: true, uuid: '11111111-1111-4111-8111-111111111111', jsonb: {} },
  ...{ 'text[]': ['x'], date: '2026-11-18' },
  'timestamp with time zone': '2026-11-18T10:00:00Z',
};

/** Calls of a person at once; more would wait for each other. */
const AT_ONCE = 4;

type Called = { status: number; code: string | undefined; call: string };

async function called(who: Name, name: string, args: Record<string, unknown>): Promise<Called> {
  const { status, error } = await people[who].rpc(name, args);
  return { status, code: error?.code, call: `${who}: ${name}(${JSON.stringify(args).slice(0, 200)})` };
}

describe('a wrong call', () => {
  it.each(SERVED)('of %s, with any one argument absurd or all of them left empty, is never answered with 5xx', async (name) => {
    const { names, types } = functions.get(name) as { names: string[]; types: string[] };
    const usual = Object.fromEntries(names.map((arg, at) => [arg, USUAL[types[at] ?? '']]));
    const empty = Object.fromEntries(names.map((arg) => [arg, null]));
    const wrong = names.flatMap((arg, at) => {
      const absurd = ABSURD[types[at] ?? ''];
      if (!absurd) throw new Error(`no absurd ${types[at]} yet`);
      return absurd.map((value) => ({ ...usual, [arg]: value }));
    });
    const answers = await Promise.all(PEOPLE.flatMap((who) => [called(who, name, usual), called(who, name, empty)]));
    // Whom it refuses whatever they ask, it refuses before it looks.
    const served = PEOPLE.filter((_, at) => answers[at * 2]?.status !== 403);
    expect(served).not.toEqual([]);
    for (let at = 0; at < wrong.length; at += AT_ONCE) {
      const some = wrong.slice(at, at + AT_ONCE).flatMap((args) => served.map((who) => called(who, name, args)));
      answers.push(...(await Promise.all(some)));
    }
    const failed = answers.filter(({ status }) => status < 200 || status >= 500);
    expect(failed.map(({ status, code, call }) => `${status} ${code} ${call}`)).toEqual([]);
  });

  const NOBODY = '22222222-2222-4222-8222-222222222222';
  it.each<[name: string, args: Record<string, unknown>, status: number, code: string]>([
    ['admin_dashboard', { p_zone: null }, 400, '22023'],
    ['admin_dashboard', { p_zone: 'Mars/Phobos' }, 400, '22023'],
    ['admin_health_days', { p_salon_id: 1, p_zone: null }, 400, '22023'],
    ['admin_decide_approval', { p_approval_id: 0, p_status: 'approved' }, 404, 'PT404'],
    ['admin_decide_approval', { p_approval_id: null, p_status: 'approved' }, 404, 'PT404'],
    ['admin_decide_approval', { p_approval_id: 1, p_status: null }, 400, '22023'],
    [
      'admin_set_salon_status',
      { p_salon_id: 0, p_status: 'approved', p_reason: '', p_seen_id: null, p_seen_status: 'pending' },
      404,
      'PT404',
    ],
    ['admin_add_help', { p_error_id: NOBODY }, 404, 'PT404'],
  ])('of an administrator is refused and says why: %s(%o)', async (name, args, status, code) => {
    expect(await called('admin', name, args)).toMatchObject({ status, code });
  });

  it.each([
    ['admin_withdraw_membership', NOBODY],
    ['admin_withdraw_membership', null],
    ['admin_revoke_sessions', NOBODY],
  ])('of an administrator in SQL, for which there is no door, is refused and says why: %s(%s)', async (name, id) => {
    const admin = await withSession(backend.sql, TEST_ACCOUNTS.admin);
    const call = backend.sql.begin(async (sql) => {
      await become(sql, admin);
      await sql`select ${sql(name)}(${id}::uuid)`;
    });
    expect((await refusal(call)).code).toBe('PT404');
  });
});
