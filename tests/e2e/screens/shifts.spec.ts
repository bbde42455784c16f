/** Two devices that replace the same shifts. */
import { expect, type Page, test } from '@playwright/test';
import { startBackend, type TestBackend } from '../../support/test-backend.ts';
import { Device } from '../support/device.ts';
import { follow } from '../support/looks.ts';

let backend: TestBackend;
test.beforeEach(async () => {
  backend = await startBackend({ seed: 'test' });
});
test.afterEach(() => backend.stop());

const MONDAY = '2026-11-23';

async function openShifts(page: Page): Promise<void> {
  await follow(page, '/shifts');
  await expect(page.getByRole('list', { name: 'Екип' })).toBeVisible();
}

/** The dialog of Maria's Mondays: in the week after the story's Wednesday the team's rows begin there. */
async function mondaysOfMaria(device: Device): Promise<void> {
  const { page } = device;
  await openShifts(page);
  await page.getByRole('button', { name: 'Следваща седмица' }).click();
  await page
    .getByRole('list', { name: 'Екип' })
    .getByRole('button', { name: /Мария Петрова/ })
    .click();
  await expect(device.dialog('Мария Петрова').getByText('Заменя смените за всеки понеделник')).toBeVisible();
}

/** Who works when on that Monday: her week's hours in the list, what the calendar hatches, the first slot that is free. */
async function mondayAt(device: Device): Promise<Record<string, unknown>> {
  const { page } = device;
  await openShifts(page);
  await page.getByRole('button', { name: 'Следваща седмица' }).click();
  const row = page.getByRole('list', { name: 'Екип' }).getByRole('button', { name: /Мария Петрова/ });
  const hours = (await row.textContent())?.match(/\d+ час/)?.[0];
  await follow(page, `/calendar?day=${MONDAY}`);
  await device.calendarReady(MONDAY);
  const column = page.locator('[data-column="maria"]');
  await expect(column).toBeVisible();
  const hatched = await column
    .locator('.offshift')
    .evaluateAll((all) => all.map((one) => [one.style.getPropertyValue('--from'), one.style.getPropertyValue('--to')]));
  await page.keyboard.press('f');
  const find = device.dialog('Следващ свободен час');
  await device.choose('Услуга', /^Подстригване/, find);
  await device.choose('При кого', 'Мария Петрова', find);
  const slot = find
    .getByRole('region', { name: /23 ноември/ })
    .getByRole('button')
    .first();
  const free = (await slot.textContent())?.match(/\d+:\d+–\d+:\d+/)?.[0];
  await page.keyboard.press('Escape');
  await expect(find).toBeHidden();
  return { hours, hatched, free };
}

test('two devices without a line replace the same Mondays: both end with one of the two sets, whole, and one decision', {
  tag: '@all',
}, async ({ browser }) => {
  const tablet = await Device.open(browser, backend);
  const desk = await Device.open(browser, backend);
  await tablet.settleIn('owner@greben.test');
  await desk.settleIn('owner@greben.test');
  await tablet.offline();
  await desk.offline();

  await mondaysOfMaria(tablet);
  const two = tablet.dialog('Мария Петрова');
  await tablet.choose('Край, смяна 1', '13:00', two);
  await two.getByRole('button', { name: 'Добави смяна' }).click();
  await tablet.choose('Край, смяна 2', '18:30', two);
  await two.getByRole('button', { name: 'Запази' }).click();
  await expect(two).toBeHidden();
  await tablet.waiting(1);

  await mondaysOfMaria(desk);
  const one = desk.dialog('Мария Петрова');
  await desk.choose('Начало, смяна 1', '10:00', one);
  await desk.choose('Край, смяна 1', '16:00', one);
  await one.getByRole('button', { name: 'Запази' }).click();
  await expect(one).toBeHidden();

  await desk.online();
  await desk.synced();
  await tablet.online();
  await tablet.synced();
  await expect(tablet.chip()).toHaveAttribute('data-issues', '1');
  await expect(desk.chip()).toHaveAttribute('data-issues', '0');

  const [stored] = await backend.sql<{ all: string }[]>`
    select string_agg(start_time || '-' || end_time, ',' order by id) as all from employee_weekly_shifts
    where salon_id = 1 and resource_id = 'maria' and weekday = 1 and not deleted`;
  expect(stored?.all).toBe('10:00-16:00');
  const there = await mondayAt(tablet);
  expect(there).toEqual({
    hours: '60 час',
    free: '10:00–11:00',
    hatched: [
      ['480', '600'],
      ['960', '1260'],
    ],
  });
  expect(await mondayAt(desk)).toEqual(there);

  await tablet.chip().click();
  const card = tablet.page.getByRole('article', { name: 'Две различни разписания' });
  await expect(card.getByRole('radio', { name: /Моите смени/ })).toContainText('9:00–13:00');
  await expect(card.getByRole('radio', { name: /Моите смени/ })).toContainText('14:00–18:30');
  await expect(card.getByRole('radio', { name: /Другите смени/ })).toContainText('10:00–16:00');
  await card.getByRole('radio', { name: /Моите смени/ }).click();
  await card.getByRole('button', { name: 'Запази избора' }).click();
  await expect(card).toHaveCount(0);
  await tablet.synced();
  await expect(async () => {
    expect(await mondayAt(desk)).toMatchObject({
      free: '9:00–10:00',
      hatched: [
        ['480', '540'],
        ['780', '840'],
        ['1110', '1260'],
      ],
    });
  }).toPass();
  expect(await mondayAt(tablet)).toEqual(await mondayAt(desk));
  await tablet.close();
  await desk.close();
});
