/**
 * What a browser does to a page's storage: no room, by the browser's own quota; connections closed under the page, told or
 * not (iOS tells nothing); an operation that fails without a reason. No test code in the product.
 */
import type { BrowserContext, Page } from '@playwright/test';

/** The origin's room, by the browser's own quota. */
export interface Room {
  /** From now on nothing more fits. */
  fill(): Promise<void>;
  makeRoom(): Promise<void>;
  /** What the browser says to a write, past the product: null when it takes it. */
  probe(): Promise<string | null>;
}

export interface StorageFaults {
  /** Closes every connection of the page. `told`: by the `close` event that the browser owes it. Answers how many. */
  closeConnections(told: boolean): Promise<number>;
  /** Closes them as WebKit does whose storage process has ended: nothing opens again in this page, a new load works. */
  die(told: boolean): Promise<void>;
  /** The next transactions fail with an UnknownError. */
  failNext(times: number): Promise<void>;
  /** How many of them have failed. */
  failed(): Promise<number>;
}

declare global {
  interface Window {
    storageFaults?: { open: Set<IDBDatabase>; toFail: number; failed: number; dead: boolean };
  }
}

/** Runs in the page, before its own scripts. */
function watchStorage(): void {
  const faults = { open: new Set<IDBDatabase>(), toFail: 0, failed: 0, dead: false };
  window.storageFaults = faults;
  const { open } = IDBFactory.prototype;
  const lost = () =>
    new DOMException('Connection to Indexed Database server lost. Refresh the page to try again', 'UnknownError');
  IDBFactory.prototype.open = function (...asked) {
    if (faults.dead) throw lost();
    const request = open.apply(this, asked);
    request.addEventListener('success', () => faults.open.add(request.result));
    return request;
  };
  const { transaction } = IDBDatabase.prototype;
  IDBDatabase.prototype.transaction = function (...asked) {
    if (faults.dead) throw lost();
    if (faults.toFail > 0) {
      faults.toFail -= 1;
      faults.failed += 1;
      throw new DOMException('injected', 'UnknownError');
    }
    return transaction.apply(this, asked);
  };
}

/** Call before the context's pages load the app. */
export const installStorageFaults = (context: BrowserContext): Promise<unknown> => context.addInitScript(watchStorage);

/** Of a page whose context has them installed. */
export function storageFaults(page: Page): StorageFaults {
  const closeConnections = (told: boolean) =>
    page.evaluate((isTold) => {
      const open = [...(window.storageFaults?.open ?? [])];
      window.storageFaults?.open.clear();
      for (const database of open) {
        database.close();
        if (isTold) database.dispatchEvent(new Event('close'));
      }
      return open.length;
    }, told);
  return {
    closeConnections,
    async die(told) {
      await page.evaluate(() => {
        if (window.storageFaults) window.storageFaults.dead = true;
      });
      await closeConnections(told);
    },
    failNext: (times) =>
      page.evaluate((count) => {
        if (window.storageFaults) window.storageFaults.toFail = count;
      }, times),
    failed: () => page.evaluate(() => window.storageFaults?.failed ?? 0),
  };
}

const MEGABYTE = 1_000_000;
const LIMIT = 40 * MEGABYTE;
const MORE_THAN_THE_LIMIT = 48 * MEGABYTE;

/** Runs in the page: writes something of this size, and undoes it. */
async function writeSome(size: number): Promise<string | null> {
  const opening = indexedDB.open('probe', 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore('probe');
  return new Promise((resolve) => {
    opening.onerror = () => resolve(opening.error?.name ?? 'unknown');
    opening.onsuccess = () => {
      const transaction = opening.result.transaction('probe', 'readwrite');
      transaction.objectStore('probe').put('x'.repeat(size), 'probe');
      transaction.onabort = () => resolve(transaction.error?.name ?? 'unknown');
      transaction.oncomplete = () => resolve(null);
    };
  });
}

/**
 * Call before the page opens the origin: Chromium remembers for half a minute how much room it has found, and looks again
 * only for a write that is larger.
 */
export async function limitedRoom(page: Page, origin: string): Promise<Room> {
  const cdp = await page.context().newCDPSession(page);
  const limit = (quotaSize: number) => cdp.send('Storage.overrideQuotaForOrigin', { origin, quotaSize });
  await limit(LIMIT);
  return {
    async fill() {
      await limit(1);
      await page.evaluate(writeSome, MORE_THAN_THE_LIMIT);
    },
    async makeRoom() {
      await limit(LIMIT);
    },
    probe: () => page.evaluate(writeSome, 64),
  };
}
