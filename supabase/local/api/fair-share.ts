/**
 * Decides which request gets the next connection to the database when more ask than there are connections (connection-queue.ts).
 * Accounts cost nothing, so no limit counts by person alone: the time for which connections were held is added up by address, by
 * salon and by person, and decays. A requester who holds connections for long is called a burner.
 *
 * A request goes in one of three ways:
 * - light: its salon and its person have asked before, and their requests are cheap on average. It may take any connection. A
 *   salon has two such requests at a time, an address four.
 * - new: its person is unknown. An address has one such request at a time, and may not take the last connections.
 * - shared: all other requests, and those above these numbers. Together they have four of ten connections. So a light request
 *   finds a connection however many burn, and an honest person is light from the second request on.
 *
 * Among the requests that may go:
 * - the order is by the least time held: of the address, then of the salon, then of the person; then the oldest request;
 * - two pushes of one salon run at a time, because PostgreSQL lets pushes of a salon wait for each other, each on a connection; two
 *   bookings of customers alike. They go before the reads of their salon, because somebody waits for a save, and one pull brings as
 *   much as ten;
 * - if too much waits, the address with the most waiting bytes loses the newest request of its heaviest salon.
 *
 * Everything is pure except for the books that are passed in. Times are milliseconds.
 */
export interface Requester {
  readonly address: string;
  /** The salon, if it is known; else the person. */
  readonly salon: string;
  readonly person: string;
  /** The lock that it takes in the database. Two requests of one lock run at a time, before the reads of their salon. */
  readonly lock?: string;
  /** Bytes that it holds in memory while it waits. */
  readonly bytes?: number;
}

export type AdmissionClass = 'light' | 'new' | 'shared';

export interface RunningRequest {
  readonly requester: Requester;
  readonly began: number;
  readonly way: AdmissionClass;
}

const HALF_LIFE_MS = 20_000;
/**
 * The longest mean time of a cheap request; an honest device's takes 10 ms. While burners keep the processors busy every request
 * takes longer; the limit is then this share of the burners' mean time (`burning`).
 */
const CHEAP_MS = 400;
const CHEAP_PART = 0.35;
/** A light request that runs longer than this counts as shared. */
const LIGHT_MS = 2_000;
const LIGHT_AT_ONCE = { salon: 2, address: 4 };
/** Largest parts of the connections. Four burning requests are more than the processors of a small server can do at once. */
const PART = { new: 0.8, shared: 0.4 };
/** The weight of the newest request, so that the mean covers about the last ten. */
const NEWEST_WEIGHS = 0.2;
const LOCKED_AT_ONCE = 2;
/** The most names that the books keep, because strangers could invent names without end. */
const REMEMBERED = 10_000;
/** Bytes that a request weighs besides its body. */
const REQUEST_BYTES = 64 * 1024;

interface Entry {
  spent: number;
  /** The sum of squared times, decaying likewise. */
  squares: number;
  at: number;
  mean: number;
}

const ANYBODY = 'anybody';
const fading = ({ at }: Entry, now: number): number => 2 ** ((at - now) / HALF_LIFE_MS);

/** The times for which each name has held connections. */
export class Spending {
  private readonly entries = new Map<string, Entry>();

  spent(name: string, now: number): number {
    const entry = this.entries.get(name);
    return entry ? entry.spent * fading(entry, now) : 0;
  }

  /** Returns the mean time of a request that is found on a busy connection: each request counts by its time. */
  burning(): number {
    const entry = this.entries.get(ANYBODY);
    return entry && entry.spent > 0 ? entry.squares / entry.spent : 0;
  }

  /** Returns the mean time of the requests of a name; null if it is unknown. */
  mean(name: string): number | null {
    return this.entries.get(name)?.mean ?? null;
  }

  add({ address, salon, person }: Requester, ms: number, now: number): void {
    for (const name of [ANYBODY, `address ${address}`, `salon ${salon}`, `person ${person}`]) {
      const [mean, before] = [this.mean(name), this.entries.get(name)];
      const entry = {
        spent: this.spent(name, now) + ms,
        squares: (before ? before.squares * fading(before, now) : 0) + ms * ms,
        at: now,
        mean: mean === null ? ms : mean + (ms - mean) * NEWEST_WEIGHS,
      };
      this.entries.delete(name); // keeps the least recent name first
      this.entries.set(name, entry);
    }
    for (const name of this.entries.keys()) {
      if (this.entries.size <= REMEMBERED) break;
      this.entries.delete(name);
    }
  }
}

