/**
 * Takes a backup every night and keeps a number of them (GREBEN_NIGHTLY_BACKUPS) in `backups` of the data folder. Promises: an
 * old backup is removed only when a newer one has been read back and found whole; only files of our own names are removed.
 */
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { isAlive } from '#local/postgres/folder-lock.ts';
import { takeBackup } from './backup.ts';
import { type KeptSecrets, openBackupFile, stamp } from './backup-file.ts';

/** Hour of the server's clock at which a night's backup becomes due. */
const HOUR = 3;
const OURS = /^greben-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)Z\.backup$/;
const UNFINISHED = /^greben-.*\.backup\.(\d+)\.unfinished$/;

export interface Nightly {
  databaseUrl: string;
  secrets: KeptSecrets;
  /** The data folder. */
  folder: string;
  /** Number of backups that are kept; at least 1. */
  kept: number;
}

const madeAt = (name: string): number => Date.parse(name.replace(OURS, '$1T$2:$3:$4Z'));

/** Returns the last time, at or before `now`, at which a backup became due. */
function lastNight(now: number): number {
  const night = new Date(now);
  night.setHours(HOUR, 0, 0, 0);
  if (night.getTime() > now) night.setDate(night.getDate() - 1);
  return night.getTime();
}

function removeOf(folder: string, names: readonly string[]): void {
  for (const name of names) rmSync(path.join(folder, name));
}

/** Removes the unfinished files of killed processes; they were never backups. */
function removeUnfinished(folder: string): void {
  const pidOf = (name: string) => Number(UNFINISHED.exec(name)?.[1]);
  removeOf(
    folder,
    readdirSync(folder).filter((name) => UNFINISHED.test(name) && !isAlive(pidOf(name))),
  );
}

/**
 * Returns a function that is called every hour with the time, in milliseconds since 1970. It takes the backup of a night once,
 * even hours later if the server did not run at that time. It throws any fault, and the next hour tries again.
 */
export function nightlyBackup({ databaseUrl, secrets, folder, kept }: Nightly): (now: number) => Promise<void> {
  const backups = path.join(folder, 'backups');
  let busy = false;
  const take = async (now: number) => {
    mkdirSync(backups, { recursive: true, mode: 0o700 });
    removeUnfinished(backups);
    const ours = () => readdirSync(backups).filter((name) => OURS.test(name));
    if (ours().some((name) => madeAt(name) >= lastNight(now) && madeAt(name) <= now)) return;
    const made = `greben-${stamp(new Date(now))}.backup`;
    const file = path.join(backups, made);
    await takeBackup({ databaseUrl, secrets, file });
    await openBackupFile(file).catch((error: unknown) => {
      rmSync(file);
      throw error;
    });
    const older = ours().filter((name) => name !== made);
    // The new backup always stays, even if a wrong clock gave later names to others.
    removeOf(backups, older.sort().slice(0, Math.max(0, older.length - (kept - 1))));
  };
  return async (now) => {
    if (busy) return;
    busy = true;
    await take(now).finally(() => {
      busy = false;
    });
  };
}
