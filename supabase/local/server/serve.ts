/** The work of the serving process (serving-process.ts): migrations, seed, backend, app, and the shutdown. */

import { nightlyBackup } from '#local/backup/nightly-backup.ts';
import { renameHistories } from '#local/backup/restore.ts';
import { staticFiles } from '#local/http/static-files.ts';
import { boundedLog } from '#local/log-lines.ts';
import { isLostConnection } from '#local/lost-connection.ts';
import { type DatabaseWatch, mendCutRenewals, watchDatabase } from '#local/postgres/database-watch.ts';
import { MigrationMismatchError, migrate } from '#local/postgres/migrate.ts';
import { checkDatabaseUsable } from '#local/postgres/open-database.ts';
import { requestLogins } from '#local/postgres/request-logins.ts';
import { seedDatabase } from '#local/seeds/seed.ts';
import { readSettings, SettingError, type Settings } from '#local/settings.ts';
import { type Backend, startBackend } from './backend.ts';
import { DATABASE_LOST, type FromServing, type Serving, type ServingOrder, type ToServing } from './serving-process.ts';

const log = (line: string) => console.log(line);
const say = (what: FromServing) => process.send?.(what);

async function frontendOf(
  mode: ServingOrder['mode'],
  settings: Settings,
): Promise<Parameters<typeof startBackend>[0]['frontend']> {
  if (mode === 'start') return () => ({ serve: staticFiles(settings.dist) });
  const { developmentFrontend } = await import('./development.ts');
  return developmentFrontend;
}

function prepared({ databaseUrl, folder, ownCluster }: ServingOrder, settings: Settings): Promise<string[]> {
  const upToDate = async () => {
    const applied = await migrate(databaseUrl);
    if (applied.length > 0) log(`Migrations applied: ${applied.length}`);
    if (!settings.restored) return;
    await renameHistories(databaseUrl);
    log('Restored from a backup: devices read everything anew. Leave GREBEN_RESTORED out of the next start.');
  };
  return seedDatabase({ url: databaseUrl, settings, folder: ownCluster ? folder : null, migrate: upToDate, log });
}

interface Running {
  backend: Backend | null;
  /** Null if there is none yet, or if the database is somebody else's: its end does not end us. */
  own: DatabaseWatch | null;
}

async function launch(order: ServingOrder, settings: Settings, running: Running): Promise<Serving> {
  const { databaseUrl, jwtSecret, folder, port, ownCluster } = order;
  if (!ownCluster) await checkDatabaseUsable(databaseUrl);
  const watch = await watchDatabase(databaseUrl, () => {
    if (ownCluster) process.exit(DATABASE_LOST);
  });
  if (ownCluster) running.own = watch;
  const accounts = order.lostAt === null ? await prepared(order, settings) : [];
  if (order.lostAt !== null) await mendCutRenewals(databaseUrl, order.lostAt);
  running.backend = await startBackend({
    databaseUrl,
    logins: await requestLogins({ databaseUrl, secret: jwtSecret, ownCluster, log }),
    jwtSecret,
    folder,
    host: settings.host,
    port,
    publicUrl: settings.publicUrl,
    proxies: settings.proxies,
    tokenLifetime: settings.tokenLifetime,
    signInAttempts: settings.signInAttempts,
    databaseIsUp: () => watch.isUp(),
    nightlyBackup: settings.nightlyBackups
      ? nightlyBackup({ databaseUrl, secrets: { jwtSecret }, folder, kept: settings.nightlyBackups })
      : undefined,
    log,
    beforeListening: () =>
      new Promise((resolve) => {
        process.on('message', (said: ToServing) => said === 'listen' && resolve());
        say('ready');
      }),
    frontend: await frontendOf(order.mode, settings),
  });
  return { port: running.backend.port, accounts };
}

/** Explains in one sentence an error that a person can fix; any other error comes with its stack. */
function explain(error: unknown, { port, folder, ownCluster }: ServingOrder): string {
  const { code, stack } = error as NodeJS.ErrnoException;
  if (error instanceof MigrationMismatchError) {
    const made = `${ownCluster ? folder : 'The database in DATABASE_URL'} was made by`;
    const elsewhere = `set ${ownCluster ? 'GREBEN_DATA to another folder' : 'DATABASE_URL to an empty database'}`;
    if (error.later) return `${made} a later version of Greben (${error.message}): start that one, or ${elsewhere}.`;
    const anew = ownCluster ? 'to begin anew remove that folder, with all that is in it; to keep it ' : '';
    return `${made} an earlier version of Greben and cannot be brought up to date (${error.message}): ${anew}${elsewhere}.`;
  }
  if (error instanceof SettingError) return error.message;
  return code === 'EADDRINUSE' ? `Port ${port} is in use: stop what listens there, or set PORT.` : (stack ?? String(error));
}

/** Serves when the parent says so, until the parent ends it or is gone. */
export function serve(): void {
  const running: Running = { backend: null, own: null };
  const bounded = boundedLog(log);
  let ending = false;
  const end = async () => {
    if (ending) return;
    ending = true;
    running.own?.close();
    await running.backend?.stop().catch((error: Error) => log(`While stopping: ${error.message}`));
    process.exit(0);
  };
  /**
   * Ends the process after a fault. A fault that only follows from the end of the database is not printed, because the parent
   * reports that.
   */
  const fail = async (error: unknown, why: string) => {
    if (ending) return;
    ending = true;
    if (running.own && !(await running.own.isUp())) process.exit(DATABASE_LOST);
    console.error(why || error);
    process.exit(1);
  };
  process.on('uncaughtException', (error) => {
    if (ending) return; // the shutdown breaks off requests that still use the database
    if (isLostConnection(error)) return bounded(`A line was lost: ${error.message}`);
    void fail(error, error.stack ?? '');
  });
  // Node prints each warning with its stack, and a stranger can cause warnings.
  process.removeAllListeners('warning');
  process.on('warning', ({ name, message }) => bounded(`${name}: ${message}`));
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
  // Ctrl+C reaches both processes, and the parent decides. Without the parent PostgreSQL is ending, or another process will take
  // it over.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);
  process.on('disconnect', () => process.exit(1));
  process.on('message', (said: ToServing) => {
    if (said === 'listen') return;
    if (said === 'end') return void end();
    launch(said.serve, readSettings(process.env), running).then(say, (error: unknown) => fail(error, explain(error, said.serve)));
  });
}
