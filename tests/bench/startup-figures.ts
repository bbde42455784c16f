/**
 * `npm run bench -- startup`: a cold start without a network, from the address to the calendar that can be used, on a device with a
 * year of a salon and its profile on the disk; at full speed and with the CPU slowed 4 times, in turns. Goals: p50 under 1.2 s
 * and under 3.5 s. Below each: where the time passes, so that the next person knows where to look. The stretches follow one
 * another and add up to the whole; the work of the main thread lies across them.
 *
 *   --repeat 10               starts at each speed
 *   --small                   two of each; nothing is written down
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type BrowserContext, chromium, type LaunchOptions, type Page } from '@playwright/test';
import { faultProxy } from '../support/fault-proxy.ts';
import { DEMO_PASSWORD, type TestBackend } from '../support/test-backend.ts';
import { count, note } from './figures.ts';

const SPEEDS = [1, 4];
const STARTS = 10;
const READY = '[data-calendar][data-ready="true"]';

/** When what began or ended, ms since the address was entered; 0: not yet. */
interface Begun {
  opening: number;
  opened: number;
  read: number;
  stands: number;
}

/** Runs in the page before anything else. A replica's databases are the ones with the number of a schema in their name. */
function watch(ready: string): void {
  const begun: Begun = { opening: 0, opened: 0, read: 0, stands: 0 };
  Object.assign(window, { begun });
  const isReplica = (name: string) => name.includes('--0--');
  const { open } = IDBFactory.prototype;
  IDBFactory.prototype.open = function (name, version) {
    const opening = open.call(this, name, version);
    if (isReplica(name)) {
      begun.opening ||= performance.now();
      opening.addEventListener('success', () => {
        if (!begun.stands) begun.opened = performance.now();
      });
    }
    return opening;
  };
  const { transaction } = IDBDatabase.prototype;
  IDBDatabase.prototype.transaction = function (stores, mode, options) {
    const asked = transaction.call(this, stores, mode, options);
    if (isReplica(this.name))
      asked.addEventListener('complete', () => {
        if (!begun.stands) begun.read = performance.now();
      });
    return asked;
  };
  const drawn = new MutationObserver(() => {
    if (!document.querySelector(ready)) return;
    drawn.disconnect();
    // The frame in which it is painted ends with this one.
    requestAnimationFrame(() => setTimeout(() => Object.assign(begun, { stands: performance.now() }), 0));
  });
  drawn.observe(document, { subtree: true, childList: true, attributes: true, attributeFilter: ['data-ready'] });
}

interface Start {
  readonly begun: Begun;
  /** The page itself is here; the last of the code that opens the databases is. */
  readonly page: number;
  readonly code: number;
  readonly firstPaint: number;
  /** Milliseconds of the main thread by kind. */
  readonly work: Readonly<Record<string, number>>;
}

const KINDS = {
  'all of it': 'TaskDuration',
  'JavaScript runs': 'ScriptDuration',
  'styles and layout': 'RecalcStyleDuration',
} as const;

async function start(context: BrowserContext, speed: number): Promise<Start> {
  const page = await context.newPage();
  try {
    const cdp = await context.newCDPSession(page);
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: speed });
    await cdp.send('Performance.enable');
    await page.goto('/calendar');
    await page.waitForFunction(() => (window as unknown as { begun: Begun }).begun.stands > 0);
    const { metrics } = await cdp.send('Performance.getMetrics');
    const of = (name: string) => (metrics.find((metric) => metric.name === name)?.value ?? Number.NaN) * 1000;
    const work = Object.fromEntries(Object.entries(KINDS).map(([kind, name]) => [kind, of(name)]));
    work['styles and layout'] = of('RecalcStyleDuration') + of('LayoutDuration');
    const timed = await page.evaluate(() => {
      const { begun } = window as unknown as { begun: Begun };
      const ended = (kind: string) => performance.getEntriesByType(kind) as PerformanceResourceTiming[];
      const scripts = ended('resource').filter(({ name, responseEnd }) => name.includes('.js') && responseEnd <= begun.opening);
      return {
        begun,
        page: ended('navigation')[0]?.responseEnd ?? Number.NaN,
        code: Math.max(...scripts.map(({ responseEnd }) => responseEnd)),
        firstPaint: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN,
      };
    });
    return { ...timed, work };
  } finally {
    await page.close();
  }
}

