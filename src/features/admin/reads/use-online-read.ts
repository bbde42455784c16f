import { useCallback, useEffect, useState } from 'react';
import { isUnreached } from '#data/session/auth-errors.ts';
import type { Session } from '#data/session/session.ts';
import { useSession, useSessionState } from '#features/shared/use-replica.ts';
import type { AdminClient } from './admin-reads.ts';

/** `value`: what was shown last, which stays while it is read again, and when that fails. */
export type OnlineRead<T> =
  | { state: 'loading'; value?: T | undefined }
  | { state: 'ready'; value: T }
  | { state: 'failed'; message: string; value?: T | undefined }
  | { state: 'offline'; value?: T | undefined };

/** By person and by what was asked; as long as the page lives, and never for somebody else. */
const shown = new WeakMap<Session, Map<string, unknown>>();
const MOST_KEPT = 40;

function shownIn(session: Session): Map<string, unknown> {
  const held = shown.get(session) ?? new Map<string, unknown>();
  shown.set(session, held);
  return held;
}

function keep(held: Map<string, unknown>, key: string, value: unknown): void {
  held.delete(key);
  held.set(key, value);
  for (const oldest of held.keys()) {
    if (held.size <= MOST_KEPT) return;
    held.delete(oldest);
  }
}

/**
 * Reads from the server when the screen opens, when another thing is asked, when the line comes back and when told to.
 * @param asked names what is read, with everything that `read` depends on
 */
export function useOnlineRead<T>(asked: string, read: (client: AdminClient) => Promise<T>): [OnlineRead<T>, () => void] {
  const session = useSession();
  const state = useSessionState();
  const person = state.phase === 'signed-in' ? state.profile.id : '';
  const key = `${person} ${asked}`;
  const [heard, setHeard] = useState<{ person: string; key: string; read: OnlineRead<T> } | null>(null);
  const [times, setTimes] = useState(0);
  const again = useCallback(() => setTimes((n) => n + 1), []);

  useEffect(() => {
    globalThis.addEventListener('online', again);
    return () => globalThis.removeEventListener('online', again);
  }, [again]);

  // Another page of the same list, or another search in it: the one before stands until it is there.
  const before = heard?.person === person ? heard.read.value : undefined;

  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` stands for `read`, and `times` counts the requests to read once more
  useEffect(() => {
    const value = shownIn(session).get(key) as T | undefined;
    const say = (next: OnlineRead<T>) => setHeard({ person, key, read: next });
    // Without a line nobody answers: that is said at once, and the reading begins when the line is back.
    if (!navigator.onLine) return say({ state: 'offline', value });
    let current = true;
    say({ state: 'loading', value: value ?? before });
    session
      .client()
      .then(read)
      .then(
        (next) => {
          if (!current) return;
          keep(shownIn(session), key, next);
          say({ state: 'ready', value: next });
        },
        (error: unknown) => {
          if (!current) return;
          if (!navigator.onLine || isUnreached(error)) say({ state: 'offline', value });
          else say({ state: 'failed', message: error instanceof Error ? error.message : String(error), value });
        },
      );
    return () => {
      current = false;
    };
  }, [session, key, times]);

  if (heard?.key === key) return [heard.read, again];
  return [{ state: 'loading', value: (shownIn(session).get(key) as T | undefined) ?? before }, again];
}
