/** Builds the app when `dist/` is missing or older than its sources. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from './settings.ts';

const SOURCES = [
  'src',
  'schemas',
  'sync',
  'public',
  'build',
  'vite.config.ts',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
];

function newest(file: string): number {
  const stat = statSync(file, { throwIfNoEntry: false });
  if (!stat) return 0;
  if (!stat.isDirectory()) return file.includes('.test.') ? 0 : stat.mtimeMs;
  // A removed file changes its folder's time.
  return readdirSync(file).reduce((latest, name) => Math.max(latest, newest(path.join(file, name))), stat.mtimeMs);
}

export function isBuilt(dist: string): boolean {
  const index = path.join(dist, 'index.html');
  if (!existsSync(index)) return false;
  const built = statSync(index).mtimeMs;
  return SOURCES.every((name) => newest(path.join(ROOT, name)) <= built);
}

/** Returns the exit code. */
async function viteBuild(dist: string): Promise<number | null> {
  const vite = path.join(ROOT, 'node_modules', 'vite', 'bin', 'vite.js');
  const env = { ...process.env, GREBEN_DIST: dist, NODE_ENV: 'production' };
  const child = spawn(process.execPath, [vite, 'build', '--logLevel', 'warn'], { cwd: ROOT, stdio: 'inherit', env });
  const [code] = (await once(child, 'close')) as [number | null];
  return code;
}

/**
 * Builds the app if needed.
 * @throws if the build fails; its own output tells why
 */
export async function buildIfNeeded(dist: string, log: (line: string) => void, build = viteBuild): Promise<void> {
  if (isBuilt(dist)) return;
  log('Building the app …');
  const index = path.join(dist, 'index.html');
  const writtenAt = () => statSync(index, { throwIfNoEntry: false })?.mtimeMs;
  const before = writtenAt();
  if ((await build(dist)) === 0) return;
  // index.html may have been written before the failure, and the next start would take it for a whole build. A file that this
  // build has not written stays, because GREBEN_DIST may name any folder.
  if (writtenAt() !== before) rmSync(index, { force: true });
  throw new Error('The build failed');
}
