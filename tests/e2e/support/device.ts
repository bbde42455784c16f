/**
 * A device as a person uses it: a browser of its own behind a fault proxy of its own, found by role and label. Stories read
 * as what people do; nothing in here reaches into the program.
 */
import { type Browser, type BrowserContext, expect, type Locator, type Page } from '@playwright/test';
import { type FaultProxy, faultProxy } from '../../support/fault-proxy.ts';
import { DEMO_PASSWORD, type TestBackend } from '../../support/test-backend.ts';
import { under } from './looks.ts';
import { throughReload } from './through-reload.ts';

/** The clock of the stories: the test seed's Wednesday, 10:40 in Sofia. */
export const STORY_TIME = '2026-11-18T08:40:00.000Z';
export const STORY_DAY = '2026-11-18';

/** How a page begins to say that it is shown, also once more; a word of its own follows for each time. */
const SHOWN = 'greben: shown ';

export interface DeviceOptions {
  viewport?: { width: number; height: number };
  touch?: boolean;
  locale?: string;
  /** ISO instant at which the device's clock starts; null leaves the machine's clock. */
  clock?: string | null;
  /** With the movements of dialogs and lists. Most stories go without: drawing them takes half of a story's time. */
  motion?: boolean;
  /**
   * False in stories that never lose the line: the app's whole copy for the time without one is not fetched. Fetching and keeping it
   * takes two of the six core-seconds that a device needs until it has settled in.
   */
  offlineCopy?: boolean;
}

export interface Booking {
  employee: string;
  /** HH:mm */
  at: string;
  service?: string;
  /** An existing client, by what is typed and the name that is then chosen. */
  client?: { type: string; choose: string };
  /** A client made on the spot. */
  newClient?: { name: string; phone: string };
}

export class Device {
  private constructor(
    readonly context: BrowserContext,
    readonly page: Page,
    readonly proxy: FaultProxy,
    private readonly ownsContext = true,
    private readonly offlineCopy = true,
  ) {}

  /** What pages said in a plain browser. */
  private readonly heard = new Set<string>();

  static async open(browser: Browser, backend: TestBackend, options: DeviceOptions = {}): Promise<Device> {
    const {
      viewport = { width: 1440, height: 900 },
      touch = false,
      locale = 'bg-BG',
      clock = STORY_TIME,
      offlineCopy = true,
    } = options;
    const reducedMotion = options.motion ? 'no-preference' : 'reduce';
    const proxy = await faultProxy(backend.url);
    const context = await browser.newContext({
      baseURL: proxy.url,
      viewport,
      hasTouch: touch,
      locale,
      timezoneId: 'Europe/Sofia',
      reducedMotion,
      serviceWorkers: offlineCopy ? 'allow' : 'block',
    });
    if (clock) await context.clock.install({ time: clock });
    await context.addInitScript(noteToasts);
    return new Device(context, await context.newPage(), proxy, true, offlineCopy);
  }

  /** In a browser that tests do not hold by the hand (plain-browser.ts); it is closed by whoever started it. */
  static async openIn(context: BrowserContext, backend: TestBackend): Promise<Device> {
    const proxy = await faultProxy(backend.url);
    await context.clock.install({ time: STORY_TIME });
    await context.addInitScript(
      (shown) => addEventListener('pageshow', () => console.debug(shown + crypto.getRandomValues(new Uint32Array(2)).join('-'))),
      SHOWN,
    );
    await context.addInitScript(noteToasts);
    const device = new Device(context, await context.newPage(), proxy, false);
    device.page.on('console', (message) => device.heard.add(message.text()));
    return device;
  }

  async close(): Promise<void> {
    await (this.ownsContext ? this.context : this.page).close();
    await this.proxy.close();
  }

  /** Another tab of the same browser; it goes with the device. */
  async newTab(): Promise<Device> {
    return new Device(this.context, await this.context.newPage(), this.proxy, true, this.offlineCopy);
  }

  // ── the line

  /** The line is gone, in both ways that a browser can feel it. */
  async offline(): Promise<void> {
    this.proxy.cut();
    await this.context.setOffline(true);
  }

  async online(): Promise<void> {
    this.proxy.restore();
    await this.context.setOffline(false);
  }

  /** The person turns to this tab; in a plain browser the one before is hidden by it. */
  toFront(): Promise<void> {
    return this.page.bringToFront();
  }

  /** Opens an address of the app, as if typed. */
  async visit(path: string): Promise<void> {
    await this.page.goto(this.proxy.url + path);
  }

  /**
   * Back to the app from another site. Playwright's own way back waits for a load that a kept page has no more, and a look
   * into a page that is just being taken out again throws it away: the page itself says when it is shown. What it said when it
   * was shown before is heard again first: Chromium repeats a page's messages to whoever listens to it anew.
   */
  async goBack(): Promise<void> {
    const before = new Set(this.heard);
    const isNew = (said: string) => said.startsWith(SHOWN) && !before.has(said);
    const shown = this.page.waitForEvent('console', (message) => isNew(message.text()));
    await this.page.evaluate(() => history.back());
    await shown;
    await expect.poll(() => throughReload(this.page, () => document.readyState)).toBe('complete');
  }

