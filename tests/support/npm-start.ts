/** The process that `npm start` is, for tests: on a data folder of its own and an app that is already built. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import postgres from 'postgres';
import { afterEach, beforeEach } from 'vitest';
import { isRoot, type UnixUser } from '#local/postgres/data-folder.ts';
import { postgresBinaries } from '#local/postgres/postgres-binaries.ts';
import { ROOT } from '../../supabase/local/settings.ts';
import { cluster, FOLDER } from './cluster.ts';

export interface Begun {
  child: ChildProcess;
  /** When it is ready, or has ended. */
  ready: Promise<Start>;
}

export interface Start {
  child: ChildProcess;
  /** All that was printed until it was ready or had ended. */
  output: string;
  /** All that it has printed by now. */
  printed(): string;
  url: string;
  databaseUrl: string;
}

/** Sends the signal unless it has ended; returns its exit code. */
export async function ended(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  if (child.exitCode === null && child.signalCode === null) {
    const closed = once(child, 'close');
    child.kill(signal);
    await closed;
  }
  return child.exitCode;
}

export async function query(url: string, text: string): Promise<Record<string, unknown>[]> {
  const sql = postgres(url, { max: 1, onnotice: () => undefined });
  try {
    return [...(await sql.unsafe(text))];
  } finally {
    await sql.end();
  }
}

export const postmaster = async (url: string) => {
  const [row] = await query(url, `select split_part(pg_read_file('postmaster.pid'), e'\\n', 1)::int as pid`);
  return Number(row?.pid);
};

/** Where the cluster and what belongs to it lie. */
export const locationIn = (data: string): string => (isRoot() ? path.join(data, 'located') : data);

/** As root the cluster lies elsewhere than in the data folder; here it stays in the test's own. */
function locate(data: string): void {
  mkdirSync(locationIn(data), { recursive: true });
  if (!isRoot()) return;
  writeFileSync(path.join(data, 'location'), `${locationIn(data)}\n`);
}

/** An app that is newer than any source: nothing is built. */
function builtApp(dist: string): void {
  mkdirSync(path.join(dist, 'assets'), { recursive: true });
  writeFileSync(path.join(dist, 'assets', 'app-1234.js'), `console.log('${'x'.repeat(5000)}')`);
  const index = path.join(dist, 'index.html');
  writeFileSync(index, '<!doctype html><title>Гребен</title>');
  utimesSync(index, new Date('2100-01-01'), new Date('2100-01-01'));
}

function beginIn(folder: string, env: Record<string, string> = {}, account?: UnixUser): Begun {
  const child = spawn(process.execPath, ['supabase/local/run.mjs', 'start'], {
    ...account,
    cwd: ROOT,
    env: {
      ...process.env,
      PORT: '0',
      GREBEN_DATA: path.join(folder, 'data'),
      GREBEN_DIST: path.join(folder, 'dist'),
      GREBEN_SEED: 'test',
      GREBEN_SHOW_DATABASE: '1',
      ...env,
    },
  });
  let output = '';
  const ready = new Promise<void>((resolve) => {
    const take = (chunk: Buffer) => {
      output += chunk.toString();
      if (output.includes('Ctrl+C')) resolve();
    };
    child.stdout.on('data', take);
    child.stderr.on('data', take);
  });
  const closed = once(child, 'close');
  const start = async (): Promise<Start> => {
    await Promise.race([ready, closed]);
    const of = (pattern: RegExp) => pattern.exec(output)?.[0] ?? '';
    const url = of(/http:\/\/127\.0\.0\.1:\d+/);
    return { child, output, printed: () => output, url, databaseUrl: of(/postgresql:\/\/\S+/) };
  };
  return { child, ready: start() };
}

const SERVED_LOCK = 7_340_028;

/** A first start of this run's own has made it, and ended: whoever asks first starts it, the others wait. */
async function servedFolder(): Promise<string> {
  const admin = postgres((await cluster()).url('postgres'), { max: 1, onnotice: () => undefined });
  try {
    await admin`select pg_advisory_lock(${SERVED_LOCK})`;
    const [run] = await admin<{ postgres: string }[]>`select current_setting('data_directory') as postgres`;
    const served = path.join(path.dirname(run?.postgres ?? ''), 'served'); // goes with the run's cluster
    if (existsSync(served)) return path.join(served, 'data');
    const unfinished = `${served}-unfinished`;
    const data = path.join(unfinished, 'data');
    builtApp(path.join(unfinished, 'dist'));
    locate(data);
    if (isRoot()) {
      const programs = path.dirname(postgresBinaries(FOLDER)); // 60 MB, which are not copied for each test
      symlinkSync(programs, path.join(locationIn(data), path.basename(programs)));
    }
    const { child, output } = await beginIn(unfinished).ready;
    if ((await ended(child, 'SIGTERM')) !== 0) throw new Error(`The first start failed:\n${output}`);
    renameSync(unfinished, served);
    return path.join(served, 'data');
  } finally {
    await admin.end();
  }
}

/** Makes a folder for each test and ends what it started. */
export function npmStart() {
  let folder: string;
  const started: ChildProcess[] = [];

  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'greben-start-'));
    chmodSync(folder, 0o755);
    builtApp(path.join(folder, 'dist'));
    for (const name of ['data', 'other']) locate(path.join(folder, name));
  });
  afterEach(async () => {
    for (const child of started.splice(0)) await ended(child, 'SIGTERM');
    rmSync(folder, { recursive: true, force: true });
  });

  /** Puts data there that were served before, where the first start is not what is tested. */
  async function serveBefore(): Promise<void> {
    const data = path.join(folder, 'data');
    rmSync(data, { recursive: true });
    execFileSync('cp', ['-a', await servedFolder(), data]);
    locate(data);
  }

  /** A folder of this account, for a start by it. */
  function folderOf({ uid, gid }: UnixUser): string {
    const data = path.join(folder, `data-${uid}`);
    mkdirSync(data);
    chownSync(data, uid, gid);
    return data;
  }

  /** @param account who starts it, when not whoever runs this */
  function begin(env: Record<string, string> = {}, account?: UnixUser): Begun {
    const begun = beginIn(folder, env, account);
    started.push(begun.child);
    return begun;
  }

  const start = (env: Record<string, string> = {}, account?: UnixUser): Promise<Start> => begin(env, account).ready;

  return { folder: () => folder, serveBefore, folderOf, begin, start };
}
