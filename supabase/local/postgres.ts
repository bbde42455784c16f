/**
 * The embedded PostgreSQL 17: makes the cluster, starts it on a free port of the loopback, stops it. It speaks TCP only
 * (as `nobody` the lock of a Unix socket may be refused). It is a process group of its own, so that Ctrl+C reaches it
 * through us and not before us.
 */
import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, closeSync, existsSync, openSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import postgres from 'postgres';
import type { Account } from './data-folder.ts';
import { isAlive } from './folder-lock.ts';
import { postgresBinaries } from './postgres-binaries.ts';

const SUPERUSER = 'postgres';
/** A crashed cluster replays its log first; that takes longer than a start, never this long for a salon. */
const READY_WITHIN_MS = 60_000;

export interface PostgresOptions {
  /** Holds the log, and with `account` the binaries' copy. */
  location: string;
  /** Another place for that copy, so that several clusters share it. */
  binaries?: string;
  cluster: string;
  password: string;
  account: Account | undefined;
  /** Tests only: a cluster that is thrown away needs no fsync. */
  durable?: boolean;
  /** Ends a start that is under way. */
  signal?: AbortSignal;
  /** Of an earlier run, which connection strings name that somebody has noted; another one where it is taken. */
  port?: number;
}

export interface RunningPostgres {
  readonly port: number;
  /** The postmaster's process. */
  readonly pid: number;
  /** Superuser's connection string for a database. */
  url(database?: string): string;
  /** Fast shutdown; resolves when the process has ended. */
  stop(): Promise<void>;
  /** Resolves when the process ends, asked or not. */
  readonly ended: Promise<void>;
  /** True when it takes queries (again), false when it has ended instead. */
  ready(): Promise<boolean>;
}

/** `wanted`, if nobody has it. */
export async function freePort(wanted = 0): Promise<number> {
  const server = createServer();
  server.listen(wanted, '127.0.0.1');
  try {
    await once(server, 'listening');
  } catch (error) {
    if (wanted === 0) throw error;
    return freePort();
  }
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('No free port');
  return address.port;
}

function asAccount(account: Account | undefined, cluster: string): SpawnOptions {
  // A cwd that the account cannot enter makes initdb fail, and LD_LIBRARY_PATH or PG* of the caller would mislead it.
  return {
    ...account,
    cwd: cluster,
    env: { PATH: process.env.PATH ?? '', LC_ALL: 'C', TZ: 'UTC' },
    stdio: ['ignore', 'pipe', 'pipe'],
  };
}

async function run(program: string, args: string[], options: SpawnOptions): Promise<void> {
  const child = spawn(program, args, options);
  let output = '';
  child.stdout?.on('data', (chunk: Buffer) => (output += chunk));
  child.stderr?.on('data', (chunk: Buffer) => (output += chunk));
  const [code] = (await once(child, 'close')) as [number | null];
  if (code !== 0) throw new Error(`${path.basename(program)} failed (${code}):\n${output}`);
}

async function makeCluster(native: string, options: PostgresOptions): Promise<void> {
  // Written after initdb: one that was killed half way leaves a folder that neither starts nor can be filled again.
  const complete = path.join(options.location, 'postgres.complete');
  if (existsSync(complete)) return;
  emptyFolder(options.cluster);
  const passwordFile = path.join(options.location, 'initdb-password');
  writeFileSync(passwordFile, `${options.password}\n`, { mode: 0o600 });
  if (options.account) chownSync(passwordFile, options.account.uid, options.account.gid);
  try {
    const args = ['-D', options.cluster, '-U', SUPERUSER, '-A', 'scram-sha-256', `--pwfile=${passwordFile}`];
    args.push('-E', 'UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--no-sync');
    await run(path.join(native, 'bin', 'initdb'), args, asAccount(options.account, options.cluster));
  } finally {
    rmSync(passwordFile, { force: true });
  }
  writeFileSync(complete, '');
}

function emptyFolder(cluster: string): void {
  for (const name of readdirSync(cluster)) rmSync(path.join(cluster, name), { recursive: true, force: true });
}

function commandLine(pid: number): string | null {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
  } catch {
    return null;
  }
}

/**
 * After a kill -9 of the server its PostgreSQL may live on, or `postmaster.pid` may name a process that is long gone or
 * has become another program. The lock on the data folder is ours: a living postmaster of this cluster is an orphan.
 */
