/**
 * The way back in for who has forgotten the password: a link by mail, a question whether to enter by it, a new password.
 * A link is never followed without that question: anybody can prepare one that leads into an account of their own, and
 * whoever opened it would write clients into a stranger's salon.
 */

import { createStore, type StoreApi } from 'zustand/vanilla';
import { AuthProblem } from './auth-errors.ts';
import { authRequest } from './own-answers.ts';
import type { ServerAddress } from './session-options.ts';
import type { AuthServer } from './session-server.ts';
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

/** What a link in a mail of the authentication service brings back to the app. */
interface SessionLink {
  type: 'recovery' | 'other';
  accessToken: string;
  refreshToken: string;
  /** Milliseconds. */
  lifetime: number;
}

/** `hash` is the address's fragment, with its `#`; null where it holds no session. */
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

export function sessionRecovery({ address, server, kept, tokens, now, adopt }: RecoveryOptions): Recovery {
  const { key } = address;
  const request = authRequest(address);
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

  return {
    store,
    async sendsMails() {
      try {
        const { external, mailer_autoconfirm } = await request('/auth/v1/settings', 'GET', key);
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
      await request('/auth/v1/user', 'PUT', own.accessToken, { password });
      store.setState({ phase: 'none' }, true);
    },
  };
}
