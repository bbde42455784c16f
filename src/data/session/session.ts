/**
 * Who is signed in on this device. Start reads what the browser keeps and never waits for the network: an expired token
 * and no line still open the calendar at once. Only the server's own word (its refresh token revoked) ends a session;
 * then the data stays here, locked, until the same person signs in again. All tabs share one session.
 */
import type { SupabaseClient } from '@supabase/supabase-js';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { type People, peopleWith } from '#data/device/device-people.ts';
import { AuthProblem, NOT_AUTHENTICATED } from './auth-errors.ts';
import { laterServer } from './later-server.ts';
import type { Profile } from './profile.ts';
import {
  clearSalonPresence,
  clearViewedSalon,
  readSalonPresence,
  readViewedSalon,
  storeSalonPresence,
  storeViewedSalon,
} from './salon-presence.ts';
import { keepSessionAgain } from './session-again.ts';
import { endRevoked } from './session-end.ts';
import { type SessionEvent, sessionEvents } from './session-events.ts';
import { holdsPage } from './session-hold.ts';
import type { SessionOptions } from './session-options.ts';
import { type Recovery, sessionRecovery } from './session-recovery.ts';
import { tokenRefresher } from './session-refresh.ts';
import { revokeLeft } from './session-revocations.ts';
import { type SessionState, type SessionStoreState, signedInState } from './session-state.ts';
import { sessionStore } from './session-store.ts';
import type { Tokens } from './session-tokens.ts';

export type { Profile } from './profile.ts';
export type { SessionState, SessionStoreState, SignedIn } from './session-state.ts';

export interface Session {
  store: StoreApi<SessionStoreState>;
  /** Sends as whoever is signed in when a request leaves. Rejects with an AuthProblem where its code does not come. */
  client(): Promise<SupabaseClient>;
  /** Sends as this person and nobody else: while another one is signed in, none of its requests leaves. Rejects as `client` does. */
  clientOf(userId: string): Promise<SupabaseClient>;
  /** Reads what this browser keeps; resolves without the network. Call once. */
  start(): Promise<void>;
  /** Rejects with an AuthProblem. */
  signIn(email: string, password: string): Promise<void>;
  /** Rejects with an AuthProblem. Nobody is signed in by it. `confirmed`: the account may be used at once, no mail was sent. */
  signUp(email: string, password: string): Promise<{ confirmed: boolean }>;
  /** The way back in for who has forgotten the password. */
  recovery: Recovery;
  /**
   * Works without the network: the server hears of it when it is reached. Local rows and unsent writes stay, but for those of
   * `removing`: these salons are taken from this device as soon as no window has them open (held-removals.ts).
   */
  signOut(removing?: readonly number[]): Promise<void>;
  /** Whether several people have signed in on this browser. */
  people(): Promise<People>;
  /** Lets go of a session that the server ended, so that another person may sign in. Its rows stay. */
  forgetLocked(): Promise<void>;
  /** Lets go of what is typed in a held page (session-hold.ts): it follows the other tabs. */
  letGo(): Promise<void>;
  /** Reads the own row again. Rejects with an AuthProblem; without the network the cached one stays. */
  refreshProfile(): Promise<void>;
  /** Needs the server. Keeps the salon's id and the flag, and reads the profile again (document 1 §4). */
  createSalon(salon: object, settings: object): Promise<number>;
  /** After a salon was saved. */
  keepSalon(salonId: number): void;
  /** Another salon for an administrator; null returns to the own one. It outlives a reload; any sign-out and sign-in ends it. */
  viewSalon(salonId: number | null): void;
  /**
   * The server refused this salon to the person: who they are there is read again, and what this device remembered of the
   * salon opens it no longer. Rejects with an AuthProblem; then everything stays as it was.
   */
  salonWithdrawn(salonId: number): Promise<void>;
  /** The browser has cleared what it kept of the session under this page: it is kept again, if nobody ended it. */
  keepAgain(): Promise<void>;
  /** For events of any tab. Returns what ends it. */
  onEvent(listener: (event: SessionEvent) => void): () => void;
  close(): void;
}

