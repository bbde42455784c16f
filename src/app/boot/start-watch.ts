/**
 * Notices that the app did not start: a script that did not load (a host or a captive portal that answers with a page of its
 * own), one that failed while it loaded (a browser that closes its storage to us), or nothing on the page though all has
 * loaded. Without this a person sees a blank page with their unsent work behind it.
 */
import { showNotStarted } from './not-started.ts';

/** The app draws something as soon as its script has run; a device under load gets this much longer before we speak, in ms. */
const PATIENCE = 3_000;
/**
 * A script that never ends loading keeps the page from being `loaded` for ever; on a slow line loading takes its time. So what
 * counts is how long nothing more has come, and as long as nothing has failed we say no more than that it is slow, in ms.
 */
const LONGEST_SILENCE = 60_000;

export type NotStarted = 'loading_failed' | 'loading_slow' | 'storage' | 'old';

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

/** What the browser says of a failure, for the detail; null for what is no failure of a script. */
function detailOf(event: ErrorEvent | Event): string | null {
  if (event instanceof ErrorEvent) return event.message;
  return event.target instanceof HTMLScriptElement ? event.target.src : null;
}

export function watchStart(): void {
  const ended = new AbortController();
  let details: string[] = [];
  let takeAway: (() => void) | null = null;
  let said: NotStarted | null = null;
  const place = () => document.getElementById('root');
  const hasStarted = () => (place()?.childElementCount ?? 0) > 0;

  const look = () => {
    if (ended.signal.aborted) return;
    if (hasStarted()) return ended.abort();
    const reason = reasonNow(details.length > 0);
    if (reason === said) return;
    const first = said === null;
    takeAway?.();
    takeAway = showNotStarted(reason, details);
    said = reason;
    if (!first) return;
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
  let silent = setTimeout(look, LONGEST_SILENCE);
  const stopHearing = eachFile(() => {
    clearTimeout(silent);
    silent = setTimeout(look, LONGEST_SILENCE);
  });
  ended.signal.addEventListener('abort', stopHearing);
}
