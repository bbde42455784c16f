/** /auth/v1, /rest/v1 and /storage/v1/status over lite: body limits, sign-in limiter, CORS and compression are ours. */
import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import path from 'node:path';
import { acceptedEncoding, compress, WORTH_COMPRESSING } from './compression.ts';
import type { Lite } from './lite.ts';
import type { Mailbox } from './mailbox.ts';
import type { AddressOf } from './peer-address.ts';
import type { SignInLimiter } from './sign-in-limiter.ts';

export const API_PREFIX = /^\/(auth|rest|realtime|storage)\/v1(\/|$)/;
/** A push of 500 rows with full notes; anything above is no salon's. */
const MAX_BODY = 8 * 1024 * 1024;
/** On every answer of the API. Which origin may ask is decided before (own-addresses.ts), and backend.ts says so. */
const CORS = {
  'x-content-type-options': 'nosniff',
  'access-control-expose-headers': 'Content-Range, Content-Location, Preference-Applied, X-Sb-Error-Code, Retry-After',
};

export interface ApiOptions {
  lite: Lite;
  limiter: SignInLimiter;
  /** Where storage's health check writes. */
  folder: string;
  mailbox: Mailbox;
  /** Tests read the caught mails at /local/mails; nobody else may. */
  showMails: boolean;
  /** Who asks, for the limits. */
  addressOf: AddressOf;
  /** False while the database is being started again. */
  databaseIsUp(): boolean;
}

class BodyTooLarge extends Error {}

type HeaderMap = Record<string, string>;

/** What is too large is read and dropped up to here: who is still sending would hear a broken line instead of the refusal. */
const MOST_DRAINED = 16 * MAX_BODY;

async function readBody(request: IncomingMessage): Promise<Buffer> {
  if (Number(request.headers['content-length'] ?? 0) > MOST_DRAINED) throw new BodyTooLarge();
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > MOST_DRAINED) throw new BodyTooLarge();
    if (length <= MAX_BODY) chunks.push(chunk);
    else chunks.length = 0;
  }
  if (length > MAX_BODY) throw new BodyTooLarge();
  return Buffer.concat(chunks);
}

function json(response: ServerResponse, status: number, body: unknown, headers: HeaderMap = {}): void {
  response.writeHead(status, { ...CORS, 'content-type': 'application/json', 'cache-control': 'no-store', ...headers });
  response.end(JSON.stringify(body));
}

function accountIn(body: Buffer): string {
  try {
    const { email } = JSON.parse(body.toString('utf8')) as { email?: unknown };
    return typeof email === 'string' ? email : '';
  } catch {
    return '';
  }
}

/** The real Storage says `ok` when it runs; ours must have written, read and removed a file to say it. */
async function storageStatus(folder: string, response: ServerResponse): Promise<void> {
  const text = randomUUID();
  const file = path.join(folder, 'storage', `health-${text}`);
  try {
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, text);
    if ((await readFile(file, 'utf8')) !== text) throw new Error('What was written is not what is read');
    await rm(file);
    json(response, 200, { status: 'ok' });
  } catch (error) {
    json(response, 503, { status: 'error', message: (error as Error).message });
  }
}

interface Guarded {
  account: string;
  times: number;
  countsWhenAnswered: boolean;
}

/** Guessing a password counts when it fails; making accounts and sending mails counts always. */
function guarded(method: string, url: URL, body: Buffer): Guarded | null {
  if (method !== 'POST') return null;
  if (url.pathname === '/auth/v1/token' && url.searchParams.get('grant_type') === 'password') {
    return { account: accountIn(body), times: 1, countsWhenAnswered: false };
  }
  if (!/^\/auth\/v1\/(signup|recover|otp|magiclink|resend|verify)$/.test(url.pathname)) return null;
  return { account: 'accounts and mails', times: 3, countsWhenAnswered: true };
}

export type Api = (request: IncomingMessage, response: ServerResponse, url: URL) => Promise<void>;

export function createApi(options: ApiOptions): Api {
  const { lite, limiter, addressOf, databaseIsUp } = options;

  async function forward(request: IncomingMessage, response: ServerResponse, url: URL, body: Buffer): Promise<number> {
    const headers = new Headers();
    for (const [name, value] of Object.entries(request.headers)) {
      if (value !== undefined) headers.set(name, Array.isArray(value) ? value.join(', ') : value);
    }
    const method = request.method ?? 'GET';
    const withBody = body.length > 0 && method !== 'GET' && method !== 'HEAD' ? { body: new Uint8Array(body) } : {};
    const peerAddress = request.socket.remoteAddress ?? null;
    const answer = await lite.app.fetch(new Request(url, { method, headers, ...withBody }), { peerAddress });
    const content = Buffer.from(await answer.arrayBuffer());
    const sent: HeaderMap = {
      'cache-control': 'no-store',
      ...Object.fromEntries(answer.headers),
      ...CORS,
      vary: 'accept-encoding',
    };
    for (const name of ['content-length', 'access-control-allow-origin']) delete sent[name];
    const encoding = content.length > WORTH_COMPRESSING ? acceptedEncoding(request.headers['accept-encoding']) : null;
    const packed = encoding ? await compress(content, encoding, false) : content;
    if (encoding) sent['content-encoding'] = encoding;
    // A session that meets the end of PostgreSQL must hear "later": after a 500 supabase-js would sign the person out.
    const status = answer.status === 500 && !databaseIsUp() ? 503 : answer.status;
    response.writeHead(status, content.length > 0 ? { ...sent, 'content-length': packed.length } : sent);
    response.end(method === 'HEAD' ? undefined : packed);
    return status;
  }

  async function answer(request: IncomingMessage, response: ServerResponse, url: URL): Promise<void> {
    const body = await readBody(request);
    const guard = guarded(request.method ?? 'GET', url, body);
    if (!guard) return void (await forward(request, response, url, body));
    const address = addressOf(request);
    const wait = limiter.waitSeconds(address, guard.account, guard.times);
    if (wait > 0) {
      const refusal = { code: 429, error_code: 'over_request_rate_limit', msg: 'Request rate limit reached' };
      return json(response, 429, refusal, { 'retry-after': String(wait), 'x-sb-error-code': refusal.error_code });
    }
    const status = await forward(request, response, url, body);
    if (guard.countsWhenAnswered || (status >= 400 && status < 500)) limiter.failed(address, guard.account);
    else if (status === 200) limiter.succeeded(address, guard.account);
  }

  return async (request, response, url) => {
    if (request.method === 'OPTIONS') {
      const asked = request.headers['access-control-request-headers'];
      const allowed = {
        'access-control-allow-methods': 'GET, HEAD, POST, PATCH, PUT, DELETE, OPTIONS',
        'access-control-max-age': '86400',
      };
      response.writeHead(204, { ...CORS, ...allowed, 'access-control-allow-headers': String(asked ?? '*') }).end();
    } else if (url.pathname === '/storage/v1/status') {
      await storageStatus(options.folder, response);
    } else if (options.showMails && url.pathname === '/local/mails') {
      json(response, 200, options.mailbox.mails);
    } else if (!/^\/(auth|rest)\/v1\//.test(url.pathname)) {
      json(response, 404, { message: 'Not found' });
    } else {
      await answer(request, response, url).catch((error: unknown) => {
        if (!(error instanceof BodyTooLarge)) throw error;
        json(response, 413, { code: 'PGRST413', message: `A request may hold ${MAX_BODY} bytes` }, { connection: 'close' });
      });
    }
  };
}
