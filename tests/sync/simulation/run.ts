/**
 * The simulation from the command line.
 *
 *   run.ts --histories 500 --seed 1 --workers 2   the fixed set: seeds 1 to 500
 *   run.ts --profile visits --histories 1000      such histories only
 *   run.ts --minutes 20                           random histories; the seed of every failure is printed
 *   run.ts --seed 4711                            replays one, with its trace
 *   run.ts --seed 5 --profile requests            the fifth of those histories
 *   run.ts --mutants                              looks for histories that notice broken engines and servers
 *
 * `--json file` writes passed, failed and all counts. A run of more than a handful fails when a fault, an operation or a
 * verdict never occurred in it, or a history had too few of them.
 */
import { fork } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { CLUSTER_VARIABLE, cluster } from '../../support/cluster.ts';
import { bundleDevice, workerHost } from './device/worker-host.ts';
import { optionsOf } from './mutants/mutant-list.ts';
import type { ProfileName } from './people/profiles.ts';
import { type HistoryResult, runHistory } from './simulation.ts';
import { addTally, emptyTally, lacking, sumOf, tableOf } from './tally.ts';
import { SimServer } from './world/sim-server.ts';
import type { HistoryOptions } from './world/sim-state.ts';

/** Fewer histories than this need not show every fault. */
const A_HANDFUL = 25;
const MOST_DEVICES = 5;
/** A history takes seconds: one that has no end by then is itself a fault, and holds up no other. */
const HUNG_MS = 120_000;
/** Of a history's threads one works at a time: collecting garbage with four more only took the processor from the others. */
const NODE = ['--import', 'tsx', '--single-threaded-gc'];
/** A line on the way after so many. */
const PROGRESS = 50;

const { values } = parseArgs({
  options: {
    histories: { type: 'string' },
    profile: { type: 'string' },
    seed: { type: 'string' },
    minutes: { type: 'string' },
    workers: { type: 'string' },
    json: { type: 'string' },
    mutants: { type: 'boolean' },
    child: { type: 'string' },
  },
  allowPositionals: true,
});

/** Profiles that happen in no usual history: the seeds from here on are theirs. */
const SOAKED: readonly ProfileName[] = [
  'cleared',
  'double bookings',
  'visits',
  'counted by two',
  'restored and decided',
  'merged by two',
  'imports broken off',
  'two currencies',
  'salon days',
  'rooms shared',
  'roles',
  'renamed under roles',
  'requests',
];
const PROFILED = 3_000_000_000;
/** Of a soak's histories every so manyth has such a profile. */
const PROFILED_EVERY = 12;

function optionsFor(seed: number): HistoryOptions {
  const profile = SOAKED[seed % SOAKED.length];
  return seed < PROFILED || !profile ? {} : optionsOf(null, profile);
}

type Told = { readonly result: HistoryResult } | { readonly seed: number; readonly crash: string };

/** One process: one database, five threads, a history at a time. */
async function work(
  bundle: string,
  seeds: () => Promise<number | null>,
  tell: (told: Told) => void,
  trace?: (line: string) => void,
) {
  const server = await SimServer.open();
  const hosts = Array.from({ length: MOST_DEVICES }, () => workerHost({ file: bundle }));
  for (let seed = await seeds(); seed !== null; seed = await seeds()) {
    try {
      tell({ result: await runHistory(seed, hosts, server, { ...optionsFor(seed), ...(trace ? { trace } : {}) }) });
    } catch (error) {
      tell({ seed, crash: error instanceof Error ? (error.stack ?? error.message) : String(error) });
      break;
    }
  }
  for (const host of hosts) await host.end();
  await server.close();
}

/** Asks the parent for each seed. */
async function asChild(bundle: string): Promise<void> {
  const send = (message: unknown) => process.send?.(message);
  const next = () =>
    new Promise<number | null>((resolve) => {
      process.once('message', (message) => resolve((message as { seed: number | null }).seed));
      send({ ready: true });
    });
  await work(bundle, next, (told) => send({ told }));
  // Torn connections, and what a broken history left behind, hold nobody up.
  process.disconnect();
  process.exit(0);
}

async function replay(seed: number): Promise<boolean> {
  const bundle = await bundleDevice();
  let left: number | null = seed;
  const once = async () => {
    const now = left;
    left = null;
    return now;
  };
  let right = false;
  const tell = (told: Told) => {
    right = 'result' in told && told.result.violations.length === 0;
    console.log('crash' in told ? told.crash : `${tableOf(told.result.tally)}\n\n${verdictOn(told.result)}`);
  };
  await work(bundle.file, once, tell, (line) => console.log(line));
  bundle.remove();
  await (await cluster()).stop();
  return right;
}

const verdictOn = ({ seed, violations, writes, digest }: HistoryResult): string =>
  violations.length === 0
    ? `history ${seed}: right (${writes} writes, trace ${digest})`
    : [`history ${seed}: WRONG (trace ${digest})`, ...violations.map((violation) => `  ${violation.slice(0, 1_000)}`)].join('\n');

