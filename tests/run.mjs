/**
 * `npm test`: everything, from a bare clone, in one command. Sets up what is missing (packages, Chromium), runs the lanes and
 * ends with one line, `N passed, N failed`. A skipped test counts as failed: nothing is left out unseen.
 *
 *   node tests/run.mjs                 all lanes
 *   node tests/run.mjs e2e unit        only these
 *   node tests/run.mjs --all           `npm run test:all`: more of what is drawn at random; takes longer than `npm test` may
 *
 * Only node: modules here: it runs before anything is installed.
 */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, constants, setPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { browserStep, thisMachine } from './chromium.mjs';
import { wrongInPlaywright, wrongInSimulation, wrongInVitest } from './wrong.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const reports = mkdtempSync(join(tmpdir(), 'greben-test-'));
const bin = (name) => join(root, 'node_modules/.bin', name);

/**
 * Answers the exit code. What a lane says goes straight through, or is kept for its end when another one speaks meanwhile.
 * @param {string[] | null} kept
 * @param {boolean} stepsBack lets what runs beside it go first
 */
async function run(kept, command, args, env = {}, stepsBack = false) {
  const stdio = kept ? ['ignore', 'pipe', 'pipe'] : ['ignore', 'inherit', 'inherit'];
  const child = spawn(command, args, { cwd: root, stdio, env: { ...process.env, FORCE_COLOR: '0', ...ALL, ...env } });
  if (stepsBack && child.pid) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL);
  for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8').on('data', (text) => kept?.push(text));
  const [code] = await once(child, 'close');
  return code ?? 1;
}

/** A check that is either right or wrong counts as one test. */
const check = async (kept, command, args) =>
  (await run(kept, command, args)) === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };

/** @param {string[]} more for vitest's command line */
async function vitest(kept, project, more = []) {
  const file = join(reports, `${project}.json`);
  const args = ['--project', `${project}*`, '--reporter=default', '--reporter=json', `--outputFile.json=${file}`, ...more];
  const status = await run(kept, bin('vitest'), ['run', ...args]);
  if (!existsSync(file)) return { passed: 0, failed: 1 };
  const report = JSON.parse(readFileSync(file, 'utf8'));
  const failed = report.numTotalTests - report.numPassedTests;
  return { passed: report.numPassedTests, failed: failed === 0 && status !== 0 ? 1 : failed, wrong: wrongInVitest(report) };
}

/** A story's pages live for seconds: what the optimizing compilers work at in them is seldom used. An eighth of Chromium's time. */
const STORY_SWITCHES = '--js-flags=--no-opt,--no-maglev';

async function playwright(kept) {
  const file = join(reports, 'e2e.json');
  const env = { ...(await chromium()), PLAYWRIGHT_JSON_OUTPUT_NAME: file, GREBEN_STORY_SWITCHES: STORY_SWITCHES };
  const status = await run(kept, bin('playwright'), ['test', '--reporter=list,json', ...STORIES], env);
  if (!existsSync(file)) return { passed: 0, failed: 1 };
  const report = JSON.parse(readFileSync(file, 'utf8'));
  const { unexpected, flaky, skipped, expected } = report.stats;
  const failed = unexpected + flaky + skipped;
  return { passed: expected, failed: failed === 0 && status !== 0 ? 1 : failed, wrong: wrongInPlaywright(report) };
}

/** A part of the simulation with a command line of its own (tests/sync/simulation). */
async function simulated(kept, script, args = [], env = {}, stepsBack = false) {
  const file = join(reports, `${script}.json`);
  const status = await run(
    kept,
    bin('tsx'),
    [join(root, 'tests/sync/simulation', script), ...args, '--json', file],
    env,
    stepsBack,
  );
  if (!existsSync(file)) return { passed: 0, failed: 1 };
  const report = JSON.parse(readFileSync(file, 'utf8'));
  const { passed, failed } = report;
  return { passed, failed: failed === 0 && status !== 0 ? 1 : failed, wrong: wrongInSimulation(report) };
}

