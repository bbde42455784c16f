/** The week's plan: bars by mouse, finger and key, copies, paper; and a salon that has no shifts yet. */
import { type Browser, expect, type Locator, test } from '@playwright/test';
import { startBackend, type TestBackend } from '../support/test-backend.ts';
import { Device } from './device.ts';
import { follow } from './looks.ts';

let backend: TestBackend;
test.beforeEach(async () => {
  backend = await startBackend({ seed: 'test' });
});
test.afterEach(() => backend.stop());

async function planOf(browser: Browser, options: Parameters<typeof Device.open>[2] = {}): Promise<Device> {
  const desk = await Device.open(browser, backend, options);
  await desk.settleIn('owner@greben.test');
  await follow(desk.page, '/shifts');
  await desk.page.getByRole('radio', { name: 'Седмица', exact: true }).click();
  await expect(desk.page.getByRole('region', { name: /сряда/i })).toBeVisible();
  return desk;
}

const today = (desk: Device) => desk.page.getByRole('region', { name: /сряда/i });
const bar = (desk: Device, name: string, hours: string) =>
  today(desk).getByRole('button', { name: new RegExp(`^${name}, .*${hours}$`) });

/** Where a minute of the day lies in a row's track, px of the window. */
async function pointAt(row: Locator, hour: number): Promise<{ x: number; y: number }> {
  const box = (await row.locator('[data-track]').boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  const hours = Number(
    await row.locator('[data-track]').evaluate((track) => getComputedStyle(track).getPropertyValue('--hours')),
  );
  const first = Math.min(7, 22 - hours);
  return { x: box.x + ((hour - first) / hours) * box.width, y: box.y + box.height / 2 };
}

test('the mouse moves, resizes and draws shifts without a React render; Ctrl+Z takes it back, offline too', async ({
  browser,
}) => {
  const desk = await planOf(browser);
  const { page } = desk;
  await desk.offline();
  const shift = bar(desk, 'Мария Петрова', '9:00–18:00');
  await expect(shift).toBeVisible();
  await expect(page.locator('[data-drags]')).toBeVisible();
  const row = today(desk).getByRole('listitem').filter({ hasText: 'Мария Петрова' });
  const from = await pointAt(row, 12);
  const to = await pointAt(row, 13);
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(from.x + 10, from.y);
  await page.mouse.move(to.x, to.y, { steps: 5 });
  await expect(row.getByText('10:00–19:00').first()).toBeVisible();
  await page.mouse.up();
  await expect(bar(desk, 'Мария Петрова', '10:00–19:00')).toBeVisible();
  await page.keyboard.press('Control+z');
  await expect(shift).toBeVisible();
  await desk.online();
  await desk.close();
});
