/**
 * `npm run bench -- replica`: the same rows and the same work in our replica, in RxDB as its Supabase plugin is used, in Dexie, in
 * plain IndexedDB and in PouchDB. Each has a page of its own and a profile on the disk (a browser without one keeps its databases
 * in memory); all have the same thirteen tables. They take turns, so that a busy moment of the machine hits all; a figure is the
 * median of the medians of its runs. What ours writes is on the disk when it says so; the others leave that to the operating
 * system by themselves, and are measured both ways where they can be told (`strict`).
 *
 *   --repeat 3                runs of each
 *   --peer greben,dexie       only these
 *   --small                   few rows: whether it runs at all; nothing is written down
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type BrowserContext, chromium, type LaunchOptions, type Page } from '@playwright/test';
import { buildEnginePages, enginesIn } from './engine-pages.ts';
import { installPeers } from './peers.ts';
import { brief, markdownTable, median } from './results.ts';
import { serveFolder } from './served-folder.ts';

const ADAPTERS = path.join(import.meta.dirname, 'replica/adapters');
const OURS = 'greben';
/** Engines that can be told to wait for the disk. */
const CAN_BE_STRICT = ['dexie', 'indexeddb', 'rxdb'];
const STRICT = ' strict';
/** Events; `worked`: how many where rows are read and written, with a file of clients beside. */
const LARGE = { sizes: [0, 30_000, 100_000], worked: 30_000, clients: 20_000 };
const SMALL: Sizes = { sizes: [0, 8_000], worked: 8_000, clients: 1_000 };
type Sizes = typeof LARGE;
const WARM_OPENINGS = 3;
const LONGEST_MS = 600_000;

/** By figure and engine: one median for each run. */
type Found = Map<string, Map<string, number[]>>;

const told = (rows: number) => rows.toLocaleString('en');

const titlesOf = ({ sizes, worked, clients }: Sizes): Record<string, string> => ({
  'first open': 'first open, with nothing in it',
  ...Object.fromEntries(sizes.map((size) => [`warm open ${size}`, `open again: ${told(size)} events`])),
  fill: `taking ${told(worked)} events and ${told(clients)} clients`,
  day: `events of a day (${told(Math.floor(worked / 365))})`,
  month: `events of a month (${told(Math.floor((worked / 365) * 30))})`,
  insert: 'one event written',
  patch: 'one event changed',
  emission: 'a change until a live day tells it',
  'first letter': `search among ${told(clients)} clients: the first letter`,
  letter: 'a further letter',
});

async function opened(context: BrowserContext, url: string): Promise<{ page: Page; ms: number }> {
  const page = await context.newPage();
  page.setDefaultTimeout(LONGEST_MS);
  // A page that cannot even be loaded is told at once.
  const broken = new Promise<never>((_, reject) => page.once('pageerror', reject));
  await page.goto(url);
  await Promise.race([page.waitForFunction(() => window.replicaBench), broken]);
  return { page, ms: (await page.evaluate(() => window.replicaBench?.open())) ?? Number.NaN };
}

interface Turn {
  readonly url: string;
  readonly size: number;
  readonly sizes: Sizes;
  readonly launch: LaunchOptions | undefined;
  note(figure: string, ms: readonly number[]): void;
}

async function run({ url, size, sizes, launch, note }: Turn): Promise<void> {
  const profile = mkdtempSync(path.join(tmpdir(), 'greben-bench-'));
  const context = await chromium.launchPersistentContext(profile, launch);
  const isWorked = size === sizes.worked;
  try {
    const first = await opened(context, url);
    note('first open', [first.ms]);
    const clients = isWorked ? sizes.clients : 0;
    if (size > 0) {
      const filled = await first.page.evaluate(
        ([events = 0, many = 0]) => window.replicaBench?.fill(events, many),
        [size, clients],
      );
      if (isWorked) note('fill', [filled ?? Number.NaN]);
    }
    await first.page.close();
    const warm: number[] = [];
    for (let n = 0; n < WARM_OPENINGS; n++) {
      const { page, ms } = await opened(context, url);
      warm.push(ms);
      const works = isWorked && n === WARM_OPENINGS - 1;
      const done =
        works &&
        (await page.evaluate(async () => ({ ...(await window.replicaBench?.work()), ...(await window.replicaBench?.search()) })));
      for (const [figure, ms] of Object.entries(done || {})) if (ms.length > 0) note(figure, ms);
      await page.close();
    }
    note(`warm open ${size}`, warm);
  } finally {
    await context.close();
    rmSync(profile, { recursive: true, force: true });
  }
}

function table(found: Found, engines: readonly string[], sizes: Sizes): string {
  const rows = Object.entries(titlesOf(sizes)).map(([figure, title]) => {
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
  readonly small?: boolean | undefined;
}

/** The engines in their turns, each that can wait for the disk beside itself. */
function enginesOf(peer: string | undefined): string[] {
  const all = [OURS, ...enginesIn(ADAPTERS).filter((name) => name !== OURS)];
  const both = all.flatMap((name) => (CAN_BE_STRICT.includes(name) ? [name, name + STRICT] : [name]));
  return peer ? peer.split(',') : both;
}

export async function replicaFigures(launch: LaunchOptions | undefined, options: ReplicaOptions): Promise<string> {
  installPeers(path.join(ADAPTERS, 'pouchdb'));
  const engines = enginesOf(options.peer);
  const sizes = options.small ? SMALL : LARGE;
  const built = await buildEnginePages(ADAPTERS);
  const site = await serveFolder(built.folder);
  const found: Found = new Map();
  const repeat = Number(options.repeat ?? 3);
  try {
    for (let n = 0; n < repeat; n++)
      for (const size of sizes.sizes)
        for (const engine of engines) {
          const isStrict = engine.endsWith(STRICT);
          if (isStrict && size !== sizes.worked) continue;
          const note = (figure: string, ms: readonly number[]) => {
            const byEngine = found.get(figure) ?? new Map<string, number[]>();
            found.set(figure, byEngine);
            byEngine.set(engine, [...(byEngine.get(engine) ?? []), median(ms)]);
          };
          const url = isStrict ? `${site.url}/${engine.slice(0, -STRICT.length)}.html?strict` : `${site.url}/${engine}.html`;
          await run({ url, size, sizes, launch, note });
          console.log(`replica: run ${n + 1} of ${repeat}, ${size} events, ${engine}`);
        }
  } finally {
    site.stop();
    built.remove();
  }
  return table(found, engines, sizes);
}
