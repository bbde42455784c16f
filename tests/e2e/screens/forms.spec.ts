/** What is typed and not saved, dates that are typed, the menu on tablets, and what an administrator looks at. */
import { expect, type Page, test } from '@playwright/test';
import { startBackend, type TestBackend } from '../../support/test-backend.ts';
import { Device } from '../support/device.ts';
import { fits, follow, judge } from '../support/looks.ts';

const TABLET = { viewport: { width: 820, height: 1180 }, touch: true };
const PHONE = { viewport: { width: 390, height: 844 }, touch: true };

let backend: TestBackend;
test.beforeAll(async () => {
  backend = await startBackend({ seed: 'test' });
});
test.afterAll(() => backend.stop());

const question = (page: Page) => page.getByRole('alertdialog', { name: 'Да излезем ли без запазване?' });

test('what is typed is left by no way without a question, and saving asks none', { tag: '@all' }, async ({ browser }) => {
  const desk = await Device.open(browser, backend, { offlineCopy: false });
  const { page } = desk;
  await desk.settleIn('owner@greben.test');
  const menu = page.getByRole('navigation', { name: 'Основно меню' });
  await menu.getByRole('link', { name: 'Клиенти' }).click();
  await page.getByRole('link', { name: 'Добави клиент' }).first().click();
  await page.getByLabel('Име', { exact: true }).fill('Невена');

  const stay = async () => {
    await question(page).getByRole('button', { name: 'Продължи редакцията' }).click();
    await expect(question(page)).toBeHidden();
    await expect(page).toHaveURL(/\/clients\/add$/);
    await expect(page.getByLabel('Име', { exact: true })).toHaveValue('Невена');
  };
  await menu.getByRole('link', { name: 'Услуги' }).click();
  await stay();
  await page.getByRole('button', { name: 'Отказ', exact: true }).click();
  await stay();
  await page.getByRole('button', { name: 'Изход', exact: true }).click();
  await stay();
  await page.evaluate(() => history.back());
  await stay();
  const asked = page.waitForEvent('dialog');
  const reloading = page.evaluate(() => location.reload()); // held up until the question is answered
  const dialog = await asked;
  expect(dialog.type()).toBe('beforeunload');
  await dialog.dismiss();
  await reloading;
  await expect(page.getByLabel('Име', { exact: true })).toHaveValue('Невена');

  await page.getByLabel('Фамилия', { exact: true }).fill('Радева');
  await page.getByRole('button', { name: 'Запази' }).click();
  await desk.toast('Клиентът е добавен');
  await expect(page).toHaveURL(/\/clients$/);
  await expect(question(page)).toBeHidden();

  await menu.getByRole('link', { name: 'Салон' }).click();
  await page.getByRole('button', { name: 'Редактирай' }).click();
  await page.getByRole('button', { name: 'Отказ', exact: true }).click();
  await page.getByRole('button', { name: 'Редактирай' }).click();
  await page.getByLabel('Коментар').fill('Вход откъм двора');
  await page.getByRole('button', { name: 'Отказ', exact: true }).click();
  await question(page).getByRole('button', { name: 'Излез без запазване' }).click();
  await expect(page.getByRole('button', { name: 'Редактирай' })).toBeVisible();
  await menu.getByRole('link', { name: 'Услуги' }).click();
  await expect(page).toHaveURL(/\/services$/);
  await desk.close();
});

test('what was typed over a booking before a reload can be booked anew when it was deleted elsewhere meanwhile', {
  tag: '@all',
}, async ({ browser }) => {
  const desk = await Device.open(browser, backend, { offlineCopy: false });
  const tablet = await Device.open(browser, backend, { offlineCopy: false, ...TABLET });
  await Promise.all([desk, tablet].map((device) => device.settleIn('owner@greben.test')));
  const booked = (device: Device) => device.appointment('14:30–15:30', 'Яна');
  const notes = desk.dialog().getByLabel('Бележки');
  await booked(desk).dblclick();
  await notes.fill('Алергия към амоняк');
  await desk.page.reload();
  await desk.calendarReady();

  await tablet.visit('/calendar?event=event-of-company');
  await tablet.dialog().getByRole('button', { name: 'Изтрий резервацията' }).click();
  await tablet.page.getByRole('alertdialog').getByRole('button', { name: 'Изтрий' }).click();
  await expect(booked(desk)).toHaveCount(0);
  const strip = desk.page.locator('[data-notice="stray-draft"]');
  await expect(strip).toContainText('незапазени промени в час, който е изтрит: ср, 18/11/2026, 14:30');
  await strip.getByRole('button', { name: 'Запази като нов час' }).click();
  await expect(desk.dialog('Нова резервация').getByRole('combobox', { name: 'Клиент' })).toHaveValue('Фирма „Пример“');
  await expect(notes).toHaveValue('Алергия към амоняк');
  await desk.dialog().getByRole('button', { name: 'Запази' }).click();
  await expect(booked(desk)).toBeVisible();
  await expect(strip).toBeHidden();
  await desk.page.reload();
  await desk.calendarReady();
  await desk.synced();
  await expect(booked(tablet)).toBeVisible();
  await Promise.all([desk.close(), tablet.close()]);
});

