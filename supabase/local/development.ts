/** `npm run dev`: Vite with hot reload inside our HTTP server, so that app and API have one origin as in production. */
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import path from 'node:path';
import { createServer } from 'vite';
import { ROOT } from './settings.ts';
import type { Frontend } from './static-files.ts';

export async function developmentFrontend(server: Server): Promise<Frontend> {
  const vite = await createServer({
    configFile: path.join(ROOT, 'vite.config.ts'),
    server: { middlewareMode: true, hmr: { server } },
    appType: 'spa',
  });
  server.once('close', () => void vite.close());
  return (request: IncomingMessage, response: ServerResponse) =>
    new Promise((resolve) => {
      response.once('close', resolve);
      vite.middlewares(request, response, () => {
        response.writeHead(404, { 'content-type': 'text/plain' }).end('Not found');
      });
    });
}
