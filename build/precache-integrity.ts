import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { VitePWAOptions } from 'vite-plugin-pwa';

type ManifestTransform = NonNullable<VitePWAOptions['injectManifest']['manifestTransforms']>[number];

/**
 * Gives each file of the precache its hash, which the browser checks as it installs a service worker. Hosts with a fallback
 * to index.html, and captive portals, answer 200 with a page where a file is missing: without the hash that page would be
 * installed as the script, and the app would not start any more, with or without a line.
 * @param folder in which the build lies
 */
export function withIntegrity(folder: string): ManifestTransform {
  return (entries) => ({
    manifest: entries.map((entry) => {
      const content = readFileSync(path.join(folder, entry.url));
      return { ...entry, integrity: `sha256-${createHash('sha256').update(content).digest('base64')}` };
    }),
    warnings: [],
  });
}
