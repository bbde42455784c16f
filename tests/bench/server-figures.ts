/**
 * `npm run bench -- server`: what push and pull cost, what they cost when the server has grown, and how it does under many devices.
 * The devices are processes' worth of supabase-js in this one process, on the same machine as the server: they take part of its
 * two cores, so that what they see is the worst of it. No peer: what would stand beside it is another server.
 *
 *   --small                   few salons and devices: whether it runs at all; nothing is written down
 */

import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { PUBLISHABLE_KEY } from '../../supabase/local/settings.ts';
import { fillSalons } from '../support/many-salons.ts';
import { tokenOf } from '../support/session-token.ts';
import { startBackend, type TestBackend } from '../support/test-backend.ts';
import { took } from './figures.ts';
import { brief, markdownTable, median } from './results.ts';
import { underLoad } from './server-load.ts';

const EVENTS_OF_SALON = 1_000;
const LARGE_SALONS = 10;
const EVENTS_OF_LARGE = 30_000;
/** Ids of the salons that are made here begin after it. */
const AFTER = 1_000;
const LOADED_SALONS = 50;
/** Salons that the server grows to; devices at once, and for how long. */
const LARGE = { salons: [10, 100, 1_000], devices: [20, 100, 400], seconds: 20 };
const SMALL: Sizes = { salons: [10], devices: [20], seconds: 5 };
type Sizes = typeof LARGE;
const PAUSE_SECONDS = 4;
const RUNS = 15;

interface Salon {
  readonly id: number;
  readonly userId: string;
  readonly employee: string;
}

const salonsOf = ({ sql }: TestBackend, many: number) => sql<Salon[]>`
  select salon_id as id, id::text as "userId", 'employee-' || salon_id as employee from users
  where salon_id > ${AFTER} order by salon_id limit ${many}`;

/** So many salons with a year behind them; the first ten are large. */
async function grown(backend: TestBackend, salons: number): Promise<void> {
  const { sql } = backend;
  const events = salons * EVENTS_OF_SALON;
  await fillSalons(sql, { salons, events, errors: 0, checks: 0, notes: 0, after: AFTER });
  await sql.begin(async (sql) => {
    await sql`set local session_replication_role = replica`; // the triggers of one row would take minutes
    await sql`insert into resources (salon_id, id, rev, name) select ${AFTER} + n, 'employee-' || (${AFTER} + n), 1, 'Мария'
      from generate_series(1, ${salons}::int) n`;
    await sql`insert into events (salon_id, id, rev, resource_id, start_time, end_time)
      select ${AFTER} + 1 + n % ${LARGE_SALONS}::int, 'large-' || n, 1, 'employee-' || (${AFTER} + 1 + n % ${LARGE_SALONS}::int), at, at + interval '1 hour'
      from generate_series(1, ${LARGE_SALONS * (EVENTS_OF_LARGE - EVENTS_OF_SALON)}::int) n, lateral (select now() - n * interval '1 minute' as at) times`;
    await sql`insert into sync_heads (salon_id, rev) select ${AFTER} + n, 1 from generate_series(1, ${salons}::int) n on conflict do nothing`;
  });
  await sql`vacuum analyze`;
}

interface Asked {
  readonly tables: Record<string, { readonly more: boolean; readonly cursor: unknown }>;
}