export async function clearLeftover(cluster: string): Promise<void> {
  const pidFile = path.join(cluster, 'postmaster.pid');
  if (!existsSync(pidFile)) return;
  const pid = Number(readFileSync(pidFile, 'utf8').split('\n')[0]);
  if (!Number.isInteger(pid) || pid <= 0) return rmSync(pidFile);
  // PostgreSQL takes it away itself, and looks first whether workers of the dead one still write (`WORKERS_LEFT`).
  if (!isAlive(pid)) return;
  const command = commandLine(pid);
  if (command?.includes(cluster)) {
    process.kill(pid, 'SIGINT'); // fast shutdown
    // Ended but not buried, as in a container without an init, it has a number and no command line any more.
    await until(
      () => !commandLine(pid)?.includes(cluster),
      60_000,
      `PostgreSQL of an earlier run (process ${pid}) does not stop`,
    );
  } else if (command !== null) {
    rmSync(pidFile, { force: true }); // the number of another program, or nobody's any more
  } else {
    throw new Error(`${pidFile} names process ${pid}: stop it, or remove that file if it is not PostgreSQL.`);
  }
}

async function until(done: () => boolean | Promise<boolean>, limitMs: number, message: string): Promise<void> {
  const end = Date.now() + limitMs;
  while (!(await done())) {
    if (Date.now() > end) throw new Error(message);
    await wait(20);
  }
}

async function answers(url: string): Promise<boolean> {
  const sql = postgres(url, { max: 1, connect_timeout: 2, idle_timeout: 1, onnotice: () => undefined });
  try {
    await sql`select 1`;
    return true;
  } catch (error) {
    if ((error as { code?: string }).code === '28P01') throw new Error('The password in secrets.json is not this cluster’s.');
    return false; // not listening yet, or "the database system is starting up"
  } finally {
    await sql.end({ timeout: 1 });
  }
}

function launch(native: string, options: PostgresOptions, port: number): ChildProcess {
  const settings = {
    listen_addresses: '127.0.0.1',
    port: String(port),
    unix_socket_directories: '',
    max_connections: '120',
    shared_buffers: '128MB',
    timezone: 'UTC',
    log_timezone: 'UTC',
    jit: 'off',
    ...(options.durable === false ? { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', autovacuum: 'off' } : {}),
  };
  const args = ['-D', options.cluster, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])];
  const log = openSync(path.join(options.location, 'postgres.log'), 'a', 0o600);
  try {
    const child = spawn(path.join(native, 'bin', 'postgres'), args, {
      ...asAccount(options.account, options.cluster),
      stdio: ['ignore', log, log],
      detached: true,
    });
    return child;
  } finally {
    closeSync(log);
  }
}

/** Said by a start that comes before the last worker of a killed postmaster has noticed; a moment later it has. */
const WORKERS_LEFT = /pre-existing shared memory block/;
const AGAIN_MS = 200;
/** An end that takes longer is made a quick one, which replays the log at the next start. */
const FAST_SHUTDOWN_MS = 5_000;

function launched(native: string, options: PostgresOptions, port: number): RunningPostgres {
  const child = launch(native, options, port);
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  let running = true;
  child.once('error', () => (running = false));
  void ended.then(() => (running = false));
  const url = (database = 'postgres') => `postgresql://${SUPERUSER}:${options.password}@127.0.0.1:${port}/${database}`;
  const log = path.join(options.location, 'postgres.log');
  const stop = async () => {
    if (!running) return;
    child.kill('SIGINT');
    const impatient = setTimeout(() => child.kill('SIGQUIT'), FAST_SHUTDOWN_MS);
    await ended;
    clearTimeout(impatient);
  };
  const ready = async () => {
    const ending = () => child.kill('SIGINT');
    options.signal?.addEventListener('abort', ending);
    try {
      await until(async () => !running || answers(url()), READY_WITHIN_MS, `PostgreSQL does not answer; see ${log}`);
    } catch (error) {
      await stop();
      throw error;
    } finally {
      options.signal?.removeEventListener('abort', ending);
    }
    return running;
  };
  return { port, pid: child.pid ?? 0, url, stop, ended, ready };
}

export async function startPostgres(options: PostgresOptions): Promise<RunningPostgres> {
  const native = postgresBinaries(options.account ? (options.binaries ?? options.location) : undefined);
  await clearLeftover(options.cluster);
  await makeCluster(native, options);
  const port = await freePort(options.port);
  const log = path.join(options.location, 'postgres.log');
  for (const end = Date.now() + READY_WITHIN_MS; ; await wait(AGAIN_MS)) {
    options.signal?.throwIfAborted();
    const before = existsSync(log) ? statSync(log).size : 0;
    const server = launched(native, options, port);
    if (await server.ready()) return server;
    const said = readFileSync(log).subarray(before).toString('utf8');
    if (Date.now() > end || !WORKERS_LEFT.test(said)) throw new Error(`PostgreSQL did not start; see ${log}`);
  }
}
