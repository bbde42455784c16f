/** What accessible.spec.ts does not reach: dialogs that no press opens, and the system's own colours. */
import { expect, type Locator, type Page, test } from '@playwright/test';
import { installStorageFaults, limitedRoom, storageFaults } from '../../support/storage-faults.ts';
import { DEMO_PASSWORD, startBackend, type TestBackend } from '../../support/test-backend.ts';
import { Device } from '../support/device.ts';
import { calm, fits, follow, judge, reachable } from '../support/looks.ts';

let backend: TestBackend;
test.beforeAll(async () => {
  backend = await startBackend({ seed: 'test' });
});
test.afterAll(() => backend.stop());

/** A desk's window as it is, at 200 % and at 400 %. */
const SIZES = [
  { width: 720, height: 450 },
  { width: 360, height: 225 },
  { width: 1440, height: 900 },
];

/** This dialog stands there, and is sound at each size. */
async function sound(page: Page, name: string, role: 'dialog' | 'alertdialog' = 'dialog') {
  const layer = page.getByRole(role, { name });
  await expect(layer).toBeVisible();
  await judge(page);
  await calm(page);
  for (const viewport of SIZES) {
    await page.setViewportSize(viewport);
    await fits(page);
    await reachable(page, `[role=${role}]`);
  }
  return layer;
}

