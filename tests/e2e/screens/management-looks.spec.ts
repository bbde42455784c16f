/** Employees, services and clients with what is in them, and each of their dialogs: by axe-core, in both themes, nothing sticking out. */
import { expect, type Locator, type Page, test } from '@playwright/test';
import { startBackend, type TestBackend } from '../../support/test-backend.ts';
import { Device } from '../support/device.ts';
import { fits, follow, judge, readable } from '../support/looks.ts';

let backend: TestBackend;
test.beforeAll(async () => {
  backend = await startBackend({ seed: 'test' });
  await backend.sql`
    insert into clients (salon_id, id, first_name, last_name, name, phone)
    select 1, 'client-twin', first_name, last_name, name, phone from clients where salon_id = 1 and id = 'client-silvia'`;
});
test.afterAll(() => backend.stop());

const DESK = { width: 1440, height: 900 };
const PHONE = { width: 390, height: 844 };

/** In both themes, once it stands and its colours are there. */
async function isFine(page: Page, shown: Locator): Promise<void> {
  await expect(shown).toBeVisible();
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await expect(page.locator('html')).toHaveAttribute('data-theme', colorScheme);
    await expect(() => judge(page)).toPass({ timeout: 30_000 }); // once the colours have faded into each other
    await fits(page);
    await readable(page);
  }
}

interface Screen {
  path: string;
  headline: string | RegExp;
  /** Each button opens a dialog of that role; Escape closes it and the focus is at the button again. */
  opens?: readonly {
    button: string | RegExp;
    dialog: 'dialog' | 'alertdialog';
    /** A phone's list has it elsewhere. */
    onlyOnDesk?: true;
  }[];
}

const SCREENS: readonly Screen[] = [
  {
    path: '/employees',
    headline: 'Служители',
    opens: [{ button: 'Изтрий Мария Петрова', dialog: 'alertdialog', onlyOnDesk: true }],
  },
  { path: '/employees/add', headline: 'Нов служител' },
  { path: '/employees/edit/maria', headline: 'Редакция на служител' },
  { path: '/services', headline: 'Услуги', opens: [{ button: 'Изтрий Подстригване', dialog: 'alertdialog', onlyOnDesk: true }] },
  { path: '/services/add', headline: 'Нова услуга' },
  { path: '/services/edit/service-cut', headline: 'Редакция на услуга' },
  {
    path: '/services/categories',
    headline: 'Категории услуги',
    opens: [{ button: 'Изтрий Празна категория', dialog: 'alertdialog' }],
  },
  { path: '/clients', headline: 'Клиенти', opens: [{ button: /^Изтрий Анна/, dialog: 'alertdialog', onlyOnDesk: true }] },
  { path: '/clients/add', headline: 'Нов клиент' },
  { path: '/clients/edit/client-anna', headline: 'Редакция на клиент' },
  {
    path: '/clients/client-silvia',
    headline: /^(Клиент|Силвия Маркова)$/,
    opens: [
      { button: 'Сравни', dialog: 'dialog' },
      { button: 'Заличи клиента…', dialog: 'dialog' },
    ],
  },
  { path: '/salon/move-in', headline: 'Пренасяне' },
];

for (const { viewport, how } of [
  { viewport: DESK, how: 'on a desk' },
  { viewport: PHONE, how: 'on a phone' },
]) {
  test(`each management screen and each of its dialogs is fine ${how}, opened and closed by the keyboard alone`, {
    tag: '@all',
  }, async ({ browser }) => {
    const device = await Device.open(browser, backend, { viewport, touch: viewport === PHONE });
    const { page } = device;
    await device.settleIn('owner@greben.test');
    for (const { path, headline, opens = [] } of SCREENS) {
      await test.step(path, async () => {
        await follow(page, path);
        await isFine(page, page.getByRole('heading', { level: 1, name: headline }));
        for (const { button, dialog, onlyOnDesk } of opens) {
          if (onlyOnDesk && viewport === PHONE) continue;
          const main = page.getByRole('main').filter({ has: page.getByRole('heading', { level: 1, name: headline }) });
          const opener = main.getByRole('button', { name: button });
          await opener.first().focus();
          await page.keyboard.press('Enter');
          await isFine(page, page.getByRole(dialog));
          await page.keyboard.press('Escape');
          await expect(page.getByRole(dialog)).toBeHidden();
          await expect(opener.first()).toBeFocused();
        }
      });
    }
    await device.close();
  });
}

test('what the browser prints of a list are its rows, those that are searched for, and nothing of the frame', {
  tag: '@all',
}, async ({ browser }) => {
  const desk = await Device.open(browser, backend, { offlineCopy: false });
  const { page } = desk;
  await desk.settleIn('owner@greben.test');
  const sheet = page.locator('body > article');
  for (const [path, title, row] of [
    ['/clients?q=Силвия', 'Клиенти', /^Силвия Маркова 0888 /],
    ['/products?q=Тонер', 'Продукти', /^Тонер перла Тонери 40\s\S+ 16,00\sлв/],
    ['/services', 'Услуги', /^Боядисване .* мин .*лв/],
    ['/employees', 'Служители', /^Десислава Тодорова /],
  ] as const) {
    await test.step(path, async () => {
      await follow(page, path);
      await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
      await expect(
        page
          .getByText(/Силвия|Тонер|Боядисване|Десислава/)
          .filter({ visible: true })
          .first(),
      ).toBeVisible();
      await page.pdf({ preferCSSPageSize: true });
      await page.emulateMedia({ media: 'print' });
      await expect(sheet.getByRole('row', { name: row }).first()).toBeVisible();
      if (path.includes('?q=')) await expect(sheet).not.toContainText(/Емил|Шампоан/);
      await expect(page.getByRole('main')).toBeHidden();
      await expect(page.getByRole('navigation').first()).toBeHidden();
      await page.emulateMedia({ media: 'screen' });
      await page.evaluate(() => window.dispatchEvent(new Event('afterprint')));
      await page.keyboard.press('Shift');
      await expect(sheet).toHaveCount(0);
    });
  }
  await desk.close();
});
