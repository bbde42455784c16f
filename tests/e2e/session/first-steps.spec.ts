/** A new salon: the list in its empty calendar, the sample salon on the server and away from it again, services from the starter list. */
import { expect, test } from '@playwright/test';
import { startBackend, type TestBackend } from '../../support/test-backend.ts';
import { Device } from '../support/device.ts';
import { fits, follow, judge, reachable, under, withinSides } from '../support/looks.ts';

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
  // They stand in the empty calendar itself, and so not at the foot of the frame as well.
  const first = page.getByRole('main');
  await expect(first.getByRole('listitem')).toHaveCount(5);
  await expect(first.getByText('Няма добавени служители')).toBeVisible();
  await expect(first.getByRole('link', { name: 'Добави служител: Кой работи в салона' })).toBeVisible();
  await judge(page);
  for (const [width, height] of [
    [390, 844],
    [820, 1180],
    [1440, 900],
  ] as const) {
    await page.setViewportSize({ width, height });
    await fits(page);
    await withinSides(page);
    await reachable(page);
  }
  await page.getByRole('radio', { name: 'Седмица' }).click();
  await expect(first.getByRole('listitem')).toHaveCount(5);
  await first.getByRole('button', { name: 'Зареди примерни данни' }).click();
  await expect(page.getByRole('grid')).toBeVisible();
  await page.getByRole('radio', { name: 'Ден' }).click();
  await expect(page.getByRole('grid')).toBeVisible();
  await page
    .getByRole('complementary', { name: 'Първи стъпки' })
    .getByRole('link', { name: /^Първи стъпки/ })
    .click();

  const steps = under(page, 'Първи стъпки');
  await expect(steps.getByRole('listitem')).toHaveCount(5);
  await judge(page);
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
