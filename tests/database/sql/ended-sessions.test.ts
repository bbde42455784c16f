/**
 * An access token lives for an hour, its session may end before: by a sign-out from another device, a new password, an
 * administrator, the end of the account. From then on the token is nobody's, on every way to the data.
 */
import { randomUUID } from 'node:crypto';
import type { SupabaseClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { consequenceOf, ServerError } from '#sync/server/server.ts';
import { supabaseServer } from '#sync/server/supabase-server.ts';
import { signedToken } from '../../support/session-token.ts';
import { startBackend, TEST_ACCOUNTS, type TestBackend } from '../../support/test-backend.ts';
import { anonymousClient, signedIn } from '../../support/test-client.ts';
import { become, withSession } from '../support/database.ts';

const SALON = 1;
const PASSWORD = 'a-password-of-their-own';

let backend: TestBackend;
beforeAll(async () => {
  backend = await startBackend({ seed: 'test' });
  await backend.sql`insert into product_revisions (salon_id, id, product_id, old_quantity, new_quantity, difference, user_id)
    select salon_id, 'counted', id, 1, 2, 1, 'x' from products where salon_id = ${SALON} limit 1`;
});
afterAll(() => backend.stop());

/** Somebody who has just come, a member of the story's salon. */
async function newMember(): Promise<string> {
  const email = `${randomUUID()}@greben.test`;
  const { error } = await anonymousClient(backend.url).auth.signUp({ email, password: PASSWORD });
  if (error) throw error;
  await backend.sql`update users set salon_id = ${SALON}, salon_role = 'manager' where email = ${email}`;
  return email;
}

const device = (email: string) => signedIn(backend.url, email, PASSWORD);

async function tokenOf(client: SupabaseClient): Promise<string> {
  const { data } = await client.auth.getSession();
  if (!data.session) throw new Error('nobody is signed in');
  return data.session.access_token;
}

/** The library forgets a token with its session; whoever has taken it does not. */
const askedWith = (token: string) =>
  fetch(`${backend.url}/rest/v1/users?select=id`, {
    headers: { apikey: backend.publishableKey, authorization: `Bearer ${token}` },
  });

/** Every way to the data, each as the app asks it. */
const WAYS: Record<string, (client: SupabaseClient) => PromiseLike<{ status: number; error: unknown; data: unknown }>> = {
  'a pull': (client) => client.rpc('pull_changes', { p_salon_id: SALON }),
  'a push': (client) =>
    client.rpc('push_changes', {
      p_salon_id: SALON,
      p_changes: [{ table: 'clients', id: randomUUID(), base_rev: 0, doc: { first_name: 'Нова' } }],
    }),
  'a look at bookings': (client) => client.rpc('read_events', { p_salon_id: SALON }),
  checksums: (client) => client.rpc('replica_checksums', { p_salon_id: SALON, p_tables: {} }),
  'a new salon': (client) => client.rpc('create_salon', { p_salon: { name_bg: 'x', name_en: 'y' } }),
  'an employee’s password': (client) =>
    client.rpc('set_resource_password', { p_salon_id: SALON, p_resource_id: 'r', p_password: null }),
  'the state of the approval': (client) => client.rpc('approval_state', { p_salon_id: SALON }),
  'the people of the salon': (client) => client.rpc('salon_people', { p_salon_id: SALON }),
  'the open invitations': (client) => client.rpc('invitations', { p_salon_id: SALON }),
  'a report of the device': (client) => client.rpc('report_device', { p_salon_id: SALON, p_device: randomUUID() }),
  'help for an error': (client) => client.rpc('help_notices', { p_salon_id: SALON }),
  'a report of an error': (client) =>
    client.rpc('report_user_error', {
      p_id: randomUUID(),
      p_salon_id: SALON,
      p_created_at: new Date().toISOString(),
      p_error_type: 'E',
      p_error_message: 'x',
    }),
  'the own account': (client) => client.from('users').select('id'),
  'counts of stock': (client) => client.from('product_revisions').select('id'),
  'a figure of the administrator': (client) => client.rpc('admin_dashboard', { p_zone: 'UTC' }),
};

async function saysSessionEnded(client: SupabaseClient): Promise<void> {
  for (const [way, ask] of Object.entries(WAYS)) {
    const { status, error, data } = await ask(client);
    expect({ status, error, data }, way).toMatchObject({
      status: 401,
      error: { code: 'PT401', hint: 'signed-out' },
      data: null,
    });
  }
}
/** But for the administrator's, which answers a member with a refusal of its own. */
async function isServed(client: SupabaseClient): Promise<void> {
  for (const [way, ask] of Object.entries(WAYS)) {
    const { status } = await ask(client);
    if (way === 'a figure of the administrator') expect(status).toBe(403);
    else expect(status, way).toBeLessThan(300);
  }
}

/** By whom sessions end, and whether the one that did it goes on. */
const ENDS: [what: string, end: (by: SupabaseClient, email: string) => Promise<unknown>, stays: boolean][] = [
  ['sign-out everywhere', (by) => by.auth.signOut({ scope: 'global' }), false],
  ['sign-out of the other devices', (by) => by.auth.signOut({ scope: 'others' }), true],
  ['a new password', (by) => by.auth.updateUser({ password: `${PASSWORD}!` }), true],
  ['the administrator', (_, email) => revokedByAdministrator(email), false],
  ['the end of the account', (_, email) => backend.sql`delete from auth.users where email = ${email}`, false],
];
/** In SQL: no screen of ours does it, so that it has no door (rest-routes.ts). */
async function revokedByAdministrator(email: string): Promise<void> {
  const admin = await withSession(backend.sql, TEST_ACCOUNTS.admin);
  await backend.sql.begin(async (sql) => {
    await become(sql, admin);
    await sql`select admin_revoke_sessions((select id from users where email = ${email}))`;
  });
}

describe('a token whose session has ended reads and writes nothing', () => {
  it.each(ENDS)('by %s', async (_, end, stays) => {
    const email = await newMember();
    const [stolen, own] = await Promise.all([device(email), device(email)]);
    const token = await tokenOf(own);
    await isServed(stolen);
    const before = await backend.sql`select count(*) as n from clients where salon_id = ${SALON}`;
    await end(own, email);
    await saysSessionEnded(stolen);
    expect((await askedWith(token)).status).toBe(stays ? 200 : 401);
    expect(await backend.sql`select count(*) as n from clients where salon_id = ${SALON}`).toEqual(before);
  });

  it('by its own sign-out, and no other device’s with it', async () => {
    const email = await newMember();
    const [leaving, other] = await Promise.all([device(email), device(email)]);
    const token = await tokenOf(leaving);
    await leaving.auth.signOut({ scope: 'local' });
    const answer = await askedWith(token);
    expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([401, 'PT401']);
    await isServed(other);
  });

  it('by a limit of its time, which hosted Supabase can set', async () => {
    const email = await newMember();
    const client = await device(email);
    await backend.sql`update auth.sessions s set not_after = now() - interval '1 second'
      from auth.users u where u.id = s.user_id and u.email = ${email}`;
    await saysSessionEnded(client);
  });

  it('and one that names no session, or another’s, is nobody’s', async () => {
    const email = await newMember();
    await device(email);
    const [{ id: foreign } = {}] = await backend.sql`
      select s.id from auth.sessions s join auth.users u on u.id = s.user_id where u.email = ${email}`;
    for (const session_id of [undefined, randomUUID(), foreign]) {
      const token = await signedToken({ sub: TEST_ACCOUNTS.owner.id, ...(session_id ? { session_id } : {}) });
      expect((await askedWith(token)).status, String(session_id)).toBe(401);
    }
  });
});

it('tells the device that it is signed out, and so does the renewal that it then asks for', async () => {
  const email = await newMember();
  const [tablet, desk] = await Promise.all([device(email), device(email)]);
  const { data } = await tablet.auth.getSession();
  await desk.auth.signOut({ scope: 'others' });
  const server = supabaseServer(tablet);
  const failed = await server.pull(SALON, {}, 100, null, new AbortController().signal).catch((error: unknown) => error);
  expect(failed).toBeInstanceOf(ServerError);
  expect(consequenceOf(failed as ServerError)).toBe('signed-out');
  const { error } = await tablet.auth.refreshSession({ refresh_token: data.session?.refresh_token ?? '' });
  expect(error).toMatchObject({ status: 400, code: 'refresh_token_not_found' });
});

it('hears nothing more on a channel that it joined before, and joins none', async () => {
  const email = await newMember();
  const [stolen, own] = await Promise.all([device(email), device(email)]);
  await stolen.realtime.setAuth(await tokenOf(stolen));
  const channelOf = () => stolen.channel(`salon:${SALON}`, { config: { private: true } });
  const channel = channelOf();
  const heard: unknown[] = [];
  channel.on('broadcast', { event: 'change' }, (message) => heard.push(message));
  const closed = new Promise<string>((resolve) => channel.on('system', {}, ({ message }) => resolve(String(message))));
  const joined = (joining: typeof channel) => new Promise<string>((resolve) => joining.subscribe((status) => resolve(status)));
  expect(await joined(channel)).toBe('SUBSCRIBED');
  await own.auth.signOut({ scope: 'others' });
  await backend.sql`update sync_heads set rev = rev + 1 where salon_id = ${SALON}`;
  expect(await closed).toContain('do not have permissions');
  expect(heard).toEqual([]);
  await stolen.removeAllChannels();
  expect(await joined(channelOf())).toBe('CHANNEL_ERROR');
  await stolen.removeAllChannels();
});
