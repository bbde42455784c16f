/**
 * The session: who is signed in on this device. The start reads what the browser keeps and never waits for the network: an expired
 * token and no line still open the calendar at once. All tabs share one session.
 *
 * Why it is our own, and auth-js makes requests alone:
 *
 * | auth-js | Here | Held by |
 * |---|---|---|
 * | removes the session after any refresh that fails for good, also by a portal's page | only a code of the server's own ends it | “ends no session with %i” (portal-guard.test.ts), “the server’s own word ends it in every tab” (session-tokens.test.ts) |
 * | asks the network first when a token has expired, and has no session without a line | the start asks nobody | “opens with an expired token and no line at once, without asking the network” (session.test.ts) |
 * | forgets whose session it was | the rows stay, locked for that person | “the server’s own word ends it in every tab; whose data waits is remembered” (session-tokens.test.ts) |
 * | gives a request the newest token, whoever signed in meanwhile | a replica sends as its own person or not at all | “never goes with another’s” (session-tokens.test.ts) |
 * | does not sign out without a line | it signs out, and the server hears of it when it is reached | “works without a line; the server hears of it when the line is back” (session.test.ts) |
 * | keeps a session in localStorage, which no service worker reads | the worker refreshes under the tabs' lock, and sends | “opens what has something unsent and no other, as the person who is signed in” (background-push.test.ts) |
 * | shows the other person as soon as another tab signs in | a page in which something is typed is held for its own person | “is held when its person signs out in another” (session-salon.test.ts) |
 * | takes a session that the browser cleared for a sign-out | it is kept again | “a request between the two does not end the session” (session-cleared.test.ts) |
 * | follows each link that brings a session | a person says yes first | “leaves the address and signs nobody in before a yes” (session-recovery.test.ts) |
 * | keeps a user without our profile | tokens and profile are kept together or not at all, because the profile names the replica | “a profile that cannot be read signs nobody in” (session.test.ts) |
 */
import type { SupabaseClient } from '@supabase/supabase-js';
import type { StoreApi } from 'zustand/vanilla';
import type { Membership } from '#sync/core/sync-state.ts';
import { deferred } from '#sync/machine/deferred.ts';
import { storedReplicas } from '#sync/versions/stored-replicas.ts';
import { AuthProblem } from './auth-errors.ts';
import { authRequest } from './portal-guard.ts';
import type { ServerAddress } from './server-address.ts';
import { holdsDemo, type Passwords, type Recovery, sessionPasswords, sessionRecovery } from './session-passwords.ts';
import { type Refresher, revokeLeft, tokenRefresher } from './session-refresh.ts';
import type { SessionServer } from './session-server.ts';
import { clearSalonPresence, type SessionStoreState } from './session-state.ts';
import {
  endRevoked,
  type People,
  type Profile,
  type SessionEvent,
  type SessionStore,
  sessionEvents,
  sessionStore,
} from './session-store.ts';
import { type SessionTab, sessionTab } from './session-tab.ts';
import { isExpired, type Tokens } from './session-tokens.ts';

export type { SessionState, SessionStoreState, SignedIn } from './session-state.ts';
export type { Profile } from './session-store.ts';

/** The server and the page's parts of a session. */
export interface SessionOptions extends Omit<ServerAddress, 'fetch'> {
  fetch?: typeof fetch;
  store?: SessionStore;
  locks?: LockManager | undefined;
  /** Device clock, epoch milliseconds. */
  now?: () => number;
  /** Returns true while a form of this page holds something that is not saved. */
  isTyped?: () => boolean;
  /** A promise before which the code that asks the server is not fetched (session-server.ts). */
  after?: Promise<void>;
}

