/** The device's hints about line and window. Promise: they are only hints; no row is ever decided by them. */
export type Signal = 'online' | 'offline' | 'visible' | 'hidden';

/** The page's knowledge of line and visibility. Neither is proof: a round is. */
export interface NetworkSignals {
  online(): boolean;
  visible(): boolean;
  /** Returns the function that stops listening. */
  listen(listener: (signal: Signal) => void): () => void;
}

/** The browser's own events; in a worker, which has no window, always visible. `pageshow` covers the way back from BFCache. */
export function browserSignals(): NetworkSignals {
  const page = typeof document === 'undefined' ? null : document;
  const scope: EventTarget | null = typeof globalThis.addEventListener === 'function' ? globalThis : null;
  return {
    online: () => globalThis.navigator?.onLine ?? true,
    visible: () => page === null || page.visibilityState === 'visible',
    listen(listener) {
      const online = () => listener('online');
      const offline = () => listener('offline');
      const visibility = () => listener(page?.visibilityState === 'visible' ? 'visible' : 'hidden');
      scope?.addEventListener('online', online);
      scope?.addEventListener('offline', offline);
      scope?.addEventListener('pageshow', visibility);
      page?.addEventListener('visibilitychange', visibility);
      return () => {
        scope?.removeEventListener('online', online);
        scope?.removeEventListener('offline', offline);
        scope?.removeEventListener('pageshow', visibility);
        page?.removeEventListener('visibilitychange', visibility);
      };
    },
  };
}
