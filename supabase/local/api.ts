/** /auth/v1, /rest/v1 and /storage/v1/status before lite: who may ask how much of what is decided here; CORS and compression too. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { authFront } from './auth-front.ts';
import { BodyTooLarge, CORS, json } from './http-messages.ts';
import { countingLinks } from './password-links.ts';
import { passwordsOnTheirOwnThread } from './password-work.ts';
import type { AddressOf } from './peer-address.ts';
import type { TokenKeys } from './realtime-access.ts';
import { restFront } from './rest-front.ts';
import { CONNECTIONS, type ServingLite } from './serving-lite.ts';
import type { SignInLimiter } from './sign-in-limiter.ts';
import { storageStatus } from './storage-status.ts';
import { takingTurns } from './turns.ts';

export const API_PREFIX = /^\/(auth|rest|realtime|storage)\/v1(\/|$)/;
/** For Node's `createServer`: who sends a request slowly holds a socket and what came of it; a push on a slow line takes seconds. */
export const SLOW_REQUESTS = { headersTimeout: 20_000, requestTimeout: 60_000, connectionsCheckingInterval: 5_000 } as const;

export interface ApiOptions {
  lite: ServingLite;
  limiter: SignInLimiter;
  keys: TokenKeys;
  /** Where storage's health check writes. */
  folder: string;
  /** Who asks, for the limits. */
  addressOf: AddressOf;
  /** Whether accounts are open to everybody. */
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
  passwordsOnTheirOwnThread();
  const { calls, reads, sessions } = CONNECTIONS;
  const auth = authFront({ ask: lite.ask, limiter, turns: takingTurns({ places: sessions }), holdsDemo });
  const turns = { calls: takingTurns({ places: calls }), reads: takingTurns({ places: reads }) };
  const rest = countingLinks(restFront({ ask: lite.ask, keys, turns }), limiter);
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
