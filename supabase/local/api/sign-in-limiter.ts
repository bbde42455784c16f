/**
 * Slows down guessing. Every attempt is counted before it is judged, and the count is removed if it was right, so that attempts
 * sent at once count like attempts sent one after the other. Wrong attempts of the last five minutes stand in three books:
 *
 * | Book | free | then a pause that doubles, up to | meets |
 * |--|--|--|--|
 * | an account from an address | `attempts` | 60 s | a person who mistypes, or guesses one account from one place |
 * | an account, from anywhere | twice that | 30 s | a guesser of one account from many places |
 * | an address, any account | ten times | 15 s | a guesser of one password on many accounts |
 *
 * These are pauses and not locks: other people's wrong passwords keep the rightful person out for seconds only. The last two
 * books do not count for an account at an address where it has signed in within thirty days, so neither strangers elsewhere nor a
 * guest on the salon's Wi-Fi stands in its way. An address belongs to one household or salon (client-address.ts).
 */
export interface LimiterOptions {
  /** Wrong attempts of one account from one address that cause no pause; 0 switches the limiter off. */
  attempts: number;
  windowMs?: number;
  now?: () => number;
}

/** The outcome of an admitted attempt; exactly one of these is called. */
export interface Attempt {
  /** The attempt was right: the count is removed, and the account is known at this address. */
  succeeded(): void;
  /** The attempt was wrong: the count stays. */
  failed(): void;
  /** The attempt was not judged, because the server failed or had no time: the count is removed. */
  unjudged(): void;
}

export type Admission = { readonly attempt: Attempt } | { readonly waitSeconds: number };

export interface SignInLimiter {
  /** Admits a password for an account. At most two of one account and four of one address are judged at the same time. */
  signIn(address: string, account: string): Admission;
  /**
   * Admits an act that costs work or makes something new (an account, a password). It counts whether it succeeds or not; `what`
   * names its book.
   */
  costly(address: string, what: string): Admission;
}

interface Book {
  /** Free attempts, as a multiple of `attempts`. */
  free: number;
  longestPauseMs: number;
}

const PAIR: Book = { free: 1, longestPauseMs: 60_000 };
const ACCOUNT: Book = { free: 2, longestPauseMs: 30_000 };
const ADDRESS: Book = { free: 10, longestPauseMs: 15_000 };
const COSTLY: Book = { free: 3, longestPauseMs: 60_000 };

const WINDOW_MS = 5 * 60_000;
const FIRST_PAUSE_MS = 5_000;
const KNOWN_FOR_MS = 30 * 24 * 3_600_000;
const JUDGED_AT_ONCE = { account: 2, address: 4 };
/** The most accounts that the maps keep, because a guesser could invent accounts without end. */
const REMEMBERED = 10_000;

const OPEN: Attempt = { succeeded: () => undefined, failed: () => undefined, unjudged: () => undefined };

export function signInLimiter({ attempts, windowMs = WINDOW_MS, now = Date.now }: LimiterOptions): SignInLimiter {
  const counted = new Map<string, number[]>();
  const known = new Map<string, number>();
  const judged = new Map<string, number>();

  const recent = (key: string) => (counted.get(key) ?? []).filter((at) => at > now() - windowMs);

  function note(key: string, at: number): void {
    counted.set(key, [...recent(key), at]);
    if (counted.size <= REMEMBERED) return;
    for (const old of counted.keys()) if (recent(old).length === 0) counted.delete(old);
    const oldest = counted.keys().next().value;
    if (counted.size > REMEMBERED && oldest !== undefined) counted.delete(oldest);
  }

  function takeBack(key: string, at: number): void {
    const times = recent(key);
    const place = times.indexOf(at);
    if (place >= 0) times.splice(place, 1);
    if (times.length > 0) counted.set(key, times);
    else counted.delete(key);
  }

  /** Returns the milliseconds until the book admits another attempt. */
  function pause(key: string, { free, longestPauseMs }: Book): number {
    const times = recent(key);
    const beyond = times.length - attempts * free;
    const last = times.at(-1);
    if (beyond < 0 || last === undefined) return 0;
    return Math.max(0, last + Math.min(longestPauseMs, FIRST_PAUSE_MS * 2 ** beyond) - now());
  }

  function isKnown(pair: string): boolean {
    const at = known.get(pair);
    return at !== undefined && at > now() - KNOWN_FOR_MS;
  }

  function remember(pair: string): void {
    known.delete(pair); // keeps the least recent pair first
    known.set(pair, now());
    const oldest = known.keys().next().value;
    if (known.size > REMEMBERED && oldest !== undefined) known.delete(oldest);
  }

  function begin(keys: readonly string[]): () => void {
    for (const key of keys) judged.set(key, (judged.get(key) ?? 0) + 1);
    return () => {
      for (const key of keys) {
        const left = (judged.get(key) ?? 1) - 1;
        if (left > 0) judged.set(key, left);
        else judged.delete(key);
      }
    };
  }

  const seconds = (ms: number): Admission => ({ waitSeconds: Math.ceil(ms / 1000) });

  return {
    signIn(address, given) {
      if (attempts <= 0) return { attempt: OPEN };
      const account = `account ${given.trim().toLowerCase()}`;
      const place = `address ${address}`;
      const pair = `${place} ${account}`;
      const wait = isKnown(pair)
        ? pause(pair, PAIR)
        : Math.max(pause(pair, PAIR), pause(account, ACCOUNT), pause(place, ADDRESS));
      if (wait > 0) return seconds(wait);
      const full = (judged.get(account) ?? 0) >= JUDGED_AT_ONCE.account || (judged.get(place) ?? 0) >= JUDGED_AT_ONCE.address;
      if (full) return { waitSeconds: 1 };
      const at = now();
      const books = [pair, account, place];
      for (const key of books) note(key, at);
      const done = begin([account, place]);
      const unjudged = () => {
        done();
        for (const key of books) takeBack(key, at);
      };
      const succeeded = () => {
        unjudged();
        counted.delete(pair);
        remember(pair);
      };
      const failed = () => {
        unjudged();
        for (const key of books) note(key, now()); // the pause begins when the person is told of it
      };
      return { attempt: { succeeded, failed, unjudged } };
    },

    costly(address, what) {
      if (attempts <= 0) return { attempt: OPEN };
      const book = `address ${address} ${what}`;
      const wait = pause(book, COSTLY);
      if (wait > 0) return seconds(wait);
      const place = `address ${address}`;
      if ((judged.get(place) ?? 0) >= JUDGED_AT_ONCE.address) return { waitSeconds: 1 };
      const at = now();
      note(book, at);
      const done = begin([place]);
      const unjudged = () => {
        done();
        takeBack(book, at);
      };
      return { attempt: { succeeded: done, failed: done, unjudged } };
    },
  };
}
