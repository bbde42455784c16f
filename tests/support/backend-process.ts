/** The backend as a process of its own, so that a test can kill it. Tells its port to whoever started it. */
import { startBackend } from '../../supabase/local/backend.ts';
import { proxyList } from '../../supabase/local/peer-address.ts';
import { requestLogins } from '../../supabase/local/request-role.ts';
import { staticFiles } from '../../supabase/local/static-files.ts';

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
