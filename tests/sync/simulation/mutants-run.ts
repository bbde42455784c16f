/**
 * Finds histories that show a mutant, and tells those that are stored again: each must fail with its mutant and pass without.
 *
 *   node --import tsx tests/sync/simulation/mutants-run.ts                       the stored ones (lane `mutants` of npm test)
 *   … --search [--mutant NAME] [--seed N] [--histories N] [--minutes N]         new ones, written to mutants.json
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { cluster } from '../../support/cluster.ts';
import { breaking } from './broken-engines.ts';
import { MUTANTS, type Mutant, optionsOf, type ProfileName } from './mutants.ts';
import type { DeviceHost } from './protocol.ts';
import { SimServer } from './sim-server.ts';
import { type HistoryResult, runHistory } from './simulation.ts';
import { bundleDevice, type DeviceBundle, workerHost } from './worker-host.ts';

const FILE = new URL('mutants.json', import.meta.url);
const DEVICES = 2;
const LANES = 2;

interface Stored {
  readonly profile: ProfileName;
  readonly seed: number;
  /** Histories tried until this one was found. */
  readonly tried: number;
  /** What the history says with the mutant. */
  readonly says: string;
}
/** By the mutant's name; a mutant that no history has shown has its reason instead. */
type Book = Record<string, Stored | { readonly notFound: string }>;

const { values } = parseArgs({
  options: {
    search: { type: 'boolean', default: false },
    mutant: { type: 'string', multiple: true },
    seed: { type: 'string' },
    histories: { type: 'string', default: '60' },
    minutes: { type: 'string', default: '5' },
  },
});

const read = (): Book => JSON.parse(readFileSync(FILE, 'utf8')) as Book;

/** Workers of two engines: the honest one, and the broken one where the mutant has its own. */
class Lane {
  private readonly hosts = new Map<DeviceBundle, DeviceHost[]>();
  constructor(
    private readonly honest: DeviceBundle,
    private readonly server: SimServer,
  ) {}

  async tell(mutant: Mutant | null, bundle: DeviceBundle, seed: number, profile: ProfileName): Promise<HistoryResult> {
    const hosts = this.hosts.get(bundle) ?? Array.from({ length: DEVICES }, () => workerHost(bundle));
    this.hosts.set(bundle, hosts);
    return runHistory(seed, hosts, this.server, optionsOf(mutant, profile));
  }

  /** The violations of this history with the mutant that it has not without. */
  async shows(
    mutant: Mutant,
    seed: number,
    profile: ProfileName,
    broken: DeviceBundle,
  ): Promise<{ with: HistoryResult; without: HistoryResult | null }> {
    const found = await this.tell(mutant, broken, seed, profile);
    return { with: found, without: found.violations.length > 0 ? await this.tell(null, this.honest, seed, profile) : null };
  }

  async with<T>(mutant: Mutant, work: (broken: DeviceBundle) => Promise<T>): Promise<T> {
    if (!mutant.engine) return work(this.honest);
    const broken = await bundleDevice([breaking(mutant.engine)]);
    try {
      return await work(broken);
    } finally {
      await this.endHosts(broken);
      broken.remove();
    }
  }

  private async endHosts(bundle: DeviceBundle): Promise<void> {
    for (const host of this.hosts.get(bundle) ?? []) await host.end();
    this.hosts.delete(bundle);
  }

  async end(): Promise<void> {
    for (const bundle of [...this.hosts.keys()]) await this.endHosts(bundle);
  }
}

async function search(lane: Lane, mutant: Mutant, first: number): Promise<Stored | { notFound: string }> {
  const until = Date.now() + Number(values.minutes) * 60_000;
  const histories = Number(values.histories);
  return lane.with(mutant, async (broken) => {
    let tried = 0;
    let unsound = 0;
    for (let n = 0; n < histories && Date.now() < until; n++) {
      const profile = mutant.profiles[n % 3 === 2 ? mutant.profiles.length - 1 : 0] as ProfileName;
      const seed = first + n;
      tried++;
      const told = await lane.shows(mutant, seed, profile, broken);
      process.stderr.write(`  ${mutant.name}: ${profile} ${seed}: ${told.with.violations.length} violations\n`);
      if (!told.without) continue;
      if (told.without.violations.length > 0) {
        unsound++;
        console.log(`  history ${seed} (${profile}) fails without any mutant: ${told.without.violations[0]?.slice(0, 300)}`);
        continue;
      }
      return { profile, seed, tried, says: told.with.violations[0]?.slice(0, 120) ?? '' };
    }
    return {
      notFound: `${tried} histories of ${mutant.profiles.join(', ')} did not show it${unsound ? ` (${unsound} failed without it)` : ''}; its story in rule-stories.ts does`,
    };
  });
}

async function replay(lane: Lane, mutant: Mutant, stored: Stored): Promise<string | null> {
  return lane.with(mutant, async (broken) => {
    const told = await lane.shows(mutant, stored.seed, stored.profile, broken);
    if (!told.without) return 'the stored history passes with it: find a new one (npm run soak -- --mutants)';
    const [first] = told.without.violations;
    return first ? `the stored history fails without it as well: ${first.slice(0, 300)}` : null;
  });
}

const honest = await bundleDevice();
const server = await SimServer.open();
const asked = MUTANTS.filter(({ name }) => !values.mutant || values.mutant.some((part) => name.includes(part)));
const open = [...asked];
let passed = 0;
let failed = 0;

async function work(): Promise<void> {
  const lane = new Lane(honest, server);
  for (let mutant = open.shift(); mutant; mutant = open.shift()) {
    const from = Date.now();
    const took = () => `${((Date.now() - from) / 1000).toFixed(0)} s`;
    if (values.search) {
      const found = await search(lane, mutant, Number(values.seed ?? Date.now() % 1_000_000));
      const earlier = read()[mutant.name];
      if (!('notFound' in found) || !earlier || 'notFound' in earlier)
        writeFileSync(FILE, `${JSON.stringify({ ...read(), [mutant.name]: found }, null, 2)}\n`);
      console.log(
        'notFound' in found
          ? `NOT FOUND ${mutant.name}: ${found.notFound} (${took()})`
          : `found ${mutant.name} after ${found.tried}: ${found.profile} ${found.seed} (${took()}): ${found.says}`,
      );
      continue;
    }
    const stored = read()[mutant.name];
    if (!stored || 'notFound' in stored) {
      console.log(`no history shows ${mutant.name}: ${stored?.notFound ?? 'never searched'}`);
      if (!stored) failed++;
      continue;
    }
    const wrong = await replay(lane, mutant, stored);
    if (wrong) failed++;
    else passed++;
    console.log(
      wrong
        ? `WRONG ${mutant.name}: ${wrong} (${took()})`
        : `${mutant.name} is seen (${stored.profile} ${stored.seed}, ${took()})`,
    );
  }
  await lane.end();
}

await Promise.all(Array.from({ length: LANES }, work));
await server.close();
await (await cluster()).stop();
honest.remove();
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
