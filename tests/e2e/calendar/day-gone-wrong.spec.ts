/** A day that goes other than planned: somebody is late, and somebody is ill. */
import { expect, type Page, test } from '@playwright/test';
import { startBackend, type TestBackend } from '../../support/test-backend.ts';
import { Device } from '../support/device.ts';
import { judge } from '../support/looks.ts';

let backend: TestBackend;
test.beforeAll(async () => {
  backend = await startBackend({ seed: 'test' });
});
test.afterAll(() => backend.stop());

/** The appointments of an employee on the story's day, as PostgreSQL has them, by Sofia's clock. */
const dayOf = async (employee: string) => [
  ...(await backend.sql<Record<'at' | 'status' | 'id', string>[]>`
    select to_char(start_time at time zone 'Europe/Sofia', 'HH24:MI') as at, status, id from events
    where salon_id = 1 and not deleted and type = 'appointment' and resource_id = ${employee}
      and start_time >= '2026-11-18T08:40:00Z' and start_time < '2026-11-18T21:00:00Z'
    order by start_time, id`),
];
const list = (page: Page) => page.getByRole('list', { name: 'Часове, които се местят' }).getByRole('listitem');

test('somebody is late: the rest of their day moves at once, whom it collides with is said before, one undo brings all back', {
  tag: '@all',
}, async ({ browser }) => {
  const desk = await Device.open(browser, backend);
  const { page } = desk;
  await desk.settleIn('owner@greben.test');
  const before = await dayOf('maria');
  await desk.appointment('15:00–16:00', 'Емил Драгнев', 'Мария').focus();
  await desk.offline();
  await page.getByRole('button', { name: 'Още действия' }).click();
  await page.getByRole('menuitem', { name: 'Закъснение…' }).click();
  const dialog = desk.dialog('Закъснение днес');
  await dialog.getByRole('button', { name: /^Кой закъснява/ }).click();
  await page.getByRole('option', { name: 'Мария Петрова' }).click();
  await expect(list(page).first()).toContainText('11:00 → 11:30');
  await dialog.getByRole('button', { name: '45 мин' }).click();
  await expect(list(page).first()).toContainText('11:00 → 11:45');
  await judge(page);
  await dialog.getByRole('button', { name: /^Премести \d записа/ }).click();
  await expect(dialog).toBeHidden();
  await desk.toast('записа с 45 мин по-късно');
  await expect(desk.appointment('15:45–16:45', 'Емил Драгнев', 'Мария')).toBeVisible();
  await desk.online();
  await desk.synced();
  const later = (at: string) => {
    const [hour = 0, minute = 0] = at.split(':').map(Number);
    const all = hour * 60 + minute + 45;
    return `${String(Math.floor(all / 60)).padStart(2, '0')}:${String(all % 60).padStart(2, '0')}`;
  };
  await expect
    .poll(() => dayOf('maria'))
    .toEqual(before.map((row) => (row.status === 'cancelled' ? row : { ...row, at: later(row.at) })));
  await page.keyboard.press('Control+z');
  await desk.synced();
  await expect.poll(() => dayOf('maria')).toEqual(before);
  await desk.close();
});

test('a colleague is ill: the list has whom to call, and what is ticked is given away or cancelled at once', {
  tag: '@all',
}, async ({ browser }) => {
  const desk = await Device.open(browser, backend, { viewport: { width: 390, height: 844 }, offlineCopy: false });
  const { page } = desk;
  await desk.settleIn('owner@greben.test');
  await page.goto('/shifts');
  await page.getByRole('button', { name: /^Мария Петрова/ }).click();
  await page.getByRole('button', { name: 'Отсъствие…' }).click();
  const dialog = desk.dialog('Мария Петрова · Отсъствие');
  await dialog.getByRole('radio', { name: 'Болничен' }).click();
  await dialog.getByRole('button', { name: 'Запази' }).click();
  const touched = dialog.getByRole('region', { name: 'Засегнати часове' });
  const rows = touched.getByRole('listitem');
  await expect(touched.getByText(/^Избрани 3 от 3/)).toBeVisible();
  await expect(rows.filter({ hasText: 'Емил Драгнев' }).getByText('Подстригване')).toBeVisible();
  await judge(page);
  await rows.filter({ hasText: 'Емил Драгнев' }).getByRole('checkbox').focus();
  await page.keyboard.press('Space');
  await expect(touched.getByText(/^Избрани 2 от 3/)).toBeVisible();
  await touched.getByRole('button', { name: 'Откажи избраните (2)' }).click();
  await expect(rows).toHaveCount(1);
  await rows.getByRole('button', { name: /^Дай на друг служител: Емил Драгнев/ }).click();
  await page.getByRole('option').first().click();
  await expect(dialog.getByText('Всички засегнати часове са уредени.')).toBeVisible();
  await desk.synced();
  await expect.poll(async () => (await dayOf('maria')).filter(({ status }) => status !== 'cancelled')).toEqual([]);
  await desk.close();
});
