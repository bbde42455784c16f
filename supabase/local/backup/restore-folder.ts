/**
 * Restores a backup into a data folder. The restored database is a new cluster beside the former one, which stays as it is.
 * `secrets.json` names the one that is started, with its password. So renaming that one file switches between them, and at every
 * moment one of them can be started. The former `secrets.json` stays too, under a name with the time.
 *
 * The cluster lies in `restoring-…` until it is filled (`removeUnfinished`).
 */
import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chownSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { flushFolder, writeAtomically } from '#local/atomic-write.ts';
import { clusterIn, type DataFolder, RESTORED, type Secrets } from '#local/postgres/data-folder.ts';
import { asAccount, isCluster } from '#local/postgres/new-cluster.ts';
import { clearLeftover, type RunningPostgres, startPostgres } from '#local/postgres/postgres.ts';
import { postgresBinaries } from '#local/postgres/postgres-binaries.ts';
import { type OpenedBackup, stamp } from './backup-file.ts';
import { type Erasure, erasuresOf, finishRestored, loadBackup } from './restore.ts';

/** The beginning of the name of the folder of a cluster that is being filled; a time follows (`stamp` of backup-file.ts). */
const RESTORING = 'restoring-';
const UNFINISHED = /^restoring-[\dTZ-]+$/;

/**
 * Removes the cluster that a killed restore has left, and stops its PostgreSQL. Nobody has ever used the cluster, because only
 * the restore knew its password. The caller holds the data folder's lock.
 * @param base the folder in which the clusters lie
 */
export async function removeUnfinished(base: string): Promise<void> {
  for (const name of readdirSync(base).filter((each) => UNFINISHED.test(each))) {
    await clearLeftover(clusterIn(path.join(base, name)));
    rmSync(path.join(base, name), { recursive: true, force: true });
  }
}

type Log = (line: string) => void;

export interface Restored {
  rows: number;
  /** The file of secrets that opens the former database; null if there was none. */
  former: string | null;
}

/**
 * Returns the erasures of the former database if the backup is of the same server. On another server the same number means
 * another salon.
 */
async function formerErasures(data: DataFolder, backup: OpenedBackup, log: Log, signal: AbortSignal): Promise<Erasure[]> {
  if (!isCluster(data.cluster) || backup.header.secrets?.jwtSecret !== data.secrets.jwtSecret) return [];
  let former: RunningPostgres | null = null;
  try {
    former = await startPostgres({ ...data, password: data.secrets.databasePassword, signal });
    return await erasuresOf(former.url());
  } catch (error) {
    signal.throwIfAborted();
    log(`The former database does not open (${(error as Error).message}): clients erased since the backup are back.`);
    return [];
  } finally {
    await former?.stop();
  }
}

/** Flushes the whole cluster to the disk at once; the load itself does not wait for the disk. */
function flushCluster({ account, binaries }: DataFolder, cluster: string): void {
  const initdb = path.join(postgresBinaries(account ? binaries : undefined), 'bin', 'initdb');
  const { status, stderr } = spawnSync(initdb, ['--sync-only', '-D', cluster], {
    ...asAccount(account, cluster),
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`The restored database could not be written to the disk: ${stderr}`);
}

/** Switches to the restored database in one step. Returns the file that opens the former one. */
export function switchSecrets(data: DataFolder, next: Secrets, at: Date, hadDatabase: boolean): string | null {
  const file = path.join(data.folder, 'secrets.json');
  const former = path.join(data.folder, `secrets.before-restore-${stamp(at)}.json`);
  if (hadDatabase) writeAtomically(former, `${JSON.stringify(data.secrets, null, 2)}\n`);
  writeAtomically(file, `${JSON.stringify(next, null, 2)}\n`);
  return hadDatabase ? former : null;
}

/**
 * Restores the whole backup before it changes anything that was there. The caller holds the data folder's lock.
 * @throws BackupError, or any other fault; then the former database is as it was
 */
export async function restoreIntoFolder(
  backup: OpenedBackup,
  data: DataFolder,
  log: Log,
  signal: AbortSignal,
): Promise<Restored> {
  await removeUnfinished(data.base);
  const erasures = await formerErasures(data, backup, log, signal);
  const at = new Date();
  const work = path.join(data.base, `${RESTORING}${stamp(at)}`);
  const cluster = clusterIn(work);
  mkdirSync(work, { mode: 0o755 }); // PostgreSQL's account has to pass through it
  mkdirSync(cluster, { mode: 0o700 });
  if (data.account) chownSync(cluster, data.account.uid, data.account.gid);
  const databasePassword = randomBytes(24).toString('hex');
  const { account, binaries } = data;
  let running: RunningPostgres | null = null;
  const end = () => void running?.stop();
  signal.addEventListener('abort', end);
  try {
    running = await startPostgres({
      location: work,
      binaries,
      cluster,
      account,
      password: databasePassword,
      durable: false,
      signal,
    });
    const rows = await loadBackup(running.url(), backup, log);
    await finishRestored(running.url(), erasures, log);
    await running.stop();
    signal.throwIfAborted();
    flushCluster(data, cluster);
    const place = `${RESTORED}${stamp(at)}`;
    renameSync(work, path.join(data.base, place));
    flushFolder(data.base);
    const { jwtSecret } = backup.header.secrets ?? data.secrets;
    const former = switchSecrets(data, { jwtSecret, databasePassword, place }, at, isCluster(data.cluster));
    return { rows, former };
  } catch (error) {
    await running?.stop();
    rmSync(work, { recursive: true, force: true });
    throw error;
  } finally {
    signal.removeEventListener('abort', end);
  }
}
