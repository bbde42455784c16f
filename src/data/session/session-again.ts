import type { SessionStoreState } from './session-state.ts';
import type { SessionStore } from './session-store.ts';
import type { Tokens } from './session-tokens.ts';

/**
 * The browser has cleared what it kept of the session, under a page that still knows it: it is kept again.
 * @param tokens this page's
 * @returns false, and nothing kept, where the session was ended by a person or the server, or stands there still
 */
export async function keepSessionAgain(
  store: Pick<SessionStore, 'isCleared' | 'adopt'>,
  tokens: Tokens | null,
  state: SessionStoreState,
): Promise<boolean> {
  if (tokens === null || state.phase !== 'signed-in' || tokens.userId !== state.profile.id) return false;
  if (!(await store.isCleared())) return false;
  await store.adopt(tokens, state.profile, 'one');
  return true;
}
