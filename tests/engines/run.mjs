/** `npm run test:engines`: the main stories in Firefox ESR and WebKit. Debian's packages, which are not installed from here: it says what is missing. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { installIfNeeded } from '../../supabase/local/install.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const bin = (name) => join(root, 'node_modules/.bin', name);
const run = (command, args) => spawnSync(command, args, { cwd: root, stdio: 'inherit' }).status ?? 1;

const NEEDED = [
  ['firefox-esr', process.env.GREBEN_FIREFOX ?? '/usr/bin/firefox-esr'],
  ['webkit2gtk-driver', process.env.GREBEN_WEBKIT_DRIVER ?? '/usr/bin/WebKitWebDriver'],
  ['xvfb', '/usr/bin/Xvfb'],
];
const missing = NEEDED.filter(([, file]) => !existsSync(file)).map(([name]) => name);

if (missing.length > 0) {
  // A browser that is not there is a failure: nothing is left out unseen.
  console.error(`The engines' stories need ${missing.join(', ')}: apt-get install ${missing.join(' ')} libwebkit2gtk-4.1-0`);
  process.exitCode = 1;
} else {
  installIfNeeded(root);
  process.exitCode =
    run(bin('vite'), ['build', '--logLevel', 'warn']) ||
    run(bin('vitest'), ['run', '--config', 'tests/engines/vitest.config.ts', ...process.argv.slice(2)]);
}
