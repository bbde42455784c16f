/** The day as one works with it at the desk, and the frame around it. */
import { expect, test } from '@playwright/test';
import { startBackend, type TestBackend } from '../../support/test-backend.ts';
import { Device, STORY_DAY } from '../support/device.ts';

let backend: TestBackend;
test.beforeAll(async () => {
  backend = await startBackend({ seed: 'test' });
});
test.afterAll(() => backend.stop());

/** Where PostgreSQL has an appointment: Sofia's clock and the employee. */
async function stored(id: string) {
  const [row] = await backend.sql<{ at: string; resource_id: string; deleted: boolean; rev: string }[]>`
    select to_char(start_time at time zone 'Europe/Sofia', 'MM-DD HH24:MI') as at, resource_id, deleted, rev::text
    from events where salon_id = 1 and id = ${id}`;
  return row;
}

test('days: back, forth, today, a night of the clock change; who is inactive has a column, what is outside the hours a chip', {
  tag: '@all',
}, async ({ browser }) => {
  const desk = await Device.open(browser, backend);
  const { page } = desk;
  await desk.settleIn('owner@greben.test');
  const title = page.getByRole('heading', { level: 1 });
  await expect(title).toHaveText('ср, 18 ноември 2026');

  const inactive = page.getByRole('row', { name: 'Калина неактивна' });
  await expect(inactive.getByText('Неактивен')).toBeVisible();
  // A client is called by the name, else by the first one, else by the number.
  await expect(desk.appointment('14:30–15:30', 'Фирма „Пример“', 'Яна')).toContainText('Фирма „Пример“');
  await expect(desk.appointment('9:00–10:00', 'Мира', 'Яна')).toContainText('Мира');
  await expect(desk.appointment('10:15–11:15', 'Яна')).toContainText('Client #client-nameless');
  await expect(desk.appointment('12:00–13:00', 'Анна Василева', 'Калина неактивна')).toBeVisible();
  const early = desk.appointment('7:30–7:55', 'Борис Тенев', 'Мария');
  await expect(early).toHaveClass(/cal-chip/);
  await expect(desk.appointment('21:30–22:15', 'Борис Тенев', 'Николай')).toHaveClass(/cal-chip/);
  await early.click();
  await expect(desk.dialog('Редакция на резервация').getByLabel('Час', { exact: true })).toHaveText('07');
  await desk.dialog().getByRole('button', { name: 'Отказ', exact: true }).click();

  await page.getByRole('button', { name: 'Следващ ден' }).click();
  await desk.calendarReady('2026-11-19');
  await expect(desk.appointment('Анна Василева', 'Мария Петрова')).toHaveCount(6);
  await expect(inactive).toHaveCount(0); // nothing of hers on that day
  await page.getByRole('button', { name: 'Предишен ден' }).click();
  await page.getByRole('button', { name: 'Предишен ден' }).click();
  await desk.calendarReady('2026-11-17');
  await expect(desk.appointment('10:00–11:00', 'Емил Драгнев', 'приключен')).toBeVisible();

  await page.getByRole('button', { name: /изберете ден$/ }).click();
  await page.getByRole('button', { name: 'Предишен месец' }).click();
  await page.getByRole('button', { name: 'неделя, 25 октомври 2026' }).click();
  await desk.calendarReady('2026-10-25');
  await expect(page.getByRole('button', { name: 'Предишен месец' })).toBeHidden();
  await expect(desk.appointment('12:00–13:00', 'Анна Василева', 'Мария')).toBeVisible();
  await expect(desk.appointment('2:30–', 'Анна Василева', 'Николай')).toBeVisible();
  await page.getByRole('main').getByRole('button', { name: 'Днес', exact: true }).click();
  await desk.calendarReady(STORY_DAY);
  await page.clock.fastForward('14:00:00'); // left open over night
  await desk.calendarReady('2026-11-19');
  await desk.close();
});

