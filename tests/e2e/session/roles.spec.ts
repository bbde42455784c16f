/** What each may do: staff find no button for what is refused, a manager loses the role while offline, and the owner sends their work. */
import { expect, test } from '@playwright/test';
import { startBackend, type TestBackend } from '../../support/test-backend.ts';
import { Device } from '../support/device.ts';
import { fits, judge } from '../support/looks.ts';

let backend: TestBackend;
test.beforeAll(async () => {
  backend = await startBackend({ seed: 'test' });
});
test.afterAll(() => backend.stop());

const WORDS = {
  bg: {
    services: 'Услугите и цените се променят от собственика или управител.',
    save: 'Запази',
    open: 'Отвори Подстригване',
    remove: 'Изтрий Подстригване',
    products: /Наличността можете да променяте и Вие/,
    quantity: 'Количество',
  },
  en: {
    services: 'Services and prices are changed by the owner or a manager.',
    save: 'Save',
    open: 'Open Haircut',
    remove: 'Delete Haircut',
    products: /The quantity you can change/,
    quantity: 'Quantity',
  },
} as const;

for (const [language, width] of [
  ['bg', 390],
  ['en', 820],
  ['bg', 1440],
] as const)
  test(`staff read what others change, and are told who does, at ${width} px (${language})`, async ({ browser }) => {
    const words = WORDS[language];
    const tablet = await Device.open(browser, backend, { viewport: { width, height: 900 }, offlineCopy: false });
    const { page } = tablet;
    await tablet.settleIn('reception@greben.test');
    if (language === 'en') await page.evaluate(() => localStorage.setItem('greben.language', 'en'));
    await tablet.visit('/services/edit/service-cut');
    await expect(page.getByText(words.services)).toBeVisible();
    await expect(page.getByRole('button', { name: words.save, exact: true })).toHaveCount(0);
    await expect(page.locator('main').getByRole('textbox').first()).toBeDisabled();
    await judge(page);
    await tablet.visit('/services');
    await expect(page.getByRole('button', { name: words.remove })).toHaveCount(0);
    if (width > 1000) await expect(page.getByRole('link', { name: words.open })).toBeVisible();
    await tablet.visit('/products/edit/product-toner');
    await expect(page.getByText(words.products)).toBeVisible();
    await expect(page.getByLabel(words.quantity)).toBeEnabled();
    await tablet.visit('/shifts');
    await expect(page.getByRole('main')).toBeVisible();
    await fits(page);
    await judge(page);
    await tablet.close();
  });

test('what a manager wrote before they became staff waits, and the owner sends it from a file', async ({ browser }) => {
  const tablet = await Device.open(browser, backend);
  const desk = await Device.open(browser, backend);
  await tablet.settleIn('manager@greben.test');
  await desk.settleIn('owner@greben.test');
  const { page } = tablet;
  await tablet.visit('/services/edit/service-beard');
  await tablet.offline();
  await page.getByLabel('Цена').fill('21');
  await page.getByRole('button', { name: 'Запази', exact: true }).click();
  await expect(page.getByRole('link', { name: /Добави услуга/ })).toBeVisible();
  await backend.sql`update public.users set salon_role = 'staff' where email = 'manager@greben.test'`;
  await tablet.online();
  await expect(page.getByRole('link', { name: /Добави услуга/ })).toHaveCount(0);
  await tablet.visit('/sync');
  const card = page.getByRole('article', { name: 'Промяната не беше приета' });
  await expect(card).toContainText('Ролята Ви в този салон не позволява промяна на: цена.');
  await expect(card.getByRole('link', { name: 'Поправи' })).toHaveCount(0);
  await expect(card.getByRole('button', { name: 'Изпрати отново' })).toHaveCount(0);
  await judge(page);
  await card.getByRole('button', { name: /^Запиши като файл/ }).click();
  const saved = page.waitForEvent('download');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Свали файл' }).click();
  const file = await (await saved).path();

  await desk.visit('/sync');
  await desk.page.locator('input[type=file]').setInputFiles(file);
  const dialog = desk.page.getByRole('dialog', { name: /^Неизпратено от / });
  await expect(dialog).toContainText('Брада');
  await judge(desk.page);
  await dialog.getByRole('button', { name: 'Изпрати 1 промяна като моя' }).click();
  const priceThere = async () => {
    const [row] = await backend.sql`select price from public.services where salon_id = 1 and id = 'service-beard'`;
    return Number(row?.price);
  };
  await expect.poll(priceThere).toBe(21);
  await tablet.close();
  await desk.close();
});
