/** What a query may ask of the database over HTTP, how much at once, and as whom. */
import type { SupabaseClient } from '@supabase/supabase-js';
import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { requestLogins } from '#local/postgres/request-logins.ts';
import { rawSocket } from '../../support/raw-socket.ts';
import { startBackend, TEST_ACCOUNTS, TEST_KEYS, type TestBackend } from '../../support/test-backend.ts';
import { anonymousClient, signedIn } from '../../support/test-client.ts';
import { become, withSession } from '../support/database.ts';

let backend: TestBackend;
let owner: SupabaseClient;
let token: string;

beforeAll(async () => {
  backend = await startBackend({ seed: 'test' });
  // Behind doors that there are: one waits for so many seconds, two leave their role, and what is read takes six seconds.
  await backend.sql.unsafe(`
    create or replace function public.admin_find_salons(p_search text) returns jsonb language plpgsql as $$ begin
      perform pg_sleep(p_search::float8); return to_jsonb(1); end $$;
    create or replace function public.admin_error_types() returns jsonb language plpgsql as $$ begin
      execute 'reset role'; execute 'set local role postgres'; return to_jsonb(current_user::text); end $$;
    create or replace function public.help_notices(p_salon_id bigint) returns jsonb language plpgsql as $$ begin
      execute 'reset role'; return to_jsonb(current_user::text); end $$;
    create policy slowly on public.product_revisions as restrictive for select to authenticated
      using ((select pg_sleep(6)::text) is not null);
    insert into product_revisions (salon_id, id, product_id, old_quantity, new_quantity, difference, user_id)
      select salon_id, 'counted', id, 1, 2, 1, 'x' from products where salon_id = 1 limit 1;`);
  owner = await signedIn(backend.url, TEST_ACCOUNTS.owner.email);
  token = (await owner.auth.getSession()).data.session?.access_token ?? '';
});
afterAll(() => backend.stop());

const waitFor = async (seconds: number) => owner.rpc('admin_find_salons', { p_search: String(seconds) });
const slowRead = async () => owner.from('product_revisions').select('id');

const get = (path: string, init: RequestInit = {}) =>
  fetch(`${backend.url}${path}`, {
    ...init,
    headers: { apikey: backend.publishableKey, authorization: `Bearer ${token}`, ...init.headers },
  });

describe('patterns and full text', () => {
  it.each([
    'email=match.x',
    'email=imatch.x',
    'email=not.match.x',
    'email=not.imatch.x',
    'email=match(any).{x,y}',
    'email=imatch(all).{x,y}',
    'email=%6datch.x',
    'email=match%2Ex',
    'email=fts.x',
    'email=fts(english).x',
    'email=not.fts(simple).x',
    'email=plfts.x',
    'email=phfts.x',
    'email=wfts.x',
    'or=(email.match.x,id.eq.1)',
    'or=(id.eq.1,email.not.imatch.x)',
    'and=(id.eq.1,or(email.wfts.x,id.eq.2))',
    'not.or=(email.match.x,id.eq.1)',
    'not.and=(id.eq.1,not.or(id.eq.2,email.fts(english).x))',
    'or=("email".match."x",id.eq.1)',
    'select=id,salons(id)&salons.email=match.x',
    'select=id,salons(id)&salons.or=(email.imatch.x,id.eq.1)',
    'select=id,e:salons(id)&e.email=plfts.x',
  ])('%s is refused with 400', async (query) => {
    const separate = query.startsWith('select') ? '' : 'select=id&';
    const answer = await get(`/rest/v1/users?${separate}${query}`);
    expect(answer.status).toBe(400);
    expect((await get(`/rest/v1/product_revisions?${separate}${query}`)).status).toBe(400);
  });

  it('are refused where rows are added or removed as well, and of what a function returns', async () => {
    const body = JSON.stringify({ salon_id: 1, note: 'x' });
    const headers = { 'content-type': 'application/json' };
    expect((await get('/rest/v1/salon_notes?note=match.x', { method: 'POST', body, headers })).status).toBe(400);
    expect((await get('/rest/v1/salon_notes?note=match.x', { method: 'DELETE' })).status).toBe(400);
    expect((await get('/rest/v1/salon_notes?id=eq.1&note=match.x', { method: 'DELETE' })).status).toBe(400);
    const answer = await get('/rest/v1/rpc/replica_checksums?notes=match.x', {
      method: 'POST',
      body: JSON.stringify({ p_salon_id: 1, p_tables: {} }),
      headers,
    });
    expect(answer.status).toBe(400);
  });

  it('say why', async () => {
    const { error } = await owner.from('users').select('id').filter('email', 'match', 'x');
    expect(error).toMatchObject({ code: 'PGRST100', message: expect.stringContaining('not served') });
  });

  it('as the text of a row or of an argument are a text like any other', async () => {
    const doc = { first_name: 'match.^(a*)', notes: 'fts(english).x $regex' };
    const changes = [{ table: 'clients', id: 'pattern', base_rev: 0, doc }];
    const { data } = await owner.rpc('push_changes', { p_salon_id: 1, p_changes: changes });
    expect(data).toMatchObject({ verdicts: [{ v: 'applied' }] });
    const person = await withSession(backend.sql, TEST_ACCOUNTS.owner);
    const found = await backend.sql.begin(async (sql) => {
      await become(sql, person);
      const equal = await sql`select id from clients where first_name = ${doc.first_name} and notes = ${doc.notes}`;
      return [...equal, ...(await sql`select id from clients where first_name ilike 'MATCH%'`)];
    });
    expect(found).toEqual([{ id: 'pattern' }, { id: 'pattern' }]);
  });
});

