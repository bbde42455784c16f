/** What a query may ask of the database over HTTP, how much at once, and as whom. */
import type { SupabaseClient } from '@supabase/supabase-js';
import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { requestLogins } from '../../supabase/local/request-role.ts';
import { startBackend, TEST_ACCOUNTS, TEST_KEYS, type TestBackend } from '../support/test-backend.ts';
import { anonymousClient, signedIn } from '../support/test-client.ts';

let backend: TestBackend;
let owner: SupabaseClient;
let token: string;

beforeAll(async () => {
  backend = await startBackend({ seed: 'test' });
  // Before the first request: what there is, is read once.
  await backend.sql.unsafe(`
    create function public.wait_for(seconds float8) returns int language plpgsql as $$ begin perform pg_sleep(seconds); return 1; end $$;
    create function public.rise() returns text language plpgsql as $$ begin
      execute 'reset role'; execute 'set local role postgres'; return current_user; end $$;
    create function public.leave_role() returns text language plpgsql as $$ begin execute 'reset role'; return current_user; end $$;
    create view public.slow as select 1 as id, pg_sleep(6)::text as slept;
    grant select on public.slow to authenticated;`);
  owner = await signedIn(backend.url, TEST_ACCOUNTS.owner.email);
  token = (await owner.auth.getSession()).data.session?.access_token ?? '';
});
afterAll(() => backend.stop());

const get = (path: string, init: RequestInit = {}) =>
  fetch(`${backend.url}${path}`, {
    ...init,
    headers: { apikey: backend.publishableKey, authorization: `Bearer ${token}`, ...init.headers },
  });

describe('patterns and full text', () => {
  it.each([
    'notes=match.x',
    'notes=imatch.x',
    'notes=not.match.x',
    'notes=not.imatch.x',
    'notes=match(any).{x,y}',
    'notes=imatch(all).{x,y}',
    'notes=%6datch.x',
    'notes=match%2Ex',
    'notes=fts.x',
    'notes=fts(english).x',
    'notes=not.fts(simple).x',
    'notes=plfts.x',
    'notes=phfts.x',
    'notes=wfts.x',
    'or=(notes.match.x,id.eq.1)',
    'or=(id.eq.1,notes.not.imatch.x)',
    'and=(id.eq.1,or(notes.wfts.x,id.eq.2))',
    'not.or=(notes.match.x,id.eq.1)',
    'not.and=(id.eq.1,not.or(id.eq.2,notes.fts(english).x))',
    'or=("notes".match."x",id.eq.1)',
    'select=id,events(id)&events.notes=match.x',
    'select=id,events(id)&events.or=(notes.imatch.x,id.eq.1)',
    'select=id,e:events(id)&e.notes=plfts.x',
  ])('%s is refused with 400', async (query) => {
    const separate = query.startsWith('select') ? '' : 'select=id&';
    const answer = await get(`/rest/v1/clients?${separate}${query}`);
    expect(answer.status).toBe(400);
  });

  it('are refused where rows are changed or removed as well, and of what a function returns', async () => {
    const body = JSON.stringify({ notes: 'x' });
    const headers = { 'content-type': 'application/json' };
    expect((await get('/rest/v1/clients?notes=match.x', { method: 'PATCH', body, headers })).status).toBe(400);
    expect((await get('/rest/v1/clients?notes=match.x', { method: 'DELETE' })).status).toBe(400);
    const answer = await get('/rest/v1/rpc/replica_checksums?notes=match.x', {
      method: 'POST',
      body: JSON.stringify({ p_salon_id: 1, p_tables: {} }),
      headers,
    });
    expect(answer.status).toBe(400);
  });

  it('say why', async () => {
    const { error } = await owner.from('clients').select('id').filter('notes', 'match', 'x');
    expect(error).toMatchObject({ code: 'PGRST100', message: expect.stringContaining('not served') });
  });

  it('as the text of a row or of an argument are a text like any other', async () => {
    const doc = { first_name: 'match.^(a*)', notes: 'fts(english).x $regex' };
    const changes = [{ table: 'clients', id: 'pattern', base_rev: 0, doc }];
    const { data } = await owner.rpc('push_changes', { p_salon_id: 1, p_changes: changes });
    expect(data).toMatchObject({ verdicts: [{ v: 'applied' }] });
    const { data: found, error } = await owner.from('clients').select('id').eq('first_name', 'match.^(a*)');
    expect([found, error]).toEqual([[{ id: 'pattern' }], null]);
    expect((await owner.from('clients').select('id').ilike('first_name', 'MATCH%')).data).toEqual([{ id: 'pattern' }]);
  });
});

