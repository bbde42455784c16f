import { createStore } from 'zustand/vanilla';
import { SKIP_WAITING } from './update-message.ts';

/** The service worker of a newer version, once it is installed and waits for its turn. */
export const update = createStore<{ waiting: ServiceWorker | null }>(() => ({ waiting: null }));

/** Lets the newer version take over; every tab of this browser reloads when it does. */
export function applyUpdate(waiting: ServiceWorker): void {
  waiting.postMessage({ type: SKIP_WAITING });
}
