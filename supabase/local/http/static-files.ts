/**
 * Serves `dist/`: hashed assets are cached for ever, all other files are revalidated, and a path without a file is a public page
 * below `/b/`, else a route of the app.
 */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, statSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import path from 'node:path';
import { acceptedEncoding, type ContentEncoding, compress, WORTH_COMPRESSING } from './http-messages.ts';
import { PUBLIC_PAGES, publicPageHeaders, securityHeaders } from './security-headers.ts';

const TYPES: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.jpg': 'image/jpeg',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
};
const COMPRESSIBLE = /^(text|application\/(json|manifest)|image\/svg)/;

interface StoredFile {
  modified: number;
  body: Buffer;
  type: string;
  tag: string;
  variants: Map<ContentEncoding, Promise<Buffer>>;
}

export type Frontend = (request: IncomingMessage, response: ServerResponse, url: URL) => Promise<void>;

export function staticFiles(folder: string): Frontend {
  const root = path.resolve(folder);
  const files = new Map<string, StoredFile>();

  /** Returns the file of a path; null if it lies outside the folder or does not exist. A changed file is read again. */
  function fileAt(pathname: string): StoredFile | null {
    const file = path.join(root, path.normalize(pathname));
    if (!file.startsWith(root + path.sep) || !existsSync(file)) return null;
    const stat = statSync(file);
    if (!stat.isFile()) return null;
    const known = files.get(file);
    if (known?.modified === stat.mtimeMs) return known;
    const body = readFileSync(file);
    const type = TYPES[path.extname(file)] ?? 'application/octet-stream';
    const tag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 20)}"`;
    const stored: StoredFile = { modified: stat.mtimeMs, body, type, tag, variants: new Map() };
    files.set(file, stored);
    return stored;
  }

  async function bodyOf(file: StoredFile, encoding: ContentEncoding | null): Promise<Buffer> {
    if (!encoding) return file.body;
    const ready = file.variants.get(encoding) ?? compress(file.body, encoding, true);
    file.variants.set(encoding, ready);
    return ready;
  }

  return async (request, response, url) => {
    const isPublic = url.pathname.startsWith(PUBLIC_PAGES);
    const headers = isPublic ? publicPageHeaders(request.headers.host) : securityHeaders(request.headers.host);
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.writeHead(405, { ...headers, allow: 'GET, HEAD' }).end();
      return;
    }
    const pathname = decoded(url.pathname);
    // No file lies below `/b/`, and `/b/..%2findex.html` would be the app in anybody's frame.
    const exact = pathname === null || isPublic ? null : fileAt(pathname);
    // A missing file must be a 404: index.html in its place would be cached as that script.
    const isRoute = pathname !== null && !pathname.startsWith('/assets/') && path.extname(pathname) === '';
    const file = exact ?? (isRoute ? fileAt(isPublic ? '/booking/index.html' : '/index.html') : null);
    if (!file) {
      response
        .writeHead(404, { ...headers, 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' })
        .end('Not found');
      return;
    }
    const hashed = exact !== null && pathname?.startsWith('/assets/');
    const caching = hashed ? 'public, max-age=31536000, immutable' : 'no-cache';
    const common = { ...headers, 'cache-control': caching, etag: file.tag, vary: 'accept-encoding' };
    if (request.headers['if-none-match'] === file.tag) {
      response.writeHead(304, common).end();
      return;
    }
    const worth = COMPRESSIBLE.test(file.type) && file.body.length > WORTH_COMPRESSING;
    const encoding = worth ? acceptedEncoding(request.headers['accept-encoding']) : null;
    const body = await bodyOf(file, encoding);
    const encoded = encoding ? { 'content-encoding': encoding } : {};
    response.writeHead(200, { ...common, ...encoded, 'content-type': file.type, 'content-length': body.length });
    response.end(request.method === 'HEAD' ? undefined : body);
  };
}

function decoded(pathname: string): string | null {
  try {
    const text = decodeURIComponent(pathname);
    return text.includes('\0') ? null : text;
  } catch {
    return null;
  }
}
