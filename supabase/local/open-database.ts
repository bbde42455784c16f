/**
 * The database of a data folder for a command beside the server, whether that runs or not: a running one is asked where it
 * listens, a stopped one is started for the moment under the folder's lock, so that no server begins meanwhile.
 */
import { existsSync, readFileSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { lookInto, openDataFolder, type Secrets, secretsIn } from './data-folder.ts';
import { DataFolderError, DataFolderHeld } from './folder-lock.ts';
import { mustBeUsable } from './outer-database.ts';
import { startPostgres, urlOf } from './postgres.ts';
import type { Settings } from './settings.ts';

export interface OpenDatabase {
  /** As the owner. */
  url: string;
  /** Of the data folder; null: it has none, beside DATABASE_URL. */
  secrets: Secrets | null;
  /** Stops what was started for it. */
  close(): Promise<void>;
}

/** Where the running server's PostgreSQL listens: the fourth line of its `postmaster.pid`. */
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

/** @throws DataFolderError, SettingError which the person at the console reads; nothing is made by looking */
export async function openDatabase({ databaseUrl, dataFolder }: Settings, signal?: AbortSignal): Promise<OpenDatabase> {
  if (databaseUrl) {
    await mustBeUsable(databaseUrl);
    // Beside it a data folder has secrets and no database.
    return { url: databaseUrl, secrets: secretsIn(dataFolder), close: async () => undefined };
  }
  if (!lookInto(dataFolder)) throw new DataFolderError(`${dataFolder} holds no database: set GREBEN_DATA to the folder of one.`);
  try {
    return await started(dataFolder, signal);
  } catch (error) {
    if (error instanceof DataFolderHeld) return running(realpathSync(dataFolder));
    throw error;
  }
}
