import { once } from 'node:events';
import type { RealtimeChannel, SupabaseClient } from '@supabase/supabase-js';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { tokenOf } from '../../support/session-token.ts';
import { startBackend, TEST_ACCOUNTS, type TestBackend } from '../../support/test-backend.ts';
import { anonymousClient, signedIn } from '../../support/test-client.ts';

let backend: TestBackend;
const clients: SupabaseClient[] = [];
beforeAll(async () => {
  backend = await startBackend({ seed: 'test' });
});
afterAll(() => backend.stop());
afterEach(async () => {
  for (const client of clients.splice(0)) await client.removeAllChannels();
});

async function device(email: string, at: TestBackend = backend): Promise<SupabaseClient> {
  const client = await signedIn(at.url, email);
  await client.realtime.setAuth((await client.auth.getSession()).data.session?.access_token ?? null);
  clients.push(client);
  return client;
}

const channelOf = (client: SupabaseClient, topic: string) => client.channel(topic, { config: { private: true } });

/** The first state that is final for the question. */
function joined(channel: RealtimeChannel): Promise<string> {
  return new Promise((resolve) => {
    channel.subscribe((status) => resolve(status));
  });
}

const nextPoke = (channel: RealtimeChannel) =>
  new Promise<{ rev: number }>((resolve) => {
    channel.on('broadcast', { event: 'change' }, ({ payload }) => resolve(payload as { rev: number }));
  });

it('pokes the other device of the salon once a push has committed', async () => {
  const [tablet, desk] = [await device(TEST_ACCOUNTS.owner.email), await device(TEST_ACCOUNTS.staff.email)];
  const channel = channelOf(desk, 'salon:1');
  const poke = nextPoke(channel);
  expect(await joined(channel)).toBe('SUBSCRIBED');
  const change = { table: 'clients', id: 'client-poked', base_rev: 0, doc: { first_name: 'Нова' } };
  const { data } = await tablet.rpc('push_changes', { p_salon_id: 1, p_changes: [change] });
  const [verdict] = (data as { verdicts: { v: string; rev: number }[] }).verdicts;
  expect(verdict?.v).toBe('applied');
  expect((await poke).rev).toBe(verdict?.rev);
});

it('lets nobody hear another salon, and no stranger hear anything', async () => {
  expect(await joined(channelOf(await device(TEST_ACCOUNTS.owner2.email), 'salon:1'))).toBe('CHANNEL_ERROR');
  expect(await joined(channelOf(await device(TEST_ACCOUNTS.newcomer.email), 'salon:1'))).toBe('CHANNEL_ERROR');
  const stranger = anonymousClient(backend.url);
  clients.push(stranger);
  expect(await joined(channelOf(stranger, 'salon:1'))).toBe('CHANNEL_ERROR');
});

it('lets nobody of the salon send a poke of their own', async () => {
  const [one, other] = [await device(TEST_ACCOUNTS.owner.email), await device(TEST_ACCOUNTS.staff.email)];
  const [speaker, listener] = [channelOf(one, 'salon:1'), channelOf(other, 'salon:1')];
  const heard = nextPoke(listener);
  await Promise.all([joined(speaker), joined(listener)]);
  await speaker.send({ type: 'broadcast', event: 'change', payload: { rev: 999_999 } });
  const [{ rev } = { rev: 0 }] = await backend.sql<{ rev: number }[]>`
    update public.sync_heads set rev = rev + 1 where salon_id = 1 returning rev::int`;
  expect((await heard).rev).toBe(rev);
});

it('asks the policy again when a token is refreshed: a removed member is put out', async () => {
  const client = await device(TEST_ACCOUNTS.staff.email);
  const channel = channelOf(client, 'salon:1');
  expect(await joined(channel)).toBe('SUBSCRIBED');
  const closed = new Promise<string>((resolve) => channel.on('system', {}, (message) => resolve(String(message.message))));
  await backend.sql`update public.users set salon_id = null where id = ${TEST_ACCOUNTS.staff.id}`;
  await client.realtime.setAuth(await tokenOf(backend.sql, TEST_ACCOUNTS.staff.id));
  try {
    expect(await closed).toContain('do not have permissions');
  } finally {
    await backend.sql`update public.users set salon_id = 1, salon_role = 'staff' where id = ${TEST_ACCOUNTS.staff.id}`;
  }
});

it('puts a channel out when its token expires', async () => {
  const hasty = await startBackend({ seed: 'test', tokenLifetime: 2 });
  try {
    const channel = channelOf(await device(TEST_ACCOUNTS.owner.email, hasty), 'salon:1');
    const closed = new Promise<string>((resolve) => channel.on('system', {}, (message) => resolve(String(message.message))));
    expect(await joined(channel)).toBe('SUBSCRIBED');
    expect(await closed).toBe('Token has expired');
  } finally {
    for (const client of clients.splice(0)) await client.removeAllChannels();
    await hasty.stop();
  }
});

it('answers heartbeats in both versions of the protocol, and closes to a wrong key', async () => {
  const open = async (query: string) => {
    const socket = new WebSocket(`${backend.url.replace('http', 'ws')}/realtime/v1/websocket?${query}`);
    await once(socket, 'open');
    return socket;
  };
  const first = await open(`apikey=${backend.publishableKey}&vsn=1.0.0`);
  first.send(JSON.stringify({ topic: 'phoenix', event: 'heartbeat', payload: {}, ref: '1' }));
  const [object] = await once(first, 'message');
  expect(JSON.parse(String(object))).toMatchObject({ topic: 'phoenix', event: 'phx_reply', ref: '1', payload: { status: 'ok' } });
  const second = await open(`apikey=${backend.publishableKey}&vsn=2.0.0`);
  second.send(JSON.stringify([null, '2', 'phoenix', 'heartbeat', {}]));
  const [array] = await once(second, 'message');
  expect(JSON.parse(String(array)).slice(1, 4)).toEqual(['2', 'phoenix', 'phx_reply']);
  for (const socket of [first, second]) socket.terminate();
  await expect(open('apikey=wrong&vsn=1.0.0')).rejects.toThrow('401');
});
