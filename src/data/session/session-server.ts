/**
 * The session's calls to the server: authentication, the own profile, a new salon. Errors are AuthProblems. Promises: a response
 * that is not our server's counts as a failed line (portal-guard.ts); only a whole profile replaces the one on this device; only
 * a refusal by the salon itself (the pull's `membership`) takes a kept salon from its person, so that nobody with a full calendar
 * is sent away to make a second salon.
 */
import { AuthClient, createClient, type SupabaseClient } from '@supabase/supabase-js';
import { SALON_ROLES } from '#schemas/constants.ts';
import { wholeAnswers } from '#sync/server/answers.ts';
import { consequenceOf, ServerError } from '#sync/server/server.ts';
import { supabaseServer } from '#sync/server/supabase-server.ts';
import { AuthProblem, authProblem, MISSING_USER_ID } from './auth-errors.ts';
import { dataProblem, rejectForeignResponses, retryAfter } from './portal-guard.ts';
import type { ServerAddress } from './server-address.ts';
import { requestsOf, type TokenSource } from './session-requests.ts';
import type { Profile } from './session-store.ts';
import { type Tokens, tokensOf } from './session-tokens.ts';

/** Returns the client for data. @param userId as in `requestsOf` */
export function dataClient(address: ServerAddress, source: TokenSource, userId?: string): SupabaseClient {
  const { accessToken, fetch, getSession } = requestsOf(address, source, userId);
  const client = createClient(address.url, address.key, { accessToken, global: { fetch } });
  return Object.assign(client, { auth: { getSession } });
}

/** The authentication calls. Each rejects with an AuthProblem. */
export interface AuthServer {
  /** Rejects with an AuthProblem that carries the server's message. */
  signIn(email: string, password: string, now: number): Promise<Tokens>;
  /**
   * Makes an account. A server without confirmation mails returns a session; it is dropped, so that /login is a real sign-in.
   * @returns true if the account may be used at once; else a mail to confirm it is on its way
   */
  signUp(email: string, password: string): Promise<{ confirmed: boolean }>;
  /** Ends this one session on the server; other devices stay signed in. */
  revoke(accessToken: string): Promise<void>;
  /** Returns the person of a token. */
  user(accessToken: string): Promise<{ id: string; email: string }>;
}

/** Makes the calls to one server. */
function authServer({ url, key, fetch }: ServerAddress): AuthServer {
  // The library does not hand on headers, so the waiting time of a refused person is kept here.
  let waitSeconds: number | null = null;
  const ask = rejectForeignResponses(fetch);
  const fetchWithWait: typeof fetch = async (input, init) => {
    const response = await ask(input, init);
    waitSeconds = retryAfter(response);
    return response;
  };
  const auth = new AuthClient({
    url: `${url}/auth/v1`,
    // The name is capitalised because the library puts a person's token in the same place; two headers would be refused.
    headers: { apikey: key, Authorization: `Bearer ${key}` },
    fetch: fetchWithWait,
    // The library only makes requests. We keep and refresh the tokens ourselves, because its `getSession` would ask the network
    // first.
    persistSession: false,
    autoRefreshToken: false,
    detectSessionInUrl: false,
    storageKey: 'greben-auth',
  });

  const revoke = async (accessToken: string) => {
    const { error } = await auth.admin.signOut(accessToken, 'local');
    // 401, 403 and 404 with a code of the service mean that there is nothing left to revoke. The library hides one such code in a
    // class.
    const isOver =
      error?.name === 'AuthSessionMissingError' || (error?.status && error.status >= 400 && error.status < 500 && error.code);
    if (error && !isOver) throw authProblem(error);
  };

  return {
    revoke,
    async signIn(email, password, now) {
      const { data, error } = await auth.signInWithPassword({ email, password });
      if (error) throw authProblem(error, waitSeconds);
      const tokens = tokensOf({ ...data.session }, now);
      if (!tokens) throw new AuthProblem('the answer holds no session', 'network');
      return tokens;
    },
    async signUp(email, password) {
      const { data, error } = await auth.signUp({ email, password });
      if (error) throw authProblem(error, waitSeconds);
      if (!data.user?.id) throw new AuthProblem(MISSING_USER_ID);
      if (data.session) await revoke(data.session.access_token).catch((cause) => console.warn('The new session lives on', cause));
      return { confirmed: data.session !== null || Boolean(data.user.email_confirmed_at) };
    },
    async user(accessToken) {
      const { data, error } = await auth.getUser(accessToken);
      if (error) throw authProblem(error);
      if (typeof data.user?.id !== 'string') throw new AuthProblem('the answer names nobody', 'network');
      return { id: data.user.id, email: data.user.email ?? '' };
    },
  };
}

