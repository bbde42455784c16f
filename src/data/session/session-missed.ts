import type { SessionEvent } from './session-events.ts';
import type { SessionStoreState } from './session-state.ts';
import type { SessionStore } from './session-store.ts';

/**
 * What this page has not heard of: one that was frozen, or kept for the way back, is told nothing that other tabs do meanwhile. Where
 * the browser has cleared what is kept of the session, nobody has ended it.
 * @param state what the page shows. @returns null where it shows who is signed in on this browser, or is locked already
 */
export async function missedEvent(
  kept: Pick<SessionStore, 'read' | 'isCleared'>,
  state: SessionStoreState,
): Promise<SessionEvent | null> {
  const shown = state.phase === 'signed-in' ? state.profile.id : null;
  const { tokens, profile } = await kept.read();
  const person = (tokens && profile?.id) ?? null;
  if (state.phase === 'loading' || person === shown || state.held !== undefined) return null;
  if (person !== null) return 'SIGNED_IN';
  return (await kept.isCleared()) ? null : 'SIGNED_OUT';
}
