/** What of lite's REST stands open to the network. Who may go through it, and in which form: tests/database/api/rest-front.test.ts. */
import type { SupabaseClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startBackend, TEST_ACCOUNTS, type TestBackend } from '../../support/test-backend.ts';
import { anonymousClient, signedIn } from '../../support/test-client.ts';

/** In the form of a key that Supabase knows and this server does not. */
const SECRET_KEY = `sb_secret_${'0'.repeat(32)}`;

let backend: TestBackend;
let admin: SupabaseClient;
let token: string;
beforeAll(async () => {
  backend = await startBackend({ seed: 'test' });
  admin = await signedIn(backend.url, TEST_ACCOUNTS.admin.email);
  token = (await admin.auth.getSession()).data.session?.access_token ?? '';
});
afterAll(() => backend.stop());

interface Asked {
  method?: string;
  body?: string;
  headers?: Record<string, string>;
}
const ask = (path: string, { headers, ...more }: Asked = {}) =>
  fetch(`${backend.url}/rest/v1/${path}`, {
    ...more,
    headers: { apikey: backend.publishableKey, authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers },
  });
const said = async (answer: Response) => [answer.status, ((await answer.json()) as { code?: string }).code];

describe('the doors', () => {
  it.each([
    'clients?select=id',
    'clients?select=id,events(*)',
    'events?select=id',
    'sync_heads?select=salon_id',
    '%75sers?select=id',
    'users/?select=id',
    '/users?select=id',
    'users;x?select=id',
    'USERS?select=id',
    'users%00?select=id',
    'users%2f?select=id',
    'users%5c..%5cclients?select=id',
    'ｕsers?select=id',
    'salon_notes/1',
    'auth.users?select=id',
    'private.erasures?select=id',
    'wire.clients?select=id',
    '',
    'rpc',
    'rpc/',
    'rpc%2Fpush_changes',
    'rpc/../users%2f..%2fclients?select=id',
    'rpc/admin_withdraw_membership',
    'rpc/admin_revoke_sessions',
    'rpc/push_changes/',
    'rpc/push_changes%20',
    'rpc/Push_changes',
    'rpc//push_changes',
    'rpc/users?select=id',
  ])('are a list: %s is not there, by any method', async (path) => {
    for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']) {
      const answer = await ask(path, { method, ...(/GET|HEAD/.test(method) ? {} : { body: '{}' }) });
      expect(answer.status, method).toBe(404);
    }
  });

  it.each([
    ['users?select=id', ['HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']],
    ['product_revisions?select=id', ['HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']],
    ['salon_notes?id=eq.1', ['GET', 'HEAD', 'PUT', 'PATCH']],
    ['rpc/help_notices?p_salon_id=1', ['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE']],
  ])('have one method each: %s', async (path, methods) => {
    for (const method of methods) {
      const answer = await ask(path, { method, ...(/GET|HEAD/.test(method) ? {} : { body: '{}' }) });
      expect(answer.status, method).toBe(404);
    }
  });

  it('say of what is not there what PostgREST says', async () => {
    expect(await said(await ask('clients?select=id'))).toEqual([404, 'PGRST205']);
    expect(await said(await ask('rpc/nothing', { method: 'POST', body: '{}' }))).toEqual([404, 'PGRST202']);
    expect(await said(await ask('a/b/c'))).toEqual([404, 'PGRST125']);
  });

  it.each([
    ...[
      'events(*)',
      'id,salons(*)',
      'events%20(%20*%20)',
      'events%28*%29',
      '...salons(*)',
      'alias:salons!inner(*)',
      '*',
      '',
      ',',
    ],
    ...['id::text', 'email-%3Ea', 'a:id', 'id.count()', 'count()', 'id,id', 'id,', '%22id%22', 'password', 'ID', 'id%20'],
  ])('take a select of the names of columns alone: %s is none', async (select) => {
    expect(await said(await ask(`users?select=${select}`))).toEqual([400, 'PGRST100']);
  });

  it('need a select, and a filter where rows are removed; none reads an object out of a filter', async () => {
    await admin.from('salon_notes').insert({ salon_id: 1, note: 'stays' });
    const everyRow = encodeURIComponent('{"$ref":"id"}'); // lite takes it for the column itself
    for (const path of ['salon_notes', `salon_notes?id=eq.${everyRow}`, 'salon_notes?id=not.eq.0', 'salon_notes?id=eq.1&id=eq.2'])
      expect(await said(await ask(path, { method: 'DELETE' })), path).toEqual([400, 'PGRST100']);
    for (const path of ['users', 'users?limit=1', `users?select=id&id=eq.${everyRow}`, 'users?select=id&select=email'])
      expect(await said(await ask(path)), path).toEqual([400, 'PGRST100']);
    expect(await backend.sql`select from salon_notes where note = 'stays'`).toHaveLength(1);
  });

  it('take no list of rows or of arguments, and no other form of a body', async () => {
    const csv = { headers: { 'content-type': 'text/csv' } };
    const body = { salon_id: 1, note: 'from a list' };
    for (const path of ['salon_notes', 'rpc/help_notices']) {
      expect(await said(await ask(path, { method: 'POST', body: JSON.stringify([body]) }))).toEqual([400, 'PGRST102']);
      expect(await said(await ask(path, { method: 'POST', ...csv, body: 'salon_id,note\n1,from a list' }))).toEqual([
        400,
        'PGRST102',
      ]);
    }
    expect(await backend.sql`select from salon_notes where note = 'from a list'`).toHaveLength(0);
  });
});

describe('who is nobody', () => {
  it('reaches no database, which has not been asked since', async () => {
    const nobody = anonymousClient(backend.url);
    await admin.from('users').select('id'); // what lite asks first, once
    const sessions = () => backend.sql<{ at: string }[]>`select coalesce(max(query_start), 'epoch')::text as at
      from pg_stat_activity where usename = 'authenticator' and datname = current_database()`;
    const before = await sessions();
    expect((await nobody.from('users').select('id')).status).toBe(401);
    expect((await nobody.rpc('help_notices', { p_salon_id: 1 })).status).toBe(401);
    const headers = { authorization: `Bearer ${token.slice(0, -3)}abc` };
    expect(await said(await ask('users?select=id', { headers }))).toEqual([401, 'PGRST301']);
    expect((await ask('users?select=id', { headers: { apikey: SECRET_KEY, authorization: '' } })).status).toBe(401);
    expect(await sessions()).toEqual(before);
  });

  it('has had a session that expired: a push of any size is told so, and nothing else', async () => {
    const hasty = await startBackend({ seed: 'test', tokenLifetime: 1 });
    try {
      const client = await signedIn(hasty.url, TEST_ACCOUNTS.owner.email);
      const old = (await client.auth.getSession()).data.session?.access_token;
      const headers = { apikey: hasty.publishableKey, authorization: `Bearer ${old}`, 'content-type': 'application/json' };
      const body = JSON.stringify({ p_salon_id: 1, p_changes: 'x'.repeat(1_000_000) });
      await expect.poll(async () => (await fetch(`${hasty.url}/rest/v1/users?select=id`, { headers })).status).toBe(401);
      const pushed = await fetch(`${hasty.url}/rest/v1/rpc/push_changes`, { method: 'POST', headers, body });
      expect(await said(pushed)).toEqual([401, 'PGRST303']);
    } finally {
      await hasty.stop();
    }
  });
});
