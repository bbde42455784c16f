/**
 * `npm run bench -- imports`: a file of 5,000 clients and a calendar of 5,000 entries, in a salon of 20,000 clients and as many
 * bookings whose calendar is open. It measures the time until they are understood, and the longest task of the page's thread
 * while they are written, on a device slowed 4 times. The page has no screens; `clients` and `lists` measure their cost.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type CDPSession, chromium, type LaunchOptions } from '@playwright/test';
import { buildEnginePages } from './engine-pages.ts';
import { count, note } from './figures.ts';
import { SLOWED } from './list-measures.ts';
import { DAY_MS } from './replica/rows.ts';
import { serveFolder } from './served-folder.ts';

const LARGE = { rows: 5000, there: 20_000 };
const SMALL: typeof LARGE = { rows: 500, there: 1000 };
const LONGEST_MS = 600_000;

const SYLLABLES = ['ба', 'ве', 'ги', 'до', 'жу', 'за', 'ке', 'ли', 'мо', 'ну'];
/** A number in letters: digits tell no two names apart. */
const inLetters = (n: number) => [...String(n)].map((digit) => SYLLABLES[Number(digit)]).join('');

const clientsFile = (rows: number): string => {
  const people = Array.from({ length: rows }, (_, n) => {
    const phone = `0879 0${String(n).padStart(5, '0')}`;
    return `Внесена${inLetters(n)};Клиентка;${phone};i${n}@example.com;${1 + (n % 28)}.${1 + (n % 12)}.19${60 + (n % 40)};Бележка ${n}`;
  });
  return `Име;Фамилия;Тел.;Ел. поща;Рожд. дата;Бележки\n${people.join('\n')}`;
};

/** Returns a calendar with twenty entries on each day from tomorrow on. */
const calendarFile = (entries: number): string => {
  const first = Math.floor(Date.now() / DAY_MS) + 1;
  const events = Array.from({ length: entries }, (_, n) => {
    const start = new Date((first + Math.floor(n / 20)) * DAY_MS + 21_600_000 + (n % 20) * 1_800_000);
    const begins = start.toISOString().replace(/[-:]|\.000/g, '');
    const who = `Клиентка Внесена 0878 1${String(n % 3000).padStart(5, '0')}`;
    return `BEGIN:VEVENT\r\nUID:bench-${n}@example.com\r\nDTSTART:${begins}\r\nDURATION:PT30M\r\nSUMMARY:Подстригване - ${who}\r\nDESCRIPTION:Бележка ${n}\r\nEND:VEVENT\r\n`;
  });
  return `BEGIN:VCALENDAR\r\nVERSION:2.0\r\n${events.join('')}END:VCALENDAR\r\n`;
};

interface TraceEvent {
  readonly ph: string;
  readonly name: string;
  readonly tid: number;
  readonly tdur?: number;
  readonly args: { readonly name?: string };
}

/**
 * Returns the longest task of the page's thread during this work, in ms that the thread has worked. Unlike wall time, that holds
 * still on a busy machine.
 */
async function longestTask(cdp: CDPSession, during: () => Promise<unknown>): Promise<number> {
  const threads = new Set<number>();
  const longest = new Map<number, number>();
  const take = ({ value }: { value: readonly object[] }) => {
    for (const { ph, name, tid, tdur = 0, args } of value as readonly TraceEvent[]) {
      if (ph === 'M' && name === 'thread_name' && args.name === 'CrRendererMain') threads.add(tid);
      if (ph === 'X' && name.endsWith('RunTask')) longest.set(tid, Math.max(longest.get(tid) ?? 0, tdur / 1000));
    }
  };
  cdp.on('Tracing.dataCollected', take);
  const traceConfig = { includedCategories: ['toplevel', 'disabled-by-default-devtools.timeline'] };
  await cdp.send('Tracing.start', { traceConfig, transferMode: 'ReportEvents' });
  await during();
  const complete = new Promise((done) => cdp.once('Tracing.tracingComplete', done));
  await cdp.send('Tracing.end');
  await complete;
  cdp.off('Tracing.dataCollected', take);
  return Math.max(...[...longest].map(([tid, ms]) => (threads.has(tid) ? ms : 0)));
}

export async function importsFigures(
  launch: LaunchOptions | undefined,
  { small = false }: { small?: boolean } = {},
): Promise<void> {
  const { rows, there } = small ? SMALL : LARGE;
  const pages = await buildEnginePages(path.join(import.meta.dirname, 'imports'));
  const site = await serveFolder(pages.folder);
  const profile = mkdtempSync(path.join(tmpdir(), 'greben-bench-'));
  const context = await chromium.launchPersistentContext(profile, launch);
  try {
    const page = await context.newPage();
    page.setDefaultTimeout(LONGEST_MS);
    page.on('pageerror', (error) => console.error(error));
    await page.goto(`${site.url}/imports-page.html`);
    await page.waitForFunction(() => window.importsBench);
    await page.evaluate(([clients = 0, events = 0]) => window.importsBench?.open(clients, events), [there, there]);
    const cdp = await context.newCDPSession(page);
    const [clients, calendar] = [clientsFile(rows), calendarFile(rows)];
    for (const rate of [1, SLOWED]) {
      await cdp.send('Emulation.setCPUThrottlingRate', { rate });
      const how = rate === 1 ? '' : `, slowed ${rate} times`;
      const known = await page.evaluate((text) => window.importsBench?.understandClients(text), clients);
      note(`${rows} clients understood${how}`, [known ?? Number.NaN]);
      const entries = await page.evaluate((text) => window.importsBench?.understandCalendar(text), calendar);
      note(`${rows} entries of a calendar understood${how}`, [entries ?? Number.NaN]);
    }
    const write = async (what: string, work: () => Promise<number | undefined>) => {
      const longest = await longestTask(cdp, async () =>
        note(`${rows} ${what} written, slowed ${SLOWED} times`, [(await work()) ?? Number.NaN]),
      );
      count(`the longest task while ${what} are written, slowed ${SLOWED} times, ms of the page’s thread`, Math.round(longest));
    };
    await write('clients', () => page.evaluate(() => window.importsBench?.writeClients()));
    await write('entries', () => page.evaluate(() => window.importsBench?.writeAppointments()));
  } finally {
    await context.close();
    site.stop();
    pages.remove();
    rmSync(profile, { recursive: true, force: true });
  }
}