describe('what no query is', () => {
  it.each(['order=%00', 'id=eq.%00', '%00=eq.1', 'select=%22', 'select=%22id', 'order=%22', 'or=(', 'select=id,salons('])(
    '%s is answered with 400, and the next query as ever',
    async (query) => {
      expect((await get(`/rest/v1/users?${query}`)).status).toBe(400);
      expect((await get(`/rest/v1/users?select=id&${query}`)).status).toBe(400);
      expect((await owner.from('users').select('id').limit(1)).error).toBeNull();
    },
  );

  it('is one line in the log, in which a console finds nothing to obey', async () => {
    const before = backend.output().length;
    await get('/rest/v1/users?select=id&order=%1b%5b2J%0aMail%20to%20admin');
    await get('/rest/v1/users?select=%22%1b%5b2J%0aForged');
    const headers = { 'content-type': 'application/json' };
    const named = (text: string) => [`{${JSON.stringify(text)}:1}`, JSON.stringify({ p_salon_id: text }), text, `{"${text}`];
    for (const body of named('\u001b[2J\nForged'))
      for (const path of ['rpc/ask_approval_again', 'salon_notes'])
        await get(`/rest/v1/${path}`, { method: 'POST', body, headers });
    const told = backend.output().slice(before);
    expect(told).not.toContain('\u001b');
    expect(told).not.toMatch(/^(Mail|Forged)/m);
  });
});

describe('how much at once', () => {
  /** Statements that run now. */
  const running = async (like: string) => {
    const [busy] = await backend.sql`select count(*)::int as n from pg_stat_activity
      where datname = current_database() and usename = 'authenticator' and query like ${like} and state = 'active'`;
    return busy?.n as number;
  };

  it('is four of ten connections for who burns; others are served meanwhile, also such as were never seen', async () => {
    await Promise.all([waitFor(3), waitFor(3), waitFor(3)]); // one alone, beside many quick ones, makes nobody costly
    const slow = Array.from({ length: 12 }, () => waitFor(3));
    await expect.poll(() => running('%admin_find_salons%')).toBe(4);
    const other = await signedIn(backend.url, TEST_ACCOUNTS.owner2.email);
    expect((await other.rpc('admin_find_salons', { p_search: '0' })).error).toBeNull();
    expect(await running('%admin_find_salons%')).toBeLessThanOrEqual(4);
    expect((await Promise.all(slow)).map(({ status }) => status)).toEqual(Array(12).fill(200));
  });

  it('is a part of the plain reads, however many one begins', async () => {
    const slow = Array.from({ length: 12 }, slowRead);
    await expect.poll(() => running('%"product_revisions"%')).toBeGreaterThanOrEqual(2);
    const other = await signedIn(backend.url, TEST_ACCOUNTS.staff.email);
    expect((await other.from('users').select('id')).error).toBeNull();
    expect(await running('%"product_revisions"%')).toBeLessThan(5);
    expect(new Set((await Promise.all(slow)).map(({ error }) => error?.code))).toEqual(new Set(['57014', '429']));
  });

  it('has an end: who sends more at once than is worked off in ten seconds is told to come back', async () => {
    const headers = { 'content-type': 'application/json' };
    const post = (body: object) => get('/rest/v1/rpc/admin_find_salons', { method: 'POST', body: JSON.stringify(body), headers });
    const answers = await Promise.all(Array.from({ length: 60 }, () => post({ p_search: '2' })));
    const refused = answers.filter((answer) => answer.status === 429);
    expect(refused.length).toBeGreaterThan(0);
    expect(refused[0]?.headers.get('retry-after')).toBe('1');
    expect(answers.every((answer) => [200, 429].includes(answer.status))).toBe(true);
    expect((await owner.from('users').select('id')).error).toBeNull();
  });

  it('ends a plain read sooner than a sync', async () => {
    const { error } = await slowRead();
    expect(error?.code).toBe('57014');
    expect((await waitFor(4.5)).error).toBeNull();
  });

  it('is nothing of who is nobody: they hear so before what they send is read', async () => {
    const headers = `Host: 127.0.0.1\r\napikey: ${backend.publishableKey}\r\nContent-Length: 100000`;
    const raw = await rawSocket(backend.url, `POST /rest/v1/rpc/push_changes HTTP/1.1\r\n${headers}\r\n\r\n{`);
    await expect.poll(() => raw.heard()).toMatch(/^HTTP\/1.1 401 /);
    raw.socket.destroy();
    const body = JSON.stringify({ p_salon_id: 1, p_changes: 'x'.repeat(1_000_000) });
    expect((await get('/rest/v1/rpc/push_changes', { method: 'POST', body, headers: { authorization: '' } })).status).toBe(401);
    const { status } = await anonymousClient(backend.url).rpc('push_changes', { p_salon_id: 1, p_changes: [] });
    expect(status).toBe(401);
  });
});

