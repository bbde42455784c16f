import { readFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import type { VitePWAOptions } from 'vite-plugin-pwa';

type ManifestTransform = NonNullable<VitePWAOptions['injectManifest']['manifestTransforms']>[number];

/**
 * What a device fetches and keeps so that everything opens without a line, in bytes: as it travels from a host that compresses,
 * and as it lies on the disk. Issue 15 asks for 2.5 MB. What travels is less than half of that; on the disk it is not reached: the app's
 * own code alone is 2.9 MB, and the service worker carries the engine and the database a second time (0.4 MB), because it may import
 * nothing of the page's.
 */
export const MOST_KEPT = { travels: 1_400_000, onDisk: 4_000_000 } as const;

export interface Kept {
  readonly travels: number;
  readonly onDisk: number;
}

/** @param contents of every file, each once */
export function weighKept(contents: Iterable<Uint8Array>): Kept {
  let [travels, onDisk] = [0, 0];
  for (const content of contents) {
    travels += Math.min(gzipSync(content).length, content.length);
    onDisk += content.length;
  }
  return { travels, onDisk };
}

/** The sentence with which a build fails, or null. */
export function tooMuchKept(kept: Kept, most: Kept = MOST_KEPT): string | null {
  const over = (['travels', 'onDisk'] as const).filter((what) => kept[what] > most[what]);
  const told = over.map((what) => `${what}: ${kept[what]} bytes, more than ${most[what]}`);
  return told.length > 0 ? `Too much is kept for offline use. ${told.join('; ')}` : null;
}

/** A build whose precache has grown too heavy fails. @param folder in which the build lies */
export function withinBudget(folder: string): ManifestTransform {
  return (manifest) => {
    const files = new Set(manifest.map(({ url }) => url));
    const problem = tooMuchKept(weighKept([...files].map((url) => readFileSync(path.join(folder, url)))));
    if (problem) throw new Error(problem);
    return { manifest, warnings: [] };
  };
}
