/** What was written without a line is sent when it is back, also while no window is open. */
import { expect, test } from '@playwright/test';
import { PUSH } from '../../support/proxy-requests.ts';
import { startBackend, type TestBackend } from '../../support/test-backend.ts';
import { Device } from '../support/device.ts';
import { plainBrowser } from '../support/plain-browser.ts';
import { WorkerHandle } from '../support/service-worker.ts';
import { blocksOf } from '../support/stored.ts';
import { freeze } from '../support/tab-fates.ts';

let backend: TestBackend;
test.beforeAll(async () => {
  backend = await startBackend({ seed: 'test' });
});
test.afterAll(() => backend.stop());

test('the service worker sends it while no window is open, and the next opening shows it synced', { tag: '@all' }, async ({
  browser,
}) => {
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
  expect(await times('maria')).toContain('17:00');

  const later = await tablet.newTab();
  await later.page.goto('/calendar');
  await later.calendarReady();
  await later.synced();
  await expect(later.appointment('17:00–18:00', 'Мария', 'блокирано')).toBeVisible();
  expect(tablet.proxy.pushes).toHaveLength(1);
  await tablet.close();
});

test('a frozen window does not hold it up', { tag: '@all' }, async () => {
  test.slow();
  const browser = await plainBrowser();
  const tablet = await Device.openIn(browser.context, backend);
  await tablet.settleIn('owner@greben.test');
  tablet.proxy.cut();
  await tablet.blockTime('Ивайло Георгиев', '17:00');
  await tablet.waiting(1);
  const worker = await WorkerHandle.open(tablet.context, tablet.proxy.url);
  const frozen = await freeze(tablet);
  await worker.page.bringToFront();
  const stoodAt = await frozen.beats();
  tablet.proxy.restore();
  await worker.backgroundSync();
  await expect.poll(() => times('ivaylo'), { timeout: 60_000 }).toContain('17:00'); // its round was frozen too
  expect(worker.windows()).toHaveLength(1);
  expect(await frozen.beats()).toBe(stoodAt); // it was not the window that sent it

  await frozen.thaw();
  await tablet.synced();
  expect(tablet.proxy.pushes).toHaveLength(1);
  await tablet.close();
  await browser.close();
});

test('a window that opens in the middle of it shows the write, and nothing is sent twice', { tag: '@all' }, async ({
  browser,
}) => {
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
  expect(await times('gabriela')).toEqual(expect.arrayContaining(['17:00', '18:00']));
  expect(tablet.proxy.pushes.map(({ id }) => id)).toHaveLength(new Set(tablet.proxy.pushes.map(({ id }) => id)).size);
  await tablet.close();
});

test('while the server does not answer nothing is lost, and the browser’s next try sends it', { tag: '@all' }, async ({
  browser,
}) => {
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
  expect(await times('ivaylo')).not.toContain('18:00');
  refuse();
  await expect(async () => {
    await worker.backgroundSync();
    expect(await times('ivaylo')).toContain('18:00');
  }).toPass({ timeout: 30_000 });
  expect(worker.windows()).toEqual([]);
  await tablet.close();
});

const times = async (resource: string) => (await blocksOf(backend, resource)).map(({ at }) => at);
