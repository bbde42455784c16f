/**
 * A line that is slow, over HTTP and the fault proxy, against the real functions: what is unsent gets there, what has changed
 * comes, and the sizes that fit are remembered.
 */
import 'fake-indexeddb/auto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { linePace } from '#sync/pace.ts';
import { openReplica, type Replica } from '#sync/replica.ts';
import { noLock } from '#sync/round-lock.ts';
import { supabaseServer } from '#sync/supabase-server.ts';
import { type FaultProxy, faultProxy } from '../support/fault-proxy.ts';
import { PUSH } from '../support/proxy-requests.ts';
import { startBackend, TEST_ACCOUNTS, type TestBackend } from '../support/test-backend.ts';
import { signedIn } from '../support/test-client.ts';
import { Disk, Gate, memoryDocStore } from './memory-stores.ts';

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

async function replicaOf(): Promise<Replica> {
  return openReplica({
    userId: TEST_ACCOUNTS.owner.id,
    salonId: SALON,
    server: supabaseServer(await signedIn(proxy.url, TEST_ACCOUNTS.owner.email)),
    multiInstance: false,
    autoSync: false,
    lock: noLock,
    network: { online: () => true, visible: () => true, listen: () => () => undefined },
  });
}

it('500 unsent rows arrive over 10 KB/s, each once', async () => {
  const replica = await replicaOf();
  await replica.syncNow();
  await replica.write(
    Array.from({ length: 500 }, (_, n) => ({
      table: 'clients' as const,
      id: `slow-${n}`,
      change: {
        first_name: `Клиент ${n}`,
        last_name: 'Иванов',
        phone: `+3598870${String(n).padStart(5, '0')}`,
        notes: 'Предпочита сутрин',
      },
    })),
  );
  const fast = proxy.slow(10 * KB);
  for (let round = 0; round < 12 && replica.status$.value.pending > 0; round++) await replica.syncNow();
  fast();
  expect(replica.status$.value).toMatchObject({ pending: 0, issues: 0 });
  expect(await backend.sql`select from clients where id like 'slow-%'`).toHaveLength(500);
  expect(proxy.count(PUSH)).toBeLessThan(12);
  await replica.close();
}, 240_000);

it('sizes follow the line: halved by what takes too long, doubled by what goes quickly, kept over a reload', async () => {
  const docs = memoryDocStore(new Disk(), new Gate());
  const pace = await linePace(docs);
  const first = pace.size('push');
  await pace.failed('push', 30_000);
  await pace.failed('push', 200); // broke off at once: not for its size
  expect(pace.size('push')).toBe(first / 2);
  expect(pace.size('pull')).toBe(1000);
  expect((await linePace(docs)).size('push')).toBe(first / 2);
  await pace.went('push', 20_000, true);
  await pace.went('push', 1_000, false); // was small anyway
  await pace.went('push', -5_000, true); // the clock was set back
  expect(pace.size('push')).toBe(first / 2);
  await pace.went('push', 1_000, true);
  expect(pace.size('push')).toBe(first);
});

it('the smallest request is given longer, so that a line of any speed gets there', async () => {
  const pace = await linePace(memoryDocStore(new Disk(), new Gate()));
  for (let n = 0; n < 12; n++) await pace.failed('push', pace.patience());
  expect([pace.size('push'), pace.patience()]).toEqual([KB, 120_000]);
  await pace.went('push', 1_000, true);
  expect([pace.size('push'), pace.patience()]).toEqual([2 * KB, 30_000]);
});
