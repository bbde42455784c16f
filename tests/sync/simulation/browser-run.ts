/**
 * Histories in Chromium: devices are browser contexts with their own IndexedDB, tabs are pages that really die and freeze.
 * Operations and faults come from the seed; the order of steps inside a page is the browser's, so a seed does not replay step by
 * step, but whatever the order, everything that must hold after healing holds.
 *
 *   node --import tsx tests/sync/simulation/browser-run.ts [--seed N] [--count N] [--trace] [--json FILE]
 */
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { cluster } from '../../support/cluster.ts';
import { Chromium } from './browser/browser-chromium.ts';
import { POINTS, type Points, unmet } from './browser/browser-deaths.ts';
import { BrowserDevice } from './browser/browser-host.ts';
import { PageServer } from './browser/browser-server.ts';
import { runHistory } from './simulation.ts';
import { addTally, emptyTally, sumOf, tableOf } from './tally.ts';
import { SimServer } from './world/sim-server.ts';

/** A page is slower than a worker: shorter histories, and two at a time. */
const OPERATIONS = 45;
const FAULTS = 20;
const DEVICES = 3;
const LANES = 2;
/** Deaths at a step of the storage are what this lane is for. A page has one build: another local schema version is the e2e tests' part. */
const WEIGHTS = {
  actions: { operate: 60, 'kill at storage': 16, 'sync now': 8, time: 9, freeze: 2, 'second tab': 3, 'new version': 0 },
} as const;

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    count: { type: 'string', default: '20' },
    trace: { type: 'boolean', default: false },
    json: { type: 'string' },
  },
});
const first = Number(values.seed);
const count = Number(values.count);

const points: Points = new Map();
const total = emptyTally();
let passed = 0;
/** What each wrong history says first. */
const failures: string[] = [];
let next = first;

const [pages, chromium] = await Promise.all([PageServer.start(), Chromium.launch()]);

async function lane(): Promise<void> {
  // Each its own: a backup restored in one history changes the epoch of every salon of its database.
  const server = await SimServer.open();
  const devices: BrowserDevice[] = [];
  for (let n = 0; n < DEVICES; n++) devices.push(await BrowserDevice.make(chromium, pages, points));
  while (next < first + count) {
    const seed = next++;
    const from = Date.now();
    const trace = values.trace ? { trace: (line: string) => console.log(line) } : {};
    const options = { operations: OPERATIONS, faults: FAULTS, devices: 2 + (seed % (DEVICES - 1)), weights: WEIGHTS, ...trace };
    const { violations, tally, steps } = await runHistory(seed, devices, server, options);
    addTally(total, tally);
    const took = ((Date.now() - from) / 1000).toFixed(1);
    console.log(
      `history ${seed} in the browser: ${sumOf(tally.operations)} operations, ${sumOf(tally.faults)} faults, ${steps} steps, ${took} s`,
    );
    if (violations.length === 0) passed++;
    else {
      failures.push(`history ${seed}: ${violations[0]}`);
      for (const violation of violations.slice(0, 10)) console.log(`  ${violation.slice(0, 600)}`);
    }
  }
  for (const device of devices) await device.end();
  await server.close();
}

try {
  await Promise.all(Array.from({ length: LANES }, lane));
} finally {
  await chromium.close();
  await pages.stop();
  await (await cluster()).stop();
}

console.log(tableOf(total));
console.log('where tabs died');
for (const point of POINTS) console.log(`  ${String(points.get(point) ?? 0).padStart(8)}  ${point}`);
const missing = count > 1 ? unmet(points) : [];
for (const point of missing) console.log(`never: ${point}`);
const failed = failures.length + missing.length;
console.log(`${passed} passed, ${failed} failed`);
if (values.json) writeFileSync(values.json, JSON.stringify({ passed, failed, failures, missing }));
process.exitCode = failed === 0 ? 0 : 1;
