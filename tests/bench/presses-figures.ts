/**
 * `npm run bench -- presses`: from each main press to the next paint, on a device slowed 4 times that holds a year of a salon.
 * Goal: p95 of every press under 100 ms, also the first time that a dialog opens. The durations are the browser's own (Event Timing, in steps of
 * 8 ms); what takes less than 16 ms it does not tell, and counts as 16 here. Each round is a page that has just been opened.
 *
 *   --repeat 8                rounds
 */
import type { Browser, CDPSession, Page } from '@playwright/test';
import { Device } from '../e2e/support/device.ts';
import type { TestBackend } from '../support/test-backend.ts';
import { note } from './figures.ts';
import { SLOWED, worked } from './list-measures.ts';

const ROUNDS = 8;
const LEAST = 16;
/** As long as a finger or a mouse button stays down, ms: without it, the page still answers the pressing when the letting go comes. */
export const HELD = { delay: 80 } as const;
const READY = '[data-calendar][data-ready="true"]';
const TABLET = { width: 1440, height: 900 };
const PHONE = { width: 390, height: 844 };

declare global {
  interface Window {
    presses?: number[];
  }
}

/** Runs in the page before anything else. */
function hearPresses(least: number): void {
  window.presses = [];
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { interactionId?: number })[])
      if (entry.interactionId) window.presses?.push(entry.duration);
  }).observe({ type: 'event', durationThreshold: least } as PerformanceObserverInit);
}

/** Until nothing is left to do: what a press leaves for later is not counted to the next one. */
const settled = (page: Page): Promise<void> =>
  page.evaluate(
    () =>
      new Promise<void>((resolve) =>
        requestAnimationFrame(() => requestIdleCallback(() => requestIdleCallback(() => resolve()))),
      ),
  );

class Presses {
  private readonly painted = new Map<string, number[]>();
  private readonly work = new Map<string, number[]>();

  /** The slowest event of the press counts, as in Interaction to Next Paint. */
  async time(page: Page, cdp: CDPSession, what: string, press: () => Promise<unknown>): Promise<void> {
    await settled(page);
    await page.evaluate(() => window.presses?.splice(0));
    const before = await worked(cdp);
    await press();
    await settled(page);
    const heard = await page.evaluate(() => window.presses?.splice(0) ?? []);
    add(this.painted, what, Math.max(LEAST, ...heard));
    add(this.work, what, (await worked(cdp)) - before);
  }

  tell(device: string): void {
    note(`${device}: every press`, this.all);
    for (const [what, painted] of this.painted) {
      note(`${device}: ${what}`, painted);
      note(`${device}: ${what}: work of the main thread until nothing is left`, this.work.get(what) ?? []);
    }
  }

  get all(): readonly number[] {
    return [...this.painted.values()].flat();
  }
}

function add(to: Map<string, number[]>, what: string, value: number): void {
  to.set(what, [...(to.get(what) ?? []), value]);
}

type Press = (what: string, press: () => Promise<unknown>) => Promise<void>;

/** The letters are Latin: Playwright has no Cyrillic keys, and names are found by either. */
async function booking(page: Page, press: Press): Promise<void> {
  const dialog = page.getByRole('dialog');
  const fresh = page.getByRole('button', { name: 'Нов час' });
  await press('a new booking, the first time', () => fresh.click(HELD));
  const client = dialog.getByRole('combobox', { name: 'Клиент' });
  await client.waitFor();
  await client.focus();
  await press('its client, the first letter', () => page.keyboard.press('i'));
  await press('its client, the second letter', () => page.keyboard.press('v'));
  await page.keyboard.press('Escape');
  await client.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await press('a new booking, the second time', () => fresh.click(HELD));
  await press('it is closed by Escape', () => page.keyboard.press('Escape'));
  await dialog.waitFor({ state: 'detached' });
}

async function changing(page: Page, press: Press, round: number): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Редакция на резервация' });
  // By keys: a pointer that rests over an appointment opens its card.
  const own = page.getByRole('grid').locator('[data-event]:not([data-read])').first();
  await own.focus();
  await press('a booking is opened', () => page.keyboard.press('Enter'));
  const notes = dialog.getByLabel('Бележки');
  await notes.fill(`Мери ${round}`);
  await press('a letter in its notes', () => page.keyboard.press('!'));
  await press('it is saved', () => dialog.getByRole('button', { name: 'Запази' }).click(HELD));
  await dialog.waitFor({ state: 'detached' });
}

