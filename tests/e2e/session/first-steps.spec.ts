/** A new salon: the list, the sample salon on the server and away from it again, services from the starter list. */
import { expect, test } from '@playwright/test';
import { startBackend, type TestBackend } from '../../support/test-backend.ts';
import { Device } from '../support/device.ts';
import { fits, follow, judge, under } from '../support/looks.ts';

let backend: TestBackend;
test.beforeAll(async () => {
  backend = await startBackend({ seed: 'test' });
});
test.afterAll(() => backend.stop());

const TABLES = ['resources', 'services', 'service_groups', 'clients', 'events', 'products', 'employee_weekly_shifts'];

test('a new salon looks around in a sample, takes it out again whole, and begins with services from the list', {
  tag: '@all',
}, async ({ browser }) => {
  const desk = await Device.open(browser, backend);
  const { page } = desk;
  await page.goto('/login');
  await desk.enter('newcomer@greben.test');
  const salon = under(page, 'Салон');
  await salon.getByLabel('Име на български').fill('Салон Начало');
  await salon.getByLabel('Име на английски').fill('Salon Nachalo');
  await salon.getByRole('button', { name: 'Създай', exact: true }).click();
  await expect(page).toHaveURL(/\/calendar$/);
  const strip = page.getByRole('complementary', { name: 'Първи стъпки' });
  await strip.getByRole('link', { name: /^Първи стъпки/ }).click();

  const steps = under(page, 'Първи стъпки');
  await expect(steps.getByRole('listitem')).toHaveCount(5);
  await judge(page);
  await steps.getByRole('button', { name: 'Зареди примерни данни' }).click();
  await expect(steps.getByRole('button', { name: /^Премахни примерните данни/ })).toBeVisible();
  await desk.synced();
  const [{ id }] = (await backend.sql`select id from salons where name_bg = 'Салон Начало'`) as unknown as [{ id: string }];
  const left = async () => {
    const rows = TABLES.map((table) =>
      backend.sql.unsafe(`select id from public.${table} where salon_id = $1 and not deleted`, [id]),
    );
    return (await Promise.all(rows)).flat().length;
  };
  expect(await left()).toBeGreaterThan(100);

  await steps.getByRole('button', { name: /^Премахни примерните данни/ }).click();
  const question = page.getByRole('alertdialog', { name: 'Да се премахнат ли примерните данни?' });
  await question.getByRole('button', { name: 'Премахни', exact: true }).click();
  await expect(steps.getByRole('button', { name: 'Зареди примерни данни' })).toBeVisible();
  await desk.synced();
  expect(await left()).toBe(0);

  await follow(page, '/first-steps/services');
  const list = under(page, 'Услуги за начало');
  await list.getByText('Избери всички').click();
  await fits(page);
  await list.getByRole('button', { name: /^Добави \d+ услуги$/ }).click();
  await expect(page.getByRole('heading', { level: 1, name: /^Услуги\s*\d+$/ })).toBeVisible();
  await follow(page, '/first-steps');
  await expect(steps.getByRole('listitem').filter({ hasText: 'Услуги за начало' })).toContainText('Готово');
  await desk.close();
});
