/**
 * The calendar in the running app, with a year of demo data and a day of 100 appointments: a drag with another device’s
 * change in the middle of it, the drop, and what a change that comes in costs. The build counts what React draws.
 */
import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Browser, Page } from '@playwright/test';
import { ROOT } from '../../../supabase/local/settings.ts';
import { Device } from '../../e2e/support/device.ts';
import { startBackend, type TestBackend } from '../../support/test-backend.ts';
import { count, note } from '../figures.ts';
import { namesFunctions } from '../front-desk.ts';
import { type SignedIn, signIn } from '../rpc.ts';

const MOVES = 60;
const FRAME_MS = 16.7;
const DROPS = 6;
const APPOINTMENTS = 100;
const LONG_TASK_MS = 50;

/** React's own counting is only in a build of its own. */
function profilingBuild(): { dist: string; remove(): void } {
  const dist = mkdtempSync(path.join(tmpdir(), 'greben-profiling-'));
  const built = spawnSync(path.join(ROOT, 'node_modules/.bin/vite'), ['build', '--logLevel', 'error'], {
    cwd: ROOT,
    env: { ...process.env, GREBEN_PROFILING: '1', GREBEN_DIST: dist },
    encoding: 'utf8',
  });
  if (built.status !== 0) throw new Error(`The profiling build failed:\n${built.stdout}${built.stderr}`);
  return { dist, remove: () => rmSync(dist, { recursive: true, force: true }) };
}

interface BusyDay {
  readonly date: string;
  /** Those in a column, with room below each, in the order of the day; the first column's employee is on shift for the first of them. */
  readonly ids: readonly string[];
  /** An appointment that another device changes. */
  readonly elsewhere: string;
  readonly rows: ReadonlyMap<string, { resource_id: string; start_time: string; end_time: string }>;
}

const SALON = { p_salon_id: 1 };

/** A Wednesday that the demo leaves alone, filled with half hours by the eight employees. */
async function busyDay({ rpc }: SignedIn, backend: TestBackend): Promise<BusyDay> {
  const [free] = await backend.sql<{ date: string }[]>`
    select to_char(day, 'YYYY-MM-DD') as date from generate_series(now() + interval '1 day', now() + interval '200 days', interval '1 day') as day
    where extract(dow from day) = 3 and not exists (select from public.events where salon_id = 1 and start_time::date = day::date) limit 1`;
  const employees = await backend.sql<
    { id: string }[]
  >`select id from public.resources where salon_id = 1 and active and not deleted
    order by exists (
      select from public.employee_weekly_shifts as shift
      where shift.salon_id = 1 and shift.resource_id = resources.id and not shift.deleted
        and shift.weekday = 3 and shift.start_time <= '10:00' and shift.end_time >= '15:00'
    ) desc, id`;
  if (!free || employees.length === 0) throw new Error('the demo has no free Wednesday');
  const rows = new Map<string, { resource_id: string; start_time: string; end_time: string }>();
  const perEmployee = Math.ceil(APPOINTMENTS / employees.length);
  const at = (minutes: number) => new Date(Date.parse(`${free.date}T07:00:00Z`) + minutes * 60_000).toISOString();
  for (let n = 0; n < APPOINTMENTS; n++) {
    const employee = employees[Math.floor(n / perEmployee)];
    const place = n % perEmployee;
    if (employee) rows.set(randomUUID(), { resource_id: employee.id, start_time: at(place * 45), end_time: at(place * 45 + 30) });
  }
  const changes = [...rows].map(([id, row]) => ({
    table: 'events',
    id,
    base_rev: 0,
    doc: { ...row, title: 'Проба', status: 'booked' },
  }));
  await rpc('push_changes', { ...SALON, p_changes: changes });
  const ids = [...rows.keys()];
  return { date: free.date, rows, ids, elsewhere: ids.at(-1) ?? '' };
}

/** Another device: straight to the server, which pokes this one. */
async function changeElsewhere({ rpc }: SignedIn, backend: TestBackend, id: string, notes: string): Promise<void> {
  const [row] = await backend.sql<{ rev: number }[]>`select rev::int as rev from public.events where salon_id = 1 and id = ${id}`;
  await rpc('push_changes', { ...SALON, p_changes: [{ table: 'events', id, base_rev: row?.rev ?? 0, doc: { title: notes } }] });
}

const watchPage = (page: Page) =>
  page.evaluate(() => {
    const seen = { long: [] as number[], drop: null as number | null };
    Object.assign(window, { seen });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) seen.long.push(entry.duration);
    }).observe({ type: 'longtask' });
  });

