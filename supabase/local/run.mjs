/**
 * `npm start` and `npm run dev`. Only node: modules until the packages are there: Node 20 runs no TypeScript, so this file
 * installs, lets tsx into this process and hands over.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { installIfNeeded } from './install.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const modes = ['start', 'dev'];
const mode = process.argv[2] ?? 'start';

const { engines } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
const [major, minor] = process.versions.node.split('.').map(Number);
const [wantedMajor, wantedMinor] = engines.node.match(/\d+/g).map(Number);

if (!modes.includes(mode)) {
  console.error(`Usage: node supabase/local/run.mjs ${modes.join(' | ')}`);
  process.exitCode = 2;
} else if (major < wantedMajor || (major === wantedMajor && minor < wantedMinor)) {
  console.error(`Greben needs Node ${engines.node}; this is ${process.versions.node}.`);
  process.exitCode = 1;
} else {
  installIfNeeded(root);
  const { register } = await import('tsx/esm/api');
  register();
  const { main } = await import('./start.ts');
  await main(mode);
}
