/** A customer books while the tablet at the desk has lost its line, in three browsers, by the machine’s own clock. */
import { type Browser, expect, type Page, test } from '@playwright/test';
import { startBackend, type TestBackend } from '../../support/test-backend.ts';
import { Device } from '../support/device.ts';

const SLUG = 'studio-kadritsa';
const HOUR = 3_600_000;

let backend: TestBackend;
test.beforeEach(async () => {
  backend = await startBackend({ seed: 'test' });
  const { sql } = backend;
  await sql`insert into private.booking_pages (salon_id, slug, enabled, on_since, min_notice, phone)
    values (1, ${SLUG}, true, now() - interval '3 days', 0, '0888 123 456')`;
  // Somebody works now, whenever that is.
  await sql`update employee_weekly_shifts set start_time = '00:00', end_time = '12:00', intervals = '[["00:00","12:00"],["12:00","00:00"]]'
    where salon_id = 1 and resource_id = 'maria'`;
});
test.afterEach(() => backend.stop());

/** A full hour by the salon’s clock, near enough to be a request, and far enough to have time for an answer. */
function near(): { date: string; hour: number; day: number } {
  const inSofia = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Sofia', dateStyle: 'short', timeStyle: 'short' });
  for (let at = Date.now() + 3 * HOUR; ; at += HOUR) {
    const [date = '', time = ''] = inSofia.format(at).split(' ');
    const hour = Number(time.slice(0, 2));
    if ([10, 15, 20].includes(hour)) return { date, hour, day: Number(date.slice(8)) };
  }
}

async function asks(browser: Browser, { hour, day }: ReturnType<typeof near>): Promise<Page> {
  const context = await browser.newContext({ baseURL: backend.url, locale: 'bg-BG', timezoneId: 'Europe/Sofia' });
  const page = await context.newPage();
  await page.goto(`/b/${SLUG}`);
  await page.getByRole('checkbox', { name: /^Подстригване/ }).check({ force: true });
  await page.getByRole('button', { name: /^Напред/ }).click();
  await page.getByRole('radio', { name: /Мария Петрова/ }).check();
  await page.getByRole('button', { name: 'Напред', exact: true }).click();
  await page
    .getByRole('list', { name: 'Дни' })
    .getByRole('button', { name: new RegExp(`, ${day} `) })
    .click();
  await page.getByRole('button', { name: `${hour}:00`, exact: true }).click();
  await page.getByLabel('Име и фамилия').fill('Йоана Христова');
  await page.getByLabel('Телефон').fill('0888 765 432');
  await page.getByRole('button', { name: 'Изпрати заявката' }).click();
  await expect(page.getByRole('heading', { name: 'Заявката е изпратена' })).toBeVisible({ timeout: 180_000 }); // a proof of work is found by chance
  return page;
}

async function atDesk(browser: Browser, email: string, date: string): Promise<Device> {
  const device = await Device.open(browser, backend, { clock: null });
  await device.signIn(email);
  await device.synced();
  await device.visit(`/calendar?day=${date}`);
  await device.calendarReady(date);
  return device;
}

test('a tablet without a line has booked what a customer asks for: she reads what is true each time, and each device asks once', async ({
  browser,
}) => {
  const { sql } = backend;
  const time = near();
  const tablet = await atDesk(browser, 'owner@greben.test', time.date);
  const phone = await atDesk(browser, 'staff@greben.test', time.date);
  // The tablet is in use: it has written an event, which has arrived, and has reported since.
  await tablet.book({
    employee: 'Мария Петрова',
    at: `${time.hour + 2}:00`,
    newClient: { name: 'Първа', phone: '0888 111 222' },
    service: 'Подстригване',
  });
  await tablet.synced();
  await expect
    .poll(async () => (await sql`select from private.devices where visible and wrote_at is not null`).length)
    .toBeGreaterThan(0);
  await tablet.offline();
  await tablet.book({
    employee: 'Мария Петрова',
    at: `${time.hour}:00`,
    newClient: { name: 'Рада', phone: '0888 333 444' },
    service: 'Подстригване',
  });
  await sql`update private.devices set last_seen = now() - interval '8 minutes' where wrote_at is not null`;

  const customer = await asks(browser, time);
  await expect(customer.getByText(/^В салона в момента няма интернет\./)).toBeVisible();
  const reads = async (text: RegExp) => {
    await customer.reload();
    await expect(customer.getByText(text)).toBeVisible();
  };

  // A phone that is in touch has it, and vouches for nobody.
  await expect(phone.appointment('Йоана Христова', 'заявка, чака отговор')).toBeVisible({ timeout: 60_000 });
  await phone.visit(`/calendar?day=${time.date}`);
  await expect
    .poll(async () => (await sql`select from private.online_bookings where seen_at is not null`).length, { timeout: 30_000 })
    .toBe(1);
  await reads(/^Салонът има заявката Ви, но още не може да обещае часа\./);

  await tablet.online();
  await tablet.synced();
  await phone.synced();
  for (const device of [tablet, phone]) {
    await device.visit('/sync');
    const question = device.page.getByRole('article', { name: 'Двоен час при Мария Петрова' });
    await expect(question).toHaveCount(1, { timeout: 30_000 });
    await expect(question).toContainText('Единият е заявка на клиент, на когото още нищо не е обещано.');
    await expect(question.getByRole('link', { name: /^Обадете се на/ })).toHaveCount(2);
  }
  // The tablet has nothing unsent and has reported that: nobody was moved or declined by it.
  await reads(/^Салонът има заявката Ви, но още не може да обещае часа\./);
  await tablet.page.getByRole('button', { name: 'Откажи заявката' }).click();
  // What the phone has heard has left the tablet.
  await expect(phone.page.getByRole('article', { name: 'Двоен час при Мария Петрова' })).toHaveCount(0, { timeout: 30_000 });
  await reads(/^Салонът го отказа\./);

  await customer.context().close();
  await tablet.close();
  await phone.close();
});
