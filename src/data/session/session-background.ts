/**
 * The session of the service worker: it is read from the store of the tabs, refreshed under the same lock, and changed only by a
 * refresh or the server's own word. The tabs are told of each event as if a tab had made it.
 */
import { PostgrestClient } from '@supabase/postgrest-js';
import type { RowClient } from '#sync/server/supabase-server.ts';
import { SERVER_KEY, SERVER_URL } from './server-address.ts';
import { tokenRefresher } from './session-refresh.ts';
import { requestsOf } from './session-requests.ts';
import { endRevoked, sessionEvents, sessionStore } from './session-store.ts';

/** The session as the service worker has it. */
export interface BackgroundSession {
  /** Returns the id of the person who is signed in; null when nobody is. */
  userId(): Promise<string | null>;
  /** Returns a client that sends as this person and nobody else. */
  clientOf(userId: string): RowClient;
  close(): void;
}

/** Opens the session; `close` ends it. */
export function backgroundSession(): BackgroundSession {
  const store = sessionStore();
  const events = sessionEvents(() => undefined);
  const send: typeof fetch = (input, init) => fetch(input, init);
  const now = Date.now;
  const refresher = tokenRefresher({
    authUrl: `${SERVER_URL}/auth/v1`,
    key: SERVER_KEY,
    fetch: send,
    now,
    store,
    locks: navigator.locks,
    onRefreshed: () => events.tell('TOKEN_REFRESHED'),
    onRevoked: async (ended) => {
      if (await endRevoked(store, ended, now())) events.tell('SIGNED_OUT');
    },
  });
  /** Reads the tokens anew: a tab may have changed them since the last request. */
  const tokens = async () => {
    refresher.watch(await store.readTokens());
    return refresher.tokens();
  };
  return {
    userId: async () => (await store.readTokens())?.userId ?? null,
    clientOf(userId) {
      const source = { tokens, renew: refresher.renew };
      const { accessToken, fetch, getSession } = requestsOf({ key: SERVER_KEY, fetch: send }, source, userId);
      const signed: typeof fetch = async (input, init) => {
        const headers = new Headers(init?.headers);
        headers.set('authorization', `Bearer ${(await accessToken()) ?? SERVER_KEY}`);
        return fetch(input, { ...init, headers });
      };
      const rest = new PostgrestClient(`${SERVER_URL}/rest/v1`, { headers: { apikey: SERVER_KEY }, fetch: signed });
      return Object.assign(rest, { auth: { getSession } });
    },
    close() {
      refresher.watch(null);
      events.close();
      store.close();
    },
  };
}
