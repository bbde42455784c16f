/**
 * Makes a cluster (PostgreSQL's folder of databases). Promises: what holds `global/pg_control` is a database and is started, never
 * filled or emptied; a folder of which nobody knows what it holds is left as it is.
 *
 * initdb fills a folder of its own beside the cluster's place, and only a whole one is put there, by a rename that is on the disk
 * before PostgreSQL first starts. So what lies in a folder of that name was never started and has never held a row.
 */
import { type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { flushFolder } from '#local/atomic-write.ts';
import { DataFolderError, isAlive } from './folder-lock.ts';

export const SUPERUSER = 'postgres';

export interface Account {
  uid: number;
  gid: number;
}

export interface ClusterOptions {
  /** Where it is to lie. Its parent must exist and be on the same file system. */
  cluster: string;
  password: string;
  /** Who PostgreSQL runs as; undefined: whoever runs this. */
  account: Account | undefined;
  /** Tests only: a cluster that is thrown away needs no fsync. */
  durable?: boolean;
  /** A file that is there once this data folder has had a database (`readSeedNote`): from then on none is made. */
  note?: string;
}

/** A database, whole or not: PostgreSQL reads this file first, and initdb has ended when we see it at its place. */
export const isCluster = (folder: string): boolean => existsSync(path.join(folder, 'global', 'pg_control'));

/** Also for one that is not there. */
export function isEmptyFolder(folder: string): boolean {
  try {
    return readdirSync(folder).length === 0;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return true;
    throw error;
  }
}

/** A name like this one that nothing has. */
export function unusedName(wanted: string): string {
  for (let n = 1; ; n++) {
    const name = n === 1 ? wanted : `${wanted}-${n}`;
    if (!existsSync(name)) return name;
  }
}

/** As a word of a shell's line. */
export const shellQuoted = (name: string) => `'${name.replaceAll("'", "'\\''")}'`;

/** One line for a shell that moves a folder. */
export const moveCommand = (from: string, to: string): string => `mv ${shellQuoted(from)} ${shellQuoted(to)}`;

/** One line for a shell that puts databases aside, whole, so that the next start makes a new one. */
export function asideCommand(databases: readonly string[], note: string | undefined): string {
  const aside = databases.filter((one) => !isEmptyFolder(one)).map((one) => moveCommand(one, unusedName(`${one}.before`)));
  const forget = note && existsSync(note) ? [`rm ${shellQuoted(note)}`] : [];
  return [...aside, ...forget].join(' && ');
}

/** How a program of PostgreSQL is run. */
export function asAccount(account: Account | undefined, folder: string): SpawnOptions {
  // A cwd that the account cannot enter makes initdb fail, and LD_LIBRARY_PATH or PG* of the caller would mislead it.
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

/** What starts that were killed left of clusters that they were making: the name says who made it, and that it never ran. */
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

/** @throws DataFolderError where one may not be made */
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
 * Makes the cluster where there is none yet; the caller holds the lock on its place.
 * @param native PostgreSQL's programs, of postgresBinaries
 * @throws DataFolderError when something else lies there
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
    renameSync(data, cluster); // an empty folder gives way, anything else does not
    for (const each of [work, path.dirname(cluster)]) flushFolder(each);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}
