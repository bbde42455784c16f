/**
 * A part of the app did not come: mostly because the host has a newer version, whose parts have other names. Loading the page anew
 * mends that. Promise: by itself it happens once in five minutes in a tab, so that a host that has lost a file leads nobody in
 * circles; never while something is typed or somebody is busy; and never where the page itself may not come back.
 */
import { keepNote, readNote } from '#data/device/small-notes.ts';
import { isBusy } from '#ui/busy.ts';
import { isTyped } from '#ui/unsaved.ts';

const NOTE = 'greben.part-missing';
const AGAIN_AFTER_MS = 5 * 60_000;

/** What browsers say when a dynamic import cannot be fetched: Chromium, Firefox, Safari. */
export function isLoadFailure(error: unknown): boolean {
  return error instanceof TypeError && /dynamically imported module|Importing a module script failed/i.test(error.message);
}

/** The service worker has the page, or the network may. */
const comesBack = () => navigator.onLine || navigator.serviceWorker?.controller != null;

/** Loads the page anew if that may mend this error, and may happen unasked. @param now device clock, epoch milliseconds */
export function reloadOnce(error: unknown, now: number, reload: () => void = () => window.location.reload()): void {
  if (!isLoadFailure(error) || isTyped() || isBusy() || !comesBack()) return;
  const last = Number(readNote('session', NOTE) ?? 0);
  // Where the browser keeps no note nobody would know that it has happened.
  if (Math.abs(now - last) >= AGAIN_AFTER_MS && keepNote('session', NOTE, String(now))) reload();
}
