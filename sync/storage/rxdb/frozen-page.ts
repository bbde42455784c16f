/**
 * A page that the browser has frozen still hears its BroadcastChannels (Chromium), and what it then begins in IndexedDB
 * neither ends nor lets another tab write. One that is kept for the way back is the same: WebKit says so by `pagehide` alone,
 * and what it had under way would hold up the page after it for good. Promises: nothing is begun while the page is frozen; what the freeze finds under
 * way is broken off and done again after the thaw. Where no page is (a worker), everything runs at once.
 */

/** An IndexedDB transaction, as far as this needs to know it. */
export interface Breakable extends Pick<EventTarget, 'addEventListener'> {
  abort(): void;
}

/** The storage's knowledge of the page's sleep: the browser breaks off the transactions of a frozen page. */
export interface PageLife {
  /** Runs the operation once the page is awake; again if a freeze broke it off. */
  awake<T>(operation: () => Promise<T>): Promise<T>;
  /** A freeze breaks this off; at once, where the page is frozen already. */
  underWay(transaction: Breakable): void;
}

type Heard = Pick<EventTarget, 'addEventListener'>;

/** @param page its document, which is frozen. @param view its window, which is left and shown again. Null where there is none */
export function pageLife(page: Heard | null, view: Heard | null = null): PageLife {
  const open = new Set<Breakable>();
  let thaw: (() => void) | null = null;
  let thawed: Promise<void> | null = null;
  let freezes = 0;

  const freeze = () => {
    freezes++;
    thawed ??= new Promise((resolve) => {
      thaw = resolve;
    });
    for (const transaction of open) breakOff(transaction);
    open.clear();
  };
  const resume = () => {
    thaw?.();
    thaw = null;
    thawed = null;
  };
  page?.addEventListener('freeze', freeze);
  page?.addEventListener('resume', resume);
  view?.addEventListener('pagehide', (event) => {
    if ((event as PageTransitionEvent).persisted) freeze();
  });
  view?.addEventListener('pageshow', resume);

  return {
    async awake(operation) {
      for (;;) {
        while (thawed) await thawed;
        const before = freezes;
        try {
          return await operation();
        } catch (error) {
          if (freezes === before) throw error;
        }
      }
    },
    underWay(transaction) {
      if (!page) return;
      if (thawed) return breakOff(transaction);
      open.add(transaction);
      for (const end of ['complete', 'abort']) transaction.addEventListener(end, () => open.delete(transaction));
    },
  };
}

function breakOff(transaction: Breakable): void {
  try {
    transaction.abort();
  } catch (error) {
    // It has ended, and only its event is still to come.
    if (!(error instanceof DOMException) || error.name !== 'InvalidStateError') throw error;
  }
}

/** The page in which this runs. */
export const thisPage: PageLife = typeof document === 'undefined' ? pageLife(null) : pageLife(document, window);
