/** Stock revisions as salons live them: long counts without a line, and two people who count the same shelf. */
import { expect, type Page, test } from '@playwright/test';
import { startBackend, type TestBackend } from '../../support/test-backend.ts';
import { Device } from '../support/device.ts';
import { fits, judge } from '../support/looks.ts';

let backend: TestBackend;
test.beforeEach(async () => {
  backend = await startBackend({ seed: 'test' });
});
test.afterEach(() => backend.stop());

const TABLET = { viewport: { width: 820, height: 1180 }, touch: true };
const TONER = 'Тонер перла';
const stock = (page: Page, name: string) => page.getByRole('spinbutton', { name: `Ново количество: ${name}` });
const save = (page: Page) => page.getByRole('button', { name: 'Запази ревизията' }).click();

const toner = async () =>
  (await backend.sql<{ quantity: number }[]>`select quantity from products where id = 'product-toner'`)[0]?.quantity;
const revisions = () =>
  backend.sql<{ old_quantity: number; new_quantity: number; difference: number }[]>`
    select old_quantity, new_quantity, difference from product_revisions
    where product_id = 'product-toner' and not deleted order by new_quantity`;

/** A revision from before the horizon of any device. */
const countLongAgo = () =>
  backend.sql.begin(async (sql) => {
    await sql`alter table product_revisions disable trigger stamp`;
    await sql`
      insert into product_revisions (salon_id, id, product_id, old_quantity, new_quantity, difference, user_id, created_at)
      values (1, 'long-ago', 'product-toner', 44, 41, -3, 'somebody', '2023-03-02T10:00:00Z')`;
    await sql`alter table product_revisions enable trigger stamp`;
  });

test('a count without a line survives a reload, is saved and reaches the salon once; older ones are read there', async ({
  browser,
}) => {
  await countLongAgo();
  const tablet = await Device.open(browser, backend, TABLET);
  await tablet.settleIn('owner@greben.test');
  const before = (await revisions()).length;
  await tablet.visit('/products/revision');
  await expect(stock(tablet.page, TONER)).toHaveValue('40');
  await tablet.offline();
  await stock(tablet.page, TONER).fill('37');
  await tablet.page.getByRole('button', { name: 'Преброено, толкова е: Шампоан без праг' }).click();
  await expect(tablet.page.getByText('Преброени 2 от 4')).toBeVisible();
  await tablet.page.reload();
  await expect(stock(tablet.page, TONER)).toHaveValue('37');
  await expect(tablet.page.getByText('Преброени 2 от 4')).toBeVisible();

  await save(tablet.page);
  await tablet.toast('Ревизията е запазена успешно.');
  await expect(tablet.page.getByText('Преброени 0 от 4')).toBeVisible();
  await tablet.waiting(2);
  await tablet.online();
  await tablet.synced();
  expect(await toner()).toBe(37);
  expect(await revisions()).toHaveLength(before + 1);
  expect(await revisions()).toContainEqual({ old_quantity: 40, new_quantity: 37, difference: -3 });

  await save(tablet.page);
  await tablet.toast('Няма промени за запазване.');
  expect(await revisions()).toHaveLength(before + 1);

  await tablet.page.getByRole('radio', { name: 'История' }).click();
  await tablet.page.getByRole('button', { name: 'Покажи по-стари' }).click();
  await expect(tablet.page.getByText(/По-старите са прочетени от сървъра в .*; други няма\./)).toBeVisible();
  await expect(tablet.page.locator('summary').filter({ hasText: '02/03/2023' })).toBeVisible();
});

test('two devices count the same product offline: both revisions stay, the later one to arrive asks, and no count is lost', {
  tag: '@all',
}, async ({ browser }) => {
  const tablet = await Device.open(browser, backend, TABLET);
  const desk = await Device.open(browser, backend);
  await tablet.settleIn('owner@greben.test');
  await desk.settleIn('staff@greben.test');
  const before = (await revisions()).length;
  for (const [device, counted] of [
    [tablet, '37'],
    [desk, '31'],
  ] as const) {
    await device.visit('/products/revision');
    await device.offline();
    await stock(device.page, TONER).fill(counted);
    await save(device.page);
    await device.toast('Ревизията е запазена успешно.');
    await device.waiting(2);
  }
  await desk.online();
  await desk.synced();
  await tablet.online();
  await tablet.synced();
  await expect(tablet.chip()).toHaveAttribute('data-issues', '1');
  expect(await toner()).toBe(31);
  expect(await revisions()).toHaveLength(before + 2);
  expect(await revisions()).toContainEqual({ old_quantity: 40, new_quantity: 37, difference: -3 });
  expect(await revisions()).toContainEqual({ old_quantity: 40, new_quantity: 31, difference: -9 });

  await tablet.chip().click();
  const question = tablet.page.getByRole('article').filter({ hasText: TONER });
  await expect(question.getByRole('radio', { name: /Моята промяна/ })).toContainText('37');
  await expect(question.getByRole('radio', { name: /Другата промяна/ })).toContainText('31');
  await question.getByRole('button', { name: 'Запази избора' }).click();
  await expect(question).toHaveCount(0);
  await tablet.synced();
  await expect.poll(toner).toBe(37);
  expect(await revisions()).toHaveLength(before + 2);
});

