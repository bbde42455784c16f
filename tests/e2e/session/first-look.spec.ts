/** What a stranger sees first: landing, sign-in and registration, and the letters that they are written in. */
import { type Browser, expect, type Page, test } from '@playwright/test';
import { startBackend, type TestBackend } from '../../support/test-backend.ts';
import { Device } from '../support/device.ts';
import { fits, follow, judge, under, withinSides } from '../support/looks.ts';

let backend: TestBackend;
test.beforeAll(async () => {
  backend = await startBackend({ seed: 'test' });
});
test.afterAll(() => backend.stop());

const WIDTHS = [320, 390, 820, 1024, 1440];
const atWidth = (browser: Browser, width: number) =>
  Device.open(browser, backend, { viewport: { width, height: 844 }, touch: width < 900, offlineCopy: false });

test('landing, sign-in and registration have the name, the picture and three lines at every width', async ({ browser }) => {
  for (const width of WIDTHS) {
    const device = await atWidth(browser, width);
    const { page } = device;
    await device.visit('/');
    for (const path of ['/', '/login', '/register']) {
      await test.step(`${path} at ${width} px`, async () => {
        await follow(page, path);
        const name = page.getByRole('banner').getByRole('img', { name: 'Гребен', exact: true });
        await expect(name).toBeVisible();
        const bar = await page.getByRole('banner').boundingBox();
        // The narrowest phone has the ways in below the name.
        if (width > 320) expect(bar?.height).toBeLessThan(90);
        await expect(page.getByRole('main').getByText('Работи и когато интернетът прекъсне.')).toBeVisible();
        await expect(page.locator('.comb-day')).toBeVisible();
        await fits(page);
        await withinSides(page);
      });
    }
    await judge(page);
    await device.close();
  }
});

test('on a phone one press changes the language, and a low window leaves the picture out for the form', async ({ browser }) => {
  const phone = await Device.open(browser, backend, { viewport: { width: 390, height: 600 }, touch: true, offlineCopy: false });
  const { page } = phone;
  await phone.visit('/login');
  await expect(under(page, 'Вход').getByLabel('Имейл')).toBeVisible();
  await expect(page.locator('.comb-day')).toBeHidden();
  await page.getByRole('button', { name: 'EN, English' }).tap();
  await expect(under(page, 'Login').getByRole('button', { name: 'Login', exact: true })).toBeInViewport();
  await expect(page.getByRole('button', { name: 'BG, Български' })).toBeVisible();
  await phone.close();
});

test('a refused sign-in stands in the form after the toast has gone, until the next answer', async ({ browser }) => {
  const desk = await atWidth(browser, 1440);
  const { page } = desk;
  await desk.visit('/login');
  const form = under(page, 'Вход');
  await form.getByLabel('Имейл').fill('owner@greben.test');
  await form.getByLabel('Парола', { exact: true }).fill('not the password');
  await form.getByRole('button', { name: 'Вход', exact: true }).click();
  await expect(form.getByText('Грешен имейл или парола.')).toBeVisible();
  await expect(page.locator('.toast')).toHaveCount(0);
  await expect(form.getByText('Грешен имейл или парола.')).toBeVisible();
  await expect(form.getByLabel('Парола', { exact: true })).toHaveValue('not the password');
  await judge(page);
  await desk.close();
});

const FONTS = /\/fonts\/sofia-sans-(latin|cyrillic)-wght-normal\.woff2$/;

/** Where each text begins and how high it stands. */
const lines = (page: Page) =>
  page.locator(':is(main, header) :is(h1, li, a, label, button, p):visible').evaluateAll((all) =>
    all.map((one) => {
      const { top, height } = one.getBoundingClientRect();
      return { text: one.textContent, top, height };
    }),
  );

test('the letters are asked for before the styles name them, and nothing moves where they come late', async ({ browser }) => {
  const desk = await atWidth(browser, 1440);
  const { page } = desk;
  let release = () => undefined as undefined;
  const held = new Promise<void>((resolve) => {
    release = () => void resolve();
  });
  await page.route(FONTS, async (route) => {
    await held;
    await route.continue();
  });
  const asked: string[] = [];
  page.on('request', (request) => {
    if (FONTS.test(request.url()) || /\.css$/.test(request.url())) asked.push(new URL(request.url()).pathname);
  });
  await page.goto('/', { waitUntil: 'commit' });
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(asked.slice(0, 2).filter((path) => FONTS.test(path))).toHaveLength(2);
  await expect(page.getByText('Влезте като owner@greben.test')).toBeVisible(); // the server tells it, whenever it does
  const before = await lines(page);
  release();
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  await expect.poll(() => page.evaluate(() => document.fonts.check('17px "Sofia Sans Variable"', 'aб'))).toBe(true);
  const after = await lines(page);
  expect(after.map(({ text }) => text)).toEqual(before.map(({ text }) => text));
  const moved = before.filter(
    ({ top, height }, n) => Math.abs(top - (after[n]?.top ?? 0)) >= 1 || Math.abs(height - (after[n]?.height ?? 0)) >= 1,
  );
  expect(moved).toEqual([]);
  await desk.close();
});
