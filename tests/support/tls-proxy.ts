/** A reverse proxy with HTTPS, as small as one can be: what nginx and Caddy do with the snippets of the README. */
import { once } from 'node:events';
import { request as ask, type IncomingMessage } from 'node:http';
import { createServer } from 'node:https';
import { connect, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { type Certificate, selfSigned } from './self-signed.ts';

export interface TlsProxy {
  readonly url: string;
  readonly certificate: Certificate;
  close(): Promise<void>;
}

export interface TlsProxyOptions {
  /** The address in X-Forwarded-For, after what the client wrote there itself. */
  client(): string;
  /** nginx without `proxy_set_header Host` names the backend by its own address. */
  keepsHost?: boolean;
}

/** `backend`: given when the proxy has its address, since PUBLIC_URL must be known before the backend starts. */
export async function tlsProxy({ client, keepsHost = true }: TlsProxyOptions, backend: () => string): Promise<TlsProxy> {
  const certificate = selfSigned();
  const sockets = new Set<Duplex>();

  function headersOf({ headers }: IncomingMessage) {
    const told = headers['x-forwarded-for'];
    const forwarded = { 'x-forwarded-for': told ? `${told}, ${client()}` : client(), 'x-forwarded-proto': 'https' };
    return { ...headers, ...forwarded, ...(keepsHost ? {} : { host: new URL(backend()).host }) };
  }

  const server = createServer(certificate, (request, response) => {
    const { hostname, port } = new URL(backend());
    const { method, url: path } = request;
    const outgoing = ask({ hostname, port, method, path, headers: headersOf(request), agent: false }, (incoming) => {
      response.writeHead(incoming.statusCode ?? 502, incoming.headers);
      incoming.pipe(response);
    });
    outgoing.on('error', () => response.destroy());
    request.pipe(outgoing);
  });
  server.on('upgrade', (request: IncomingMessage, device: Socket, head: Buffer) => {
    const { hostname, port } = new URL(backend());
    const line = connect(Number(port), hostname, () => {
      const headers = Object.entries(headersOf(request)).map(([name, value]) => `${name}: ${value}`);
      line.write(`GET ${request.url} HTTP/1.1\r\n${headers.join('\r\n')}\r\n\r\n`);
      line.write(head);
      line.pipe(device).pipe(line);
    });
    for (const side of [line, device]) {
      sockets.add(side);
      side.on('error', () => side.destroy());
      side.on('close', () => {
        line.destroy();
        device.destroy();
      });
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  return {
    url: `https://127.0.0.1:${port}`,
    certificate,
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}
