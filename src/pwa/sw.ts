/// <reference lib="webworker" />
/**
 * The service worker: the whole app is precached, so that after one visit it starts cold with no network; and it sends what
 * is unsent when no window is open. Promises: a version is installed with every file as it was built (build/service-worker.ts)
 * or not at all, and then the running one stays; requests to the server's interfaces are never touched.
 */
import { clientsClaim } from 'workbox-core';
import {
  addPlugins,
  cleanupOutdatedCaches,
  createHandlerBoundToURL,
  type PrecacheEntry,
  precacheAndRoute,
} from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';
import { scriptAddress } from './trusted.ts';
import { LET_GO, PUSH_TAG, SKIP_WAITING } from './worker-messages.ts';

declare const self: ServiceWorkerGlobalScope & {
  __WB_MANIFEST: (string | PrecacheEntry)[];
  /** Of background-push.ts, once that file is loaded. */
  grebenPush?: { pushInBackground(): Promise<void> };
};

/** Not in the language's own types: only some browsers have it. */
interface SyncEvent extends ExtendableEvent {
  readonly tag: string;
}

/** Not the app's to answer: the server's interfaces, and the public pages of salons. */
const SERVER = [/^\/auth\/v1/, /^\/rest\/v1/, /^\/realtime\/v1/, /^\/storage\/v1/, /^\/b\//];

const urlOf = (entry: string | PrecacheEntry) => (typeof entry === 'string' ? entry : entry.url);
const built = self.__WB_MANIFEST;
/** Kept by the browser beside this file, not in the cache. */
const pushFile = built.map(urlOf).find((url) => url.includes('push-worker'));

/** A browser that is installing this worker keeps what is imported then; later, when it is needed, it comes from there. */
function loadPush(): NonNullable<typeof self.grebenPush> {
  if (!self.grebenPush && pushFile) self.importScripts(scriptAddress(`/${pushFile}`));
  if (!self.grebenPush) throw new Error('push-worker was not built');
  return self.grebenPush;
}

let letGo: (reason: Error) => void = () => undefined;
const released = new Promise<never>((_, reject) => {
  letGo = reject;
});
released.catch(() => undefined); // there may be nothing under way that it ends
/** On a silent line this takes minutes. Ended early it is like a killed worker: what is unsent stays, and goes with another try. */
const pushInBackground = (): Promise<void> => Promise.race([released, (async () => loadPush().pushInBackground())()]);

/** The worker in charge would keep the newer one waiting for as long as it has something to do. */
function takeOver(): void {
  self.registration.active?.postMessage({ type: LET_GO });
  void self.skipWaiting();
}

// Another page that was once answered under a file's address may lie in the browser's own cache: the host is asked again.
addPlugins([{ requestWillFetch: async ({ request }) => new Request(request, { cache: 'no-cache' }) }]);
precacheAndRoute(built.filter((entry) => urlOf(entry) !== pushFile));
cleanupOutdatedCaches();
registerRoute(new NavigationRoute(createHandlerBoundToURL('/index.html'), { denylist: SERVER }));
clientsClaim();

self.addEventListener('install', (event) => {
  event.waitUntil(new Promise<void>((resolve) => resolve(void loadPush())));
});

self.addEventListener('message', (event: ExtendableMessageEvent) => {
  const { type } = (event.data ?? {}) as { type?: unknown };
  if (type === SKIP_WAITING) takeOver();
  if (type === LET_GO) letGo(new Error('A newer version takes over'));
  if (type === PUSH_TAG) event.waitUntil(pushInBackground().catch((error) => console.info('Not all was sent', error)));
});

// A failure is the browser's sign to try again later.
self.addEventListener('sync', (event) => {
  const { tag, waitUntil } = event as unknown as SyncEvent;
  if (tag === PUSH_TAG) waitUntil.call(event, pushInBackground());
});
