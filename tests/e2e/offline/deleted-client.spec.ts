/** One device books for a client whom another deletes meanwhile: both hear of it, and whoever decides first decides for both. */
import { expect, test } from '@playwright/test';
import { startBackend, type TestBackend } from '../../support/test-backend.ts';
import { Device } from '../support/device.ts';
import { fits, follow, judge } from '../support/looks.ts';

let backend: TestBackend;
test.beforeEach(async () => {
  backend = await startBackend({ seed: 'test' });
});
test.afterEach(() => backend.stop());

const TITLE = 'Клиентът на записан час е изтрит';

test('a booking made without a line for a client who was deleted meanwhile is asked about on both devices, until the client is back', {
  tag: '@all',
}, async ({ browser }) => {
  const tablet = await Device.open(browser, backend);
  const desk = await Device.open(browser, backend);
  await tablet.settleIn('staff@greben.test');
  await desk.settleIn('owner@greben.test');
  await tablet.offline();
  await tablet.book({
    ...{ employee: 'Мария Петрова', at: '17:00', service: 'Подстригване' },
    client: { type: 'инна', choose: 'Инна Фотева' },
  });
  await tablet.waiting(1);
  await follow(desk.page, '/clients/edit/client-twin-2');
  await desk.page.getByRole('button', { name: 'Изтрий клиента' }).click();
  await desk.look();
  await desk.page
    .getByRole('alertdialog')
    .getByRole('button', { name: /^Изтрий/ })
    .click();
  await desk.toast('Клиентът е изтрит');
  await desk.synced();
  await tablet.online();
  await tablet.synced();
  await desk.synced();
  for (const device of [tablet, desk]) {
    await expect(device.chip()).toHaveAttribute('data-issues', '1');
    await device.chip().click();
    const card = device.page.getByRole('article', { name: TITLE });
    await expect(card).toContainText('Инна Фотева (изтрит запис) · Подстригване · Мария Петрова');
    for (const width of [1440, 820, 390]) {
      await device.page.setViewportSize({ width, height: 900 });
      await fits(device.page);
      await judge(device.page);
    }
    await device.page.setViewportSize({ width: 1440, height: 900 });
  }
  // Another client is chosen in the booking's own dialog.
  await tablet.page.getByRole('link', { name: 'Избери друг клиент за часа на Инна Фотева' }).click();
  await expect(tablet.dialog().getByRole('combobox', { name: 'Клиент' })).toHaveValue('Изтрит клиент');
  await tablet.page.keyboard.press('Escape');
  await expect(tablet.dialog()).toBeHidden();
  await desk.page.getByRole('article', { name: TITLE }).getByRole('button', { name: 'Върни клиента' }).click();
  await expect(desk.page.getByText('Нищо не чака решение.')).toBeVisible();
  await desk.synced();
  for (const device of [tablet, desk]) await expect(device.chip()).toHaveAttribute('data-issues', '0');
  await tablet.close();
  await desk.close();
});
