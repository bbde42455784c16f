/** Reads the body of a request up to a limit, and compresses and sends the answers of the API. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

export type ContentEncoding = 'br' | 'gzip';

/** A compressed answer below this size saves no packet. */
export const WORTH_COMPRESSING = 1400;

export function acceptedEncoding(header: string | undefined): ContentEncoding | null {
  const offered = (header ?? '').split(',').map((part) => part.trim());
  const accepts = (name: string) => offered.some((part) => part.split(';')[0] === name && !/;\s*q=0(\.0*)?$/.test(part));
  if (accepts('br')) return 'br';
  return accepts('gzip') ? 'gzip' : null;
}

/** Compresses a body. `once`: the result is kept (a file) and may take its time; otherwise it serves a single answer. */
export function compress(body: Buffer, encoding: ContentEncoding, once: boolean): Promise<Buffer> {
  if (encoding === 'gzip') return promisify(gzip)(body, { level: once ? 9 : 4 });
  const params = { [constants.BROTLI_PARAM_QUALITY]: once ? 9 : 4, [constants.BROTLI_PARAM_SIZE_HINT]: body.length };
  return promisify(brotliCompress)(body, { params });
}

/** Headers of every answer of the API. allowed-hosts.ts decides which origin may ask, and backend.ts names it. */
export const CORS = {
  'x-content-type-options': 'nosniff',
  'access-control-expose-headers': 'Content-Range, Content-Location, Preference-Applied, X-Sb-Error-Code, Retry-After',
};

/**
 * The rest of a body above its limit is read and dropped up to this size, because a client that still sends would see a broken
 * connection and not the refusal.
 */
const MOST_DRAINED = 128 * 1024 * 1024;

export class BodyTooLarge extends Error {
  readonly limit: number;
  constructor(limit: number) {
    super(`A request may hold ${limit} bytes`);
    this.limit = limit;
  }
}

/**
 * Reads the body of a request.
 * @throws BodyTooLarge
 */
export async function readBody(request: IncomingMessage, limit: number): Promise<Buffer> {
  if (Number(request.headers['content-length'] ?? 0) > MOST_DRAINED) throw new BodyTooLarge(limit);
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > MOST_DRAINED) throw new BodyTooLarge(limit);
    if (length <= limit) chunks.push(chunk);
    else chunks.length = 0;
  }
  if (length > limit) throw new BodyTooLarge(limit);
  return Buffer.concat(chunks);
}

export type HeaderMap = Record<string, string>;

export function json(response: ServerResponse, status: number, body: unknown, headers: HeaderMap = {}): void {
  response.writeHead(status, { ...CORS, 'content-type': 'application/json', 'cache-control': 'no-store', ...headers });
  response.end(JSON.stringify(body));
}

/** Returns the request in lite's form, with another body if one is given. */
export function toFetchRequest(request: IncomingMessage, url: URL, body: Buffer): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    if (value !== undefined) headers.set(name, Array.isArray(value) ? value.join(', ') : value);
  }
  headers.delete('content-length');
  const method = request.method ?? 'GET';
  const withBody = body.length > 0 && method !== 'GET' && method !== 'HEAD' ? { body: new Uint8Array(body) } : {};
  return new Request(url, { method, headers, ...withBody });
}

/** Sends the answer of lite. Resolves with its size in bytes. */
export async function sendResponse(request: IncomingMessage, response: ServerResponse, returned: Response): Promise<number> {
  const content = Buffer.from(await returned.arrayBuffer());
  const sent: HeaderMap = {
    'cache-control': 'no-store',
    ...Object.fromEntries(returned.headers),
    ...CORS,
    vary: 'accept-encoding',
  };
  for (const name of ['content-length', 'access-control-allow-origin']) delete sent[name];
  const encoding = content.length > WORTH_COMPRESSING ? acceptedEncoding(request.headers['accept-encoding']) : null;
  const packed = encoding ? await compress(content, encoding, false) : content;
  if (encoding) sent['content-encoding'] = encoding;
  response.writeHead(returned.status, content.length > 0 ? { ...sent, 'content-length': packed.length } : sent);
  response.end(request.method === 'HEAD' ? undefined : packed);
  return packed.length;
}
