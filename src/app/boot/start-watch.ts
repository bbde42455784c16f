/**
 * Notices that the app did not start: a script that did not load (a host or a captive portal that answers with a page of its
 * own), one that failed while it loaded (a browser that closes its storage to us), a browser that is too old, or nothing on
 * the page though all has loaded. Without this a person sees a blank page with their unsent work behind it. Runs in any
 * browser that knows modules (Safari 10.1, Chrome 61, Firefox 60): nothing younger may be used here without asking for it.
 */
import { isOld, lackedHere } from './browsers.ts';
import { type NotStarted, showNotStarted } from './not-started.ts';

/** The app draws something as soon as its script has run; a device under load gets this much longer before we speak, in ms. */
const PATIENCE = 3_000;
/**
 * A script that never ends loading keeps the page from being `loaded` for ever; on a slow line loading takes its time. So what
 * counts is how long nothing more has come, and as long as nothing has failed we say no more than that it is slow, in ms.
 */
const LONGEST_SILENCE = 60_000;

/** Says if the browser forbids the app to store anything: asking may throw, which is an answer too. */
function storageIsClosed(): boolean {
  try {
    return !window.localStorage || !window.indexedDB;
  } catch {
    return true;
  }
}

function reasonNow(hasFailed: boolean): NotStarted {
  if (storageIsClosed()) return 'storage';
  if (isOld()) return 'old';
  return hasFailed || document.readyState === 'complete' ? 'loading_failed' : 'loading_slow';
}

/** Calls `heard` with each file that has come. Returns what ends it. */
function eachFile(heard: () => void): () => void {
  if (typeof PerformanceObserver !== 'function') return () => undefined;
  const observer = new PerformanceObserver(heard);
  observer.observe({ entryTypes: ['resource'] });
  return () => observer.disconnect();
}

/** Returns the browser's message about a failed script, for the detail; null if no script failed. */
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
  let said: NotStarted | null = null;
  const hasStarted = () => (place()?.childElementCount ?? 0) > 0;

  const end = () => {
    ended = true;
    stopHearing();
    window.removeEventListener('error', failed, true);
  };
  const look = () => {
    if (ended) return;
    if (hasStarted()) return end();
    const reason = reasonNow(details.length > 0);
    if (reason === said) return;
    const first = said === null;
    takeAway?.();
    takeAway = showNotStarted(reason, details);
    said = reason;
    const found = place();
    if (!first || !found) return;
    // It may only have been slow: the app itself is better than any word about it.
    const watching = new MutationObserver(() => {
      if (!hasStarted()) return;
      watching.disconnect();
      takeAway?.();
      end();
    });
    watching.observe(found, { childList: true });
  };
  /** Looks without patience in a browser that stores nothing: a part that failed there does not come any more. */
  const lookSoon = () => setTimeout(look, details.length > 0 && storageIsClosed() ? 0 : PATIENCE);
  const failed = (event: ErrorEvent | Event) => {
    const detail = detailOf(event);
    if (detail === null) return;
    details = [...details, detail];
    if (document.readyState === 'complete') lookSoon();
  };
  window.addEventListener('error', failed, true);
  window.addEventListener('load', () => lookSoon());
  let silent = setTimeout(look, LONGEST_SILENCE);
  const stopHearing = eachFile(() => {
    clearTimeout(silent);
    silent = setTimeout(look, LONGEST_SILENCE);
  });
}