/** The session of a tab. */
export interface Session {
  store: StoreApi<SessionStoreState>;
  /**
   * Returns a client that sends as the person who is signed in when a request leaves. Rejects with an AuthProblem if its code
   * does not come.
   */
  client(): Promise<SupabaseClient>;
  /**
   * Returns a client that sends as this person and nobody else: while another person is signed in, none of its requests leaves.
   * Rejects as `client` does.
   */
  clientOf(userId: string): Promise<SupabaseClient>;
  /** Reads the session that this browser keeps; it resolves without the network. Call it once. */
  start(): Promise<void>;
  /** Signs a person in. Rejects with an AuthProblem. */
  signIn(email: string, password: string): Promise<void>;
  /**
   * Makes an account; nobody is signed in by it. `confirmed`: the account may be used at once, and no mail was sent. Rejects with
   * an AuthProblem.
   */
  signUp(email: string, password: string): Promise<{ confirmed: boolean }>;
  /** Asks what an invitation is, as nobody, whoever is signed in. Returns the object of the answer. Rejects with an AuthProblem. */
  lookAtInvitation(code: string): Promise<Readonly<Record<string, unknown>>>;
  /**
   * Reports this device as the signed-in person in a request that outlives the page; nobody waits for its answer, and none of its
   * failures is told. It does nothing while another person is signed in, or with a token that has expired.
   */
  reportLeaving(userId: string, report: object): void;
  /** Asks the server whether everybody knows the passwords of accounts on it. Never rejects. */
  holdsDemo(): Promise<boolean>;
  /** The recovery by mail of an account whose password was forgotten. */
  recovery: Recovery;
  passwords: Passwords;
  /**
   * Signs out, also without the network: the server is told when it is reached. Local rows and unsent writes stay, except in the
   * salons of `removing`: these are removed from this device as soon as no window has them open (held-removals.ts).
   */
  signOut(removing?: readonly number[]): Promise<void>;
  /** Tells whether several people have signed in on this browser. */
  people(): Promise<People>;
  /** Gives up a session that the server ended, so that another person may sign in. The rows stay. */
  forgetLocked(): Promise<void>;
  /** Gives up a held page with what is typed in it (`holdsPage`): it follows the other tabs. */
  letGo(): Promise<void>;
  /** Reads the own profile again. Rejects with an AuthProblem; without the network the cached one stays. */
  refreshProfile(): Promise<void>;
  /** Creates a salon on the server, keeps its id and the flag, and reads the profile again (document 1 §4). */
  createSalon(salon: object, settings: object): Promise<number>;
  /** Keeps the salon after it was saved. */
  keepSalon(salonId: number): void;
  /** Keeps with the profile what a pull says of its person, in every tab. It does nothing for a salon that they only look at. */
  keepMembership(salonId: number, membership: Membership): Promise<void>;
  /**
   * Shows another salon to an administrator; null returns to the own one. It outlives a reload; any sign-out and sign-in ends it.
   */
  viewSalon(salonId: number | null): void;
  /**
   * Reads the person's profile again, because the server refused them this salon; notes of this device open the salon no longer.
   * Rejects with an AuthProblem; then everything stays as it was.
   */
  salonWithdrawn(salonId: number): Promise<void>;
  /** Keeps the session again when the browser has cleared it under this page, if nobody ended it. */
  keepAgain(): Promise<void>;
  /** Calls `listener` for the events of every tab. Returns a function that ends it. */
  onEvent(listener: (event: SessionEvent) => void): () => void;
  close(): void;
}

