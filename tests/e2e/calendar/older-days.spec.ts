/** Days older than what a device keeps: read from the server when somebody looks, never empty when nobody could be asked. */
import { expect, type Page, test } from '@playwright/test';
import { startBackend, type TestBackend } from '../../support/test-backend.ts';
import { Device } from '../support/device.ts';
import { fits, follow, judge } from '../support/looks.ts';

let backend: TestBackend;
test.beforeAll(async () => {
  backend = await startBackend({ seed: 'test' });
});
test.afterAll(() => backend.stop());

/** Fourteen months before the story: the test seed has one appointment there, at noon with Мария. */
const OLD_DAY = '2025-09-18';

/** A month earlier, and looked at by nobody while there is a line. */
const UNREAD_DAY = '2025-08-18';

/** By its address, which leads on to a dialog: only the day is wanted. */
async function goTo(page: Page, date: string): Promise<void> {
  await follow(page, `/calendar?day=${date}`);
  await expect(page.locator(`[data-calendar][data-date="${date}"]`)).toBeVisible();
}

/** What this device itself has of a day. */
const free = (page: Page) => page.getByRole('grid');

test('an older day is read from the server, only looked at, and takes a new booking; without a line it is unknown, not empty', {
  tag: '@all',
}, async ({ browser }) => {
  const desk = await Device.open(browser, backend);
  const { page } = desk;
  await desk.settleIn('owner@greben.test');

  // Without a line nobody knows what was on that day: no grid that looks free.
  await desk.offline();
  await expect(desk.chip()).toHaveAttribute('data-phase', 'offline', { timeout: 60_000 });
  await goTo(page, OLD_DAY);
  await expect(page.getByText('Нужна е връзка, за да се видят по-стари дни')).toBeVisible();
  await expect(free(page)).toHaveCount(0);

  // The line comes back: by itself.
  await desk.online();
  await desk.calendarReady(OLD_DAY);
  await expect(page.getByText('По-стари дни се четат от сървъра.')).toBeVisible();
  const old = desk.appointment('12:00–13:00', 'Анна Василева', 'Мария Петрова', 'приключен');
  await expect(old).toBeVisible();

  // It can be opened and not changed.
  await old.click();
  const card = desk.dialog('Стара резервация');
  await expect(card).toContainText('Толкова стар час може само да се разгледа.');
  await expect(card).toContainText('Анна Василева');
  await expect(card.getByRole('textbox')).toHaveCount(0);
  await judge(page);
  await card.getByRole('button', { name: 'Затвори' }).last().click();
  await expect(card).toBeHidden();

  // A new one is booked there as anywhere; sent, it is the server's and stands there all the same.
  await desk.book({
    employee: 'Мария Петрова',
    at: '15:00',
    service: 'Подстригване',
    client: { type: 'силвия', choose: 'Силвия Маркова' },
  });
  const booked = desk.appointment('15:00–16:00', 'Силвия Маркова');
  await expect(booked).toBeVisible();
  await desk.synced();
  await expect
    .poll(() => backend.sql`select 1 from events where client_id = 'client-silvia' and start_time < '2025-10-01' and not deleted`)
    .toHaveLength(1);
  await expect(booked).toBeVisible();
  await expect(booked).toHaveAttribute('data-fixed', 'true');
  await booked.click();
  await expect(desk.dialog('Стара резервация')).toContainText('Силвия Маркова');
  await page.keyboard.press('Escape');
  await expect(desk.dialog()).toHaveCount(0);

  // What was read stays to be looked at without a line, and says how old it is.
  await desk.offline();
  await expect(desk.chip()).toHaveAttribute('data-phase', 'offline', { timeout: 60_000 });
  await goTo(page, '2026-11-18');
  await goTo(page, OLD_DAY);
  await expect(page.getByText(/Показано е прочетеното в \d+:\d\d\./)).toBeVisible();
  await expect(old).toBeVisible();
  await desk.close();
});

const LOOKS = [
  { name: 'a desk', viewport: { width: 1440, height: 900 }, language: 'bg' },
  { name: 'an upright tablet, in English and dark', viewport: { width: 820, height: 1180 }, language: 'en', dark: true },
  { name: 'a phone', viewport: { width: 390, height: 844 }, language: 'bg', dark: true },
  { name: 'a phone, in English', viewport: { width: 390, height: 844 }, language: 'en' },
] as const;

/** One device and one sign-in for all looks: each is loaded anew, as by whoever opens the app so. */
test(`an older day fits and reads well on ${LOOKS.map(({ name }) => name).join('; on ')}`, { tag: '@all' }, async ({
  browser,
}) => {
  const device = await Device.open(browser, backend);
  await device.settleIn('owner@greben.test');
  for (const look of LOOKS) await test.step(look.name, () => stands(device, look));
  await device.close();
});

async function stands(device: Device, look: (typeof LOOKS)[number]): Promise<void> {
  const { page } = device;
  const english = look.language === 'en';
  await page.setViewportSize(look.viewport);
  await page.emulateMedia({ colorScheme: 'dark' in look ? 'dark' : 'light' });
  await page.evaluate((language) => localStorage.setItem('greben.language', language), look.language);
  await page.reload();
  await goTo(page, OLD_DAY);
  await device.calendarReady(OLD_DAY);
  await expect(
    page.getByText(english ? 'Older days are read from the server.' : 'По-стари дни се четат от сървъра.'),
  ).toBeVisible();
  await fits(page);
  await judge(page);
  await page.locator('[data-event="event-14-months-ago"]').click();
  await expect(device.dialog()).toContainText(english ? 'can only be looked at' : 'може само да се разгледа');
  await judge(page);
  await page.keyboard.press('Escape');
  await device.offline();
  await goTo(page, UNREAD_DAY);
  await expect(
    page.getByText(english ? 'A connection is needed to see older days' : 'Нужна е връзка, за да се видят по-стари дни'),
  ).toBeVisible({ timeout: 30_000 });
  await fits(page);
  await judge(page);
  // Left before the line is back, so that it stays unread for the next look.
  await goTo(page, OLD_DAY);
  await device.online();
}
