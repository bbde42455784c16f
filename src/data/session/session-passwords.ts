/**
 * Passwords: a new one of one's own, one by an administrator's one-time link, and the recovery by mail. A link in a mail is never
 * followed without a question: anybody can make one that leads into an account of their own, and the person who opened it would
 * write clients into a stranger's salon.
 */
import { createStore, type StoreApi } from 'zustand/vanilla';
import { AuthProblem } from './auth-errors.ts';
import { authRequest } from './portal-guard.ts';
import type { ServerAddress } from './server-address.ts';
import type { AuthServer } from './session-server.ts';
import type { SessionStore } from './session-store.ts';
import type { Tokens } from './session-tokens.ts';

/** The acts about one's own password and an administrator's link. */
export interface Passwords {
  /**
   * Changes the signed-in person's own password; their sessions elsewhere end with it. A wrong current password is refused as at a
   * sign-in (`invalid_credentials`): a tablet that somebody left unlocked is not enough. Rejects with an AuthProblem.
   */
  change(current: string, next: string): Promise<void>;
  /**
   * Sets the password of the account that the link was made for, whoever is signed in here, and ends that account's sessions.
   * Returns its e-mail; null if the link is not valid (any more). Rejects with an AuthProblem.
   */
  redeem(token: string, next: string): Promise<string | null>;
}

interface PasswordsOptions {
  address: ServerAddress;
  server: AuthServer;
  /** Returns fresh tokens of the signed-in person; null if nobody is signed in. */
  tokens(): Promise<Tokens | null>;
  /** Device clock, milliseconds. */
  now: () => number;
}

/** Makes these acts of a session. */
export function sessionPasswords({ address, server, tokens, now }: PasswordsOptions): Passwords {
  const request = authRequest(address);
  return {
    async change(current, next) {
      const own = await tokens();
      if (!own) throw new AuthProblem('', 'session_not_found');
      const proof = await server.signIn(own.email, current, now());
      try {
        // The server ends the other sessions with it, that of the proof among them.
        await request('/auth/v1/user', 'PUT', own.accessToken, { password: next });
      } catch (error) {
        await server.revoke(proof.accessToken).catch((cause) => console.warn('The session of the proof lives on', cause));
        throw error;
      }
    },
    async redeem(token, next) {
      const body = { p_token: token, p_password: next };
      const { email } = await request('/rest/v1/rpc/redeem_password_link', 'POST', address.key, body);
      if (email !== null && typeof email !== 'string') throw new AuthProblem('the answer names nobody', 'network');
      return email;
    },
  };
}