test('slots and dialogs: a free slot opens the dialog, one off shift does not; editing, deleting, and /calendar/add', async ({
  browser,
}) => {
  const desk = await Device.open(browser, backend, { offlineCopy: false });
  const { page } = desk;
  await desk.settleIn('owner@greben.test');
  const dialog = desk.dialog('Нова резервация');
  await desk.pressSlot('tsvetelina', '13:00'); // no shifts at all: that is said, and nothing is booked
  await expect(desk.dialog('Няма смени')).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(desk.dialog('Няма смени')).toBeHidden();
  await desk.pressSlot('yana', '13:00'); // two hours off
  await expect(dialog).toHaveCount(0);
  await desk.pressSlot('maria', '13:00');
  await expect(dialog).toHaveCount(1);
  await expect(dialog.getByLabel('Служител', { exact: true })).toHaveText(/Мария Петрова/);
  await expect(dialog.getByLabel('Час', { exact: true })).toHaveText('13');
  await expect(dialog.getByLabel('Минути', { exact: true })).toHaveText('00');
  await expect(dialog.getByText('Изберете клиент, за да запазите.')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Запази' })).toBeDisabled();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();

  await desk.appointment('11:00–11:50', 'Габриела').click();
  const editing = desk.dialog('Редакция на резервация');
  await desk.choose('Час', '14', editing);
  await editing.getByLabel(/^Бележки/).fill('Закъснява');
  await editing.getByRole('button', { name: 'Запази' }).click();
  await expect(desk.appointment('14:00–14:50', 'Анна Василева', 'Габриела')).toBeVisible();
  await desk.synced();
  await expect.poll(() => stored('event-50')).toMatchObject({ at: '11-18 14:00', resource_id: 'gabriela' });

  await desk.appointment('10:05–10:50', 'Силвия Маркова', 'Габриела').click();
  await editing.getByRole('button', { name: 'Изтрий резервацията' }).click();
  const question = page.getByRole('alertdialog', { name: 'Да изтрием ли часа на Силвия Маркова?' });
  await question.getByRole('button', { name: 'Изтрий', exact: true }).click();
  await expect(desk.appointment('10:05–10:50', 'Силвия Маркова')).toHaveCount(0);
  await desk.synced();
  await expect.poll(() => stored('event-five-past')).toMatchObject({ deleted: true });

  await page.goto('/calendar/add?client=client-silvia&service=service-50&employee=gabriela&start=2026-11-19T13:00');
  await expect(dialog.getByLabel('Служител', { exact: true })).toHaveText(/Габриела Илиева/);
  await expect(dialog.getByLabel('Час', { exact: true })).toHaveText('13');
  await expect(dialog.getByRole('combobox', { name: 'Клиент' })).toHaveValue(/Силвия Маркова/);
  await expect(dialog.getByLabel('Услуга', { exact: true })).toHaveText(/Услуга 50 минути/);
  await dialog.getByRole('button', { name: 'Отказ' }).click();
  await expect(page).toHaveURL(/\/calendar$/);
  await desk.calendarReady('2026-11-19');
  await desk.close();
});

test('the mouse moves an appointment to another employee and time; off shift it goes back and says why; Escape ends a drag', {
  tag: '@all',
}, async ({ browser }) => {
  const desk = await Device.open(browser, backend);
  const { page } = desk;
  await desk.settleIn('owner@greben.test');
  const appointment = (range: string, employee: string) => desk.appointment(range, 'Емил Драгнев', 'Подстригване', employee);
  const before = await stored('event-movable');
  expect(before).toMatchObject({ at: '11-18 15:00', resource_id: 'maria' });

  await desk.lift(appointment('15:00–16:00', 'Мария'), 'desislava', '16:30');
  await page.keyboard.press('Escape');
  await expect(page.locator('.cal-drag-layer')).toHaveCount(0);
  await page.mouse.up();
  await expect(appointment('15:00–16:00', 'Мария')).toBeVisible();
  await expect(desk.dialog()).toHaveCount(0);

  await desk.drag(appointment('15:00–16:00', 'Мария'), 'gabriela', '9:00');
  await desk.toast('Габриела Илиева не е на смяна в 9:00.');
  await expect(appointment('15:00–16:00', 'Мария')).toBeVisible();
  await desk.drag(appointment('15:00–16:00', 'Мария'), 'desislava', '14:30');
  await desk.toast('Между 14:30 и 15:30 има блокирано време при Десислава Тодорова.');
  await expect(appointment('15:00–16:00', 'Мария')).toBeVisible();
  await expect(desk.chip()).toHaveAttribute('data-pending', '0');
  expect(await stored('event-movable')).toEqual(before);

  await desk.drag(appointment('15:00–16:00', 'Мария'), 'desislava', '16:30');
  await desk.toast('Промяната беше запазена успешно');
  await expect(appointment('16:30–17:30', 'Десислава Тодорова')).toBeVisible();
  await desk.synced();
  await expect.poll(() => stored('event-movable')).toMatchObject({ at: '11-18 16:30', resource_id: 'desislava' });
  await desk.close();
});

test('the frame: Ctrl+B folds the menu for good, language and theme are kept, a phone has a drawer of 250 px', {
  tag: '@all',
}, async ({ browser }) => {
  const desk = await Device.open(browser, backend);
  const { page } = desk;
  await desk.settleIn('owner@greben.test');
  const menu = page.getByRole('complementary');
  await expect(menu).toHaveAttribute('data-sidebar', 'open');
  await page.keyboard.press('Control+b');
  await expect(menu).toHaveAttribute('data-sidebar', 'collapsed');
  const cookie = (await desk.context.cookies()).find(({ name }) => name === 'sidebar_state');
  expect(cookie?.value).toBe('false');

  await page.getByRole('link', { name: 'owner@greben.test' }).click();
  await page.getByRole('radio', { name: 'Тъмна' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await page.getByRole('radio', { name: 'English' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Profile' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'Profile' })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  await expect(menu).toHaveAttribute('data-sidebar', 'collapsed');
  await page.getByRole('radio', { name: 'Български' }).click();

  await page.setViewportSize({ width: 390, height: 844 });
  await expect(menu).toHaveCount(0);
  await page.getByRole('navigation', { name: 'Бързо меню' }).getByRole('button', { name: 'Меню' }).click();
  const drawer = page.getByRole('dialog', { name: 'Меню' });
  await expect(drawer.getByRole('link', { name: 'Салон', exact: true })).toBeVisible();
  await expect.poll(async () => (await drawer.locator('.drawer-panel').boundingBox())?.width).toBe(250);
  await drawer.getByRole('link', { name: 'Служители' }).click();
  await expect(drawer).toBeHidden();
  await expect(page).toHaveURL(/\/employees$/);
  await desk.close();
});