const longTasks = (page: Page) =>
  page.evaluate((least) => {
    const { seen } = window as unknown as { seen: { long: number[] } };
    return seen.long.splice(0).filter((duration) => duration > least);
  }, LONG_TASK_MS);

const commits = (page: Page) => page.evaluate(() => window.calendarCommits ?? 0);

/** From the release of the mouse to the frame in which the appointment stands at its new place. */
const watchDrop = (page: Page, id: string) =>
  page.evaluate((event) => {
    const { seen } = window as unknown as { seen: { drop: number | null } };
    seen.drop = null;
    const topOf = () => document.querySelector<HTMLElement>(`.cal [data-event="${event}"]`)?.style.top;
    const before = topOf();
    window.addEventListener(
      'pointerup',
      (released) => {
        const from = released.timeStamp;
        const look = () => {
          if (topOf() === before) requestAnimationFrame(look);
          else seen.drop = performance.now() - from;
        };
        requestAnimationFrame(look);
      },
      { capture: true, once: true },
    );
  }, id);

async function drag(
  page: Page,
  id: string,
  halfway: () => Promise<void>,
): Promise<{ during: number; after: number; drop: number }> {
  const box = await page.locator(`.cal [data-event="${id}"]`).boundingBox();
  if (!box) throw new Error('the appointment is not in view');
  const [x, y] = [box.x + 20, box.y + 8];
  const hour = await page.evaluate(() => {
    const height = getComputedStyle(document.querySelector('.cal') as Element).getPropertyValue('--cal-hour-h');
    return Number.parseFloat(height);
  });
  await page.mouse.move(x, y);
  await page.mouse.down();
  const before = await commits(page);
  await page.mouse.move(x + 8, y + 8);
  await page.locator('.cal-drag-layer').waitFor();
  await watchDrop(page, id);
  for (let n = 1; n <= MOVES; n++) {
    const from = performance.now();
    // Down to the free quarter of an hour below it.
    await page.mouse.move(x + 8 * Math.sin(n), y + (hour * 0.25 * n) / MOVES);
    if (n === MOVES / 2) await halfway();
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, FRAME_MS - (performance.now() - from))));
  }
  const during = (await commits(page)) - before;
  await page.mouse.up();
  const drop = await page.waitForFunction(() => (window as unknown as { seen: { drop: number | null } }).seen.drop);
  return { during, after: (await commits(page)) - before, drop: (await drop.jsonValue()) ?? Number.NaN };
}

export async function calendarDeskFigures(browser: Browser): Promise<void> {
  const build = profilingBuild();
  const backend = await startBackend({ seed: 'demo', today: new Date().toISOString().slice(0, 10), dist: build.dist });
  const desk = await Device.open(browser, backend, { clock: null });
  try {
    await namesFunctions(desk);
    const owner = await signIn(backend, 'owner@greben.test');
    const day = await busyDay(owner, backend);
    await desk.signIn('owner@greben.test');
    await desk.synced();
    await desk.visit(`/calendar?day=${day.date}`);
    await desk.calendarReady(day.date);
    const { page } = desk;
    await watchPage(page);
    const shows = (text: string) => page.locator('.cal [data-event]', { hasText: text }).first().waitFor();
    await shows('Проба');

    await longTasks(page);
    const arrivals: number[] = [];
    for (let n = 0; n < DROPS; n++) {
      await changeElsewhere(owner, backend, day.elsewhere, `Отвън ${n}`);
      await shows(`Отвън ${n}`);
      arrivals.push(...(await longTasks(page)));
    }
    count(`a change of one appointment comes in, ${DROPS} times: long tasks over ${LONG_TASK_MS} ms`, arrivals.length);

    const drops: number[] = [];
    let during = 0;
    let drawn = 0;
    for (let n = 0; n < DROPS; n++) {
      const id = day.ids[n] ?? '';
      const result = await drag(page, id, () => changeElsewhere(owner, backend, day.elsewhere, `При влачене ${n}`));
      during += result.during;
      if (result.after > 0) drawn++;
      drops.push(result.drop);
      await shows(`При влачене ${n}`);
    }
    note('a drop, until the appointment stands there', drops);
    count(`drags of ${MOVES} moves with a change from elsewhere: React drew the calendar during them`, during);
    count(`of ${DROPS} drops React drew (the counter works)`, drawn);
    count('long tasks during these drags and drops', (await longTasks(page)).length);
    if (during > 0 || drawn < DROPS) process.exitCode = 1;
  } finally {
    await desk.close();
    await backend.stop();
    build.remove();
  }
}