/** All calls of a session to the server. Each rejects with an AuthProblem. */
export interface SessionServer extends AuthServer {
  /** Returns a client that sends as the person who is signed in when a request leaves. */
  client(): Promise<SupabaseClient>;
  /** Returns a client that sends as this person and nobody else. */
  clientOf(userId: string): Promise<SupabaseClient>;
  /** Tells the channels that another access token is valid from now on. */
  tokenChanged(): void;
  profileNow(userId: string, email: string, kept: Profile | null): Promise<Profile>;
  createSalon(salon: object, settings: object): Promise<number>;
}

/** Returns the server at that address, for sessions with these tokens. Each client is made when it is first needed. */
export function sessionServer(address: ServerAddress, source: TokenSource): SessionServer {
  let general: SupabaseClient | null = null;
  let bound: { userId: string; client: SupabaseClient } | null = null;
  let made: AuthServer | null = null;
  const auth = () => {
    made ??= authServer(address);
    return made;
  };
  const client = async () => {
    general ??= dataClient(address, source);
    return general;
  };
  return {
    client,
    async clientOf(userId) {
      if (bound?.userId !== userId) bound = { userId, client: dataClient(address, source, userId) };
      return bound.client;
    },
    tokenChanged() {
      for (const one of [general, bound?.client]) void one?.realtime.setAuth();
    },
    profileNow: async (...asked) => profileNow(await client(), ...asked),
    createSalon: async (...asked) => callCreateSalon(await client(), ...asked),
    signIn: (...asked) => auth().signIn(...asked),
    signUp: (...asked) => auth().signUp(...asked),
    revoke: (...asked) => auth().revoke(...asked),
    user: (...asked) => auth().user(...asked),
  };
}

/** Creates the salon, in one transaction on the server. Repeated after a lost answer it returns the first salon. */
async function callCreateSalon(client: SupabaseClient, salon: object, settings: object): Promise<number> {
  const { data, error, status } = await client.rpc('create_salon', { p_salon: salon, p_settings: settings });
  if (error) throw dataProblem(error, status);
  const id: unknown = (data as { salon_id?: unknown } | null)?.salon_id;
  if (typeof id !== 'number' || !Number.isSafeInteger(id)) throw new AuthProblem('the answer names no salon', 'network');
  return id;
}

interface UserRow {
  readonly id: string;
  readonly email: string | null;
  readonly role: string | null;
  readonly salon_id: number | null;
  readonly created_at: string | null;
  readonly salon_role: string | null;
  readonly resource_id: string | null;
  readonly name: string | null;
}

const isTextOrNull = (value: unknown): boolean => value === null || typeof value === 'string';

function isWhole(row: unknown, userId: string): row is UserRow {
  if (typeof row !== 'object' || row === null) return false;
  const { id, salon_id, email, role, created_at, salon_role, resource_id, name } = row as Record<string, unknown>;
  const texts = [email, role, created_at, salon_role, resource_id, name];
  return id === userId && texts.every(isTextOrNull) && (salon_id === null || Number.isSafeInteger(salon_id));
}

/**
 * Reads the own row of `users` (document 1 §7); no role means employee.
 * @throws AuthProblem, also if the answer lacks part of the row
 */
async function readProfile(client: SupabaseClient, userId: string, email: string): Promise<Profile> {
  const { data, error, status } = await client
    .from('users')
    .select('id,email,role,salon_id,created_at,salon_role,resource_id,name')
    .eq('id', userId)
    .maybeSingle<unknown>()
    // The library's own retries would hold a sign-in for seconds without a line.
    .retry(false);
  if (error) throw dataProblem(error, status);
  const row: unknown = data;
  if (!isWhole(row, userId)) throw new AuthProblem('the answer has no whole profile', 'network');
  return {
    id: userId,
    email: row.email ?? email,
    role: row.role === 'admin' ? 'admin' : 'employee',
    salonId: row.salon_id,
    createdAt: row.created_at,
    salonRole: SALON_ROLES.find((one) => one === row.salon_role) ?? null,
    resourceId: row.resource_id,
    name: row.name,
  };
}

/**
 * Reads the profile, and compares it with the kept one of that person.
 * @param kept null if there is none, or if the salon has refused them already
 * @throws AuthProblem
 */
export async function profileNow(client: SupabaseClient, userId: string, email: string, kept: Profile | null): Promise<Profile> {
  const read = await readProfile(client, userId, email);
  if (kept?.id !== userId || kept.salonId === null || read.salonId !== null) return read;
  return (await mayEnter(client, kept.salonId)) === false ? read : { ...read, salonId: kept.salonId };
}

/** Asks whether the server lets this client's person into a salon; null when it cannot be asked. Only its own word says no. */
export async function mayEnter(client: SupabaseClient, salonId: number): Promise<boolean | null> {
  try {
    await wholeAnswers(supabaseServer(client)).pull(salonId, {}, 1, null, AbortSignal.timeout(30_000));
    return true;
  } catch (error) {
    if (error instanceof ServerError && consequenceOf(error) === 'access-withdrawn') return false;
    return null;
  }
}
