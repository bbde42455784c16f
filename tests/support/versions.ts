/** Two versions of the app with different local schema versions, and a place from which either is served. */
import { spawnSync } from 'node:child_process';
import { copyFileSync, cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ROOT } from '../../supabase/local/settings.ts';

export interface Versions {
  /** What a backend serves. */
  readonly site: string;
  /** From now on the site is this version, all of it. */
  publish(version: 'first' | 'second'): void;
  /**
   * The service worker of this version with what it imports, and its page wherever one of the app's own scripts should be:
   * what a host with a fallback for missing files serves for a while, and a captive portal.
   */
  publishWithPages(version: 'first' | 'second'): void;
  remove(): void;
}

/** The build under test is the first version, and what the site begins with. */
export function twoVersions(): Versions {
  const folder = mkdtempSync(path.join(tmpdir(), 'greben-versions-'));
  const site = path.join(folder, 'site');
  const builds = { first: path.join(ROOT, 'dist'), second: path.join(folder, 'second') };
  const built = spawnSync(path.join(ROOT, 'node_modules/.bin/vite'), ['build', '--logLevel', 'error'], {
    cwd: ROOT,
    env: { ...process.env, GREBEN_VERSION: '2', GREBEN_DIST: builds.second },
    encoding: 'utf8',
  });
  if (built.status !== 0) throw new Error(`The second version was not built:\n${built.stdout}${built.stderr}`);
  const publish = (version: 'first' | 'second') => {
    cpSync(builds[version], site, { recursive: true });
    for (const name of readdirSync(site, { recursive: true, encoding: 'utf8' }))
      if (!readdirSync(builds[version], { recursive: true, encoding: 'utf8' }).includes(name))
        rmSync(path.join(site, name), { recursive: true, force: true });
  };
  const publishWithPages = (version: 'first' | 'second') => {
    publish(version);
    const other = readdirSync(path.join(builds[version === 'first' ? 'second' : 'first'], 'assets'));
    for (const name of readdirSync(path.join(site, 'assets')))
      if (name.endsWith('.js') && !name.startsWith('push-worker') && !other.includes(name))
        copyFileSync(path.join(site, 'index.html'), path.join(site, 'assets', name));
  };
  publish('first');
  return { site, publish, publishWithPages, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
