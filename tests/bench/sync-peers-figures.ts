/**
 * The second part of `npm run bench -- sync`: our engine, RxDB's Supabase plugin and a floor without an engine, each with a salon of 30,000 events
 * and 5,000 clients on the same backend. First sync; then 200 changes made here and 2,000 elsewhere while nothing goes through,
 * brought together; then one change at a time, here and elsewhere. They take turns; medians of the runs.
 *
 *   --repeat 3                runs of each
 *   --peer greben,rxdb        only these
 *   --small                   few rows: whether it runs at all; nothing is written down
 */
import path from 'node:path';
import type { Browser, CDPSession, Page } from '@playwright/test';
import { PUBLISHABLE_KEY } from '../../supabase/local/settings.ts';
import { DEMO_PASSWORD, startBackend, type TestBackend } from '../support/test-backend.ts';
import { buildEnginePages, enginesIn } from './engine-pages.ts';
import { openRest } from './open-rest.ts';
import { brief, markdownTable, median } from './results.ts';
import { type SignedIn, signIn } from './rpc.ts';

const ADAPTERS = path.join(import.meta.dirname, 'sync/adapters');
const OURS = 'greben';
const OWNER = 'owner@greben.test';
const SALON = 1;
/** `here`, `elsewhere`: changed while nothing goes through; `single`: one after the other. Fewer than a sixth of the events each. */
const LARGE = { events: 30_000, clients: 5_000, here: 200, elsewhere: 2_000, single: 20 };
const SMALL: Sizes = { events: 3_000, clients: 500, here: 20, elsewhere: 200, single: 3 };
type Sizes = typeof LARGE;
const LONGEST_MS = 600_000;
const PUSHED_AT_ONCE = 500;

interface Cost {
  readonly seconds: number;
  readonly cpuSeconds: number;
  readonly requests: number;
  readonly megabytes: number;
}
interface Run {
  readonly first: Cost;
  readonly heapMegabytes: number;
  readonly reconnect: Cost;
  /** Each for one change. */
  readonly outgoing: Cost;
  readonly incoming: Cost;
}

async function fillSalon({ sql }: TestBackend, { events, clients }: Sizes): Promise<void> {
  // The plugin writes whole rows by REST, ids too, which our grants refuse; and its mark has its own name.
  await sql`grant insert, update on events, clients to authenticated`;
  for (const table of ['events', 'clients'])
    await sql`alter table ${sql(table)} add column _deleted boolean not null default false`;
  await sql`insert into clients (salon_id, id, first_name, last_name, name, phone)
    select ${SALON}::int, 'bench-' || lpad(n::text, 6, '0'), 'Мария', 'Иванова', 'Мария Иванова ' || n, '+3598' || (80000000 + n)
    from generate_series(1, ${clients}::int) n`;
  await sql`insert into events (salon_id, id, resource_id, client_id, title, start_time, end_time, status, price, currency)
    select ${SALON}::int, 'bench-' || lpad(n::text, 6, '0'), (select id from resources where salon_id = ${SALON}::int and not deleted limit 1),
      'bench-' || lpad((1 + n % ${clients}::int)::text, 6, '0'), 'Подстригване', at, at + interval '30 minutes', 'completed', 30, 'BGN'
    from generate_series(1, ${events}::int) n,
      lateral (select date_trunc('day', now()) - interval '300 days' + (n % 360) * interval '1 day' + (n / 360) * interval '10 minutes' as at) times`;
  await sql`vacuum analyze`;
}

/** CPU seconds of the whole browser: a database works in more than the page's own thread. */
async function cpuOf(browserSession: CDPSession): Promise<number> {
  const { processInfo } = await browserSession.send('SystemInfo.getProcessInfo');
  return processInfo.reduce((sum, { cpuTime }) => sum + cpuTime, 0);
}

class Meter {
  private requests = 0;
  private bytes = 0;

  private constructor(
    private readonly page: Page,
    private readonly cdp: CDPSession,
    private readonly browserSession: CDPSession,
  ) {}

  static async of(browser: Browser, page: Page): Promise<Meter> {
    const cdp = await page.context().newCDPSession(page);
    const meter = new Meter(page, cdp, await browser.newBrowserCDPSession());
    await cdp.send('Network.enable');
    cdp.on('Network.requestWillBeSent', ({ request }) => {
      if (request.url.includes('/rest/v1/') && request.method !== 'OPTIONS') meter.requests += 1;
    });
    cdp.on('Network.loadingFinished', ({ encodedDataLength }) => {
      meter.bytes += encodedDataLength;
    });
    return meter;
  }

