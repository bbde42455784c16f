/**
 * `npm run bench`: all suites; `npm run bench -- replica lists`: these. What was measured is printed and takes its section in
 * RESULTS.md. Machines are noisy: peers take turns within one run, and what should agree between runs are ratios.
 *
 * `--repeat`, `--peer`, `--data`, `--throttle` reach the suites that compare (the head of each file says which). `--small`: whether
 * `replica`, `sync`, `server`, `hostile`, `rows`, `startup` and `imports` run through at all, in minutes; RESULTS.md stays as it is.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { type Browser, chromium } from '@playwright/test';
import { MOST, type Weighed } from '../../build/start-budget.ts';
import config from '../../playwright.config.ts';
import { type BackendOptions, startBackend, type TestBackend } from '../support/test-backend.ts';
import { twoVersions } from '../support/versions.ts';
import { adminFigures } from './admin-figures.ts';
import { calendarFigures } from './calendar/calendar-figures.ts';
import { calendarDeskFigures } from './calendar/desk-figures.ts';
import { clientsFigures } from './clients-figures.ts';
import { feelFigures } from './feel-figures.ts';
import { count, takeFigures } from './figures.ts';
import { deviceFigures, serverFigures, TOKEN_SECONDS } from './front-desk.ts';
import { halfOpenFigures } from './half-open.ts';
import { hostileFigures } from './hostile-figures.ts';
import { importsFigures } from './imports-figures.ts';
import { listsFigures } from './lists-figures.ts';
import { onlineFigures } from './online-figures.ts';
import { pressesFigures } from './presses-figures.ts';
import { replicaFigures } from './replica-figures.ts';
import { writeResults } from './results.ts';
import { rolesFigures } from './roles-figures.ts';
import { rowsFigures } from './rows-figures.ts';
import { scaleFigures } from './scale-figures.ts';
import { serverLoadFigures } from './server-figures.ts';
import { shiftsFigures } from './shifts-figures.ts';
import { startupFigures } from './startup-figures.ts';
import { syncFigures } from './sync-figures.ts';
import { syncPeersFigures } from './sync-peers-figures.ts';

const { values: options, positionals: asked } = parseArgs({
  options: {
    ...{ peer: { type: 'string' }, data: { type: 'string' }, throttle: { type: 'string' }, repeat: { type: 'string' } },
    small: { type: 'boolean', default: false },
  },
  allowPositionals: true,
});
const demo = { seed: 'demo', today: new Date().toISOString().slice(0, 10) } as const;

async function on(settings: BackendOptions, measure: (backend: TestBackend) => Promise<void>): Promise<void> {
  const backend = await startBackend(settings);
  await measure(backend);
  await backend.stop();
}

/** Written by the build, which fails where one of them is above its limit (start-budget.ts). */
function bundleFigures(): void {
  const weighed = JSON.parse(readFileSync(path.join(import.meta.dirname, '../../dist/start.json'), 'utf8')) as Weighed;
  const kilobytes = (files: Weighed['start']) => Math.round(files.reduce((sum, [, bytes]) => sum + bytes, 0) / 100) / 10;
  count(`JavaScript until the calendar stands, gzip, KB (at most ${MOST.start / 1000})`, kilobytes(weighed.start));
  count(`the heaviest other file of JavaScript, gzip, KB (at most ${MOST.file / 1000})`, kilobytes(weighed.file));
  count(`styles, gzip, KB (at most ${MOST.styles / 1000})`, kilobytes(weighed.styles));
}

interface Suite {
  readonly title: string;
  /** Returns tables of its own; what it noted by `figures.ts` is put below them. */
  measure(browser: Browser): Promise<string>;
}

const noting = (title: string, measure: (browser: Browser) => Promise<void> | void): Suite => ({
  title,
  async measure(browser) {
    await measure(browser);
    return '';
  },
});

const SUITES: Record<string, Suite> = {
  bundle: noting('What the build weighs', bundleFigures),
  desk: noting('A front desk’s day', (browser) =>
    on({ ...demo, tokenLifetime: TOKEN_SECONDS }, async (backend) => {
      await serverFigures(backend);
      await deviceFigures(browser, backend);
    }),
  ),
  startup: noting('A cold start, and whose its parts are', () =>
    on(demo, (backend) => startupFigures(backend, config.use?.launchOptions, options)),
  ),
  feel: noting('What a press feels like, slowed 4 times', (browser) => on(demo, (backend) => feelFigures(browser, backend))),
  presses: noting('From a press to the next paint, slowed 4 times', (browser) =>
    on(demo, (backend) => pressesFigures(browser, backend, options)),
  ),
  calendar: {
    title: 'The calendar beside others',
    async measure(browser) {
      await calendarDeskFigures(browser);
      return calendarFigures(config.use?.launchOptions, options);
    },
  },
  replica: { title: 'The replica beside other databases', measure: () => replicaFigures(config.use?.launchOptions, options) },
  sync: {
    title: 'The sync, and beside another engine and a floor',
    async measure(browser) {
      const versions = twoVersions();
      await on({ ...demo, dist: versions.site }, (backend) => syncFigures(browser, backend, versions));
      versions.remove();
      return syncPeersFigures(browser, options);
    },
  },
  server: { title: 'The server, grown and loaded', measure: () => serverLoadFigures(options) },
  hostile: {
    title: 'Others while accounts and connections do their worst',
    measure: async () => [await hostileFigures({ small: options.small }), await halfOpenFigures()].join('\n\n'),
  },
  online: noting('Customers book themselves', () => on(demo, onlineFigures)),
  rows: { title: 'What a row of a push costs at most', measure: () => rowsFigures({ small: options.small }) },
  roles: { title: 'What a role costs a push', measure: rolesFigures },
  scale: noting('What docs/scale.md computes with', () => on(demo, scaleFigures)),
  lists: noting('Long lists', (browser) => on({ seed: 'test' }, (backend) => listsFigures(browser, backend))),
  clients: noting('20,000 clients', (browser) => on({ seed: 'test' }, (backend) => clientsFigures(browser, backend))),
  imports: noting('A file of 5,000 taken in', () => importsFigures(config.use?.launchOptions, options)),
  shifts: noting('Shifts of 50 employees', (browser) => on({ seed: 'test' }, (backend) => shiftsFigures(browser, backend))),
  admin: noting('The administrator’s lists', () => on({ seed: 'test' }, adminFigures)),
};

const unknown = asked.filter((name) => !(name in SUITES));
if (unknown.length > 0) throw new Error(`No suite “${unknown.join(', ')}”. There are: ${Object.keys(SUITES).join(', ')}.`);
const browser = await chromium.launch(config.use?.launchOptions);
try {
  for (const [name, { title, measure }] of Object.entries(SUITES)) {
    if (asked.length > 0 && !asked.includes(name)) continue;
    const tables = await measure(browser);
    const text = [tables, takeFigures()].filter(Boolean).join('\n\n');
    if (options.small) console.log(`\n${text}\n`);
    else writeResults(name, title, text);
  }
} finally {
  await browser.close();
}
process.exit();
