/**
 * `npm run bench -- calendar`: our calendar beside its peers, the same days, drags and changes for all, in one run.
 *
 *   --peer bare,daypilot,greben   only these (adapters/*.js and ours)
 *   --data D1,D2,D3               8 employees with 100 appointments, 20 with 400, 40 with 1,000
 *   --throttle 1,4                CPU rates; 4 stands for a tablet
 *   --repeat 2                    runs of each, in turns; the best counts. Else 6 of D1, 3 of D2 and 2 of D3: the fewer
 *                                 milliseconds, the more of them are the machine's
 *
 * Times are the main thread’s CPU: they hold still on a busy machine. Wall times stand beside them.
 */
import { fileURLToPath } from 'node:url';
import { type Browser, type CDPSession, chromium, type LaunchOptions } from '@playwright/test';
import { installPeers } from '../peers.ts';
import { markdownTable } from '../results.ts';
import { type BenchPages, buildPages, namesOf, OURS } from './pages.ts';
import type { DayShape } from './player.ts';

const SHAPES: Record<string, DayShape> = {
  D1: { employees: 8, appointments: 100 },
  D2: { employees: 20, appointments: 400 },
  D3: { employees: 40, appointments: 1_000 },
};
const CHANGES = 5;
const NEXT_DAYS = 3;
const MOVES = 60;
const FRAME_MS = 16.7;
/** Of each calendar, where no number is asked for. */
const RUNS: Record<string, number> = { D1: 6, D2: 3, D3: 2 };
/** A drop that was not told by then was none. */
const DROP_MS = 2_000;
/** A drag that stands still is a result too: after this long it jumps to its last move. */
const LONGEST_DRAG_MS = 15_000;

interface Step {
  readonly wall: number;
  readonly cpu: number;
}
interface Drag {
  readonly cpuPerMove: number;
  readonly frame95: number;
  readonly longTasks: number;
  readonly dropped: boolean;
}
interface Run {
  readonly mount: Step;
  readonly next: Step;
  readonly change: Step;
  readonly nodes: number;
  readonly drag: Drag | null;
  readonly errors: readonly string[];
}

function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
}

async function busyMs(cdp: CDPSession): Promise<number> {
  const { metrics } = await cdp.send('Performance.getMetrics');
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1000;
}

