/** What was written without a line is sent when it is back, also while no window is open. */
import { expect, test } from '@playwright/test';
import { PUSH } from '../support/proxy-requests.ts';
import { startBackend, type TestBackend } from '../support/test-backend.ts';
import { Device } from './device.ts';
import { WorkerHandle } from './service-worker.ts';

let backend: TestBackend;
test.beforeAll(async () => {
  backend = await startBackend({ seed: 'test' });
});
test.afterAll(() => backend.stop());

test('the service worker sends it while no window is open, and the next opening shows it synced', async ({ browser }) => {
  const tablet = await Device.open(browser, backend);
  await tablet.settleIn('owner@greben.test');
  const worker = await WorkerHandle.open(tablet.context, tablet.proxy.url);
  await tablet.offline();
  await tablet.blockTime('Мария Петрова', '17:00');
  await tablet.waiting(1);
  await tablet.page.close();
  expect(worker.windows()).toEqual([]);
  expect(tablet.proxy.pushes).toHaveLength(0);

  await tablet.online();
  const sent = tablet.proxy.answered(PUSH);
  await worker.backgroundSync();
  await sent;
  expect(worker.windows()).toEqual([]);
  expect(await stored('maria')).toContain('17:00');

  const later = await tablet.newTab();
  await later.page.goto('/calendar');
  await later.calendarReady();
  await later.synced();
  await expect(later.appointment('17:00–18:00', 'Мария', 'блокирано')).toBeVisible();
  expect(tablet.proxy.pushes).toHaveLength(1);
  await tablet.close();
});

/** Begin of each blocked time of an employee on the story's day, in Sofia. */
async function stored(resource: string): Promise<string[]> {
  const rows = await backend.sql<{ at: string }[]>`
    select to_char(start_time at time zone 'Europe/Sofia', 'HH24:MI') as at from events
    where salon_id = 1 and not deleted and type = 'blocking' and resource_id = ${resource}
      and (start_time at time zone 'Europe/Sofia')::date = '2026-11-18'`;
  return rows.map(({ at }) => at);
}
