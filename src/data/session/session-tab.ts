/**
 * What this tab shows of the session that all tabs share: who is signed in, and which salon they look at. Promise: it follows
 * what stands in the store, unless something is typed here for another person (session-hold.ts).
 */
import { createStore, type StoreApi } from 'zustand/vanilla';
import { AuthProblem, NOT_AUTHENTICATED } from './auth-errors.ts';
import type { Profile } from './profile.ts';
import {
  clearSalonPresence,
  clearViewedSalon,
  readSalonPresence,
  readViewedSalon,
  storeSalonPresence,
  storeViewedSalon,
} from './salon-presence.ts';
import type { SessionEvent } from './session-events.ts';
import { holdsPage } from './session-hold.ts';
import { type SessionState, type SessionStoreState, signedInState } from './session-state.ts';
import type { SessionStore } from './session-store.ts';
import type { Tokens } from './session-tokens.ts';
import { keepTabFor } from './tab-notes.ts';

interface TabParts {
  readonly kept: SessionStore;
  readonly isTyped: (() => boolean) | undefined;
  /** Device clock, milliseconds. */
  readonly now: () => number;
  /** Whose tokens are renewed from now on; null: nobody's. */
  readonly watch: (tokens: Tokens | null) => void;
  /** Tells this tab's listeners. */
  readonly emit: (event: SessionEvent) => void;
}

export interface SessionTab {
  readonly store: StoreApi<SessionStoreState>;
  /** Brings this tab to what stands in the store, after `event`. @param own what a person did in this very tab */
  load(event: SessionEvent, own?: boolean): Promise<void>;
  /** @throws AuthProblem where nobody is signed in */
  profile(): Profile;
  /** After a salon was saved. @throws as `profile` */
  keepSalon(salonId: number): void;
  /** An administrator's choice; null returns to the own salon. @throws as `profile` */
  viewSalon(salonId: number | null): void;
  /** Forgets a salon that the server has refused. False: this tab shows another one that stays. */
  leaveSalon(profile: Profile, salonId: number): boolean;
}

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
