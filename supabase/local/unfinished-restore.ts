/**
 * What a restore that was killed has left: a cluster that was being filled, and maybe its PostgreSQL. Its password was only in that
 * process, so nobody has ever used it and nobody can; the next start or restore removes it.
 */
import { readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { clusterIn } from './data-folder.ts';
import { clearLeftover } from './postgres.ts';

/** How the folder of such a cluster begins; a time follows (`stamp` of backup-file.ts). */
export const RESTORING = 'restoring-';
const OURS = /^restoring-[\dTZ-]+$/;

/** The caller holds the data folder's lock. @param base where the clusters lie */
export async function removeUnfinished(base: string): Promise<void> {
  for (const name of readdirSync(base).filter((each) => OURS.test(each))) {
    await clearLeftover(clusterIn(path.join(base, name)));
    rmSync(path.join(base, name), { recursive: true, force: true });
  }
}