test('a birth date is typed or picked on a phone, a year decades away in a few taps', { tag: '@all' }, async ({ browser }) => {
  const phone = await Device.open(browser, backend, PHONE);
  const { page } = phone;
  await phone.settleIn('owner@greben.test');
  await page.goto('/clients/edit/client-anna');
  const field = page.getByLabel(/^Дата на раждане/);
  await field.fill('14061961');
  await field.blur();
  await expect(field).toHaveValue('14/06/1961');
  await page.getByRole('button', { name: 'Изберете дата' }).tap();
  await page.getByRole('button', { name: 'Друга година' }).tap();
  await page.getByRole('button', { name: 'По-ранни години' }).tap();
  await page.getByRole('button', { name: '1944' }).tap();
  await fits(page);
  await page.getByRole('button', { name: /12 юни 1944$/ }).tap();
  await expect(field).toHaveValue('12/06/1944');
  await page.getByRole('button', { name: 'Запази' }).tap();
  await phone.toast('Клиентът е обновен');
  await phone.synced();
  expect(await backend.sql`select birth_date::text from clients where salon_id = 1 and id = 'client-anna'`).toMatchObject([
    { birth_date: '1944-06-12' },
  ]);
  await phone.close();
});

test('the salon’s form keeps its buttons in view on a phone, a new one’s and one that is edited', async ({ browser }) => {
  const phone = await Device.open(browser, backend, { ...PHONE, offlineCopy: false });
  const { page } = phone;
  const inView = async (name: string) => {
    const button = page.getByRole('button', { name, exact: true });
    await expect(button).toBeInViewport({ ratio: 1 });
    await page.getByRole('switch').last().scrollIntoViewIfNeeded();
    await expect(button).toBeInViewport({ ratio: 1 });
  };
  await phone.signIn('newcomer@greben.test');
  await inView('Създай');
  const other = await Device.open(browser, backend, { ...PHONE, offlineCopy: false });
  await other.signIn('owner@greben.test');
  await follow(other.page, '/salon');
  await other.page.getByRole('button', { name: 'Редактирай' }).click();
  for (const name of ['Отказ', 'Запази'])
    await expect(other.page.getByRole('button', { name, exact: true })).toBeInViewport({ ratio: 1 });
  await phone.close();
  await other.close();
});

test('on a tablet the collapsed menu unfolds the products and names the year and the version', { tag: '@all' }, async ({
  browser,
}) => {
  const tablet = await Device.open(browser, backend, TABLET);
  const { page } = tablet;
  await tablet.settleIn('owner@greben.test');
  const side = page.locator('[data-sidebar="collapsed"]');
  await expect(side.getByText('© 2026 · версия 1.0')).toBeAttached();
  await expect(side.getByText('в. 1.0', { exact: true })).toBeVisible();
  await side.getByRole('button', { name: 'Продукти' }).tap();
  await judge(page);
  await side.getByRole('link', { name: 'Групи' }).tap();
  await expect(page).toHaveURL(/\/products\/groups$/);
  await expect(side.getByRole('link', { name: 'Ревизия' })).toBeHidden();
  await side.getByRole('link', { name: 'Услуги' }).focus();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/products\/add$/);
  await tablet.close();
});

test('a salon that an administrator looks at is still looked at after a reload, and says whose it is', { tag: '@all' }, async ({
  browser,
}) => {
  const desk = await Device.open(browser, backend);
  const { page } = desk;
  await desk.signIn('admin@greben.test');
  await page.getByRole('link', { name: 'Салони', exact: true }).click();
  await page
    .getByRole('row', { name: /Студио Къдрица/ })
    .getByRole('button', { name: 'Преглед' })
    .click();
  await desk.calendarReady();
  const banner = page.getByRole('complementary', { name: 'Admin Mode' });
  await expect(banner).toContainText('„Студио Къдрица“');
  await page.reload();
  await desk.calendarReady();
  await expect(banner).toContainText('„Студио Къдрица“');
  await page.goto('/clients');
  await expect(page.getByRole('row', { name: /Анна Василева/ })).toBeVisible();
  expect(await page.evaluate(() => [localStorage.getItem('salon_id'), localStorage.getItem('adminViewing')])).toEqual([
    '1',
    'true',
  ]);
  await banner.getByRole('button', { name: 'Край на прегледа' }).click();
  await expect(page).toHaveURL(/\/admin\/salons$/);
  await expect(banner).toBeHidden();
  await page.reload();
  await expect(page).toHaveURL(/\/admin\/salons$/);
  expect(await page.evaluate(() => localStorage.getItem('adminViewing'))).toBeNull();
  await desk.close();
});

for (const [by, size] of [
  ['a mouse', { viewport: { width: 1440, height: 900 } }],
  ['a finger', TABLET],
] as const) {
  test(`a button pressed with ${by} out of a wrong field does what it says`, { tag: '@all' }, async ({ browser }) => {
    const desk = await Device.open(browser, backend, { ...size, offlineCopy: false });
    const { page } = desk;
    await desk.settleIn('owner@greben.test');
    await desk.visit('/clients/add');
    await page.getByLabel('Име', { exact: true }).fill('Невена');
    await page.getByLabel('Имейл').fill('nevena@');
    const save = page.getByRole('button', { name: 'Запази', exact: true });
    if ('touch' in size) await save.tap();
    else await save.click({ delay: 100 });
    await expect(page.getByText('Невалиден имейл')).toBeVisible();
    await expect(page.getByText('Въведете фамилия')).toBeVisible();
    await desk.close();
  });
}
