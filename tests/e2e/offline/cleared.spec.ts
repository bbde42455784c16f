/** The browser clears what a device holds, under an open page: "clear site data", or its own way with a damaged store. */
import { expect, type Page, test } from '@playwright/test';
import { startBackend, type TestBackend } from '../../support/test-backend.ts';
import { Device } from '../support/device.ts';
import { blocksOf } from '../support/stored.ts';
import { throughReload } from '../support/through-reload.ts';

let backend: TestBackend;
test.beforeAll(async () => {
  backend = await startBackend({ seed: 'test' });
});
test.afterAll(() => backend.stop());

/** By the browser's own command. */
async function clear(device: Device, storageTypes: string): Promise<void> {
  const cdp = await device.context.newCDPSession(device.page);
  await cdp.send('Storage.clearDataForOrigin', { origin: device.proxy.url, storageTypes });
  await cdp.detach();
}

const notice = (page: Page) => page.locator('[data-notice="emptied"]');
const onFirstSync = (page: Page) => page.getByRole('region', { name: 'Данните на това устройство ги няма' });
const strip = (page: Page) => page.locator('[data-notice="lost"]');
/** Whether the page is still the one that was marked: a load takes the mark away. */
declare global {
  interface Window {
    sameLoad?: boolean;
    /** Openings are broken off until it is false. */
    isClearing?: boolean;
  }
}
const mark = (page: Page) =>
  page.evaluate(() => {
    window.sameLoad = true;
  });
const isMarked = (page: Page) => throughReload(page, () => window.sameLoad === true);

async function loadedAnew(page: Page): Promise<void> {
  await expect.poll(() => isMarked(page)).toBe(false);
}

test('online: the page starts anew by itself, its unsent changes arrive, and the person is told until they have read it', {
  tag: '@all',
}, async ({ browser }) => {
  const tablet = await Device.open(browser, backend);
  const { page } = tablet;
  await tablet.settleIn('owner@greben.test');
  // The line to the server is held back, so that both stay unsent while the page is online all the same.
  await tablet.offline();
  await tablet.blockTime('Мария Петрова', '17:00');
  await tablet.blockTime('Ивайло Георгиев', '18:00');
  await tablet.waiting(2);
  await tablet.online();
  await mark(page);
  await clear(tablet, 'indexeddb');
  await page.clock.fastForward('00:10');
  await loadedAnew(page);
  await tablet.calendarReady();
  await tablet.synced();
  await expect(notice(page)).toContainText('Данните на това устройство ги няма');
  await page.reload();
  await tablet.calendarReady();
  await expect(notice(page)).toBeVisible();
  await notice(page).getByRole('button', { name: 'Затвори' }).click();
  await expect(notice(page)).toBeHidden();
  await page.reload();
  await tablet.calendarReady();
  await tablet.synced();
  await expect(notice(page)).toBeHidden();
  expect(await blocksOf(backend, 'maria')).toMatchObject([{ at: '17:00' }]);
  expect(await blocksOf(backend, 'ivaylo')).toMatchObject([{ at: '18:00' }]);
  await tablet.close();
});

test('offline: the person stays signed in, reads how many, since when and of which salon, and what the window still knew is sent later', {
  tag: '@all',
}, async ({ browser }) => {
  const tablet = await Device.open(browser, backend);
  const { page } = tablet;
  await tablet.settleIn('owner@greben.test');
  await tablet.offline();
  await tablet.blockTime('Габриела Илиева', '17:00');
  await tablet.blockTime('Габриела Илиева', '18:00');
  await tablet.waiting(2);
  await mark(page);
  await clear(tablet, 'indexeddb');
  await expect(tablet.chip()).toHaveAttribute('data-phase', 'blocked');
  await page.clock.fastForward('00:10');
  await loadedAnew(page);
  await expect(onFirstSync(page)).toContainText('салон „Студио Къдрица“');
  await expect(onFirstSync(page)).toContainText('2 промени не бяха изпратени, първата от 18 ноември, 10:4');
  await expect(onFirstSync(page)).toContainText('2 бяха още в отворения прозорец и са записани отново.');
  await tablet.waiting(2);
  await tablet.online();
  await tablet.calendarReady();
  await tablet.synced();
  expect(await blocksOf(backend, 'gabriela')).toMatchObject([{ at: '17:00' }, { at: '18:00' }]);
  await expect(notice(page)).toContainText('2 бяха още в отворения прозорец');
  await tablet.close();
});

