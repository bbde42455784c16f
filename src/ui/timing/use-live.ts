import { type DependencyList, useEffect, useMemo, useState } from 'react';
import { defer, type Observable, retry, throwError, timer } from 'rxjs';

export type LiveState<T> =
  | { phase: 'loading'; value?: undefined; error?: undefined; retry: () => void }
  | { phase: 'ready'; value: T; error?: undefined; retry: () => void }
  | { phase: 'failed'; value?: undefined; error: unknown; retry: () => void };

type Heard<T> = { value: T } | { error: unknown };

/** A database that the browser has closed is tried again after this time, ms. */
const AGAIN_AFTER_MS = 1_000;

/** A failed read beside a screen is tried again after this time, ms. */
const ASIDE_AGAIN_AFTER_MS = 10_000;

/** Recognises the error by its name, because src/ui may not import the storage. */
const isClosed = (error: unknown): boolean => error instanceof Error && error.name === 'StorageClosedError';

/**
 * Reads again after the browser has closed or cleared the database under the open page. Meanwhile the strip at the foot tells so,
 * and the screen keeps its content and everything that is typed in it.
 */
const overClosing = <T>(make: () => Observable<T>): Observable<T> =>
  defer(make).pipe(retry({ delay: (error: unknown) => (isClosed(error) ? timer(AGAIN_AFTER_MS) : throwError(() => error)) }));

/**
 * Follows a live read. `make` is called again when `deps` change, on retry, and as long as the database is closed. New `deps` and
 * a retry drop the earlier value, so that the rows of one day are never shown under another's name.
 */
export function useLiveState<T>(make: () => Observable<T>, deps: DependencyList): LiveState<T> {
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the caller's list says when it is another read, as with useMemo
  const read = useMemo(() => ({ make }), [...deps, attempt]);
  const [heard, setHeard] = useState<{ read: object; said: Heard<T> } | null>(null);

  useEffect(() => {
    const subscription = overClosing(read.make).subscribe({
      next: (value) => setHeard({ read, said: { value } }),
      error: (error: unknown) => setHeard({ read, said: { error } }),
    });
    return () => subscription.unsubscribe();
  }, [read]);

  const retry = () => setAttempt((count) => count + 1);
  if (heard?.read !== read) return { phase: 'loading', retry };
  return 'error' in heard.said
    ? { phase: 'failed', error: heard.said.error, retry }
    : { phase: 'ready', value: heard.said.value, retry };
}

/** Returns the newest value of a live read; undefined until the first. A failed read goes to the error boundary. */
export function useLive<T>(make: () => Observable<T>, deps: DependencyList): T | undefined {
  const state = useLiveState(make, deps);
  if (state.phase === 'failed') throw state.error;
  return state.value;
}

/**
 * Follows a live read for a part that shows one thing as long as it is drawn, such as a card of a list. With new `deps` the
 * earlier value stays until the new read has one, so that no button disappears under a finger and no choice is lost.
 */
export function useLiveSteadyState<T>(make: () => Observable<T>, deps: DependencyList): LiveState<T> {
  const state = useLiveState(make, deps);
  const [last, setLast] = useState(state);
  if (state.phase === 'ready' && state.value !== last.value) setLast(state);
  return state.phase === 'loading' && last.phase === 'ready' ? { ...last, retry: state.retry } : state;
}

/** Returns the newest value of such a read; undefined until the first. A failed read goes to the error boundary. */
export function useLiveSteady<T>(make: () => Observable<T>, deps: DependencyList): T | undefined {
  const state = useLiveSteadyState(make, deps);
  if (state.phase === 'failed') throw state.error;
  return state.value;
}

/**
 * Returns the newest value of a read for something beside a screen: a hint, a mark, a strip. It is undefined until the first value and while
 * the read fails; the read is tried again by itself, and the screen stays as it is.
 */
export function useLiveAside<T>(make: () => Observable<T>, deps: DependencyList): T | undefined {
  const patient = () =>
    defer(make).pipe(
      retry({
        delay(error: unknown) {
          if (isClosed(error)) return throwError(() => error);
          console.error('Not read, and tried again:', error);
          return timer(ASIDE_AGAIN_AFTER_MS);
        },
      }),
    );
  return useLiveState(patient, deps).value;
}
