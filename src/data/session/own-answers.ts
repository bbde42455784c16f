/**
 * What the session's calls believe. Promise: a page for people, and whatever else our own server would not say, is a line
 * that failed: nobody is signed out, refused or sent away by it. The same rule as sync/server/answers.ts has for rows.
 */
import { ForeignAnswerError, isPortal, PORTAL, refusalOf } from '#sync/server/answers.ts';
import { AuthProblem } from './auth-errors.ts';

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
