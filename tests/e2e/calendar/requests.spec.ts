/** Customers ask for times, and the desk answers: by one press, without a line, by keys and by finger. */
import { readFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { startBackend, type TestBackend } from '../../support/test-backend.ts';
import { Device } from '../support/device.ts';
import { Hands } from '../support/hands.ts';
import { fits, judge } from '../support/looks.ts';

let backend: TestBackend;
test.beforeEach(async () => {
  backend = await startBackend({ seed: 'test' });
});
test.afterEach(() => backend.stop());

const FIRST = '0190f000-0000-7000-8000-000000000001';
const SECOND = '0190f000-0000-7000-8000-000000000002';

/** A customer of the page asks, as the server writes it. The server's own day is another than the stories': nobody is late here. */
async function asks(id: string, from: string, to: string, name: string, phone: string): Promise<void> {
  await backend.sql`insert into clients (salon_id, id, name, phone) values (1, ${`${id}/client`}, ${name}, ${phone})`;
  await backend.sql`insert into events (salon_id, id, resource_id, client_id, service_id, title, start_time, end_time, type, status, source, requested_until)
    values (1, ${id}, 'maria', ${`${id}/client`}, 'service-50', 'Подстригване', ${`2026-11-18T${from}:00+02:00`}, ${`2026-11-18T${to}:00+02:00`},
      'appointment', 'booked', 'online', '2099-01-01T10:00:00Z')`;
}
const stored = async (id: string) => {
  const [row] = await backend.sql<{ status: string; requested_until: Date | null; deleted: boolean }[]>`
    select status, requested_until, deleted from events where salon_id = 1 and id = ${id}`;
  return row;
};

test('a request is confirmed without a line by the keyboard, and another declined with its client; both arrive', async ({
  browser,
}) => {
  await asks(FIRST, '18:00', '18:45', 'Ива Колева', '+359888123123');
  await asks(SECOND, '19:00', '19:45', 'Ааааа Ббббб', '+359888123124');
  const desk = await Device.open(browser, backend);
  const { page } = desk;
  await desk.settleIn('owner@greben.test');
  await expect(desk.appointment('18:00–18:45', 'Ива Колева', 'Мария', 'заявка, чака отговор')).toBeVisible();
  const button = page.getByRole('button', { name: 'Заявки, 2 чакат отговор' });
  await expect(button).toBeVisible();

  await desk.offline();
  await button.press('Enter');
  const list = desk.dialog('Заявки');
  await list.getByRole('button', { name: /^Потвърди: Ива Колева, днес, 18:00–18:45/ }).press('Enter');
  await expect(list.getByRole('listitem')).toHaveCount(1);
  await list.getByRole('button', { name: /^Още действия: Ааааа Ббббб/ }).press('Enter');
  await page.getByRole('menuitem', { name: /^Откажи и премахни клиента/ }).press('Enter');
  await expect(list.getByRole('status')).toHaveText('Няма заявки, които чакат отговор.');
  await list.getByRole('button', { name: 'Затвори' }).last().press('Enter');
  await expect(button).toHaveCount(0);
  await expect(page.getByRole('button', { name: /^Заявки,/ })).toHaveCount(0);
  await expect(desk.appointment('18:00–18:45', 'Ива Колева', 'записан', 'чака изпращане')).toBeVisible();
  await expect(desk.appointment('19:00–19:45', 'Ааааа Ббббб')).toHaveCount(0);

  await desk.online();
  await desk.synced();
  await expect.poll(() => stored(FIRST)).toMatchObject({ status: 'booked', requested_until: null });
  await expect.poll(() => stored(SECOND)).toMatchObject({ status: 'cancelled', deleted: true });
  await desk.close();
});

test('an answer takes as many clicks as docs/desk.md says, from the list and from the appointment', { tag: '@all' }, async ({
  browser,
}) => {
  const doc = readFileSync(new URL('../../../docs/desk.md', import.meta.url), 'utf8');
  const needed = /request is answered in (\S+),/.exec(doc)?.[1];
  await asks(FIRST, '18:00', '18:45', 'Ива Колева', '+359888123123');
  await asks(SECOND, '19:00', '19:45', 'Ааааа Ббббб', '+359888123124');
  const desk = await Device.open(browser, backend, { offlineCopy: false });
  const { page } = desk;
  await desk.settleIn('owner@greben.test');
  const hands = await Hands.of(page);
  await hands.click(page.getByRole('button', { name: 'Заявки, 2 чакат отговор' }));
  await hands.click(desk.dialog('Заявки').getByRole('button', { name: /^Потвърди: Ива Колева/ }));
  await expect(desk.dialog('Заявки').getByRole('listitem')).toHaveCount(1);
  expect(hands.counted()).toBe(needed);
  await page.keyboard.press('Escape');
  await expect(desk.dialog()).toHaveCount(0);
  await hands.click(desk.appointment('19:00–19:45', 'Ааааа Ббббб', 'заявка, чака отговор'));
  await hands.click(desk.dialog().getByRole('region', { name: 'Заявка на клиент' }).getByRole('button', { name: 'Откажи' }));
  await expect.poll(() => stored(SECOND)).toMatchObject({ status: 'cancelled' });
  expect(hands.counted()).toBe(needed);
  await expect.poll(() => stored(FIRST)).toMatchObject({ status: 'booked', requested_until: null });
  await desk.close();
});

test('on a phone it is declined from the quick card by finger, and is a request again when that is taken back', async ({
  browser,
}) => {
  await asks(FIRST, '18:00', '18:45', 'Ива Колева', '+359888123123');
  const phone = await Device.open(browser, backend, { viewport: { width: 390, height: 844 }, touch: true });
  const { page } = phone;
  await phone.settleIn('staff@greben.test');
  await page.getByRole('button', { name: 'Заявки, 1 чака отговор' }).tap();
  const list = phone.dialog('Заявки');
  await list.getByRole('button', { name: /^Откажи: Ива Колева/ }).tap();
  await expect(list.getByRole('listitem')).toHaveCount(0);
  await phone.synced();
  await expect.poll(() => stored(FIRST)).toMatchObject({ status: 'cancelled' });
  await page.getByRole('button', { name: 'Върни' }).tap();
  await expect(list.getByRole('listitem')).toHaveCount(1);
  await expect.poll(() => stored(FIRST)).toMatchObject({ status: 'booked', requested_until: expect.any(Date) });
  await phone.close();
});

test('a device without a line says since when online bookings are not here, until it has pulled again', async ({ browser }) => {
  await backend.sql`insert into private.booking_pages (salon_id, slug, enabled) values (1, 'kadritsa', true)`;
  await backend.sql`insert into salon_approvals (salon_id, status, submission_date) values (1, 'approved', now() + interval '1 minute')`;
  const desk = await Device.open(browser, backend);
  const { page } = desk;
  const heard = page.waitForResponse((response) => response.url().endsWith('/rpc/booking_page') && response.ok());
  await desk.settleIn('staff@greben.test');
  await heard;
  const said = page.getByRole('status').filter({ hasText: /^Записаното онлайн след 10:4\d още не е тук\.$/ });
  await expect(said).toHaveCount(0);

  await desk.offline();
  await page.clock.fastForward('05:30');
  await expect(said).toBeVisible({ timeout: 30_000 });
  await page.getByRole('button', { name: 'Предишен ден' }).click();
  await desk.calendarReady('2026-11-17');
  await expect(said).toHaveCount(0);
  await page.getByRole('button', { name: 'Днес', exact: true }).click();
  await expect(said).toBeVisible();
  await page.getByRole('button', { name: 'Нов час' }).click();
  await expect(desk.dialog('Нова резервация')).toContainText('Ако някой вече е взел мястото');
  await desk.dialog().getByRole('button', { name: 'Отказ', exact: true }).click();

  await desk.online();
  await desk.synced();
  await expect(said).toHaveCount(0);
  await desk.close();
});

for (const [name, viewport] of [
  ['a desk', { width: 1440, height: 900 }],
  ['an upright tablet', { width: 820, height: 1180 }],
  ['a phone', { width: 390, height: 844 }],
] as const)
  test(`requests fit and read well in both themes on ${name}`, { tag: '@all' }, async ({ browser }) => {
    await asks(FIRST, '18:00', '18:45', 'Ива Колева', '+359888123123');
    await asks(SECOND, '18:15', '19:00', 'Александра-Мария Константинова-Христозова', '+359888123123');
    const device = await Device.open(browser, backend, { viewport });
    const { page } = device;
    await device.settleIn('owner@greben.test');
    const judged = async (what: string) => {
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
        await fits(page);
        await judge(page);
        await page.screenshot({ path: test.info().outputPath(`${what}-${colorScheme}.png`) });
      }
    };
    const button = page.getByRole('button', { name: 'Заявки, 2 чакат отговор' });
    await expect(button).toBeVisible();
    await fits(page);
    await page.screenshot({ path: test.info().outputPath('calendar.png') });
    // Of a box that the edge of the grid cuts, axe reads some words and not others.
    await device.appointment('18:15–19:00', 'Александра', 'заявка, чака отговор').scrollIntoViewIfNeeded();
    await judge(page);
    await button.click();
    await expect(device.dialog('Заявки').getByRole('listitem')).toHaveCount(2);
    await judged('list');
    await device.dialog().getByRole('button', { name: 'Затвори' }).last().click();
    await device.close();
  });
