/** The backend as a process of its own, so that a test can kill it. Tells its port to whoever started it. */

import { proxyList } from '#local/http/client-address.ts';
import { staticFiles } from '#local/http/static-files.ts';
import { requestLogins } from '#local/postgres/request-logins.ts';
import { startBackend } from '#local/server/backend.ts';

export interface ProcessOptions {
  databaseUrl: string;
  jwtSecret: string;
  folder: string;
  port: number;
  dist: string;
  tokenLifetime: number;
  signInAttempts: number;
  publicUrl?: string;
  proxies?: string;
}

const options = JSON.parse(process.env.GREBEN_BACKEND ?? '{}') as ProcessOptions;
const log = (line: string) => console.log(line);
const { databaseUrl, jwtSecret } = options;
const backend = await startBackend({
  ...options,
  proxies: options.proxies ? proxyList(options.proxies) : null,
  logins: await requestLogins({ databaseUrl, secret: jwtSecret, ownCluster: true, log }),
  host: '127.0.0.1',
  log,
  frontend: () => ({ serve: staticFiles(options.dist) }),
});
const end = () => void backend.stop().then(() => process.exit(0));
process.on('SIGTERM', end);
process.on('disconnect', end); // the test's process has gone
process.send?.({ port: backend.port });