/** Returns the token in an address's fragment (`#password=…`); null if there is none. */
export const linkIn = (hash: string): string | null => new URLSearchParams(hash.replace(/^#/, '')).get('password') || null;

/** `asked`: a link was opened and waits for a yes; `password`: it was followed, and a new password is asked for. */
export type RecoveryState = { phase: 'none' } | { phase: 'asked' | 'password'; email: string };

/** The recovery of an account by mail. */
export interface Recovery {
  store: StoreApi<RecoveryState>;
  /** Asks whether this server sends mails; null while that is unknown. Never rejects. */
  sendsMails(): Promise<boolean | null>;
  /** Has the server send a link. The answer does not tell whether the account exists. Rejects with an AuthProblem. */
  askForLink(email: string): Promise<void>;
  /** Takes the link in the address, if there is one, and removes it from there. */
  takeLink(): Promise<void>;
  /** Signs in by the link, after a yes. Rejects with an AuthProblem. */
  follow(): Promise<void>;
  /**
   * Ends the question: the person said no, or leaves the password for another day. A link that was not followed is ended on the
   * server.
   */
  leave(): void;
  /** Sets the signed-in person's new password. Rejects with an AuthProblem. */
  setPassword(password: string): Promise<void>;
}

interface RecoveryOptions {
  address: ServerAddress;
  server: AuthServer;
  kept: SessionStore;
  /** Returns fresh tokens of the signed-in person; null if nobody is signed in. */
  tokens(): Promise<Tokens | null>;
  /** Device clock, milliseconds. */
  now: () => number;
  adopt(tokens: Tokens): Promise<void>;
}

/** The session in a link of a mail of the authentication service. */
interface SessionLink {
  type: 'recovery' | 'other';
  accessToken: string;
  refreshToken: string;
  /** Milliseconds. */
  lifetime: number;
}

/** Reads the session in an address's fragment, `#` included; null if it holds none. */
function sessionLink(hash: string): SessionLink | null {
  const values = new URLSearchParams(hash.replace(/^#/, ''));
  const accessToken = values.get('access_token');
  const refreshToken = values.get('refresh_token');
  if (!accessToken || !refreshToken) return null;
  return {
    type: values.get('type') === 'recovery' ? 'recovery' : 'other',
    accessToken,
    refreshToken,
    lifetime: (Number(values.get('expires_in')) || 3600) * 1000,
  };
}

/** Makes the recovery by mail of a session. */
export function sessionRecovery({ address, server, kept, tokens, now, adopt }: RecoveryOptions): Recovery {
  const { key } = address;
  const request = authRequest(address);
  const store = createStore<RecoveryState>(() => ({ phase: 'none' }));
  let waiting: Tokens | null = null;

  const revoke = (accessToken: string) =>
    server.revoke(accessToken).catch((error) => console.warn('The session of the link lives on', error));

  /**
   * Tells whether another person is signed in or locked on this device. A prepared link must not put one person into another's
   * session, nor past a lock.
   */
  async function isForeign(userId: string): Promise<boolean> {
    const { profile, locked } = await kept.read();
    const holder = profile ?? locked?.profile;
    return holder !== undefined && holder.id !== userId;
  }

  return {
    store,
    async sendsMails() {
      try {
        const { external, mailer_autoconfirm } = await request('/auth/v1/settings', 'GET', key);
        const { email } = (external ?? {}) as { email?: unknown };
        // A server that confirms accounts by itself does so because it cannot send mails.
        return email === true && mailer_autoconfirm === false;
      } catch (error) {
        console.info('Nobody says whether mails are sent', error);
        return null;
      }
    },
    async askForLink(email) {
      const back = encodeURIComponent(`${location.origin}/`);
      await request(`/auth/v1/recover?redirect_to=${back}`, 'POST', key, { email }, 'no_mails');
    },
    async takeLink() {
      const link = sessionLink(globalThis.location?.hash ?? '');
      if (!link) return;
      history.replaceState(history.state, '', location.pathname + location.search);
      const { type, accessToken, refreshToken, lifetime } = link;
      if (type !== 'recovery') return revoke(accessToken);
      const receivedAt = now();
      const { id, email } = await server.user(accessToken);
      if (await isForeign(id)) return revoke(accessToken);
      waiting = { userId: id, email, accessToken, refreshToken, lifetime, receivedAt };
      store.setState({ phase: 'asked', email }, true);
    },
    async follow() {
      const followed = waiting;
      if (!followed) return;
      // Somebody may have signed in in another tab meanwhile.
      if (await isForeign(followed.userId)) {
        waiting = null;
        store.setState({ phase: 'none' }, true);
        return revoke(followed.accessToken);
      }
      await adopt(followed);
      waiting = null;
      store.setState({ phase: 'password', email: followed.email }, true);
    },
    leave() {
      if (waiting) void revoke(waiting.accessToken);
      waiting = null;
      store.setState({ phase: 'none' }, true);
    },
    async setPassword(password) {
      const own = await tokens();
      if (!own) throw new AuthProblem('', 'session_not_found');
      await request('/auth/v1/user', 'PUT', own.accessToken, { password });
      store.setState({ phase: 'none' }, true);
    },
  };
}

/**
 * Asks whether everybody knows the passwords of accounts on this server (`demo_accounts` among the information of our own
 * backend; hosted Supabase has no such field). False if it is unknown, as without a line. Never rejects.
 */
export async function holdsDemo({ url, key, fetch }: ServerAddress): Promise<boolean> {
  try {
    const response = await fetch(`${url}/auth/v1/settings`, { headers: { apikey: key } });
    const said = (await response.json()) as { demo_accounts?: unknown } | null;
    return response.ok && said?.demo_accounts === true;
  } catch (error) {
    console.info('Nobody says whether this server holds demo accounts', error);
    return false;
  }
}
