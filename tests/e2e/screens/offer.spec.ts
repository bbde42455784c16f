/** Groups, a form that a reload interrupts, and the change to the euro, on one phone without a line. */
import { expect, test } from '@playwright/test';
import { startBackend, type TestBackend } from '../../support/test-backend.ts';
import { Device } from '../support/device.ts';
import { fits, judge } from '../support/looks.ts';

let backend: TestBackend;
test.beforeAll(async () => {
  backend = await startBackend({ seed: 'test' });
});
test.afterAll(() => backend.stop());

test('a phone without a line: a group is made, a form survives a reload, prices become euro and reach the salon', {
  tag: '@all',
}, async ({ browser }) => {
  const phone = await Device.open(browser, backend, { viewport: { width: 390, height: 844 }, touch: true });
  const { page } = phone;
  await phone.settleIn('owner@greben.test');
  await phone.visit('/employees');
  await phone.offline();
  await page.getByRole('button', { name: 'Групи служители' }).tap();
  const groups = page.getByRole('dialog', { name: 'Групи служители' });
  await groups.getByRole('button', { name: 'Нова група' }).tap();
  await page.getByLabel('Име на групата').fill('Колористи');
  await judge(page);
  await fits(page);
  await groups.getByRole('button', { name: 'Запази' }).tap();
  await phone.toast('Групата е добавена');
  await groups.getByRole('button', { name: 'Затвори' }).tap();

  await page.getByRole('link', { name: 'Добави служител' }).first().tap();
  await page.getByLabel('Име', { exact: true }).fill('Невена Радева');
  await page.getByLabel('Длъжност').fill('Колорист');
  page.once('dialog', (dialog) => void dialog.accept());
  await page.reload();
  await expect(page.getByText('Тук е написаното от преди. Още не е запазено.')).toBeVisible();
  await expect(page.getByLabel('Име', { exact: true })).toHaveValue('Невена Радева');
  await page.getByLabel('Имейл').fill('nevena@example.com');
  await page.getByLabel('Група').tap();
  await page.getByRole('option', { name: 'Колористи' }).tap();
  await page.getByRole('button', { name: 'Запази' }).tap();
  await phone.toast('Служителят е добавен');
  await expect(page.getByText('Невена Радева')).toBeInViewport();

  await phone.visit('/salon');
  await page.getByRole('button', { name: 'Премини към евро' }).tap();
  const prices = page.getByRole('dialog', { name: 'Цени в EUR' });
  await expect(prices.getByRole('listitem').first()).toBeVisible();
  await judge(page);
  await fits(page);
  await prices.getByRole('button', { name: 'Премини към EUR' }).tap();
  await phone.toast('Цените вече са в EUR');
  await expect(page.getByRole('button', { name: 'Върни предишните цени' })).toBeVisible();
  const levs = await backend.sql<{ id: string; price: number }[]>`
    select id, price::float8 as price from services where salon_id = 1 and not deleted order by id`;
  await phone.online();
  await phone.synced();
  await expect(page.getByRole('button', { name: 'Върни предишните цени' })).toBeHidden();
  const euros = await backend.sql<{ id: string; price: number }[]>`
    select id, price::float8 as price from services where salon_id = 1 and not deleted order by id`;
  expect(euros).toEqual(levs.map(({ id, price }) => ({ id, price: Math.round((price / 1.95583) * 100) / 100 })));
  expect(await backend.sql`select currency from salons where id = 1`).toMatchObject([{ currency: 'EUR' }]);
  const inUse = await backend.sql`select distinct currency from services where salon_id = 1 and not deleted`;
  expect(inUse).toMatchObject([{ currency: 'EUR' }]);
  const past = await backend.sql`
    select distinct currency from events where salon_id = 1 and status = 'completed' and price is not null`;
  expect(past).toMatchObject([{ currency: 'BGN' }]);
  expect(
    await backend.sql`
    select g.name from resources r join employee_groups g on g.salon_id = r.salon_id and g.id = r.group_id
    where r.salon_id = 1 and r.name = 'Невена Радева'`,
  ).toMatchObject([{ name: 'Колористи' }]);
  await phone.close();
});