  async cost(work: () => Promise<unknown>): Promise<Cost> {
    const [requests, bytes, cpu] = [this.requests, this.bytes, await cpuOf(this.browserSession)];
    const from = performance.now();
    await work();
    const seconds = (performance.now() - from) / 1000;
    const cpuSeconds = (await cpuOf(this.browserSession)) - cpu;
    return { seconds, cpuSeconds, requests: this.requests - requests, megabytes: (this.bytes - bytes) / 1e6 };
  }

  async heapMegabytes(): Promise<number> {
    await this.cdp.send('HeapProfiler.collectGarbage');
    const { usedSize } = await this.cdp.send('Runtime.getHeapUsage');
    return usedSize / 1e6;
  }

  /** Looks at the last of the events often, and at all of them once it is there. */
  async until(events: readonly string[], text: string): Promise<void> {
    const found = await this.page.evaluate(
      async ({ events, text, longest }) => {
        const end = performance.now() + longest;
        while ((await window.syncBench?.noted(events.slice(-1), text)) !== 1 && performance.now() < end)
          await new Promise((resolve) => setTimeout(resolve, 20));
        return window.syncBench?.noted(events, text);
      },
      { events, text, longest: LONGEST_MS },
    );
    if (found !== events.length) throw new Error(`${found} of ${events.length} changes have come`);
  }
}

const ids = (first: number, many: number) =>
  Array.from({ length: many }, (_, n) => `bench-${String(first + n).padStart(6, '0')}`);

/** Another device writes: by the server's own door, on the revisions that stand. */
async function elsewhere(backend: TestBackend, server: SignedIn, events: readonly string[], notes: string): Promise<void> {
  const found = await backend.sql<{ id: string; rev: number }[]>`
    select id, rev::int from events where salon_id = ${SALON} and id in ${backend.sql(events)}`;
  const changes = found.map(({ id, rev }) => ({ table: 'events', id, base_rev: rev, doc: { notes } }));
  for (let from = 0; from < changes.length; from += PUSHED_AT_ONCE) {
    const p_changes = changes.slice(from, from + PUSHED_AT_ONCE);
    await server.rpc('push_changes', { p_salon_id: SALON, p_changes });
  }
}

