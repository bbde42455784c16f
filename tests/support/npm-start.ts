/** The process that `npm start` is, for tests: on a data folder of its own and an app that is already built. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import postgres from 'postgres';
import { afterEach, beforeEach } from 'vitest';
import { ROOT } from '../../supabase/local/settings.ts';

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

/** Makes a folder for each test and ends what it started. */
export function npmStart() {
  let folder: string;
  const started: ChildProcess[] = [];

  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'greben-start-'));
    mkdirSync(path.join(folder, 'dist', 'assets'), { recursive: true });
    writeFileSync(path.join(folder, 'dist', 'assets', 'app-1234.js'), `console.log('${'x'.repeat(5000)}')`);
    const index = path.join(folder, 'dist', 'index.html');
    writeFileSync(index, '<!doctype html><title>Гребен</title>');
    utimesSync(index, new Date('2100-01-01'), new Date('2100-01-01')); // newer than any source: nothing is built
  });
  afterEach(async () => {
    for (const child of started.splice(0)) await ended(child, 'SIGTERM');
    for (const name of ['data', 'other']) {
      const named = path.join(folder, name, 'location'); // as root the cluster lies elsewhere
      if (existsSync(named)) rmSync(readFileSync(named, 'utf8').trim(), { recursive: true, force: true });
    }
    rmSync(folder, { recursive: true, force: true });
  });

  async function start(env: Record<string, string> = {}): Promise<Start> {
    const child = spawn(process.execPath, ['supabase/local/run.mjs', 'start'], {
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
    await Promise.race([ready, once(child, 'close')]);
    const of = (pattern: RegExp) => pattern.exec(output)?.[0] ?? '';
    const url = of(/http:\/\/127\.0\.0\.1:\d+/);
    return { child, output, printed: () => output, url, databaseUrl: of(/postgresql:\/\/\S+/) };
  }

  return { folder: () => folder, start };
}
