import { createHmac } from 'node:crypto';
import type { SupabaseClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { become, refusal, withSession } from '../database/support/database.ts';
import { startBackend, TEST_ACCOUNTS, type TestBackend } from './test-backend.ts';
import { anonymousClient, signedIn } from './test-client.ts';

let backend: TestBackend;
let owner: SupabaseClient;
beforeAll(async () => {
  backend = await startBackend({ seed: 'test' });
  owner = await signedIn(backend.url, TEST_ACCOUNTS.owner.email);
});
afterAll(() => backend.stop());

const newClient = (id: string, doc: Record<string, unknown> = {}) => ({ table: 'clients', id, base_rev: 0, doc });
const push = (client: SupabaseClient, salon: number, changes: unknown[]) =>
  client.rpc('push_changes', { p_salon_id: salon, p_changes: changes });
const request = (path: string, init: RequestInit = {}) =>
  fetch(`${backend.url}${path}`, { ...init, headers: { apikey: backend.publishableKey, ...init.headers } });

describe('what a client may not do, over HTTP', () => {
  it('refuses a forged change of the own role and salon', async () => {
    const before = await backend.sql`select role, salon_id from public.users where id = ${TEST_ACCOUNTS.owner.id}`;
    const person = await withSession(backend.sql, TEST_ACCOUNTS.owner);
    for (const forged of [{ role: 'admin' }, { salon_id: 2 }]) {
      const { error, status } = await owner.from('users').update(forged).eq('id', TEST_ACCOUNTS.owner.id);
      expect([status, error?.code]).toEqual([404, 'PGRST205']); // there is no such door, and behind it no such right
      const inSql = backend.sql.begin(async (sql) => {
        await become(sql, person);
        await sql`update users set ${sql(forged)} where id = ${TEST_ACCOUNTS.owner.id}`;
      });
      expect((await refusal(inSql)).code).toBe('42501');
    }
    expect(await backend.sql`select role, salon_id from public.users where id = ${TEST_ACCOUNTS.owner.id}`).toEqual(before);
  });

  it('keeps the revokes of the migrations after the first requests: lite grants nothing behind our back', async () => {
    const [rights] = await backend.sql`select has_table_privilege('authenticated', 'public.users', 'update') as own,
      has_table_privilege('anon', 'public.clients', 'select') as anon,
      has_table_privilege('authenticated', 'public.clients', 'delete') as remove`;
    expect(rights).toEqual({ own: false, anon: false, remove: false });
    expect((await anonymousClient(backend.url).from('users').select('id')).status).toBe(401);
    const inSql = backend.sql.begin(async (sql) => {
      await become(sql, null);
      await sql`select * from clients`;
    });
    expect((await refusal(inSql)).code).toBe('42501');
  });

  it('takes no token that is signed with another secret', async () => {
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const claims = { sub: TEST_ACCOUNTS.admin.id, role: 'service_role', exp: Math.floor(Date.now() / 1000) + 60 };
    const unsigned = `${part({ alg: 'HS256', typ: 'JWT' })}.${part(claims)}`;
    const token = `${unsigned}.${createHmac('sha256', 'another secret').update(unsigned).digest('base64url')}`;
    const answer = await request('/rest/v1/users?select=id', { headers: { authorization: `Bearer ${token}` } });
    expect(answer.status).toBe(401);
  });

  it('says to a stranger of the salon that it is the membership', async () => {
    const { error, status } = await push(owner, 2, [newClient('client-forged')]);
    expect([status, error?.code, error?.hint]).toEqual([403, '42501', 'membership']);
  });
});

describe('errors of the database come as PostgREST sends them', () => {
  it('answers a failed check with 400 and its SQLSTATE', async () => {
    const admin = await signedIn(backend.url, TEST_ACCOUNTS.admin.email);
    const { error, status } = await admin.from('salon_notes').insert({ salon_id: 1, note: ' ' });
    expect([status, error?.code]).toEqual([400, '23514']);
  });

  it('answers raised exceptions, exclusions and time-outs with their statuses, codes and hints', async () => {
    await backend.sql`create or replace function public.admin_find_salons(p_search text) returns jsonb language plpgsql as $$
      begin raise exception 'on purpose' using errcode = p_search, hint = 'a hint', detail = 'a detail'; end $$`;
    const fail = (state: string) => owner.rpc('admin_find_salons', { p_search: state });
    const expected = { P0001: 400, '23P01': 400, '57014': 500, PT409: 409, '40P01': 500, '23503': 409 };
    for (const [state, status] of Object.entries(expected)) {
      const answer = await fail(state);
      expect([answer.status, answer.error?.code, answer.error?.message]).toEqual([status, state, 'on purpose']);
    }
    const { error } = await fail('P0001');
    expect([error?.hint, error?.details]).toEqual(['a hint', 'a detail']);
  });
});

describe('the server around lite', () => {
  it('refuses a body that no salon sends', async () => {
    const body = JSON.stringify({ p_salon_id: 1, p_changes: 'x'.repeat(9 * 1024 * 1024) });
    const { data } = await owner.auth.getSession();
    const headers = { authorization: `Bearer ${data.session?.access_token}` };
    const answer = await request('/rest/v1/rpc/push_changes', { method: 'POST', body, headers });
    expect(answer.status).toBe(413);
  });

  it('says from a real write that storage works', async () => {
    expect(await (await request('/storage/v1/status')).json()).toEqual({ status: 'ok' });
  });

  it('lets a page of its own read the error code', async () => {
    const failed = await request('/auth/v1/token?grant_type=password', { method: 'POST', body: '{}' });
    expect(failed.headers.get('access-control-expose-headers')).toContain('X-Sb-Error-Code');
  });

  it('does not show other files or lite’s own pages to anybody', async () => {
    const paths = [
      ...['/rest/v1', '/rest/v1/', '/auth/v1', '/auth/v1/other', '/storage/v1', '/storage/v1/', '/storage/v1/object/x'],
      ...['/storage/v1/bucket', '/storage/v1/status/', '/storage/v1/%73tatus', '/realtime/v1', '/realtime/v1/other'],
      ...['/realtime/v1/websocket', '/realtime/v1/api/broadcast', '/realtime/v1/api/tenants', '/realtime/v1/api/ping'],
    ];
    const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'];
    for (const path of paths)
      for (const method of methods) {
        const body = /GET|HEAD/.test(method) ? {} : { body: '{"messages":[{"topic":"salon:1","event":"change","payload":{}}]}' };
        expect((await request(path, { method, ...body })).status, `${method} ${path}`).toBe(404);
      }
  });
});

describe('the life of the server', () => {
  it('goes on with the same accounts and sessions after a kill -9', async () => {
    const client = await signedIn(backend.url, TEST_ACCOUNTS.staff.email);
    expect((await push(client, 1, [newClient('client-before-kill', { first_name: 'Преди' })])).error).toBeNull();
    await backend.kill();
    await expect(fetch(backend.url)).rejects.toThrow();
    await backend.restart();
    const { data } = await client.from('users').select('email, salon_id').maybeSingle();
    expect(data).toEqual({ email: TEST_ACCOUNTS.staff.email, salon_id: 1 });
    expect(await backend.sql`select first_name from public.clients where id = 'client-before-kill'`).toHaveLength(1);
  });

  it('makes the first sign-up of an empty database the administrator', async () => {
    const empty = await startBackend({ seed: 'none' });
    try {
      for (const email of ['first@greben.test', 'second@greben.test']) {
        expect((await anonymousClient(empty.url).auth.signUp({ email, password: 'a-password' })).error).toBeNull();
      }
      const roles = await empty.sql`select email, role from public.users order by created_at`;
      expect(roles.map((row) => row.role)).toEqual(['admin', 'employee']);
    } finally {
      await empty.stop();
    }
  });

  it('slows down who guesses a password, and nobody else', async () => {
    const guarded = await startBackend({ seed: 'test', signInAttempts: 3 });
    try {
      const wrong = () =>
        signedIn(guarded.url, TEST_ACCOUNTS.owner.email, 'wrong-password').catch((e: { status?: number }) => e.status);
      expect([await wrong(), await wrong(), await wrong(), await wrong()]).toEqual([400, 400, 400, 429]);
      await signedIn(guarded.url, TEST_ACCOUNTS.staff.email);
    } finally {
      await guarded.stop();
    }
  });

  it('gives tokens the lifetime that was asked for', async () => {
    const hasty = await startBackend({ seed: 'test', tokenLifetime: 5 });
    try {
      const client = await signedIn(hasty.url, TEST_ACCOUNTS.owner.email);
      expect((await client.auth.getSession()).data.session?.expires_in).toBe(5);
    } finally {
      await hasty.stop();
    }
  });
});
