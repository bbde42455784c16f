/**
 * The way back in for who has forgotten the password: a link by mail, a question whether to enter by it, a new password.
 * A link is never followed without that question: anybody can prepare one that leads into an account of their own, and
 * whoever opened it would write clients into a stranger's salon.
 */
import { createStore, type StoreApi } from 'zustand/vanilla';
import { type AuthCode, AuthProblem, authProblem } from './auth-errors.ts';
import { ownAnswersOnly, retryAfter } from './own-answers.ts';
import { sessionLink } from './session-link.ts';
import type { AuthServer, ServerAddress } from './session-server.ts';
import type { SessionStore } from './session-store.ts';
import type { Tokens } from './session-tokens.ts';

/** `asked`: a link was opened and waits for a yes; `password`: it was followed, and a new password is asked for. */
export type RecoveryState = { phase: 'none' } | { phase: 'asked' | 'password'; email: string };

export interface Recovery {
  store: StoreApi<RecoveryState>;
  /** Whether this server sends mails; null while nobody says so. Never rejects. */
  sendsMails(): Promise<boolean | null>;
  /** Has a link sent; says nothing of whether the account exists. Rejects with an AuthProblem. */
  askForLink(email: string): Promise<void>;
  /** Takes the link in the address, if there is one, and removes it from there. */
  takeLink(): Promise<void>;
  /** Yes: signs in by the link. Rejects with an AuthProblem. */
  follow(): Promise<void>;
  /** No, or a password for another day. A link that was not followed is ended on the server. */
  leave(): void;
  /** The signed-in person's new password. Rejects with an AuthProblem. */
  setPassword(password: string): Promise<void>;
}

interface RecoveryOptions {
  address: ServerAddress;
  server: AuthServer;
  kept: SessionStore;
  /** Those of whoever is signed in, fresh. */
  tokens(): Promise<Tokens | null>;
  /** Device clock, milliseconds. */
  now: () => number;
  adopt(tokens: Tokens): Promise<void>;
}

export function sessionRecovery({ address, server, kept, tokens, now, adopt }: RecoveryOptions): Recovery {
  const { url, key } = address;
  const fetch = ownAnswersOnly(address.fetch);
  const store = createStore<RecoveryState>(() => ({ phase: 'none' }));
  let waiting: Tokens | null = null;

  const revoke = (accessToken: string) =>
    server.revoke(accessToken).catch((error) => console.warn('The session of the link lives on', error));

  /** A prepared link must not put one person into another's session, nor past a lock. */
  async function isForeign(userId: string): Promise<boolean> {
    const { profile, locked } = await kept.read();
    const holder = profile ?? locked?.profile;
    return holder !== undefined && holder.id !== userId;
  }

  /** @param unknown what it means that the server does not know this path */
  async function request(path: string, method: string, token: string, body?: object, unknown?: AuthCode): Promise<unknown> {
    const headers = { apikey: key, authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const init = { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) };
    const response = await fetch(`${url}/auth/v1/${path}`, init).catch((error: unknown) => {
      throw authProblem(error instanceof TypeError ? error : new TypeError(String(error)));
    });
    const read: unknown = await response.json().catch(() => null);
    const isObject = typeof read === 'object' && read !== null && !Array.isArray(read);
    // The service answers with an object: anything else came from something on the way, and nothing was done.
    if (response.ok && !isObject) throw new AuthProblem('the answer holds nothing', 'network');
    const answer = (isObject ? read : {}) as Record<string, unknown>;
    if (response.ok) return answer;
    if (unknown && response.status === 404) throw new AuthProblem('', unknown);
    const { msg, message, error_code, code, weak_password } = answer;
    const refused = { message: msg ?? message, code: error_code ?? code, status: response.status };
    const { reasons } = (weak_password ?? {}) as { reasons?: unknown };
    throw authProblem({ ...refused, reasons }, retryAfter(response));
  }

  return {
    store,
    async sendsMails() {
      try {
        const { external, mailer_autoconfirm } = (await request('settings', 'GET', key)) as Record<string, unknown>;
        const { email } = (external ?? {}) as { email?: unknown };
        // A server that confirms accounts by itself does so because it has no way to send a mail.
        return email === true && mailer_autoconfirm === false;
      } catch (error) {
        console.info('Nobody says whether mails are sent', error);
        return null;
      }
    },
    async askForLink(email) {
      const back = encodeURIComponent(`${location.origin}/`);
      await request(`recover?redirect_to=${back}`, 'POST', key, { email }, 'no_mails');
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
      // Somebody may have signed in meanwhile, in another tab.
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
      await request('user', 'PUT', own.accessToken, { password });
      store.setState({ phase: 'none' }, true);
    },
  };
}
