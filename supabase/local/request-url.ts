/** The address of a request, or null when it is none. The Host header must have been looked at where it matters. */
import type { IncomingMessage } from 'node:http';

export function requestUrl(request: IncomingMessage): URL | null {
  const { url = '/', headers } = request;
  if (!url.startsWith('/')) return null; // an absolute address would name a host beside the one in the header
  // Put together as text: `//x/y` is a path here, and not the path /y of a host x.
  const text = `http://${headers.host ?? 'localhost'}${url}`;
  return URL.canParse(text) ? new URL(text) : null;
}
