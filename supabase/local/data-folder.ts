/**
 * The data folder (GREBEN_DATA): what of it may lie elsewhere, its secrets, and the lock that keeps two servers off one
 * database.
 *
 * PostgreSQL refuses to run as root and is then spawned as `nobody`, who cannot reach a clone below a closed directory.
 * So as root the binaries and the cluster live in a reachable folder, which `location` in the data folder names.
 */
import { execFileSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import {
  accessSync,
  chownSync,
  constants,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { DataFolderError, type FolderLock, takeLock } from './folder-lock.ts';

export interface Secrets {
  jwtSecret: string;
  secretKey: string;
  databasePassword: string;
}

export interface Account {
  uid: number;
  gid: number;
}

export interface DataFolder {
  readonly folder: string;
  /** Where binaries and cluster are; the data folder itself unless run as root. */
  readonly location: string;
  readonly cluster: string;
  readonly secrets: Secrets;
  /** Who PostgreSQL runs as; undefined: whoever runs this. */
  readonly account: Account | undefined;
  readonly lock: FolderLock;
}

export function isRoot(): boolean {
  return process.getuid?.() === 0;
}

export function nobody(): Account {
  const id = (flag: string) => Number(execFileSync('id', [flag, 'nobody'], { encoding: 'utf8' }).trim());
  return { uid: id('-u'), gid: id('-g') };
}

function reachableLocation(folder: string): string {
  const named = path.join(folder, 'location');
  const location = existsSync(named)
    ? readFileSync(named, 'utf8').trim()
    : `/var/tmp/greben-${createHash('sha256').update(folder).digest('hex').slice(0, 12)}`;
  mkdirSync(location, { recursive: true, mode: 0o755 });
  const stat = lstatSync(location);
  // /var/tmp belongs to everyone: a folder that somebody else put there is not ours to fill.
  if (!stat.isDirectory() || stat.uid !== process.getuid?.()) throw new Error(`${location} belongs to another user; remove it.`);
  writeFileSync(named, `${location}\n`);
  return location;
}

function readSecrets(folder: string): Secrets {
  const file = path.join(folder, 'secrets.json');
  if (!existsSync(file)) {
    const random = (bytes: number) => randomBytes(bytes).toString('hex');
    const secrets: Secrets = { jwtSecret: random(32), secretKey: `sb_secret_${random(16)}`, databasePassword: random(24) };
    writeFileSync(file, `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600 });
  }
  return JSON.parse(readFileSync(file, 'utf8')) as Secrets;
}

/** One person's data are not started by another: a second, empty cluster would look like a loss. */
function mustBeOurs(folder: string): void {
  const who = statSync(folder).uid;
  const elsewhere = existsSync(path.join(folder, 'location'));
  const mixed = isRoot() ? !elsewhere && existsSync(path.join(folder, 'postgres.complete')) : elsewhere;
  if (mixed)
    throw new DataFolderError(`${folder} was started by another user (${who}): start Greben as that one, or set GREBEN_DATA.`);
  try {
    accessSync(folder, constants.W_OK);
  } catch {
    throw new DataFolderError(`${folder} cannot be written by this user: set GREBEN_DATA.`);
  }
}

/** A cluster without its password is not a new folder: it may be a backup that was put back in part. */
function mustHaveSecrets(folder: string): void {
  const named = path.join(folder, 'location');
  const location = existsSync(named) ? readFileSync(named, 'utf8').trim() : folder;
  if (existsSync(path.join(folder, 'secrets.json')) || !existsSync(path.join(location, 'postgres.complete'))) return;
  throw new DataFolderError(
    `${folder} holds a database but no secrets.json, without which it does not open: put that file back, or remove the folder.`,
  );
}

/** Opens (and makes, when new) the data folder and takes its lock. @throws DataFolderError */
export function openDataFolder(given: string): DataFolder {
  mkdirSync(given, { recursive: true });
  const folder = realpathSync(given);
  mustBeOurs(folder);
  mustHaveSecrets(folder);
  const location = isRoot() ? reachableLocation(folder) : folder;
  const lock = takeLock(location, folder);
  const account = isRoot() ? nobody() : undefined;
  const cluster = path.join(location, 'postgres');
  // Whoever removes the data folder wants a new one: a cluster whose password is gone goes with it.
  if (!existsSync(path.join(folder, 'secrets.json'))) {
    for (const name of ['postgres', 'postgres.complete']) rmSync(path.join(location, name), { recursive: true, force: true });
  }
  mkdirSync(cluster, { recursive: true, mode: 0o700 });
  if (account) chownSync(cluster, account.uid, account.gid);
  return { folder, location, cluster, secrets: readSecrets(folder), account, lock };
}
