/**
 * The embedded PostgreSQL 17: makes its cluster (new-cluster.ts), starts it on a free port of the loopback, and stops it. It uses
 * only TCP, because `nobody` may be refused the lock of a Unix socket. It is a process group of its own, so that Ctrl+C reaches
 * us first.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import postgres from 'postgres';
import { isAlive } from './folder-lock.ts';
import { asAccount, type ClusterOptions, makeCluster, SUPERUSER } from './new-cluster.ts';
import { postgresBinaries } from './postgres-binaries.ts';
import { LOG_SETTINGS, logPostgres } from './postgres-log.ts';

/** A crashed cluster replays its log first, which takes longer than a start, but never this long for a salon. */
const READY_WITHIN_MS = 60_000;

export interface PostgresOptions extends ClusterOptions {
  /** The folder of the log and, with `account`, of the copied programs. */
  location: string;
  /** Another place of that copy, so that several clusters share it. */
  binaries?: string;
  /** Ends a start that is under way. */
  signal?: AbortSignal;
  /** The port of an earlier run, which somebody may have noted in a connection string. Another one is used if it is taken. */
  port?: number;
}

export interface RunningPostgres {
  readonly port: number;
  /** The postmaster's process. */
  readonly pid: number;
  /** Connection string of the superuser. */
  url(database?: string): string;
  /** Fast shutdown; resolves when the process has ended. */
  stop(): Promise<void>;
  /** Resolves when the process ends, whether it was asked to or not. */
  readonly ended: Promise<void>;
  /** Resolves with true when it accepts queries (again), and with false if it has ended instead. */
  ready(): Promise<boolean>;
}

/** Returns the connection string of the superuser of a cluster that listens there. */
export const urlOf = (port: number, password: string, database = 'postgres'): string =>
  `postgresql://${SUPERUSER}:${password}@127.0.0.1:${port}/${database}`;

/** Returns `wanted` if that port is free, else any free port. */
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

function commandLine(pid: number): string | null {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
  } catch {
    return null;
  }
}

/** True if the process works in the cluster's folder, as its postmaster does. The folder is recognised even if it was moved. */
function worksIn(cluster: string, pid: number): boolean {
  const own = statSync(cluster);
  const cwd = statSync(`/proc/${pid}/cwd`, { throwIfNoEntry: false });
  return cwd?.dev === own.dev && cwd.ino === own.ino;
}

/**
 * Stops a PostgreSQL that a killed server (kill -9) left running. `postmaster.pid` may also name a process that has ended long
 * ago, or whose number now belongs to another program. We hold the lock on the data folder, so a living postmaster of this
 * cluster is an orphan.
 */
export async function clearLeftover(cluster: string): Promise<void> {
  const pidFile = path.join(cluster, 'postmaster.pid');
  if (!existsSync(pidFile)) return;
  const pid = Number(readFileSync(pidFile, 'utf8').split('\n')[0]);
  if (!Number.isInteger(pid) || pid <= 0) return rmSync(pidFile); // PostgreSQL writes the number before it opens anything
  // PostgreSQL removes the file itself, after checking that no worker of the dead one still writes (`WORKERS_LEFT`).
  if (!isAlive(pid)) return;
  const command = commandLine(pid);
  // A zombie, as in a container without an init, has a number but no command line.
  const runs = () => {
    const now = commandLine(pid);
    return Boolean(now && (now.includes(cluster) || worksIn(cluster, pid)));
  };
  if (runs()) {
    process.kill(pid, 'SIGINT'); // fast shutdown
    await until(() => !runs(), 60_000, `PostgreSQL of an earlier run (process ${pid}) does not stop`);
  } else if (command !== null) {
    rmSync(pidFile, { force: true }); // the number now belongs to another program, or to none
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
    return false; // it does not listen yet, or answers "the database system is starting up"
  } finally {
    await sql.end({ timeout: 1 });
  }
}

function launch(native: string, options: PostgresOptions, port: number) {
  const settings = {
    listen_addresses: '127.0.0.1',
    port: String(port),
    unix_socket_directories: '',
    max_connections: '120',
    shared_buffers: '128MB',
    timezone: 'UTC',
    jit: 'off',
    ...LOG_SETTINGS,
    ...(options.durable === false ? { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', autovacuum: 'off' } : {}),
  };
  const args = ['-D', options.cluster, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])];
  return spawn(path.join(native, 'bin', 'postgres'), args, {
    ...asAccount(options.account, options.cluster),
    stdio: ['ignore', 'ignore', 'pipe'],
    detached: true,
  });
}

/** PostgreSQL's message if it starts before the last worker of a killed postmaster has noticed the end; a moment later it has. */
const WORKERS_LEFT = /pre-existing shared memory block/;
const AGAIN_MS = 200;
/** A shutdown that takes longer becomes an immediate one, and the next start replays the log. */
const FAST_SHUTDOWN_MS = 5_000;

interface LaunchedPostgres extends RunningPostgres {
  /** Resolves after its end with true if workers of a killed postmaster were still there. */
  foundWorkers(): Promise<boolean>;
}

function launched(native: string, options: PostgresOptions, port: number): LaunchedPostgres {
  const child = launch(native, options, port);
  const log = path.join(options.location, 'postgres.log');
  let workersLeft = false;
  logPostgres(child.stderr, log, (line) => {
    workersLeft ||= WORKERS_LEFT.test(line);
  });
  // Workers of a killed postmaster may hold the pipe as long as their query takes, so only the log waits for the pipe's end.
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()).once('error', () => resolve()));
  const wasHeard = new Promise<void>((resolve) => child.once('close', () => resolve()));
  let running = true;
  void ended.then(() => (running = false));
  const url = (database?: string) => urlOf(port, options.password, database);
  const stop = async () => {
    if (!running) return;
    child.kill('SIGINT');
    const impatient = setTimeout(() => child.kill('SIGQUIT'), FAST_SHUTDOWN_MS);
    await wasHeard;
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
  const foundWorkers = async () => {
    await wasHeard;
    return workersLeft;
  };
  return { port, pid: child.pid ?? 0, url, stop, ended, ready, foundWorkers };
}

export async function startPostgres(options: PostgresOptions): Promise<RunningPostgres> {
  const native = postgresBinaries(options.account ? (options.binaries ?? options.location) : undefined);
  await clearLeftover(options.cluster);
  await makeCluster(native, options);
  const port = await freePort(options.port);
  const log = path.join(options.location, 'postgres.log');
  for (const end = Date.now() + READY_WITHIN_MS; ; await wait(AGAIN_MS)) {
    options.signal?.throwIfAborted();
    const server = launched(native, options, port);
    if (await server.ready()) return server;
    if (!(await server.foundWorkers()) || Date.now() > end) throw new Error(`PostgreSQL did not start; see ${log}`);
  }
}
