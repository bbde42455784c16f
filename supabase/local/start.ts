/** `npm start` and `npm run dev` once the packages are there: database, migrations, seed, backend, app; and their end. */

import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { type Backend, startBackend } from './backend.ts';
import { buildIfNeeded } from './build.ts';
import { type DataFolder, openDataFolder } from './data-folder.ts';
import { DataFolderError, DataFolderHeld, waitForHolder } from './folder-lock.ts';
import { PUBLISHABLE_KEY } from './keys.ts';
import { boundedLog } from './log-lines.ts';
import { isLostLine } from './lost-line.ts';
import { migrate } from './migrate.ts';
import { type RunningPostgres, startPostgres } from './postgres.ts';
import { requestUrl } from './request-role.ts';
import { seedDatabase } from './seed.ts';
import { readSettings, SettingError, type Settings } from './settings.ts';
import { staticFiles } from './static-files.ts';

export type Mode = 'start' | 'dev';

interface Running {
  data: DataFolder | null;
  /** A promise, so that Ctrl+C while PostgreSQL is starting waits for it and then stops it. */
  database: Promise<RunningPostgres> | null;
  backend: Backend | null;
  ending: AbortController;
}

const log = (line: string) => console.log(line);

/** Whatever a line still waits for, PostgreSQL is stopped then and the process ends. */
const BACKEND_WITHIN_MS = 2_000;

/** @throws DataFolderError while another server serves it; one that has lost its port is waited for and replaced. */
async function openFolder(given: string): Promise<DataFolder> {
  try {
    return openDataFolder(given);
  } catch (error) {
    if (!(error instanceof DataFolderHeld) || !(await waitForHolder(error.holder))) throw error;
    return openDataFolder(given);
  }
}

async function openDatabase(settings: Settings, data: DataFolder, running: Running): Promise<string> {
  if (settings.databaseUrl) return settings.databaseUrl;
  const options = { ...data, password: data.secrets.databasePassword, signal: running.ending.signal };
  running.database = startPostgres(options);
  return (await running.database).url();
}

async function frontendOf(mode: Mode, settings: Settings): Promise<Parameters<typeof startBackend>[0]['frontend']> {
  if (mode === 'start') return () => ({ serve: staticFiles(settings.dist) });
  const { developmentFrontend } = await import('./development.ts');
  return developmentFrontend;
}

async function launch(mode: Mode, settings: Settings, running: Running): Promise<void> {
  const data = await openFolder(settings.dataFolder);
  running.data = data;
  const built = mode === 'start' ? buildIfNeeded(settings.dist, log) : Promise.resolve();
  const prepared = openDatabase(settings, data, running).then(async (url) => {
    const applied = await migrate(url);
    if (applied.length > 0) log(`Migrations applied: ${applied.length}`);
    const seeded = await seedDatabase(url, settings);
    return { url, seeded };
  });
  const [{ url, seeded }] = await Promise.all([prepared, built]);
  const { jwtSecret, secretKey } = data.secrets;
  let databaseIsUp = true;
  void (await running.database)?.ended.then(() => (databaseIsUp = false));
  running.backend = await startBackend({
    databaseUrl: url,
    requestUrl: await requestUrl({ databaseUrl: url, secret: jwtSecret, ownCluster: !settings.databaseUrl, log }),
    jwtSecret,
    secretKey,
    folder: data.folder,
    host: settings.host,
    port: settings.port,
    publicUrl: settings.publicUrl,
    proxies: settings.proxies,
    tokenLifetime: settings.tokenLifetime,
    signInAttempts: settings.signInAttempts,
    databaseIsUp: () => databaseIsUp,
    log,
    frontend: await frontendOf(mode, settings),
  });
  data.lock.serving(settings.host, running.backend.port);
  announce(settings, data.folder, running.backend.port, url, seeded);
}

/** Without its password, unless that was asked for: what a start prints is often kept where others read it. */
function databaseLine(settings: Settings, folder: string, databaseUrl: string): string {
  if (settings.showDatabase) return databaseUrl;
  const url = URL.canParse(databaseUrl) ? new URL(databaseUrl) : new URL('postgresql://');
  url.password = '';
  url.search = ''; // may hold a password as well
  const where = settings.databaseUrl ? 'in DATABASE_URL' : `in ${path.join(folder, 'secrets.json')}`;
  return `${url.href}  (password: ${where})`;
}

function announce(settings: Settings, folder: string, port: number, databaseUrl: string, accounts: readonly string[]): void {
  const host = settings.host.includes(':') ? `[${settings.host}]` : settings.host;
  log('');
  log(`  Greben           ${settings.publicUrl ?? `http://${host}:${port}`}`);
  log(`  Publishable key  ${PUBLISHABLE_KEY}`);
  log(`  Database         ${databaseLine(settings, folder, databaseUrl)}`);
  for (const line of accounts) log(`  ${line}`);
  if (accounts.length > 0 && (settings.publicUrl || settings.host !== '127.0.0.1'))
    log('  These accounts have a password that everybody knows: for real work begin with GREBEN_SEED=none.');
  log('');
  log('  Ctrl+C stops it.');
}

async function stop(running: Running): Promise<void> {
  running.ending.abort();
  const impatient = new AbortController();
  const failed = (error: Error) => log(`While stopping: ${error.message}`);
  const late = wait(BACKEND_WITHIN_MS, undefined, { signal: impatient.signal }).catch(() => undefined);
  await Promise.race([running.backend?.stop().catch(failed), late]);
  impatient.abort();
  const database = await running.database?.catch(() => null);
  await database?.stop();
  running.data?.lock.release();
}

/** What a person can mend is said in a sentence; everything else with its stack. */
function explain(error: unknown, settings: Settings | null): string {
  const { code, message, stack } = error as NodeJS.ErrnoException;
  if (error instanceof DataFolderError || error instanceof SettingError) return message;
  if (code === 'EADDRINUSE') return `Port ${settings?.port} is in use: stop what listens there, or set PORT.`;
  return stack ?? String(error);
}

/** npm (11.19) dies of a SIGTERM without passing it on; then we have another parent, and nobody else would stop us. */
function onParentGone(gone: () => void): void {
  if (!process.env.npm_lifecycle_event) return;
  const parent = process.ppid;
  setInterval(() => process.ppid !== parent && gone(), 250).unref();
}

/** Runs until a signal, or until PostgreSQL ends by itself. Sets the exit code. */
export async function main(mode: Mode): Promise<void> {
  const running: Running = { data: null, database: null, backend: null, ending: new AbortController() };
  let settings: Settings | null = null;
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
  // Whatever happens, PostgreSQL is not left behind; and a reader of our output that goes away is no reason to end.
  process.on('uncaughtException', (error) => {
    if (ending) return; // what still asks the database is cut off
    if (isLostLine(error)) return lost(`A line was lost: ${error.message}`);
    console.error(error.stack ?? error);
    void end(1);
  });
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
  try {
    settings = readSettings(process.env);
    await launch(mode, settings, running);
    await (await running.database)?.ended;
    if (running.database && !ending) log(`PostgreSQL has ended by itself; see ${running.data?.location}/postgres.log.`);
    if (running.database) await end(1);
  } catch (error) {
    if (!ending) console.error(explain(error, settings));
    await end(1);
  }
}
