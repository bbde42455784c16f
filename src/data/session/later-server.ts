/**
 * What the session asks of the server, without what asks: supabase-js is as large as React, and no start needs it. It is fetched
 * when the first request leaves; where it does not come, that is a line that failed, and the next request tries anew.
 */
import type { SupabaseClient } from '@supabase/supabase-js';
import { AuthProblem } from './auth-errors.ts';
import type { ServerAddress } from './server-address.ts';
import type { TokenSource } from './session-requests.ts';
import type { AuthServer } from './session-server.ts';
import type { Profile } from './session-store.ts';

export interface LaterServer extends AuthServer {
  /** Sends as whoever is signed in when a request leaves. */
  client(): Promise<SupabaseClient>;
  /** Sends as this person and nobody else. */
  clientOf(userId: string): Promise<SupabaseClient>;
  /** Another access token is good from here on: the channels are told. */
  tokenChanged(): void;
  /** Rejects with an AuthProblem, as do all of these. */
  profileNow(userId: string, email: string, kept: Profile | null): Promise<Profile>;
  createSalon(salon: object, settings: object): Promise<number>;
}

/** @param after nothing is fetched before it, so that the start has the device for itself */
export function laterServer(address: ServerAddress, source: TokenSource, after: Promise<void>): LaterServer {
  let general: SupabaseClient | null = null;
  let bound: { userId: string; client: SupabaseClient } | null = null;
  let auth: AuthServer | null = null;

  const fetched = async () => {
    await after;
    return import('./session-server.ts').catch((error: unknown) => {
      throw new AuthProblem(error instanceof Error ? error.message : String(error), 'network');
    });
  };
  const authServer = async () => {
    const { authServer: make } = await fetched();
    auth ??= make(address);
    return auth;
  };
  const client = async () => {
    const { dataClient } = await fetched();
    general ??= dataClient(address, source);
    return general;
  };
  return {
    client,
    async clientOf(userId) {
      const { dataClient } = await fetched();
      if (bound?.userId !== userId) bound = { userId, client: dataClient(address, source, userId) };
      return bound.client;
    },
    tokenChanged() {
      for (const one of [general, bound?.client]) void one?.realtime.setAuth();
    },
    profileNow: async (...asked) => (await fetched()).profileNow(await client(), ...asked),
    createSalon: async (...asked) => (await fetched()).callCreateSalon(await client(), ...asked),
    signIn: async (...asked) => (await authServer()).signIn(...asked),
    signUp: async (...asked) => (await authServer()).signUp(...asked),
    revoke: async (...asked) => (await authServer()).revoke(...asked),
    user: async (...asked) => (await authServer()).user(...asked),
  };
}
