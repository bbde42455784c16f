/**
 * A page in which something is typed when its person is signed out somewhere else: in another tab, by the server, or because
 * somebody else signed in. Promises: what is typed stays as it is, in this page alone and on no disk; the page is locked until
 * the same person signs in again, or until whoever sits there says that it may go.
 */
import type { StoreApi } from 'zustand/vanilla';
import type { Profile } from './profile.ts';
import type { SessionStoreState } from './session-state.ts';

/**
 * @param person who is signed in on this browser now
 * @param now device clock, milliseconds
 * @returns true where the page is held: the screens behind the lock keep the session that they were opened with
 */
export function holdsPage(
  store: StoreApi<SessionStoreState>,
  person: Profile | null,
  isTyped: () => boolean = () => false,
  now: number,
): boolean {
  const state = store.getState();
  if (state.phase !== 'signed-in' || state.profile.id === person?.id) return false;
  if (state.held === undefined && !isTyped()) return false;
  store.setState({ held: state.held ?? new Date(now).toISOString() });
  return true;
}
