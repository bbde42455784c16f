/** One session in several places of a browser renews its token once. */
import { expect, test } from '@playwright/test';
import { type ProxiedRequest, PUSH } from '../../support/proxy-requests.ts';
import { startBackend, type TestBackend } from '../../support/test-backend.ts';
import { Device } from '../support/device.ts';
import { WorkerHandle } from '../support/service-worker.ts';

const REFRESH = '/auth/v1/token?grant_type=refresh_token';
const LOCK = 'greben-session-refresh';

let backend: TestBackend;
test.beforeAll(async () => {
  backend = await startBackend({ seed: 'test' });
});
test.afterAll(() => backend.stop());

test('one expired token and three contexts, the service worker and two tabs, make one refresh request', { tag: '@all' }, async ({
  browser,
}) => {
  // The machine's own clock: the service worker has no other.
  const desk = await Device.open(browser, backend, { clock: null });
  await desk.signIn('owner@greben.test');
  await desk.synced();
  await desk.page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  const worker = await WorkerHandle.open(desk.context, desk.proxy.url);
  await desk.offline();
  await desk.blockTime('Мария Петрова', '17:00');
  await desk.waiting(1);
  await desk.page.close();

  const expired = desk.proxy.requests.findLast(({ path }) => path.startsWith('/rest/v1/rpc/'))?.headers.authorization;
  expect(expired).toMatch(/^Bearer /);
  const carriesIt = ({ path, headers }: ProxiedRequest) => path.startsWith('/rest/v1/') && headers.authorization === expired;
  const said = { kind: 'status', status: 401, body: { code: 'PGRST303', message: 'JWT expired' } } as const;
  desk.proxy.fault(carriesIt, said, Number.POSITIVE_INFINITY);
  expect(desk.proxy.count(REFRESH)).toBe(0);
  const hold = desk.proxy.hold(REFRESH, 'before');
  const first = await desk.newTab();
  const second = await desk.newTab();
  await desk.online();

  await worker.backgroundSync();
  await hold.reached; // with no window open: it is the worker that asks
  expect(worker.windows()).toEqual([]);
  // At once: a refresh without an answer is given up after 15 s.
  await Promise.all([first, second].map(({ page }) => page.goto('/calendar', { waitUntil: 'commit' })));
  const waiting = () =>
    first.page.evaluate(
      async (name) => (await navigator.locks.query()).pending?.filter((lock) => lock.name === name).length,
      LOCK,
    );
  await expect.poll(waiting, { timeout: 60_000 }).toBe(2);
  hold.release();

  for (const tab of [first, second]) await tab.synced();
  expect(desk.proxy.count(REFRESH)).toBe(1);
  expect(desk.proxy.pushes.filter(({ table }) => table === 'events').length).toBeGreaterThan(0);
  expect(
    await backend.sql`select 1 from events where salon_id = 1 and type = 'blocking' and not deleted and created_at > now() - interval '5 minutes'`,
  ).toHaveLength(1);
  const fresh = desk.proxy.requests.findLast(({ path }) => path.startsWith(PUSH))?.headers.authorization;
  expect(fresh).not.toBe(expired);
  await desk.close();
});