test('a clearing that breaks off what is opened meanwhile is not taken for a dead database: the same is kept and told', {
  tag: '@all',
}, async ({ browser }) => {
  const tablet = await Device.open(browser, backend);
  const { page } = tablet;
  await tablet.settleIn('owner@greben.test');
  await tablet.offline();
  await tablet.blockTime('Радослав в отпуск', '17:00');
  await tablet.waiting(1);
  await mark(page);
  // As Chromium does it for some milliseconds, longer under load.
  await page.evaluate(() => {
    const open = IDBFactory.prototype.open;
    IDBFactory.prototype.open = function (...asked) {
      if (window.isClearing === false) return open.apply(this, asked);
      throw new DOMException('The connection was closed.', 'AbortError');
    };
  });
  await clear(tablet, 'indexeddb');
  await expect(tablet.chip()).toHaveAttribute('data-phase', 'blocked');
  await page.evaluate(() => {
    window.isClearing = false;
  });
  await page.clock.fastForward('00:10');
  await loadedAnew(page);
  await expect(onFirstSync(page)).toContainText('1 беше още в отворения прозорец и е записана отново.');
  await tablet.online();
  await tablet.calendarReady();
  await tablet.synced();
  expect(await blocksOf(backend, 'radoslav')).toMatchObject([{ at: '17:00' }]);
  await tablet.close();
});

test('two tabs: the one with a form that is typed in keeps it and says so, the other starts anew; each change arrives once', {
  tag: '@all',
}, async ({ browser }) => {
  const tablet = await Device.open(browser, backend);
  await tablet.settleIn('staff@greben.test');
  const second = await tablet.newTab();
  await second.visit('/clients/add');
  await second.page.getByLabel('Име', { exact: true }).fill('Незаписана');
  await tablet.toFront();
  await tablet.offline();
  await tablet.blockTime('Десислава Тодорова', '17:00');
  await tablet.waiting(1);
  await second.waiting(1);
  await mark(tablet.page);
  await mark(second.page);
  await clear(tablet, 'indexeddb');
  await expect(tablet.chip()).toHaveAttribute('data-phase', 'blocked');
  await expect(second.chip()).toHaveAttribute('data-phase', 'blocked');
  await tablet.page.clock.fastForward('00:10');
  await loadedAnew(tablet.page);
  await expect(strip(second.page)).toContainText('Браузърът изтри данните на приложението от това устройство.');
  await expect(strip(second.page)).toContainText('1 неизпратена промяна е запазена');
  await tablet.online();
  await tablet.calendarReady();
  await tablet.synced();
  await second.page.clock.fastForward('01:00');
  expect(await isMarked(second.page)).toBe(true);
  await expect(second.page.getByLabel('Име', { exact: true })).toHaveValue('Незаписана');
  await second.page.getByLabel('Име', { exact: true }).fill('');
  await second.page.clock.fastForward('00:10');
  await loadedAnew(second.page);
  await second.synced();
  expect(await blocksOf(backend, 'desislava')).toMatchObject([{ at: '17:00' }]);
  await tablet.close();
});

test('a person who clears everything is not started anew behind their back: the window offers the file, the sign-in tells it', {
  tag: '@all',
}, async ({ browser }) => {
  const tablet = await Device.open(browser, backend);
  const { page } = tablet;
  await tablet.settleIn('owner@greben.test');
  await tablet.offline();
  await tablet.blockTime('Борис с почивен ден', '13:00');
  await tablet.waiting(1);
  await mark(page);
  await clear(tablet, 'indexeddb,local_storage');
  await expect(strip(page)).toContainText('1 неизпратена промяна е само в този прозорец');
  await page.clock.fastForward('01:00');
  expect(await isMarked(page)).toBe(true);
  const file = page.waitForEvent('download');
  await strip(page).getByRole('button', { name: 'Запази във файл' }).click();
  expect((await file).suggestedFilename()).toMatch(/^greben-unsent-2026-11-18/);
  await strip(page).getByRole('button', { name: 'Презареди' }).click();
  const question = page.getByRole('alertdialog', { name: 'Да презаредим ли страницата?' });
  await expect(question).toContainText('само в този прозорец');
  await question.getByRole('button', { name: 'Презареди' }).click();
  await expect(page.getByRole('heading', { name: 'Вход' })).toBeVisible();
  await expect(page.locator('[data-lost-here]')).toContainText('1 промяна');
  await tablet.online();
  await tablet.enter('owner@greben.test');
  await tablet.calendarReady();
  await expect(notice(page)).toContainText('1 промяна от 18 ноември');
  await tablet.close();
});

test('nothing is told that did not happen: first start, two tabs, sign-out with removal, another person, the way back', {
  tag: '@all',
}, async ({ browser }) => {
  const tablet = await Device.open(browser, backend);
  const { page } = tablet;
  await tablet.settleIn('owner@greben.test');
  const second = await tablet.newTab();
  await second.visit('/calendar');
  await second.calendarReady();
  await tablet.signOut(true);
  await tablet.settleIn('staff@greben.test');
  await tablet.signOut(false);
  await tablet.settleIn('owner@greben.test');
  for (const one of [page, second.page]) {
    await expect(notice(one)).toBeHidden();
    await expect(strip(one)).toBeHidden();
  }
  const kept = () => page.evaluate(() => Object.keys(localStorage).filter((key) => /^greben\.(emptied|aside)\./.test(key)));
  expect(await kept()).toEqual([]);
  await tablet.close();
});
