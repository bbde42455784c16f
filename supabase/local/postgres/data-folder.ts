/**
 * The data folder (GREBEN_DATA): its secrets, the parts of it that lie elsewhere, and the lock that keeps two servers off one
 * database.
 *
 * PostgreSQL refuses to run as root. It is then started as `nobody`, who cannot reach a clone below a closed directory. So as
 * root the programs and the cluster lie in a reachable folder below /var/lib, which the file `location` in the data folder names.
 * Unlike /var/tmp, that folder is not cleaned up by age.
 */
import { execFileSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { writeAtomically } from '#local/atomic-write.ts';
import { SEEDS, type SeedName } from '#local/settings.ts';
import { DataFolderError, type FolderLock, takeLock } from './folder-lock.ts';
import { asideCommand, isCluster, isEmptyFolder, moveCommand, shellQuoted, type UnixUser, unusedName } from './new-cluster.ts';

export type { UnixUser } from './new-cluster.ts';

export interface Secrets {
  jwtSecret: string;
  databasePassword: string;
  /** The folder of a restored cluster (restore-folder.ts), which this password opens. The first cluster has none. */
  place?: string;
}

export interface DataFolder {
  readonly folder: string;
  /** The folder of the lock, of PostgreSQL's programs and of the clusters: the data folder itself, unless run as root. */
  readonly base: string;
  /** The folder of the cluster and its log: `base`, or a folder in it that a restore made. */
  readonly location: string;
  /** The folder of the copy of PostgreSQL's programs, for an account that cannot reach the package. */
  readonly binaries: string;
  readonly cluster: string;
  /** The file that exists once this folder has had a database (`readSeedNote`). */
  readonly note: string;
  readonly secrets: Secrets;
  /** The account that PostgreSQL runs as; undefined: our own. */
  readonly account: UnixUser | undefined;
  readonly lock: FolderLock;
  /** The command that moves the database out of a folder that is cleaned up by age; undefined if it needs no move. */
  readonly moveAdvice: string | undefined;
}

/** Returns the cluster of a location. */
export const clusterIn = (location: string) => path.join(location, 'postgres');

export function isRoot(): boolean {
  return process.getuid?.() === 0;
}

export function nobody(): UnixUser {
  const id = (flag: string) => Number(execFileSync('id', [flag, 'nobody'], { encoding: 'utf8' }).trim());
  return { uid: id('-u'), gid: id('-g') };
}

const isOurs = (folder: string): boolean => {
  const stat = lstatSync(folder, { throwIfNoEntry: false });
  return stat?.isDirectory() === true && stat.uid === process.getuid?.();
};

/** Returns a name that no other data folder of this machine has. */
const nameOf = (folder: string) => `greben-${createHash('sha256').update(folder).digest('hex').slice(0, 12)}`;

/** The prefix of the folder of a restored cluster (restore-folder.ts). */
export const RESTORED = 'restored-';

/** Returns the folders below `base` that may hold a database: the first cluster, and those that restores have made. */
function databasesIn(base: string): string[] {
  // A folder that was put aside ends differently (`.before`).
  const restored = existsSync(base) ? readdirSync(base).filter((name) => name.startsWith(RESTORED) && !name.includes('.')) : [];
  return [...(isEmptyFolder(clusterIn(base)) ? [] : [clusterIn(base)]), ...restored.map((name) => path.join(base, name))];
}

/**
 * Reads the secrets of a data folder that another process may hold; null if it has none.
 * @throws DataFolderError if it is another user's
 */
export function secretsIn(folder: string): Secrets | null {
  const file = path.join(folder, 'secrets.json');
  if (!existsSync(file)) return null;
  mustBeOurs(realpathSync(folder));
  return JSON.parse(readFileSync(file, 'utf8')) as Secrets;
}

/** Finds secrets and cluster of a data folder that another process may hold; null if it has no database. */
export function lookInto(given: string): { secrets: Secrets; cluster: string } | null {
  const secrets = secretsIn(given);
  if (!secrets) return null;
  const folder = realpathSync(given);
  const base = isRoot() || existsSync(path.join(folder, 'location')) ? locationOf(folder) : folder;
  const cluster = clusterIn(path.join(base, secrets.place ?? ''));
  return isCluster(cluster) ? { secrets, cluster } : null;
}

/**
 * Returns the place that the file `location` names. Without that file an earlier version may have put the database into /var/tmp.
 */
function locationOf(folder: string): string {
  const named = path.join(folder, 'location');
  if (existsSync(named)) return readFileSync(named, 'utf8').trim();
  const [here, former] = ['/var/lib', '/var/tmp'].map((parent) => path.join(parent, nameOf(folder))) as [string, string];
  const holdsOne = (location: string) => isOurs(location) && databasesIn(location).length > 0;
  return !holdsOne(here) && holdsOne(former) ? former : here;
}

function reachableLocation(folder: string): string {
  const location = locationOf(folder);
  // `nobody` has to reach the files there, whatever the umask is.
  if (mkdirSync(location, { recursive: true }) !== undefined) chmodSync(location, 0o755);
  // /var/tmp belongs to everyone, so a folder of somebody else there is not ours to fill.
  if (!isOurs(location)) throw new DataFolderError(`${location} belongs to another user: move it away.`);
  writeFileSync(path.join(folder, 'location'), `${location}\n`);
  return location;
}

/** Returns the command to suggest if the database lies in a folder that is cleaned up by age; undefined if it needs no move. */
function moveAdvice(folder: string, location: string): string | undefined {
  if (!/^(\/private)?(\/var)?\/tmp\//.test(location)) return undefined;
  const better = unusedName(`/var/lib/${path.basename(location)}`);
  const named = path.join(folder, 'location');
  return `${moveCommand(location, better)} && echo ${shellQuoted(better)} > ${shellQuoted(named)}`;
}

function readSecrets(folder: string): Secrets {
  const file = path.join(folder, 'secrets.json');
  if (!existsSync(file)) {
    const random = (bytes: number) => randomBytes(bytes).toString('hex');
    const secrets: Secrets = { jwtSecret: random(32), databasePassword: random(24) };
    writeAtomically(file, `${JSON.stringify(secrets, null, 2)}\n`);
  }
  return JSON.parse(readFileSync(file, 'utf8')) as Secrets;
}

/** Refuses to start another user's data, because a second, empty cluster would look like a loss. */
function mustBeOurs(folder: string): void {
  const who = statSync(folder).uid;
  const elsewhere = existsSync(path.join(folder, 'location'));
  const mixed = isRoot() ? !elsewhere && databasesIn(folder).length > 0 : elsewhere;
  if (mixed)
    throw new DataFolderError(`${folder} was started by another user (${who}): start Greben as that one, or set GREBEN_DATA.`);
  try {
    accessSync(folder, constants.W_OK);
  } catch {
    throw new DataFolderError(`${folder} cannot be written by this user: set GREBEN_DATA.`);
  }
}

/**
 * Refuses a cluster without its password. Such a folder is not new: it may be a backup that was put back in part, or all that was
 * kept.
 */
function mustHaveSecrets(folder: string, base: string, note: string): void {
  const secrets = path.join(folder, 'secrets.json');
  const databases = databasesIn(base);
  if (existsSync(secrets) || databases.length === 0) return;
  throw new DataFolderError(
    `${secrets} is missing, without which the database in ${databases.join(' and ')} does not open: put that file back, or, to ` +
      `begin anew, put the database aside: ${asideCommand(databases, note)}`,
  );
}

/**
 * Opens the data folder, makes it when new, and takes its lock.
 * @throws DataFolderError
 */
export function openDataFolder(given: string): DataFolder {
  mkdirSync(given, { recursive: true });
  const folder = realpathSync(given);
  mustBeOurs(folder);
  const base = isRoot() ? reachableLocation(folder) : folder;
  const lock = takeLock(base, folder);
  try {
    const note = path.join(folder, SEED_NOTE);
    mustHaveSecrets(folder, base, note);
    const secrets = readSecrets(folder);
    const location = path.join(base, secrets.place ?? '');
    const cluster = clusterIn(location);
    if (secrets.place && !isCluster(cluster))
      throw new DataFolderError(`The database of ${folder} is gone: secrets.json names ${location}. Put it back there.`);
    const account = isRoot() ? nobody() : undefined;
    const places = { folder, base, location, binaries: base, cluster, note };
    return { ...places, secrets, account, lock, moveAdvice: moveAdvice(folder, base) };
  } catch (error) {
    lock.release();
    throw error;
  }
}

/**
 * The file with this name tells which seed the database began with. A database is filled once, when it is made. One that is empty
 * later is empty for another reason, and demo accounts in it would let everybody in.
 */
const SEED_NOTE = 'seed';
const BEGUN = ' (begun)';

export type SeedNote =
  /** The database is as its first start left it, or older than this file. */
  | 'done'
  /** The start that chose this seed was killed before it was written, and has served nobody. */
  | { begun: SeedName }
  /** There is no such file. */
  | null;

export function readSeedNote(folder: string): SeedNote {
  const file = path.join(folder, SEED_NOTE);
  if (!existsSync(file)) return null;
  const text = readFileSync(file, 'utf8').trim();
  return SEEDS.map((begun) => ({ begun })).find(({ begun }) => text === begun + BEGUN) ?? 'done';
}

const writeSeedNote = (folder: string, text: string): void => writeAtomically(path.join(folder, SEED_NOTE), `${text}\n`);

export const noteSeedBegun = (folder: string, seed: SeedName): void => writeSeedNote(folder, seed + BEGUN);

/**
 * Notes that the database has its seed.
 * @param seed the seed that it began with, if that is known
 */
export const noteSeedDone = (folder: string, seed: SeedName | 'unknown'): void => writeSeedNote(folder, seed);
