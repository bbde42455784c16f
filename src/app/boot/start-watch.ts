/**
 * Notices that the app did not start: a script that did not load (a host or a captive portal that answers with a page of its
 * own), one that failed while it loaded (a browser that closes its storage to us), a browser that is too old, or nothing on
 * the page though all has loaded. Without this a person sees a blank page with their unsent work behind it. Runs in any
 * browser that knows modules (Safari 10.1, Chrome 61, Firefox 60): nothing younger may be used here without asking for it.
 */
import { isOld, lackedHere } from './browsers.ts';
import { showNotStarted } from './not-started.ts';

/** The app draws something as soon as its script has run; a device under load gets this much longer before we speak, in ms. */
const PATIENCE = 3_000;
/** A script that never ends loading keeps the page from being `loaded` for ever; on a slow line loading takes its time, in ms. */
const LONGEST_LOAD = 60_000;

export type NotStarted = 'loading_failed' | 'storage' | 'old';

/** Whether the browser lets the app keep anything: asking may throw, which is the answer too. */
function storageIsClosed(): boolean {
  try {
    return !window.localStorage || !window.indexedDB;
  } catch {
    return true;
  }
}

const reasonNow = (): NotStarted => (storageIsClosed() ? 'storage' : isOld() ? 'old' : 'loading_failed');

/** What the browser says of a failure, for the detail; null for what is no failure of a script. */
function detailOf(event: ErrorEvent | Event): string | null {
  if (event instanceof ErrorEvent) return event.message;
  return event.target instanceof HTMLScriptElement ? event.target.src : null;
}

const place = () => document.getElementById('root');

export function watchStart(): void {
  const lacked = lackedHere();
  if (lacked.length > 0 && !storageIsClosed()) refuse(lacked);
  else watch();
}

/** Before the app's script runs (`interactive`): it would start and fail at people's work. Without its place it does not. */
function refuse(lacked: readonly string[]): void {
  const say = () => {
    place()?.remove();
    showNotStarted('old', lacked);
  };
  if (document.readyState === 'loading') document.addEventListener('readystatechange', say, { once: true });
  else say();
}

function watch(): void {
  let ended = false;
  let details: string[] = [];
  let takeAway: (() => void) | null = null;
  const hasStarted = () => (place()?.childElementCount ?? 0) > 0;

  const end = () => {
    ended = true;
    window.removeEventListener('error', failed, true);
  };
  const look = () => {
    if (ended || takeAway) return;
    if (hasStarted()) return end();
    takeAway = showNotStarted(reasonNow(), details);
    const found = place();
    if (!found) return;
    // It may only have been slow: the app itself is better than any word about it.
    const watching = new MutationObserver(() => {
      if (!hasStarted()) return;
      watching.disconnect();
      takeAway?.();
      end();
    });
    watching.observe(found, { childList: true });
  };
  /** What has failed in a browser that keeps nothing does not come any more: there is nothing to wait for. */
  const lookSoon = () => setTimeout(look, details.length > 0 && storageIsClosed() ? 0 : PATIENCE);
  const failed = (event: ErrorEvent | Event) => {
    const detail = detailOf(event);
    if (detail === null) return;
    details = [...details, detail];
    if (document.readyState === 'complete') lookSoon();
  };
  window.addEventListener('error', failed, true);
  window.addEventListener('load', () => lookSoon());
  setTimeout(look, LONGEST_LOAD);
}
