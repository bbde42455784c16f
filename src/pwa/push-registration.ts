import { distinctUntilChanged, filter, map } from 'rxjs';
import type { OpenReplica } from '#data/open-replica.ts';
import { PUSH_TAG } from './worker-messages.ts';

/** Not in the language's own types: only some browsers have it. */
type WithSync = ServiceWorkerRegistration & { sync?: { register(tag: string): Promise<void> } };

/**
 * Asks the browser to wake the service worker when there is a line, as long as something is unsent: as soon as it is, when
 * the line is lost, and whenever the page is left. Without Background Sync it goes with the next opening. Returns what ends it.
 */
export function keepPushRegistered(replica: OpenReplica): () => void {
  const pages = new AbortController();
  let registration: WithSync | undefined;
  const register = () => {
    registration?.sync
      ?.register(PUSH_TAG)
      .catch((error: unknown) => console.info('The browser will not send in the background', error));
  };
  const pending = () => replica.status$.value.pending > 0;
  // On the way out there is no time to look for the registration.
  void navigator.serviceWorker?.getRegistration().then((found) => {
    registration = found as WithSync | undefined;
    if (pending()) register();
  });
  const watching = replica.status$
    .pipe(
      map((status) => (status.pending > 0 ? `unsent ${status.phase === 'offline'}` : '')),
      distinctUntilChanged(),
      filter((unsent) => unsent !== ''),
    )
    .subscribe(register);
  const leaving = () => {
    if (pending()) register();
  };
  const hidden = () => {
    if (document.visibilityState === 'hidden') leaving();
  };
  window.addEventListener('pagehide', leaving, { signal: pages.signal });
  document.addEventListener('visibilitychange', hidden, { signal: pages.signal });
  return () => {
    leaving();
    pages.abort();
    watching.unsubscribe();
  };
}

/** Has the worker send what this person left in salons that no window has open. */
export async function pushElsewhere(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration();
  if (!registration?.active) return;
  const { messageSW } = await import('workbox-window');
  void messageSW(registration.active, { type: PUSH_TAG });
}
