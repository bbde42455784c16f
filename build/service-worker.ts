import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { VitePWA, type VitePWAOptions } from 'vite-plugin-pwa';
import { WEB_MANIFEST } from './web-manifest.ts';

type ManifestTransform = NonNullable<VitePWAOptions['injectManifest']['manifestTransforms']>[number];

/**
 * Gives each file of the precache its hash, which the browser checks as it installs a service worker. Hosts with a fallback
 * to index.html, and captive portals, answer 200 with a page where a file is missing: without the hash that page would be
 * installed as the script, and the app would not start any more, with or without a line.
 * @param folder in which the build lies
 */
function withIntegrity(folder: string): ManifestTransform {
  return (entries) => ({
    manifest: entries.map((entry) => {
      const content = readFileSync(path.join(folder, entry.url));
      return { ...entry, integrity: `sha256-${createHash('sha256').update(content).digest('base64')}` };
    }),
    warnings: [],
  });
}

/** The service worker (src/pwa/sw.ts) with the list of files that it keeps, and the web manifest. @param folder in which the build lies */
export const serviceWorker = (folder: string) =>
  VitePWA({
    strategies: 'injectManifest',
    srcDir: 'pwa',
    filename: 'sw.ts',
    injectRegister: false,
    registerType: 'prompt',
    injectManifest: {
      globPatterns: ['**/*.{js,css,html,svg,png,woff2,webmanifest}'],
      // The system takes the app's icons when it installs it, with a line; no screen shows one of these files. `old.js` is for
      // browsers that have no service worker. The public page is for strangers and needs a line.
      globIgnores: ['bench.html', 'screenshots/**', 'icons/**', 'old.js', 'assets/404.html', 'booking/**', 'assets/booking/**'],
      maximumFileSizeToCacheInBytes: 4 * 1024 * 1024,
      manifestTransforms: [withIntegrity(folder)],
    },
    includeManifestIcons: false,
    manifest: WEB_MANIFEST,
  });
