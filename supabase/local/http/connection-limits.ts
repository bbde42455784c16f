/** How many connections stand open, in all and of one address: who opens thousands and says nothing keeps nobody else out. */
import type { Server } from 'node:http';
import type { BlockList, Socket } from 'node:net';
import { clientKey, isProxyOf } from './client-address.ts';

export interface ConnectionLimits {
  inAll: number;
  ofAddress: number;
}

/**
 * `ofAddress`: a browser holds up to six connections of HTTP/1.1 to one server and a WebSocket for each tab. Thirty devices of a salon
 * are 180 and their sockets, three such salons behind one carrier's address 540 and at most the 100 sockets of realtime-limits.ts, and
 * connections that are idle go after five seconds. So 1,000 is met by nobody who works. `inAll`: six such addresses, far below the 20,000
 * files that a process may hold open, at some 15 KB each; above the 1,000 sockets of realtime-limits.ts. Who is over it is cut off at
 * once and tries again, as without a line.
 */
export const CONNECTION_LIMITS: ConnectionLimits = { inAll: 6_000, ofAddress: 1_000 };

/**
 * Bounds the connections of `server` and returns those that are open, WebSockets among them (the server itself forgets these and waits
 * for them without end). A proxy is many people: its address counts only in all.
 */
export function limitConnections(
  server: Server,
  proxies: BlockList | null,
  limits: ConnectionLimits = CONNECTION_LIMITS,
): ReadonlySet<Socket> {
  const open = new Set<Socket>();
  const ofAddress = new Map<string, number>();
  const isProxy = isProxyOf(proxies);
  server.maxConnections = limits.inAll;
  server.on('connection', (socket) => {
    const { remoteAddress = '' } = socket;
    const line = isProxy(remoteAddress) ? null : clientKey(remoteAddress);
    const others = line === null ? 0 : (ofAddress.get(line) ?? 0);
    if (others >= limits.ofAddress) {
      socket.destroy();
      return;
    }
    open.add(socket);
    if (line !== null) ofAddress.set(line, others + 1);
    socket.once('close', () => {
      open.delete(socket);
      if (line === null) return;
      const left = (ofAddress.get(line) ?? 1) - 1;
      if (left > 0) ofAddress.set(line, left);
      else ofAddress.delete(line);
    });
  });
  return open;
}
