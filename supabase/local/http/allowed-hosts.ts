/**
 * Decides which requests are meant for this server: those that name its host, and that no page of another site sends. The name is
 * checked because of DNS rebinding, in which a foreign page's own name suddenly leads here. App and API share one origin, so no
 * other page needs this server. CORS does not cover WebSockets, so they are refused like requests.
 *
 * A name of ours may have any port: browsers write the true one, and a reverse proxy or a tunnel may have its own. The page's
 * origin must equal the address that it asks, or be that of PUBLIC_URL.
 */
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import { hostname } from 'node:os';

export interface AllowedHostsOptions {
  /** The host on which the server listens. */
  host: string;
  publicUrl?: string | undefined;
}

export interface HostRefusal {
  status: 400 | 403;
  message: string;
}

export interface AllowedHosts {
  /** Returns null if the request is meant for us. */
  refusalOf(headers: IncomingHttpHeaders): HostRefusal | null;
}

const HOST = /^(\[[\da-f:.]+\]|[\w.-]+)(?::\d{1,5})?$/i;
const LOOPBACK = /^(localhost|.+\.localhost|127\.\d+\.\d+\.\d+|::1)$/;

/** True if this host can be reached only from this machine. */
export const isLoopback = (host: string): boolean => LOOPBACK.test(host);

/** Puts an IPv6 address in brackets, as URLs need it. */
export const hostInUrl = (host: string): string => (host.includes(':') ? `[${host}]` : host);

/** Hosts that mean all addresses of the machine. */
const ANYWHERE: readonly string[] = ['0.0.0.0', '::', ''];

/** Returns the address at which this machine reaches a server that listens on `host`. */
export const urlHere = (host: string, port: number): string =>
  `http://${ANYWHERE.includes(host) ? '127.0.0.1' : hostInUrl(host)}:${port}`;

function nameIn(host: string): string {
  return new URL(`http://${host}`).hostname.replace(/^\[|\]$|\.$/g, '');
}

export function allowedHosts({ host, publicUrl }: AllowedHostsOptions): AllowedHosts {
  const publicOrigin = publicUrl === undefined ? null : new URL(publicUrl);
  const name = hostname().toLowerCase();
  const names = new Set([host.toLowerCase(), name, `${name}.local`, ...(publicOrigin ? [publicOrigin.hostname] : [])]);
  const onlyHere = isLoopback(host);

  /** A numeric address cannot be rebound, so it is allowed on a server for other machines. */
  const isOurs = (asked: string) => LOOPBACK.test(asked) || names.has(asked) || (!onlyHere && isIP(asked) !== 0);

  function isOwnPage(origin: string, asked: string): boolean {
    if (origin === publicOrigin?.origin) return true;
    if (!/^https?:\/\//.test(origin) || !URL.canParse(origin)) return false;
    const { protocol, host: from } = new URL(origin);
    return new URL(`${protocol}//${asked}`).host === from;
  }

  return {
    refusalOf({ host: asked = 'localhost', origin }) {
      if (!HOST.test(asked) || !URL.canParse(`http://${asked}`)) return { status: 400, message: 'The Host header is none' };
      if (!isOurs(nameIn(asked)))
        return { status: 403, message: 'This server has another address: set PUBLIC_URL to the one that people use' };
      if (origin !== undefined && !isOwnPage(origin, asked))
        return { status: 403, message: 'A page of another site may not ask here: PUBLIC_URL names the one that may' };
      return null;
    },
  };
}

/** Returns the address of a request; null if it is not valid. The caller checks the Host header if that matters. */
export function requestUrl(request: IncomingMessage): URL | null {
  const { url = '/', headers } = request;
  if (!url.startsWith('/')) return null; // an absolute address would name a second host beside that of the header
  // The parts are joined as text, so that `//x/y` is a path here and not the path /y of a host x.
  const text = `http://${headers.host ?? 'localhost'}${url}`;
  return URL.canParse(text) ? new URL(text) : null;
}
