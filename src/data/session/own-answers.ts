/**
 * What the session's calls believe. Promise: a page for people, and whatever else our own server would not say, is a line
 * that failed: nobody is signed out, refused or sent away by it. The same rule as sync/server/answers.ts has for rows.
 */
import { ForeignAnswerError, isPortal, PORTAL, refusalOf } from '#sync/server/answers.ts';
import { type AuthCode, AuthProblem, authProblem } from './auth-errors.ts';
import type { ServerAddress } from './session-options.ts';

/** A `fetch` for small answers that fails, as without a line, where a network answers with a page of its own. */
export function ownAnswersOnly(send: typeof fetch): typeof fetch {
  return async (input, init) => {
    const response = await send(input, init);
    if (isPortal(response.status, await response.clone().text())) throw new TypeError(PORTAL);
    return response;
  };
}

/** Why a call for data failed. @param error what the library made of it */
export function dataProblem(error: { readonly message: string }, status: number): AuthProblem {
  if (status === 0) return new AuthProblem(error.message, error.message.includes(PORTAL) ? 'portal' : 'network');
  const refusal = refusalOf(error, status);
  if (!(refusal instanceof ForeignAnswerError)) return new AuthProblem(error.message);
  return new AuthProblem(refusal.message, refusal.isPage ? 'portal' : 'network');
}

/** What a refusal's Retry-After says, in seconds; null where it says nothing. */
export function retryAfter(response: Response): number | null {
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN);
  return Number.isFinite(seconds) && seconds > 0 ? seconds : null;
}

/**
 * Returns the object that is answered; rejects with an AuthProblem.
 * @param path behind the server's address, such as `/auth/v1/settings`
 * @param unknown what it means that the server does not know this path
 */
export type AuthRequest = (
  path: string,
  method: string,
  token: string,
  body?: object,
  unknown?: AuthCode,
) => Promise<Record<string, unknown>>;

/** One request to the server past the library: of what it refuses the code, the words and how long to wait are told apart. */
export function authRequest({ url, key, fetch: send }: ServerAddress): AuthRequest {
  const fetch = ownAnswersOnly(send);
  return async (path, method, token, body, unknown) => {
    const headers = { apikey: key, authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const init = { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) };
    const response = await fetch(url + path, init).catch((error: unknown) => {
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
  };
}
