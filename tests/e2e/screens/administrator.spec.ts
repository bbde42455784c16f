/** The administrator at work: decides about a salon whose people hear of it, and books in one whose own tablet has no line. */
import { expect, type Page, test } from '@playwright/test';
import { startBackend, type TestBackend } from '../../support/test-backend.ts';
import { Device } from '../support/device.ts';

let backend: TestBackend;
test.beforeAll(async () => {
  backend = await startBackend({ seed: 'test' });
});
test.afterAll(() => backend.stop());

const menu = (page: Page, name: string) => page.getByRole('link', { name, exact: true });

test('a salon is rejected with a reason, hears it, asks again and is approved', {
  tag: '@all',
}, async ({ browser }) => {
  const desk = await Device.open(browser, backend, { offlineCopy: false });
  const { page } = desk;
  await desk.signIn('admin@greben.test');
  await menu(page, 'Чакащи за одобрение').click();
  await page.getByRole('button', { name: 'Отхвърли: Кичур и гребен' }).click();
  const dialog = desk.dialog();
  await expect(dialog.getByRole('button', { name: 'Отхвърли' })).toBeDisabled();
  await dialog.getByLabel('Причина').fill('Липсва адрес');
  await dialog.getByRole('button', { name: 'Отхвърли' }).click();
  await desk.toast('Салонът е отхвърлен');
  await expect(page.getByRole('row', { name: /Кичур и гребен/ })).toHaveCount(0);

  const salon = await Device.open(browser, backend, { offlineCopy: false });
  await salon.signIn('owner2@greben.test');
  const notice = salon.page.locator('[data-approval="rejected"]');
  await expect(notice).toContainText('Липсва адрес');
  await notice.getByRole('button', { name: /^(Поискай отново|Ask again)$/ }).click();
  await expect(salon.page.locator('[data-approval="pending"]')).toBeVisible();
  await salon.close();

  // On a tablet all three actions of a row are in view.
  await menu(page, 'Салони').click();
  await page.setViewportSize({ width: 820, height: 1180 });
  await page.evaluate(() => document.documentElement.setAttribute('data-density', 'touch'));
  const row = page.getByRole('row', { name: /Кичур и гребен.*owner2@greben.test/ });
  await expect(row.getByRole('button', { name: 'Преглед' })).toBeInViewport({ ratio: 1 });
  await page.setViewportSize({ width: 1440, height: 900 });
  await menu(page, 'Чакащи за одобрение').click();
  await page.getByRole('button', { name: 'Одобри: Кичур и гребен' }).click();
  await desk.toast('Салонът е одобрен');
  const rows = await backend.sql`select status, rejection_reason from salon_approvals where salon_id = 2 order by id`;
  expect([...rows]).toEqual([
    { status: 'rejected', rejection_reason: 'Липсва адрес' },
    { status: 'approved', rejection_reason: null },
  ]);
  await desk.close();
});

test('the administrator books in a salon while its tablet has no line; both end equal, and nothing stays where they only looked', {
  tag: '@all',
}, async ({ browser }) => {
  const tablet = await Device.open(browser, backend);
  await tablet.settleIn('owner@greben.test');
  await tablet.offline();
  await tablet.blockTime('Мария Петрова', '17:00');

  const desk = await Device.open(browser, backend);
  const { page } = desk;
  await desk.signIn('admin@greben.test');
  await menu(page, 'Салони').click();
  await page.getByLabel('Търсене по салон или имейл').fill('къдрица');
  await page
    .getByRole('row', { name: /Студио Къдрица/ })
    .getByRole('button', { name: 'Преглед' })
    .click();
  await desk.calendarReady();
  await desk.blockTime('Ивайло Георгиев', '18:00');
  await desk.synced();

  await tablet.online();
  for (const device of [tablet, desk]) {
    await expect(device.appointment('17:00–18:00', 'Мария', 'блокирано')).toBeVisible();
    await expect(device.appointment('18:00–19:00', 'Ивайло', 'блокирано')).toBeVisible();
    await device.synced();
  }
  const held = async () => {
    const names = await page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name ?? ''));
    return names.filter((name) => name !== 'greben-session' && /greben/.test(name));
  };
  expect(await held()).not.toEqual([]);
  await menu(page, 'Смени').click();
  await expect(page.getByText('Десислава Тодорова').filter({ visible: true }).first()).toBeVisible();
  await menu(page, 'Услуги').click();
  await page.getByRole('link', { name: 'Категории' }).click();
  await expect(page.getByText('Празна категория')).toBeVisible();
  await page.getByRole('button', { name: 'Край на прегледа' }).click();
  await expect(page).toHaveURL(/\/admin\/salons/);
  const later = async () => {
    await page.clock.fastForward('00:16');
    return held();
  };
  await expect.poll(later).toEqual([]);
  await desk.close();
  await tablet.close();
});

test('a part of the server that stops turns critical when it is measured, and only that one', { tag: '@all' }, async ({
  browser,
}) => {
  const desk = await Device.open(browser, backend);
  const { page } = desk;
  await desk.signIn('admin@greben.test');
  await menu(page, 'Системен статус').click();
  await expect(page.getByRole('table', { name: 'Системен статус' })).toBeVisible();
  const measure = () => page.getByRole('main').getByRole('button', { name: 'Обнови' }).click();
  const measured = (part: string) => page.locator('[data-measured] > span').filter({ hasText: part });
  const parts = ['API', 'Вход', 'На живо', 'Хранилище'];
  for (const [path, part] of [
    ['/rest/v1/users', 'API'],
    ['/auth/v1/', 'Вход'],
    ['/storage/v1/', 'Хранилище'],
  ] as const) {
    const mend = desk.proxy.fault(path, { kind: 'status', status: 503 }, Number.POSITIVE_INFINITY);
    await measure();
    await expect(measured(part)).toContainText('не отговаря');
    for (const other of parts.filter((name) => name !== part)) await expect(measured(other)).toContainText('отговаря за');
    const row = page.getByRole('row', { name: /Кичур и гребен/ });
    await expect(row.getByText('Срив')).toHaveCount(1);
    const column = await page
      .getByRole('columnheader', { name: part, exact: true })
      .evaluate((head) => (head as HTMLTableCellElement).cellIndex);
    await expect(row.locator('td').nth(column)).toHaveText('Срив');
    mend();
  }
  // With all of PostgREST down nothing can be written either: what was measured is said all the same, beside what was read last.
  const mend = desk.proxy.fault('/rest/v1/', { kind: 'status', status: 503 }, Number.POSITIVE_INFINITY);
  await measure();
  await desk.toast('Не стана');
  await expect(measured('API')).toContainText('не отговаря');
  await expect(measured('Хранилище')).toContainText('отговаря за');
  await expect(page.getByRole('row', { name: /Кичур и гребен/ })).toBeVisible();
  mend();
  await measure();
  await expect(page.getByRole('row', { name: /Кичур и гребен/ }).getByText('Срив')).toHaveCount(0);
  await desk.close();
});
