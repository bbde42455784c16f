/**
 * The week's plan of 50 employees on a device slowed 4 times: how long it takes to open, to be whole, and to go to the next week;
 * and what a bar costs that follows the pointer.
 */
import type { Browser, CDPSession, Page } from '@playwright/test';
import { addDays, mondayOf, todayIn } from '#domain/time/time.ts';
import { overrideIntervalsText, shiftIntervalsText } from '#schemas/intervals.ts';
import { Device } from '../e2e/support/device.ts';
import type { TestBackend } from '../support/test-backend.ts';
import { note, times } from './figures.ts';
import { namesFunctions } from './front-desk.ts';

const EMPLOYEES = 50;
const RUNS = 12;
const MOVES = 60;
/** As a tablet of a few years. */
const SLOWED = 4;
/** By the machine's clock: that of the stories is a script that stands in for frames and timers, and costs a tenth of an opening. */
const TODAY = todayIn('Europe/Sofia', Date.now());
const NEXT_MONDAY = addDays(mondayOf(TODAY), 7);

/** Early and late shifts, one of two parts, some days off, and a few exceptions of single dates. */
async function bigTeam({ sql }: TestBackend): Promise<void> {
  const [there] = await sql<
    { n: number }[]
  >`select count(*)::int as n from resources where salon_id = 1 and active and not deleted`;
  const more = EMPLOYEES - (there?.n ?? 0);
  await sql`
    insert into resources (salon_id, id, name, role, active, color)
    select 1, 'many-' || n, (array['Анна', 'Борис', 'Вяра', 'Георги', 'Дора'])[1 + n % 5] || ' Тестова ' || n, 'employee', true,
      (array['#7c3aed', '#2563eb', '#db2777', '#16a34a', '#ea580c'])[1 + n % 5]
    from generate_series(1, ${more}::int) n`;
  const sets = [
    [{ start: '09:00', end: '17:00' }],
    [{ start: '12:00', end: '20:00' }],
    [
      { start: '09:00', end: '13:00' },
      { start: '14:00', end: '18:00' },
    ],
  ];
  for (const [part, set] of sets.entries()) {
    const [first] = set;
    await sql`
      insert into employee_weekly_shifts (salon_id, id, resource_id, weekday, start_time, end_time, intervals)
      select 1, 'many-' || n || '/' || day || '/0', 'many-' || n, day, ${first?.start ?? ''}, ${first?.end ?? ''}, ${shiftIntervalsText(set)}
      from generate_series(1, ${more}::int) n, generate_series(0, 6) day
      where n % 3 = ${part}::int and (n + day) % 7 > 1`;
  }
  const cut = overrideIntervalsText([{ start: '12:00', end: '14:00', type: 'time_off' }]);
  await sql`
    insert into employee_day_overrides (salon_id, id, resource_id, date, type, start_time, end_time, intervals, off_reason)
    select 1, 'many-' || n || '/' || day || '/0', 'many-' || n, day::date, 'time_off', '12:00', '14:00', ${cut}, 'other'
    from generate_series(1, ${more}::int, 5) n, 
      unnest(${[TODAY, addDays(TODAY, 1), NEXT_MONDAY]}::text[]) day`;
}

interface Opened {
  /** Until the first day has been painted with everybody in it. */
  first: number;
  /** Until all seven days have been. */
  whole: number;
}

/** From the click until so many rows of the plan stand under a date, and the frame after that has been painted. */
const opened = (page: Page, click: string, date: string, rows: number): Promise<Opened> =>
  page.evaluate(
    ([selector, wanted, many]) =>
      new Promise<Opened>((resolve, reject) => {
        const at = document.querySelector<HTMLElement>(selector as string);
        if (!at) return reject(new Error(`nothing to press: ${selector}`));
        const rowsOf = (where: string) => document.querySelectorAll(`${where} [data-row]`).length;
        const from = performance.now();
        let first = 0;
        const painted = (then: (ms: number) => void) =>
          requestAnimationFrame(() => setTimeout(() => then(performance.now() - from)));
        const look = () => {
          const whole = rowsOf(`[data-plan-day]`) >= (many as number) * 7;
          if (first === 0 && rowsOf(`[data-date="${wanted}"]`) >= (many as number)) {
            first = -1;
            painted((ms) => {
              first = ms;
            });
          }
          if (first > 0 && whole) painted((ms) => resolve({ first, whole: ms }));
          else requestAnimationFrame(look);
        };
        at.click();
        requestAnimationFrame(look);
      }),
    [click, date, rows] as const,
  );

/** What the main thread has worked, ms: holds still on a busy machine, as wall times do not. */
async function worked(cdp: CDPSession): Promise<number> {
  const { metrics } = await cdp.send('Performance.getMetrics');
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN) * 1000;
}

/** A bar is taken in its middle and led along its track. */
async function dragWork(page: Page, cdp: CDPSession): Promise<number> {
  const bar = page.locator(`[data-date="${TODAY}"] [data-bar]`).first();
  await bar.scrollIntoViewIfNeeded();
  const box = await bar.boundingBox();
  if (!box) throw new Error('the bar is not in view');
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 8, y);
  await page.locator('[data-bar][data-moving]').waitFor();
  const before = await worked(cdp);
  for (let n = 1; n <= MOVES; n++) await page.mouse.move(x + 60 * Math.sin(n / 6), y);
  const work = (await worked(cdp)) - before;
  await page.keyboard.press('Escape');
  await page.mouse.up();
  return work / MOVES;
}

export async function shiftsFigures(browser: Browser, backend: TestBackend): Promise<void> {
  await bigTeam(backend);
  const desk = await Device.open(browser, backend, { clock: null });
  await namesFunctions(desk);
  const { page } = desk;
  await page.addInitScript(() => localStorage.setItem('greben.shifts-view', 'week'));
  await desk.signIn('owner@greben.test');
  await desk.calendarReady(TODAY);
  await desk.synced();
  const all = await backend.sql<{ id: string }[]>`select id from resources where salon_id = 1 and active and not deleted`;
  const cdp = await desk.context.newCDPSession(page);
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' });
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: SLOWED });

  const shifts = 'nav a[href="/shifts"]';
  const openings: Opened[] = [];
  const works: number[] = [];
  for (let run = 0; run <= RUNS; run++) {
    const before = await worked(cdp);
    openings.push(await opened(page, shifts, TODAY, all.length));
    works.push((await worked(cdp)) - before);
    await page.locator('nav a[href="/calendar"]').first().click();
    await desk.calendarReady(TODAY);
  }
  const [cold, ...warm] = openings;
  const what = `the week of ${all.length} employees, slowed ${SLOWED} times`;
  note(`${what}: opens for the first time`, [cold?.first ?? Number.NaN]);
  note(
    `${what}: opens`,
    warm.map(({ first }) => first),
  );
  note(
    `${what}: all seven days`,
    warm.map(({ whole }) => whole),
  );
  note(`${what}: opens, work of the main thread`, works.slice(1));

  await opened(page, shifts, TODAY, all.length);
  const steps: number[] = [];
  for (let run = 0; run < RUNS; run++) {
    const next = run % 2 === 0;
    const step = await opened(
      page,
      `button[aria-label="${next ? 'Следваща' : 'Предишна'} седмица"]`,
      next ? NEXT_MONDAY : TODAY,
      all.length,
    );
    steps.push(step.whole);
  }
  note(`${what}: another week`, steps);
  note(`${what}: a move of a bar, work of the main thread`, await times(RUNS, () => dragWork(page, cdp)));
  await desk.close();
}
