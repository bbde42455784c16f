/** Opens the screens and dialogs of all-screens.ts and all-dialogs.ts, one after the other in one page. */
import { expect, type Locator, type Page } from '@playwright/test';
import type { Opened, Presses } from './all-dialogs.ts';
import { follow } from './looks.ts';

/** Below, the app has its phone's layout. */
const PHONE = 768;
const NOWHERE = '/no-such-page';
const LAYERS = '[role=dialog], [role=alertdialog], [role=menu]';

/** A screen anew, with nothing open over it. By way of the page that is missing: two screens may have one headline. */
export async function goTo(page: Page, path: string): Promise<void> {
  const headline = page.getByRole('heading', { level: 1, includeHidden: true });
  await follow(page, NOWHERE);
  await expect(headline).toHaveText('Тази страница липсва');
  await expect(page.locator(LAYERS)).toHaveCount(0);
  // Whoever is only looking leaves forms without a word; what was typed would be put back into the next one.
  await page.evaluate(() => {
    for (const key of Object.keys(localStorage)) if (key.startsWith('greben.draft.')) localStorage.removeItem(key);
  });
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
export async function open(page: Page, presses: Presses, { path, paste, role = 'dialog', name }: Opened): Promise<Locator> {
  await goTo(page, path);
  if (paste) await page.getByLabel('Или поставете тук').fill(paste);
  for (const one of presses) await press(page, one);
  const layer = (name === undefined ? page.getByRole(role) : page.getByRole(role, { name })).last();
  await expect(layer).toBeVisible();
  return layer;
}

/** Those that are there at this width, with what opens them. */
export const openedAt = (width: number, dialogs: readonly Opened[]) =>
  dialogs.flatMap((dialog) => {
    const { path, press: wide, narrow = wide } = dialog;
    const presses = width < PHONE ? narrow : wide;
    if (presses === null) return [];
    const title = [path, ...presses.map((one) => (typeof one === 'object' && 'card' in one ? one.card : one))].join(' › ');
    return [{ title, presses, dialog }];
  });

/** A browser that reads barcodes, with a camera that shows nothing: Chromium has neither on a machine without a screen. */
export function readsBarcodes(): void {
  Object.assign(globalThis, {
    BarcodeDetector: class {
      detect = async () => [];
    },
  });
  navigator.mediaDevices.getUserMedia = async () => document.createElement('canvas').captureStream();
}
