/**
 * Notices that the app did not start: a script that did not load (a host or a captive portal that answers with a page of its
 * own), one that failed while it loaded (a browser that closes its storage to us), or nothing on the page though all has
 * loaded. Without this a person sees a blank page with their unsent work behind it.
 */
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

/** `URL.canParse` came with Safari 17, Firefox 115 and Chrome 120; an older one may lack what the app is built with. */
const isOld = (): boolean => typeof URL.canParse !== 'function';

const reasonNow = (): NotStarted => (storageIsClosed() ? 'storage' : isOld() ? 'old' : 'loading_failed');

/** What the browser says of a failure, for the detail; null for what is no failure of a script. */
function detailOf(event: ErrorEvent | Event): string | null {
  if (event instanceof ErrorEvent) return event.message;
  return event.target instanceof HTMLScriptElement ? event.target.src : null;
}

export function watchStart(): void {
  const ended = new AbortController();
  let details: string[] = [];
  let takeAway: (() => void) | null = null;
  const place = () => document.getElementById('root');
  const hasStarted = () => (place()?.childElementCount ?? 0) > 0;

  const look = () => {
    if (ended.signal.aborted || takeAway) return;
    if (hasStarted()) return ended.abort();
    takeAway = showNotStarted(reasonNow(), details);
    const found = place();
    if (!found) return;
    // It may only have been slow: the app itself is better than any word about it.
    const watching = new MutationObserver(() => {
      if (!hasStarted()) return;
      watching.disconnect();
      takeAway?.();
      ended.abort();
    });
    watching.observe(found, { childList: true });
  };
  const failed = (event: ErrorEvent | Event) => {
    const detail = detailOf(event);
    if (detail === null) return;
    details = [...details, detail];
    if (document.readyState === 'complete') setTimeout(look, PATIENCE);
  };
  window.addEventListener('error', failed, { capture: true, signal: ended.signal });
  window.addEventListener('load', () => setTimeout(look, PATIENCE), { signal: ended.signal });
  setTimeout(look, LONGEST_LOAD);
}
