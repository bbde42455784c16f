/**
 * Installs the packages if they are missing or differ from the lock file. It uses only node: modules, because it runs before any
 * package is there.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

const packagesIn = (file) => JSON.parse(readFileSync(file, 'utf8')).packages;

/**
 * Compares npm's own record of the installed packages with the lock file by content, because times mean nothing after a checkout.
 */
export function isInstalled(root) {
  const record = path.join(root, 'node_modules', '.package-lock.json');
  if (!existsSync(record)) return false;
  const installed = packagesIn(record);
  return Object.entries(packagesIn(path.join(root, 'package-lock.json'))).every(([name, wanted]) => {
    if (name === '' || wanted.link) return true;
    const found = installed[name];
    // Another platform's binaries and optional peers may be missing.
    return found ? found.version === wanted.version : Boolean(wanted.optional || wanted.peer || wanted.devOptional);
  });
}

/**
 * Installs the packages if needed.
 * @throws if npm fails; its own output tells why
 */
export function installIfNeeded(root) {
  if (isInstalled(root)) return;
  console.log('Installing the packages …');
  // `npm ci` refuses a lock file without the optional binaries of other platforms, which some registries do not carry. `install
  // --no-save` takes the same versions and leaves the lock file as it is.
  const args = ['install', '--no-save', '--no-audit', '--no-fund', '--loglevel=error'];
  const npm = process.env.npm_execpath;
  const options = { cwd: root, stdio: 'inherit', env: { ...process.env, NODE_ENV: 'development' } };
  const done = npm?.endsWith('.js')
    ? spawnSync(process.execPath, [npm, ...args], options)
    : spawnSync('npm', args, { ...options, shell: process.platform === 'win32' });
  if (done.status !== 0) throw new Error('npm install failed');
}
