/**
 * `npm run bench [-- desk] [-- sync] [-- lists] [-- admin]`: figures of the running program with a year of demo data. Machines are noisy: compare
 * within one run, quote ratios. Ends with a table. `-- calendar`: our calendar beside its peers (calendar/calendar-figures.ts).
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { chromium } from '@playwright/test';
import config from '../../playwright.config.ts';
import { startBackend } from '../support/test-backend.ts';
import { twoVersions } from '../support/versions.ts';
import { adminFigures } from './admin-figures.ts';
import { calendarFigures } from './calendar/calendar-figures.ts';
import { calendarDeskFigures } from './calendar/desk-figures.ts';
import { count, printTables } from './figures.ts';
import { deviceFigures, serverFigures, TOKEN_SECONDS } from './front-desk.ts';
import { listsFigures } from './lists-figures.ts';
import { syncFigures } from './sync-figures.ts';

const { values: options, positionals: asked } = parseArgs({
  options: { peer: { type: 'string' }, data: { type: 'string' }, throttle: { type: 'string' }, repeat: { type: 'string' } },
  allowPositionals: true,
});
const wants = (part: string) => asked.length === 0 || asked.includes(part);
const demo = { seed: 'demo', today: new Date().toISOString().slice(0, 10) } as const;
// Written by the build (start-budget.ts).
const start = JSON.parse(readFileSync(path.join(import.meta.dirname, '../../dist/start.json'), 'utf8')) as { bytes: number };
count('JavaScript until the calendar stands, gzip, KB', Math.round(start.bytes / 1000));
const browser = await chromium.launch(config.use?.launchOptions);
try {
  if (wants('desk')) {
    const backend = await startBackend({ ...demo, tokenLifetime: TOKEN_SECONDS });
    await serverFigures(backend);
    await deviceFigures(browser, backend);
    await backend.stop();
  }
  if (wants('sync')) {
    const versions = twoVersions();
    const backend = await startBackend({ ...demo, dist: versions.site });
    await syncFigures(browser, backend, versions);
    await backend.stop();
    versions.remove();
  }
  if (wants('lists')) {
    const backend = await startBackend({ seed: 'test' });
    await listsFigures(browser, backend);
    await backend.stop();
  }
  if (wants('admin')) {
    const backend = await startBackend({ seed: 'test' });
    await adminFigures(backend);
    await backend.stop();
  }
  if (wants('calendar')) {
    await calendarDeskFigures(browser);
    await calendarFigures(config.use?.launchOptions, options);
  }
} finally {
  printTables();
  await browser.close();
}
process.exit();
