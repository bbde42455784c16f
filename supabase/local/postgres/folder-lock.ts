/**
 * The lock that keeps two servers off one data folder. It names the process and, once it listens, its port. A living process that
 * has closed its port serves nobody: the next start waits a while for its end and then kills it. A server that is only busy, or
 * stopped by Ctrl+Z, keeps its port open in the kernel and is never killed.
 */
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

/**
 * The data folder cannot be used: another server holds it, or it belongs to another user. The person at the console reads the
 * message.
 */
export class DataFolderError extends Error {}

export interface LockHolder {
  pid: number;
  startedAt: string;
  folder: string;
  /** The address on which it listens, once it does. */
  serving?: Served;
  /** The process that listens for it. */
  by?: { pid: number; startedAt: string };
}

interface Served {
  host: string;
  port: number;
}

export class DataFolderInUseError extends DataFolderError {
  readonly holder: LockHolder;

  constructor(holder: LockHolder) {
    super(`Greben is already running on ${holder.folder} (process ${holder.pid}).`);
    this.holder = holder;
  }
}

export interface FolderLock {
  /** Records the address on which this server listens, and the process that listens. */
  serving(where: Served, by: number): void;
  release(): void;
}

/**
 * Returns the kernel's start time of a process if /proc tells it, because a pid alone may have been given to another program.
 * Null for a zombie.
 */
function startedAt(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return fields[0] === 'Z' ? null : (fields[19] ?? '');
  } catch {
    return '';
  }
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

const holds = ({ pid, startedAt: since }: { pid: number; startedAt: string }) => isAlive(pid) && startedAt(pid) === since;

function readLock(file: string): LockHolder | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as LockHolder;
  } catch {
    return null; // a power cut broke it, or it was just removed
  }
}

/**
 * True if a lock is there that nobody holds: its process has ended, or a power cut broke it. False if the lock was removed just
 * now.
 */
function isLeft(file: string): boolean {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    return false;
  }
  try {
    return !holds(JSON.parse(text) as LockHolder);
  } catch {
    return true;
  }
}

/** Writes the whole lock at once, because half a lock would count as none. Returns false if one is there already. */
function put(file: string, holder: LockHolder, replace: boolean): boolean {
  const next = `${file}.${process.pid}`;
  writeFileSync(next, JSON.stringify(holder), { mode: 0o600 });
  if (replace) {
    renameSync(next, file);
    return true;
  }
  try {
    linkSync(next, file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return false;
  } finally {
    rmSync(next);
  }
}

/**
 * Removes a dead holder's lock. Another start may replace that lock at this very moment, and its new one must stay. So only one
 * process at a time may remove a lock, and it checks again before it does.
 */
function removeDead(file: string, mine: LockHolder): void {
  const guard = `${file}.removing`;
  if (!put(guard, mine, false)) {
    if (isLeft(guard)) rmSync(guard, { force: true });
    return;
  }
  try {
    if (isLeft(file)) rmSync(file, { force: true });
  } finally {
    rmSync(guard);
  }
}

/**
 * Takes the lock.
 * @throws DataFolderInUseError while another living process holds it
 */
export function takeLock(location: string, folder: string): FolderLock {
  const file = path.join(location, 'lock');
  const mine: LockHolder = { pid: process.pid, startedAt: startedAt(process.pid) ?? '', folder };
  for (let attempt = 0; attempt < 3; attempt++) {
    if (put(file, mine, false)) {
      return {
        serving(serving, pid) {
          put(file, { ...mine, serving, by: { pid, startedAt: startedAt(pid) ?? '' } }, true);
        },
        release() {
          const holder = readLock(file);
          if (holder?.pid === mine.pid && holder.startedAt === mine.startedAt) rmSync(file);
        },
      };
    }
    const holder = readLock(file);
    if (holder && holds(holder)) throw new DataFolderInUseError(holder);
    // That process ends by itself when its parent is gone, unless it hangs.
    if (holder?.by && holds(holder.by)) process.kill(holder.by.pid, 'SIGKILL');
    removeDead(file, mine);
  }
  throw new DataFolderError(`Another start took ${folder} at the same moment.`);
}

/** True only if the kernel reports that nobody listens there. A busy server still listens. */
function isClosed(host: string, port: number): Promise<boolean> {
  const reachable = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host;
  return new Promise((resolve) => {
    const socket = connect({ host: reachable, port, timeout: 2_000 });
    const say = (closed: boolean) => {
      socket.destroy();
      resolve(closed);
    };
    socket.once('connect', () => say(false));
    socket.once('timeout', () => say(false));
    socket.once('error', (error: NodeJS.ErrnoException) => say(error.code === 'ECONNREFUSED'));
  });
}

/** Longer than an orderly shutdown takes, with the last checkpoint of PostgreSQL. */
const ENDING_MS = 15_000;
const LOOK_MS = 100;

/**
 * Resolves with true when the holder has gone. A holder that has closed its port and is still there after `patience` milliseconds
 * is killed; its PostgreSQL is then stopped like that of any killed server. Resolves with false if the holder serves, or begins
 * to.
 */
export async function waitForHolder(holder: LockHolder, patience = ENDING_MS): Promise<boolean> {
  if (!holder.serving) return !holds(holder);
  const { host, port } = holder.serving;
  for (const end = Date.now() + patience; holds(holder); await wait(LOOK_MS)) {
    if (!(await isClosed(host, port))) return false;
    if (Date.now() > end && holds(holder)) process.kill(holder.pid, 'SIGKILL');
  }
  return true;
}
