/** A newer version with another local schema version arrives while work is unsent: nothing of it is lost, whatever is open or killed. */
import { expect, type Page, test } from '@playwright/test';
import { PUSH } from '../../support/proxy-requests.ts';
import { startBackend, type TestBackend } from '../../support/test-backend.ts';
import { twoVersions, type Versions } from '../../support/versions.ts';
import { Device } from '../support/device.ts';
import { WorkerHandle } from '../support/service-worker.ts';
import { blocksOf } from '../support/stored.ts';
import { throughReload } from '../support/through-reload.ts';

let versions: Versions;
let backend: TestBackend;
test.beforeAll(async () => {
  versions = twoVersions();
  backend = await startBackend({ seed: 'test', dist: versions.site });
});
test.afterAll(async () => {
  await backend.stop();
  versions.remove();
});

/** The local schema versions on this device, each by the part of its databases' names that tells it apart. */
const forms = (page: Page) =>
  throughReload(page, async () => {
    const names = (await indexedDB.databases()).flatMap(
      ({ name }) => /^rxdb-dexie-greben-\d+-.*-(\w+)--0--events$/.exec(name ?? '')?.[1] ?? [],
    );
    return [...new Set(names)].sort();
  });

/** What the page does once an hour by itself. */
const lookForNewer = (page: Page) =>
  page.evaluate(async () => {
    await (await navigator.serviceWorker.getRegistration())?.update();
  });

const card = (device: Device) => device.page.getByRole('status').filter({ hasText: 'Има нова версия' });

/** Runs in the page: stops the program for ever the first time that something is removed from the other form. */
function stopAtFirstRemoval(own: string): void {
  const remove = IDBObjectStore.prototype.delete;
  IDBObjectStore.prototype.delete = function (...asked) {
    const { name } = this.transaction.db;
    if (name.includes(own) && name.endsWith('--events')) alert('here');
    return remove.apply(this, asked);
  };
}

