import { useCallback, useEffect, useState } from 'react';
import { useSession } from '#features/use-replica.ts';
import type { AdminClient } from './admin-reads.ts';

export type OnlineRead<T> =
  | { state: 'loading' }
  | { state: 'ready'; value: T }
  | { state: 'failed'; message: string }
  | { state: 'offline' };

/** Reads from the server when the screen opens, when the line comes back and when asked. `read` must be stable. */
export function useOnlineRead<T>(read: (client: AdminClient) => Promise<T>): [OnlineRead<T>, () => void] {
  const session = useSession();
  const [answer, setAnswer] = useState<OnlineRead<T>>({ state: 'loading' });
  const [asked, setAsked] = useState(0);
  const again = useCallback(() => setAsked((n) => n + 1), []);

  useEffect(() => {
    globalThis.addEventListener('online', again);
    return () => globalThis.removeEventListener('online', again);
  }, [again]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: `asked` counts the requests to read once more
  useEffect(() => {
    // Without a line nobody answers: that is said at once, and the reading begins when the line is back.
    if (!navigator.onLine) {
      setAnswer({ state: 'offline' });
      return;
    }
    let current = true;
    setAnswer((before) => (before.state === 'ready' ? before : { state: 'loading' }));
    session
      .client()
      .then(read)
      .then(
        (value) => current && setAnswer({ state: 'ready', value }),
        (error: unknown) => {
          if (!current) return;
          if (navigator.onLine) setAnswer({ state: 'failed', message: error instanceof Error ? error.message : String(error) });
          else setAnswer({ state: 'offline' });
        },
      );
    return () => {
      current = false;
    };
  }, [session, read, asked]);

  return [answer, again];
}