export interface Share {
  readonly places: number;
  readonly running: ReadonlySet<RunningRequest>;
  readonly spending: Spending;
  readonly now: number;
}

const counted = <T>(all: Iterable<T>, which: (one: T) => boolean): number => {
  let n = 0;
  for (const one of all) if (which(one)) n += 1;
  return n;
};

const of = (kind: 'address' | 'salon', requester: Requester, way: AdmissionClass) => (one: RunningRequest) =>
  one.way === way && one.requester[kind] === requester[kind];

function isLight(requester: Requester, { running, spending }: Share): boolean {
  const most = Math.max(CHEAP_MS, spending.burning() * CHEAP_PART);
  const cheap = [`salon ${requester.salon}`, `person ${requester.person}`].every(
    (name) => (spending.mean(name) ?? Number.POSITIVE_INFINITY) <= most,
  );
  if (!cheap) return false;
  return (
    counted(running, of('salon', requester, 'light')) < LIGHT_AT_ONCE.salon &&
    counted(running, of('address', requester, 'light')) < LIGHT_AT_ONCE.address
  );
}

function isNew(requester: Requester, { running, spending }: Share): boolean {
  return spending.mean(`person ${requester.person}`) === null && counted(running, of('address', requester, 'new')) === 0;
}

const most = (places: number, part: number): number => Math.max(1, Math.floor(places * part));

/** Returns the way in which a request may go now; null if it must wait. */
export function admissionOf(requester: Requester, share: Share): AdmissionClass | null {
  const { places, running, now } = share;
  if (running.size >= places) return null;
  if (requester.lock && counted(running, (one) => one.requester.lock === requester.lock) >= LOCKED_AT_ONCE) return null;
  if (isLight(requester, share)) return 'light';
  const others = counted(running, ({ way }) => way !== 'light');
  if (isNew(requester, share) && others < most(places, PART.new)) return 'new';
  const long = counted(running, ({ way, began }) => way === 'light' && now - began > LIGHT_MS);
  return others + long < most(places, PART.shared) ? 'shared' : null;
}

/** Returns the time that a name has held lately, running requests included. */
function held(kind: 'address' | 'salon' | 'person', requester: Requester, { running, spending, now }: Share): number {
  let sum = spending.spent(`${kind} ${requester[kind]}`, now);
  for (const one of running) if (one.requester[kind] === requester[kind]) sum += now - one.began;
  return sum;
}

/** Returns the waiting request that goes now; null if none may. `waiting` is in order of arrival. */
export function nextOf<T extends { readonly requester: Requester }>(
  waiting: Iterable<T>,
  share: Share,
): { next: T; way: AdmissionClass } | null {
  let best: { next: T; way: AdmissionClass; held: readonly number[] } | null = null;
  for (const next of waiting) {
    const way = admissionOf(next.requester, share);
    if (!way) continue;
    const { requester } = next;
    const mine = [
      held('address', requester, share),
      held('salon', requester, share),
      requester.lock ? 0 : 1,
      held('person', requester, share),
    ];
    const at = best ? mine.findIndex((ms, n) => ms !== best?.held[n]) : 0;
    if (!best || (at >= 0 && (mine[at] ?? 0) < (best.held[at] ?? 0))) best = { next, way, held: mine };
  }
  return best && { next: best.next, way: best.way };
}

export const bytesOf = ({ bytes = 0 }: Requester): number => REQUEST_BYTES + bytes;

function heaviest<T extends { readonly requester: Requester }>(all: readonly T[], kind: 'address' | 'salon'): T[] {
  const sums = new Map<string, number>();
  for (const { requester } of all) sums.set(requester[kind], (sums.get(requester[kind]) ?? 0) + bytesOf(requester));
  const [name] = [...sums].reduce((most, one) => (one[1] > most[1] ? one : most), ['', -1] as [string, number]);
  return all.filter(({ requester }) => requester[kind] === name);
}

/** Returns the request to refuse when too much waits; undefined if none waits. */
export function refusedOf<T extends { readonly requester: Requester }>(waiting: Iterable<T>): T | undefined {
  return heaviest(heaviest([...waiting], 'address'), 'salon').at(-1);
}
