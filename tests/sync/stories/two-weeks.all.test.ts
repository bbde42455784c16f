import 'fake-indexeddb/auto';
import type { SupabaseClient } from '@supabase/supabase-js';
import { filter, firstValueFrom } from 'rxjs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { TableName } from '#schemas/registry.ts';
import { type Change, openReplica, type Replica } from '#sync/replica.ts';
import { noLock } from '#sync/round/round-lock.ts';
import type { PushChange, WireRow } from '#sync/server/server.ts';
import type { NetworkSignals, Signal } from '#sync/server/signals.ts';
import { supabaseServer } from '#sync/server/supabase-server.ts';
import { type FaultProxy, faultProxy } from '../../support/fault-proxy.ts';
import { PULL, PUSH } from '../../support/proxy-requests.ts';
import { startBackend, TEST_ACCOUNTS, type TestBackend } from '../../support/test-backend.ts';
import { signedIn } from '../../support/test-client.ts';

/** Two weeks without a line: the real replica, supabase-js, HTTP, the real backend and PostgreSQL. */
const SALON = 1;
const { signal } = new AbortController();
let backend: TestBackend;
let proxy: FaultProxy;
let tablet: Replica;
let tabletClient: SupabaseClient;
let desk: ReturnType<typeof supabaseServer>;
let say: (signal: Signal) => void = () => undefined;