async function going(page: Page, press: Press): Promise<void> {
  const click = (name: string) => page.getByRole('button', { name, exact: true }).click(HELD);
  await press('the next day', () => click('Следващ ден'));
  await press('the next day, once more', () => click('Следващ ден'));
  await press('back to today', () => click('Днес'));
  await press('the week instead of the day', () => page.getByText('Седмица', { exact: true }).click(HELD));
  await page.locator('[data-week][data-ready="true"]').waitFor();
  await press('the next week', () => click('Следваща седмица'));
  await press('the next week, once more', () => click('Следваща седмица'));
  await press('the day instead of the week', () => page.getByText('Ден', { exact: true }).click(HELD));
  await page.locator('[data-date][data-ready="true"]').waitFor();
}

async function searching(page: Page, press: Press): Promise<void> {
  const palette = page.getByRole('dialog');
  await press('the palette', () => page.keyboard.press('Control+K'));
  await palette.getByRole('combobox').waitFor();
  await press('a letter in the palette', () => page.keyboard.press('m'));
  await press('a second letter in the palette', () => page.keyboard.press('a'));
  while (await palette.isVisible()) await page.keyboard.press('Escape');
}

async function onTablet(page: Page, press: Press, round: number): Promise<void> {
  await booking(page, press);
  await changing(page, press, round);
  await going(page, press);
  await searching(page, press);
}

async function onPhone(page: Page, press: Press): Promise<void> {
  const options = page.getByRole('button', { name: 'Настройки на изгледа' });
  const view = (name: string) => page.getByRole('dialog').getByText(name, { exact: true });
  await press('the options', () => options.click(HELD));
  await press('the list instead of the day', () => view('Списък').click(HELD));
  await press('the options are closed', () => page.keyboard.press('Escape'));
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await press('the next day of the list', () => page.getByRole('button', { name: 'Следващ ден' }).click(HELD));
  await press('the day before it', () => page.getByRole('button', { name: 'Предишен ден' }).click(HELD));
  await options.click();
  await press('the day instead of the list', () => view('Ден').click(HELD));
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await press('the next day', () => page.getByRole('button', { name: 'Следващ ден' }).click(HELD));
  await press('a new booking', () => page.getByRole('button', { name: 'Нов час' }).click(HELD));
  await press('it is closed by Escape', () => page.keyboard.press('Escape'));
}

interface Plan {
  readonly name: string;
  readonly viewport: { width: number; height: number };
  readonly touch: boolean;
  go(page: Page, press: Press, round: number): Promise<void>;
}

const PLANS: readonly Plan[] = [
  { name: 'desk', viewport: TABLET, touch: false, go: onTablet },
  { name: 'phone', viewport: PHONE, touch: true, go: onPhone },
];

/** A device that has settled in; each round plays its plan on a page of its own. */
async function prepare(browser: Browser, backend: TestBackend, plan: Plan) {
  const { viewport, touch } = plan;
  const device = await Device.open(browser, backend, { clock: null, viewport, touch, motion: true });
  await device.signIn('owner@greben.test');
  await device.page.locator(READY).waitFor();
  await device.synced();
  await device.context.addInitScript(hearPresses, LEAST);
  const presses = new Presses();
  const round = async (run: number) => {
    const { page } = device;
    await page.goto(`${device.proxy.url}/calendar`);
    await page.locator(READY).waitFor();
    await device.synced();
    await page.waitForLoadState('networkidle'); // the parts that the start leaves for later are here
    const cdp = await device.context.newCDPSession(page);
    await cdp.send('Performance.enable', { timeDomain: 'threadTicks' });
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: SLOWED });
    await plan.go(page, (what, press) => presses.time(page, cdp, what, press), run);
    await cdp.detach();
  };
  return { round, tell: () => presses.tell(plan.name), close: () => device.close() };
}

export async function pressesFigures(
  browser: Browser,
  backend: TestBackend,
  { repeat }: { readonly repeat?: string | undefined },
): Promise<void> {
  for (const plan of PLANS) {
    const device = await prepare(browser, backend, plan);
    for (let run = 0; run < Number(repeat ?? ROUNDS); run++) await device.round(run);
    device.tell();
    await device.close();
  }
}
