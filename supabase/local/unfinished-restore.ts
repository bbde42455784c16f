/**
 * What a restore that was killed has left: a cluster that was being filled, and maybe its PostgreSQL. Its password was only in that
 * process, so nobody has ever used it and nobody can; the next start or restore removes it.
 */
import { readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { clusterIn } from './data-folder.ts';
import { clearLeftover } from './postgres.ts';

/** How the folder of such a cluster begins. */
export const RESTORING = 'restoring-';

/** The caller holds the data folder's lock. @param base where the clusters lie */
export async function removeUnfinished(base: string): Promise<void> {
  for (const name of readdirSync(base).filter((each) => each.startsWith(RESTORING))) {
    await clearLeftover(clusterIn(path.join(base, name)));
    rmSync(path.join(base, name), { recursive: true, force: true });
  }
}
