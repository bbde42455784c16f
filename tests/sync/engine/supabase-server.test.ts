import type { SupabaseClient } from '@supabase/supabase-js';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { TABLE_NAMES } from '#schemas/registry.ts';
import { type ForeignAnswerError, wholeAnswers } from '#sync/server/answers.ts';
import { type Channel, consequenceOf, ServerError, type SyncServer } from '#sync/server/server.ts';
import { supabaseServer } from '#sync/server/supabase-server.ts';
import { type Fault, type FaultProxy, faultProxy } from '../../support/fault-proxy.ts';
import { PULL, PUSH } from '../../support/proxy-requests.ts';
import { startBackend, TEST_ACCOUNTS, type TestBackend } from '../../support/test-backend.ts';
import { anonymousClient, signedIn } from '../../support/test-client.ts';

/** The server over supabase-js, HTTP and a WebSocket, through a line that can fail. */
const SALON = 1;
let backend: TestBackend;
let proxy: FaultProxy;
let client: SupabaseClient;
let server: SyncServer;
const channels: Channel[] = [];
const { signal } = new AbortController();

beforeAll(async () => {
  backend = await startBackend({ seed: 'test' });
});
afterAll(() => backend.stop());
beforeEach(async () => {
  proxy = await faultProxy(backend.url);
  client = await signedIn(proxy.url, TEST_ACCOUNTS.owner.email);
  server = supabaseServer(client);
});
afterEach(async () => {
  for (const channel of channels.splice(0)) channel.close();
  await client.removeAllChannels();
  await proxy.close();
});

const client1 = (id: string, doc: Record<string, unknown> = { first_name: 'Нова' }) => [
  { table: 'clients' as const, id, base_rev: 0, doc },
];
async function failureOf(work: Promise<unknown>): Promise<ServerError> {
  try {
    await work;
  } catch (error) {
    if (error instanceof ServerError) return error;
    throw error;
  }
  throw new Error('This should have failed');
}

