/**
 * A line that is slow, over HTTP and the fault proxy, against the real functions: what is unsent gets there, what has changed
 * comes, and the sizes that fit are remembered.
 */
import 'fake-indexeddb/auto';
import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import type { Clock } from '#sync/machine/clock.ts';
import { openReplica, type Replica } from '#sync/replica.ts';
import { noLock } from '#sync/round/round-lock.ts';
import { supabaseServer } from '#sync/server/supabase-server.ts';
import { type FaultProxy, faultProxy } from '../../support/fault-proxy.ts';
import { PULL, PUSH } from '../../support/proxy-requests.ts';
import { startBackend, TEST_ACCOUNTS, type TestBackend } from '../../support/test-backend.ts';
import { signedIn } from '../../support/test-client.ts';

const SALON = 1;
const KB = 1024;
let backend: TestBackend;
let proxy: FaultProxy;

beforeAll(async () => {
  backend = await startBackend({ seed: 'test' });
  proxy = await faultProxy(backend.url);
});
afterAll(async () => {
  await proxy.close();
  await backend.stop();
});

/** A device whose time goes so much faster than the proxy's: its line is as much slower for it, and a test as much shorter. */
const FASTER = 15;
const fasterClock = (): Clock => {
  const began = Date.now();
  return {
    now: () => began + (Date.now() - began) * FASTER,
    after(ms, run) {
      const timer = setTimeout(run, ms / FASTER);
      return () => clearTimeout(timer);
    },
  };
};
/** As the device sees it. */
function slow(bytesPerSecond: number, breaksAfter?: number): () => void {
  fast = proxy.slow(bytesPerSecond * FASTER, breaksAfter);
  return fast;
}
let fast: () => void = () => undefined;

const opened: Replica[] = [];
afterEach(async () => {
  fast();
  for (const replica of opened.splice(0)) await replica.close();
});

/** Each its own device: nothing of it is kept. */
async function replicaOf(email = TEST_ACCOUNTS.owner.email): Promise<Replica> {
  const replica = await openReplica({
    userId: `${TEST_ACCOUNTS.owner.id}-${randomUUID()}`,
    salonId: SALON,
    server: supabaseServer(await signedIn(proxy.url, email)),
    clock: fasterClock(),
    multiInstance: false,
    autoSync: false,
    lock: noLock,
    network: { online: () => true, visible: () => true, listen: () => () => undefined },
  });
  opened.push(replica);
  return replica;
}
const letters = (n: number) =>
  'Предпочита сутрин. '
    .repeat(Math.ceil(n / 19))
    .slice(0, n)
    .trim();
const clients = (name: string, rows: number, notes: number) =>
  Array.from({ length: rows }, (_, n) => ({
    table: 'clients' as const,
    id: `${name}-${n}`,
    change: {
      first_name: `Клиент ${n}`,
      last_name: 'Иванов',
      phone: `+3598870${String(n).padStart(5, '0')}`,
      notes: letters(notes),
    },
  }));
/** @returns how many rounds it took */
async function until(replica: Replica, holds: () => boolean, most: number): Promise<number> {
  for (let round = 0; round < most; round++) {
    if (holds()) return round;
    await replica.syncNow();
  }
  return holds() ? most : Number.POSITIVE_INFINITY;
}
const onServer = async (name: string) => (await backend.sql`select from clients where id like ${`${name}-%`}`).length;

// First: of a single row everything must get through between two breaks, and the rows of the others are long.
it('a first sync over a line that breaks off after every few kilobytes gets there, in smaller parts', async () => {
  const replica = await replicaOf();
  slow(8 * KB, 12 * KB);
  expect(await until(replica, () => replica.status$.value.phase === 'synced', 40)).toBeLessThan(40);
  const check = await replica.checkDevice();
  fast();
  expect(check.differing).toEqual([]);
}, 120_000);

it('older days come in parts over such a line', async () => {
  const replica = await replicaOf();
  await replica.syncNow();
  const whole = await replica.readOnline.events('2026-11-01T00:00:00.000Z', '2026-12-01T00:00:00.000Z');
  slow(8 * KB, 12 * KB);
  const parts = await replica.readOnline.events('2026-11-01T00:00:00.000Z', '2026-12-01T00:00:00.000Z');
  fast();
  const ids = (rows: readonly { readonly id: string }[]) => rows.map(({ id }) => id).sort();
  expect(whole.events.length).toBeGreaterThan(20);
  expect([ids(parts.events), ids(parts.clients)]).toEqual([ids(whole.events), ids(whole.clients)]);
}, 120_000);

it('500 unsent rows with notes arrive over 5 KB/s, each once', async () => {
  const replica = await replicaOf();
  await replica.syncNow();
  await replica.write(clients('five', 500, 20));
  slow(5 * KB);
  expect(await until(replica, () => replica.status$.value.pending === 0, 12)).toBeLessThan(12);
  fast();
  expect(replica.status$.value).toMatchObject({ pending: 0, issues: 0 });
  expect(await onServer('five')).toBe(500);
  expect(proxy.count(PUSH)).toBeLessThan(12);
}, 120_000);

it('rows with notes of 1,500 letters arrive over 12 kbit/s, and of a maximal one at 1 KB/s nothing is lost', async () => {
  const replica = await replicaOf();
  await replica.syncNow();
  await replica.write(clients('long', 25, 1500));
  slow(1500);
  expect(await until(replica, () => replica.status$.value.pending === 0, 12)).toBeLessThan(12);
  expect(await onServer('long')).toBe(25);
  fast();
  const most = '😀'.repeat(5000);
  await replica.write([{ table: 'clients', id: 'maximal-0', change: { first_name: 'Най-дългата', notes: most } }]);
  slow(KB);
  expect(await until(replica, () => replica.status$.value.pending === 0, 12)).toBeLessThan(12);
  fast();
  expect(replica.status$.value).toMatchObject({ pending: 0, issues: 0 });
  expect(await onServer('maximal')).toBe(1);
}, 120_000);

it('an answer that takes minutes is one request, and comes whole', async () => {
  const replica = await replicaOf();
  await replica.syncNow();
  await backend.sql`update clients set notes = ${letters(3000)} where salon_id = ${SALON} and id in
    (select id from clients where salon_id = ${SALON} order by id limit 40)`;
  const before = proxy.count(PULL);
  slow(1000);
  const began = Date.now();
  await replica.syncNow();
  fast();
  expect((Date.now() - began) * FASTER).toBeGreaterThan(120_000);
  expect(proxy.count(PULL)).toBe(before + 1);
  expect(replica.status$.value).toMatchObject({ phase: 'synced' });
}, 120_000);
