/**
 * Finds histories that show a mutant, and tells those that are stored again: each must fail with its mutant and pass without.
 * The stored ones stand in mutants.json; a change of the engine may change what a seed tells, and they are searched anew.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { cluster } from '../../../support/cluster.ts';
import { bundleDevice, type DeviceBundle, workerHost } from '../device/worker-host.ts';
import type { ProfileName } from '../people/profiles.ts';
import type { DeviceHost } from '../protocol.ts';
import { type HistoryResult, runHistory } from '../simulation.ts';
import { SimServer } from '../world/sim-server.ts';
import { breaking } from './breaking.ts';
import { MUTANTS, type Mutant, optionsOf } from './mutant-list.ts';

const FILE = new URL('mutants.json', import.meta.url);
const DEVICES = 2;
/** Unless it is said otherwise: each a database and its workers. */
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
type Entry = Stored | { readonly notFound: string };
type Book = Record<string, Entry>;

const read = (): Book => JSON.parse(readFileSync(FILE, 'utf8')) as Book;
const write = (name: string, entry: Entry): void => {
  const book = { ...read(), [name]: entry };
  const sorted = Object.fromEntries(MUTANTS.flatMap(({ name: known }) => (book[known] ? [[known, book[known]]] : [])));
  writeFileSync(FILE, `${JSON.stringify(sorted, null, 2)}\n`);
};

/** That something goes in circles, or that little happened, is no sign of this very mutant. */
const tells = (violation: string): boolean => !/^(ROUNDS|THIN)/.test(violation);

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
    return { with: found, without: found.violations.some(tells) ? await this.tell(null, this.honest, seed, profile) : null };
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

export interface Search {
  readonly firstSeed: number;
  /** For each mutant, at most. */
  readonly histories: number;
  readonly minutes: number;
  /** Mutants at a time. */
  readonly workers?: number | undefined;
}

async function search(lane: Lane, mutant: Mutant, { firstSeed, histories, minutes }: Search): Promise<Entry> {
  const until = Date.now() + minutes * 60_000;
  return lane.with(mutant, async (broken) => {
    let tried = 0;
    let unsound = 0;
    while (tried < histories && Date.now() < until) {
      const profile = mutant.profiles[tried % 3 === 2 ? mutant.profiles.length - 1 : 0] as ProfileName;
      const seed = firstSeed + tried++;
      const told = await lane.shows(mutant, seed, profile, broken);
      if (!told.without) continue;
      const [honest] = told.without.violations;
      if (honest === undefined) return { profile, seed, tried, says: told.with.violations.find(tells)?.slice(0, 120) ?? '' };
      unsound++;
      console.log(`  history ${seed} (${profile}) fails without any mutant: ${honest.slice(0, 300)}`);
    }
    const also = unsound > 0 ? ` (${unsound} failed without it as well)` : '';
    return {
      notFound: `${tried} histories of ${mutant.profiles.join(', ')} did not show it${also}; ${mutant.elsewhere}`,
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

async function eachMutant(
  names: readonly string[],
  workers: number,
  work: (lane: Lane, mutant: Mutant) => Promise<void>,
): Promise<void> {
  const open = MUTANTS.filter(({ name }) => names.length === 0 || names.some((part) => name.includes(part)));
  const honest = await bundleDevice();
  const one = async () => {
    // Each its own: a backup restored in one history changes the epoch of every salon of its database.
    const server = await SimServer.open();
    const lane = new Lane(honest, server);
    for (let mutant = open.shift(); mutant; mutant = open.shift()) await work(lane, mutant);
    await lane.end();
    await server.close();
  };
  await Promise.all(Array.from({ length: workers }, one));
  await (await cluster()).stop();
  honest.remove();
}

/** Writes what it finds; true when every mutant was shown. `names`: parts of names, none for all. */
export async function searchMutants(names: readonly string[], how: Search): Promise<boolean> {
  let all = true;
  await eachMutant(names, how.workers ?? LANES, async (lane, mutant) => {
    const from = Date.now();
    const found = await search(lane, mutant, how);
    const took = `${((Date.now() - from) / 1000).toFixed(0)} s`;
    const earlier = read()[mutant.name];
    if (!('notFound' in found) || !earlier || 'notFound' in earlier) write(mutant.name, found);
    if ('notFound' in found) all = false;
    console.log(
      'notFound' in found
        ? `NOT FOUND ${mutant.name}: ${found.notFound} (${took})`
        : `found ${mutant.name}: history ${found.seed} (${found.profile}), after ${found.tried}, ${took}: ${found.says}`,
    );
  });
  return all;
}

/** The stored histories; a mutant that none shows is told, and is no failure: mutant-list.ts says what else notices it. */
export async function replayMutants(
  names: readonly string[],
  workers = LANES,
): Promise<{ passed: number; failed: number; failures: readonly string[] }> {
  let passed = 0;
  const failures: string[] = [];
  await eachMutant(names, workers, async (lane, mutant) => {
    const from = Date.now();
    const stored = read()[mutant.name];
    if (!stored || 'notFound' in stored) {
      if (!stored) failures.push(`${mutant.name}: never searched`);
      console.log(`no history shows ${mutant.name}: ${stored?.notFound ?? 'never searched'}`);
      return;
    }
    const wrong = await replay(lane, mutant, stored);
    if (wrong === null) passed++;
    else failures.push(`${mutant.name}: ${wrong}`);
    const took = `${((Date.now() - from) / 1000).toFixed(0)} s`;
    console.log(
      wrong === null
        ? `noticed: ${mutant.name} (${stored.profile} ${stored.seed}, ${took})`
        : `WRONG ${mutant.name}: ${wrong} (${took})`,
    );
  });
  return { passed, failed: failures.length, failures };
}
