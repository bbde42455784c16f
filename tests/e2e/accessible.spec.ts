/** Every screen with its data and every dialog that opens over them, in both themes: sound to axe-core, and still where a person asks for calm. */
import { type Browser, expect, type Locator, type Page, test } from '@playwright/test';
import { startBackend, type TestBackend } from '../support/test-backend.ts';
import { ADMIN_DIALOGS, DIALOGS, type Opened, type Presses } from './all-dialogs.ts';
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

const WIDE = { width: 1440, height: 900 };
/** Below, the app has its phone's layout. */
const PHONE = 768;
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

async function press(page: Page, what: Presses[number]): Promise<void> {
  if (typeof what === 'string' && what.startsWith('key:')) return page.keyboard.press(what.slice(4));
  if (typeof what === 'object' && 'card' in what) {
    await page.getByRole('button', { name: what.card }).first().focus();
    return page.keyboard.press('Shift+F10');
  }
  const top = page.locator(LAYERS).last();
  const within: Page | Locator = (await top.count()) > 0 ? top : page;
  const exact = typeof what === 'string';
  const named = (role: 'button' | 'menuitem' | 'link' | 'switch') => within.getByRole(role, { name: what, exact });
  const found = named('button').or(named('menuitem')).or(named('link')).or(named('switch')).or(within.getByText(what, { exact }));
  await found.filter({ visible: true }).first().click();
}

/** @returns what stands there then */
async function open(page: Page, presses: Presses, { path, paste, role = 'dialog', name }: Opened): Promise<Locator> {
  await goTo(page, path);
  if (paste) await page.getByLabel('Или поставете тук').fill(paste);
  for (const one of presses) await press(page, one);
  const layer = (name === undefined ? page.getByRole(role) : page.getByRole(role, { name })).last();
  await expect(layer).toBeVisible();
  return layer;
}

/** Those that are there at this width, with what opens them. */
const openedAt = (width: number, dialogs: readonly Opened[]) =>
  dialogs.flatMap((dialog) => {
    const { path, press: wide, narrow = wide } = dialog;
    const presses = width < PHONE ? narrow : wide;
    if (presses === null) return [];
    const title = [path, ...presses.map((one) => (typeof one === 'object' && 'card' in one ? one.card : one))].join(' › ');
    return [{ title, presses, dialog }];
  });

/** Nothing stands out of it or is covered; of a layer the focus is seen within it, and Escape closes it. */
async function usable(page: Page, layer: Locator): Promise<void> {
  await fits(page);
  // What opens in the page itself stands there until one leaves it.
  if ((await layer.getAttribute('role')) === null) return reachable(page);
  const cut = await layer
    .locator('footer :is(button, a)')
    .evaluateAll((parts) =>
      parts.filter((part) => part.getBoundingClientRect().right > innerWidth).map((part) => part.outerHTML),
    );
  expect.soft(cut, 'what its foot cuts').toEqual([]);
  await reachable(page, ':is([role=dialog], [role=alertdialog], [role=menu])');
  // A menu is left by Tab, has the focus as a whole and marks its entries by itself.
  if ((await layer.getAttribute('role')) !== 'menu') {
    await page.keyboard.press('Tab');
    const focus = () =>
      layer.evaluate((root) => {
        const focused = document.activeElement;
        if (!focused || !root.contains(focused)) return `outside: ${focused?.outerHTML.slice(0, 120)}`;
        const { top, left, bottom, right } = focused.getBoundingClientRect();
        const seen = top >= -1 && left >= -1 && bottom <= innerHeight + 1 && right <= innerWidth + 1;
        const marked = [focused, focused.nextElementSibling, focused.parentElement].some(
          (one) => one !== null && getComputedStyle(one).outlineStyle !== 'none',
        );
        return seen && (marked || focused.hasAttribute('aria-activedescendant'))
          ? 'seen'
          : `not seen: ${focused.outerHTML.slice(0, 160)}`;
      });
    await expect.poll(focus, 'the focus').toBe('seen');
  }
  await page.keyboard.press('Escape');
  await expect(layer).toBeHidden();
}

async function settle(browser: Browser, email: string, dark: boolean, viewport = WIDE): Promise<Device> {
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
      for (const { title, presses, dialog } of openedAt(WIDE.width, dialogs)) {
        await test.step(title, async () => {
          await open(page, presses, dialog);
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
    test(`every screen and dialog of ${who} can be used at ${zoom}`, { tag: '@all' }, async ({ browser }) => {
      const device = await settle(browser, email, false, viewport);
      const { page } = device;
      for (const { path } of screens) {
        await test.step(path, async () => {
          await goTo(page, path);
          await fits(page);
          await reachable(page);
        });
      }
      for (const { title, presses, dialog } of openedAt(viewport.width, dialogs)) {
        await test.step(title, async () => usable(page, await open(page, presses, dialog)));
      }
      await device.close();
    });
  }
}
