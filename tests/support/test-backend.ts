/** A backend for a test: a clone of a seeded database, a server process that can be killed, its own port. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Sql } from 'postgres';
import { PUBLISHABLE_KEY, ROOT } from '../../supabase/local/settings.ts';
import type { ProcessOptions } from './backend-process.ts';
import { cloneDatabase, type DatabaseOptions } from './cluster.ts';

export { TEST_ACCOUNTS } from '#local/seeds/seed-test.ts';
export { DEMO_PASSWORD } from '#local/seeds/seed-write.ts';

/** What every test backend signs sessions with. */
export const TEST_KEYS = { jwtSecret: 'a-secret-of-tests-that-is-long-enough-for-hs256' };

export interface BackendOptions extends DatabaseOptions {
  /** Seconds that an access token lives. */
  tokenLifetime?: number;
  /** Folder of the built app; `dist` when it is not given. */
  dist?: string;
  /** Failed sign-ins before the limiter speaks; 0, the default: never. */
  signInAttempts?: number;
  /** The address that people use, behind a proxy. */
  publicUrl?: string;
  /** Proxies that are believed, as in GREBEN_PROXY. */
  proxies?: string;
}

export interface TestBackend {
  readonly url: string;
  readonly publishableKey: string;
  readonly databaseUrl: string;
  /** As the superuser: what the database really holds. */
  readonly sql: Sql;
  /** Of the server's process. */
  pid(): number;
  /** What the server has printed. */
  output(): string;
  /** kill -9, the database stays. */
  kill(): Promise<void>;
  /** After `kill`, or instead of it: a new process on the same port and database. */
  restart(): Promise<void>;
  /** Ends the server and drops the database. */
  stop(): Promise<void>;
}

/** Names the bundled process (backend-setup.ts); without it, each start compiles its sources. */
export const BACKEND_VARIABLE = 'GREBEN_TEST_BACKEND';
const bundled = process.env[BACKEND_VARIABLE];
const CHILD = bundled ? [bundled] : ['--import', 'tsx', path.join(import.meta.dirname, 'backend-process.ts')];

/** The clocks of stories are set at will: none of them is to hear that it is wrong. A story of that sets a time itself. */
const SAYS_NO_TIME =
  'create or replace function private.server_time() returns timestamptz language sql volatile as $$ select null::timestamptz $$';

interface Server {
  child: ChildProcess;
  port: number;
}

async function launch(options: ProcessOptions, print: (text: string) => void): Promise<Server> {
  const env = { ...process.env, GREBEN_BACKEND: JSON.stringify(options) };
  const child = spawn(process.execPath, CHILD, { cwd: ROOT, env, stdio: ['ignore', 'pipe', 'pipe', 'ipc'] });
  child.stdout?.on('data', (chunk: Buffer) => print(chunk.toString()));
  child.stderr?.on('data', (chunk: Buffer) => print(chunk.toString()));
  const ready = once(child, 'message') as Promise<[{ port: number }]>;
  const gone = once(child, 'close').then(() => null);
  const first = await Promise.race([ready, gone]);
  if (!first) throw new Error('The backend ended before it was ready');
  return { child, port: first[0].port };
}

async function end({ child }: Server, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const closed = once(child, 'close');
  child.kill(signal);
  await closed;
}

export async function startBackend(options: BackendOptions): Promise<TestBackend> {
  const database = await cloneDatabase(options);
  await database.sql.unsafe(SAYS_NO_TIME);
  const folder = mkdtempSync(path.join(tmpdir(), 'greben-backend-'));
  let output = '';
  const print = (text: string) => {
    output += text;
  };
  const settings: ProcessOptions = {
    ...TEST_KEYS,
    databaseUrl: database.url,
    folder,
    port: 0,
    dist: options.dist ?? path.join(ROOT, 'dist'),
    tokenLifetime: options.tokenLifetime ?? 3600,
    signInAttempts: options.signInAttempts ?? 0,
    ...(options.publicUrl ? { publicUrl: options.publicUrl } : {}),
    ...(options.proxies ? { proxies: options.proxies } : {}),
  };
  let server = await launch(settings, print).catch((error: Error) => {
    throw new Error(`${error.message}:\n${output}`);
  });
  const { port } = server;
  const url = `http://127.0.0.1:${port}`;
  return {
    url,
    publishableKey: PUBLISHABLE_KEY,
    databaseUrl: database.url,
    sql: database.sql,
    pid: () => server.child.pid ?? Number.NaN,
    output: () => output,
    kill: () => end(server, 'SIGKILL'),
    async restart() {
      await end(server, 'SIGTERM');
      server = await launch({ ...settings, port }, print);
    },
    async stop() {
      await end(server, 'SIGTERM');
      await database.drop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