  // ── session

  async signIn(email: string, password = DEMO_PASSWORD): Promise<void> {
    await this.visit('/login');
    await this.enter(email, password);
  }

  /** On the sign-in page. */
  async enter(email: string, password = DEMO_PASSWORD): Promise<void> {
    const page = under(this.page, 'Вход');
    await page.getByLabel('Имейл').fill(email);
    await page.getByLabel('Парола', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Вход', exact: true }).click();
  }

  /** Signed in, first sync done, the service worker in charge where there is one: what a device is after its first visit. */
  async settleIn(email: string): Promise<void> {
    await this.signIn(email);
    await this.calendarReady();
    await this.synced();
    if (!this.offlineCopy) return;
    await this.page.evaluate(async () => {
      await navigator.serviceWorker.ready;
      if (navigator.serviceWorker.controller) return;
      await new Promise((resolve) => navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true }));
    });
  }

  /** Leaves, with everything sent; `removing` has the salon's data taken from this device, or leaves it where it was chosen. */
  async signOut(removing?: boolean): Promise<void> {
    await this.page.getByRole('button', { name: 'Изход', exact: true }).click();
    const question = this.page.getByRole('alertdialog', { name: 'Всичко е изпратено' });
    if (removing !== undefined) await question.getByRole('checkbox').setChecked(removing, { force: true });
    await question.getByRole('button', { name: 'Изход', exact: true }).click();
    await expect(this.page.getByRole('heading', { level: 1, name: 'Денят в салона' })).toBeVisible();
  }

  // ── what one sees

  chip(): Locator {
    return this.page.locator('[data-phase]').first();
  }

  async synced(): Promise<void> {
    await expect(this.chip()).toHaveAttribute('data-phase', 'synced', { timeout: 60_000 });
    await expect(this.chip()).toHaveAttribute('data-pending', '0');
  }

  async waiting(count: number): Promise<void> {
    await expect(this.chip()).toHaveAttribute('data-pending', String(count));
  }

  async calendarReady(date = STORY_DAY): Promise<void> {
    await expect(this.page.locator(`[data-calendar][data-date="${date}"][data-ready="true"]`)).toBeVisible({ timeout: 90_000 });
  }

  /** An appointment by the words of its accessible name, in their order. */
  appointment(...words: string[]): Locator {
    const escaped = words.map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
    return this.page.getByRole('grid').getByRole('button', { name: new RegExp(escaped.join('.*')) });
  }

  dialog(name?: string): Locator {
    return name ? this.page.getByRole('dialog', { name }) : this.page.getByRole('dialog');
  }

  /** A toast was shown since this page was loaded or the last one was asked for; it may be gone again by now. */
  async toast(text: string): Promise<void> {
    const seen = () =>
      this.page.evaluate((wanted) => {
        const shown = window.shownToasts ?? [];
        const found = shown.findIndex((toast) => toast.includes(wanted));
        return found < 0 ? shown.join(' | ') : (shown.splice(0, found + 1).at(-1) ?? '');
      }, text);
    await expect.poll(seen).toContain(text);
  }

  /** Every appointment that the day shows, as a screen reader would say it. */
  async day(): Promise<string[]> {
    const names = await this.page
      .locator('[data-event]')
      .evaluateAll((all) => all.map((element) => element.getAttribute('aria-label') ?? ''));
    return names.sort();
  }

  // ── what one does

  /** Looks at what has come up before pressing there: what follows at once is the second half of a double tap, which does nothing. */
  async look(): Promise<void> {
    await this.page.clock.fastForward(600);
  }

  async choose(field: string, option: string | RegExp, within: Locator = this.dialog()): Promise<void> {
    await within.getByLabel(field, { exact: true }).click();
    // By its field: the list chosen from before may still be fading away.
    await this.page.getByRole('listbox', { name: field, exact: true }).getByRole('option', { name: option }).click();
  }

  async openNew(booking: Booking): Promise<Locator> {
    await this.page.getByRole('button', { name: 'Нов час' }).click();
    const dialog = this.dialog('Нова резервация');
    await this.choose('Служител', booking.employee, dialog);
    const [hour, minute] = booking.at.split(':') as [string, string];
    await this.choose('Час', hour, dialog);
    await this.choose('Минути', minute, dialog);
    return dialog;
  }

  async book(booking: Booking): Promise<void> {
    const dialog = await this.openNew(booking);
    const client = dialog.getByRole('combobox', { name: 'Клиент' });
    if (booking.client) {
      await client.fill(booking.client.type);
      await this.page.getByRole('option', { name: booking.client.choose }).first().click();
    }
    if (booking.newClient) {
      await client.fill(booking.newClient.name);
      await this.page.getByRole('option', { name: `Създай клиент „${booking.newClient.name}“` }).click();
      await dialog.getByLabel('Телефон').fill(booking.newClient.phone);
      await dialog.getByRole('button', { name: 'Добави клиента' }).click();
    }
    if (booking.service) await this.choose('Услуга', new RegExp(`^${booking.service}`), dialog);
    await dialog.getByRole('button', { name: 'Запази' }).click();
    await expect(dialog).toBeHidden();
  }

  async blockTime(employee: string, at: string): Promise<void> {
    const dialog = await this.openNew({ employee, at });
    await dialog.getByText('Блокирай времето').click();
    await this.dialog('Блокиране на време').getByRole('button', { name: 'Запази' }).click();
    await expect(this.dialog()).toBeHidden();
  }

  /** Where that time stands in that employee's column, right of its middle. */
  private async pointOf(columnId: string, at: string): Promise<{ x: number; y: number }> {
    const column = await box(this.page.locator(`[data-col="${columnId}"]`));
    const [hour, minute] = at.split(':').map(Number) as [number, number];
    const pixelsPerMinute = column.height / (13 * 60);
    return { x: column.x + column.width * 0.7, y: column.y + (hour * 60 + minute - 480) * pixelsPerMinute + 8 };
  }

  /** Presses the grid itself, wherever that time stands in that employee's column, once nothing stands over it any more. */
  async pressSlot(columnId: string, at: string, by: 'mouse' | 'touch' = 'mouse'): Promise<void> {
    const column = this.page.locator(`[data-col="${columnId}"]`);
    await column.evaluate((element) => element.scrollIntoView({ block: 'nearest', inline: 'nearest' }));
    const { x, y } = await this.pointOf(columnId, at);
    await uncovered(column, { x, y });
    if (by === 'touch') await this.page.touchscreen.tap(x, y);
    else await this.page.mouse.click(x, y);
  }

  /** With the mouse, to where its upper edge stands at that time of that employee's column; the button stays down. */
  async lift(appointment: Locator, columnId: string, at: string): Promise<void> {
    const grip = await gripOf(appointment);
    const to = await this.pointOf(columnId, at);
    await this.page.mouse.move(grip.x, grip.y);
    await this.page.mouse.down();
    await this.page.mouse.move(grip.x + 8, grip.y + 4);
    await expect(this.page.locator('.cal-drag-layer')).toBeAttached();
    await this.page.mouse.move(to.x, to.y, { steps: 12 });
  }

  /** Lifts an appointment and drops its upper edge on that time of that employee's column. */
  async drag(appointment: Locator, columnId: string, at: string, by: 'mouse' | 'touch' = 'mouse'): Promise<void> {
    if (by === 'mouse') {
      await this.lift(appointment, columnId, at);
      await this.page.mouse.up();
      return;
    }
    const grip = await gripOf(appointment);
    const to = await this.pointOf(columnId, at);
    const cdp = await this.context.newCDPSession(this.page);
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', point?: { x: number; y: number }) =>
      cdp.send('Input.dispatchTouchEvent', { type, touchPoints: point ? [point] : [] });
    await touch('touchStart', grip);
    await expect(this.page.locator('.cal-drag-layer')).toBeAttached();
    for (let step = 1; step <= 12; step++) {
      await touch('touchMove', { x: grip.x + ((to.x - grip.x) * step) / 12, y: grip.y + ((to.y - grip.y) * step) / 12 });
    }
    await touch('touchEnd');
    await cdp.detach();
  }
}

