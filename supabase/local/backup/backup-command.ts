/** `npm run backup -- FILE` and `npm run restore -- FILE`, with or without a running server, for the data folder or DATABASE_URL. */
import path from 'node:path';
import { isLostConnection } from '#local/lost-connection.ts';
import { openDataFolder, type Secrets } from '#local/postgres/data-folder.ts';
import { DataFolderError, DataFolderInUseError } from '#local/postgres/folder-lock.ts';
import { moveCommand, unusedName } from '#local/postgres/new-cluster.ts';
import { checkDatabaseUsable, openDatabase } from '#local/postgres/open-database.ts';
import { readSettings, SettingError, type Settings } from '#local/settings.ts';
import { takeBackup } from './backup.ts';
import { BackupError, type KeptSecrets, type OpenedBackup, openBackupFile } from './backup-file.ts';
import { checkBackupFits, checkDatabaseEmpty, finishRestored, loadBackup } from './restore.ts';
import { restoreIntoFolder, switchSecrets } from './restore-folder.ts';

type Mode = 'backup' | 'restore';

const log = (line: string) => console.log(line);
const BY_SIGNAL = 'signal';

const keptOf = ({ jwtSecret }: Secrets): KeptSecrets => ({ jwtSecret });

async function backup(file: string, settings: Settings, signal: AbortSignal): Promise<void> {
  const { url: databaseUrl, secrets, close } = await openDatabase(settings, signal);
  try {
    const { tables, rows } = await takeBackup({ databaseUrl, secrets: secrets && keptOf(secrets), file, signal });
    log(`Saved ${rows} rows of ${tables} tables in ${file}.`);
    log(
      secrets
        ? 'It opens every account: keep it as closed as the server itself.'
        : 'Without a data folder it has no secrets: after a restore everybody signs in anew.',
    );
  } finally {
    await close();
  }
}

/** Restores into DATABASE_URL; the session secrets still go into the data folder. */
async function restoreElsewhere(whole: OpenedBackup, url: string, folder: string, signal: AbortSignal): Promise<number> {
  await checkDatabaseUsable(url);
  await checkDatabaseEmpty(url);
  const data = openDataFolder(folder);
  try {
    const rows = await loadBackup(url, whole, log, signal);
    signal.throwIfAborted();
    await finishRestored(url, [], log);
    if (whole.header.secrets) switchSecrets(data, { ...data.secrets, ...whole.header.secrets }, new Date(), true);
    return rows;
  } finally {
    data.lock.release();
  }
}

async function restoreHere(whole: OpenedBackup, folder: string, signal: AbortSignal): Promise<number> {
  const data = openDataFolder(folder);
  try {
    const { rows, former } = await restoreIntoFolder(whole, data, log, signal);
    if (former) {
      log(`The former database is left in ${data.cluster}. To go back to it, with the server stopped:`);
      // The present file opens the restored database, so it also stays.
      const secrets = path.join(data.folder, 'secrets.json');
      log(
        `  ${moveCommand(secrets, unusedName(path.join(data.folder, 'secrets.restored.json')))} && ${moveCommand(former, secrets)}`,
      );
    }
    return rows;
  } finally {
    data.lock.release();
  }
}

async function restore(file: string, { databaseUrl, dataFolder }: Settings, signal: AbortSignal): Promise<void> {
  const whole = await openBackupFile(file);
  checkBackupFits(whole);
  const rows = databaseUrl
    ? await restoreElsewhere(whole, databaseUrl, dataFolder, signal)
    : await restoreHere(whole, dataFolder, signal);
  log(`Restored ${rows} rows, as they were at ${whole.header.at}. Start the server: devices read everything anew.`);
}

/** Explains in one sentence an error that a person can fix; any other error comes with its stack. */
function explain(mode: Mode, error: unknown): string {
  if (error instanceof DataFolderInUseError && mode === 'restore') return `${error.message} Stop it first; nothing was restored.`;
  const { message, stack } = error as Error;
  if (isLostConnection(error as Error))
    return `The line to the database broke (${message}): nothing was ${mode === 'backup' ? 'saved' : 'restored'}.`;
  if (error instanceof BackupError && mode === 'restore') return `${message} Nothing was restored.`;
  if (error instanceof BackupError || error instanceof DataFolderError || error instanceof SettingError) return message;
  return stack ?? String(error);
}

/** Runs one of the two and ends the process. After a signal there is no file, and everything is as before. */
export async function main(mode: Mode, given: string | undefined): Promise<void> {
  const ending = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => ending.abort(BY_SIGNAL));
  // postgres.js (3.4.9) throws out of a timer when its connection breaks. This signal tells the waiting code, which cleans up.
  process.on('uncaughtException', (error) => ending.abort(error));
  if (!given) {
    console.error(`Usage: npm run ${mode} -- FILE`);
    process.exit(2);
  }
  // npm changes to the folder of package.json, but the file is relative to the person's folder.
  const from = process.env.npm_lifecycle_event === mode ? (process.env.INIT_CWD ?? '') : '';
  const file = path.resolve(from, given);
  try {
    await (mode === 'backup' ? backup : restore)(file, readSettings(process.env), ending.signal);
    process.exit(0);
  } catch (error) {
    console.error(ending.signal.reason === BY_SIGNAL ? `The ${mode} was stopped.` : explain(mode, error));
    process.exit(1);
  }
}
