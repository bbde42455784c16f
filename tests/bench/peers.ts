/** What ours is compared with comes from npm at the versions that stand beside the adapters; the app depends on none of it. */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** @param folder with a package.json that names the peers; installed there once */
export function installPeers(folder: string): void {
  const { dependencies } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) as { dependencies: object };
  if (Object.keys(dependencies).every((name) => existsSync(path.join(folder, 'node_modules', name)))) return;
  console.log('Installing what to compare with …');
  const args = ['install', '--legacy-peer-deps', '--no-save', '--no-package-lock', '--no-audit', '--no-fund', '--loglevel=error'];
  const done = spawnSync('npm', args, { cwd: folder, stdio: 'inherit', shell: process.platform === 'win32' });
  if (done.status !== 0) throw new Error('npm install failed');
}