describe('requests run on a login that is no superuser', () => {
  const login = async () => {
    const asked = { databaseUrl: backend.databaseUrl, secret: TEST_KEYS.jwtSecret, ownCluster: true, log: () => undefined };
    return (await requestLogins(asked)).requests;
  };

  it('so that a statement smuggled into one rises to nothing', async () => {
    expect((await owner.rpc('admin_error_types')).error?.code).toBe('42501');
    expect((await owner.rpc('help_notices', { p_salon_id: 1 })).data).toBe('authenticator');
  });

  it.each([
    'reset role; set role postgres',
    'set session authorization postgres',
    `copy (select 1) to program 'true'`,
    `select pg_read_file('postmaster.pid')`,
    'select * from public.clients',
    'select * from private.erasures',
    'alter table public.clients disable row level security',
    'alter role authenticator superuser',
    'create table public.mine (id int)',
    'drop table auth.users',
  ])('%s is refused to it', async (statement) => {
    const sql = postgres(await login(), { max: 1, onnotice: () => undefined });
    try {
      await expect(sql.unsafe(statement)).rejects.toMatchObject({ code: '42501' });
    } finally {
      await sql.end();
    }
  });

  it('and every connection of the API and of Realtime is one of it, but for the upkeep’s', async () => {
    await Promise.all([owner.from('users').select('id'), waitFor(0)]);
    const rows = await backend.sql`select usename, count(*)::int as n from pg_stat_activity
      where datname = current_database() and application_name = 'postgres.js' group by usename`;
    const counts = Object.fromEntries(rows.map((row) => [row.usename, row.n]));
    expect(counts.authenticator).toBeGreaterThanOrEqual(2);
    expect(counts.supabase_auth_admin).toBeGreaterThanOrEqual(1);
    expect(counts.supabase_realtime_admin).toBeGreaterThanOrEqual(1);
    const [own] = await backend.sql`select count(*)::int as n from pg_stat_activity
      where datname = current_database() and usename = 'postgres' and query ilike '%request.jwt%' and pid <> pg_backend_pid()`;
    expect(own?.n).toBe(0);
  });

  it('whose password is of the data folder, and which is not taken from somebody who has it on another cluster', async () => {
    const told: string[] = [];
    const foreign = { databaseUrl: backend.databaseUrl, secret: 'another data folder', ownCluster: false };
    const owner = backend.databaseUrl;
    expect(await requestLogins({ ...foreign, log: (line) => told.push(line) })).toEqual({
      requests: owner,
      accounts: owner,
      realtime: owner,
    });
    expect(told[0]).toContain('all rights of DATABASE_URL');
    expect(new URL(await login()).password).not.toBe(new URL(backend.databaseUrl).password);
  });
});
