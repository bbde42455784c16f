/** A build empties its folder, so that folder must be a build's: what else somebody names in GREBEN_DIST is left as it is. */
import { readdirSync } from 'node:fs';

/** Files of every build, and hardly of anything else. */
const OURS = ['boot.js', 'rescue.js', 'licenses.txt'];

/** @throws Error for a folder that holds anything but a build of ours */
export function mustBeBuildFolder(folder: string): void {
  let names: string[];
  try {
    names = readdirSync(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
    throw error;
  }
  if (names.length === 0 || OURS.every((name) => names.includes(name))) return;
  throw new Error(
    `${folder} holds something else than a build of Greben, and a build empties its folder: name another one in GREBEN_DIST.`,
  );
}
