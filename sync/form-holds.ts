/**
 * Which local forms other windows have open. Promises: a form that a window holds is moved and deleted by nobody; a window
 * that is gone, well or badly, holds nothing; a window in the back-forward cache holds nothing either (a held lock would keep it out of there).
 */
import type { Clock } from './clock.ts';

export interface FormHolds {
  /** From now on this window has the replica `name` open, until the returned function is called. */
  hold(name: string): Promise<() => void>;
  /** Runs `work` while no window has `name` open. False, without running it, if one has. */
  whileFree(name: string, work: () => Promise<void>): Promise<boolean>;
}

/** Another window may be moving this very form: it is done in seconds, or frozen. */
const PATIENCE_MS = 10_000;
const lockName = (name: string): string => `greben-form:${name}`;

export function webFormHolds(locks: LockManager, clock: Clock, page: EventTarget | null): FormHolds {
  /** Resolves when the lock is held or patience has ended. */
  const take = async (name: string, until: AbortSignal): Promise<void> => {
    await new Promise<void>((resolve) => {
      const stopWaiting = clock.after(PATIENCE_MS, resolve);
      until.addEventListener('abort', () => resolve(), { once: true });
      locks
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
  };
  return {
    async hold(name) {
      let held = new AbortController();
      const leave = ({ persisted }: PageTransitionEvent) => persisted && held.abort();
      const comeBack = ({ persisted }: PageTransitionEvent) => {
        if (!persisted) return;
        held = new AbortController();
        void take(name, held.signal);
      };
      page?.addEventListener('pagehide', leave as EventListener);
      page?.addEventListener('pageshow', comeBack as EventListener);
      await take(name, held.signal);
      return () => {
        page?.removeEventListener('pagehide', leave as EventListener);
        page?.removeEventListener('pageshow', comeBack as EventListener);
        held.abort();
      };
    },
    whileFree: (name, work) =>
      locks.request(lockName(name), { ifAvailable: true }, async (lock) => {
        if (lock === null) return false;
        await work();
        return true;
      }),
  };
}

const heldHere = new Map<string, number>();

/** Without Web Locks (an insecure address, where no service worker brings a newer version either): this window alone. */
export const holdsHere: FormHolds = {
  async hold(name) {
    heldHere.set(name, (heldHere.get(name) ?? 0) + 1);
    return () => {
      heldHere.set(name, Math.max(0, (heldHere.get(name) ?? 0) - 1));
    };
  },
  async whileFree(name, work) {
    if ((heldHere.get(name) ?? 0) > 0) return false;
    await work();
    return true;
  },
};

export function browserFormHolds(clock: Clock): FormHolds {
  const locks = globalThis.navigator?.locks;
  if (!locks) return holdsHere;
  return webFormHolds(locks, clock, typeof globalThis.addEventListener === 'function' ? globalThis : null);
}