async function measure(browser: Browser, pages: BenchPages, name: string, shape: DayShape, rate: number): Promise<Run> {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    timezoneId: 'Europe/Sofia',
    locale: 'bg-BG',
  });
  try {
    const page = await context.newPage();
    const errors: string[] = [];
    page.on('pageerror', ({ message }) => errors.push(message.slice(0, 200)));
    const cdp = await context.newCDPSession(page);
    await page.goto(pages.urlOf(name), { waitUntil: 'load' });
    await page.waitForFunction(() => window.benchAdapter);
    await page.addScriptTag({ content: pages.player });
    await page.evaluate((asked) => window.play(asked), shape);
    await cdp.send('Performance.enable', { timeDomain: 'threadTicks' });
    await cdp.send('Emulation.setCPUThrottlingRate', { rate });
    const step = async (evaluate: () => Promise<number | undefined>): Promise<Step> => {
      const before = await busyMs(cdp);
      const wall = await evaluate();
      return { wall: wall ?? Number.NaN, cpu: (await busyMs(cdp)) - before };
    };
    const middle = async (count: number, once: (n: number) => Promise<Step>): Promise<Step> => {
      const steps: Step[] = [];
      for (let n = 0; n < count; n++) steps.push(await once(n));
      const of = (field: keyof Step) =>
        quantile(
          steps.map((one) => one[field]),
          0.5,
        );
      return { wall: of('wall'), cpu: of('cpu') };
    };
    const mount = await step(() => page.evaluate(() => window.player?.mount()));
    const counts = await page.evaluate(() => window.player?.counts());
    const change = await middle(CHANGES, (n) => step(() => page.evaluate((which) => window.player?.changeOne(which), n)));
    const next = await middle(NEXT_DAYS, () => step(() => page.evaluate(() => window.player?.nextDay())));
    const plan = await page.evaluate(() => window.player?.dragPlan());
    if (!plan) return { mount, next, change, nodes: counts?.nodes ?? 0, drag: null, errors };
    await page.mouse.move(plan.x, plan.y);
    await page.mouse.down();
    await page.evaluate(() => window.player?.startFrames());
    const before = await busyMs(cdp);
    const began = performance.now();
    let moves = 0;
    for (let n = 1; n <= MOVES; n++) {
      if (performance.now() - began > LONGEST_DRAG_MS && n < MOVES) continue;
      moves++;
      const from = performance.now();
      await page.mouse.move(plan.x + (plan.dx * n) / MOVES, plan.y + (plan.dy * n) / MOVES);
      await new Promise((resolve) => setTimeout(resolve, Math.max(0, FRAME_MS - (performance.now() - from))));
    }
    const spent = (await busyMs(cdp)) - before;
    const frames = await page.evaluate(() => window.player?.stopFrames());
    await page.mouse.up();
    const dropped = await page
      .waitForFunction(() => window.player?.moves.length === 1, null, { timeout: DROP_MS })
      .then(
        () => true,
        () => false,
      );
    const drag = {
      cpuPerMove: spent / moves,
      frame95: quantile(frames?.times ?? [], 0.95),
      longTasks: frames?.long.length ?? 0,
      dropped,
    };
    return { mount, next, change, nodes: counts?.nodes ?? 0, drag, errors };
  } finally {
    await context.close();
  }
}

/** The best of the runs in each figure: what is over it was the machine's. */
function best(runs: readonly Run[]): Run | null {
  const [first] = runs;
  if (!first) return null;
  const least = (field: 'mount' | 'next' | 'change') => ({
    wall: Math.min(...runs.map((run) => run[field].wall)),
    cpu: Math.min(...runs.map((run) => run[field].cpu)),
  });
  const drags = runs.flatMap(({ drag }) => (drag ? [drag] : []));
  const of = (field: 'cpuPerMove' | 'frame95' | 'longTasks') => Math.min(...drags.map((drag) => drag[field]));
  return {
    ...{ mount: least('mount'), next: least('next'), change: least('change'), nodes: first.nodes },
    drag:
      drags.length === runs.length
        ? {
            cpuPerMove: of('cpuPerMove'),
            frame95: of('frame95'),
            longTasks: of('longTasks'),
            dropped: drags.every((d) => d.dropped),
          }
        : null,
    errors: [...new Set(runs.flatMap(({ errors }) => errors))],
  };
}

const ms = (value: number) => value.toFixed(value < 10 ? 1 : 0);
const both = ({ cpu, wall }: Step) => `${ms(cpu)} (${ms(wall)})`;

interface Row {
  readonly data: string;
  readonly rate: number;
  readonly name: string;
  readonly run: Run;
}

/** The budgets at full speed, against the floor and the fastest library of this run. */
function budgets(rows: readonly Row[]): string[] {
  const FLOOR = 'bare';
  const LIBRARIES = ['daypilot', 'eventcalendar', 'fullcalendar', 'rbc'];
  const MOUNT: Record<string, number> = { D1: 2.5, D2: 2, D3: 1 };
  const lines: string[] = [];
  for (const { data, run } of rows.filter(({ rate, name }) => rate === 1 && name === OURS)) {
    const same = rows.filter((row) => row.rate === 1 && row.data === data);
    const floor = same.find(({ name }) => name === FLOOR)?.run;
    const libraries = same.filter(({ name }) => LIBRARIES.includes(name)).map((row) => row.run);
    if (!floor) continue;
    const within = (what: string, ours: number, its: number, times: number) =>
      lines.push(
        `${data} ${what}: ${(ours / its).toFixed(2)} × bare (budget ${times}) ${ours <= its * times ? 'within' : 'OVER'}`,
      );
    within('mount', run.mount.cpu, floor.mount.cpu, MOUNT[data] ?? 1);
    within('next day', run.next.cpu, floor.next.cpu, 2);
    within('change one', run.change.cpu, floor.change.cpu, 1.5);
    if (run.drag && floor.drag) within('drag, a move', run.drag.cpuPerMove, floor.drag.cpuPerMove, 1.5);
    for (const field of ['mount', 'next', 'change'] as const) {
      const fastest = Math.min(...libraries.map((library) => library[field].cpu));
      if (Number.isFinite(fastest))
        lines.push(`${data} ${field}: ${(fastest / run[field].cpu).toFixed(1)} × ahead of the fastest library (at least 2)`);
    }
  }
  return lines;
}

