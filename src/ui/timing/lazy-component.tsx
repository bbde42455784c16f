/**
 * Parts of the app that the start does not show. The code of a part is fetched when the part is first drawn, and the code of all
 * parts after the start (`fetchParts`), so that a part is there when a person opens it. `React.lazy` is not used, because React
 * delays the content after a fallback by up to 300 ms.
 */
import { type ComponentType, createElement, useEffect, useState, useSyncExternalStore } from 'react';
import { laterTexts } from '#i18n/i18n.ts';

export interface LazyComponent<P> {
  /** Returns the component; null until it was fetched. */
  loaded(): ComponentType<P> | null;
  /** Fetches its code and the texts. Rejects if they do not come; the next call tries again. */
  fetch(): Promise<void>;
  subscribe(listener: () => void): () => void;
}

const parts: Pick<LazyComponent<never>, 'fetch'>[] = [];

/**
 * Makes a part of the app.
 * @param load imports the component
 */
export function lazyComponent<P extends object>(load: () => Promise<ComponentType<P>>): LazyComponent<P> {
  let loaded: ComponentType<P> | null = null;
  const listeners = new Set<() => void>();
  const part: LazyComponent<P> = {
    loaded: () => loaded,
    async fetch() {
      if (loaded) return;
      const [component] = await Promise.all([load(), laterTexts()]);
      loaded = component;
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  parts.push(part);
  return part;
}

/**
 * Returns the component; null until it is there. If it cannot be fetched, rendering throws: the boundary around it shows the
 * failure and offers another try.
 * @param wanted true to fetch it now; otherwise another caller does
 */
export function usePart<P extends object>(part: LazyComponent<P>, wanted: boolean): ComponentType<P> | null {
  const loaded = useSyncExternalStore(part.subscribe, part.loaded);
  const [failure, setFailure] = useState<{ error: unknown } | null>(null);
  useEffect(() => {
    if (wanted) part.fetch().catch((error: unknown) => setFailure({ error }));
  }, [part, wanted]);
  if (failure) throw failure.error;
  return loaded;
}

/** A component that draws nothing until its code is there. */
export function lazyPart<P extends object>(load: () => Promise<ComponentType<P>>): ComponentType<P> {
  const part = lazyComponent(load);
  return (props: P) => {
    const Loaded = usePart(part, true);
    return Loaded ? createElement(Loaded, props) : null;
  };
}

/** Fetches every part, one after the other. Rejects with the first failure, after all others have been fetched. */
export async function fetchParts(): Promise<void> {
  const failed: unknown[] = [];
  for (const part of parts) await part.fetch().catch((error: unknown) => failed.push(error));
  if (failed.length > 0) throw failed[0];
}

/** Input that usually comes before a dialog opens: the parts are then fetched at once and not in the next idle moment. */
const SIGNS = ['pointerdown', 'keydown', 'focusin'] as const;
/** The longest wait for an idle moment, ms. WebKit does not report idle moments and begins at once. */
const LATEST_MS = 2_000;

/**
 * Fetches every part in the next idle moment, or at the first input before it. It is called once the start is over.
 * @param over called when nothing is being fetched any more
 */
export function fetchPartsWhenIdle(over: () => void): void {
  const begun = new AbortController();
  const fetchNow = () => {
    if (begun.signal.aborted) return;
    begun.abort();
    // A person who opens a part that did not come is told then.
    fetchParts()
      .catch((error: unknown) => console.info('Not every part could be fetched', error))
      .finally(over);
  };
  for (const sign of SIGNS) window.addEventListener(sign, fetchNow, { capture: true, signal: begun.signal });
  if ('requestIdleCallback' in window) window.requestIdleCallback(fetchNow, { timeout: LATEST_MS });
  else setTimeout(fetchNow);
}
