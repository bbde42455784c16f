/**
 * Which local schema versions other windows have open. Promises: a version that a window holds is moved and deleted by nobody; a window
 * that is gone, well or badly, holds nothing; a window in the back-forward cache holds nothing either (a held lock would
 * keep it out of there); a mover that was frozen, while a window ran out of patience and opened the version, deletes nothing.
 */
import type { Clock } from '#sync/machine/clock.ts';

/**
 * Returns whether no window can have opened the version since `since` (milliseconds of the clock). The mover asks it right before
 * each step that cannot be taken back; `since` is when it began to read what that step rests on.
 */
export type StillFree = (since: number) => Promise<boolean>;

/** Says which replicas some window of this browser has open. */
export interface VersionHolds {
  /** From now on this window has the replica `name` open, until the returned function is called; resolved, it is free. */
  hold(name: string): Promise<() => Promise<void>>;
  /** Runs `work` while no window has `name` open. False, without running it, if one has. */
  whileFree(name: string, work: (stillFree: StillFree) => Promise<void>): Promise<boolean>;
}

/** Another window may be moving this very version: it is done in seconds, or frozen. */
const PATIENCE_MS = 10_000;
/** A mover that began to read less than this ago was not frozen for long enough for a window to run out of patience. */
const FRESH_MS = PATIENCE_MS / 2;
const lockName = (name: string): string => `greben-form:${name}`;

/**
 * Returns holds on Web Locks. `page`: hears when the window goes into the back-forward cache, where it holds nothing, and when
 * it comes back; null outside of a page. A window whose hold is kept waiting opens its replica after ten seconds all the same.
 */
export function webVersionHolds(locks: LockManager, clock: Clock, page: EventTarget | null): VersionHolds {
  /** Resolves when the lock is held or patience has ended; `released` when it has been let go. */
  const take = async (name: string, until: AbortSignal): Promise<{ readonly released: Promise<void> }> => {
    let released: Promise<void> = Promise.resolve();
    await new Promise<void>((resolve) => {
      const stopWaiting = clock.after(PATIENCE_MS, resolve);
      until.addEventListener('abort', () => resolve(), { once: true });
      released = locks
        .request(lockName(name), { mode: 'shared', signal: until }, () => {
          stopWaiting();
          resolve();
          return new Promise<void>((done) => {
            until.addEventListener('abort', () => done(), { once: true });
          });
        })
        .catch((error: unknown) => {
          // A browser that refuses locks (a page that is going away) must not keep the replica from opening.
          if (!(error instanceof DOMException && error.name === 'AbortError')) console.warn('No lock', error);
          resolve();
        });
    });
    return { released };
  };
  const waitedFor = async (name: string): Promise<boolean> =>
    (await locks.query()).pending?.some((waiting) => waiting.name === lockName(name)) ?? false;
  return {
    async hold(name) {
      let releasing = new AbortController();
      let lock = take(name, releasing.signal);
      const leave = ({ persisted }: PageTransitionEvent) => persisted && releasing.abort();
      const comeBack = ({ persisted }: PageTransitionEvent) => {
        if (!persisted) return;
        releasing = new AbortController();
        lock = take(name, releasing.signal);
      };
      page?.addEventListener('pagehide', leave as EventListener);
      page?.addEventListener('pageshow', comeBack as EventListener);
      await lock;
      return async () => {
        page?.removeEventListener('pagehide', leave as EventListener);
        page?.removeEventListener('pageshow', comeBack as EventListener);
        releasing.abort();
        await (await lock).released;
      };
    },
    whileFree: (name, work) =>
      locks.request(lockName(name), { ifAvailable: true }, async (lock) => {
        if (lock === null) return false;
        await work(async (since) => !(await waitedFor(name)) && clock.now() - since < FRESH_MS);
        return true;
      }),
  };
}

const openCounts = new Map<string, number>();

/** Without Web Locks (an insecure address, where no service worker brings a newer version either): this window alone. */
const holdsHere: VersionHolds = {
  async hold(name) {
    openCounts.set(name, (openCounts.get(name) ?? 0) + 1);
    return async () => {
      openCounts.set(name, Math.max(0, (openCounts.get(name) ?? 0) - 1));
    };
  },
  async whileFree(name, work) {
    const isFree = () => (openCounts.get(name) ?? 0) === 0;
    if (!isFree()) return false;
    await work(async () => isFree());
    return true;
  },
};

/** Returns holds on the browser's Web Locks; where it has none, on this window's own list alone. */
export function browserVersionHolds(clock: Clock): VersionHolds {
  const locks = globalThis.navigator?.locks;
  if (!locks) return holdsHere;
  return webVersionHolds(locks, clock, typeof globalThis.addEventListener === 'function' ? globalThis : null);
}
