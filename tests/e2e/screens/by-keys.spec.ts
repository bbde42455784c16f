/** What a day begins with, without a mouse: signing in, a client, a service, the list of keys, signing out. */
import { expect, type Page, test } from '@playwright/test';
import { DEMO_PASSWORD, startBackend, type TestBackend } from '../../support/test-backend.ts';
import { Device } from '../support/device.ts';
import { tabTo, type } from '../support/keys.ts';

let backend: TestBackend;
test.beforeAll(async () => {
  backend = await startBackend({ seed: 'test' });
});
test.afterAll(() => backend.stop());

/** By the search over everything, from wherever one is. */
async function goTo(page: Page, action: string, path: string): Promise<void> {
  await page.keyboard.press('Control+K');
  const search = page.getByRole('dialog', { name: 'Търсене в салона' });
  await expect(search.getByRole('combobox')).toBeFocused();
  await page.keyboard.type(action);
  await expect(search.getByRole('option').first()).toHaveText(new RegExp(`^${action}`));
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`${path}$`));
}

test('a day begins by keys alone: signing in, a client, a service, the list of keys, signing out', { tag: '@all' }, async ({
  browser,
}) => {
  const desk = await Device.open(browser, backend);
  const { page } = desk;
  await page.goto('/login');
  await type(page, page.getByLabel('Имейл'), 'owner@greben.test');
  await type(page, page.getByLabel('Парола', { exact: true }), DEMO_PASSWORD);
  await page.keyboard.press('Enter');
  await desk.calendarReady();

  await goTo(page, 'Нов клиент', '/clients/add');
  await type(page, page.getByLabel('Име', { exact: true }), 'Невена');
  await type(page, page.getByLabel('Фамилия', { exact: true }), 'Радева');
  await page.keyboard.press('Enter');
  await desk.toast('Клиентът е добавен');

  await goTo(page, 'Нова услуга', '/services/add');
  await type(page, page.getByLabel('Име на български'), 'Сешоар');
  await type(page, page.getByLabel('Цена', { exact: true }), '25');
  await page.keyboard.press('Enter');
  await desk.toast('Услугата е добавена');
  await expect(page).toHaveURL(/\/services(\?|$)/);

  await tabTo(page, page.getByRole('link', { name: 'Клиенти', exact: true }));
  await page.keyboard.press('?');
  const keys = page.getByRole('dialog', { name: 'Клавиши' });
  await expect(keys).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(keys).toBeHidden();

  await desk.synced();
  await tabTo(page, page.getByRole('button', { name: 'Изход', exact: true }));
  await page.keyboard.press('Enter');
  const question = page.locator('[role=dialog], [role=alertdialog]');
  await tabTo(page, question.getByRole('button', { name: 'Изход', exact: true }));
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/127\.0\.0\.1:\d+\/$/);
  await desk.close();
});
