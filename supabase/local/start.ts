/** Runs `npm start` and `npm run dev` once the packages are there: database, migrations, seed, backend, app, and the shutdown. */

import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { removeUnfinished } from './backup/restore-folder.ts';
import { buildIfNeeded } from './build.ts';
import { hostInUrl } from './http/allowed-hosts.ts';
import { boundedLog } from './log-lines.ts';
import { isLostConnection } from './lost-connection.ts';
import { type DataFolder, openDataFolder } from './postgres/data-folder.ts';
import { DataFolderError, DataFolderInUseError, waitForHolder } from './postgres/folder-lock.ts';
import { type PostgresOptions, startPostgres } from './postgres/postgres.ts';
import { oldPostgres } from './postgres/postgres-binaries.ts';
import { type Mode, type Serving, type ServingOrder, servingProcess } from './server/serving-process.ts';
import { type Supervised, supervise } from './server/supervisor.ts';
import { PUBLISHABLE_KEY, readSettings, SettingError, type Settings } from './settings.ts';

interface Running {
  data: DataFolder | null;
  supervised: Supervised | null;
  ending: AbortController;
}

const log = (line: string) => console.log(line);

/** After this time PostgreSQL is stopped and the process ends, even if a connection still waits, ms. */
const SERVING_ENDS_WITHIN_MS = 2_000;

/**
 * Opens the data folder. If its server has lost its port, this waits for its end and replaces it.
 * @throws DataFolderError while another server serves this folder
 */
async function openFolder(given: string): Promise<DataFolder> {
  try {
    return openDataFolder(given);
  } catch (error) {
    if (!(error instanceof DataFolderInUseError) || !(await waitForHolder(error.holder))) throw error;
    return openDataFolder(given);
  }
}

/** Runs until the serving process has ended, or PostgreSQL for good. */
async function launch(mode: Mode, settings: Settings, running: Running): Promise<void> {
  const data = await openFolder(settings.dataFolder);
  running.data = data;
  await removeUnfinished(data.base);
  const { signal } = running.ending;
  const postgres: PostgresOptions = { ...data, password: data.secrets.databasePassword, signal };
  const supervised: Supervised = { serving: servingProcess(), database: settings.databaseUrl ? null : startPostgres(postgres) };
  running.supervised = supervised;
  const built = mode === 'start' ? buildIfNeeded(settings.dist, log) : Promise.resolve();
  const [database] = await Promise.all([supervised.database, built]);
  const order: ServingOrder = {
    mode,
    databaseUrl: database?.url() ?? settings.databaseUrl ?? '',
    jwtSecret: data.secrets.jwtSecret,
    folder: data.folder,
    port: settings.port,
    ownCluster: database !== null,
    lostAt: null,
  };
  const serving = await supervised.serving.serve(order, async () => undefined);
  if (!serving || signal.aborted) return;
  const onServing = ({ port }: Serving) => data.lock.serving({ host: settings.host, port }, supervised.serving.pid);
  onServing(serving);
  announce(settings, data, serving, order.databaseUrl);
  if (!database) return void (await supervised.serving.ended);
  await supervise(
    { supervised, postgres, order: { ...order, port: serving.port }, host: settings.host, signal, log, onServing },
    database,
  );
}

/**
 * Returns the line about the database. It leaves out the password unless asked for it, because others often read the output of a
 * start.
 */
function databaseLine(settings: Settings, folder: string, databaseUrl: string): string {
  if (settings.showDatabase) return databaseUrl;
  const url = URL.canParse(databaseUrl) ? new URL(databaseUrl) : new URL('postgresql://');
  url.password = '';
  url.search = ''; // the query may hold a password as well
  const where = settings.databaseUrl ? 'in DATABASE_URL' : `in ${path.join(folder, 'secrets.json')}`;
  return `${url.href}  (password: ${where})`;
}

function announce(settings: Settings, data: DataFolder, { port, accounts }: Serving, databaseUrl: string): void {
  log('');
  if (accounts.length > 0 && settings.isPublic) {
    log('  This server holds demo accounts, and everybody knows their password: for real work begin with');
    log('  GREBEN_SEED=none and a new data folder (GREBEN_DATA).');
  }
  log(`  Greben           ${settings.publicUrl ?? `http://${hostInUrl(settings.host)}:${port}`}`);
  log(`  Publishable key  ${PUBLISHABLE_KEY}`);
  log(`  Database         ${databaseLine(settings, data.folder, databaseUrl)}`);
  for (const line of accounts) log(`  ${line}`);
  if (data.moveAdvice && !settings.databaseUrl) {
    log(`  The database lies in ${data.location}, where systems remove what is old. Stop, move it, start again:`);
    log(`    ${data.moveAdvice}`);
  }
  const old = settings.databaseUrl ? null : oldPostgres(new Date());
  if (old) log(`  ${old}`);
  log('');
  log('  Ctrl+C stops it.');
}

async function stop({ supervised, data, ending }: Running): Promise<void> {
  ending.abort();
  const impatient = new AbortController();
  const late = wait(SERVING_ENDS_WITHIN_MS, undefined, { signal: impatient.signal }).catch(() => undefined);
  await Promise.race([supervised?.serving.stop(), late]);
  impatient.abort();
  await supervised?.serving.kill();
  const database = await supervised?.database?.catch(() => null);
  await database?.stop();
  data?.lock.release();
}

/** Explains in one sentence an error that a person can fix; any other error comes with its stack. */
function explain(error: unknown): string {
  if (error instanceof DataFolderError || error instanceof SettingError) return error.message;
  return (error as Error).stack ?? String(error);
}

/** npm (11.19) dies of a SIGTERM without passing it on. Our parent then changes, and no other signal would stop us. */
function onParentGone(gone: () => void): void {
  if (!process.env.npm_lifecycle_event) return;
  const parent = process.ppid;
  setInterval(() => process.ppid !== parent && gone(), 250).unref();
}

/** Runs until a signal comes or it cannot serve any more. Sets the exit code. */
export async function main(mode: Mode): Promise<void> {
  const running: Running = { data: null, supervised: null, ending: new AbortController() };
  let ending = false;
  const lost = boundedLog(log);
  const end = async (code: number) => {
    if (ending) return;
    ending = true;
    await stop(running).catch((error: Error) => log(`While stopping: ${error.message}`));
    process.exit(code);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void end(0));
  onParentGone(() => void end(0));
  // PostgreSQL is never left running. A closed output does not end the process.
  process.on('uncaughtException', (error) => {
    if (ending) return;
    if (isLostConnection(error)) return lost(`A line was lost: ${error.message}`);
    console.error(error.stack ?? error);
    void end(1);
  });
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
  try {
    await launch(mode, readSettings(process.env), running);
  } catch (error) {
    if (!ending) console.error(explain(error));
  }
  await end(1);
}
