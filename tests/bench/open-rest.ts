/**
 * RxDB's Supabase plugin reads and writes tables, to which the backend has no doors (supabase/local/api/rest-routes.ts). This stands before
 * a backend, asks lite for tables itself, and passes on everything else as it comes. All engines go through it.
 */
import { createServer, request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { litePools } from '#local/api/lite-pools.ts';
import { readBody, sendResponse, toFetchRequest } from '#local/http/http-messages.ts';
import { TEST_KEYS, type TestBackend } from '../support/test-backend.ts';

const LARGEST = 64 * 1024 * 1024;
const TABLE = /^\/rest\/v1\/(?!rpc\/)/;

/** Returns the address to ask instead of the backend's. */
export async function openRest(backend: TestBackend): Promise<{ readonly url: string; close(): Promise<void> }> {
  const { hostname, port } = new URL(backend.url);
  const { databaseUrl } = backend;
  const logins = { requests: databaseUrl, accounts: databaseUrl };
  const lite = litePools({ logins, ownerUrl: databaseUrl, ...TEST_KEYS, log: (line) => console.error(line) });
  const sockets = new Set<Socket>();
  const server = createServer(async (incoming, response) => {
    const { method, url = '/', headers } = incoming;
    if (TABLE.test(url)) {
      const asked = toFetchRequest(incoming, new URL(url, backend.url), await readBody(incoming, LARGEST));
      return sendResponse(incoming, response, await lite.ask(asked));
    }
    const passedOn = request({ host: hostname, port, method, path: url, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    incoming.pipe(passedOn);
  });
  server.on('connection', (socket) => sockets.add(socket));
  server.on('upgrade', (incoming, socket, head) => {
    const backendSocket = connect(Number(port), hostname, () => {
      const lines = incoming.rawHeaders.flatMap((name, at, all) => (at % 2 === 0 ? [`${name}: ${all[at + 1]}`] : []));
      backendSocket.write(`${incoming.method} ${incoming.url} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`);
      backendSocket.write(head);
      backendSocket.pipe(socket).pipe(backendSocket);
    });
    for (const end of [socket, backendSocket]) {
      end.on('error', () => undefined); // one side that breaks off ends the other
      end.on('close', () => {
        socket.destroy();
        backendSocket.destroy();
      });
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return {
    url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`,
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await lite.close();
    },
  };
}
