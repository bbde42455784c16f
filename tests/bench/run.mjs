/** `npm run bench`: figures, never verdicts. Installs and builds what is missing, then measures on the production build. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { installIfNeeded } from '../../supabase/local/install.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const run = (command, args) => spawnSync(command, args, { cwd: root, stdio: 'inherit' }).status ?? 1;

installIfNeeded(root);
const build = run(join(root, 'node_modules/.bin/vite'), ['build', '--logLevel', 'warn']);
process.exitCode =
  build || run(process.execPath, ['--import', 'tsx', join(root, 'tests/bench/bench.ts'), ...process.argv.slice(2)]);
