/**
 * The start of the app is over when the first screen is drawn with its content. Everything that no start needs (dialogs, the
 * other texts of the language, the client of the server) is fetched after it.
 */
import { useSyncExternalStore } from 'react';

/** The start is over after this time at the latest, even if no screen has reported it, ms. */
const LATEST_MS = 5_000;

let over = false;
const listeners = new Set<() => void>();

/** Called by the first screen when it is drawn with its content. */
export function endStart(): void {
  if (over) return;
  over = true;
  for (const listener of listeners) listener();
  listeners.clear();
}

function onOver(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const startOver = (): Promise<void> =>
  new Promise((resolve) => {
    if (over) return resolve();
    onOver(resolve);
    setTimeout(endStart, LATEST_MS);
  });

/** Tells if the start is over; the component draws again when it is. */
export const useStartOver = (): boolean => useSyncExternalStore(onOver, () => over);
