/**
 * Handles every request for a WebSocket. Node removes its own listeners from such a socket, so it first gets a listener for
 * errors: without one a device that loses its Wi-Fi at that moment would end the server. A request that no handler takes is
 * refused and closed, never left open.
 */
import { type IncomingMessage, type Server, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import type { AllowedHosts } from './allowed-hosts.ts';
import { requestUrl } from './allowed-hosts.ts';

export interface Upgrade {
  request: IncomingMessage;
  socket: Duplex;
  head: Buffer;
  url: URL;
}

/** Handles an upgrade of its own path, by a WebSocket or by `refuseUpgrade`, and returns true; false for any other path. */
export type UpgradeHandler = (upgrade: Upgrade) => boolean;

export function refuseUpgrade(socket: Duplex, status: number): void {
  const head = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`;
  socket.end(head, () => socket.destroy());
}

/** Gives the upgrades of a server to these handlers. Returns a function that removes them again. */
export function guardUpgrades(server: Server, addresses: AllowedHosts, handlers: readonly UpgradeHandler[]): () => void {
  const onUpgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    socket.on('error', () => socket.destroy());
    const url = requestUrl(request);
    if (!url || request.headers.upgrade?.toLowerCase() !== 'websocket') return refuseUpgrade(socket, 400);
    const refusal = addresses.refusalOf(request.headers);
    if (refusal) return refuseUpgrade(socket, refusal.status);
    if (!handlers.some((handler) => handler({ request, socket, head, url }))) refuseUpgrade(socket, 404);
  };
  server.on('upgrade', onUpgrade);
  return () => server.off('upgrade', onUpgrade);
}
