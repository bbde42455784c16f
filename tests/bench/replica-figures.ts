/**
 * `npm run bench -- replica`: the same rows and the same work in our replica, in RxDB as its Supabase plugin is used, in Dexie, in
 * plain IndexedDB and in PouchDB. Each has a page of its own; they take turns, so that a busy moment of the machine hits all; a
 * figure is the median of the medians of its runs.
 *
 *   --repeat 3                runs of each
 *   --peer greben,dexie       only these
 */
import path from 'node:path';
import type { Browser, BrowserContext, Page } from '@playwright/test';
import { buildEnginePages, enginesIn } from './engine-pages.ts';
import { installPeers } from './peers.ts';
import { brief, markdownTable, median } from './results.ts';
import { serveFolder } from './served-folder.ts';

const ADAPTERS = path.join(import.meta.dirname, 'replica/adapters');
const OURS = 'greben';
const SIZES = [0, 30_000, 100_000];
/** The size at which rows are read and written; with a large file of clients. */
const WORKED_AT = 30_000;
const CLIENTS = 20_000;
const WARM_OPENINGS = 3;
const LONGEST_MS = 600_000;

/** By figure and engine: one median for each run. */
type Found = Map<string, Map<string, number[]>>;

const TITLES: Record<string, string> = {
  'first open': 'first open, with nothing in it',
  'warm open 0': 'open again: empty',
  'warm open 30000': 'open again: 30,000 events',
  'warm open 100000': 'open again: 100,000 events',
  fill: 'taking 30,000 events and 20,000 clients',
  day: 'events of a day (82)',
  month: 'events of a month (2,470)',
  insert: 'one event written',
  patch: 'one event changed',
  emission: 'a change until a live day tells it',
  'first letter': 'search among 20,000 clients: the first letter',
  letter: 'a further letter',
};

async function opened(context: BrowserContext, url: string): Promise<{ page: Page; ms: number }> {
  const page = await context.newPage();
  page.setDefaultTimeout(LONGEST_MS);
  await page.goto(url);
  await page.waitForFunction(() => window.replicaBench);
  return { page, ms: (await page.evaluate(() => window.replicaBench?.open())) ?? Number.NaN };
}

async function run(browser: Browser, url: string, size: number, told: (figure: string, ms: readonly number[]) => void) {
  const context = await browser.newContext();
  try {
    const first = await opened(context, url);
    told('first open', [first.ms]);
    const clients = size === WORKED_AT ? CLIENTS : 0;
    if (size > 0) {
      const filled = await first.page.evaluate(
        ([events = 0, many = 0]) => window.replicaBench?.fill(events, many),
        [size, clients],
      );
      if (size === WORKED_AT) told('fill', [filled ?? Number.NaN]);
    }
    await first.page.close();
    const warm: number[] = [];
    for (let n = 0; n < WARM_OPENINGS; n++) {
      const { page, ms } = await opened(context, url);
      warm.push(ms);
      const works = size === WORKED_AT && n === WARM_OPENINGS - 1;
      const done =
        works &&
        (await page.evaluate(async () => ({ ...(await window.replicaBench?.work()), ...(await window.replicaBench?.search()) })));
      for (const [figure, ms] of Object.entries(done || {})) if (ms.length > 0) told(figure, ms);
      await page.close();
    }
    told(`warm open ${size}`, warm);
  } finally {
    await context.close();
  }
}

function table(found: Found, engines: readonly string[]): string {
  const rows = Object.entries(TITLES).map(([figure, title]) => {
    const ours = median(found.get(figure)?.get(OURS) ?? []);
    const cells = engines.map((engine) => {
      const its = found.get(figure)?.get(engine);
      if (!its) return '–';
      const ms = median(its);
      return engine === OURS || Number.isNaN(ours) ? brief(ms) : `${brief(ms)} (${(ms / ours).toFixed(2)})`;
    });
    return [title, ...cells];
  });
  return markdownTable(['ms (× Greben)', ...engines], rows);
}

export interface ReplicaOptions {
  readonly peer?: string | undefined;
  readonly repeat?: string | undefined;
}

export async function replicaFigures(browser: Browser, options: ReplicaOptions): Promise<string> {
  installPeers(path.join(ADAPTERS, 'pouchdb'));
  const all = [OURS, ...enginesIn(ADAPTERS).filter((name) => name !== OURS)];
  const engines = options.peer ? options.peer.split(',') : all;
  const built = await buildEnginePages(ADAPTERS);
  const site = await serveFolder(built.folder);
  const found: Found = new Map();
  const repeat = Number(options.repeat ?? 3);
  try {
    for (let n = 0; n < repeat; n++)
      for (const size of SIZES)
        for (const engine of engines) {
          const told = (figure: string, ms: readonly number[]) => {
            const byEngine = found.get(figure) ?? new Map<string, number[]>();
            found.set(figure, byEngine);
            byEngine.set(engine, [...(byEngine.get(engine) ?? []), median(ms)]);
          };
          await run(browser, `${site.url}/${engine}.html`, size, told);
          console.log(`replica: run ${n + 1} of ${repeat}, ${size} events, ${engine}`);
        }
  } finally {
    site.stop();
    built.remove();
  }
  return table(found, engines);
}
