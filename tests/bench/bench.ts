/**
 * `npm run bench [-- desk] [-- feel] [-- sync] [-- lists] [-- clients] [-- shifts] [-- admin]`: figures of the running program with a year of demo data.
 * Machines are noisy: compare within one run, quote ratios. Ends with a table. `-- calendar`: our calendar beside its peers
 * (calendar/calendar-figures.ts).
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { chromium } from '@playwright/test';
import config from '../../playwright.config.ts';
import type { Weighed } from '../../start-budget.ts';
import { startBackend } from '../support/test-backend.ts';
import { twoVersions } from '../support/versions.ts';
import { adminFigures } from './admin-figures.ts';
import { calendarFigures } from './calendar/calendar-figures.ts';
import { calendarDeskFigures } from './calendar/desk-figures.ts';
import { clientsFigures } from './clients-figures.ts';
import { feelFigures } from './feel-figures.ts';
import { count, printTables } from './figures.ts';
import { deviceFigures, serverFigures, TOKEN_SECONDS } from './front-desk.ts';
import { listsFigures } from './lists-figures.ts';
import { shiftsFigures } from './shifts-figures.ts';
import { syncFigures } from './sync-figures.ts';

const { values: options, positionals: asked } = parseArgs({
  options: { peer: { type: 'string' }, data: { type: 'string' }, throttle: { type: 'string' }, repeat: { type: 'string' } },
  allowPositionals: true,
});
const wants = (part: string) => asked.length === 0 || asked.includes(part);
const demo = { seed: 'demo', today: new Date().toISOString().slice(0, 10) } as const;
// Written by the build, which fails where one of them is above its limit (start-budget.ts).
const weighed = JSON.parse(readFileSync(path.join(import.meta.dirname, '../../dist/start.json'), 'utf8')) as Weighed;
const { bytes, later, parts, styles, most } = weighed;
const kilobytes = (size: number) => Math.round(size / 100) / 10;
count(`JavaScript until the calendar stands, gzip, KB (at most ${most.start / 1000})`, kilobytes(bytes));
count(`the heaviest other file of JavaScript, gzip, KB (at most ${most.file / 1000})`, kilobytes(later[0]?.[1] ?? 0));
count('the heaviest screen or dialog with all that it brings, gzip, KB', kilobytes(parts[0]?.[1] ?? 0));
count(`styles, gzip, KB (at most ${most.styles / 1000})`, kilobytes(styles));
const browser = await chromium.launch(config.use?.launchOptions);
try {
  if (wants('desk')) {
    const backend = await startBackend({ ...demo, tokenLifetime: TOKEN_SECONDS });
    await serverFigures(backend);
    await deviceFigures(browser, backend);
    await backend.stop();
  }
  if (wants('feel')) {
    const backend = await startBackend(demo);
    await feelFigures(browser, backend);
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
  if (wants('shifts')) {
    const backend = await startBackend({ seed: 'test' });
    await shiftsFigures(browser, backend);
    await backend.stop();
  }
  if (wants('lists') || asked.includes('clients')) {
    const backend = await startBackend({ seed: 'test' });
    await clientsFigures(browser, backend);
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