export interface CalendarOptions {
  readonly peer?: string | undefined;
  readonly data?: string | undefined;
  readonly throttle?: string | undefined;
  readonly repeat?: string | undefined;
}

const HEAD = [
  'data',
  'CPU',
  'calendar',
  'mount',
  'next day',
  'change one',
  'drag, a move',
  'frame p95',
  'long tasks',
  'nodes',
  'JS gzip beyond React',
];

/** Returns the table, the budgets and the sizes, in Markdown. */
export async function calendarFigures(launch: LaunchOptions | undefined, options: CalendarOptions): Promise<string> {
  installPeers(fileURLToPath(new URL('adapters', import.meta.url)));
  const pages = await buildPages(namesOf(options.peer));
  const rates = (options.throttle ?? '1,4').split(',').map(Number);
  const rows: Row[] = [];
  for (const rate of rates) {
    for (const data of (options.data ?? 'D1,D2,D3').split(',')) {
      const shape = SHAPES[data];
      if (!shape) throw new Error(`No data “${data}”. There are: ${Object.keys(SHAPES).join(', ')}.`);
      const runs = new Map(pages.names.map((name): [string, Run[]] => [name, []]));
      const repeat = Number(options.repeat ?? RUNS[data]);
      for (let n = 0; n < repeat; n++) {
        // They take turns: a busy moment of the machine hits all of them.
        const browser = await chromium.launch(launch);
        for (const name of pages.names) {
          try {
            runs.get(name)?.push(await measure(browser, pages, name, shape, rate));
          } catch (error) {
            console.log(`${data} ${rate}x ${name}: ${error instanceof Error ? error.message.slice(0, 300) : error}`);
          }
        }
        await browser.close();
      }
      for (const name of pages.names) {
        const run = best(runs.get(name) ?? []);
        if (!run) continue;
        rows.push({ data, rate, name, run });
        const { drag } = run;
        console.log(
          `${data} ${rate}x ${name}: mount ${both(run.mount)}, next day ${both(run.next)}, change one ${both(run.change)}, ` +
            `${drag ? `a move ${ms(drag.cpuPerMove)}, frame p95 ${ms(drag.frame95)}, ${drag.longTasks} long tasks${drag.dropped ? '' : ', NOT DROPPED'}` : 'no drag'}, ` +
            `${run.nodes} nodes ${run.errors.join(' | ')}`,
        );
      }
    }
  }
  const table = rows.map(({ data, rate, name, run }) => {
    const { drag } = run;
    const dragged = drag ? [ms(drag.cpuPerMove), ms(drag.frame95), String(drag.longTasks)] : ['–', '–', '–'];
    const times = [both(run.mount), both(run.next), both(run.change)];
    const weight = `${(pages.sizeOf(name).beyond / 1024).toFixed(1)} KB`;
    return [data, `${rate}x`, name, ...times, ...dragged, String(run.nodes), weight];
  });
  pages.close();
  const of = 'CPU ms of the main thread (wall ms); the best of the runs';
  return [of, markdownTable(HEAD, table), budgets(rows).join('  \n')].join('\n\n');
}
