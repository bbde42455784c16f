/**
 * The session as this tab shows it: the person who is signed in, and the salon that they look at. Promise: it follows the store,
 * unless something is typed here for another person (`holdsPage`).
 */
import { createStore, type StoreApi } from 'zustand/vanilla';
import { forgetNote, keepNote, noteKeys, readNote } from '#data/browser/small-notes.ts';
import { AuthProblem, NOT_AUTHENTICATED } from './auth-errors.ts';
import {
  clearSalonPresence,
  clearViewedSalon,
  readSalonPresence,
  readViewedSalon,
  type SessionState,
  type SessionStoreState,
  signedInState,
  storeSalonPresence,
  storeViewedSalon,
} from './session-state.ts';
import type { Profile, SessionEvent, SessionStore } from './session-store.ts';
import type { Tokens } from './session-tokens.ts';

interface TabParts {
  readonly kept: SessionStore;
  readonly isTyped: (() => boolean) | undefined;
  /** Device clock, milliseconds. */
  readonly now: () => number;
  /** Renews these tokens from now on; null: nobody's. */
  readonly watch: (tokens: Tokens | null) => void;
  /** Tells this tab's listeners. */
  readonly emit: (event: SessionEvent) => void;
}

/** The state of this tab, and the acts that change it. */
export interface SessionTab {
  readonly store: StoreApi<SessionStoreState>;
  /**
   * Brings this tab to the state of the store, after `event`.
   * @param own true after an act of a person in this very tab
   */
  load(event: SessionEvent, own?: boolean): Promise<void>;
  /**
   * Returns the profile of the signed-in person.
   * @throws AuthProblem if nobody is signed in
   */
  profile(): Profile;
  /** Keeps the salon after it was saved. @throws as `profile` */
  keepSalon(salonId: number): void;
  /** Shows another salon, an administrator's choice; null returns to the own salon. @throws as `profile` */
  viewSalon(salonId: number | null): void;
  /**
   * Forgets a salon that the server has refused.
   * @returns false if this tab shows another one, which stays
   */
  leaveSalon(profile: Profile, salonId: number): boolean;
}

/** Makes the state of this tab. */
export function sessionTab({ kept, isTyped, now, watch, emit }: TabParts): SessionTab {
  const store = createStore<SessionStoreState>(() => ({ phase: 'loading', replica: null, replicaError: null }));
  /** The salon that an administrator has chosen. */
  let viewed: number | null = null;

  function show(state: SessionState): void {
    keepTabFor(state.phase === 'signed-in' ? state.profile.id : '');
    const { replica, replicaError } = store.getState();
    const stays = state.phase === 'signed-in' && replica?.userId === state.profile.id && replica.salonId === state.salonId;
    store.setState({ ...state, replica: stays ? replica : null, replicaError: stays ? replicaError : null }, true);
  }

  function look(salonId: number | null, profile: Profile | null): void {
    viewed = salonId;
    if (salonId === null) clearViewedSalon(profile?.salonId ?? null);
    else if (profile?.role === 'admin') storeViewedSalon(salonId);
  }

  function currentProfile(): Profile {
    const state = store.getState();
    if (state.phase !== 'signed-in') throw new AuthProblem(NOT_AUTHENTICATED);
    return state.profile;
  }

  return {
    store,
    profile: currentProfile,
    async load(event, own = false) {
      const { tokens, profile, locked } = await kept.read();
      watch(tokens);
      if (!own && holdsPage(store, tokens && profile, isTyped, now())) return emit(event);
      const isBack = store.getState().held !== undefined && !own;
      if (!isBack && (!tokens || event === 'SIGNED_OUT' || event === 'SIGNED_IN')) look(null, profile);
      else if (event === 'INITIAL_SESSION' && profile?.role === 'admin') viewed = readViewedSalon();
      if (tokens && profile) show(signedInState(profile, viewed));
      else if (locked) show({ phase: 'signed-out', reason: 'revoked', locked });
      else show({ phase: 'signed-out', ...(event === 'SIGNED_OUT' ? { reason: 'left' as const } : {}) });
      emit(event);
    },
    keepSalon(salonId) {
      const profile = currentProfile();
      if (viewed !== null) return;
      storeSalonPresence(salonId);
      show(signedInState(profile, viewed));
    },
    viewSalon(salonId) {
      const profile = currentProfile();
      look(salonId, profile);
      show(signedInState(profile, viewed));
    },
    leaveSalon(profile, salonId) {
      const isOwn = profile.salonId === salonId;
      if (isOwn && viewed !== salonId) return false;
      if (viewed === salonId) look(null, profile);
      if (!isOwn && readSalonPresence().salonId === salonId) clearSalonPresence();
      return true;
    },
  };
}

/**
 * Holds a page in which something is typed when its person is signed out elsewhere: in another tab, by the server, or because
 * somebody else signed in. The text stays as it is, in this page alone and on no disk; the page is locked until the same person
 * signs in again, or until the person at the device gives it up.
 * @param person the person who is signed in on this browser now
 * @param now device clock, milliseconds
 * @returns true if the page is held: the screens behind the lock keep the session with which they were opened
 */
function holdsPage(
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

const TAB_NOTES = 'greben.';
const TAB_OWNER = `${TAB_NOTES}tab-of`;

/**
 * Forgets the tab's notes of another person (searches, places in lists, its day). The browser may restore a tab after its person
 * has left, so this is checked at each start.
 * @param userId the person whom the tab shows from now on; '' for nobody
 */
function keepTabFor(userId: string): void {
  if ((readNote('session', TAB_OWNER) ?? '') === userId) return;
  for (const key of noteKeys('session', TAB_NOTES)) forgetNote('session', key);
  keepNote('session', TAB_OWNER, userId);
}
