/** How often the server is asked for what comes together: by the real replica, over HTTP, with the real functions. */
import 'fake-indexeddb/auto';
import { randomUUID } from 'node:crypto';
import type { SupabaseClient } from '@supabase/supabase-js';
import { filter, firstValueFrom } from 'rxjs';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Clock } from '#sync/machine/clock.ts';
import { openReplica, type Replica } from '#sync/replica.ts';
import { noLock } from '#sync/round/round-lock.ts';
import type { NetworkSignals, Signal } from '#sync/server/signals.ts';
import { supabaseServer } from '#sync/server/supabase-server.ts';
import { type FaultProxy, faultProxy } from '../../support/fault-proxy.ts';
import { PULL, PUSH } from '../../support/proxy-requests.ts';
import { startBackend, TEST_ACCOUNTS, type TestBackend } from '../../support/test-backend.ts';
import { signedIn } from '../../support/test-client.ts';

const SALON = 1;
const UNSENT = 200;
const CHANGED = 2_000;
const COUNTED = 500;
let backend: TestBackend;
let proxy: FaultProxy;
let client: SupabaseClient;
let tablet: Replica;
let say: (signal: Signal) => void = () => undefined;

beforeAll(async () => {
  backend = await startBackend({ seed: 'test' });
  proxy = await faultProxy(backend.url);
  await backend.sql`insert into clients (salon_id, id, first_name, last_name)
    select ${SALON}::int, 'many-' || n, 'Клиент ' || n, 'Иванов' from generate_series(1, ${CHANGED + UNSENT}::int) n`;
  await backend.sql`insert into products (salon_id, id, name, sale_price, price, supply_price, supply_currency, quantity)
    select ${SALON}::int, 'many-' || n, 'Продукт ' || n, 10, 10, 6, 'BGN', 8 from generate_series(1, ${COUNTED}::int) n`;
});
afterAll(async () => {
  await proxy.close();
  await backend.stop();
});

const signals: NetworkSignals = {
  online: () => true,
  visible: () => true,
  listen(heard) {
    say = heard;
    return () => undefined;
  },
};
/** @param least the revision up to which everything must be here */
const settled = (least = 0) =>
  firstValueFrom(tablet.status$.pipe(filter(({ phase, pending, rev }) => phase === 'synced' && pending === 0 && rev >= least)));
/** It goes so slowly that a busy machine passes for what it is, and not for a slow line. */
const began = Date.now();
const clock: Clock = {
  now: () => began + (Date.now() - began) / 20,
  after(ms, run) {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
};

/** Each its own device, on a line of which nothing is known. */
beforeEach(async () => {
  client = await signedIn(proxy.url, TEST_ACCOUNTS.owner.email);
  tablet = await openReplica({
    userId: `${TEST_ACCOUNTS.owner.id}-${randomUUID()}`,
    salonId: SALON,
    server: supabaseServer(client),
    clock,
    multiInstance: false,
    lock: noLock,
    network: signals,
    onFault: (fault) => expect(fault).toBeNull(),
  });
  await settled();
  // What is heard by the channel tells that it was joined, and that no request is owed for that.
  await backend.sql`update salons set name_bg = 'Салон ' || clock_timestamp() where id = ${SALON}`;
  const [head] = await backend.sql<{ rev: number }[]>`select rev::int from sync_heads where salon_id = ${SALON}`;
  await settled(head?.rev);
});
afterEach(async () => {
  await tablet.close();
  await client.removeAllChannels();
});

/** Pushes and pulls until all is quiet. */
async function asked(work: () => Promise<unknown>) {
  const [push, pull] = [proxy.count(PUSH), proxy.count(PULL)];
  await work();
  await settled();
  return { push: proxy.count(PUSH) - push, pull: proxy.count(PULL) - pull };
}

async function cutOff(): Promise<void> {
  proxy.cut();
  say('offline');
  await firstValueFrom(tablet.status$.pipe(filter(({ phase }) => phase === 'offline')));
}
const write = (change: { phone: string; city?: string }) =>
  tablet.write(Array.from({ length: UNSENT }, (_, n) => ({ table: 'clients', id: `many-${n + 1}`, change }) as const));
/** @param after so many rows are left as they are */
const changeElsewhere = (after: number, phone: string) =>
  backend.sql`update clients set phone = ${phone} where salon_id = ${SALON}
    and id in (select 'many-' || n from generate_series(${after + 1}::int, ${after + CHANGED}::int) n)`;
const back = () =>
  asked(async () => {
    proxy.restore();
    say('online');
  });

it('200 unsent and 2,000 changed rows come together in three requests', async () => {
  await cutOff();
  await write({ phone: '+359887000001' });
  await changeElsewhere(UNSENT, '+359887000002');
  const { push, pull } = await back();
  expect(push).toBe(1);
  expect(push + pull).toBeLessThanOrEqual(3);
});

it('and in five where each of the 200 was changed there too, and what is still ours goes once more', async () => {
  await cutOff();
  await write({ phone: '+359887000003', city: 'Русе' });
  await changeElsewhere(0, '+359887000004');
  const { push, pull } = await back();
  expect(push).toBe(2);
  expect(push + pull).toBeLessThanOrEqual(5);
  expect(tablet.status$.value.issues).toBe(UNSENT);
});

it('a count of 500 products leaves in three requests over a line of which nothing is known', async () => {
  const user_id = TEST_ACCOUNTS.owner.id;
  const stock = { old_quantity: 8, new_quantity: 9, difference: 1, user_id };
  const counted = Array.from({ length: COUNTED }, (_, n) => `many-${n + 1}`);
  const { push, pull } = await asked(() =>
    tablet.write([
      ...counted.map((product_id) => {
        return { table: 'product_revisions', id: randomUUID(), change: { product_id, ...stock } } as const;
      }),
      ...counted.map((id) => ({ table: 'products', id, change: { quantity: 9 } }) as const),
    ]),
  );
  expect(push + pull).toBeLessThanOrEqual(3);
});
