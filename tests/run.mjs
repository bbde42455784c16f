/**
 * `npm test`: everything, from a bare clone, in one command. Sets up what is missing (packages, Chromium), runs the lanes one
 * after the other and ends with one line, `N passed, N failed`. A skipped test counts as failed: nothing is left out unseen.
 *
 *   node tests/run.mjs                 all lanes
 *   node tests/run.mjs e2e unit        only these
 *   node tests/run.mjs --all           all, with 500 histories instead of the first of them, and those in a browser (npm run test:all)
 *
 * Only node: modules here: it runs before anything is installed.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { installIfNeeded } from '../supabase/local/install.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const reports = mkdtempSync(join(tmpdir(), 'greben-test-'));
const bin = (name) => join(root, 'node_modules/.bin', name);
const run = (command, args, env = {}) =>
  spawnSync(command, args, { cwd: root, stdio: 'inherit', env: { ...process.env, FORCE_COLOR: '0', ...env } }).status ?? 1;

/** A check that is either right or wrong counts as one test. */
const check = (command, args) => (run(command, args) === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 });

function vitest(project) {
  const file = join(reports, `${project}.json`);
  const status = run(bin('vitest'), [
    'run',
    '--project',
    project,
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${file}`,
  ]);
  if (!existsSync(file)) return { passed: 0, failed: 1 };
  const report = JSON.parse(readFileSync(file, 'utf8'));
  const failed = report.numTotalTests - report.numPassedTests;
  return { passed: report.numPassedTests, failed: failed === 0 && status !== 0 ? 1 : failed };
}

function playwright() {
  const file = join(reports, 'e2e.json');
  const env = { GREBEN_CHROMIUM: chromium(), PLAYWRIGHT_JSON_OUTPUT_NAME: file };
  const status = run(bin('playwright'), ['test', '--reporter=list,json'], env);
  if (!existsSync(file)) return { passed: 0, failed: 1 };
  const { stats } = JSON.parse(readFileSync(file, 'utf8'));
  const failed = stats.unexpected + stats.flaky + stats.skipped;
  return { passed: stats.expected, failed: failed === 0 && status !== 0 ? 1 : failed };
}

/**
 * Random histories of devices: a fixed set of seeds, each history one test (tests/sync/simulation/run.ts). All 500 take
 * longer than what is left of the quarter of an hour.
 */
function histories() {
  const file = join(reports, 'histories.json');
  const asked = ['--histories', all ? '500' : '40', '--seed', '1', '--workers', '2', '--json', file];
  const status = run(bin('tsx'), [join(root, 'tests/sync/simulation/run.ts'), ...asked]);
  if (!existsSync(file)) return { passed: 0, failed: 1 };
  const { passed, failed } = JSON.parse(readFileSync(file, 'utf8'));
  return { passed, failed: failed === 0 && status !== 0 ? 1 : failed };
}

/** A part of the simulation with a command line of its own. */
function simulated(script, env = {}) {
  const file = join(reports, `${script}.json`);
  const status = run(bin('tsx'), [join(root, 'tests/sync/simulation', script), '--json', file], env);
  if (!existsSync(file)) return { passed: 0, failed: 1 };
  const { passed, failed } = JSON.parse(readFileSync(file, 'utf8'));
  return { passed, failed: failed === 0 && status !== 0 ? 1 : failed };
}

/** The browser: the one named, one that is there, or Debian's. Playwright's own downloads are not used. */
function chromium() {
  const found = () =>
    [process.env.GREBEN_CHROMIUM, '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(
      (p) => p && existsSync(p),
    );
  if (found()) return found();
  const sudo = process.getuid?.() === 0 ? [] : ['sudo', '-n'];
  const apt = (...args) =>
    run([...sudo, 'apt-get', ...args][0], [...sudo, 'apt-get', ...args].slice(1), { DEBIAN_FRONTEND: 'noninteractive' });
  console.log('Chromium is missing: installing Debian’s package.');
  apt('update', '-qq');
  apt('install', '-y', '-qq', 'chromium');
  if (!found()) throw new Error('No Chromium. Install Debian’s package `chromium`, or name one in GREBEN_CHROMIUM.');
  return found();
}

const LANES = {
  types: () => check(bin('tsc'), ['--noEmit']),
  lint: () => check(bin('biome'), ['check', '--colors=off', '--diagnostic-level=warn', '--error-on-warnings']),
  rules: () => vitest('rules'),
  unit: () => vitest('unit'),
  database: () => vitest('database'),
  sync: () => vitest('sync'),
  histories,
  mutants: () => simulated('mutants-lane.ts'),
  'browser-histories': () => simulated('browser-run.ts', { GREBEN_CHROMIUM: chromium() }),
  build: () => check(bin('vite'), ['build', '--logLevel', 'warn']),
  e2e: playwright,
};

/** Only by name, or with `--all`. */
const LONG = ['browser-histories'];

const all = process.argv.includes('--all');
const asked = process.argv.slice(2).filter((argument) => argument !== '--all');
for (const lane of asked)
  if (!(lane in LANES)) throw new Error(`No lane “${lane}”. There are: ${Object.keys(LANES).join(', ')}.`);
installIfNeeded(root);

const total = { passed: 0, failed: 0 };
for (const [lane, go] of Object.entries(LANES)) {
  if (asked.length > 0 ? !asked.includes(lane) : LONG.includes(lane) && !all) continue;
  const from = Date.now();
  console.log(`\n── ${lane}`);
  const { passed, failed } = go();
  total.passed += passed;
  total.failed += failed;
  console.log(`── ${lane}: ${passed} right, ${failed} wrong, ${((Date.now() - from) / 1000).toFixed(0)} s`);
}
rmSync(reports, { recursive: true, force: true });
console.log(`\n${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed === 0 ? 0 : 1;