async function atServer(backend: TestBackend, notes: string, many: number): Promise<void> {
  for (;;) {
    const [row] = await backend.sql<{ count: number }[]>`
      select count(*)::int from events where salon_id = ${SALON} and notes = ${notes}`;
    if ((row?.count ?? 0) >= many) return;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

async function each(many: number, once: (n: number) => Promise<Cost>): Promise<Cost> {
  const costs: Cost[] = [];
  for (let n = 0; n < many; n++) costs.push(await once(n));
  return middle(costs);
}

function middle(costs: readonly Cost[]): Cost {
  const of = (field: keyof Cost) => median(costs.map((cost) => cost[field]));
  return { seconds: of('seconds'), cpuSeconds: of('cpuSeconds'), requests: of('requests'), megabytes: of('megabytes') };
}

interface Place {
  readonly browser: Browser;
  readonly backend: TestBackend;
  /** What the pages ask. */
  readonly url: string;
  readonly server: SignedIn;
  readonly sizes: Sizes;
}

async function run({ browser, backend, url, server, sizes }: Place, engine: string, turn: string): Promise<Run> {
  const context = await browser.newContext({ bypassCSP: true, baseURL: url });
  try {
    const page = await context.newPage();
    page.setDefaultTimeout(LONGEST_MS);
    page.on('response', async (response) => {
      if (response.status() >= 400) console.log(`${engine}: ${response.status()} ${(await response.text()).slice(0, 300)}`);
    });
    await page.goto(`/${engine}.html`);
    await page.waitForFunction(() => window.syncBench);
    const account = { key: PUBLISHABLE_KEY, email: OWNER, password: DEMO_PASSWORD, salonId: SALON };
    await page.evaluate((given) => window.syncBench?.open(given), account);
    const meter = await Meter.of(browser, page);
    const first = await meter.cost(() => page.evaluate(() => window.syncBench?.first()));
    const heapMegabytes = await meter.heapMegabytes();

    await page.evaluate(() => window.syncBench?.pause());
    const note = (events: readonly string[], text: string) =>
      page.evaluate(([which = [], notes = '']) => window.syncBench?.note(which as string[], notes as string), [events, text]);
    const nth = (sixth: number) => 1 + (sizes.events / 6) * sixth;
    await note(ids(nth(0), sizes.here), `here ${turn}`);
    const theirs = ids(nth(2), sizes.elsewhere);
    await elsewhere(backend, server, theirs, `there ${turn}`);
    const reconnect = await meter.cost(async () => {
      await page.evaluate(() => window.syncBench?.goOn());
      await meter.until(theirs, `there ${turn}`);
      await atServer(backend, `here ${turn}`, sizes.here);
    });
    const outgoing = await each(sizes.single, (n) =>
      meter.cost(async () => {
        await note(ids(nth(4) + n, 1), `one ${turn} ${n}`);
        await atServer(backend, `one ${turn} ${n}`, 1);
        await page.evaluate(() => window.syncBench?.goOn());
      }),
    );
    const incoming = await each(sizes.single, (n) =>
      meter.cost(async () => {
        await elsewhere(backend, server, ids(nth(5) + n, 1), `other ${turn} ${n}`);
        await meter.until(ids(nth(5) + n, 1), `other ${turn} ${n}`);
      }),
    );
    return { first, heapMegabytes, reconnect, outgoing, incoming };
  } finally {
    await context.close();
  }
}

const partsOf = ({ events, clients, here, elsewhere }: Sizes) => ({
  first: `first sync of ${events.toLocaleString('en')} events and ${clients.toLocaleString('en')} clients`,
  reconnect: `${here} unsent and ${elsewhere.toLocaleString('en')} changed rows brought together`,
  outgoing: 'one change here until the server has it and all is quiet',
  incoming: 'one change elsewhere until it is here',
});

function table(runs: ReadonlyMap<string, readonly Run[]>, sizes: Sizes): string {
  const engines = [...runs.keys()];
  const rows: string[][] = [];
  const add = (title: string, value: (run: Run) => number) => {
    const of = (engine: string) => median((runs.get(engine) ?? []).map(value));
    const ours = of(OURS);
    const cell = (engine: string) =>
      engine === OURS || Number.isNaN(ours) ? brief(of(engine)) : `${brief(of(engine))} (${(of(engine) / ours).toFixed(2)})`;
    rows.push([title, ...engines.map(cell)]);
  };
  const parts = partsOf(sizes);
  for (const part of Object.keys(parts) as (keyof typeof parts)[]) {
    add(`${parts[part]}: seconds`, (run) => run[part].seconds);
    add('– CPU seconds of the browser', (run) => run[part].cpuSeconds);
    add('– requests', (run) => run[part].requests);
    add('– megabytes received', (run) => run[part].megabytes);
    if (part === 'first') add('– megabytes of heap after it', (run) => run.heapMegabytes);
  }
  return markdownTable(['(× Greben)', ...engines], rows);
}

export interface SyncPeersOptions {
  readonly peer?: string | undefined;
  readonly repeat?: string | undefined;
  readonly small?: boolean | undefined;
}

export async function syncPeersFigures(browser: Browser, options: SyncPeersOptions): Promise<string> {
  const all = [OURS, ...enginesIn(ADAPTERS).filter((name) => name !== OURS)];
  const engines = options.peer ? options.peer.split(',') : all;
  const sizes = options.small ? SMALL : LARGE;
  const built = await buildEnginePages(ADAPTERS);
  const backend = await startBackend({ seed: 'test', dist: built.folder });
  const open = await openRest(backend);
  const runs = new Map(engines.map((engine): [string, Run[]] => [engine, []]));
  const repeat = Number(options.repeat ?? 3);
  try {
    await fillSalon(backend, sizes);
    const server = await signIn(backend, OWNER);
    const { url } = open;
    for (let n = 0; n < repeat; n++)
      for (const engine of engines) {
        runs.get(engine)?.push(await run({ browser, backend, url, server, sizes }, engine, `${engine} ${n}`));
        console.log(`sync: run ${n + 1} of ${repeat}, ${engine}`);
      }
  } finally {
    await open.close();
    await backend.stop();
    built.remove();
  }
  return table(runs, sizes);
}
