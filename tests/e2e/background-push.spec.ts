/** What was written without a line is sent when it is back, also while no window is open. */
import { expect, test } from '@playwright/test';
import { PUSH } from '../support/proxy-requests.ts';
import { startBackend, type TestBackend } from '../support/test-backend.ts';
import { Device } from './device.ts';
import { WorkerHandle } from './service-worker.ts';

declare global {
  interface Window {
    beats: number;
  }
}

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

test('a frozen window does not hold it up', async ({ browser }) => {
  const tablet = await Device.open(browser, backend);
  await tablet.settleIn('owner@greben.test');
  const worker = await WorkerHandle.open(tablet.context, tablet.proxy.url);
  await tablet.offline();
  await tablet.blockTime('Ивайло Георгиев', '17:00');
  await tablet.waiting(1);
  await tablet.page.evaluate(() => {
    window.beats = 0;
    setInterval(() => window.beats++, 50);
  });
  const beats = () => tablet.page.evaluate(() => window.beats);
  await expect.poll(beats).toBeGreaterThan(2);
  const freezing = await tablet.context.newCDPSession(tablet.page);
  await freezing.send('Page.setWebLifecycleState', { state: 'frozen' });
  const frozenAt = await beats();
  await tablet.online();
  await worker.backgroundSync();
  await expect.poll(() => stored('ivaylo')).toContain('17:00');
  expect(worker.windows()).toHaveLength(1);
  expect(await beats()).toBe(frozenAt);

  await freezing.send('Page.setWebLifecycleState', { state: 'active' });
  await tablet.synced();
  expect(tablet.proxy.pushes).toHaveLength(1);
  await tablet.close();
});

test('a window that opens in the middle of it shows the write, and nothing is sent twice', async ({ browser }) => {
  const tablet = await Device.open(browser, backend);
  await tablet.settleIn('owner@greben.test');
  const worker = await WorkerHandle.open(tablet.context, tablet.proxy.url);
  await tablet.offline();
  await tablet.blockTime('Габриела Илиева', '17:00');
  await tablet.waiting(1);
  await tablet.page.close();
  await tablet.online();
  const hold = tablet.proxy.hold(PUSH, 'after'); // the server has it, the worker does not know
  await worker.backgroundSync();
  await hold.reached;

  const later = await tablet.newTab();
  await later.page.goto('/calendar');
  await later.calendarReady();
  await expect(later.appointment('17:00–18:00', 'Габриела', 'чака изпращане')).toBeVisible();
  hold.release();
  await later.synced();
  await expect(later.appointment('17:00–18:00', 'Габриела', 'блокирано')).toBeVisible();
  await later.blockTime('Габриела Илиева', '18:00');
  await later.synced();
  expect(await stored('gabriela')).toEqual(expect.arrayContaining(['17:00', '18:00']));
  expect(tablet.proxy.pushes.map(({ id }) => id)).toHaveLength(new Set(tablet.proxy.pushes.map(({ id }) => id)).size);
  await tablet.close();
});

test('while the server does not answer nothing is lost, and the browser’s next try sends it', async ({ browser }) => {
  const tablet = await Device.open(browser, backend);
  await tablet.settleIn('owner@greben.test');
  const worker = await WorkerHandle.open(tablet.context, tablet.proxy.url);
  await tablet.offline();
  await tablet.blockTime('Ивайло Георгиев', '18:00');
  await tablet.waiting(1);
  await tablet.page.close();
  const refuse = tablet.proxy.fault(PUSH, { kind: 'status', status: 503 }, Number.POSITIVE_INFINITY);
  await tablet.online();
  const refused = tablet.proxy.answered(PUSH);
  await worker.backgroundSync();
  await refused;
  expect(await stored('ivaylo')).not.toContain('18:00');
  refuse();
  await expect(async () => {
    await worker.backgroundSync();
    expect(await stored('ivaylo')).toContain('18:00');
  }).toPass({ timeout: 30_000 });
  expect(worker.windows()).toEqual([]);
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
