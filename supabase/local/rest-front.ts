/**
 * Before lite's REST: requests take turns for the connections, so that nobody who burns keeps others from them (fair-share.ts); a body
 * as large as a push is read only of somebody who is signed in. Patterns are refused in lite.ts, where the query is understood.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { learningAskers } from './asker.ts';
import { asFetched, json, readBody, sendOn } from './http-messages.ts';
import { type Claims, claimsOf, type TokenKeys } from './realtime-access.ts';
import { type Ask, CALLS } from './serving-lite.ts';
import type { Turns } from './turns.ts';

/** A device pushes at most 1 MB of JSON (sync/doors/pace.ts), in Cyrillic two bytes a letter; anything above is no salon's. */
const MAX_BODY = 3 * 1024 * 1024;
/** Nothing of ours is asked by nobody. */
const MAX_ANONYMOUS_BODY = 64 * 1024;

export interface RestFrontOptions {
  ask: Ask;
  keys: TokenKeys;
  /** Of calls and of plain reads, which have connections of their own (serving-lite.ts). */
  turns: Record<'calls' | 'reads', Turns>;
}

/** Null: nobody who could be told from others but by their address; lite says what is wrong with the token. */
async function whoAsks(request: IncomingMessage, keys: TokenKeys): Promise<Claims | null> {
  const token = /^Bearer (\S+)$/.exec(request.headers.authorization ?? '')?.[1] ?? String(request.headers.apikey ?? '');
  const claims = await claimsOf(token, keys).catch(() => null);
  return claims?.role === 'anon' ? null : claims;
}

/** A NUL ends a message to PostgreSQL in its middle. */
function holdsNul(url: URL): boolean {
  return /%00|\0/.test(url.pathname + url.search);
}

const refusal = (code: string, message: string) => ({ code, message, details: null, hint: null });

/** lite's own word for an error that it does not know. Where no statement was made yet, the request is what it did not understand. */
async function blamed(returned: Response, understood: boolean): Promise<Response> {
  if (returned.status !== 500 || understood) return returned;
  const body = (await returned
    .clone()
    .json()
    .catch(() => null)) as { code?: unknown; message?: unknown } | null;
  if (body?.code !== 'SUP') return returned;
  const headers = { 'content-type': 'application/json; charset=utf-8' };
  return new Response(JSON.stringify(refusal('PGRST100', String(body.message))), { status: 400, headers });
}

export type RestFront = (request: IncomingMessage, response: ServerResponse, url: URL, address: string) => Promise<void>;

export function restFront({ ask, keys, turns }: RestFrontOptions): RestFront {
  const askers = learningAskers();
  return async (request, response, url, address) => {
    if (holdsNul(url)) return json(response, 400, refusal('PGRST100', 'A query holds no NUL'));
    const claims = await whoAsks(request, keys);
    const body = await readBody(request, claims ? MAX_BODY : MAX_ANONYMOUS_BODY);
    const line = url.pathname.startsWith(CALLS) ? turns.calls : turns.reads;
    const asker = askers.of(address, claims, url, body);
    const over = await line.take(asker);
    if (!over) return json(response, 429, refusal('429', 'Too many requests at once'), { 'retry-after': '1' });
    try {
      const reading = { understood: false };
      const returned = await ask(asFetched(request, url, body), reading);
      askers.answered(asker, url, body, returned.status);
      await sendOn(request, response, await blamed(returned, reading.understood));
    } finally {
      over();
    }
  };
}
