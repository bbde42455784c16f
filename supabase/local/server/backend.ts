/** The whole local backend on one origin: API, Realtime, and the app. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { BlockList } from 'node:net';
import postgres from 'postgres';
import { API_PREFIX, createApi, SLOW_REQUESTS } from '#local/api/api.ts';
import { type Ask, litePools } from '#local/api/lite-pools.ts';
import { ADDRESS_HEADER } from '#local/api/rest-front.ts';
import { signInLimiter } from '#local/api/sign-in-limiter.ts';
import { allowedHosts, requestUrl, urlHere } from '#local/http/allowed-hosts.ts';
import { clientAddressBehind } from '#local/http/client-address.ts';
import { limitConnections } from '#local/http/connection-limits.ts';
import { transportSecurity } from '#local/http/security-headers.ts';
import type { Frontend } from '#local/http/static-files.ts';
import { guardUpgrades, type UpgradeHandler } from '#local/http/upgrades.ts';
import { boundedLog, ownLinesOf, printable } from '#local/log-lines.ts';
import type { Logins } from '#local/postgres/request-logins.ts';
import { openRealtime, type Realtime } from '#local/realtime/realtime.ts';
import { demoAccounts, knownDemo } from '#local/seeds/demo-accounts.ts';
import { checkHealth } from './health-check.ts';
import { startUpkeep } from './maintenance.ts';

/** Serves the app: the built files, or the development server with its WebSocket. */
export interface AppServer {
  serve: Frontend;
  upgrade?: UpgradeHandler;
  close?(): Promise<void>;
}

export interface BackendOptions {
  /** The owner's connection string, for upkeep and to read the list of tables. */
  databaseUrl: string;
  /** The logins on which requests run. */
  logins: Logins;
  jwtSecret: string;
  /** The folder in which Storage writes. */
  folder: string;
  host: string;
  /** 0 means any free port. */
  port: number;
  publicUrl?: string | undefined;
  /** Reverse proxies whose X-Forwarded-For is believed. */
  proxies?: BlockList | null;
  /** Lifetime of an access token in seconds. */
  tokenLifetime: number;
  /** Failed sign-ins that are free for an account from an address in five minutes; 0: no limit. */
  signInAttempts: number;
  /** Tells, after a failure, whether the database can be reached at all. */
  databaseIsUp?(): Promise<boolean>;
  /** Called every hour with the time (nightly-backup.ts). */
  nightlyBackup?: ((now: number) => Promise<void>) | undefined;
  /** Awaited when everything is ready except the port. */
  beforeListening?(): Promise<void>;
  log(line: string): void;
  frontend(): Promise<AppServer> | AppServer;
}

export interface Backend {
  readonly port: number;
  /** Gives running requests a moment to end, then cuts every connection that is left. */
  stop(): Promise<void>;
}

const GRACE_MS = 800;
const RETRY_AFTER_S = '2';
/** Seconds that the pools allow their last queries. */
const POOL_GRACE = 0.3;

async function listen(server: Server, port: number, host: string): Promise<number> {
  server.listen(port, host);
  await once(server, 'listening'); // rejects on 'error', such as a port in use
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : port;
}

function refuse(response: ServerResponse, status: number, code: string, message: string): void {
  if (!response.headersSent)
    response.writeHead(status, {
      'content-type': 'application/json',
      'cache-control': 'no-store',
      ...(status === 503 ? { 'retry-after': RETRY_AFTER_S } : {}),
    });
  response.end(JSON.stringify({ code, message }));
}

export async function startBackend(options: BackendOptions): Promise<Backend> {
  const { log, databaseIsUp = () => Promise.resolve(true) } = options;
  const siteUrl = options.publicUrl ?? `http://127.0.0.1:${options.port}`;
  const { databaseUrl, jwtSecret, tokenLifetime, logins } = options;
  const lite = litePools({ logins, ownerUrl: databaseUrl, jwtSecret, siteUrl, tokenLifetime, log });
  // While PostgreSQL is down a session must get "later": after a 500 supabase-js would sign the person out.
  const ask: Ask = async (request) => {
    const returned = await lite.ask(request);
    if (returned.status < 500 || (await databaseIsUp())) return returned;
    const headers = new Headers(returned.headers);
    headers.set('retry-after', RETRY_AFTER_S);
    return new Response(returned.body, { status: 503, headers });
  };
  const sql = postgres(logins.realtime, { max: 4, onnotice: () => undefined });
  const ownerSql = postgres(databaseUrl, { max: 1, idle_timeout: 20, onnotice: () => undefined });
  const addresses = allowedHosts(options);
  const addressOf = clientAddressBehind(options.proxies ?? null);
  const api = createApi({
    lite: { ...lite, ask },
    limiter: signInLimiter({ attempts: options.signInAttempts }),
    keys: { jwtSecret },
    folder: options.folder,
    addressOf,
    holdsDemo: await knownDemo(async () => (await demoAccounts(ownerSql)).length > 0),
  });

  const server = createServer(SLOW_REQUESTS, (request, response) => void handle(request, response));
  const connections = limitConnections(server, options.proxies ?? null);
  const logged = boundedLog(log);
  const endPools = () => {
    const timeout = POOL_GRACE;
    return Promise.all([sql.end({ timeout }), ownerSql.end({ timeout }), lite.close()]);
  };

  const onEvery = Object.entries(transportSecurity(options.publicUrl));
  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      for (const [name, value] of onEvery) response.setHeader(name, value);
      const refusal = addresses.refusalOf(request.headers);
      const url = refusal ? null : requestUrl(request);
      if (refusal) return refuse(response, refusal.status, 'LOCAL', refusal.message);
      if (!url) return refuse(response, 400, 'LOCAL', 'The address is none');
      if (!API_PREFIX.test(url.pathname)) return await front.serve(request, response, url);
      // A foreign origin would have been refused above.
      if (request.headers.origin) response.setHeader('access-control-allow-origin', request.headers.origin);
      await api(request, response, url);
    } catch (error) {
      if (!(await databaseIsUp())) return refuse(response, 503, 'PGRST001', 'The database cannot be reached');
      logged(`${request.method} ${request.url}:`, `${printable(String(error))}\n${ownLinesOf(error as Error)}`);
      refuse(response, 500, 'LOCAL', 'Internal error of the local backend');
    }
  }

  const front = await options.frontend();
  let realtime: Realtime | null = null;
  let port: number;
  try {
    realtime = await openRealtime({ sql, jwtSecret, addressOf, log });
    guardUpgrades(server, addresses, front.upgrade ? [realtime.upgrade, front.upgrade] : [realtime.upgrade]);
    // The database believes an address only by the name that is written over whatever came under it (rest-front.ts).
    await ownerSql`update private.online_secret set address_header = ${ADDRESS_HEADER} where address_header is distinct from ${ADDRESS_HEADER}`;
    await options.beforeListening?.();
    port = await listen(server, options.port, options.host);
  } catch (error) {
    realtime?.close();
    await Promise.all([front.close?.(), endPools()]);
    throw error;
  }
  const endUpkeep = startUpkeep(ownerSql, log, {
    check: () => checkHealth(ownerSql, urlHere(options.host, port), jwtSecret),
    backup: options.nightlyBackup,
  });

  return {
    port,
    async stop() {
      endUpkeep();
      const closed = once(server, 'close');
      server.close();
      server.closeIdleConnections();
      realtime.close();
      const impatient = setTimeout(() => {
        for (const socket of connections) socket.destroy();
      }, GRACE_MS);
      await closed;
      clearTimeout(impatient);
      await Promise.all([front.close?.(), endPools()]);
    },
  };
}
