/// <reference lib="webworker" />
/**
 * The service worker: the whole app is precached, so that after one visit it starts cold with no network. Requests to
 * the server's interfaces are never touched.
 */
import { clientsClaim } from 'workbox-core';
import { cleanupOutdatedCaches, createHandlerBoundToURL, type PrecacheEntry, precacheAndRoute } from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';
import { SKIP_WAITING } from './update-message.ts';

declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: (string | PrecacheEntry)[] };

const SERVER = [/^\/auth\/v1/, /^\/rest\/v1/, /^\/realtime\/v1/, /^\/storage\/v1/];

precacheAndRoute(self.__WB_MANIFEST);
cleanupOutdatedCaches();
registerRoute(new NavigationRoute(createHandlerBoundToURL('/index.html'), { denylist: SERVER }));
clientsClaim();

self.addEventListener('message', ({ data }: ExtendableMessageEvent) => {
  if ((data as { type?: unknown } | null)?.type === SKIP_WAITING) void self.skipWaiting();
});
