/** In text of twice the size every screen and dialog can be used on a phone. */
import { type Browser, expect, type Locator, type Page, test } from '@playwright/test';
import { startBackend, type TestBackend } from '../../support/test-backend.ts';
import { ADMIN_DIALOGS, DIALOGS, type Opened } from '../support/all-dialogs.ts';
import { goTo, open, openedAt, readsBarcodes } from '../support/all-opened.ts';
import { ADMIN_SCREENS, SCREENS, type Screen } from '../support/all-screens.ts';
import { Device } from '../support/device.ts';
import { fits, follow, judge, reachable, readable, withinSides } from '../support/looks.ts';

let backend: TestBackend;
test.beforeAll(async () => {
  backend = await startBackend({ seed: 'test' });
  // Somebody to compare with.
  await backend.sql`
    insert into clients (salon_id, id, first_name, last_name, name, phone)
    select 1, 'client-twin', first_name, last_name, name, phone from clients where salon_id = 1 and id = 'client-silvia'`;
});
test.afterAll(() => backend.stop());

const PHONE = { width: 390, height: 844 };
/** The browser's setting for text in px, which the app's sizes follow: 16 and 13 where nobody has chosen. */
const LARGE_TEXT = { standard: 32, fixed: 26 };
const LAYER = ':is([role=dialog], [role=alertdialog], [role=menu])';

async function usable(page: Page, within?: string): Promise<void> {
  await fits(page);
  await withinSides(page);
  await readable(page);
  await reachable(page, within);
}

/** None of them ends in three dots. */
async function allShown(texts: Locator): Promise<void> {
  const cut = await texts.evaluateAll((all) =>
    all.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth).map(({ textContent }) => textContent),
  );
  expect(cut).toEqual([]);
}

async function enlarge({ context, page }: Device): Promise<void> {
  const settings = await context.newCDPSession(page);
  await settings.send('Page.setFontSizes', { fontSizes: LARGE_TEXT });
}

/** A phone with large text, at the page for signing in. */
async function inLargeText(browser: Browser): Promise<Device> {
  const device = await Device.open(browser, backend, { viewport: PHONE, touch: true, offlineCopy: false });
  const { page } = device;
  await device.context.addInitScript(readsBarcodes);
  await enlarge(device);
  // The seed's help to a recorded error comes whenever it comes.
  const understood = page.getByRole('button', { name: 'Разбрах' });
  await page.addLocatorHandler(understood, async () => {
    await withinSides(page);
    await reachable(page, '[data-help]');
    await understood.click();
  });
  await device.visit('/login');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  return device;
}

/** Each screen begins at its top; each dialog stands over its screen. */
async function allUsable(page: Page, screens: readonly Screen[], dialogs: readonly Opened[]): Promise<void> {
  for (const { path } of screens) {
    await test.step(path, async () => {
      await goTo(page, path);
      expect(await page.evaluate(() => scrollY)).toBe(0);
      await usable(page);
    });
  }
  for (const { title, presses, dialog } of openedAt(PHONE.width, dialogs)) {
    await test.step(title, async () => {
      const layer = await open(page, presses, dialog);
      await usable(page, (await layer.getAttribute('role')) === null ? undefined : LAYER);
    });
  }
}