/** Makes the session of this tab out of its parts. */
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
  // supabase-js is as large as React, and no start needs it.
  const { calls: server, here: serverHere } = deferred(
    async () => {
      await after;
      return (await import('./session-server.ts')).sessionServer(address, { tokens, renew: refresher.renew });
    },
    ['client', 'clientOf', 'profileNow', 'createSalon', 'signIn', 'signUp', 'revoke', 'user'],
    (message) => new AuthProblem(message, 'network'),
  );
  const tab = sessionTab({ kept, isTyped, now, watch: refresher.watch, emit });
  const events = sessionEvents((event) => {
    void tab.load(event).catch((error) => console.error('Following another tab failed', error));
  });
  const { adopt, readAgain, keepProfile } = sessionAdoption({ kept, server, refresher, tab, tell: events.tell });
  const recovery = sessionRecovery({
    ...{ address, server, kept, now, tokens },
    adopt: (found) => enter(found, 'PASSWORD_RECOVERY'),
  });

  function emit(event: SessionEvent): void {
    if (event === 'TOKEN_REFRESHED' || event === 'SIGNED_IN') void serverHere.then((one) => one.tokenChanged());
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

  /** Follows a sign-out that a person asked for in this very tab. */
  async function left(): Promise<void> {
    clearSalonPresence();
    await tab.load('SIGNED_OUT', true);
    events.tell('SIGNED_OUT');
  }

  function tellRevocations(): void {
    revokeLeft({ ...requests, store: kept, server }).catch((error) => console.error('Revoking a session failed', error));
  }

  async function follow(): Promise<void> {
    const missed = await reconcileAfterResume(kept, tab.store.getState());
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
    lookAtInvitation: (code) => authRequest(address)('/rest/v1/rpc/look_at_invitation', 'POST', key, { p_code: code }),
    reportLeaving(userId, report) {
      const own = refresher.held();
      if (own?.userId !== userId || isExpired(own, now())) return;
      const headers = { apikey: key, authorization: `Bearer ${own.accessToken}`, 'content-type': 'application/json' };
      const init = { method: 'POST', keepalive: true, headers, body: JSON.stringify(report) };
      send(`${url}/rest/v1/rpc/report_device`, init).catch((error: unknown) =>
        console.info('The page’s last call was lost', error),
      );
    },
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
      // The salon exists by now: a line that breaks here must not look like a failure.
      await session.refreshProfile().catch((error) => console.warn('The profile is read again later', error));
      return salonId;
    },
    keepSalon: tab.keepSalon,
    async keepMembership(salonId, { role, resourceId }) {
      const state = tab.store.getState();
      if (state.phase !== 'signed-in' || state.profile.salonId !== salonId) return;
      await keepProfile({ ...state.profile, salonRole: role, resourceId });
    },
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
      if (!(await restoreClearedSession(kept, held, tab.store.getState()))) return;
      // Tokens that were renewed in between were not kept, because there was nothing to replace.
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

/**
 * Returns the event that this page missed while it was frozen or in the back/forward cache, or null if it is up to date. A
 * browser that cleared the session's store has ended no session, and a page that is locked already stays as it is.
 * @param state what the page shows
 */
export async function reconcileAfterResume(
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

/**
 * Keeps the session again when the browser has cleared it under a page that still knows it.
 * @param tokens the tokens of this page
 * @returns false if nothing is kept: a person or the server ended the session, or it is still there
 */
export async function restoreClearedSession(
  store: Pick<SessionStore, 'isCleared' | 'adopt'>,
  tokens: Tokens | null,
  state: SessionStoreState,
): Promise<boolean> {
  if (tokens === null || state.phase !== 'signed-in' || tokens.userId !== state.profile.id) return false;
  if (!(await store.isCleared())) return false;
  await store.adopt(tokens, state.profile, 'one');
  return true;
}

interface AdoptionParts {
  readonly kept: SessionStore;
  readonly server: Pick<SessionServer, 'profileNow'>;
  readonly refresher: Pick<Refresher, 'watch'>;
  readonly tab: SessionTab;
  /** Tells the other tabs. */
  readonly tell: (event: SessionEvent) => void;
}

interface Adoption {
  /**
   * Signs a person in: keeps tokens and profile together or not at all, because a profile names the replica. Rejects with an
   * AuthProblem; then the person who was signed in stays so.
   */
  adopt(tokens: Tokens, event: SessionEvent): Promise<void>;
  /**
   * Reads the signed-in person's profile again. Rejects with an AuthProblem.
   * @param held the profile with a salon that only the salon's own refusal takes away; null if it has refused already
   */
  readAgain(held: Profile | null): Promise<void>;
  /** Keeps a profile of the signed-in person that says something new. */
  keepProfile(profile: Profile): Promise<void>;
}

/** Signs a person in and brings the profile up to date, each only by the server's own word. */
function sessionAdoption({ kept, server, refresher, tab, tell }: AdoptionParts): Adoption {
  async function keepProfile(profile: Profile): Promise<void> {
    const state = tab.store.getState();
    if (state.phase !== 'signed-in' || state.profile.id !== profile.id) return;
    if (JSON.stringify(state.profile) === JSON.stringify(profile)) return;
    if (!(await kept.updateProfile(profile))) return;
    await tab.load('USER_UPDATED');
    tell('USER_UPDATED');
  }

  return {
    keepProfile,
    async adopt(tokens, event) {
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
      await tab.load(event);
      tell(event);
    },
    async readAgain(held) {
      const { id, email } = tab.profile();
      await keepProfile(await server.profileNow(id, email, held));
    },
  };
}

/**
 * Returns whether several people use this browser once `userId` has signed in; the sign-out then does not propose to leave a
 * salon's data behind. It is known without keeping who they are. Somebody who signs in where others did and finds nothing of
 * their own is taken for another person; at worst they once had their data taken from here, and the same is proposed to them
 * again.
 * @param before the former answer; null if nobody has signed in yet
 * @param last the person who was signed in, or locked out, until then; undefined if nobody was
 */
async function peopleWith(userId: string, before: People | null, last: string | undefined): Promise<People> {
  if (before === 'several' || (last !== undefined && last !== userId)) return 'several';
  try {
    const held = await storedReplicas();
    if (held.some((replica) => replica.userId !== userId)) return 'several';
    return before === null || last === userId || held.length > 0 ? 'one' : 'several';
  } catch (error) {
    console.info('The browser does not say whose data is here', error);
    return before ?? 'one';
  }
}
