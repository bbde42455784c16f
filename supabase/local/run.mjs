/**
 * `npm start`, `npm run dev` and the commands beside them. It uses only node: modules until the packages are there. Node 20 runs
 * no TypeScript, so this file installs the packages, loads tsx into the process and hands over.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { installIfNeeded } from './install.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const modes = ['start', 'dev', 'backup FILE', 'restore FILE', 'password EMAIL'];
const [mode = 'start', ...given] = process.argv.slice(2);

const { engines } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
const [major, minor] = process.versions.node.split('.').map(Number);
const [wantedMajor, wantedMinor] = engines.node.match(/\d+/g).map(Number);

if (!modes.some((known) => known.split(' ')[0] === mode)) {
  console.error(`Usage: node supabase/local/run.mjs ${modes.join(' | ')}`);
  process.exitCode = 2;
} else if (major < wantedMajor || (major === wantedMajor && minor < wantedMinor)) {
  console.error(`Greben needs Node ${engines.node}; this is ${process.versions.node}.`);
  process.exitCode = 1;
} else {
  installIfNeeded(root);
  const { register } = await import('tsx/esm/api');
  register();
  if (mode === 'password') await (await import('./set-password.ts')).main(given);
  else if (mode === 'backup' || mode === 'restore') await (await import('./backup/backup-command.ts')).main(mode, given[0]);
  else await (await import('./start.ts')).main(mode);
}
