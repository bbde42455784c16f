/** Answers on the server's port while there is none: "later", in PostgREST's words, so that nobody is signed out or sent away. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import { CONNECTION_LIMITS } from './connection-limits.ts';
import { refuseUpgrade } from './upgrades.ts';

const RETRY_AFTER_S = '2';
const BODY = JSON.stringify({ code: 'PGRST001', message: 'The database cannot be reached', details: null, hint: null });

/** Returns how to end it, which gives the port back. Where it cannot listen, whoever asks finds a closed port. */
export async function standIn(host: string, port: number): Promise<() => Promise<void>> {
  const server = createServer((request, response) => {
    request.resume();
    response.writeHead(503, {
      'content-type': 'application/json',
      'cache-control': 'no-store',
      'retry-after': RETRY_AFTER_S,
      connection: 'close',
    });
    response.end(BODY);
  });
  server.maxConnections = CONNECTION_LIMITS.inAll;
  server.on('upgrade', (_, socket) => {
    socket.on('error', () => socket.destroy());
    refuseUpgrade(socket, 503);
  });
  server.listen(port, host);
  const listens = await once(server, 'listening').then(
    () => true,
    () => false,
  );
  return async () => {
    if (!listens || !server.listening) return;
    const closed = once(server, 'close');
    server.close();
    server.closeAllConnections();
    await closed;
  };
}
