/** Serves /auth/v1, /rest/v1 and /storage/v1/status: each request passes the routes and limits here before lite gets it. */

import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import path from 'node:path';
import type { AddressOf } from '#local/http/client-address.ts';
import { BodyTooLarge, CORS, json } from '#local/http/http-messages.ts';
import type { TokenKeys } from '#local/realtime/realtime-access.ts';
import { authFront } from './auth-front.ts';
import { connectionQueue } from './connection-queue.ts';
import { CONNECTIONS, type LitePools } from './lite-pools.ts';
import { moveHashingToThread } from './password-thread.ts';
import { type RestFront, restFront } from './rest-front.ts';
import type { SignInLimiter } from './sign-in-limiter.ts';

export const API_PREFIX = /^\/(auth|rest|realtime|storage)\/v1(\/|$)/;
/** Timeouts for Node's `createServer`. A slow client holds a socket at most this long; a push on a slow line takes seconds. */
export const SLOW_REQUESTS = { headersTimeout: 20_000, requestTimeout: 60_000, connectionsCheckingInterval: 5_000 } as const;

export interface ApiOptions {
  lite: LitePools;
  limiter: SignInLimiter;
  keys: TokenKeys;
  /** The folder in which Storage's health check writes. */
  folder: string;
  /** Returns the client's name for the limits. */
  addressOf: AddressOf;
  /** Tells whether some account has the demo password. */
  holdsDemo(): boolean;
}

export type Api = (request: IncomingMessage, response: ServerResponse, url: URL) => Promise<void>;

function preflight(request: IncomingMessage, response: ServerResponse): void {
  const asked = request.headers['access-control-request-headers'];
  const allowed = {
    'access-control-allow-methods': 'GET, HEAD, POST, PATCH, PUT, DELETE, OPTIONS',
    'access-control-max-age': '86400',
  };
  response.writeHead(204, { ...CORS, ...allowed, 'access-control-allow-headers': String(asked ?? '*') }).end();
}

export function createApi({ lite, limiter, keys, folder, addressOf, holdsDemo }: ApiOptions): Api {
  moveHashingToThread();
  const { calls, reads, sessions } = CONNECTIONS;
  const auth = authFront({ ask: lite.ask, limiter, queue: connectionQueue({ places: sessions }), holdsDemo });
  const queues = { calls: connectionQueue({ places: calls }), reads: connectionQueue({ places: reads }) };
  const rest = countingLinks(restFront({ ask: lite.ask, keys, queues }), limiter);
  const storage = storageStatus(folder);

  async function route(request: IncomingMessage, response: ServerResponse, url: URL): Promise<void> {
    if (request.method === 'OPTIONS') return preflight(request, response);
    if (url.pathname.startsWith('/auth/v1/')) return auth(request, response, url, addressOf(request));
    if (url.pathname.startsWith('/rest/v1/')) return rest(request, response, url, addressOf(request));
    if (url.pathname !== '/storage/v1/status') return json(response, 404, { message: 'Not found' });
    const { status, body } = await storage();
    json(response, status, body);
  }

  return async (request, response, url) => {
    try {
      await route(request, response, url);
    } catch (error) {
      if (!(error instanceof BodyTooLarge)) throw error;
      json(response, 413, { code: 'PGRST413', message: error.message }, { connection: 'close' });
    }
  };
}

/** The one function with which strangers change something. No other spelling of it is served (rest-routes.ts). */
const REDEEMS = '/rest/v1/rpc/redeem_password_link';

/**
 * Counts the attempts of an address to use a password link, right or wrong. The number of simultaneous attempts needs no limit:
 * only a valid link costs the work of a hash, it is valid once, and an administrator made it.
 */
function countingLinks(front: RestFront, limiter: SignInLimiter): RestFront {
  return async (request, response, url, address) => {
    if (url.pathname !== REDEEMS) return front(request, response, url, address);
    const admission = limiter.costly(address, 'password links');
    if ('waitSeconds' in admission) {
      const refusal = { code: '429', message: 'Too many attempts', details: null, hint: null };
      return json(response, 429, refusal, { 'retry-after': String(admission.waitSeconds) });
    }
    // The attempt is counted at once and not held open; otherwise a slow request would block the sign-ins of its address.
    admission.attempt.failed();
    return front(request, response, url, address);
  };
}

const KEPT_MS = 10_000;

export interface StorageStatus {
  status: number;
  body: { status: 'ok' } | { status: 'error'; message: string };
}

/** Returns `ok` only after a file was written, read back and removed. */
async function triedStorage(folder: string): Promise<StorageStatus> {
  const text = randomUUID();
  const file = path.join(folder, 'storage', `health-${text}`);
  try {
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, text);
    if ((await readFile(file, 'utf8')) !== text) throw new Error('What was written is not what is read');
    await rm(file);
    return { status: 200, body: { status: 'ok' } };
  } catch (error) {
    return { status: 503, body: { status: 'error', message: (error as NodeJS.ErrnoException).code ?? 'unknown' } };
  }
}

/**
 * Returns a function that tells the status of Storage. An answer is kept for ten seconds, so that nobody can keep the disk busy
 * by asking.
 */
export function storageStatus(folder: string, now: () => number = Date.now): () => Promise<StorageStatus> {
  let last: { at: number; result: Promise<StorageStatus> } | null = null;
  return () => {
    if (!last || now() - last.at >= KEPT_MS) last = { at: now(), result: triedStorage(folder) };
    return last.result;
  };
}
