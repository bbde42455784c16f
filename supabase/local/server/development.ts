/** `npm run dev`: Vite with hot reload inside our HTTP server, so that app and API have one origin as in production. */
import { createServer as createHttpServer, type IncomingMessage, type ServerResponse } from 'node:http';
import path from 'node:path';
import { createServer } from 'vite';
import { ROOT } from '#local/settings.ts';
import type { AppServer } from './backend.ts';

/** The protocols of Vite's client. Vite would leave every other upgrade of its path open for ever. */
const VITE_PROTOCOL = /^vite-(hmr|ping)$/;

export async function developmentFrontend(): Promise<AppServer> {
  // This server never listens. It passes to Vite the upgrades that are meant for it.
  const hotReload = createHttpServer();
  const vite = await createServer({
    configFile: path.join(ROOT, 'vite.config.ts'),
    server: { middlewareMode: true, hmr: { server: hotReload } },
    appType: 'spa',
  });
  return {
    serve: (request: IncomingMessage, response: ServerResponse) =>
      new Promise((resolve) => {
        response.once('close', resolve);
        vite.middlewares(request, response, () => {
          response.writeHead(404, { 'content-type': 'text/plain' }).end('Not found');
        });
      }),
    upgrade({ request, socket, head, url }) {
      const isVites = url.pathname === '/' && VITE_PROTOCOL.test(request.headers['sec-websocket-protocol'] ?? '');
      return isVites && hotReload.emit('upgrade', request, socket, head);
    },
    close: () => vite.close(),
  };
}
