/** After one visit the app needs no network: it starts cold, opens every screen and works. */
import { expect, test } from '@playwright/test';
import { startBackend, type TestBackend } from '../../support/test-backend.ts';
import { Device } from '../support/device.ts';

let backend: TestBackend;
test.beforeAll(async () => {
  backend = await startBackend({ seed: 'test' });
});
test.afterAll(() => backend.stop());

/** The tab is closed, the line cut, a new tab opened: nothing of the first visit is left in memory. */
async function coldStart(device: Device, path: string): Promise<Device> {
  await device.offline();
  await device.page.close();
  const cold = await device.newTab();
  await cold.page.goto(path);
  return cold;
}

type Picture = { src: string; sizes: string };

test('the app can be installed: a manifest with a name, a start, ways in, icons and pictures that are there', async ({
  browser,
}) => {
  const desk = await Device.open(browser, backend);
  const { page } = desk;
  await page.goto('/');
  const href = await page.locator('link[rel="manifest"]').getAttribute('href');
  const manifest = (await (await page.request.get(href ?? '')).json()) as {
    name: string;
    start_url: string;
    display: string;
    icons: Picture[];
    screenshots: Picture[];
    shortcuts: { url: string }[];
  };
  expect(manifest).toMatchObject({ name: 'Гребен', start_url: '/', display: 'standalone' });
  expect(manifest.icons.map(({ sizes }) => sizes)).toEqual(expect.arrayContaining(['192x192', '512x512']));
  expect(manifest.shortcuts.map(({ url }) => url)).toEqual(['/calendar/add', '/calendar', '/clients']);
  const drawn = [...manifest.icons, ...manifest.screenshots].filter(({ sizes }) => sizes !== 'any');
  for (const { src, sizes } of drawn) {
    const size = await page.evaluate(async (url) => {
      const image = new Image();
      image.src = url;
      await image.decode();
      return `${image.naturalWidth}x${image.naturalHeight}`;
    }, src);
    expect(size).toBe(sizes);
  }
  await desk.close();
});

test('a cold start without a network: the calendar is there, and booking, a client and the salon’s name are kept and sent later', async ({
  browser,
}) => {
  const visited = await Device.open(browser, backend);
  await visited.settleIn('owner@greben.test');
  const tablet = await coldStart(visited, '/');
  const { page } = tablet;
  await tablet.calendarReady();
  await expect(tablet.appointment('9:00–10:00', 'Анна Василева', 'Мария Петрова')).toBeVisible();
  await expect(tablet.chip()).toHaveAttribute('data-phase', 'offline');

  await tablet.book({
    employee: 'Мария Петрова',
    at: '13:00',
    service: 'Подстригване',
    client: { type: 'силвия', choose: 'Силвия Маркова' },
  });
  await expect(tablet.appointment('13:00–14:00', 'Силвия Маркова', 'чака изпращане')).toBeVisible();
  await tablet.waiting(1);

  const menu = page.getByRole('navigation', { name: 'Основно меню' });
  await menu.getByRole('link', { name: 'Клиенти' }).click();
  await page.getByRole('link', { name: 'Добави клиент' }).first().click();
  await page.getByLabel('Име', { exact: true }).fill('Рая');
  await page.getByLabel('Фамилия', { exact: true }).fill('Тонева');
  await page.getByRole('button', { name: 'Запази' }).click();
  await tablet.toast('Клиентът е добавен');
  await expect(page.getByRole('row', { name: /Рая Тонева/ })).toBeVisible();
  await tablet.waiting(2);

  await menu.getByRole('link', { name: 'Салон' }).click();
  await page.getByRole('button', { name: 'Редактирай' }).click();
  await page.getByLabel('Име на български').fill('Студио Офлайн');
  await page.getByRole('button', { name: 'Запази' }).click();
  await tablet.toast('Салонът е обновен успешно');
  await expect(page.getByRole('heading', { name: 'Студио Офлайн' })).toBeVisible();

  await tablet.online();
  await tablet.synced();
  expect(await backend.sql`select name_bg from salons where id = 1`).toMatchObject([{ name_bg: 'Студио Офлайн' }]);
  expect(await backend.sql`select 1 from clients where first_name = 'Рая' and last_name = 'Тонева'`).toHaveLength(1);
  expect(
    await backend.sql`select 1 from events where client_id = 'client-silvia' and start_time = '2026-11-18T11:00:00Z' and not deleted`,
  ).toHaveLength(1);
  await tablet.close();
});

test('every screen opens cold without a network after one visit of the calendar', async ({ browser }) => {
  const visited = await Device.open(browser, backend);
  await visited.settleIn('owner@greben.test');
  const tablet = await coldStart(visited, '/calendar');
  const { page } = tablet;
  await tablet.calendarReady();
  const screens = {
    '/employees': [/^Служители/, 'Мария Петрова'],
    '/employees/edit/maria': ['Редакция на служител'],
    '/services': [/^Услуги/, 'Боядисване'],
    '/services/edit/service-cut': ['Редакция на услуга'],
    '/services/categories': ['Категории услуги', 'Празна категория'],
    '/products': [/^Продукти/, 'Тонер перла'],
    '/products/edit/product-toner': ['Редакция на продукт'],
    '/products/groups': ['Групи продукти', 'Шампоани'],
    '/products/revision': [/^Ревизия/, 'Изчерпан шампоан'],
    '/clients': [/^Клиенти/, 'Анна Василева'],
    '/clients/edit/client-anna': ['Редакция на клиент'],
    '/shifts': ['Смени', 'Мария Петрова'],
    '/salon': ['Салон', 'Kadritsa Studio'],
    '/profile': ['Профил', 'owner@greben.test'],
    '/sync': ['Синхронизация', 'Всичко е изпратено.'],
    '/няма-такава': ['Тази страница липсва'],
  } as const;
  for (const [path, [title, text]] of Object.entries(screens)) {
    await test.step(path, async () => {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
      if (text) await expect(page.getByRole('main').getByText(text).filter({ visible: true }).first()).toBeVisible();
    });
  }
  await tablet.close();
});

test('what needs the server says so without a line: signing in, and creating a salon', { tag: '@all' }, async ({ browser }) => {
  const desk = await Device.open(browser, backend);
  const { page } = desk;
  await desk.signIn('newcomer@greben.test');
  await expect(page.getByRole('heading', { name: 'Създаване на салон' })).toBeVisible();
  await page.getByLabel('Име на български').fill('Няма връзка');
  await page.getByLabel('Име на английски').fill('No line');
  await desk.offline();
  await expect(page.getByText('Нужна е връзка')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Създай', exact: true })).toBeDisabled();

  await page.getByRole('button', { name: 'Изход', exact: true }).click();
  // What was typed into the form is not left without asking.
  await page.getByRole('alertdialog').getByRole('button', { name: 'Излез без запазване' }).click();
  await page.getByRole('banner').getByRole('link', { name: 'Вход' }).click();
  await expect(page.getByText('Нужна е връзка')).toBeVisible();
  await expect(page.getByRole('main').getByRole('button', { name: 'Вход', exact: true })).toBeDisabled();
  await desk.online();
  await desk.enter('newcomer@greben.test');
  await expect(page.getByRole('heading', { name: 'Създаване на салон' })).toBeVisible();
  await desk.close();
});
