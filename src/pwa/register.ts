import { distinctUntilChanged, filter, map } from 'rxjs';
import type { OpenReplica } from '#data/open-replica.ts';
import { scriptAddress } from './trusted.ts';
import { newerTookOver, update } from './update.ts';

/** How often a page that is never closed (a salon's tablet) looks for a newer version, in milliseconds. */
const LOOK_EVERY = 60 * 60 * 1000;
/** The least time between two looks for a newer version when a person comes back to the page, ms. */
const LOOK_AGAIN_AFTER = 10 * 60 * 1000;

/** Registers the service worker and watches for newer ones. Without it (development, an insecure address) the app still runs. */
export async function registerServiceWorker(): Promise<void> {
  if (!('serviceWorker' in navigator) || !import.meta.env.PROD) return;
  let controlled = navigator.serviceWorker.controller !== null;
  navigator.serviceWorker.addEventListener('controllerchange', () => {
    // The first worker takes over a page that came from the network: nothing is new to it.
    if (controlled) newerTookOver();
    controlled = true;
  });
  try {
    // `none`: a page that once came in the place of the file that the worker imports may lie in the browser's cache for a year.
    const { Workbox } = await import('workbox-window');
    const workbox = new Workbox(scriptAddress('/sw.js'), { scope: '/', updateViaCache: 'none' });
    const registration = await workbox.register({ immediate: true });
    if (registration) follow(registration);
    lookNowAndThen(() => void lookForNewer(registration));
  } catch (error) {
    console.warn('The app will not start without a network: no service worker', error);
  }
}

/** Every hour, and when the person comes back to the page. */
function lookNowAndThen(look: () => void): void {
  let last = Date.now();
  const lookAfter = (pause: number) => {
    if (Date.now() - last < pause) return;
    last = Date.now();
    look();
  };
  setInterval(() => lookAfter(0), LOOK_EVERY);
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') lookAfter(LOOK_AGAIN_AFTER);
  });
}

const lookForNewer = (registration: ServiceWorkerRegistration | undefined) =>
  registration?.update().catch(() => console.info('No newer version can be looked for now'));

/** A server that no longer understands this version: a newer one is looked for at once. Returns what ends the watch. */
export function lookWhenTooOld({ status$ }: Pick<OpenReplica, 'status$'>): () => void {
  if (!('serviceWorker' in navigator)) return () => undefined;
  const tooOld$ = status$.pipe(
    map(({ reason }) => reason === 'app-too-old'),
    distinctUntilChanged(),
    filter((tooOld) => tooOld),
  );
  const watching = tooOld$.subscribe(async () => lookForNewer(await navigator.serviceWorker.getRegistration()));
  return () => watching.unsubscribe();
}

/** Every newer worker: workbox-window itself hears of one or two and then of none, and a tablet's page lives for weeks. */
function follow(registration: ServiceWorkerRegistration): void {
  const offer = (worker: ServiceWorker | null) => {
    const { controller } = navigator.serviceWorker;
    // WebKit may tell that the first worker is installed when it is already in charge: then there is nothing newer.
    if (worker?.state === 'installed' && controller && controller !== worker) update.setState({ waiting: worker });
    else if (worker && update.getState().waiting === worker) update.setState({ waiting: null });
  };
  offer(registration.waiting);
  registration.addEventListener('updatefound', () => {
    const worker = registration.installing;
    worker?.addEventListener('statechange', () => offer(worker));
  });
}
