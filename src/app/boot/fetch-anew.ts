/**
 * Takes the whole program anew from the server: service worker and caches go, the replica stays. Promise: nothing is taken
 * away before the server has been seen to give a program, so that a device without a line does not lose the one it has.
 */
import { pageText } from '#pwa/trusted.ts';

/** The address with a word of its own, which neither the service worker nor a cache knows. */
const past = (path: string): string => `${path}?anew=${Date.now()}`;

/** Scripts and style sheets that the page names; null when it is no page of ours. */
function partsOf(html: string): readonly string[] | null {
  const page = new DOMParser().parseFromString(pageText(html), 'text/html');
  if (!page.querySelector('script[src="/boot.js"]') || !page.querySelector('script[type="module"]')) return null;
  const named = [...page.querySelectorAll('script[src], link[rel="modulepreload"], link[rel="stylesheet"]')];
  return named.flatMap((part) => part.getAttribute('src') ?? part.getAttribute('href') ?? []);
}

const isPartOfIt = (response: Response): boolean =>
  response.ok && /javascript|css/.test(response.headers.get('content-type') ?? '');

/** Reloads the page with the program as the server has it. Returns why it cannot be had, and then nothing has changed. */
export async function fetchAnew(): Promise<'anew_offline' | 'anew_strange' | null> {
  let parts: readonly string[] | null;
  try {
    const page = await fetch(past('/index.html'), { cache: 'no-store' });
    parts = page.ok ? partsOf(await page.text()) : null;
    if (parts === null) return 'anew_strange';
    const found = await Promise.all(parts.map((part) => fetch(past(part), { cache: 'no-store' })));
    if (!found.every(isPartOfIt)) return 'anew_strange';
  } catch {
    return 'anew_offline'; // a line that breaks off: the button stays for the next try
  }
  const registrations = (await navigator.serviceWorker?.getRegistrations()) ?? [];
  await Promise.all(registrations.map((registration) => registration.unregister()));
  for (const name of await caches.keys()) await caches.delete(name);
  // The browser may have kept the wrong page under these very addresses.
  await Promise.allSettled(parts.map((part) => fetch(part, { cache: 'reload' })));
  location.reload();
  return null;
}