const isRoot = process.getuid?.() === 0;
/** True if Debian's packages may be installed here. Without root that takes a `sudo` that asks nothing. */
const hasApt = () =>
  existsSync('/usr/bin/apt-get') && (isRoot || spawnSync('sudo', ['-n', 'true'], { stdio: 'ignore' }).status === 0);

/** Installs Debian's packages; false when they could not be had. */
async function debian(packages) {
  const sudo = isRoot ? [] : ['sudo', '-n'];
  const quick = ['-o', 'Acquire::http::Timeout=20', '-o', 'Acquire::Retries=1'];
  const said = [];
  const apt = async (...args) => {
    const [command, ...rest] = [...sudo, 'apt-get', ...quick, ...args];
    return (await run(said, command, rest, { DEBIAN_FRONTEND: 'noninteractive' }).catch(() => 1)) === 0;
  };
  console.log(`Installing Debian’s ${packages.join(' and ')} beside the first lanes.`);
  await apt('update', '-qq');
  const done = await apt('install', '-y', '-qq', ...packages);
  if (!done) console.log(`${said.join('')}${packages.join(' and ')} could not be installed.`);
  return done;
}

/** The place of Playwright's own Chromium, there or not; null before the packages are there. In a process of its own, since they may come later. */
function downloaded() {
  const asked = "require('@playwright/test').chromium.executablePath()";
  const { status, stdout } = spawnSync(process.execPath, ['-p', asked], { cwd: root, encoding: 'utf8', stdio: 'pipe' });
  return status === 0 ? stdout.trim() : null;
}

const nextStep = (tried) => browserStep({ ...thisMachine(), isRoot, hasApt, downloaded }, tried);

/** Resolves with the browsers for the environment of a lane; the choice is chromium.mjs's. Rejects with the sentence that says what to install. */
async function browsers() {
  const tried = new Set();
  for (;;) {
    const step = nextStep(tried);
    if (step.kind === 'use') return step.env;
    if (step.kind === 'none') throw new Error(step.sentence);
    tried.add(step.kind);
    if (step.kind === 'debian') {
      for (const packages of step.attempts) if (await debian(packages)) break;
    } else {
      await installed; // Playwright is one of the packages
      await run(null, bin('playwright'), ['install', 'chromium']).catch(() => 1);
    }
  }
}
/** Looked for once, and installed while lanes run that need none. */
let found;
const chromium = () => {
  found ??= browsers();
  return found;
};

const { values, positionals: asked } = parseArgs({
  options: { all: { type: 'boolean', default: false } },
  allowPositionals: true,
});

/** For tests that draw more then. */
const ALL = values.all ? { GREBEN_ALL: '1' } : {};
/** Stories marked `@all` are matrices of looks, rare faults and long ways: they would make `npm test` longer than one waits. */
const STORIES = values.all ? [] : ['--grep-invert', '@all'];
/** Each history is one test, of a fixed set of seeds. */
const HISTORIES = ['--histories', values.all ? '500' : '120', '--seed', '1', '--workers', '2'];

/** A screen's test waits a third of its time for timers and the storage: more workers than cores leave neither idle. */
const UNIT_WORKERS = Math.ceil(1.5 * availableParallelism());

const LANES = {
  types: (kept) => check(kept, bin('tsc'), ['--noEmit']),
  lint: (kept) => check(kept, bin('biome'), ['check', '--colors=off', '--diagnostic-level=warn', '--error-on-warnings']),
  rules: (kept) => vitest(kept, 'rules'),
  build: (kept) => check(kept, bin('vite'), ['build', '--logLevel', 'warn']),
  unit: (kept) => vitest(kept, 'unit', [`--maxWorkers=${UNIT_WORKERS}`]),
  database: (kept) => vitest(kept, 'database'),
  processes: (kept) => vitest(kept, 'processes'),
  sync: (kept) => vitest(kept, 'sync'),
  histories: (kept) => simulated(kept, 'run.ts', HISTORIES, {}, true),
  mutants: (kept) => simulated(kept, 'mutants-lane.ts'),
  'browser-histories': async (kept) => simulated(kept, 'browser-run.ts', [], await chromium()),
  e2e: playwright,
};

