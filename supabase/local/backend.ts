/** The whole local backend behind one origin: API, Realtime, and the app in front. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import postgres from 'postgres';
import { API_PREFIX, createApi, SLOW_REQUESTS } from './api.ts';
import { attachRealtime } from './realtime.ts';
import { servingLite } from './serving-lite.ts';
import { signInLimiter } from './sign-in-limiter.ts';
import type { Frontend } from './static-files.ts';
import { keepUp } from './upkeep.ts';

export interface BackendOptions {
  /** The owner's connection string, for upkeep and to read what there is. */
  databaseUrl: string;
  /** On which requests run (request-role.ts). */
  requestUrl: string;
  jwtSecret: string;
  secretKey: string;
  /** Holds what Storage writes. */
  folder: string;
  host: string;
  /** 0: any free port. */
  port: number;
  publicUrl?: string | undefined;
  /** Seconds that an access token lives. */
  tokenLifetime: number;
  /** Failed sign-ins per address and account in five minutes; 0: no limit. */
  signInAttempts: number;
  log(line: string): void;
  /** Given the HTTP server, since development's hot reload shares it. */
  frontend(server: Server): Promise<Frontend> | Frontend;
}

export interface Backend {
  readonly port: number;
  /** Lets the requests in flight end, then closes; sockets are cut. */
  stop(): Promise<void>;
}

const GRACE_MS = 3_000;

async function listen(server: Server, port: number, host: string): Promise<number> {
  server.listen(port, host);
  await once(server, 'listening'); // rejects on 'error', a port in use among them
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : port;
}

export async function startBackend(options: BackendOptions): Promise<Backend> {
  const { log } = options;
  const siteUrl = options.publicUrl ?? `http://127.0.0.1:${options.port}`;
  const { databaseUrl, requestUrl, jwtSecret, secretKey, tokenLifetime } = options;
  const lite = servingLite({ databaseUrl: requestUrl, ownerUrl: databaseUrl, jwtSecret, secretKey, siteUrl, tokenLifetime });
  const sql = postgres(requestUrl, { max: 4, onnotice: () => undefined });
  const ownerSql = postgres(databaseUrl, { max: 1, idle_timeout: 20, onnotice: () => undefined });
  const api = createApi({
    lite,
    limiter: signInLimiter({ attempts: options.signInAttempts }),
    keys: { jwtSecret, secretKey },
    folder: options.folder,
    behindProxy: options.publicUrl !== undefined,
  });

  const server = createServer(SLOW_REQUESTS, (request, response) => void handle(request, response));
  const realtime = await attachRealtime(server, { sql, jwtSecret, secretKey, log });
  const frontend = await options.frontend(server);

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      const url = new URL(request.url ?? '/', `http://${request.headers.host ?? 'localhost'}`);
      const isApi = API_PREFIX.test(url.pathname);
      await (isApi ? api : frontend)(request, response, url);
    } catch (error) {
      log(`${request.method} ${request.url}: ${(error as Error).stack ?? error}`);
      if (!response.headersSent) response.writeHead(500, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ code: 'LOCAL', message: 'Internal error of the local backend' }));
    }
  }

  const port = await listen(server, options.port, options.host).catch(async (error: Error) => {
    await Promise.all([realtime.close(), sql.end({ timeout: 1 }), ownerSql.end({ timeout: 1 }), lite.close()]);
    throw error;
  });
  const endUpkeep = keepUp(ownerSql, log);

  return {
    port,
    async stop() {
      endUpkeep();
      const closed = once(server, 'close');
      server.close();
      server.closeIdleConnections();
      await realtime.close();
      const impatient = setTimeout(() => server.closeAllConnections(), GRACE_MS);
      await closed;
      clearTimeout(impatient);
      await Promise.all([sql.end({ timeout: 2 }), ownerSql.end({ timeout: 2 }), lite.close()]);
    },
  };
}