test('in text of twice the size every screen and dialog can be used on a phone', { tag: '@all' }, async ({ browser }) => {
  const device = await inLargeText(browser);
  const { page } = device;
  for (const path of ['/', '/register', '/login']) {
    await test.step(path, async () => {
      await follow(page, path);
      await expect(page).toHaveURL((url) => url.pathname === path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await usable(page);
    });
  }
  await device.enter('owner@greben.test');
  await device.calendarReady();
  await device.synced();
  await allUsable(page, SCREENS, DIALOGS);
  await device.close();
});

test('in text of twice the size an appointment’s card, a month, the other views and the menu can be used on a phone', {
  tag: '@all',
}, async ({ browser }) => {
  const device = await inLargeText(browser);
  const { page } = device;
  await device.enter('owner@greben.test');
  await device.calendarReady();
  await device.synced();
  await goTo(page, '/calendar');
  await allShown(page.locator('.tabbar span'));
  // The hours are as large as the rest, and stand whole beside the day.
  const hour = page.locator('.cal-gutter .h > span').last();
  expect(await hour.evaluate((text) => getComputedStyle(text).fontSize)).toBe('27px');
  const place = async (part: Locator) => (await part.boundingBox()) ?? { x: Number.NaN, width: Number.NaN };
  const [hours, text] = [await place(page.locator('.cal-gutter')), await place(hour)];
  expect(text.x).toBeGreaterThanOrEqual(hours.x);
  expect(text.x + text.width).toBeLessThan(hours.x + hours.width);
  await device.appointment('15:00–16:00', 'Емил Драгнев', 'Габриела').tap();
  const card = page.getByRole('dialog', { name: /Емил Драгнев/ });
  await expect(card.getByRole('link', { name: /^Обадете се/ })).toBeVisible();
  await usable(page, LAYER);
  await judge(page);
  await card.getByRole('button', { name: 'Затвори' }).tap();
  await expect(card).toBeHidden();
  await page.getByRole('button', { name: 'Нов час' }).tap();
  await device.dialog('Нова резервация').getByRole('button', { name: /^Дата/ }).tap();
  await expect(page.getByRole('button', { name: 'Следващ месец' })).toBeVisible();
  await usable(page, '.pop');
  await page.keyboard.press('Escape');
  await device.dialog('Нова резервация').getByRole('button', { name: 'Отказ' }).tap();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  for (const view of ['Списък', 'Седмица']) {
    await device.look();
    await page.getByRole('button', { name: 'Настройки на изгледа' }).tap();
    await page.getByRole('radio', { name: view }).tap();
    await device.look();
    await device.dialog().getByRole('button', { name: 'Затвори' }).tap();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(page.locator('main .skel')).toHaveCount(0);
    await usable(page);
  }
  await page.getByRole('navigation', { name: 'Бързо меню' }).getByRole('button', { name: 'Меню' }).tap();
  await expect(device.dialog('Меню')).toBeVisible();
  await usable(page, LAYER);
  await device.close();
});

test('in text of twice the size every screen and dialog of an administrator can be used on a phone', { tag: '@all' }, async ({
  browser,
}) => {
  const device = await inLargeText(browser);
  await device.enter('admin@greben.test');
  await expect(device.page).toHaveURL(/\/admin$/);
  await allUsable(device.page, ADMIN_SCREENS, ADMIN_DIALOGS);
  await device.close();
});

test('in text of twice the size what waits to be sent and to be decided after an outage can be used on a phone', {
  tag: '@all',
}, async ({ browser }) => {
  const owner = await Device.open(browser, backend);
  const staff = await Device.open(browser, backend);
  await owner.settleIn('owner@greben.test');
  await staff.settleIn('staff@greben.test');
  await owner.offline();
  const booking = { employee: 'Мария Петрова', at: '17:00', service: 'Подстригване' };
  await owner.book({ ...booking, client: { type: 'силвия', choose: 'Силвия Маркова' } });
  await owner.waiting(1);
  await staff.book({ ...booking, client: { type: 'борис', choose: 'Борис Тенев' } });
  await staff.synced();

  const { page } = owner;
  await page.setViewportSize(PHONE);
  await enlarge(owner);
  await goTo(page, '/sync');
  await expect(page.getByRole('heading', { level: 1, name: 'Синхронизация' })).toBeVisible();
  await usable(page);
  await owner.online();
  await owner.synced();
  await expect(page.getByRole('article', { name: 'Двоен час при Мария Петрова' })).toBeVisible();
  await usable(page);
  await owner.close();
  await staff.close();
});
