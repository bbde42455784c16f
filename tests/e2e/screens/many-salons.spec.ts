/** The administrator's six screens on a server with 2,000 salons and 50,000 errors: searched, filtered and paged there. */
import { expect, type Locator, type Page, test } from '@playwright/test';
import { fillSalons, YEARS } from '../../support/many-salons.ts';
import { startBackend, type TestBackend } from '../../support/test-backend.ts';
import { Device } from '../support/device.ts';

/** The test seed's own salons stay below. */
const AFTER = 10_000;
/** md5('1'): in the names of the first salon, and in one note. */
const FIRST = 'c4ca4238a0b923820dcc509a6f75849b';

let backend: TestBackend;
test.beforeAll(async () => {
  backend = await startBackend({ seed: 'test' });
  await fillSalons(backend.sql, { ...YEARS, after: AFTER });
});
test.afterAll(() => backend.stop());

async function countOf(rows: Promise<readonly { n: number }[]>): Promise<number> {
  return (await rows)[0]?.n ?? Number.NaN;
}
const grouped = (n: number) => new Intl.NumberFormat('bg-BG', { useGrouping: 'always' } as Intl.NumberFormatOptions).format(n);
const pageOf = (page: Page, from: number, total: number, more = '') =>
  page.getByText(`${grouped(from)}–${grouped(Math.min(from + 49, total))} от ${grouped(total)}${more}`, { exact: true });
const rows = (page: Page, list: string): Locator => page.getByRole('table', { name: list }).locator('tbody tr');

