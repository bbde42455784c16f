/**
 * Who is signed in on this device. Start reads what the browser keeps and never waits for the network: an expired token
 * and no line still open the calendar at once. Only the server's own word (its refresh token revoked) ends a session;
 * then the data stays here, locked, until the same person signs in again. All tabs share one session.
 */
import type { SupabaseClient } from '@supabase/supabase-js';
import type { StoreApi } from 'zustand/vanilla';
import { holdsDemo } from './demo-server.ts';
import type { People } from './device-people.ts';
import { laterServer } from './later-server.ts';
import { clearSalonPresence } from './salon-presence.ts';
import { sessionAdoption } from './session-adoption.ts';
import { keepSessionAgain } from './session-again.ts';
import { endRevoked } from './session-end.ts';
import { type SessionEvent, sessionEvents } from './session-events.ts';
import { missedEvent } from './session-missed.ts';
import type { SessionOptions } from './session-options.ts';
import { type Passwords, sessionPasswords } from './session-passwords.ts';
import { type Recovery, sessionRecovery } from './session-recovery.ts';
import { tokenRefresher } from './session-refresh.ts';
import { revokeLeft } from './session-revocations.ts';
import type { SessionStoreState } from './session-state.ts';
import { sessionStore } from './session-store.ts';
import { sessionTab } from './session-tab.ts';
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
  /** Whether the server says that everybody knows the passwords of accounts on it. Never rejects. */
  holdsDemo(): Promise<boolean>;
  /** The way back in by mail for who has forgotten the password. */
  recovery: Recovery;
  passwords: Passwords;
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

/** The session of this tab: its parts, each told in its own file, and what ties them together. */
export function createSession(options: SessionOptions): Session {
  const { url, key, now = Date.now, store: kept = sessionStore(), isTyped, after = Promise.resolve() } = options;
  const send: typeof fetch = options.fetch ?? ((input, init) => fetch(input, init));
  const address = { url, key, fetch: send };
  const locks = 'locks' in options ? options.locks : globalThis.navigator?.locks;
  const requests = { authUrl: `${url}/auth/v1`, key, fetch: send, now, locks };
  const listeners = new Set<(event: SessionEvent) => void>();
  const lifetime = new AbortController();
  let loaded: () => void = () => undefined;
  const ready = new Promise<void>((resolve) => {
    loaded = resolve;
  });

  const refresher = tokenRefresher({ ...requests, store: kept, onRefreshed, onRevoked });
  const tokens = async () => {
    await ready;
    return refresher.tokens();
  };
  const server = laterServer(address, { tokens, renew: refresher.renew }, after);
  const tab = sessionTab({ kept, isTyped, now, watch: refresher.watch, emit });
  const events = sessionEvents((event) => {
    void tab.load(event).catch((error) => console.error('Following another tab failed', error));
  });
  const { adopt, readAgain } = sessionAdoption({ kept, server, refresher, tab, tell: events.tell });
  const recovery = sessionRecovery({
    ...{ address, server, kept, now, tokens },
    adopt: (found) => enter(found, 'PASSWORD_RECOVERY'),
  });

  function emit(event: SessionEvent): void {
    if (event === 'TOKEN_REFRESHED' || event === 'SIGNED_IN') server.tokenChanged();
    for (const listener of listeners) listener(event);
  }

  function onRefreshed(): void {
    events.tell('TOKEN_REFRESHED');
    emit('TOKEN_REFRESHED');
  }

  async function onRevoked(ended: Tokens): Promise<void> {
    if (!(await endRevoked(kept, ended, now()))) return;
    await tab.load('SIGNED_OUT');
    events.tell('SIGNED_OUT');
  }

  async function enter(found: Tokens, event: SessionEvent): Promise<void> {
    await adopt(found, event);
    tellRevocations();
  }

  /** After what a person did in this very tab. */
  async function left(): Promise<void> {
    clearSalonPresence();
    await tab.load('SIGNED_OUT', true);
    events.tell('SIGNED_OUT');
  }

  function tellRevocations(): void {
    revokeLeft({ ...requests, store: kept, server }).catch((error) => console.error('Revoking a session failed', error));
  }

  async function follow(): Promise<void> {
    const missed = await missedEvent(kept, tab.store.getState());
    if (missed) await tab.load(missed);
  }

  function wake(): void {
    if (document.visibilityState === 'hidden') return;
    follow().catch((error) => console.error('Who is signed in could not be read', error));
    refresher.wake();
    tellRevocations();
  }

  const session: Session = {
    store: tab.store,
    client: server.client,
    holdsDemo: () => holdsDemo(address),
    recovery,
    passwords: sessionPasswords({ address, server, tokens, now }),
    clientOf: server.clientOf,
    async start() {
      await tab.load('INITIAL_SESSION');
      loaded();
      document.addEventListener('visibilitychange', wake, { signal: lifetime.signal });
      window.addEventListener('pageshow', ({ persisted }) => persisted && wake(), { signal: lifetime.signal });
      window.addEventListener('online', wake, { signal: lifetime.signal });
      wake();
      await recovery.takeLink().catch((error) => console.warn('The link brought no session', error));
    },
    async signIn(email, password) {
      await enter(await server.signIn(email, password, now()), 'SIGNED_IN');
    },
    signUp: (email, password) => server.signUp(email, password),
    async signOut(removing) {
      await kept.removeSession(removing);
      await left();
      tellRevocations();
    },
    people: async () => (await kept.get('people')) ?? 'one',
    async forgetLocked() {
      await kept.write({ locked: null });
      await left();
    },
    letGo: () => tab.load('SIGNED_OUT', true),
    refreshProfile: async () => readAgain(tab.profile()),
    async createSalon(salon, settings) {
      tab.profile();
      const salonId = await server.createSalon(salon, settings);
      tab.keepSalon(salonId);
      // The salon is there: a line that breaks now must not look like a failure.
      await session.refreshProfile().catch((error) => console.warn('The profile is read again later', error));
      return salonId;
    },
    keepSalon: tab.keepSalon,
    viewSalon: tab.viewSalon,
    async salonWithdrawn(salonId) {
      const { id } = tab.profile();
      await readAgain(null);
      const state = tab.store.getState();
      if (state.phase !== 'signed-in' || state.profile.id !== id || !tab.leaveSalon(state.profile, salonId)) return;
      await tab.load('USER_UPDATED');
      events.tell('USER_UPDATED');
    },
    async keepAgain() {
      const held = refresher.held();
      if (!(await keepSessionAgain(kept, held, tab.store.getState()))) return;
      // Renewed in between, they found nothing in whose place to come.
      const renewed = refresher.held();
      if (held && renewed && renewed !== held) await kept.replaceTokens(held, renewed);
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
