import { createStore } from 'zustand/vanilla';
import { SKIP_WAITING } from './worker-messages.ts';

/**
 * `waiting`: the service worker of a newer version, installed and waiting for its turn. `replaced`: another tab has let it
 * take over; this page still runs the former version until the person reloads it. `asked`: this tab lets the newer version in.
 */
export const update = createStore<{ waiting: ServiceWorker | null; replaced: boolean; asked: boolean }>(() => ({
  waiting: null,
  replaced: false,
  asked: false,
}));

/**
 * Lets the newer version in. Only this tab reloads: another one may hold an unsaved form. Rejects where the code that speaks with
 * the worker does not come; then nothing was asked for.
 */
export async function applyUpdate(): Promise<void> {
  const { waiting, replaced } = update.getState();
  if (replaced) location.reload();
  update.setState({ asked: true });
  if (!waiting) return;
  try {
    const { messageSW } = await import('workbox-window');
    void messageSW(waiting, { type: SKIP_WAITING });
  } catch (error) {
    update.setState({ asked: false });
    throw error;
  }
}

/** A newer version has taken over this browser. */
export function newerTookOver(): void {
  if (update.getState().asked) location.reload();
  else update.setState({ replaced: true });
}
