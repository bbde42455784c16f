/** The desk's short ways: the next time by one tap, the walk-in, what is known of the client while booking. */
import { expect, test } from '@playwright/test';
import { startBackend, type TestBackend } from '../../support/test-backend.ts';
import { Device } from '../support/device.ts';
import { judge } from '../support/looks.ts';

let backend: TestBackend;
test.beforeAll(async () => {
  backend = await startBackend({ seed: 'test' });
});
test.afterAll(() => backend.stop());

/** What PostgreSQL holds of a client's appointments from a day on, by Sofia's clock. */
const stored = async (client: string, from = '2026-11-19') =>
  (
    await backend.sql<{ at: string }[]>`
      select to_char(e.start_time at time zone 'Europe/Sofia', 'MM-DD HH24:MI') || ' ' || e.resource_id || ' ' || e.status as at
      from events e join clients c on c.id = e.client_id and c.salon_id = e.salon_id
      where e.salon_id = 1 and not e.deleted and coalesce(c.name, concat_ws(' ', c.first_name, c.last_name)) = ${client} and e.start_time > ${from}::timestamptz
      order by e.start_time, e.id`
  ).map(({ at }) => at);

test('the next time is booked by one tap from the card, without a line too, and taken back', { tag: '@all' }, async ({
  browser,
}) => {
  const desk = await Device.open(browser, backend, { offlineCopy: false });
  const { page } = desk;
  await desk.settleIn('owner@greben.test');
  const before = await stored('Емил Драгнев');
  await desk.appointment('15:00–16:00', 'Емил Драгнев', 'Мария').focus();
  await page.keyboard.press('Shift+F10');
  const next = desk.dialog('Час на Емил Драгнев').getByRole('group', { name: 'Следващ час' });
  await judge(page);
  await desk.offline();
  await next.getByRole('button', { name: /^4 седм\., следващ час около ср, 16\/12\/2026, 15:00/ }).click();
  await expect(next.getByRole('status')).toHaveText(/Записан: ср, 16\/12\/2026, Мария Петрова, 15:00/);
  await desk.toast('Емил Драгнев · ср, 16/12/2026, Мария Петрова');
  await desk.online();
  await desk.synced();
  expect(await stored('Емил Драгнев')).toEqual([...before, '12-16 15:00 maria booked'].sort());

  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+z');
  await desk.synced();
  await expect.poll(() => stored('Емил Драгнев')).toEqual(before);
  await desk.close();
});

test('two devices without a line book for the walk-in, and there is one of it', async ({ browser }) => {
  const [desk, tablet] = [await Device.open(browser, backend), await Device.open(browser, backend)];
  for (const device of [desk, tablet]) await device.settleIn('owner@greben.test');
  for (const device of [desk, tablet]) await device.offline();
  for (const [device, at] of [
    [desk, '13:00'],
    [tablet, '17:00'],
  ] as const) {
    const dialog = await device.openNew({ employee: 'Мария Петрова', at });
    await dialog.getByRole('button', { name: 'Гост' }).click();
    await expect(dialog.getByLabel('Услуга', { exact: true })).toBeFocused();
    await device.choose('Услуга', /Подстригване/, dialog);
    await dialog.getByRole('button', { name: 'Запази' }).click();
    await expect(device.appointment(`${at}–`, 'Гост')).toBeVisible();
  }
  for (const device of [desk, tablet]) await device.online();
  for (const device of [desk, tablet]) await device.synced();
  const rows = await backend.sql`select id, name from clients where salon_id = 1 and id = 'walk-in'`;
  expect(rows).toHaveLength(1);
  for (const device of [desk, tablet]) await expect(device.appointment('17:00–', 'Гост')).toBeVisible();
  // It is nobody: no list knows it.
  await desk.visit('/clients');
  await desk.page.getByRole('searchbox').fill('гост');
  await expect(desk.page.getByRole('link', { name: /^Гост$/ })).toHaveCount(0);
  for (const device of [desk, tablet]) await device.close();
});

test('a known client is booked by keys: what is known of them stands there, Enter and typing open the services', {
  tag: '@all',
}, async ({ browser }) => {
  const desk = await Device.open(browser, backend, { offlineCopy: false });
  const { page } = desk;
  await desk.settleIn('owner@greben.test');
  await desk.visit('/calendar/add?employee=gabriela&start=2026-11-18T16:00');
  const dialog = desk.dialog('Нова резервация');
  await expect(dialog.getByRole('combobox', { name: 'Клиент' })).toBeFocused();
  await page.keyboard.type('emil');
  await page.getByRole('option', { name: 'Емил Драгнев' }).waitFor();
  await page.keyboard.press('Enter');
  await expect(dialog.getByText(/^1 посещение .*последно вт, 17\/11\/2026, Подстригване$/)).toBeVisible();
  await page.keyboard.press('Tab');
  const service = dialog.getByLabel('Услуга', { exact: true });
  await expect(service).toBeFocused();
  await page.keyboard.press('Enter');
  const list = page.getByRole('listbox', { name: 'Услуга' });
  await expect(list.getByRole('option', { name: /^Боядисване 90 мин · 110,50/ })).toBeVisible();
  await judge(page);
  await page.keyboard.press('Escape');
  await expect(list).toBeHidden();
  await expect(service).toBeFocused();
  await page.keyboard.press('Enter');
  await list.getByRole('option', { name: /^Боядисване/ }).waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(service).toHaveText(/Подстригване/);
  // Digits, because a keyboard of Playwright's has no Cyrillic letters.
  const hour = dialog.getByLabel('Час', { exact: true });
  await hour.focus();
  await page.keyboard.type('17');
  await expect(page.getByRole('option', { name: '17', exact: true })).toHaveAttribute('data-focus');
  await page.keyboard.press('Enter');
  await expect(hour).toHaveText('17');
  await page.keyboard.press('Control+Enter');
  await expect(dialog).toBeHidden();
  await expect(desk.appointment('17:00–', 'Емил Драгнев', 'Подстригване')).toBeVisible();
  await desk.close();
});
