/**
 * The database of a data folder for a command beside the server, whether that runs or not: a running one is asked where it
 * listens, a stopped one is started for the moment under the folder's lock, so that no server begins meanwhile.
 */
import { existsSync, readFileSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { openDataFolder, type Secrets } from './data-folder.ts';
import { DataFolderError, DataFolderHeld } from './folder-lock.ts';
import { startPostgres } from './postgres.ts';
import type { Settings } from './settings.ts';

export interface OpenDatabase {
  /** As the owner. */
  url: string;
  /** Stops what was started for it. */
  close(): Promise<void>;
}

interface Place {
  folder: string;
  cluster: string;
}

/** @throws DataFolderError where there is no database: nothing is made by looking. */
function placeOf(given: string): Place {
  const folder = existsSync(given) ? realpathSync(given) : given;
  const named = path.join(folder, 'location');
  const location = existsSync(named) ? readFileSync(named, 'utf8').trim() : folder;
  const cluster = path.join(location, 'postgres');
  if (existsSync(path.join(folder, 'secrets.json')) && existsSync(path.join(cluster, 'global', 'pg_control')))
    return { folder, cluster };
  throw new DataFolderError(`${folder} holds no database: set GREBEN_DATA to the folder of one.`);
}

/** Where the running server's PostgreSQL listens: the fourth line of its `postmaster.pid`. */
function runningUrl({ folder, cluster }: Place): string {
  const file = path.join(cluster, 'postmaster.pid');
  const port = existsSync(file) ? Number(readFileSync(file, 'utf8').split('\n')[3]) : 0;
  if (!port) throw new DataFolderError(`The server of ${folder} is starting or ending: try again in a moment.`);
  const { databasePassword } = JSON.parse(readFileSync(path.join(folder, 'secrets.json'), 'utf8')) as Secrets;
  return `postgresql://postgres:${databasePassword}@127.0.0.1:${port}/postgres`;
}

/** @throws DataFolderError which the person at the console reads */
export async function openDatabase({ databaseUrl, dataFolder }: Settings): Promise<OpenDatabase> {
  if (databaseUrl) return { url: databaseUrl, close: async () => undefined };
  const place = placeOf(dataFolder);
  try {
    const data = openDataFolder(dataFolder);
    try {
      const started = await startPostgres({ ...data, password: data.secrets.databasePassword });
      const close = async () => {
        await started.stop();
        data.lock.release();
      };
      return { url: started.url(), close };
    } catch (error) {
      data.lock.release();
      throw error;
    }
  } catch (error) {
    if (!(error instanceof DataFolderHeld)) throw error;
    return { url: runningUrl(place), close: async () => undefined };
  }
}
