/** Processing time and several services, as a colour salon sells them. */
import { expect, test } from '@playwright/test';
import { startBackend, type TestBackend } from '../../support/test-backend.ts';
import { Device } from '../support/device.ts';
import { follow, under } from '../support/looks.ts';

let backend: TestBackend;
test.beforeAll(async () => {
  backend = await startBackend({ seed: 'test' });
});
test.afterAll(() => backend.stop());

const COLOUR = 'Боядисване с престой';

test('a colour of 30, 45 and 30 minutes sells its waiting time: found, booked there without a warning, and warned of beyond it', {
  tag: '@all',
}, async ({ browser }) => {
  const desk = await Device.open(browser, backend, { offlineCopy: false });
  const { page } = desk;
  await desk.settleIn('owner@greben.test');

  // The service says when the client waits.
  await follow(page, '/services/add');
  const form = under(page, 'Нова услуга');
  await form.getByLabel('Име на български').fill(COLOUR);
  await form.getByLabel('Времетраене', { exact: true }).fill('105');
  await form.getByRole('button', { name: 'Престой, почистване и кой я предлага' }).click();
  await form.getByLabel('Престоят започва след', { exact: true }).fill('30');
  await form.getByLabel('Престой', { exact: true }).fill('45');
  await expect(form.getByRole('img', { name: '30 минути работа, 45 минути престой, 30 минути работа' })).toBeVisible();
  await form.getByRole('button', { name: 'Запази' }).click();
  await desk.toast('УспехУслугата е добавена');

  // Booked at ten on a day that is free; the one after takes the waiting.
  await follow(page, '/calendar/add?employee=maria&start=2026-11-25T10:00');
  const dialog = desk.dialog('Нова резервация');
  await dialog.getByRole('combobox', { name: 'Клиент' }).fill('silviq');
  await page.getByRole('option', { name: /Силвия Маркова/ }).click();
  await desk.choose('Услуга', new RegExp(COLOUR), dialog);
  await expect(dialog.getByText(/престой 10:30–11:15/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Запази' }).click();
  await expect(dialog).toBeHidden();
  const colour = page.getByRole('button', { name: /^10:00–11:45, Силвия Маркова.*престой 10:30–11:15/ });
  await expect(colour).toBeVisible();

  // The stretch lets a press through: it books there.
  const box = await colour.boundingBox();
  if (!box) throw new Error('not drawn');
  await page.mouse.click(box.x + box.width / 2, box.y + (box.height * 35) / 105);
  await expect(dialog.getByLabel('Час', { exact: true })).toHaveText('10');
  await expect(dialog.getByLabel('Минути', { exact: true })).toHaveText('30');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();

  // It is found as free, and books without a warning; what runs on into the work after it is warned of.
  await page.keyboard.press('f');
  const find = desk.dialog('Следващ свободен час');
  await desk.choose('Услуга', /^Брада/, find);
  await desk.choose('При кого', 'Мария Петрова', find);
  await find.getByRole('button', { name: 'Всички часове на деня' }).first().click();
  await find.locator('[data-slot="2026-11-25T08:30:00.000Z"]').click();
  await expect(dialog.getByLabel('Минути', { exact: true })).toHaveText('30');
  await desk.choose('Времетраене', '60 мин', dialog);
  await expect(dialog.getByText(/Застъпва се/)).toBeVisible();
  await desk.choose('Времетраене', '45 мин', dialog);
  await expect(dialog.locator('[data-warning]')).toHaveCount(0);
  await dialog.getByRole('combobox', { name: 'Клиент' }).fill('emil dragnev');
  await page.getByRole('option', { name: /Емил Драгнев/ }).click();
  await dialog.getByRole('button', { name: 'Запази' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('button', { name: /^10:30–11:15, Емил Драгнев.*записан(, чака изпращане)?$/ })).toBeVisible();
});

test('a cut and a colour with two people are booked as one visit, moved together and seen to belong together', {
  tag: '@all',
}, async ({ browser }) => {
  const desk = await Device.open(browser, backend);
  const { page } = desk;
  await desk.settleIn('owner@greben.test');
  await follow(page, '/calendar/add?employee=maria&start=2026-11-26T10:00');
  const dialog = desk.dialog('Нова резервация');
  await dialog.getByRole('combobox', { name: 'Клиент' }).fill('silviq');
  await page.getByRole('option', { name: /Силвия Маркова/ }).click();
  await desk.choose('Услуга', /^Подстригване/, dialog);
  await dialog.getByRole('button', { name: 'Добави услуга' }).click();
  await expect(dialog.getByText('Изберете услуга за всяка част, за да запазите.')).toBeVisible();
  await desk.choose('Услуга, част 2', /^Брада/, dialog);
  await desk.choose('Служител, част 2', 'Десислава Тодорова', dialog);
  await expect(dialog.getByText('Общо 90 мин, край 11:30')).toBeVisible();
  await dialog.getByRole('button', { name: /^Премести Брада/ }).press('ArrowUp');
  await expect(dialog.getByText('10:00–10:30', { exact: true })).toBeVisible();
  await dialog.getByRole('button', { name: 'Запази' }).click();
  await expect(dialog).toBeHidden();
  const beard = page.getByRole('button', { name: /^10:00–10:30, Силвия Маркова, Брада, Десислава Тодорова, част 1 от 2/ });
  const cut = page.getByRole('button', { name: /^10:30–11:30, Силвия Маркова, Подстригване, Мария Петрова, част 2 от 2/ });
  await cut.hover();
  await expect(beard).toHaveAttribute('data-with', '');

  // The keys move the whole visit, and one undo brings it back.
  await page.keyboard.press('Escape');
  await cut.focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Space');
  await expect(
    page.getByRole('button', { name: /^10:\d5–10:\d5, Силвия Маркова, Брада|^10:[34]\d–11:\d\d, Силвия Маркова, Брада/ }),
  ).toBeVisible();
  await page.keyboard.press('Control+z');
  await expect(beard).toBeVisible();
  await expect(cut).toBeVisible();
});
