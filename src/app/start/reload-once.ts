/**
 * A part of the app did not come: mostly because the host has a newer version, whose parts have other names. Loading the page anew
 * mends that. Promise: by itself it happens once in five minutes in a tab, so that a host that has lost a file leads nobody in
 * circles; never while something is typed or somebody is busy; never where the page itself may not come back; and never while the
 * page is being left: Firefox ends then what a page still fetches, and loading it anew would call the person back.
 */
import { keepNote, readNote } from '#data/browser/small-notes.ts';
import { isTyped } from '#ui/form/unsaved.ts';
import { isBusy } from '#ui/timing/busy.ts';

const NOTE = 'greben.part-missing';
const AGAIN_AFTER_MS = 5 * 60_000;
/** A page that is still open after this long is not being left any more, ms. */
const LEAVING_MS = 10_000;

let leftAt = Number.NEGATIVE_INFINITY;

/**
 * Notices that the page is being left, until what it returns is called: as long as parts are fetched beside the screens. Not for
 * good, because Firefox keeps no page for the way back that listens for this.
 */
export function noticeLeaving(): () => void {
  const onLeaving = () => {
    leftAt = Date.now();
  };
  window.addEventListener('beforeunload', onLeaving);
  return () => window.removeEventListener('beforeunload', onLeaving);
}

/** Says if an error is that of a dynamic import that cannot be fetched, in the words of Chromium, Firefox or Safari. */
export function isLoadFailure(error: unknown): boolean {
  return error instanceof TypeError && /dynamically imported module|Importing a module script failed/i.test(error.message);
}

/** The service worker has the page, or the network may. */
const comesBack = () => navigator.onLine || navigator.serviceWorker?.controller != null;

/** Loads the page anew if that may mend this error, and may happen unasked. @param now device clock, epoch milliseconds */
export function reloadOnce(error: unknown, now: number, reload: () => void = () => window.location.reload()): void {
  if (!isLoadFailure(error) || isTyped() || isBusy() || !comesBack() || Math.abs(now - leftAt) < LEAVING_MS) return;
  const last = Number(readNote('session', NOTE) ?? 0);
  // Where the browser keeps no note nobody would know that it has happened.
  if (Math.abs(now - last) >= AGAIN_AFTER_MS && keepNote('session', NOTE, String(now))) reload();
}
