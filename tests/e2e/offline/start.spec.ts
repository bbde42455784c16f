/** What a start fetches, and what it leaves for later. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import type { Weighed } from '../../../build/start-budget.ts';
import { startBackend, type TestBackend } from '../../support/test-backend.ts';
import { Device } from '../support/device.ts';

const dist = path.join(import.meta.dirname, '../../../dist');
/** Written by the build (start-budget.ts), which holds how much they may weigh. */
const { start } = JSON.parse(readFileSync(path.join(dist, 'start.json'), 'utf8')) as Weighed;

let backend: TestBackend;
test.beforeAll(async () => {
  backend = await startBackend({ seed: 'test' });
});
test.afterAll(() => backend.stop());

test('until the calendar stands there with data no more scripts come than the build has weighed; the rest comes after it, and without a line each dialog and the other language are there', {
  tag: '@all',
}, async ({ browser }) => {
  const desk = await Device.open(browser, backend);
  await desk.signIn('owner@greben.test');
  await desk.synced();
  await desk.page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await desk.context.addInitScript(() => {
    const looking = new MutationObserver(() => {
      if (!document.querySelector('[data-calendar][data-ready="true"] [data-event]')) return;
      looking.disconnect();
      const scripts = performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname);
      Object.assign(globalThis, {
        beforeTheCalendar: scripts.filter((name) => name.startsWith('/assets/') && name.endsWith('.js')),
      });
    });
    looking.observe(document, { subtree: true, childList: true, attributes: true });
  });
  await desk.page.goto('/calendar');
  await desk.page.waitForFunction(() => 'beforeTheCalendar' in globalThis);
  const fetched = await desk.page.evaluate(() => Reflect.get(globalThis, 'beforeTheCalendar') as string[]);
  const weighed = start.map(([name]) => `/${name}`);
  expect(fetched.filter((name) => !weighed.includes(name))).toEqual([]);

  await desk.offline();
  await desk.page.reload();
  await desk.page.waitForFunction(() => 'beforeTheCalendar' in globalThis);
  await desk.page.getByRole('button', { name: 'Нов час' }).first().click();
  await expect(desk.page.getByRole('dialog')).toBeVisible();
  await desk.page.keyboard.press('Escape');
  await expect(desk.page.getByRole('dialog')).toHaveCount(0);
  await desk.page.getByRole('button', { name: 'Още действия' }).click();
  await expect(desk.page.getByRole('menu')).toBeVisible();
  await desk.page.keyboard.press('Escape');
  await desk.page.goto('/profile');
  await desk.page.getByRole('radio', { name: 'English' }).click();
  await expect(desk.page.locator('html')).toHaveAttribute('lang', 'en');
  await expect(desk.page.getByRole('link', { name: 'Calendar' }).first()).toBeVisible();
});
