/**
 * Guards the session's calls against captive portals. Promise: an HTML page, or any other response that our own server would not
 * give, counts as a failed line: it signs out, refuses or sends away nobody. For rows sync/server/answers.ts has the same rule.
 */
import { ForeignAnswerError, isPortal, PORTAL, serverErrorOf } from '#sync/server/answers.ts';
import { type AuthCode, AuthProblem, authProblem } from './auth-errors.ts';
import type { ServerAddress } from './server-address.ts';

/** Returns a `fetch` for small answers. It fails as without a line if a network answers with a page of its own. */
export function rejectForeignResponses(send: typeof fetch): typeof fetch {
  return async (input, init) => {
    const response = await send(input, init);
    if (isPortal(response.status, await response.clone().text())) throw new TypeError(PORTAL);
    return response;
  };
}

/** Returns why a call for data failed. @param error the library's own */
export function dataProblem(error: { readonly message: string }, status: number): AuthProblem {
  if (status === 0) return new AuthProblem(error.message, error.message.includes(PORTAL) ? 'portal' : 'network');
  const refusal = serverErrorOf(error, status);
  if (!(refusal instanceof ForeignAnswerError)) return new AuthProblem(error.message);
  return new AuthProblem(refusal.message, refusal.isPage ? 'portal' : 'network');
}

/** Returns the seconds of a refusal's Retry-After; null if it has none. */
export function retryAfter(response: Response): number | null {
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN);
  return Number.isFinite(seconds) && seconds > 0 ? seconds : null;
}

/**
 * Makes one request and returns the object of the answer. It rejects with an AuthProblem.
 * @param path behind the server's address, such as `/auth/v1/settings`
 * @param unknown the code for a server that does not know this path
 */
type AuthRequest = (
  path: string,
  method: string,
  token: string,
  body?: object,
  unknown?: AuthCode,
) => Promise<Record<string, unknown>>;

/** Makes requests without the library, which would lose the code, the words or the waiting time of a refusal. */
export function authRequest({ url, key, fetch: send }: ServerAddress): AuthRequest {
  const fetch = rejectForeignResponses(send);
  return async (path, method, token, body, unknown) => {
    const headers = { apikey: key, authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const init = { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) };
    const response = await fetch(url + path, init).catch((error: unknown) => {
      throw authProblem(error instanceof TypeError ? error : new TypeError(String(error)));
    });
    const read: unknown = await response.json().catch(() => null);
    const isObject = typeof read === 'object' && read !== null && !Array.isArray(read);
    // The service answers with an object. Anything else came from something on the way, and nothing was done.
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