beforeAll(async () => {
  backend = await startBackend({ seed: 'test' });
  proxy = await faultProxy(backend.url);
  desk = supabaseServer(await signedIn(backend.url, TEST_ACCOUNTS.owner.email));
}, 120_000);
afterAll(async () => {
  await tablet?.close();
  await tabletClient?.removeAllChannels();
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
const range = (count: number, from = 0): number[] => Array.from({ length: count }, (_, n) => from + n);
const at = (minutes: number): string => new Date(Date.UTC(2026, 10, 18, 6) + minutes * 60_000).toISOString();
const event = (n: number) => ({
  resource_id: 'anna',
  start_time: at(n),
  end_time: at(n + 30),
  title: `Час ${n}`,
  status: 'booked',
});

/** As another device would, in batches. Returns the rows' revisions. */
async function push(changes: readonly PushChange[]): Promise<void> {
  for (let from = 0; from < changes.length; from += 500) {
    const { verdicts } = await desk.push(SALON, changes.slice(from, from + 500), null, signal);
    expect(verdicts.filter(({ v }) => v !== 'applied')).toEqual([]);
  }
}
async function serverRows(table: TableName): Promise<Map<string, WireRow>> {
  const rows = new Map<string, WireRow>();
  let cursor: readonly [number, string] = [0, ''];
  for (;;) {
    const answer = await desk.pull(SALON, { [table]: cursor }, 5000, null, signal);
    const page = answer.tables[table];
    for (const row of page?.rows ?? []) rows.set(row.id, row);
    if (!page?.more) return rows;
    cursor = page.cursor;
  }
}
const settled = (replica: Replica) =>
  firstValueFrom(replica.status$.pipe(filter(({ phase, pending }) => phase === 'synced' && pending === 0)));

it('a device two weeks offline with 300 unsent writes, in a salon where 2,000 rows changed, merges all in single digits of requests', async () => {
  const resource = (await serverRows('resources')).keys().next().value as string;
  const made = (table: TableName, id: string, doc: Record<string, unknown>): PushChange => ({ table, id, base_rev: 0, doc });
  await push([
    ...range(700).map((n) => made('clients', `c${n}`, { first_name: `Клиент ${n}`, last_name: 'Иванов' })),
    ...range(1200).map((n) => made('events', `e${n}`, { ...event(n), resource_id: resource })),
  ]);
  tabletClient = await signedIn(proxy.url, TEST_ACCOUNTS.owner.email);
  const faults: unknown[] = [];
  tablet = await openReplica({
    userId: TEST_ACCOUNTS.owner.id,
    salonId: SALON,
    server: supabaseServer(tabletClient),
    multiInstance: false,
    lock: noLock,
    network: signals,
    onFault: (error) => faults.push(error),
  });
  await settled(tablet);

  // Offline: 300 rows. e0-e39 are moved here and there: true conflicts. e40-e89 are moved here and noted there, c0-c49
  // change in different fields, c50-c59 in the same way: no conflicts. e90-e99 are removed here, unseen there.
  proxy.cut();
  say('offline');
  await firstValueFrom(tablet.status$.pipe(filter(({ phase }) => phase === 'offline')));
  const move = (n: number, by: number) => ({ start_time: at(n + by), end_time: at(n + by + 30) });
  const edits: Change[] = [
    ...range(90).map((n): Change => ({ table: 'events', id: `e${n}`, change: move(n, 7) })),
    ...range(10, 90).map((n): Change => ({ table: 'events', id: `e${n}`, change: { deleted: true } })),
    ...range(50).map((n): Change => ({ table: 'clients', id: `c${n}`, change: { city: 'Русе' } })),
    ...range(10, 50).map((n): Change => ({ table: 'clients', id: `c${n}`, change: { phone: `+3598881${n}000` } })),
    ...range(40).map((n): Change => ({ table: 'clients', id: `new-c${n}`, change: { first_name: `Нов ${n}` } })),
    ...range(100).map(
      (n): Change => ({
        table: 'events',
        id: `new-e${n}`,
        change: { ...event(n), resource_id: resource, client_id: `new-c${n % 40}` } as Change['change'],
      }),
    ),
  ];
  for (let n = 0; n < edits.length; n += 20) await tablet.write(edits.slice(n, n + 20));
  expect(tablet.status$.value.pending).toBe(300);

  // Meanwhile: 2,000 rows.
  const [events, clients] = [await serverRows('events'), await serverRows('clients')];
  const changed = (table: TableName, rows: Map<string, WireRow>, id: string, doc: Record<string, unknown>): PushChange => ({
    table,
    id,
    base_rev: rows.get(id)?.rev ?? 0,
    doc,
  });
  const meanwhile = [
    ...range(40).map((n) => changed('events', events, `e${n}`, move(n, 11))),
    ...range(50, 40).map((n) => changed('events', events, `e${n}`, { notes: 'бележка' })),
    ...range(910, 100).map((n) => changed('events', events, `e${n}`, { status: 'completed' })),
    ...range(50).map((n) => changed('clients', clients, `c${n}`, { email: `c${n}@example.com` })),
    ...range(10, 50).map((n) => changed('clients', clients, `c${n}`, { phone: `+3598881${n}000` })),
    ...range(640, 60).map((n) => changed('clients', clients, `c${n}`, { last_name: 'Петров' })),
    ...range(300).map((n) => made('events', `their-e${n}`, { ...event(n), resource_id: resource })),
  ];
  expect(new Set(meanwhile.map(({ table, id }) => table + id)).size).toBe(2000);
  await push(meanwhile);

  const before = proxy.requests.length;
  proxy.restore();
  say('online');
  await settled(tablet);
  const requests = proxy.requests.slice(before).map(({ path }) => path.split('?')[0] ?? '');
  const calls = {
    push: requests.filter((path) => path.includes(PUSH)).length,
    pull: requests.filter((path) => path.includes(PULL)).length,
  };
  process.stdout.write(`two weeks offline: ${requests.length} requests (${calls.push} pushes, ${calls.pull} pulls)\n`);
  expect(requests.length).toBeLessThanOrEqual(9);
  expect(proxy.pushes.length).toBe(300 + 100); // and once more what was merged

  const issues = await firstValueFrom(tablet.issues$);
  expect(issues.map(({ kind, table, rowId, group }) => `${kind} ${table}/${rowId} ${group?.[0]}`).sort()).toEqual(
    range(40)
      .map((n) => `field events/e${n} resource_id`)
      .sort(),
  );
  expect(faults).toEqual([]);
  const [eventsNow, clientsNow] = [await serverRows('events'), await serverRows('clients')];
  for (const n of range(40)) expect(eventsNow.get(`e${n}`)).toMatchObject(move(n, 11));
  for (const n of range(50, 40)) expect(eventsNow.get(`e${n}`)).toMatchObject({ ...move(n, 7), notes: 'бележка' });
  for (const n of range(10, 90)) expect(eventsNow.get(`e${n}`)).toMatchObject({ deleted: true });
  for (const n of range(50)) expect(clientsNow.get(`c${n}`)).toMatchObject({ city: 'Русе', email: `c${n}@example.com` });
  for (const n of range(100))
    expect(eventsNow.get(`new-e${n}`)).toMatchObject({ title: `Час ${n}`, client_id: `new-c${n % 40}` });
  for (const { table, id } of meanwhile) expect(await tablet.rows[table].findOne(id).exec(), `${table}/${id}`).not.toBeNull();
  expect(await firstValueFrom(tablet.receipt$)).toMatchObject({ sent: 260, received: 1990, needsYou: 40 });
  expect(await tablet.checkDevice()).toMatchObject({ differing: [] });
}, 180_000);