test('an update with unsent rows and an issue carries all of it over, beside an old tab and killed in the middle; all is sent once', {
  tag: '@all',
}, async ({ browser }) => {
  const tablet = await Device.open(browser, backend);
  await tablet.settleIn('owner@greben.test');
  const [firstForm = ''] = await forms(tablet.page);
  expect(await forms(tablet.page)).toHaveLength(1);
  await backend.sql`alter table events add constraint no_six_o_clock check (start_time <> '2026-11-18T16:00:00Z')`;
  await tablet.blockTime('Ивайло Георгиев', '18:00');
  await expect(tablet.chip()).toHaveAttribute('data-issues', '1');

  await tablet.offline();
  await tablet.blockTime('Ивайло Георгиев', '17:00');
  await tablet.blockTime('Мария Петрова', '17:00');
  await tablet.waiting(2);
  const old = await tablet.newTab();
  await old.visit('/calendar');
  await old.calendarReady();
  versions.publish('second');
  // The line is back, but what is unsent does not get through yet.
  const letThrough = tablet.proxy.fault(PUSH, { kind: 'drop-request' }, Number.POSITIVE_INFINITY);
  await tablet.online();
  await lookForNewer(tablet.page);
  await expect(card(tablet)).toContainText('Чакащите промени остават.');
  await expect(card(old)).toBeVisible();
  await card(tablet).getByRole('button', { name: 'Обнови' }).click();

  await expect.poll(() => forms(tablet.page)).toHaveLength(2);
  await tablet.calendarReady();
  await expect(card(tablet)).toHaveCount(0);
  await tablet.waiting(2); // counted, though the old tab still holds them
  await expect(card(old).getByRole('button', { name: 'По-късно' })).toHaveCount(0);
  await card(old).getByRole('button', { name: 'Обнови' }).click(); // the old tab asks to be reloaded
  await old.calendarReady();
  await expect.poll(() => forms(old.page)).toHaveLength(1);
  expect(await forms(old.page)).not.toContain(firstForm);
  for (const tab of [tablet, old]) {
    await expect(tab.appointment('17:00–18:00', 'Ивайло', 'блокирано', 'чака изпращане')).toBeVisible();
    await expect(tab.appointment('17:00–18:00', 'Мария', 'блокирано', 'чака изпращане')).toBeVisible();
    await expect(tab.appointment('18:00–19:00', 'Ивайло', 'блокирано', 'не беше приета')).toBeVisible();
    await tab.waiting(2);
    await expect(tab.chip()).toHaveAttribute('data-issues', '1');
  }
  await old.page.close();
  expect(tablet.proxy.pushes.filter(({ doc }) => doc.start_time !== '2026-11-18T16:00:00.000Z')).toEqual([]);

  // And once more, into the form of the other version, killed in the middle of the move.
  const [secondForm = ''] = await forms(tablet.page);
  versions.publish('first');
  await lookForNewer(tablet.page);
  await expect(card(tablet)).toBeVisible();
  await tablet.page.addInitScript(stopAtFirstRemoval, secondForm);
  const stopped = tablet.page.waitForEvent('dialog');
  await card(tablet).getByRole('button', { name: 'Обнови' }).click();
  await stopped; // it is here by now, and not yet gone there
  await tablet.page.close();
  const reopened = await tablet.newTab();
  await reopened.visit('/calendar');
  await reopened.calendarReady();
  await expect.poll(() => forms(reopened.page)).toEqual([firstForm]);
  await expect(reopened.appointment('17:00–18:00', 'Ивайло', 'блокирано', 'чака изпращане')).toBeVisible();
  await expect(reopened.appointment('18:00–19:00', 'Ивайло', 'блокирано', 'не беше приета')).toBeVisible();
  await reopened.waiting(2);

  letThrough();
  await reopened.chip().click();
  await reopened.page.getByRole('button', { name: 'Опитай сега' }).click();
  await reopened.synced();
  expect(await blocksOf(backend, 'ivaylo')).toMatchObject([{ at: '17:00' }]);
  expect(await blocksOf(backend, 'maria')).toMatchObject([{ at: '17:00' }]);
  await backend.sql`alter table events drop constraint no_six_o_clock`;
  await reopened.page.getByRole('button', { name: 'Изпрати отново' }).click();
  await expect(reopened.page.getByText('Нищо не чака решение.')).toBeVisible();
  await reopened.synced();
  expect(await blocksOf(backend, 'ivaylo')).toMatchObject([{ at: '17:00' }, { at: '18:00' }]);
  const ids = reopened.proxy.pushes.map(({ id, base_rev }) => `${id} ${base_rev}`);
  expect(ids).toHaveLength(4); // two blocked hours once, and the refused one twice
  expect(new Set(ids).size).toBe(3);
  await reopened.close();
});

test('an update begins at once while the old worker waits for a line that says nothing', { tag: '@all' }, async ({ browser }) => {
  const tablet = await Device.open(browser, backend);
  versions.publish('first');
  await tablet.settleIn('owner@greben.test');
  const worker = await WorkerHandle.open(tablet.context, tablet.proxy.url);
  const silent = tablet.proxy.hold(PUSH, 'before');
  await tablet.blockTime('Мария Петрова', '19:00');
  await silent.reached;
  await worker.backgroundSync(); // it asks the window to send, and waits for it
  versions.publish('second');
  await lookForNewer(tablet.page);
  const reloaded = tablet.page.waitForEvent('load');
  await card(tablet).getByRole('button', { name: 'Обнови' }).click();
  await reloaded;
  await tablet.calendarReady();
  await expect(card(tablet)).toHaveCount(0);
  silent.release();
  await tablet.synced();
  expect(await blocksOf(backend, 'maria')).toContainEqual(expect.objectContaining({ at: '19:00' }));
  await tablet.close();
});