export function createSession(options: SessionOptions): Session {
  const { url, key, now = Date.now, store: kept = sessionStore(), isTyped, after = Promise.resolve() } = options;
  const send: typeof fetch = options.fetch ?? ((input, init) => fetch(input, init));
  const address = { url, key, fetch: send };
  const store = createStore<SessionStoreState>(() => ({ phase: 'loading', replica: null, replicaError: null }));
  const listeners = new Set<(event: SessionEvent) => void>();
  const lifetime = new AbortController();
  let viewed: number | null = null;
  let loaded: () => void = () => undefined;
  const ready = new Promise<void>((resolve) => {
    loaded = resolve;
  });

  const locks = 'locks' in options ? options.locks : globalThis.navigator?.locks;
  const requests = { authUrl: `${url}/auth/v1`, key, fetch: send, now, locks };
  const refresher = tokenRefresher({
    ...requests,
    store: kept,
    onRefreshed: () => announce('TOKEN_REFRESHED'),
    onRevoked: lock,
  });
  const source = {
    tokens: async () => {
      await ready;
      return refresher.tokens();
    },
    renew: refresher.renew,
  };
  const server = laterServer(address, source, after);
  const events = sessionEvents((event) => {
    void load(event).catch((error) => console.error('Following another tab failed', error));
  });

  function emit(event: SessionEvent): void {
    if (event === 'TOKEN_REFRESHED' || event === 'SIGNED_IN') server.tokenChanged();
    for (const listener of listeners) listener(event);
  }

  function announce(event: SessionEvent): void {
    events.tell(event);
    emit(event);
  }

  function show(state: SessionState): void {
    const { replica, replicaError } = store.getState();
    const stays = state.phase === 'signed-in' && replica?.userId === state.profile.id && replica.salonId === state.salonId;
    store.setState({ ...state, replica: stays ? replica : null, replicaError: stays ? replicaError : null }, true);
  }

  function look(salonId: number | null, profile: Profile | null): void {
    viewed = salonId;
    if (salonId === null) clearViewedSalon(profile?.salonId ?? null);
    else if (profile?.role === 'admin') storeViewedSalon(salonId);
  }

  /** Brings this tab to what stands in the store, after `event`. @param own what a person did in this very tab */
  async function load(event: SessionEvent, own = false): Promise<void> {
    const { tokens, profile, locked } = await kept.read();
    refresher.watch(tokens);
    if (!own && holdsPage(store, tokens && profile, isTyped, now())) return emit(event);
    const isBack = store.getState().held !== undefined && !own;
    if (!isBack && (!tokens || event === 'SIGNED_OUT' || event === 'SIGNED_IN')) look(null, profile);
    else if (event === 'INITIAL_SESSION' && profile?.role === 'admin') viewed = readViewedSalon();
    if (tokens && profile) show(signedInState(profile, viewed));
    else if (locked) show({ phase: 'signed-out', reason: 'revoked', locked });
    else show({ phase: 'signed-out', ...(event === 'SIGNED_OUT' ? { reason: 'left' as const } : {}) });
    emit(event);
  }

  async function lock(ended: Tokens): Promise<void> {
    if (!(await endRevoked(kept, ended, now()))) return;
    await load('SIGNED_OUT');
    events.tell('SIGNED_OUT');
  }

  /** Keeps tokens and profile together or not at all: a profile names the replica. */
  async function adopt(tokens: Tokens, event: SessionEvent): Promise<void> {
    refresher.watch(tokens);
    try {
      const before = await kept.read();
      const last = before.profile ?? before.locked?.profile ?? null;
      const profile = await server.profileNow(tokens.userId, tokens.email, last);
      if (last && last.id !== profile.id) clearSalonPresence();
      await kept.adopt(tokens, profile, await peopleWith(profile.id, await kept.get('people'), last?.id));
    } catch (error) {
      refresher.watch(await kept.readTokens());
      throw error;
    }
    await load(event);
    events.tell(event);
    tellRevocations();
  }

  function tellRevocations(): void {
    revokeLeft({ ...requests, store: kept, server }).catch((error) => console.error('Revoking a session failed', error));
  }

  function wake(): void {
    if (document.visibilityState === 'hidden') return;
    refresher.wake();
    tellRevocations();
  }

  function currentProfile(): Profile {
    const state = store.getState();
    if (state.phase !== 'signed-in') throw new AuthProblem(NOT_AUTHENTICATED);
    return state.profile;
  }

  /** @param held whose salon only its own refusal takes away; null where it has refused already */
  async function readAgain(held: Profile | null): Promise<void> {
    const { id, email } = currentProfile();
    const profile = await server.profileNow(id, email, held);
    const state = store.getState();
    if (state.phase !== 'signed-in' || state.profile.id !== id) return;
    if (JSON.stringify(state.profile) === JSON.stringify(profile)) return;
    if (!(await kept.updateProfile(profile))) return;
    await load('USER_UPDATED');
    events.tell('USER_UPDATED');
  }

  const recovery = sessionRecovery({
    ...{ address, server, kept, now, tokens: source.tokens },
    adopt: (tokens) => adopt(tokens, 'PASSWORD_RECOVERY'),
  });

  const session: Session = {
    store,
    client: server.client,
    recovery,
    clientOf: server.clientOf,
    async start() {
      await load('INITIAL_SESSION');
      loaded();
      document.addEventListener('visibilitychange', wake, { signal: lifetime.signal });
      window.addEventListener('online', wake, { signal: lifetime.signal });
      wake();
      await recovery.takeLink().catch((error) => console.warn('The link brought no session', error));
    },
    async signIn(email, password) {
      await adopt(await server.signIn(email, password, now()), 'SIGNED_IN');
    },
    signUp: (email, password) => server.signUp(email, password),
    async signOut(removing) {
      await kept.removeSession(removing);
      clearSalonPresence();
      await load('SIGNED_OUT', true);
      events.tell('SIGNED_OUT');
      tellRevocations();
    },
    people: async () => (await kept.get('people')) ?? 'one',
    async forgetLocked() {
      await kept.write({ locked: null });
      clearSalonPresence();
      await load('SIGNED_OUT', true);
      events.tell('SIGNED_OUT');
    },
    letGo: () => load('SIGNED_OUT', true),
    async refreshProfile() {
      await readAgain(currentProfile());
    },
    async createSalon(salon, settings) {
      currentProfile();
      const salonId = await server.createSalon(salon, settings);
      session.keepSalon(salonId);
      // The salon is there: a line that breaks now must not look like a failure.
      await session.refreshProfile().catch((error) => console.warn('The profile is read again later', error));
      return salonId;
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
    async salonWithdrawn(salonId) {
      const { id } = currentProfile();
      await readAgain(null);
      const state = store.getState();
      if (state.phase !== 'signed-in' || state.profile.id !== id) return;
      const isOwn = state.profile.salonId === salonId;
      if (isOwn && viewed !== salonId) return;
      if (viewed === salonId) look(null, state.profile);
      if (!isOwn && readSalonPresence().salonId === salonId) clearSalonPresence();
      await load('USER_UPDATED');
      events.tell('USER_UPDATED');
    },
    async keepAgain() {
      const tokens = refresher.held();
      if (!(await keepSessionAgain(kept, tokens, store.getState()))) return;
      // Renewed in between, they found nothing in whose place to come.
      const renewed = refresher.held();
      if (tokens && renewed && renewed !== tokens) await kept.replaceTokens(tokens, renewed);
    },
    onEvent(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close() {
      lifetime.abort();
      refresher.watch(null);
      events.close();
      kept.close();
    },
  };
  return session;
}
