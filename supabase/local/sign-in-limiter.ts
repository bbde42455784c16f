/**
 * Slows down guessing: per address and account a number of failed attempts, per address ten times as many, within a window.
 * What a person notices: after ten wrong passwords in five minutes they wait.
 */
export interface LimiterOptions {
  /** Failed attempts per address and account; 0 switches the limiter off. */
  attempts: number;
  windowMs?: number;
  now?: () => number;
}

export interface SignInLimiter {
  /** Seconds to wait, 0 when the attempt may be made. `times` widens the limit for what is less worth guessing. */
  waitSeconds(address: string, account: string, times?: number): number;
  failed(address: string, account: string): void;
  succeeded(address: string, account: string): void;
}

const DEFAULT_WINDOW_MS = 5 * 60_000;
/** A guesser could invent accounts without end; the map must not grow with them. */
const REMEMBERED = 10_000;

export function signInLimiter({ attempts, windowMs = DEFAULT_WINDOW_MS, now = Date.now }: LimiterOptions): SignInLimiter {
  const failures = new Map<string, number[]>();
  const recent = (key: string) => (failures.get(key) ?? []).filter((at) => at > now() - windowMs);
  const pair = (address: string, account: string) => `${address} ${account.trim().toLowerCase()}`;

  function note(key: string): void {
    failures.set(key, [...recent(key), now()]);
    if (failures.size <= REMEMBERED) return;
    for (const known of failures.keys()) if (recent(known).length === 0) failures.delete(known);
    const oldest = failures.keys().next().value;
    if (failures.size > REMEMBERED && oldest !== undefined) failures.delete(oldest);
  }

  function wait(key: string, limit: number): number {
    const times = recent(key);
    const first = times[times.length - limit];
    return first === undefined ? 0 : Math.ceil((first + windowMs - now()) / 1000);
  }

  return {
    waitSeconds(address, account, times = 1) {
      if (attempts <= 0) return 0;
      return Math.max(wait(pair(address, account), attempts * times), wait(address, attempts * 10));
    },
    failed(address, account) {
      if (attempts <= 0) return;
      note(pair(address, account));
      note(address);
    },
    succeeded(address, account) {
      failures.delete(pair(address, account));
    },
  };
}
