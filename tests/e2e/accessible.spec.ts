/** Every screen with its data and every dialog that opens over them, in both themes: sound to axe-core, and still where a person asks for calm. */
import { type Browser, expect, type Locator, type Page, test } from '@playwright/test';
import { startBackend, type TestBackend } from '../support/test-backend.ts';
import { ADMIN_DIALOGS, DIALOGS, type Opened } from './all-dialogs.ts';
import { ADMIN_SCREENS, SCREENS } from './all-screens.ts';
import { Device } from './device.ts';
import { calm, fits, follow, judge, reachable } from './looks.ts';

let backend: TestBackend;
test.beforeAll(async () => {
  backend = await startBackend({ seed: 'test' });
  // Somebody to compare with.
  await backend.sql`
    insert into clients (salon_id, id, first_name, last_name, name, phone)
    select 1, 'client-twin', first_name, last_name, name, phone from clients where salon_id = 1 and id = 'client-silvia'`;
});
test.afterAll(() => backend.stop());

const NOWHERE = '/no-such-page';
const LAYERS = '[role=dialog], [role=alertdialog], [role=menu]';

/** A screen anew, with nothing open over it. By way of the page that is missing: two screens may have one headline. */
async function goTo(page: Page, path: string): Promise<void> {
  const headline = page.getByRole('heading', { level: 1 });
  await follow(page, NOWHERE);
  await expect(headline).toHaveText('Тази страница липсва');
  await expect(page.locator(LAYERS)).toHaveCount(0);
  if (path !== NOWHERE) {
    await follow(page, path);
    await expect(headline).not.toHaveText('Тази страница липсва');
  }
  await expect(page.locator('main .skel, .toast')).toHaveCount(0);
}

async function press(page: Page, what: string | RegExp): Promise<void> {
  if (typeof what === 'string' && what.startsWith('key:')) return page.keyboard.press(what.slice(4));
  const top = page.locator(LAYERS).last();
  const within: Page | Locator = (await top.count()) > 0 ? top : page;
  const exact = typeof what === 'string';
  const named = (role: 'button' | 'menuitem' | 'link' | 'switch') => within.getByRole(role, { name: what, exact });
  const found = named('button').or(named('menuitem')).or(named('link')).or(named('switch')).or(within.getByText(what, { exact }));
  await found.filter({ visible: true }).first().click();
}

async function open(page: Page, { path, paste, press: presses, role = 'dialog', name }: Opened): Promise<void> {
  await goTo(page, path);
  if (paste) await page.getByLabel('Или поставете тук').fill(paste);
  for (const one of presses) await press(page, one);
  const layer = name === undefined ? page.getByRole(role) : page.getByRole(role, { name });
  await expect(layer.last()).toBeVisible();
}

const titleOf = ({ path, press: presses }: Opened) => `${path} › ${presses.join(' › ')}`;

async function settle(browser: Browser, email: string, dark: boolean, viewport = { width: 1440, height: 900 }): Promise<Device> {
  const device = await Device.open(browser, backend, { viewport });
  await device.context.addInitScript(readsBarcodes);
  if (dark) await device.page.emulateMedia({ colorScheme: 'dark' });
  // The seed's help to a recorded error comes whenever it comes; toasts go by themselves.
  const understood = device.page.getByRole('button', { name: 'Разбрах' });
  await device.page.addLocatorHandler(understood, () => understood.click());
  await device.signIn(email);
  if (email.startsWith('admin')) await expect(device.page).toHaveURL(/\/admin$/);
  else {
    await device.calendarReady();
    await device.synced();
  }
  return device;
}

/** A browser that reads barcodes, with a camera that shows nothing: Chromium has neither on a machine without a screen. */
function readsBarcodes(): void {
  Object.assign(globalThis, {
    BarcodeDetector: class {
      detect = async () => [];
    },
  });
  navigator.mediaDevices.getUserMedia = async () => document.createElement('canvas').captureStream();
}

const PEOPLE = [
  { who: 'an owner', email: 'owner@greben.test', screens: SCREENS, dialogs: DIALOGS },
  { who: 'an administrator', email: 'admin@greben.test', screens: ADMIN_SCREENS, dialogs: ADMIN_DIALOGS },
] as const;

for (const { who, email, screens, dialogs } of PEOPLE) {
  for (const dark of [false, true]) {
    test(`every screen and dialog of ${who} is sound and calm, ${dark ? 'dark' : 'light'}`, { tag: '@all' }, async ({
      browser,
    }) => {
      const device = await settle(browser, email, dark);
      const { page } = device;
      for (const { path, shows } of screens) {
        await test.step(path, async () => {
          await goTo(page, path);
          if (shows) await expect(page.getByText(shows).filter({ visible: true }).first()).toBeVisible();
          await judge(page);
          await calm(page);
        });
      }
      for (const dialog of dialogs) {
        await test.step(titleOf(dialog), async () => {
          await open(page, dialog);
          await judge(page);
          await calm(page);
        });
      }
      await device.close();
    });
  }

  for (const [zoom, viewport] of [
    ['200 %', { width: 720, height: 450 }],
    ['400 %', { width: 360, height: 225 }],
  ] as const) {
    test(`every screen of ${who} can be used at ${zoom}`, { tag: '@all' }, async ({ browser }) => {
      const device = await settle(browser, email, false, viewport);
      const { page } = device;
      for (const { path } of screens) {
        await test.step(path, async () => {
          await goTo(page, path);
          await fits(page);
          await reachable(page);
        });
      }
      await device.close();
    });
  }
}