test('a forgotten and a new password are asked for in sound dialogs', { tag: '@all' }, async ({ browser }) => {
  const device = await Device.open(browser, backend);
  const { page } = device;
  await device.visit('/login');
  await page.getByRole('button', { name: 'Забравена парола?' }).click();
  const forgotten = await sound(page, 'Забравена парола');
  await page.keyboard.press('Escape');
  await expect(forgotten).toBeHidden();

  const answer = await fetch(`${backend.url}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { apikey: backend.publishableKey, 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'newcomer@greben.test', password: DEMO_PASSWORD }),
  });
  const { access_token, refresh_token } = (await answer.json()) as Record<string, string>;
  await page.goto('about:blank');
  await device.visit(`/#access_token=${access_token}&refresh_token=${refresh_token}&expires_in=3600&type=recovery`);
  const asked = await sound(page, 'Да отворим ли профила newcomer@greben.test?', 'alertdialog');
  await asked.getByRole('button', { name: 'Продължи като newcomer@greben.test' }).click();
  await expect(page).toHaveURL(/\/salon$/);
  await sound(page, 'Нова парола');
  await device.close();
});

test('the offer to install and a full device are told in sound dialogs', { tag: '@all' }, async ({ browser }) => {
  const device = await Device.open(browser, backend);
  const { page } = device;
  const room = await limitedRoom(page, device.proxy.url);
  // Three days of use lie behind, and the browser would install it.
  await page.addInitScript(() => {
    localStorage.setItem('greben.install', JSON.stringify({ days: 3, last: 20_000, from: 0 }));
    addEventListener('load', () =>
      dispatchEvent(Object.assign(new Event('beforeinstallprompt'), { prompt: async () => undefined })),
    );
  });
  await device.settleIn('owner@greben.test');
  // On a phone it lies over a dialog's head as long as it stands.
  await expect(page.getByText('Успешен вход')).toBeHidden();
  const offer = await sound(page, 'Инсталирайте Гребен');
  await offer.getByRole('button', { name: 'Не ми напомняй' }).click();
  await expect(offer).toBeHidden();

  await room.fill();
  const form = await device.openNew({ employee: 'Мария Петрова', at: '17:00' });
  await form.getByText('Блокирай времето').click();
  await device.dialog('Блокиране на време').getByRole('button', { name: 'Запази' }).click();
  await sound(page, 'Няма място за нови записи');
  await room.makeRoom();
  await device.close();
});

/** Of each two the first is chosen, switched on, out of reach or off shift, and the second is not: told by this property alone. */
const TOLD_APART = [
  ['/calendar', 'nav [aria-current=page]', 'nav a:not([aria-current])', 'backgroundColor'],
  ['/calendar', '[role=radio][aria-checked=true]', '[role=radio][aria-checked=false]', 'backgroundColor'],
  ['/calendar', '.offshift', '.evt', 'backgroundImage'],
  ['/calendar/add', '[role=dialog] .btn[disabled]', '[role=dialog] .btn:not([disabled])', 'color'],
  // The tick of a box that is not ticked, beside an icon that is there.
  ['/calendar/add', '[role=dialog] header svg', '[role=dialog] .check:not(.on) svg', 'visibility'],
] as const;

test('with the system’s own colours it is seen what is chosen, what is switched on and who is not on shift', {
  tag: '@all',
}, async ({ browser }) => {
  const device = await Device.open(browser, backend);
  const { page } = device;
  await page.emulateMedia({ forcedColors: 'active' });
  await device.signIn('owner@greben.test');
  await device.calendarReady();
  await device.synced();
  for (const [path, one, other, property] of TOLD_APART) {
    await follow(page, path);
    const drawn = (selector: string) =>
      page
        .locator(selector)
        .first()
        .evaluate((element, name) => getComputedStyle(element)[name], property);
    expect.soft(await drawn(one), `${one} beside ${other}`).not.toBe(await drawn(other));
  }
  await page.getByRole('dialog').getByRole('button', { name: /^Дата/ }).click();
  const day = (label: string) => page.getByRole('button', { name: label }).last();
  const size = (of: Locator) => of.evaluate((element) => getComputedStyle(element).fontSize);
  expect.soft(await size(day('31 октомври'))).not.toBe(await size(day('30 ноември')));
  await device.close();
});

test('with the system’s own colours it is seen how far something is and what is being moved', { tag: '@all' }, async ({
  browser,
}) => {
  const device = await Device.open(browser, backend);
  const { page } = device;
  await page.emulateMedia({ forcedColors: 'active' });
  const background = (of: Locator) => of.evaluate((element) => getComputedStyle(element).backgroundColor);

  const pull = device.proxy.hold('/rpc/pull', 'after');
  await device.signIn('owner@greben.test');
  const teeth = page.getByRole('progressbar').locator('i');
  await pull.reached;
  await expect(teeth.first()).toBeVisible();
  const canvas = await background(page.locator('body'));
  expect(await background(teeth.first())).not.toBe(canvas);
  expect(await background(teeth.first())).not.toBe(await background(teeth.last()));
  pull.release();
  await device.calendarReady();
  await device.synced();

  // The one that lies where it was is not the one in the hand.
  const appointment = device.appointment('11:00–11:50', 'Анна Василева');
  await device.lift(appointment, 'gabriela', '16:00');
  await expect(page.locator('[data-lifted]')).toHaveCSS('border-top-style', 'dashed');
  await page.keyboard.press('Escape');
  await page.mouse.up();

  await follow(page, '/products/revision');
  const counted = page.locator('progress');
  await expect(counted).toHaveCSS('forced-color-adjust', 'none');
  await expect(counted).toHaveCSS('border-top-style', 'solid');

  // A button without a surface has an edge: on a phone the day’s title keeps clear of the one beside it.
  await page.setViewportSize({ width: 390, height: 844 });
  await follow(page, '/calendar');
  const before = await page.getByRole('button', { name: 'Предишен ден' }).boundingBox();
  const title = await page.locator('.cal-title').boundingBox();
  expect(title?.x).toBeGreaterThan((before?.x ?? 0) + (before?.width ?? 0) + 2);
  await fits(page);
  await device.close();
});

test('a day that cannot be read says so within a phone’s screen, and is read again on demand', { tag: '@all' }, async ({
  browser,
}) => {
  const device = await Device.open(browser, backend, { viewport: { width: 390, height: 844 }, offlineCopy: false });
  const { page } = device;
  await installStorageFaults(device.context);
  await device.settleIn('owner@greben.test');
  const faults = storageFaults(page);
  await faults.failNext(1_000);
  await follow(page, '/calendar?day=2026-12-20');
  const alert = page.getByRole('alert').filter({ hasText: 'Грешка при зареждане на календара' });
  await expect(alert).toBeVisible();
  const box = await alert.boundingBox();
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(390);
  await judge(page);
  await faults.failNext(0);
  await page.getByRole('button', { name: 'Опитайте отново' }).click();
  await device.calendarReady('2026-12-20');
  await device.close();
});

test('a chosen free hour keeps its employee’s name in whole words on a narrow window', { tag: '@all' }, async ({ browser }) => {
  const device = await Device.open(browser, backend, { viewport: { width: 390, height: 844 }, offlineCopy: false });
  const { page } = device;
  await device.settleIn('owner@greben.test');
  await page.getByRole('button', { name: 'Настройки на изгледа' }).click();
  await page.getByRole('button', { name: 'Намери свободен час' }).click();
  await device.choose('Услуга', /^Подстригване/, device.dialog('Следващ свободен час'));
  await page.getByRole('button', { name: 'Всички часове на деня' }).first().click();
  const row = page.getByRole('button', { name: /Десислава Тодорова/ }).first();
  await row.focus();
  const name = row.getByText('Десислава Тодорова');
  const lines = await name.evaluate((element) => {
    const text = document.createRange();
    text.selectNodeContents(element);
    return text.getClientRects().length;
  });
  expect(lines).toBeLessThanOrEqual(2);
  await device.close();
});