describe('calls', () => {
  it('a push names the device that sends, where it has an id', async () => {
    const id = '0190aaaa-0000-4000-8000-000000000001';
    const event = {
      ...{ resource_id: 'maria', type: 'blocking', title: 'Обед', status: 'booked' },
      ...{ start_time: '2026-11-18T17:00:00.000Z', end_time: '2026-11-18T17:30:00.000Z' },
    };
    const change = [{ table: 'events' as const, id: 'event-of-a-device', base_rev: 0, doc: event }];
    const named = supabaseServer(client, async () => id);
    expect(await named.push(SALON, change, null, signal)).toMatchObject({ verdicts: [{ v: 'applied' }] });
    const devices = await backend.sql`select id, wrote_at is not null as wrote from private.devices where id = ${id}`;
    expect([...devices]).toEqual([{ id, wrote: true }]);
    // One that has none sends as an older app does.
    const nameless = supabaseServer(client, async () => null);
    expect(await nameless.push(SALON, client1('client-of-no-device'), null, signal)).toMatchObject({
      verdicts: [{ v: 'applied' }],
    });
  });

  it('push, pull and read: verdicts, pages of every table, and what a week refers to', async () => {
    expect(await server.push(SALON, client1('client-over-http'), null, signal)).toMatchObject({ verdicts: [{ v: 'applied' }] });
    const page = await server.pull(SALON, {}, 1000, null, signal);
    expect(Object.keys(page.tables).sort()).toEqual([...TABLE_NAMES].sort());
    expect(page.total).toBeGreaterThan(50);
    expect(page.tables.clients?.rows.find((row) => row.id === 'client-over-http')).toMatchObject({
      first_name: 'Нова',
      rev: page.head,
    });
    const week = await server.readEvents(SALON, '2026-11-17T00:00:00.000Z', '2026-11-24T00:00:00.000Z', null, signal);
    const clients = new Set(week.clients.map((row) => row.id));
    expect(week.events.length).toBeGreaterThan(10);
    expect(week.events.every((event) => event.client_id === null || clients.has(event.client_id))).toBe(true);
  });

  it('say which failure is whose', async () => {
    expect(consequenceOf(await failureOf(server.push(2, client1('client-forged'), null, signal)))).toBe('access-withdrawn');
    expect(consequenceOf(await failureOf(server.pull(2, {}, 10, null, signal)))).toBe('access-withdrawn');
    expect(
      consequenceOf(await failureOf(server.push(SALON, client1('client-nul', { first_name: 'а\u0000' }), null, signal))),
    ).toBe('halve');
    const many = Array.from({ length: 501 }, (_, n) => ({ ...client1(`client-${n}`)[0], doc: {} })) as ReturnType<typeof client1>;
    expect(await failureOf(server.push(SALON, many, null, signal))).toMatchObject({ status: 413 });
    const other = await failureOf(server.push(SALON, client1('client-elsewhere'), 'another history', signal));
    expect([other.status, consequenceOf(other)]).toEqual([409, 'other-history']);
    const nobody = supabaseServer(anonymousClient(proxy.url));
    expect(consequenceOf(await failureOf(nobody.pull(SALON, {}, 10, null, signal)))).toBe('signed-out');
  });

  it('say that the app is too old where the server has renamed its calls, and touch no row', async () => {
    await backend.sql`alter function public.push_changes(bigint, jsonb, text, text, uuid) rename to push_changes_2`;
    const pushed = await failureOf(server.push(SALON, client1('client-too-old'), null, signal));
    await backend.sql`alter function public.push_changes_2(bigint, jsonb, text, text, uuid) rename to push_changes`;
    await backend.sql`alter function public.pull_changes(bigint, jsonb, integer, timestamptz, text) rename to pull_changes_2`;
    const pulled = await failureOf(server.pull(SALON, {}, 10, null, signal));
    await backend.sql`alter function public.pull_changes_2(bigint, jsonb, integer, timestamptz, text) rename to pull_changes`;
    for (const failure of [pushed, pulled]) {
      expect(failure.status).toBe(404);
      expect(consequenceOf(failure)).toBe('app-too-old');
    }
    const inside = new ServerError(404, '42883', null, 'operator does not exist: text = bigint');
    expect(consequenceOf(inside)).toBe('retry'); // the server's own fault
    expect(consequenceOf(new ServerError(404, 'PGRST202', null, 'Could not find the function'))).toBe('app-too-old');
    expect(consequenceOf(new ServerError(400, 'P0001', 'app-too-old', 'reload'))).toBe('app-too-old');
    expect(await backend.sql`select from clients where id = 'client-too-old'`).toHaveLength(0);
    expect(await server.push(SALON, client1('client-new-again'), null, signal)).toMatchObject({ verdicts: [{ v: 'applied' }] });
  });

  it.each([401, 429, 500, 502, 503])('are to be repeated after %i', async (status) => {
    proxy.fault(PUSH, { kind: 'status', status, body: { message: 'no' } });
    const failure = await failureOf(server.push(SALON, client1(`client-${status}`), null, signal));
    expect([failure.status, consequenceOf(failure)]).toEqual([status, 'retry']);
  });

  const strange: readonly (readonly [string, Fault])[] = [
    ...[200, 400, 403, 404, 413, 422, 511].map((status) => [`a page with ${status}`, { kind: 'page', status }] as const),
    ['200 with nothing', { kind: 'nothing', status: 200 }],
    ['204', { kind: 'nothing', status: 204 }],
    ['404 with nothing', { kind: 'nothing', status: 404 }],
    ['404 with an empty list', { kind: 'status', status: 404, body: [] }],
    ['403 with null', { kind: 'status', status: 403, body: null }],
    ['400 with a foreign JSON', { kind: 'status', status: 400, body: { error: 'blocked' } }],
    [
      '422 with a foreign code',
      { kind: 'status', status: 422, body: { code: 'BLOCKED', message: 'no', details: null, hint: null } },
    ],
    ['half of an answer', { kind: 'half-answer' }],
    ['the answer to a pull', { kind: 'answer-of', path: PULL }],
  ];
  it.each(strange)('are a failed line when something else answers: %s', async (name, fault) => {
    const whole = wholeAnswers(server);
    await whole.pull(SALON, {}, 10, null, signal);
    proxy.fault(PUSH, fault);
    const id = `client-${name.replaceAll(' ', '-')}`;
    const failure = await failureOf(whole.push(SALON, client1(id), null, signal));
    expect(consequenceOf(failure)).toBe('retry');
    expect((failure as ForeignAnswerError).isPage ?? false).toBe(fault.kind === 'page');
    expect(await whole.push(SALON, client1(id), null, signal)).toMatchObject({
      verdicts: [{ v: expect.stringMatching(/applied|same/) }],
    });
  });

  it('wait out what passes by itself in the database: a lock that another holds, a time-out', async () => {
    await backend.sql`alter role authenticated set lock_timeout = '100ms'`;
    const held = await backend.sql.reserve();
    try {
      await held`begin`;
      await held`select from sync_heads where salon_id = ${SALON} for update`;
      const late = await failureOf(server.push(SALON, client1('client-locked'), null, AbortSignal.timeout(60_000)));
      expect([late.code, consequenceOf(late)]).toEqual([expect.stringMatching(/^(57014|55P03)$/), 'passes']);
    } finally {
      await held`rollback`;
      held.release();
      await backend.sql`alter role authenticated reset lock_timeout`;
    }
    expect(await server.push(SALON, client1('client-locked'), null, signal)).toMatchObject({ verdicts: [{ v: 'applied' }] });
  });

  it('have status 0 when no answer comes: a broken line, a lost answer, one given up', async () => {
    proxy.fault(PUSH, { kind: 'drop-answer' });
    expect(await failureOf(server.push(SALON, client1('client-lost'), null, signal))).toMatchObject({ status: 0 });
    expect(await backend.sql`select from clients where id = 'client-lost'`).toHaveLength(1);
    proxy.cut();
    expect(await failureOf(server.pull(SALON, {}, 10, null, signal))).toMatchObject({ status: 0 });
  });

  it('end at once when they are broken off', async () => {
    const hold = proxy.hold(PUSH, 'before');
    const breaking = new AbortController();
    const pushed = server.push(SALON, client1('client-broken-off'), null, breaking.signal);
    await hold.reached;
    breaking.abort(new DOMException('closed', 'AbortError'));
    await expect(pushed).rejects.toThrow();
    hold.drop();
  });
});

