/**
 * What a front desk waits for, measured in the running program with a year of demo data: the first sync, a cold start
 * without a network and with an expired token, the next day, a saved booking on the other device's screen, and what push and
 * pull cost the server. Machines are noisy: compare within one run, quote ratios. Ends with a table.
 */
import { randomUUID } from 'node:crypto';
import { type Browser, chromium, type Page } from '@playwright/test';
import { Device } from '../e2e/device.ts';
import { DEMO_PASSWORD, startBackend, type TestBackend } from '../support/test-backend.ts';

/** A life short enough to be over by the cold start. */
const TOKEN_SECONDS = 30;
const EXECUTABLE = process.env.GREBEN_CHROMIUM ?? '/usr/bin/chromium';
const figures: Record<string, { runs: number; p50: number; p95: number }> = {};

function note(what: string, milliseconds: readonly number[]): void {
  const sorted = [...milliseconds].sort((a, b) => a - b);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
  figures[what] = { runs: sorted.length, p50: Math.round(at(0.5) * 10) / 10, p95: Math.round(at(0.95) * 10) / 10 };
  console.log(what, figures[what]);
}

async function times(count: number, once: (run: number) => Promise<number>): Promise<number[]> {
  const all: number[] = [];
  for (let run = 0; run < count; run++) all.push(await once(run));
  return all;
}

async function took(work: () => Promise<unknown>): Promise<number> {
  const from = performance.now();
  await work();
  return performance.now() - from;
}

/** Straight to the server, as a device asks it. */
async function serverFigures(backend: TestBackend): Promise<void> {
  const headers = { apikey: backend.publishableKey, 'content-type': 'application/json' };
  const signIn = await fetch(`${backend.url}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ email: 'owner@greben.test', password: DEMO_PASSWORD }),
  });
  const { access_token } = (await signIn.json()) as { access_token: string };
  const rpc = async (name: string, body: object): Promise<Record<string, unknown>> => {
    const answer = await fetch(`${backend.url}/rest/v1/rpc/${name}`, {
      method: 'POST',
      headers: { ...headers, authorization: `Bearer ${access_token}` },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${name}: ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as Record<string, unknown>;
  };
  const salon = { p_salon_id: 1 };
  const client = () => ({ table: 'clients', id: randomUUID(), base_rev: 0, doc: { first_name: 'Проба', last_name: 'Проба' } });
  for (const rows of [1, 50, 500]) {
    const push = () => rpc('push_changes', { ...salon, p_changes: Array.from({ length: rows }, client) });
    await push();
    note(`push of ${rows} new rows`, await times(rows === 500 ? 5 : 15, () => took(push)));
  }
  const pull = (p_cursors: object) => rpc('pull_changes', { ...salon, p_cursors, p_limit: 1000, p_horizon: null });
  let page = await pull({});
  note('pull of the first 1,000 rows', await times(10, () => took(() => pull({}))));
  const cursorsOf = (answer: Record<string, unknown>) =>
    Object.fromEntries(
      Object.entries(answer.tables as Record<string, { cursor: unknown }>).map(([name, table]) => [name, table.cursor]),
    );
  let cursors = cursorsOf(page);
  const isMore = (answer: Record<string, unknown>) =>
    Object.values(answer.tables as Record<string, { more: boolean }>).some((t) => t.more);
  while (isMore(page)) {
    page = await pull(cursors);
    cursors = { ...cursors, ...cursorsOf(page) };
  }
  note('empty pull', await times(30, () => took(() => pull(cursors))));
}

/** From the click to two frames after the new day stands in the document: then it has been painted. */
async function nextDay(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve, reject) => {
        const calendar = document.querySelector<HTMLElement>('[data-calendar]');
        const next = [...document.querySelectorAll('button')].find((b) => b.getAttribute('aria-label') === 'Следващ ден');
        if (!calendar || !next) return reject(new Error('no calendar'));
        const before = calendar.dataset.date;
        const from = performance.now();
        const look = () => {
          const now = document.querySelector<HTMLElement>('[data-calendar]');
          if (now && now.dataset.date !== before && now.dataset.ready === 'true') {
            requestAnimationFrame(() => resolve(performance.now() - from));
          } else requestAnimationFrame(look);
        };
        next.click();
        requestAnimationFrame(look);
      }),
  );
}

async function deviceFigures(browser: Browser, backend: TestBackend): Promise<void> {
  const tablet = await Device.open(browser, backend, { clock: null });
  // tsx names functions by a helper that the page does not have.
  await tablet.context.addInitScript({ content: 'globalThis.__name = (named) => named' });
  await tablet.signIn('owner@greben.test');
  const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Sofia' }).format(new Date());
  const from = performance.now();
  await tablet.calendarReady(today);
  note('first sync: the calendar opens', [performance.now() - from]);
  await tablet.synced();
  note('first sync: everything is here', [performance.now() - from]);
  note('next day painted after the click', await times(20, () => nextDay(tablet.page)));

  const desk = await Device.open(browser, backend, { clock: null });
  await desk.signIn('owner@greben.test');
  await desk.calendarReady(today);
  await desk.synced();
  await tablet.page.getByRole('button', { name: 'Днес' }).click();
  await tablet.calendarReady(today);
  note('saved on one device, seen on the other', await times(12, (run) => seenElsewhere(tablet, desk, 8 + run)));
  await desk.close();

  await tablet.page.waitForTimeout((TOKEN_SECONDS + 1) * 1000);
  await tablet.offline();
  await tablet.page.close();
  note(
    'cold start without a network and with an expired token: the calendar stands',
    await times(10, async () => {
      const page = await tablet.context.newPage();
      const ms = await took(async () => {
        await page.goto('/calendar');
        await page.locator(`[data-calendar][data-date="${today}"][data-ready="true"]`).waitFor();
      });
      await page.close();
      return ms;
    }),
  );
  await tablet.close();
}

/** An hour blocked on one device, each time another one: from the click on Save to its appearance on the other screen. */
async function seenElsewhere(from: Device, to: Device, hour: number): Promise<number> {
  const before = await to.page.locator('[data-event]').count();
  await from.page.getByRole('button', { name: 'Нов час' }).click();
  await from.choose('Служител', 'Мария Петрова');
  await from.choose('Час', String(hour).padStart(2, '0'));
  await from.dialog().getByText('Блокирай времето').click();
  const seen = to.page.waitForFunction((count) => document.querySelectorAll('[data-event]').length > count, before, {
    polling: 'raf',
  });
  const start = performance.now();
  await from.dialog().getByRole('button', { name: 'Запази' }).click();
  await seen;
  return performance.now() - start;
}

const backend = await startBackend({ seed: 'demo', today: new Date().toISOString().slice(0, 10), tokenLifetime: TOKEN_SECONDS });
const browser = await chromium.launch({ executablePath: EXECUTABLE, args: ['--no-sandbox', '--disable-gpu'] });
try {
  await serverFigures(backend);
  await deviceFigures(browser, backend);
  console.table(figures);
} finally {
  await browser.close();
  await backend.stop();
}
process.exit(0);
