/**
 * Opens the database of a data folder for a command beside the server, whether the server runs or not. The port of a running
 * server is looked up. A stopped database is started for this time, under the folder's lock, so that no server starts meanwhile.
 */
import { existsSync, readFileSync, realpathSync } from 'node:fs';
import path from 'node:path';
import postgres from 'postgres';
import type { Settings } from '#local/settings.ts';
import { SettingError } from '#local/settings.ts';
import { lookInto, openDataFolder, type Secrets, secretsIn } from './data-folder.ts';
import { DataFolderError, DataFolderInUseError } from './folder-lock.ts';
import { startPostgres, urlOf } from './postgres.ts';

export interface OpenDatabase {
  /** Connection string of the owner. */
  url: string;
  /** Secrets of the data folder; null if it has none, which is possible with DATABASE_URL. */
  secrets: Secrets | null;
  /** Stops the database if it was started for this. */
  close(): Promise<void>;
}

/** Finds the port of the running server's PostgreSQL in the fourth line of its `postmaster.pid`. */
function running(folder: string): OpenDatabase {
  const found = lookInto(folder);
  const file = path.join(found?.cluster ?? '', 'postmaster.pid');
  const port = existsSync(file) ? Number(readFileSync(file, 'utf8').split('\n')[3]) : 0;
  if (!found || !port) throw new DataFolderError(`Greben is just starting or ending on ${folder}: try again in a moment.`);
  const { secrets } = found;
  return { url: urlOf(port, secrets.databasePassword), secrets, close: async () => undefined };
}

async function started(folder: string, signal: AbortSignal | undefined): Promise<OpenDatabase> {
  const data = openDataFolder(folder);
  try {
    const { secrets } = data;
    const postgres = await startPostgres({ ...data, password: secrets.databasePassword, ...(signal ? { signal } : {}) });
    const close = async () => {
      await postgres.stop();
      data.lock.release();
    };
    return { url: postgres.url(), secrets, close };
  } catch (error) {
    data.lock.release();
    throw error;
  }
}

/**
 * Opens the database; it never makes one.
 * @throws DataFolderError, SettingError, which the person at the console reads
 */
export async function openDatabase({ databaseUrl, dataFolder }: Settings, signal?: AbortSignal): Promise<OpenDatabase> {
  if (databaseUrl) {
    await checkDatabaseUsable(databaseUrl);
    // With DATABASE_URL a data folder has secrets but no database.
    return { url: databaseUrl, secrets: secretsIn(dataFolder), close: async () => undefined };
  }
  if (!lookInto(dataFolder)) throw new DataFolderError(`${dataFolder} holds no database: set GREBEN_DATA to the folder of one.`);
  try {
    return await started(dataFolder, signal);
  } catch (error) {
    if (error instanceof DataFolderInUseError) return running(realpathSync(dataFolder));
    throw error;
  }
}

/** The oldest version that tests run on. */
const OLDEST = 17;

/**
 * Returns the message for a version that is too old; null if it is new enough.
 * @param version PostgreSQL's `server_version`
 */
export function tooOld(version: string): string | null {
  if (Number.parseInt(version, 10) >= OLDEST) return null;
  return `The database in DATABASE_URL is PostgreSQL ${version}; Greben needs ${OLDEST} or later.`;
}

async function versionOf(databaseUrl: string): Promise<string> {
  try {
    const sql = postgres(databaseUrl, { max: 1, onnotice: () => undefined });
    const [row] = await sql<{ version: string }[]>`select current_setting('server_version') as version`.finally(() => sql.end());
    return row?.version ?? '';
  } catch (error) {
    const { message, code } = error as NodeJS.ErrnoException;
    // Node gives no message if a name has several addresses and none of them answers.
    throw new SettingError(`The database in DATABASE_URL cannot be opened: ${message || code}.`);
  }
}

/**
 * Checks that the database in DATABASE_URL opens and is new enough.
 * @throws SettingError, which the person at the console reads
 */
export async function checkDatabaseUsable(databaseUrl: string): Promise<void> {
  const old = tooOld(await versionOf(databaseUrl));
  if (old) throw new SettingError(old);
}
