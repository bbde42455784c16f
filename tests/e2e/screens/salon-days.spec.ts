/** The salon's own days: set at its page without a line, and known to the calendar, the search, the dialog and the shifts. */
import { expect, type Locator, type Page, test } from '@playwright/test';
import { startBackend, type TestBackend } from '../../support/test-backend.ts';
import { Device } from '../support/device.ts';
import { follow, under } from '../support/looks.ts';

let backend: TestBackend;
test.beforeEach(async () => {
  backend = await startBackend({ seed: 'test' });
});
test.afterEach(() => backend.stop());

const EVE = '2026-12-24';

const card = (page: Page, name: string): Locator => under(page, 'Салон').getByRole('region', { name, exact: true });

async function openSalon(page: Page): Promise<void> {
  await follow(page, '/salon');
  await expect(card(page, 'Затворени дни')).toBeVisible();
}

async function holidays({ page }: Device): Promise<void> {
  await openSalon(page);
  await card(page, 'Затворени дни').getByRole('button', { name: 'Официални празници' }).click();
  await page.getByRole('dialog', { name: 'Официални празници' }).getByRole('button', { name: 'Запази' }).click();
  await expect(card(page, 'Затворени дни').getByText('Бъдни вечер')).toBeVisible();
}

test('public holidays taken over without a line close the calendar, the search and the shifts, and are booked all the same after one warning', async ({
  browser,
}) => {
  const tablet = await Device.open(browser, backend);
  const { page } = tablet;
  await tablet.settleIn('owner@greben.test');
  await tablet.offline();
  await holidays(tablet);

  await follow(page, `/calendar?day=${EVE}`);
  await tablet.calendarReady(EVE);
  await expect(page.getByText('Затворено: Бъдни вечер', { exact: true })).toBeVisible();
  await expect(page.getByRole('rowheader', { name: /Мария/ })).toContainText('Затворено');

  // Nothing is free on it; the next offer is after the holidays.
  await page.keyboard.press('f');
  const find = tablet.dialog('Следващ свободен час');
  await tablet.choose('Услуга', /^Подстригване/, find);
  await tablet.choose('При кого', 'Мария Петрова', find);
  await expect(find.getByText(/24 декември · Затворено: Бъдни вечер/)).toBeVisible();
  await expect(find.getByRole('region').first()).toHaveAccessibleName(/27 декември/);
  await page.keyboard.press('Escape');

  // A press says why, and lets it be booked.
  await tablet.pressSlot('maria', '10:00');
  await page.getByRole('button', { name: 'Запиши въпреки това' }).click();
  const dialog = tablet.dialog('Нова резервация');
  await expect(dialog.getByText('Салонът не работи на този ден (Бъдни вечер). Можете да запазите въпреки това.')).toBeVisible();
  await tablet.choose('Услуга', /^Подстригване/, dialog);
  await dialog.getByRole('combobox', { name: 'Клиент' }).fill('Емил');
  await page.getByRole('option', { name: 'Емил Драгнев' }).first().click();
  await dialog.getByRole('button', { name: 'Запази' }).click();
  await expect(dialog).toBeHidden();
  await expect(tablet.appointment('Емил Драгнев')).toBeVisible();

  await page.getByRole('radio', { name: 'Седмица' }).click();
  await expect(page.getByRole('columnheader', { name: /24/ })).toContainText('Затворено: Бъдни вечер');

  // The salon's page names what is booked then; the shifts are kept and said.
  await follow(page, `/shifts`);
  for (let week = 0; week < 5; week++) await page.getByRole('button', { name: 'Следваща седмица' }).click();
  await page.getByRole('radio', { name: 'Седмица' }).click();
  const eve = page.locator(`[data-date="${EVE}"]`);
  await expect(eve.getByText('Затворено: Бъдни вечер')).toBeVisible();
  await expect(eve.getByText('0 на смяна')).toBeVisible();
  await expect(eve.getByRole('button', { name: /9:00–18:00/ }).first()).toBeVisible();
  await openSalon(page);
  await expect(page.getByRole('link', { name: 'Емил Драгнев, чт, 24/12/2026, 10:00' })).toBeVisible();
  await tablet.online();
  await tablet.synced();

  const desk = await Device.open(browser, backend);
  await desk.settleIn('owner@greben.test');
  await follow(desk.page, `/calendar?day=${EVE}`);
  await desk.calendarReady(EVE);
  await expect(desk.page.getByText('Затворено: Бъдни вечер', { exact: true })).toBeVisible();
});

test('opening hours cut what is free, and a weekday without hours is closed', async ({ browser }) => {
  const desk = await Device.open(browser, backend, { offlineCopy: false });
  const { page } = desk;
  await desk.settleIn('owner@greben.test');
  await openSalon(page);
  await expect(card(page, 'Работно време').getByText(/^Не е зададено/)).toBeVisible();
  await card(page, 'Работно време').getByRole('button', { name: 'Задай' }).focus();
  await page.keyboard.press('Enter');
  const dialog = desk.dialog('Работно време');
  await desk.choose('понеделник: отваря, ред 1', '11:00', dialog);
  await dialog.getByRole('button', { name: 'Същите часове във всички отворени дни' }).click();
  await dialog.getByRole('button', { name: 'Запази' }).click();
  await expect(dialog).toBeHidden();
  await expect(card(page, 'Работно време').getByText('11:00–19:00')).toBeVisible();

  await follow(page, '/calendar?day=2026-11-19');
  await desk.calendarReady('2026-11-19');
  const column = page.locator('[data-column="maria"] .offshift').first();
  await expect.poll(() => column.evaluate((one) => one.style.getPropertyValue('--to'))).toBe(String(11 * 60));
  await follow(page, '/calendar?day=2026-11-21'); // a Saturday
  await desk.calendarReady('2026-11-21');
  await expect(page.getByText('Затворено', { exact: true }).first()).toBeVisible();
  await desk.synced();
});

test('closed days that two devices set without a line are one decision, in words', async ({ browser }) => {
  const tablet = await Device.open(browser, backend);
  const desk = await Device.open(browser, backend);
  await tablet.settleIn('owner@greben.test');
  await desk.settleIn('owner@greben.test');
  await tablet.offline();
  await desk.offline();
  await holidays(tablet);
  await openSalon(desk.page);
  await card(desk.page, 'Затворени дни').getByRole('button', { name: 'Добави' }).click();
  const dialog = desk.dialog('Затворени дни');
  await dialog.getByLabel(/^Защо/).fill('Ремонт');
  await dialog.getByRole('button', { name: 'Запази' }).click();
  await expect(dialog).toBeHidden();
  await tablet.online();
  await tablet.synced();
  await desk.online();
  await follow(desk.page, '/sync');
  await expect(desk.page.getByText('затворени дни', { exact: false }).first()).toBeVisible();
  await expect(desk.page.getByText('ср, 18/11/2026 (Ремонт)').first()).toBeVisible();
  await expect(desk.page.getByText(/Великден/).first()).toBeVisible();
});