describe('what no query is', () => {
  it.each(['order=%00', 'notes=eq.%00', '%00=eq.1', 'select=%22', 'select=%22id', 'order=%22', 'or=(', 'select=id,events('])(
    '%s is answered with 400, and the next query as ever',
    async (query) => {
      expect((await get(`/rest/v1/clients?${query}`)).status).toBe(400);
      expect((await owner.from('clients').select('id').limit(1)).error).toBeNull();
    },
  );

  it('is one line in the log, in which a console finds nothing to obey', async () => {
    const before = backend.output().length;
    await get('/rest/v1/clients?select=id&order=%1b%5b2J%0aMail%20to%20admin');
    await get('/rest/v1/clients?select=%22%1b%5b2J%0aForged');
    const told = backend.output().slice(before);
    expect(told).not.toContain('\u001b');
    expect(told).not.toMatch(/^(Mail|Forged)/m);
  });
});

describe('how much at once', () => {
  const waitsFor = (seconds: number) =>
    get('/rest/v1/rpc/wait_for', {
      method: 'POST',
      body: JSON.stringify({ seconds }),
      headers: { 'content-type': 'application/json' },
    });
  /** Statements that run now. */
  const running = async (like: string) => {
    const [busy] = await backend.sql`select count(*)::int as n from pg_stat_activity
      where datname = current_database() and usename = 'authenticator' and query like ${like} and state = 'active'`;
    return busy?.n as number;
  };

  it('is four of ten connections for who burns; others are served meanwhile, also such as were never seen', async () => {
    await waitsFor(3); // from now on they are known for it
    const slow = Array.from({ length: 12 }, () => waitsFor(3));
    await expect.poll(() => running('%wait_for%')).toBe(4);
    const other = await signedIn(backend.url, TEST_ACCOUNTS.owner2.email);
    expect((await other.rpc('wait_for', { seconds: 0 })).error).toBeNull();
    expect(await running('%wait_for%')).toBeLessThanOrEqual(4);
    expect((await Promise.all(slow)).map(({ status }) => status)).toEqual(Array(12).fill(200));
  });

  it('is a part of the plain reads, however many one begins', async () => {
    const slow = Array.from({ length: 12 }, async () => owner.from('slow').select('slept'));
    await expect.poll(() => running('%"slow"%')).toBeGreaterThanOrEqual(2);
    const other = await signedIn(backend.url, TEST_ACCOUNTS.staff.email);
    expect((await other.from('users').select('id')).error).toBeNull();
    expect(await running('%"slow"%')).toBeLessThan(5);
    expect(new Set((await Promise.all(slow)).map(({ error }) => error?.code))).toEqual(new Set(['57014', '429']));
  });

  it('has an end: who sends more at once than is worked off in ten seconds is told to come back', async () => {
    const answers = await Promise.all(Array.from({ length: 60 }, () => waitsFor(2)));
    const refused = answers.filter((answer) => answer.status === 429);
    expect(refused.length).toBeGreaterThan(0);
    expect(refused[0]?.headers.get('retry-after')).toBe('1');
    expect(answers.every((answer) => [200, 429].includes(answer.status))).toBe(true);
    expect((await owner.from('users').select('id')).error).toBeNull();
  });

  it('ends a plain read sooner than a sync', async () => {
    const { error } = await owner.from('slow').select('slept');
    expect(error?.code).toBe('57014');
    expect((await owner.rpc('wait_for', { seconds: 4.5 })).error).toBeNull();
  });

  it('is 64 KB of who is nobody', async () => {
    const body = JSON.stringify({ p_salon_id: 1, p_changes: 'x'.repeat(100_000) });
    const headers = { 'content-type': 'application/json', authorization: '' };
    expect((await get('/rest/v1/rpc/push_changes', { method: 'POST', body, headers })).status).toBe(413);
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
    expect((await owner.rpc('rise')).error?.code).toBe('42501');
    expect((await owner.rpc('leave_role')).data).toBe('authenticator');
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
    await Promise.all([owner.from('users').select('id'), owner.rpc('wait_for', { seconds: 0 })]);
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
