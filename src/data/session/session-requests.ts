/** Requests for data as the signed-in person: the same in a page (session-server.ts) and in the service worker. */
import { reportingParts } from '#sync/server/answer-parts.ts';
import type { ServerAddress } from './server-address.ts';
import { NoFreshTokenError } from './session-refresh.ts';
import type { Tokens } from './session-tokens.ts';

/** The source of tokens: fresh ones for a request, and new ones for those that the server refused. */
export interface TokenSource {
  tokens(): Promise<Tokens | null>;
  renew(refused: string): Promise<Tokens | null>;
}

const isHtml = ({ headers }: Response): boolean => /html/i.test(headers.get('content-type') ?? '');

/**
 * Returns the parts of a client for data. A request that is refused only for its token is sent once more with a fresh one. Each
 * part of an answer is reported as it comes (#sync/server/answer-parts.ts).
 * @param userId the person of these requests. While another person is signed in none of them leaves, not even one that began
 * before. Left out: the person who is signed in when a request leaves.
 */
export function requestsOf({ key, fetch }: Omit<ServerAddress, 'url'>, source: TokenSource, userId?: string) {
  const tokenOf = (tokens: Tokens | null) =>
    tokens && (userId === undefined || tokens.userId === userId) ? tokens.accessToken : null;
  const accessToken = async () => tokenOf(await source.tokens());

  const withRenewal: typeof fetch = async (input, init) => {
    const refused = new Headers(init?.headers).get('authorization')?.replace(/^Bearer /, '') ?? key;
    // The library falls back to the publishable key; its answer would be anybody's, not this person's.
    if (refused === key) throw new NoFreshTokenError('nobody is signed in');
    const response = await fetch(input, init);
    if (response.status !== 401 || isHtml(response)) return response;
    const fresh = tokenOf(await source.renew(refused));
    if (!fresh || fresh === refused) return response;
    const headers = new Headers(init?.headers);
    headers.set('authorization', `Bearer ${fresh}`);
    return fetch(input, { ...init, headers });
  };

  /** Answers as supabase-js does, from our session; the library's own would keep a second one. */
  async function getSession() {
    try {
      const token = await accessToken();
      return { data: { session: token ? { access_token: token } : null }, error: null };
    } catch (error) {
      if (!(error instanceof NoFreshTokenError)) throw error;
      return { data: { session: null }, error: { name: 'AuthRetryableFetchError', message: error.message } };
    }
  }

  return { accessToken, fetch: reportingParts(withRenewal), getSession };
}
