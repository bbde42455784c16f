/**
 * Before the one function that strangers may call: attempts from an address are counted, right or wrong. How many are worked on at
 * once needs no bound of its own: only a link that holds costs the work of a hash, it holds once, and an administrator made it.
 */
import { json } from './http-messages.ts';
import type { RestFront } from './rest-front.ts';
import type { SignInLimiter } from './sign-in-limiter.ts';

/** No other spelling of it is a door (rest-doors.ts). */
const REDEEMS = '/rest/v1/rpc/redeem_password_link';

/** `front`, with the calls of that function counted. */
export function countingLinks(front: RestFront, limiter: SignInLimiter): RestFront {
  return async (request, response, url, address) => {
    if (url.pathname !== REDEEMS) return front(request, response, url, address);
    const admission = limiter.costly(address, 'password links');
    if ('waitSeconds' in admission) {
      const refusal = { code: '429', message: 'Too many attempts', details: null, hint: null };
      return json(response, 429, refusal, { 'retry-after': String(admission.waitSeconds) });
    }
    // Counted, and not held: whoever sends a request slowly would keep the sign-ins of their address waiting.
    admission.attempt.failed();
    return front(request, response, url, address);
  };
}
