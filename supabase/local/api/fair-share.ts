/**
 * Decides whose request gets a connection to the database next, where more ask than it has connections (connection-queue.ts). Accounts cost
 * nothing, so no limit goes by person alone: the time for which connections were held is added up by address, by salon and by person,
 * and fades away. To burn is to hold connections for long.
 *
 * A request goes in one of three ways:
 * - light: its salon and its person have asked before, and cheaply on average. It may take any connection. A salon has two such requests
 *   at a time, an address four.
 * - new: nothing is known of its person. An address has one such request at a time; the last connections are not for them.
 * - shared: all others, and what is more than that at a time. Together they have four of ten connections. So a light request finds one
 *   however many burn; and whoever burns nothing is light from their second request on.
 *
 * Among those that may go:
 * - first goes the one whose address has held the least, then whose salon, then whose person, then who came first;
 * - of the pushes of one salon two are at work at a time, because PostgreSQL lets them wait for each other, each on a connection. They go
 *   before what the salon reads: somebody looks at a save, and one pull brings what ten would;
 * - where too much waits, the address that has most of it waiting loses what came last of its salon that has most of it.
 *
 * Pure but for the books that it is given; times are milliseconds.
 */
export interface Requester {
  readonly address: string;
  /** What is known of the salon for which they ask; else the person. */
  readonly salon: string;
  readonly person: string;
  /** What it locks in the database: of one lock two are at work, and they go before what their salon only reads. */
  readonly lock?: string;
  /** What of it is in memory while it waits. */
  readonly bytes?: number;
}

export type Way = 'light' | 'new' | 'shared';

export interface RunningRequest {
  readonly requester: Requester;
  readonly began: number;
  readonly way: Way;
}

const HALF_LIFE_MS = 20_000;
/**
 * What a cheap request takes at most on average: an honest device's takes 10. Where burning keeps the processors busy everybody's takes
 * longer: then it is this part of what burns (`burning`).
 */
const CHEAP_MS = 400;
const CHEAP_PART = 0.35;
/** A light request that takes longer counts among those who share. */
const LIGHT_MS = 2_000;
const LIGHT_AT_ONCE = { salon: 2, address: 4 };
/** Of the connections, at most. Four that burn are more than the processors of a small server can do at once. */
const PART = { new: 0.8, shared: 0.4 };
/** Of the last some ten requests. */
const NEWEST_WEIGHS = 0.2;
const LOCKED_AT_ONCE = 2;
/** Strangers could invent names without end; the books must not grow with them. */
const REMEMBERED = 10_000;
/** What a request weighs besides its body. */
const REQUEST_BYTES = 64 * 1024;

interface Entry {
  spent: number;
  /** The sum of the squares, fading likewise. */
  squares: number;
  at: number;
  mean: number;
}

const ANYBODY = 'anybody';
const fading = ({ at }: Entry, now: number): number => 2 ** ((at - now) / HALF_LIFE_MS);

/** What was held by which name. */
export class Spending {
  private readonly entries = new Map<string, Entry>();

  spent(name: string, now: number): number {
    const entry = this.entries.get(name);
    return entry ? entry.spent * fading(entry, now) : 0;
  }

  /** How long the request takes that a busy connection is found with: the mean of all requests, each weighed by its own time. */
  burning(): number {
    const entry = this.entries.get(ANYBODY);
    return entry && entry.spent > 0 ? entry.squares / entry.spent : 0;
  }

  /** What a request of that name has taken on average; null: nobody knows. */
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
      this.entries.delete(name); // so that the one not heard of for longest stands first
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

const of = (kind: 'address' | 'salon', requester: Requester, way: Way) => (one: RunningRequest) =>
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

/** How one may go now; null: not yet. */
export function wayOf(requester: Requester, share: Share): Way | null {
  const { places, running, now } = share;
  if (running.size >= places) return null;
  if (requester.lock && counted(running, (one) => one.requester.lock === requester.lock) >= LOCKED_AT_ONCE) return null;
  if (isLight(requester, share)) return 'light';
  const others = counted(running, ({ way }) => way !== 'light');
  if (isNew(requester, share) && others < most(places, PART.new)) return 'new';
  const long = counted(running, ({ way, began }) => way === 'light' && now - began > LIGHT_MS);
  return others + long < most(places, PART.shared) ? 'shared' : null;
}

/** What a name has held lately, with what it holds now. */
function held(kind: 'address' | 'salon' | 'person', requester: Requester, { running, spending, now }: Share): number {
  let sum = spending.spent(`${kind} ${requester[kind]}`, now);
  for (const one of running) if (one.requester[kind] === requester[kind]) sum += now - one.began;
  return sum;
}

/** The one of those who wait, in the order in which they came, that goes now; null: nobody may. */
export function nextOf<T extends { readonly requester: Requester }>(
  waiting: Iterable<T>,
  share: Share,
): { next: T; way: Way } | null {
  let best: { next: T; way: Way; held: readonly number[] } | null = null;
  for (const next of waiting) {
    const way = wayOf(next.requester, share);
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

/** Who is refused where too much waits; undefined where nobody waits. */
export function refusedOf<T extends { readonly requester: Requester }>(waiting: Iterable<T>): T | undefined {
  return heaviest(heaviest([...waiting], 'address'), 'salon').at(-1);
}