/** Its last move is saved, and the grid follows drags, which it does from a moment after the first paint. */
export async function draggable(appointment: Locator): Promise<void> {
  await expect(appointment).not.toHaveAttribute('data-updating');
  await expect(appointment.page().locator('[data-drags]')).toBeAttached();
}

/** Where one takes an appointment that stands still: what was just dropped is lifted again once it is saved. */
async function gripOf(appointment: Locator): Promise<{ x: number; y: number }> {
  await draggable(appointment);
  await appointment.scrollIntoViewIfNeeded();
  const { x, y, width } = await box(appointment);
  const grip = { x: x + width * 0.7, y: y + 8 };
  await uncovered(appointment, grip);
  return grip;
}

/** A toast stands over the lower hours for a while, and a dialog that closes over everything: one presses when they are gone. */
async function uncovered(element: Locator, point: { x: number; y: number }): Promise<void> {
  const isThere = () => element.evaluate((there, { x, y }) => there.contains(document.elementFromPoint(x, y)), point);
  await expect.poll(isThere, { message: 'something stands over what is to be pressed' }).toBe(true);
}

declare global {
  interface Window {
    shownToasts?: string[];
  }
}

/** Runs in the page. Toasts leave after 2.5 s, which a busy machine may need for one look at the page. */
function noteToasts(): void {
  const shown: string[] = [];
  window.shownToasts = shown;
  const note = (node: Node) => {
    const toast = node instanceof Element ? (node.matches('.toast') ? node : node.querySelector('.toast')) : null;
    if (toast?.checkVisibility()) shown.push(toast.textContent ?? '');
  };
  new MutationObserver((changes) => {
    for (const change of changes) change.addedNodes.forEach(note);
  }).observe(document, { childList: true, subtree: true });
}

async function box(locator: Locator) {
  const found = await locator.boundingBox();
  if (!found) throw new Error('Not on screen');
  return found;
}
