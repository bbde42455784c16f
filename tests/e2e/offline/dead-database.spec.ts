/**
 * A database that dies under an open page, as WebKit does it to pages in the background: its process ends, and the factory of
 * the page never opens one again; only a page that is loaded anew has a living one.
 */
import { expect, type Page, test } from '@playwright/test';
import { installStorageFaults, storageFaults } from '../../support/storage-faults.ts';
import { startBackend, type TestBackend } from '../../support/test-backend.ts';
import { Device } from '../support/device.ts';
import { throughReload } from '../support/through-reload.ts';

let backend: TestBackend;
test.beforeAll(async () => {
  backend = await startBackend({ seed: 'test' });
});
test.afterAll(() => backend.stop());

declare global {
  interface Window {
    sameLoad?: boolean;
  }
}
const isMarked = (page: Page) => throughReload(page, () => window.sameLoad === true);

async function open(browser: Parameters<typeof Device.open>[0]): Promise<Device> {
  const tablet = await Device.open(browser, backend);
  await installStorageFaults(tablet.context);
  await tablet.settleIn('owner@greben.test');
  await tablet.page.evaluate(() => {
    window.sameLoad = true;
  });
  return tablet;
}

for (const told of [true, false])
  test(`a page that only looks notices it ${told ? 'at once' : 'when the person comes back to it'}, and starts anew`, {
    tag: '@all',
  }, async ({ browser }) => {
    const tablet = await open(browser);
    const { page } = tablet;
    await storageFaults(page).die(told);
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    await expect(tablet.chip()).toHaveAttribute('data-phase', 'blocked');
    await expect(tablet.chip()).toHaveAccessibleName('Презаредете страницата');
    await page.clock.fastForward('00:05');
    await expect.poll(() => isMarked(page)).toBe(false);
    await tablet.calendarReady();
    await tablet.synced();
    await expect(page.locator('[data-notice="emptied"]')).toBeHidden();
    await tablet.close();
  });

test('it is noticed within a minute by a page that nobody touches and that is told nothing', { tag: '@all' }, async ({
  browser,
}) => {
  const tablet = await open(browser);
  await storageFaults(tablet.page).die(false);
  await tablet.page.clock.fastForward('00:50');
  await expect(tablet.chip()).toHaveAttribute('data-phase', 'blocked');
  await tablet.close();
});

test('what is typed survives it: the page says so and waits for the person', { tag: '@all' }, async ({ browser }) => {
  const tablet = await open(browser);
  const { page } = tablet;
  const form = await tablet.openNew({ employee: 'Мария Петрова', at: '17:00' });
  await form.getByRole('combobox', { name: 'Клиент' }).fill('силвия');
  await page.getByRole('option', { name: 'Силвия Маркова' }).first().click();
  await tablet.choose('Услуга', /^Подстригване/, form);
  await storageFaults(page).die(true);
  await form.getByRole('button', { name: 'Запази' }).click();
  await tablet.toast('местните данни са затворени. Презаредете страницата.');
  await page.clock.fastForward('10:00');
  expect(await isMarked(page)).toBe(true);
  await expect(form.getByRole('combobox', { name: 'Клиент' })).toHaveValue('Силвия Маркова');
  await expect(page.locator('[data-notice="lost"]')).toContainText('Каквото се вижда, може да е старо');
  await tablet.close();
});