test('what another device saved while a row is being counted is asked about before anything is overwritten', {
  tag: '@all',
}, async ({ browser }) => {
  const tablet = await Device.open(browser, backend, TABLET);
  const desk = await Device.open(browser, backend);
  await tablet.settleIn('owner@greben.test');
  await desk.settleIn('staff@greben.test');
  await backend.sql`update products set name = repeat('Шампоан', 9) where name = 'Шампоан без праг'`;
  await tablet.visit('/products/revision');
  await expect(stock(tablet.page, 'Шампоан'.repeat(9))).toBeVisible();
  await stock(tablet.page, TONER).fill('15');
  await desk.visit('/products/revision');
  await stock(desk.page, TONER).fill('22');
  await save(desk.page);
  await desk.toast('Ревизията е запазена успешно.');
  await desk.synced();
  await expect(tablet.page.getByText('Променено другаде: 40 → 22')).toBeVisible();
  // Neither the mark nor a long word takes a column out of sight.
  const beyond = ({ scrollWidth, clientWidth }: Element) => scrollWidth - clientWidth;
  expect(await tablet.page.getByRole('table', { name: 'Ревизия' }).locator('..').evaluate(beyond)).toBe(0);
  await save(tablet.page);
  await tablet
    .dialog('„Тонер перла“ е променен другаде')
    .getByRole('button', { name: /^Събери двете/ })
    .click();
  await tablet.toast('Ревизията е запазена успешно.');
  await tablet.synced();
  await expect.poll(toner).toBe(37);
  expect(await revisions()).toContainEqual({ old_quantity: 22, new_quantity: 37, difference: 15 });
});

test('on a phone the products and the revision are lists of cards, prices carry the currency and pictures alternate', {
  tag: '@all',
}, async ({ browser }) => {
  const phone = await Device.open(browser, backend, { viewport: { width: 390, height: 844 }, touch: true });
  await phone.settleIn('owner@greben.test');
  await phone.visit('/products');
  const rows = phone.page.getByRole('list', { name: 'Продукти' }).getByRole('listitem');
  await expect(rows).toHaveCount(4);
  await expect(phone.page.getByRole('table')).toHaveCount(0);
  for (const [no, isAlternate] of [false, true, false, true].entries()) {
    await expect(rows.nth(no)).toContainText('16,00\u00a0лв');
    await expect(rows.nth(no).locator('.thumb.alt')).toHaveCount(isAlternate ? 1 : 0);
  }
  // One row stands above the first product, and a name keeps its size.
  await backend.sql`update products set name = 'Шампоан с много дълго име без никакъв праг 500 мл' where id = 'product-no-threshold'`;
  const long = rows.filter({ hasText: '500 мл' });
  await expect(long).toHaveCount(1);
  await expect(long.getByText('500 мл', { exact: true })).toBeInViewport();
  expect(await long.evaluate((row) => row.scrollWidth - row.clientWidth)).toBe(0);
  const bar = await phone.page.locator('.topbar').boundingBox();
  const first = await rows.first().boundingBox();
  expect((first?.y ?? 0) - ((bar?.y ?? 0) + (bar?.height ?? 0))).toBeLessThan(80);
  await fits(phone.page);
  await phone.page.getByRole('button', { name: 'Филтри: 0' }).tap();
  const sheet = phone.page.getByRole('dialog', { name: 'Филтри' });
  await sheet.getByRole('button', { name: /^Няма/ }).tap();
  await judge(phone.page);
  await sheet.getByRole('button', { name: 'Покажи 1 продукт' }).tap();
  await expect(rows).toHaveCount(1);
  await phone.page.getByRole('button', { name: 'Филтри: 1' }).tap();
  await sheet.getByRole('button', { name: 'Покажи всички' }).tap();
  await sheet.getByRole('button', { name: 'Покажи 4 продукта' }).tap();
  await expect(rows).toHaveCount(4);
  await phone.page.getByRole('link', { name: 'Групи' }).click();
  await expect(phone.page).toHaveURL(/\/products\/groups$/);
  await phone.visit('/products/revision');
  await expect(phone.page.getByRole('list', { name: 'Ревизия' }).getByRole('listitem')).toHaveCount(4);
  await expect(phone.page.getByRole('table')).toHaveCount(0);
  await phone.page.getByRole('button', { name: `Увеличи: Ново количество: ${TONER}` }).tap();
  await expect(stock(phone.page, TONER)).toHaveValue('41');
  await expect(phone.page.getByText('1 променен продукт')).toBeVisible();
});
