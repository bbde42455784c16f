/**
 * Stands before lite's authentication. It serves the routes of auth-routes.ts only, takes small bodies, counts attempts
 * (sign-in-limiter.ts) and sends passwords to their own thread (password-thread.ts). A refresh or a sign-out contains no guess
 * and is not counted, so that one person's wrong passwords keep no tablet from refreshing its session; such requests queue with
 * others of their address.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { json, readBody, sendResponse, toFetchRequest } from '#local/http/http-messages.ts';
import { type AuthBody, type AuthRefusal, type AuthRoute, authRouteOf, BUSY, bodyFor } from './auth-routes.ts';
import type { ConnectionQueue } from './connection-queue.ts';
import type { Ask } from './lite-pools.ts';
import { reservePasswordSlot, withConstantCost } from './password-thread.ts';
import type { Admission, Attempt, SignInLimiter } from './sign-in-limiter.ts';

export const MAX_AUTH_BODY = 16 * 1024;

export interface AuthFrontOptions {
  ask: Ask;
  limiter: SignInLimiter;
  queue: ConnectionQueue;
  /** Tells whether some account has the demo password (demo-accounts.ts). GET /settings answers it. */
  holdsDemo(): boolean;
}

interface Visit {
  request: IncomingMessage;
  response: ServerResponse;
  url: URL;
  address: string;
  route: AuthRoute;
  given: AuthBody;
}

function refuse(response: ServerResponse, refusal: AuthRefusal, waitSeconds?: number): void {
  const wait = waitSeconds === undefined ? {} : { 'retry-after': String(waitSeconds) };
  json(response, refusal.code, refusal, { ...wait, 'x-sb-error-code': refusal.error_code });
}

const NO_ATTEMPT: Attempt = { succeeded: () => undefined, failed: () => undefined, unjudged: () => undefined };

/**
 * Admits or refuses a visit. New accounts and new passwords count as attempts whether they succeed or not. A change without a
 * password costs no work and is not counted.
 */
function admissionOf({ route, given, address }: Visit, limiter: SignInLimiter): Admission {
  if (route.name === 'sign-in') return limiter.signIn(address, typeof given.email === 'string' ? given.email : '');
  if (route.name === 'sign-up') return limiter.costly(address, 'new accounts');
  if (route.name === 'change' && given.password !== undefined) return limiter.costly(address, 'new passwords');
  return { attempt: NO_ATTEMPT };
}

export type AuthFront = (request: IncomingMessage, response: ServerResponse, url: URL, address: string) => Promise<void>;

export function authFront({ ask, limiter, queue, holdsDemo }: AuthFrontOptions): AuthFront {
  const forwarded = ({ request, url, route, given }: Visit) =>
    ask(toFetchRequest(request, url, route.fields ? Buffer.from(JSON.stringify(given)) : Buffer.alloc(0)));

  async function judged(visit: Visit): Promise<Response> {
    const { password } = visit.given;
    if (visit.route.name !== 'sign-in' || typeof password !== 'string') return forwarded(visit);
    return withConstantCost(password, () => forwarded(visit));
  }

  /** Signs out all other sessions: others may know the old password. Their tokens end too (private.me). */
  async function endOtherSessions({ request, url }: Visit): Promise<Response> {
    const others = toFetchRequest(request, new URL('/auth/v1/logout?scope=others', url), Buffer.alloc(0));
    return ask(new Request(others.url, { method: 'POST', headers: others.headers }));
  }

  async function withPassword(visit: Visit): Promise<void> {
    const { request, response } = visit;
    const admission = admissionOf(visit, limiter);
    if ('waitSeconds' in admission) return refuse(response, BUSY, admission.waitSeconds);
    const { attempt } = admission;
    const leave = reservePasswordSlot();
    if (!leave) {
      attempt.unjudged();
      return refuse(response, BUSY, 2);
    }
    let end = attempt.unjudged;
    try {
      const returned = await judged(visit);
      if (returned.ok) end = attempt.succeeded;
      else if (returned.status < 500) end = attempt.failed;
      const changed = returned.ok && visit.route.name === 'change' && visit.given.password !== undefined;
      const ended = changed ? await endOtherSessions(visit) : returned;
      await sendResponse(request, response, ended.ok ? returned : ended);
    } finally {
      end();
      leave();
    }
  }

  /** Adds `demo_accounts`. GoTrue has no such field; on hosted Supabase nobody reads it. */
  async function settings(visit: Visit): Promise<Response> {
    const returned = await forwarded(visit);
    if (!returned.ok) return returned;
    return Response.json({ ...((await returned.json()) as object), demo_accounts: holdsDemo() });
  }

  return async (request, response, url, address) => {
    const route = authRouteOf(request.method ?? 'GET', url);
    if (!route) return json(response, 404, { code: 404, error_code: 'not_found', msg: 'Not found' });
    const body = await readBody(request, MAX_AUTH_BODY);
    const judgement = bodyFor(route, body);
    if ('refused' in judgement) return refuse(response, judgement.refused);
    const visit: Visit = { request, response, url, address, route, given: judgement.given };
    if (['sign-in', 'sign-up', 'change'].includes(route.name)) return withPassword(visit);
    const over = await queue.take({ address, salon: address, person: address });
    if (!over) return refuse(response, BUSY, 1);
    try {
      await sendResponse(request, response, await (route.name === 'settings' ? settings(visit) : forwarded(visit)));
    } finally {
      over();
    }
  };
}