/** The n-th seed whose history has this profile. @throws Error where no soak draws it */
function seedsWith(profile: string): (n: number) => number {
  const place = (SOAKED as readonly string[]).indexOf(profile);
  if (place < 0) throw new Error(`No profile “${profile}”. There are: ${SOAKED.join(', ')}.`);
  const start = PROFILED - (PROFILED % SOAKED.length) + SOAKED.length + place;
  return (n) => start + n * SOAKED.length;
}

interface Plan {
  /** Null: no more. */
  next(): number | null;
  /** The run has to show every fault. */
  readonly many: boolean;
}

function planOf(): Plan {
  if (values.minutes !== undefined) {
    const end = Date.now() + Number(values.minutes) * 60_000;
    let given = 0;
    const drawn = () => {
      if (++given % PROFILED_EVERY === 0) return PROFILED + Math.floor(Math.random() * 10 ** 9);
      return 1_000 + Math.floor(Math.random() * 2 ** 31);
    };
    return {
      next: () => (Date.now() < end ? drawn() : null),
      many: Number(values.minutes) >= 3,
    };
  }
  const histories = Number(values.histories ?? 500);
  const first = Number(values.seed ?? 1);
  let given = 0;
  const seedOf = values.profile === undefined ? (n: number) => n : seedsWith(values.profile);
  return {
    next: () => (given < histories ? seedOf(first + given++) : null),
    many: histories > A_HANDFUL && values.profile === undefined,
  };
}

async function runMany(): Promise<boolean> {
  const began = Date.now();
  const bundle = await bundleDevice();
  const run = await cluster();
  const env = { ...process.env, [CLUSTER_VARIABLE]: run.url('postgres') };
  const plan = planOf();
  const tally = emptyTally();
  const failures: string[] = [];
  let right = 0;
  let writes = 0;
  let longest = 0;
  let heard = 0;
  const hear = (told: Told) => {
    if (++heard % PROGRESS === 0) console.log(`${heard} histories, ${((Date.now() - began) / 1000).toFixed(0)} s`);
    if ('crash' in told) {
      failures.push(`history ${told.seed}: CRASH ${told.crash}`);
      console.log(failures.at(-1));
      return;
    }
    const { result } = told;
    addTally(tally, result.tally);
    writes += result.writes;
    longest = Math.max(longest, result.healed);
    if (result.violations.length === 0) right++;
    else {
      failures.push(verdictOn(result));
      console.log(failures.at(-1));
    }
  };
  const workers = Number(values.workers ?? availableParallelism());
  await Promise.all(
    Array.from({ length: workers }, async () => {
      // A driver that broke is replaced: its database and its threads may be in any state.
      for (let alive = true; alive; ) {
        const child = fork(fileURLToPath(import.meta.url), ['--child', bundle.file], { execArgv: NODE, env });
        let done = false;
        let seed: number | null = null;
        let watch: NodeJS.Timeout | undefined;
        let hung = false;
        child.on('message', (message: { ready?: true; told?: Told }) => {
          clearTimeout(watch);
          if (message.told) hear(message.told);
          if (!message.ready) return;
          seed = plan.next();
          done = seed === null;
          child.send({ seed });
          watch = setTimeout(() => {
            hung = true;
            if (!done) hear({ seed: seed ?? 0, crash: `no end after ${HUNG_MS / 1000} s` });
            child.kill('SIGKILL');
          }, HUNG_MS);
        });
        const code = await new Promise<number | null>((resolve) => child.once('exit', resolve));
        clearTimeout(watch);
        if (code !== 0 && !done && !hung) failures.push(`a driver ended with ${code}`);
        alive = !done && (code === 0 || hung);
      }
    }),
  );
  bundle.remove();
  await run.stop();
  const missing = plan.many ? lacking(tally) : [];
  const histories = right + failures.length;
  console.log(`\n${tableOf(tally)}\n`);
  for (const lack of missing) console.log(lack);
  const seconds = (Date.now() - began) / 1000;
  console.log(
    `${histories} histories, ${sumOf(tally.operations)} operations, ${writes} written values, ${sumOf(tally.faults)} faults in ${seconds.toFixed(0)} s, ${(histories / seconds).toFixed(1)} a second; ` +
      `healed within ${longest} rounds; ${failures.length} wrong${failures.length > 0 ? `: ${failures.map((f) => /history (\d+)/.exec(f)?.[1] ?? '?').join(' ')}` : ''}`,
  );
  const failed = failures.length + missing.length;
  if (values.json)
    writeFileSync(values.json, JSON.stringify({ passed: right, failed, seconds, writes, tally, failures, missing }, null, 1));
  return failed === 0;
}

/** Mutants are another file: each changes the engine or the server, and must be noticed. */
async function runMutants(): Promise<boolean> {
  const file = new URL('./mutants/mutants.ts', import.meta.url);
  if (!existsSync(file)) throw new Error('there are no mutants yet');
  const mutants = (await import(file.href)) as { run(args: readonly string[]): Promise<boolean> };
  return mutants.run(process.argv.slice(2));
}

if (values.child !== undefined) await asChild(values.child);
else {
  const replaying = values.seed !== undefined && values.histories === undefined && values.minutes === undefined;
  const seedOf = values.profile === undefined ? (n: number) => n : seedsWith(values.profile);
  const right = values.mutants ? await runMutants() : replaying ? await replay(seedOf(Number(values.seed))) : await runMany();
  process.exitCode = right ? 0 : 1;
}
