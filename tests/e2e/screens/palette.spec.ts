/** The search over the whole salon. */
import { expect, test } from '@playwright/test';
import { startBackend, type TestBackend } from '../../support/test-backend.ts';
import { Device } from '../support/device.ts';
import { fits, judge, under } from '../support/looks.ts';

let backend: TestBackend;
test.beforeAll(async () => {
  backend = await startBackend({ seed: 'test' });
});
test.afterAll(() => backend.stop());

test('without a line the keyboard alone finds a client in the other alphabet, books for them, and opens an appointment', async ({
  browser,
}) => {
  const desk = await Device.open(browser, backend);
  const { page } = desk;
  await desk.settleIn('owner@greben.test');
  await desk.offline();
  await page.keyboard.press('Control+k');
  const search = page.getByRole('dialog', { name: 'Търсене в салона' });
  await expect(search.getByRole('combobox')).toBeFocused();
  await page.keyboard.type('silvia');
  const client = search.getByRole('option', { name: /^Силвия/ });
  await expect(client).toBeVisible();
  await expect(
    search
      .getByRole('option')
      .filter({ hasText: /, \d+:\d\d/ })
      .first(),
  ).toBeVisible();
  await judge(page);
  await page.keyboard.press('Control+Enter');
  const booking = desk.dialog('Нова резервация');
  await expect(booking.getByRole('combobox', { name: 'Клиент' })).toHaveValue(/Силвия/);
  await desk.choose('Служител', 'Мария Петрова', booking);
  await desk.choose('Час', '18', booking);
  await desk.choose('Услуга', /^Подстригване/, booking);
  await booking.getByRole('button', { name: 'Запази' }).press('Enter');
  await expect(booking).toBeHidden();
  await expect(desk.appointment('18:00', 'Силвия', 'Мария')).toBeFocused();
  await page.keyboard.press('/');
  await expect(search.getByRole('combobox')).toBeFocused();
  await page.keyboard.type('silvia');
  await search
    .getByRole('option')
    .filter({ hasText: /, \d+:\d\d/ })
    .first()
    .click();
  const opened = desk.dialog('Редакция на резервация').getByRole('combobox', { name: 'Клиент' });
  await expect(opened).toHaveValue(/Силвия/);
  await desk.dialog('Редакция на резервация').getByRole('button', { name: 'Отказ', exact: true }).click();

  await expect(desk.dialog()).toBeHidden();
  await page.keyboard.press('/');
  await search.getByRole('combobox').fill('silvia');
  await search.getByRole('status').click(); // a press beside takes nothing away
  await expect(search.getByRole('combobox')).toHaveValue('silvia');
  await expect(client).toBeVisible();
  await search.getByRole('combobox').press('Escape');
  await expect(search).toBeHidden();

  await page.keyboard.press('/');
  await search.getByRole('combobox').fill('Йоана Нова');
  await expect(search.getByText('Няма нищо за „Йоана Нова“.')).toBeVisible();
  await page.keyboard.press('Enter');
  const form = under(page, 'Нов клиент');
  await expect(form.getByLabel('Име', { exact: true })).toHaveValue('Йоана');
  await expect(form.getByLabel('Фамилия', { exact: true })).toHaveValue('Нова');
  await form.getByRole('button', { name: 'Запази' }).click();
  await expect(page.getByRole('link', { name: 'Йоана Нова', exact: true })).toBeVisible();
  await desk.close();
});

test('on a phone it fills the screen, and leads to every screen', { tag: '@all' }, async ({ browser }) => {
  const phone = await Device.open(browser, backend, { viewport: { width: 390, height: 844 }, touch: true });
  const { page } = phone;
  await phone.settleIn('owner@greben.test');
  await page.getByRole('button', { name: 'Меню', exact: true }).click();
  await page.getByRole('button', { name: 'Търсене' }).click();
  const search = page.getByRole('dialog', { name: 'Търсене в салона' });
  await expect(search.getByRole('option', { name: 'Към Смени' })).toBeVisible();
  await expect(search.getByRole('combobox')).toBeFocused();
  await fits(page);
  await judge(page);
  await search.getByRole('combobox').fill('svoboden');
  await search.getByRole('option', { name: 'Намери свободен час' }).click();
  await expect(phone.dialog('Следващ свободен час')).toBeVisible();
  await phone.close();
});

test('a service answers with its price and who offers it, leads to a booking and to its first free slot; a product with its stock', {
  tag: '@all',
}, async ({ browser }) => {
  const desk = await Device.open(browser, backend, { offlineCopy: false });
  const { page } = desk;
  await desk.settleIn('owner@greben.test');
  await desk.offline();
  const search = page.getByRole('dialog', { name: 'Търсене в салона' });
  await page.keyboard.press('Control+k');
  await search.getByRole('combobox').fill('боядис');
  const service = search.getByRole('group', { name: 'Услуги' }).getByRole('option', { name: /^Боядисване 90 мин · 110,50/ });
  await expect(service).toBeVisible();
  await expect(search.getByRole('option', { name: /Създай клиент/ })).toHaveCount(0);
  await judge(page);
  await page.keyboard.press('Enter');
  const booking = desk.dialog('Нова резервация');
  await expect(booking.getByLabel('Услуга', { exact: true })).toHaveText(/Боядисване/);
  await booking.getByRole('button', { name: 'Отказ', exact: true }).click();
  await expect(booking).toBeHidden();

  // The first free slot by keys alone, on to the booking of it.
  await page.keyboard.press('Control+k');
  await search.getByRole('combobox').fill('boqdis');
  await expect(service).toBeVisible();
  await page.keyboard.press('Control+Enter');
  const find = desk.dialog('Следващ свободен час');
  await expect(find.getByLabel('Услуга', { exact: true })).toHaveText(/Боядисване/);
  await expect(find.getByRole('button', { name: /Запиши/ }).first()).toBeVisible();
  await expect(find.getByLabel('Услуга', { exact: true })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(booking.getByLabel('Услуга', { exact: true })).toHaveText(/Боядисване/);
  await booking.getByRole('button', { name: 'Отказ', exact: true }).click();
  await expect(booking).toBeHidden();

  await page.keyboard.press('Control+k');
  await search.getByRole('combobox').fill('тонер');
  await search
    .getByRole('group', { name: 'Продукти' })
    .getByRole('option', { name: /^Тонер перла .* в склада/ })
    .click();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page).toHaveURL(/\/products\/edit\//);
  await desk.close();
});
