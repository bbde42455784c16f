import { type DependencyList, useEffect, useMemo, useState } from 'react';
import type { Observable } from 'rxjs';

export type LiveState<T> =
  | { phase: 'loading'; value?: undefined; error?: undefined; retry: () => void }
  | { phase: 'ready'; value: T; error?: undefined; retry: () => void }
  | { phase: 'failed'; value?: undefined; error: unknown; retry: () => void };

type Heard<T> = { value: T } | { error: unknown };

/**
 * Follows a live read. `make` is called again when `deps` change or on retry; what the earlier read said is dropped at once,
 * so that one day's rows are never shown under another day's name.
 */
export function useLiveState<T>(make: () => Observable<T>, deps: DependencyList): LiveState<T> {
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the caller's list says when it is another read, as with useMemo
  const read = useMemo(() => ({ make }), [...deps, attempt]);
  const [heard, setHeard] = useState<{ read: object; said: Heard<T> } | null>(null);

  useEffect(() => {
    const subscription = read.make().subscribe({
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

/** The newest value of a live read, undefined until the first. A failed read goes to the error boundary. */
export function useLive<T>(make: () => Observable<T>, deps: DependencyList): T | undefined {
  const state = useLiveState(make, deps);
  if (state.phase === 'failed') throw state.error;
  return state.value;
}