describe('the channel', () => {
  const listening = () => {
    const states: string[] = [];
    const revs: number[] = [];
    let told: () => void = () => undefined;
    const channel = server.channel(SALON, {
      poke(rev) {
        revs.push(rev);
        told();
      },
      state(state) {
        states.push(state);
        told();
      },
    });
    channels.push(channel);
    const until = async (holds: () => boolean) => {
      while (!holds()) {
        await new Promise<void>((resolve) => {
          told = resolve;
        });
      }
    };
    return { channel, states, revs, until };
  };

  it('is joined as a member, and tells the revision of a push', async () => {
    const { states, revs, until } = listening();
    await until(() => states.includes('joined'));
    const { verdicts } = await server.push(SALON, client1('client-poke'), null, signal);
    const [verdict] = verdicts;
    await until(() => revs.length > 0);
    expect(verdict).toMatchObject({ v: 'applied', rev: revs.at(-1) });
  });

  it('says that it is lost when the line breaks, and is joined by itself when it is back', async () => {
    const { states, revs, until } = listening();
    await until(() => states.includes('joined'));
    proxy.cut();
    await until(() => states.at(-1) === 'lost');
    proxy.restore();
    await until(() => states.at(-1) === 'joined');
    await server.push(SALON, client1('client-after-break'), null, signal);
    await until(() => revs.length > 0);
  });

  it('is joined anew when asked, and hears again', async () => {
    const { channel, states, revs, until } = listening();
    await until(() => states.includes('joined'));
    channel.rejoin();
    await until(() => states.filter((state) => state === 'joined').length === 2);
    await server.push(SALON, client1('client-rejoin'), null, signal);
    await until(() => revs.length > 0);
  });
});
