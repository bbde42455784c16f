/** `npm run dev`: Vite with hot reload inside our HTTP server, so that app and API have one origin as in production. */
import { createServer as createHttpServer, type IncomingMessage, type ServerResponse } from 'node:http';
import path from 'node:path';
import { createServer } from 'vite';
import { ROOT } from '#local/settings.ts';
import type { AppServer } from './backend.ts';

/** As Vite's client names itself; every other upgrade to its path it would leave open for ever. */
const VITE_PROTOCOL = /^vite-(hmr|ping)$/;

export async function developmentFrontend(): Promise<AppServer> {
  // It never listens: Vite hears on it of those upgrades alone that are meant for Vite.
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