/** By the menu; what is typed or pressed afterwards finds the screen that it is meant for. */
async function go(page: Page, name: string): Promise<void> {
  await page.getByRole('navigation').getByRole('link', { name, exact: true }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(new RegExp(`^${name}`));
}

test('with 2,000 salons and 50,000 errors each screen shows its pages and finds what is asked for', { tag: '@all' }, async ({
  browser,
}) => {
  const { sql } = backend;
  const desk = await Device.open(browser, backend, { clock: null });
  const { page } = desk;
  await desk.signIn('admin@greben.test');

  await test.step('the dashboard', async () => {
    const salons = await countOf(sql`select count(*)::int as n from salons where not deleted`);
    await expect(page.getByRole('link', { name: `Салони: ${grouped(salons)}` })).toBeVisible();
    await expect(page.getByRole('table', { name: 'Последните 30 дни' }).getByRole('row')).toHaveCount(31);
    const waiting = page.getByRole('region', { name: 'Чакащи за одобрение' });
    await expect(waiting.getByRole('listitem')).toHaveCount(4);
    await waiting.getByRole('link').click();
  });

  await test.step('approvals', async () => {
    const waiting = await countOf(sql`
      select count(*)::int as n from salon_approvals a where status = 'pending'
        and not exists (select from salon_approvals l where l.salon_id = a.salon_id and l.submission_date > a.submission_date)`);
    await expect(pageOf(page, 1, waiting)).toBeVisible();
    await page.getByRole('button', { name: 'Следваща страница' }).click();
    await expect(pageOf(page, 51, waiting)).toBeVisible();
    await expect(rows(page, 'Чакащи за одобрение')).toHaveCount(50);
    await page
      .getByRole('button', { name: /^Одобри: / })
      .first()
      .click();
    await desk.toast('Салонът е одобрен');
    await expect(pageOf(page, 51, waiting - 1)).toBeVisible();
  });

  await test.step('the system’s status', async () => {
    await go(page, 'Системен статус');
    await expect(rows(page, 'Системен статус')).toHaveCount(50);
    const critical = 1 + YEARS.salons / 100;
    await page.getByRole('radio', { name: `Критични ${critical}` }).click();
    await expect(rows(page, 'Системен статус')).toHaveCount(critical);
    await expect(rows(page, 'Системен статус').filter({ hasText: 'Срив' })).toHaveCount(critical);
    await page
      .getByRole('button', { name: /^Преглед: Салон / })
      .first()
      .click();
    await expect(desk.dialog().getByRole('region', { name: 'Последните 30 дни' }).getByRole('listitem')).toHaveCount(30);
    await page.keyboard.press('Escape');
    await expect(desk.dialog()).toBeHidden();
  });

  await test.step('errors', async () => {
    await go(page, 'UX грешки');
    await expect(pageOf(page, 1, 10_000, '+')).toBeVisible();
    await page.getByRole('combobox', { name: 'Салон' }).fill(FIRST.slice(0, 8));
    await page.getByRole('option', { name: new RegExp(FIRST) }).click();
    const ofFirst = await countOf(sql`select count(*)::int as n from private.user_error_groups where salon_id = ${AFTER + 1}`);
    await expect(rows(page, 'UX грешки')).toHaveCount(ofFirst);
    await page.getByRole('button', { name: 'Вид' }).click();
    await page.getByRole('listbox', { name: 'Вид' }).getByRole('option', { name: 'връзка' }).click();
    const ofSync = await countOf(sql`
      select count(*)::int as n from private.user_error_groups where salon_id = ${AFTER + 1} and error_type = 'sync'`);
    await expect(rows(page, 'UX грешки')).toHaveCount(ofSync);
    await page.reload();
    await expect(rows(page, 'UX грешки')).toHaveCount(ofSync);
    await page.getByRole('button', { name: 'Изчисти филтрите' }).click();
    await expect(pageOf(page, 1, 10_000, '+')).toBeVisible();
    await page.getByRole('button', { name: 'Следваща страница' }).click();
    await expect(pageOf(page, 51, 10_000, '+')).toBeVisible();
  });

  await test.step('notes', async () => {
    await go(page, 'Бележки за салони');
    await expect(pageOf(page, 1, 10_000, '+')).toBeVisible();
    const form = page.getByRole('form', { name: 'Нова бележка' });
    await form.getByRole('combobox', { name: 'Салон' }).fill(FIRST.slice(0, 8));
    await page.getByRole('option', { name: new RegExp(FIRST) }).click();
    await form.getByLabel('Бележка').fill('Искат втори таблет');
    await form.getByRole('button', { name: 'Добави' }).click();
    await desk.toast('Бележката е добавена');
    await page.getByRole('searchbox', { name: 'Търсене в бележките' }).fill('втори таблет');
    const found = page.getByRole('article');
    await expect(found).toHaveCount(1);
    await expect(found).toContainText('Искат втори таблет');
    await found.getByRole('button', { name: /^Изтрий бележката/ }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Изтрий' }).click();
    await expect(page.getByText('Няма налични бележки.')).toBeVisible();
    expect(await countOf(sql`select count(*)::int as n from salon_notes where note = 'Искат втори таблет'`)).toBe(0);
  });

  await test.step('salons', async () => {
    await go(page, 'Салони');
    await page.getByRole('searchbox', { name: 'Търсене по салон или имейл' }).fill('owner1234@');
    await expect(rows(page, 'Салони')).toHaveCount(1);
    await expect(rows(page, 'Салони')).toContainText('owner1234@salon.bg');
    await page.getByRole('searchbox', { name: 'Търсене по салон или имейл' }).fill('');
    await page.getByRole('radio', { name: 'Отхвърлени' }).click();
    const rejected = await countOf(sql`
      select count(*)::int as n from salons s where not deleted and (select status from salon_approvals a where a.salon_id = s.id
        order by submission_date desc, id desc limit 1) = 'rejected'`);
    await expect(pageOf(page, 1, rejected)).toBeVisible();
    await expect(page.getByRole('button', { name: /^Отхвърли: / })).toHaveCount(0);
    await expect(page.getByRole('button', { name: /^Одобри: / })).toHaveCount(50);
  });
  await desk.close();
});
