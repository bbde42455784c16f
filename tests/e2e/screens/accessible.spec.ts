/** Every screen with its data and every dialog that opens over them, in both themes: sound to axe-core, and still where a person asks for calm. */
import { type Browser, expect, type Locator, type Page, test } from '@playwright/test';
import { startBackend, type TestBackend } from '../../support/test-backend.ts';
import { ADMIN_DIALOGS, DIALOGS } from '../support/all-dialogs.ts';
import { goTo, open, openedAt, readsBarcodes } from '../support/all-opened.ts';
import { ADMIN_SCREENS, SCREENS } from '../support/all-screens.ts';
import { Device } from '../support/device.ts';
import { calm, fits, judge, reachable } from '../support/looks.ts';

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
