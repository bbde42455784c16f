import type { SupabaseClient } from '@supabase/supabase-js';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { type FaultProxy, faultProxy } from './fault-proxy.ts';
import { PUSH } from './proxy-requests.ts';
import { startBackend, TEST_ACCOUNTS, type TestBackend } from './test-backend.ts';
import { signedIn } from './test-client.ts';

let backend: TestBackend;
let proxy: FaultProxy;
let device: SupabaseClient;
beforeAll(async () => {
  backend = await startBackend({ seed: 'test' });
});
afterAll(() => backend.stop());
beforeEach(async () => {
  proxy = await faultProxy(backend.url);
  device = await signedIn(proxy.url, TEST_ACCOUNTS.owner.email);
});
afterEach(async () => {
  await device.removeAllChannels();
  await proxy.close();
});

const push = (id: string, base_rev = 0, doc: Record<string, unknown> = { first_name: 'Нова' }) =>
  device.rpc('push_changes', { p_salon_id: 1, p_changes: [{ table: 'clients', id, base_rev, doc }] }).then((answer) => answer);
const stored = async (id: string) => (await backend.sql`select from public.clients where id = ${id}`).length;
const verdictOf = (answer: { data: unknown }) => (answer.data as { verdicts: { v: string }[] }).verdicts[0]?.v;

it('holds a push before the backend has it: the database proves that nothing was committed', async () => {
  const hold = proxy.hold(PUSH, 'before');
  const pushed = push('client-held-before');
  await hold.reached;
  expect(await stored('client-held-before')).toBe(0);
  expect(proxy.pushes).toHaveLength(0);
  hold.release();
  expect(verdictOf(await pushed)).toBe('applied');
  expect(await stored('client-held-before')).toBe(1);
});

it('holds an answer after the commit: the database has the row, and the device learns it by its retry', async () => {
  const hold = proxy.hold(PUSH, 'after');
  const pushed = push('client-held-after');
  await hold.reached;
  expect(await stored('client-held-after')).toBe(1);
  await backend.kill();
  hold.drop();
  expect((await pushed).error?.message).toContain('fetch failed');
  await backend.restart();
  expect(verdictOf(await push('client-held-after'))).toBe('same');
  expect(proxy.pushes.map(({ table, id, base_rev }) => [table, id, base_rev])).toEqual([
    ['clients', 'client-held-after', 0],
    ['clients', 'client-held-after', 0],
  ]);
});

it('drops a held push for good: it never reaches the backend', async () => {
  const hold = proxy.hold(PUSH, 'before');
  const pushed = push('client-never-sent');
  await hold.reached;
  hold.drop();
  expect((await pushed).error?.message).toContain('fetch failed');
  expect(await stored('client-never-sent')).toBe(0);
});

it('loses an answer after the commit, and a request before it', async () => {
  proxy.fault(PUSH, { kind: 'drop-answer' });
  expect((await push('client-lost-answer')).error).not.toBeNull();
  expect(await stored('client-lost-answer')).toBe(1);
  proxy.fault(PUSH, { kind: 'drop-request' });
  expect((await push('client-lost-request')).error).not.toBeNull();
  expect(await stored('client-lost-request')).toBe(0);
});

it('answers with an error as often as it was told', async () => {
  proxy.fault(PUSH, { kind: 'status', status: 503 }, 2);
  proxy.fault('/rest/v1/users', { kind: 'status', status: 429, headers: { 'retry-after': '7' } });
  const statuses = [await push('client-503'), await push('client-503'), await push('client-503')].map((answer) => answer.status);
  expect(statuses).toEqual([503, 503, 200]);
  expect((await device.from('users').select('id')).status).toBe(429);
  expect(proxy.count(PUSH)).toBe(3);
  expect(proxy.pushes).toHaveLength(1);
});

it('sends a request twice, the device hears the second answer', async () => {
  proxy.fault(PUSH, { kind: 'duplicate' });
  expect(verdictOf(await push('client-twice'))).toBe('same');
  expect(await stored('client-twice')).toBe(1);
});

it('delays until the time is over, and takes a fault back', async () => {
  proxy.fault(PUSH, { kind: 'delay', ms: 150 });
  const from = performance.now();
  expect(verdictOf(await push('client-delayed'))).toBe('applied');
  expect(performance.now() - from).toBeGreaterThan(149);
  const takeBack = proxy.fault(PUSH, { kind: 'status', status: 500 }, Number.POSITIVE_INFINITY);
  expect((await push('client-taken-back')).status).toBe(500);
  takeBack();
  expect((await push('client-taken-back')).status).toBe(200);
});

/** Resolves with each state of a private channel in turn. */
async function listening(topic = 'salon:1') {
  await device.realtime.setAuth((await device.auth.getSession()).data.session?.access_token ?? null);
  const pokes: number[] = [];
  const states: string[] = [];
  let news: (() => void) | null = null;
  const channel = device.channel(topic, { config: { private: true } });
  channel.on('broadcast', { event: 'change' }, ({ payload }) => {
    pokes.push((payload as { rev: number }).rev);
    news?.();
  });
  channel.subscribe((state) => {
    states.push(state);
    news?.();
  });
  const until = async (done: () => boolean) => {
    while (!done()) {
      await new Promise<void>((resolve) => {
        news = resolve;
      });
    }
  };
  return { pokes, states, until };
}

it('cuts the line with its WebSockets, and restores it', async () => {
  const heard = await listening();
  await heard.until(() => heard.states.includes('SUBSCRIBED'));
  expect(proxy.sockets).toBe(1);
  proxy.cut();
  expect((await push('client-while-cut')).error?.message).toContain('fetch failed');
  await heard.until(() => heard.states.at(-1) !== 'SUBSCRIBED');
  expect(proxy.sockets).toBe(0);
  proxy.restore();
  expect(verdictOf(await push('client-restored'))).toBe('applied');
});

it('silences pokes while the channel stays joined', async () => {
  const heard = await listening();
  await heard.until(() => heard.states.includes('SUBSCRIBED'));
  const speakAgain = proxy.silence('pokes');
  const swallowed = proxy.nextSwallowed();
  await push('client-unheard');
  const [{ rev: unheard } = { rev: 0 }] = await backend.sql<
    { rev: number }[]
  >`select rev::int from public.sync_heads where salon_id = 1`;
  await swallowed;
  speakAgain();
  await push('client-heard');
  await heard.until(() => heard.pokes.some((rev) => rev > unheard));
  expect(heard.states.at(-1)).toBe('SUBSCRIBED');
  expect(heard.pokes.filter((rev) => rev <= unheard)).toEqual([]);
});

it('serves the app through its own address', async () => {
  const answer = await fetch(`${proxy.url}/`);
  expect([200, 404]).toContain(answer.status);
  expect(answer.headers.get('content-security-policy')).toContain(`ws://127.0.0.1:${proxy.port}`);
});