/** One group after the other; the rows of a group at the same time, the lanes of a row one after the other. */
const FIRST = [[['types'], ['lint'], ['rules'], ['build']], [['unit']]];
/** What shows that the histories can fail: slow, and of news only to whoever changes a rule of the sync. */
const FOR_ALL = new Set(['mutants']);
/** What waits for the database or in a browser leaves pauses, which the histories fill: they step back for all of it. */
const BESIDE_HISTORIES = [
  [['database'], ['processes', 'sync'], ['mutants']],
  [['browser-histories'], ['e2e']],
];

for (const lane of asked)
  if (!(lane in LANES)) throw new Error(`No lane “${lane}”. There are: ${Object.keys(LANES).join(', ')}.`);

/** In a process of its own: npm leaves a third of two cores idle, in which Chromium is installed. */
const INSTALL = `import('./supabase/local/install.mjs').then(({ installIfNeeded }) => installIfNeeded(process.cwd()))`;
const install = () => run(null, process.execPath, ['-e', INSTALL]);
/** What no lane is worth its time without is said at once, in a sentence. */
const end = (error) => {
  console.error(error.message);
  process.exit(1);
};
const needsBrowser = asked.length === 0 || asked.includes('e2e') || asked.includes('browser-histories');
const first = needsBrowser ? nextStep(new Set()) : { kind: 'use' };
if (first.kind === 'none') end(new Error(first.sentence));
const installed = install();
// Debian's packages come while the first lanes run; the lane that needs them tells what went wrong.
if (first.kind === 'debian') chromium().catch(() => undefined);
if ((await installed) !== 0) throw new Error('The packages could not be installed.');
if (needsBrowser && first.kind !== 'debian') await chromium().catch(end);

const total = { passed: 0, failed: 0 };
/** A line for each thing that was wrong, or for its lane. */
const wrongs = [];

async function lane(name, kept) {
  const from = Date.now();
  if (!kept) console.log(`\n── ${name}`);
  const {
    passed,
    failed,
    wrong = [],
  } = await LANES[name](kept).catch((error) => {
    const message = error instanceof Error ? error.message : String(error);
    console.error(`${name}: ${message}`);
    return { passed: 0, failed: 1, wrong: [message] };
  });
  total.passed += passed;
  total.failed += failed;
  if (failed > 0) wrongs.push(...(wrong.length > 0 ? wrong : [`${failed} wrong`]).map((line) => `${name}: ${line}`));
  if (kept) console.log(`\n── ${name}\n${kept.join('')}`);
  console.log(`── ${name}: ${passed} right, ${failed} wrong, ${((Date.now() - from) / 1000).toFixed(0)} s`);
}

async function inOrder(groups, hasCompany = false) {
  const wanted = (name) => (asked.length === 0 ? values.all || !FOR_ALL.has(name) : asked.includes(name));
  for (const group of groups) {
    const rows = group.map((row) => row.filter(wanted)).filter((row) => row.length > 0);
    await Promise.all(
      rows.map(async (row) => {
        for (const name of row) await lane(name, hasCompany || rows.length > 1 ? [] : null);
      }),
    );
  }
}

const started = Date.now();
await inOrder(FIRST);
await Promise.all([inOrder([[['histories']]], asked.length !== 1), inOrder(BESIDE_HISTORIES)]);
rmSync(reports, { recursive: true, force: true });
if (wrongs.length > 0) console.log(`\nWrong\n${wrongs.join('\n')}`);
console.log(`\nAll of it took ${((Date.now() - started) / 1000).toFixed(0)} s`);
console.log(`${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed === 0 ? 0 : 1;
