/**
 * The start of the app is over when what the person came for is on the screen. What no start needs (dialogs, the language's other
 * texts, what speaks with the server) is fetched after it.
 */
import { useSyncExternalStore } from 'react';

/** A screen that says nothing, or never comes, keeps nobody waiting for longer than this, in ms. */
const LATEST_MS = 5_000;

let over = false;
const listeners = new Set<() => void>();

/** Said by the screen that the start leads to, once it stands. */
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

/** Whether the start is over; the component draws again when it is. */
export const useStartOver = (): boolean => useSyncExternalStore(onOver, () => over);