async function doorOf(backend: TestBackend, { id, userId }: Salon) {
  const headers = {
    apikey: PUBLISHABLE_KEY,
    authorization: `Bearer ${await tokenOf(backend.sql, userId)}`,
    'content-type': 'application/json',
  };
  return async <T>(name: string, body: object): Promise<T> => {
    const url = `${backend.url}/rest/v1/rpc/${name}`;
    const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify({ p_salon_id: id, ...body }) });
    if (!answer.ok) throw new Error(`${name}: ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as T;
  };
}

const medianOf = async (runs: number, once: () => Promise<unknown>): Promise<number> => {
  await once();
  const all: number[] = [];
  for (let run = 0; run < runs; run++) all.push(await took(once));
  return median(all);
};

/** Medians, ms, in the order of `CALLS`. */
async function callsOf(backend: TestBackend, salon: Salon): Promise<number[]> {
  const rpc = await doorOf(backend, salon);
  const row = () => {
    const start = Date.UTC(2031, 0, 1) + Math.floor(Math.random() * 1e6) * 60_000;
    const times = { start_time: new Date(start).toISOString(), end_time: new Date(start + 1_800_000).toISOString() };
    const doc = { resource_id: salon.employee, title: 'Проба', status: 'booked', type: 'appointment', ...times };
    return { table: 'events', id: randomUUID(), base_rev: 0, doc };
  };
  const push = (rows: number) => () => rpc('push_changes', { p_changes: Array.from({ length: rows }, row) });
  const pull = (p_cursors: object, p_limit = 1000) => rpc<Asked>('pull_changes', { p_cursors, p_limit, p_horizon: null });
  let page = await pull({}, 5000);
  let cursors: Record<string, unknown> = {};
  const follow = () => {
    cursors = { ...cursors, ...Object.fromEntries(Object.entries(page.tables).map(([name, { cursor }]) => [name, cursor])) };
  };
  for (follow(); Object.values(page.tables).some(({ more }) => more); follow()) page = await pull(cursors, 5000);
  const quiet = await medianOf(RUNS * 2, () => pull(cursors));
  return [
    await medianOf(RUNS, () => pull({})),
    quiet,
    await medianOf(RUNS, push(1)),
    await medianOf(RUNS, push(50)),
    await medianOf(5, push(500)),
  ];
}

const CALLS = ['pull of 1,000 rows', 'an empty pull of all tables', 'push of 1 row', 'push of 50', 'push of 500'];

const sequentialScans = async ({ sql }: TestBackend): Promise<number> => {
  await sql`select pg_stat_clear_snapshot()`;
  const [row] = await sql<{ scans: number }[]>`select seq_scan::int as scans from pg_stat_user_tables where relname = 'events'`;
  return row?.scans ?? Number.NaN;
};

async function growth(sizes: Sizes): Promise<string> {
  const rows: string[][] = [];
  for (const salons of sizes.salons) {
    const backend = await startBackend({ seed: 'test' });
    try {
      await grown(backend, salons);
      const [large, ...small] = await salonsOf(backend, salons);
      const usual = small.at(-1);
      if (!large || !usual) throw new Error('no salons');
      const before = await sequentialScans(backend);
      const costs = { usual: await callsOf(backend, usual), large: await callsOf(backend, large) };
      const scans = (await sequentialScans(backend)) - before;
      for (const [size, salon] of [
        [EVENTS_OF_SALON, costs.usual],
        [EVENTS_OF_LARGE, costs.large],
      ] as const)
        rows.push([salons.toLocaleString('en'), size.toLocaleString('en'), ...salon.map(brief), String(scans)]);
    } finally {
      await backend.stop();
    }
  }
  return markdownTable(
    ['salons', 'events of this one', ...CALLS.map((call) => `${call}, ms`), 'sequential scans of events'],
    rows,
  );
}

/** Resident megabytes of a process and of what it has started; NaN where the machine has no `ps`. */
function memoryOf(pid: number): number {
  try {
    const processes = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,rss='], { encoding: 'utf8' })
      .trim()
      .split('\n')
      .map((line) => line.trim().split(/\s+/).map(Number));
    const own = processes.filter(([id, parent]) => id === pid || parent === pid);
    return own.reduce((sum, [, , kilobytes = 0]) => sum + kilobytes, 0) / 1000;
  } catch {
    return Number.NaN; // Windows
  }
}

async function load(sizes: Sizes): Promise<string> {
  const rows: string[][] = [];
  const backend = await startBackend({ seed: 'test' });
  try {
    await grown(backend, LOADED_SALONS);
    const all = await salonsOf(backend, LOADED_SALONS);
    for (const devices of sizes.devices) {
      const salons = all.slice(0, Math.min(LOADED_SALONS, devices / 2));
      const done = await underLoad(backend, { salons, devices, seconds: sizes.seconds, pauseSeconds: PAUSE_SECONDS });
      const at = (values: readonly number[], share: number) =>
        brief([...values].sort((a, b) => a - b)[Math.floor(values.length * share)] ?? Number.NaN);
      for (const error of new Set(done.errors)) console.log(`error under load: ${error}`);
      rows.push([
        String(devices),
        String(salons.length),
        brief(done.saves.length / done.seconds),
        `${at(done.saves, 0.5)} / ${at(done.saves, 0.95)}`,
        `${at(done.pokes, 0.5)} / ${at(done.pokes, 0.95)}`,
        String(done.errors.length),
        brief(memoryOf(backend.pid())),
      ]);
    }
  } finally {
    await backend.stop();
  }
  const head = ['devices', 'salons', 'saves a second', 'saved, ms p50 / p95', 'on the salon’s other devices, ms p50 / p95'];
  return markdownTable([...head, 'errors', 'megabytes of the server’s process'], rows);
}

export async function serverLoadFigures({ small }: { readonly small?: boolean | undefined }): Promise<string> {
  const sizes = small ? SMALL : LARGE;
  const text = `Every device saves an appointment every ${PAUSE_SECONDS} seconds for ${sizes.seconds} seconds.`;
  const calls = await growth(sizes);
  const loaded = await load(sizes);
  return `${calls}\n\n${text}\n\n${loaded}`;
}
