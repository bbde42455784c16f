/** Limits the open connections, in total and for each address, so that thousands of silent ones keep nobody else out. */
import type { Server } from 'node:http';
import type { BlockList, Socket } from 'node:net';
import { clientKey, isProxyOf } from './client-address.ts';

export interface ConnectionLimits {
  inAll: number;
  ofAddress: number;
}

/**
 * `ofAddress`: a browser holds up to six connections of HTTP/1.1 to one server and a WebSocket for each tab. Thirty devices of a
 * salon have 180 connections and their sockets. Three such salons behind one carrier's address have 540, and at most the 100
 * sockets of realtime-limits.ts; idle connections end after five seconds. So nobody who works reaches 1,000. `inAll`: six such
 * addresses, at some 15 KB for each connection. This is far below the 20,000 files that a process may hold open, and above the
 * 1,000 sockets of realtime-limits.ts. A connection above a limit is cut at once, and its device tries again as it does without a
 * line.
 */
export const CONNECTION_LIMITS: ConnectionLimits = { inAll: 6_000, ofAddress: 1_000 };

/**
 * Limits the connections of `server` and returns the open ones, including WebSockets, which Node itself forgets and then waits
 * for without end. A proxy stands for many people, so its address counts only in the total.
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
