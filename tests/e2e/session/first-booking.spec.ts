/** From an empty database to the first appointment, by clicking alone. */
import { expect, type Page, test } from '@playwright/test';
import { startBackend, type TestBackend } from '../../support/test-backend.ts';
import { Device } from '../support/device.ts';
import { follow, under } from '../support/looks.ts';

const PASSWORD = 'тайна-парола-1';

let backend: TestBackend;
test.beforeAll(async () => {
  backend = await startBackend({ seed: 'none' });
});
test.afterAll(() => backend.stop());

async function register(page: Page, email: string): Promise<void> {
  await page.getByRole('banner').getByRole('link', { name: 'Регистрация' }).click();
  const form = under(page, 'Регистрация');
  await form.getByLabel('Имейл').fill(email);
  await form.getByLabel('Парола', { exact: true }).fill(PASSWORD);
  await form.getByLabel('Повторете паролата', { exact: true }).fill(PASSWORD);
  await form.getByRole('button', { name: 'Създай профил' }).click();
  await expect(page).toHaveURL(/\/login$/);
}

test('whoever registers first is the administrator, the next one an owner who comes to a first booking by clicking alone', async ({
  browser,
}) => {
  const desk = await Device.open(browser, backend, { motion: true });
  const { page } = desk;
  await page.goto('/');
  await register(page, 'admin@first.test');
  await desk.toast('Успешна регистрацияПрофилът е готов. Влезте с имейла и паролата си.');
  await register(page, 'owner@first.test');
  expect(await backend.sql`select email, role from users order by created_at`).toMatchObject([
    { email: 'admin@first.test', role: 'admin' },
    { email: 'owner@first.test', role: 'employee' },
  ]);

  await desk.enter('owner@first.test', PASSWORD);
  await expect(page).toHaveURL(/\/salon$/);
  await page.getByLabel('Име на български').fill('Салон Начало');
  await page.getByLabel('Име на английски').fill('Salon Nachalo');
  await page.getByRole('button', { name: 'Създай', exact: true }).click();
  await desk.toast('Салонът е създаден успешно');
  await expect(page).toHaveURL(/\/calendar$/);
  expect(await backend.sql`select s.name_bg, a.status from salons s join salon_approvals a on a.salon_id = s.id`).toMatchObject([
    { name_bg: 'Салон Начало', status: 'pending' },
  ]);
  await expect(page.getByText('Няма добавени служители')).toBeVisible();

  // There is nothing to choose from yet, and each list says so (RES-41 to 43).
  await follow(page, '/calendar/add');
  const bare = desk.dialog('Нова резервация');
  await bare.getByLabel('Служител', { exact: true }).click();
  await expect(page.getByText('Няма налични служители', { exact: true })).toBeVisible();
  await page.keyboard.press('Escape');
  await bare.getByLabel('Услуга', { exact: true }).click();
  await expect(page.getByText('Няма налични услуги', { exact: true })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(bare.getByText('Няма налични клиенти')).toBeVisible();
  await bare.getByRole('button', { name: 'Отказ', exact: true }).click();
  await expect(bare).toBeHidden();

  const menu = page.getByRole('navigation', { name: 'Основно меню' });
  await menu.getByRole('link', { name: 'Служители' }).click();
  await desk.toast('Създаден е служител по подразбиране');
  const employees = page.getByRole('table', { name: 'Служители' }).getByRole('row');
  await expect(employees).toHaveCount(2); // the head and the one
  const employee = (await employees.last().getByRole('cell').first().locator('.font-semibold').textContent()) ?? '';
  expect(employee).not.toBe('');

  await menu.getByRole('link', { name: 'Услуги' }).click();
  await page.getByRole('link', { name: 'Добави услуга' }).first().click();
  await page.getByLabel('Име на български').fill('Сешоар');
  await page.getByLabel('Цена', { exact: true }).fill('25');
  await page.getByRole('button', { name: 'Запази' }).click();
  await desk.toast('Услугата е добавена');

  await menu.getByRole('link', { name: 'Клиенти' }).click();
  await page.getByRole('link', { name: 'Добави клиент' }).first().click();
  await page.getByLabel('Име', { exact: true }).fill('Невена');
  await page.getByLabel('Фамилия', { exact: true }).fill('Радева');
  await page.getByLabel(/^Телефон/).fill('0888 123 456');
  await page.getByRole('button', { name: 'Запази' }).click();
  await desk.toast('Клиентът е добавен');

  await menu.getByRole('link', { name: 'Календар' }).click();
  await desk.calendarReady();
  const dialog = await desk.openNew({ employee, at: '14:30' });
  await expect(dialog.getByText(`${employee} няма смяна на този ден. Можете да запазите въпреки това.`)).toBeVisible();
  await dialog.getByRole('combobox', { name: 'Клиент' }).fill('невена');
  await page.getByRole('option', { name: 'Невена Радева' }).click();
  await desk.choose('Услуга', /^Сешоар/, dialog);
  await dialog.getByRole('button', { name: 'Запази' }).click();
  await expect(dialog).toBeHidden();
  await expect(desk.appointment('14:30–15:00', 'Невена Радева', 'Сешоар', employee)).toBeVisible();
  await desk.synced();

  const events = await backend.sql`
    select c.first_name, c.phone, s.name_bg, r.name, e.status, e.start_time
    from events e
    join clients c on c.salon_id = e.salon_id and c.id = e.client_id
    join services s on s.salon_id = e.salon_id and s.id = e.service_id
    join resources r on r.salon_id = e.salon_id and r.id = e.resource_id
    where not e.deleted`;
  expect([...events]).toEqual([
    {
      first_name: 'Невена',
      phone: '+359888123456',
      name_bg: 'Сешоар',
      name: employee,
      status: 'booked',
      start_time: new Date('2026-11-18T12:30:00Z'),
    },
  ]);
  expect(await backend.sql`select is_complete from salons`).toMatchObject([{ is_complete: true }]);
  await desk.close();

  // The administrator is mostly an owner, too: their empty dashboard offers what they came for.
  const boss = await Device.open(browser, backend, { offlineCopy: false });
  await boss.signIn('admin@first.test', PASSWORD);
  await expect(boss.page).toHaveURL(/\/admin$/);
  await boss.page.getByRole('link', { name: 'Създай свой салон' }).click();
  await boss.page.getByLabel('Име на български').fill('Салон Първи');
  await boss.page.getByLabel('Име на английски').fill('Salon Parvi');
  await boss.page.getByRole('button', { name: 'Създай', exact: true }).click();
  await boss.toast('Салонът е създаден успешно');
  await expect(boss.page).toHaveURL(/\/admin$/);
  await boss.page.getByRole('link', { name: 'Към салона' }).click();
  await expect(boss.page).toHaveURL(/\/calendar/);
  await expect(boss.page.getByText('Няма добавени служители')).toBeVisible();
  expect(
    await backend.sql`
    select s.name_bg from users u join salons s on s.id = u.salon_id where u.email = 'admin@first.test'`,
  ).toMatchObject([{ name_bg: 'Салон Първи' }]);
  await boss.close();
});
