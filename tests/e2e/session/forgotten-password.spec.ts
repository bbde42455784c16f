/** A forgotten password: the administrator's one-time link, followed on another device; and one's own password in the profile. */
import { expect, test } from '@playwright/test';
import { DEMO_PASSWORD, startBackend, type TestBackend } from '../../support/test-backend.ts';
import { Device } from '../support/device.ts';
import { judge } from '../support/looks.ts';

let backend: TestBackend;
test.beforeAll(async () => {
  backend = await startBackend({ seed: 'test' });
});
test.afterAll(() => backend.stop());

/** The server has ended the session; what is on the screen hears it with the next request. */
async function isLocked(device: Device): Promise<void> {
  await device.page.reload();
  await expect(device.page.getByRole('heading', { level: 1, name: 'Влезте отново' })).toBeVisible();
}

test('an administrator makes a link; its person sets a password on another device and signs in, and their old session is out', async ({
  browser,
}) => {
  const tablet = await Device.open(browser, backend, { offlineCopy: false });
  await tablet.settleIn('staff@greben.test');

  const desk = await Device.open(browser, backend, { offlineCopy: false });
  await desk.signIn('admin@greben.test');
  await desk.page.getByRole('link', { name: /^Потребители/ }).click();
  await expect(desk.page).toHaveURL(/\/admin\/accounts$/);
  await desk.page.getByLabel('Търсене по салон или имейл').fill('staff@');
  await expect(desk.page.getByRole('row')).toHaveCount(2);
  const make = desk.page.getByRole('button', { name: 'Еднократна връзка: staff@greben.test' });
  await make.press('Enter');
  const dialog = desk.dialog('Еднократна връзка за staff@greben.test');
  await dialog.getByRole('button', { name: 'Направи връзката' }).press('Enter');
  const { hash } = new URL(await dialog.getByLabel('Връзка').inputValue());
  expect(hash).toMatch(/^#password=[\w-]{43}$/);
  await judge(desk.page);
  await desk.page.keyboard.press('Escape');
  await expect(make).toBeFocused();

  const phone = await Device.open(browser, backend, { viewport: { width: 390, height: 844 }, touch: true, offlineCopy: false });
  const { page } = phone;
  await phone.visit(`/login${hash}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Нова парола' })).toBeVisible();
  await expect.poll(() => new URL(page.url()).hash).toBe('');
  await judge(page);
  await page.getByLabel('Парола', { exact: true }).fill('нова парола');
  await page.getByLabel('Повторете паролата').fill('нова парола');
  await page.getByRole('button', { name: 'Задай паролата' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Паролата е зададена' })).toBeVisible();
  await page.getByRole('button', { name: 'Към входа' }).press('Enter');
  await expect(page.getByLabel('Имейл')).toHaveValue('staff@greben.test');
  await phone.enter('staff@greben.test', DEMO_PASSWORD);
  await phone.toast('Неуспешно влизане');
  await phone.enter('staff@greben.test', 'нова парола');
  await phone.calendarReady();

  await isLocked(tablet);
  // On a device where somebody else is signed in the link opens as well, and works no second time.
  await desk.visit(`/login${hash}`);
  await desk.page.getByLabel('Парола', { exact: true }).fill('друга парола');
  await desk.page.getByLabel('Повторете паролата').fill('друга парола');
  await desk.page.getByRole('button', { name: 'Задай паролата' }).click();
  await expect(desk.page.getByRole('heading', { level: 1, name: 'Връзката вече не работи' })).toBeVisible();
  await desk.page.getByRole('button', { name: 'Обратно към работата' }).click();
  await expect(desk.page).toHaveURL(/\/admin$/);
  await desk.page.getByRole('link', { name: /^Потребители/ }).click();
  await expect(desk.page.getByRole('row', { name: /staff/ })).toContainText(/използвана .*admin@greben\.test/);
  for (const device of [tablet, desk, phone]) await device.close();
});

test('one’s own password is changed in the profile: here the work goes on, elsewhere the new one is asked for', {
  tag: '@all',
}, async ({ browser }) => {
  const tablet = await Device.open(browser, backend, { offlineCopy: false });
  await tablet.settleIn('owner@greben.test');
  const desk = await Device.open(browser, backend, { offlineCopy: false });
  await desk.settleIn('owner@greben.test');
  await desk.page.getByRole('link', { name: /owner@greben\.test/ }).click();
  await desk.page.getByRole('button', { name: 'Смени паролата' }).click();
  const dialog = desk.dialog('Смяна на паролата');
  const change = async (current: string) => {
    await dialog.getByLabel('Сегашна парола').fill(current);
    await dialog.getByLabel('Нова парола').fill('нова парола');
    await dialog.getByLabel('Повторете паролата').fill('нова парола');
    await dialog.getByRole('button', { name: 'Смени паролата' }).click();
  };
  await change('не е тази');
  await expect(dialog.getByText('Това не е сегашната Ви парола')).toBeVisible();
  await judge(desk.page);
  await change(DEMO_PASSWORD);
  await desk.toast('Паролата е сменена');
  await expect(dialog).toHaveCount(0);
  await desk.page.reload();
  await expect(desk.page.getByRole('heading', { level: 1, name: 'Профил' })).toBeVisible();
  await isLocked(tablet);
  for (const device of [tablet, desk]) await device.close();
});
