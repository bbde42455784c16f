/**
 * Stands before lite's REST. It serves only the routes of rest-routes.ts. Without a signed-in person only the routes for anyone
 * reach the database. Requests queue for connections, so that a burner does not keep others from them (fair-share.ts).
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { errors } from 'jose';
import { json, readBody, sendResponse } from '#local/http/http-messages.ts';
import { type Claims, claimsOf, type TokenKeys } from '#local/realtime/realtime-access.ts';
import { PUBLISHABLE_KEY } from '#local/settings.ts';
import type { ConnectionQueue } from './connection-queue.ts';
import { type Ask, CALLS } from './lite-pools.ts';
import { learningRequesters } from './requesters.ts';
import { type RestRefusal, type RestRoute, restRefusal, restRouteOf, upstreamUrl } from './rest-routes.ts';
import { limitUnreadAnswers } from './unread-answers.ts';

export interface RestFrontOptions {
  ask: Ask;
  keys: TokenKeys;
  /** Queues of calls and of plain reads, which have pools of their own (lite-pools.ts). */
  queues: Record<'calls' | 'reads', ConnectionQueue>;
}

const NO_BODY = Buffer.alloc(0);

interface Person {
  token: string;
  claims: Claims;
}

/** The refusal of a token in the words of lite and PostgREST. */
function refusalOfToken(error: unknown): RestRefusal {
  if (error instanceof errors.JWTExpired) return restRefusal(401, 'PGRST303', 'JWT expired');
  const details = 'None of the keys was able to decode the JWT';
  return restRefusal(401, 'PGRST301', 'No suitable key or wrong key type', { details });
}

/**
 * Returns the signed-in person; null if nobody is. A key is no person, and lite does not count a text without a token's form
 * either.
 */
async function personOf({ headers }: IncomingMessage, keys: TokenKeys): Promise<Person | null | { refused: RestRefusal }> {
  const token = /^Bearer\s+(\S+)$/.exec(headers.authorization ?? '')?.[1] ?? '';
  if (token.startsWith('sb_') || !/^[^.]+\.[^.]+\.[^.]+$/.test(token)) return null;
  try {
    const claims = await claimsOf(token, keys);
    return claims.role === 'authenticated' ? { token, claims } : null;
  } catch (error) {
    return { refused: refusalOfToken(error) };
  }
}

/** PostgreSQL's own refusal of `anon`. */
function notForNobody({ path }: RestRoute): RestRefusal {
  const what = path.startsWith('rpc/') ? path.replace('rpc/', 'function ') : `table ${path}`;
  return restRefusal(401, '42501', `permission denied for ${what}`);
}

/** Supabase's gateway refuses a wrong key before the request reaches PostgREST. */
function refusalOfKey(key: string | string[] | undefined) {
  if (key === PUBLISHABLE_KEY) return null;
  return key === undefined
    ? { message: 'No API key found in request', hint: 'No `apikey` request header was found.' }
    : { message: 'Invalid API key', hint: 'Double check your Supabase `apikey`' };
}

/** Refuses a request that names a schema other than the only one. */
function refusalOfSchema({ headers }: IncomingMessage): RestRefusal | null {
  const other = [headers['accept-profile'], headers['content-profile']].find((name) => name !== undefined && name !== 'public');
  if (other === undefined) return null;
  const hint = 'Only the following schemas are exposed: public';
  return restRefusal(406, 'PGRST106', `Invalid schema: ${other}`, { hint });
}

/** The most names in a body. A function has half as many arguments, and a row of a table has fewer. */
const MOST_NAMES = 16;
/** The longest name in characters; PostgreSQL allows no longer ones. */
const LONGEST_NAME = 63;
/** A push of 500 changes has some 15,000 values, none deeper than four. */
const MOST_VALUES = 50_000;
const DEEPEST = 10;

/** Tells whether a value holds at most `left` values, none deeper than `depth`. It subtracts what it counts. */
function isSmall(value: unknown, depth: number, left: { values: number }): boolean {
  if (typeof value !== 'object' || value === null) return true;
  if (depth === 0) return false;
  const inside: unknown[] = Object.values(value);
  left.values -= inside.length;
  return left.values >= 0 && inside.every((one) => isSmall(one, depth - 1, left));
}

/**
 * Accepts an object with few short names and no more values than the app sends. lite takes a list as rows or as positional
 * arguments and makes a statement as long as the list; it puts names that no function has into its message; and postgres.js
 * (3.4.9) descends into nested lists until its stack overflows. Each of these blocks everybody for seconds or ends as a 500.
 */
function isTaken(body: Buffer): boolean {
  try {
    const given: unknown = JSON.parse(body.toString());
    if (typeof given !== 'object' || given === null || Array.isArray(given)) return false;
    const names = Object.keys(given);
    if (names.length > MOST_NAMES || names.some((name) => name.length > LONGEST_NAME)) return false;
    return isSmall(given, DEEPEST, { values: MOST_VALUES });
  } catch {
    return false;
  }
}

/** The header that says for the database whose request it is (`private.asked_from`); lite gets no header of this name from anybody else. */
export const ADDRESS_HEADER = 'x-greben-address';

function asAsked(route: RestRoute, url: URL, person: Person | null, body: Buffer | null, address: string): Request {
  const headers = new Headers({ apikey: PUBLISHABLE_KEY, [ADDRESS_HEADER]: address });
  if (person) headers.set('authorization', `Bearer ${person.token}`);
  if (body) headers.set('content-type', 'application/json');
  return new Request(url, { method: route.method, headers, ...(body ? { body: new Uint8Array(body) } : {}) });
}

export type RestFront = (request: IncomingMessage, response: ServerResponse, url: URL, address: string) => Promise<void>;

export function restFront({ ask, keys, queues }: RestFrontOptions): RestFront {
  const requesters = learningRequesters();
  const unread = limitUnreadAnswers();
  return async (request, response, url, address) => {
    const refuse = ({ status, ...body }: RestRefusal, headers = {}) => json(response, status, body, headers);
    const judged = restRouteOf(request.method ?? 'GET', url);
    if ('refused' in judged) return refuse(judged.refused);
    const { route, query } = judged;
    const wrongKey = refusalOfKey(request.headers.apikey);
    if (wrongKey) return json(response, 401, wrongKey);
    const wrongSchema = refusalOfSchema(request);
    if (wrongSchema) return refuse(wrongSchema);
    const person = await personOf(request, keys);
    if (person && 'refused' in person) return refuse(person.refused);
    if (!person && route.for === 'person') return refuse(notForNobody(route));
    const body = route.method === 'POST' ? await readBody(request, route.body) : null;
    const lite = upstreamUrl(url.origin, route, query);
    const requester = requesters.of(address, person?.claims ?? null, lite, body ?? NO_BODY);
    const over = await (lite.pathname.startsWith(CALLS) ? queues.calls : queues.reads).take(requester);
    if (!over) return refuse(restRefusal(429, '429', 'Too many requests at once'), { 'retry-after': '1' });
    try {
      // This happens within the turn, because parsing some megabytes blocks everybody and so must wait and count.
      if (body && !isTaken(body)) return refuse(restRefusal(400, 'PGRST102', 'Empty or invalid json'));
      const returned = await ask(asAsked(route, lite, person, body, address));
      requesters.answered(requester, lite, body ?? NO_BODY, returned.status);
      unread(response, address, await sendResponse(request, response, returned));
    } finally {
      over();
    }
  };
}
