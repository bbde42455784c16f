import { fetchParts } from '#ui/lazy-part.tsx';

/** What a person does before they open something: it is not waited for a quiet moment any longer. */
const SIGNS = ['pointerdown', 'keydown', 'focusin'] as const;
/** A browser that is never idle begins after this long, in ms; one that does not tell (WebKit) at once. */
const LATEST_MS = 2_000;

/**
 * Once the start is over: fetches what opens over the screens in a quiet moment, or at the first sign that it is needed.
 * @param over called when nothing is fetched any more
 */
export function fetchRest(over: () => void): void {
  const begun = new AbortController();
  const fetchNow = () => {
    if (begun.signal.aborted) return;
    begun.abort();
    // Who opens it then is told.
    fetchParts()
      .catch((error: unknown) => console.info('Not every part could be fetched', error))
      .finally(over);
  };
  for (const sign of SIGNS) window.addEventListener(sign, fetchNow, { capture: true, signal: begun.signal });
  if ('requestIdleCallback' in window) window.requestIdleCallback(fetchNow, { timeout: LATEST_MS });
  else setTimeout(fetchNow);
}
