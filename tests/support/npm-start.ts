/** The process that `npm start` is, for tests: on a data folder of its own and an app that is already built. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import postgres from 'postgres';
import { afterEach, beforeEach } from 'vitest';
import { isRoot, type UnixUser } from '#local/postgres/data-folder.ts';
import { ROOT } from '../../supabase/local/settings.ts';

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

/** As root the cluster lies elsewhere than in the data folder; here it stays in the test's own. */
function located(data: string): void {
  mkdirSync(data);
  if (!isRoot()) return;
  mkdirSync(path.join(data, 'located'));
  writeFileSync(path.join(data, 'location'), `${path.join(data, 'located')}\n`);
}

/** Where the cluster and what belongs to it lie. */
export const locationIn = (data: string): string => (isRoot() ? path.join(data, 'located') : data);

/** Makes a folder for each test and ends what it started. */
export function npmStart() {
  let folder: string;
  const started: ChildProcess[] = [];

  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'greben-start-'));
    chmodSync(folder, 0o755);
    mkdirSync(path.join(folder, 'dist', 'assets'), { recursive: true });
    writeFileSync(path.join(folder, 'dist', 'assets', 'app-1234.js'), `console.log('${'x'.repeat(5000)}')`);
    const index = path.join(folder, 'dist', 'index.html');
    writeFileSync(index, '<!doctype html><title>Гребен</title>');
    utimesSync(index, new Date('2100-01-01'), new Date('2100-01-01')); // newer than any source: nothing is built
    for (const name of ['data', 'other']) located(path.join(folder, name));
  });
  afterEach(async () => {
    for (const child of started.splice(0)) await ended(child, 'SIGTERM');
    rmSync(folder, { recursive: true, force: true });
  });

  /** A folder of this account, for a start by it. */
  function folderOf({ uid, gid }: UnixUser): string {
    const data = path.join(folder, `data-${uid}`);
    mkdirSync(data);
    chownSync(data, uid, gid);
    return data;
  }

  /** @param account who starts it, when not whoever runs this */
  function begin(env: Record<string, string> = {}, account?: UnixUser): Begun {
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
    started.push(child);
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

  const start = (env: Record<string, string> = {}, account?: UnixUser): Promise<Start> => begin(env, account).ready;

  return { folder: () => folder, folderOf, begin, start };
}
