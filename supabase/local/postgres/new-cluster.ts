/**
 * Makes a cluster, which is PostgreSQL's folder of databases. Promises: a folder with `global/pg_control` is a database and is
 * started, never filled or emptied; a folder of unknown contents is left as it is.
 *
 * initdb fills another folder beside the cluster's place. Only a whole cluster is moved there, by a rename that is on the disk
 * before PostgreSQL first starts. So a folder with that other name was never started and has never held a row.
 */
import { type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { flushFolder } from '#local/atomic-write.ts';
import { DataFolderError, isAlive } from './folder-lock.ts';

export const SUPERUSER = 'postgres';

export interface UnixUser {
  uid: number;
  gid: number;
}

export interface ClusterOptions {
  /** Its place. The parent must exist and be on the same file system. */
  cluster: string;
  password: string;
  /** The account that PostgreSQL runs as; undefined: our own. */
  account: UnixUser | undefined;
  /** For tests only: a cluster that is thrown away needs no fsync. */
  durable?: boolean;
  /** A file that exists once this data folder has had a database (`readSeedNote`); from then on none is made. */
  note?: string;
}

/**
 * True for a database, whole or not: PostgreSQL reads this file first, and it appears in this place only after initdb has ended.
 */
export const isCluster = (folder: string): boolean => existsSync(path.join(folder, 'global', 'pg_control'));

/** True for an empty folder, and for one that does not exist. */
export function isEmptyFolder(folder: string): boolean {
  try {
    return readdirSync(folder).length === 0;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return true;
    throw error;
  }
}

/** Returns a name like this one that no file has. */
export function unusedName(wanted: string): string {
  for (let n = 1; ; n++) {
    const name = n === 1 ? wanted : `${wanted}-${n}`;
    if (!existsSync(name)) return name;
  }
}

/** Quotes a name as one word of a shell's line. */
export const shellQuoted = (name: string) => `'${name.replaceAll("'", "'\\''")}'`;

/** Returns a shell command that moves a folder. */
export const moveCommand = (from: string, to: string): string => `mv ${shellQuoted(from)} ${shellQuoted(to)}`;

/** Returns a shell command that puts databases aside, whole, so that the next start makes a new one. */
export function asideCommand(databases: readonly string[], note: string | undefined): string {
  const aside = databases.filter((one) => !isEmptyFolder(one)).map((one) => moveCommand(one, unusedName(`${one}.before`)));
  const forget = note && existsSync(note) ? [`rm ${shellQuoted(note)}`] : [];
  return [...aside, ...forget].join(' && ');
}

/** Returns the options with which PostgreSQL's programs run. */
export function asAccount(account: UnixUser | undefined, folder: string): SpawnOptions {
  // initdb fails in a working folder that the account cannot enter, and LD_LIBRARY_PATH or PG* of the caller would mislead it.
  return {
    ...account,
    cwd: folder,
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

const NEW = '.new-';

/** Removes the unfinished clusters of killed starts. Their names tell who made them, and that they never ran. */
function removeUnfinished(cluster: string): void {
  const parent = path.dirname(cluster);
  for (const name of readdirSync(parent)) {
    const [of, maker] = name.split(NEW);
    if (of !== path.basename(cluster) || !/^\d+$/.test(maker ?? '')) continue;
    if (Number(maker) !== process.pid && isAlive(Number(maker))) continue;
    // An initdb that outlives its start by a moment may still write there.
    rmSync(path.join(parent, name), { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  }
}

/**
 * Checks that a cluster may be made at this place.
 * @throws DataFolderError if not
 */
function mustBeFree({ cluster, note }: ClusterOptions): void {
  if (!isEmptyFolder(cluster))
    throw new DataFolderError(
      `${cluster} is not empty and no whole database either (it has no global/pg_control), so it is left as it is: put a backup ` +
        `in its place, or, to begin anew, put it aside: ${asideCommand([cluster], note)}`,
    );
  if (note && existsSync(note))
    throw new DataFolderError(
      `The database of ${path.dirname(note)} is gone: nothing lies in ${cluster}. Put it or a backup there, or, to begin anew: ` +
        asideCommand([cluster], note),
    );
}

/**
 * Makes the cluster if there is none yet. The caller holds the lock on its place.
 * @param native the folder of PostgreSQL's programs, from postgresBinaries
 * @throws DataFolderError if something else is there
 */
export async function makeCluster(native: string, options: ClusterOptions): Promise<void> {
  const { cluster, account, password } = options;
  removeUnfinished(cluster);
  if (isCluster(cluster)) return;
  mustBeFree(options);
  const work = `${cluster}${NEW}${process.pid}`;
  const data = path.join(work, 'data');
  const passwordFile = path.join(work, 'password');
  mkdirSync(work, { mode: 0o700 });
  writeFileSync(passwordFile, `${password}\n`, { mode: 0o600 });
  if (account) for (const each of [work, passwordFile]) chownSync(each, account.uid, account.gid);
  try {
    const args = ['-D', data, '-U', SUPERUSER, '-A', 'scram-sha-256', `--pwfile=${passwordFile}`];
    args.push('-E', 'UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8');
    if (options.durable === false) args.push('--no-sync');
    await run(path.join(native, 'bin', 'initdb'), args, asAccount(account, work));
    renameSync(data, cluster); // the rename replaces an empty folder and nothing else
    for (const each of [work, path.dirname(cluster)]) flushFolder(each);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}
