/**
 * What a front desk waits for on a device of its own: the first sync, the next day, a cold start without a network and with
 * an expired token; and what push and pull cost the server.
 */
import { randomUUID } from 'node:crypto';
import type { Browser, Page } from '@playwright/test';
import { Device } from '../e2e/support/device.ts';
import type { TestBackend } from '../support/test-backend.ts';
import { note, times, took } from './figures.ts';
import { signIn } from './rpc.ts';

/** A life short enough to be over by the cold start. */
export const TOKEN_SECONDS = 30;
/** Straight to the server, as a device asks it. */
export async function serverFigures(backend: TestBackend): Promise<void> {
  const { rpc } = await signIn(backend, 'owner@greben.test');
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

/** tsx names functions by a helper that the page does not have. */
export const namesFunctions = (device: Device): Promise<unknown> =>
  device.context.addInitScript({ content: 'globalThis.__name = (named) => named' });

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

export async function deviceFigures(browser: Browser, backend: TestBackend): Promise<void> {
  const tablet = await Device.open(browser, backend, { clock: null });
  await namesFunctions(tablet);
  await tablet.signIn('owner@greben.test');
  const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Sofia' }).format(new Date());
  const from = performance.now();
  await tablet.calendarReady(today);
  note('first sync: the calendar opens', [performance.now() - from]);
  await tablet.synced();
  note('first sync: everything is here', [performance.now() - from]);
  note('next day painted after the click', await times(60, () => nextDay(tablet.page)));

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