/** After its first visit: signed in, everything here, the service worker in charge. */
async function settleIn(page: Page): Promise<void> {
  await page.goto('/login');
  await page.getByLabel('Имейл').fill('owner@greben.test');
  await page.getByLabel('Парола', { exact: true }).fill(DEMO_PASSWORD);
  await page.getByRole('button', { name: 'Вход', exact: true }).click();
  await page.locator(READY).waitFor({ timeout: 120_000 });
  await page.locator('[data-phase="synced"]').first().waitFor({ timeout: 120_000 });
  await page.waitForFunction(async () => {
    await navigator.serviceWorker.ready;
    return navigator.serviceWorker.controller !== null;
  });
}

function tell(speed: number, starts: readonly Start[]): void {
  const name = speed === 1 ? 'at full speed' : `slowed ${speed} times`;
  const of = (what: string, value: (start: Start) => number) => note(`${name}: ${what}`, starts.map(value));
  of('cold start without a network, until the calendar is painted', ({ begun }) => begun.stands);
  of('– the service worker wakes and gives the page', ({ page }) => page);
  of('– until all code is here that opens the databases', ({ page, code }) => code - page);
  of(
    '– until it has been parsed, runs and asks for them (the session is read meanwhile)',
    ({ begun, code }) => begun.opening - code,
  );
  of('– until they are open', ({ begun }) => begun.opened - begun.opening);
  of('– until what the calendar shows has been read', ({ begun }) => begun.read - begun.opened);
  of('– until it is drawn', ({ begun }) => begun.stands - begun.read);
  of('something is painted', ({ firstPaint }) => firstPaint);
  for (const kind of Object.keys(KINDS)) of(`work of the main thread: ${kind}`, ({ work }) => work[kind] ?? Number.NaN);
}

export interface StartupOptions {
  readonly repeat?: string | undefined;
  readonly small?: boolean | undefined;
}

export async function startupFigures(
  backend: TestBackend,
  launch: LaunchOptions | undefined,
  { repeat, small }: StartupOptions,
): Promise<void> {
  const proxy = await faultProxy(backend.url);
  const profile = mkdtempSync(path.join(tmpdir(), 'greben-bench-'));
  const context = await chromium.launchPersistentContext(profile, {
    ...launch,
    baseURL: proxy.url,
    viewport: { width: 1440, height: 900 },
    locale: 'bg-BG',
    timezoneId: 'Europe/Sofia',
  });
  try {
    const first = await context.newPage();
    await settleIn(first);
    await context.addInitScript({ content: `globalThis.__name = (named) => named; (${watch})(${JSON.stringify(READY)})` });
    proxy.cut();
    await context.setOffline(true);
    await first.close();
    await start(context, 1); // the first one fills what the browser keeps of the code
    const starts = new Map(SPEEDS.map((speed): [number, Start[]] => [speed, []]));
    for (let n = 0; n < (small ? 2 : Number(repeat ?? STARTS)); n++)
      for (const speed of SPEEDS) starts.get(speed)?.push(await start(context, speed));
    for (const [speed, all] of starts) tell(speed, all);
    const [rows] = await backend.sql<{ events: number }[]>`select count(*)::int as events from events where salon_id = 1`;
    count('events of the salon', rows?.events ?? Number.NaN);
  } finally {
    await context.close();
    await proxy.close();
    rmSync(profile, { recursive: true, force: true });
  }
}
