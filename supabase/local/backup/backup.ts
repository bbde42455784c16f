/**
 * Takes a backup of a database that may be in use, by `COPY` in one read-only transaction, so that it shows one moment of
 * everything. It needs nothing but a connection, because the embedded PostgreSQL comes without `pg_dump`. It holds no lock that a
 * write waits for.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Readable } from 'node:stream';
import postgres, { type TransactionSql } from 'postgres';
import { appliedMigrations } from '#local/postgres/migrate.ts';
import { ROOT } from '#local/settings.ts';
import { BackupError, type BackupHeader, type BackupWriter, FORMAT, type KeptSecrets, writeBackupFile } from './backup-file.ts';
import { copied, EXACT_VALUES, quotedName, type StoredTable, storedSequences, storedTables } from './stored-tables.ts';

export interface BackupOptions {
  /** Connection string of a login that may read every table. */
  databaseUrl: string;
  /** Null if the data folder lies elsewhere. */
  secrets: KeptSecrets | null;
  /** The file, which must not exist yet. */
  file: string;
  /** Ends the backup; then there is no file. */
  signal?: AbortSignal;
}

export interface BackupSummary {
  tables: number;
  rows: number;
}

const NEWLINE = 10;

/** Counts the rows: in COPY's text a line is a row, since a line break in a value is written `\n`. */
function rowsIn(chunk: Buffer): number {
  let rows = 0;
  for (let at = chunk.indexOf(NEWLINE); at >= 0; at = chunk.indexOf(NEWLINE, at + 1)) rows += 1;
  return rows;
}

async function copyTable(tx: TransactionSql, table: StoredTable, to: BackupWriter): Promise<number> {
  const reading: Readable = await tx.unsafe(`copy ${copied(table)} to stdout`).readable();
  let rows = 0;
  let failure: unknown = null;
  await to.line({ table });
  // The stream is read to its end even if the disk is full: postgres.js (3.4.9) can do nothing else with a connection that copies.
  for await (const chunk of reading as AsyncIterable<Buffer>) {
    if (failure) continue;
    rows += rowsIn(chunk);
    await to.rows(chunk).catch((error: unknown) => {
      failure = error;
    });
  }
  // postgres.js (3.4.9) pauses its connection when we are slower; after the stream has ended nothing else resumes it.
  reading._read(0);
  if (failure) throw failure;
  await to.rowsEnd();
  await to.line({ rows });
  return rows;
}

async function headerOf(tx: TransactionSql, secrets: KeptSecrets | null): Promise<BackupHeader> {
  const [now] = await tx<{ at: Date; migrated: boolean; server: string }[]>`
    select now() as at, current_setting('server_version') as server,
      to_regclass('supabase_migrations.schema_migrations') is not null as migrated`;
  if (!now?.migrated) throw new BackupError('There is nothing to back up: this database was not made by Greben.');
  const { version } = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8')) as { version: string };
  const migrations = await appliedMigrations(tx);
  const { at, server } = now;
  return { greben: 'backup', format: FORMAT, version, at: at.toISOString(), postgres: server, migrations, secrets };
}

/**
 * Writes everything that the database holds at one moment into a new file.
 * @throws BackupError
 */
export async function takeBackup({ databaseUrl, secrets, file, signal }: BackupOptions): Promise<BackupSummary> {
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => undefined });
  const taken: BackupSummary = { tables: 0, rows: 0 };
  const end = () => void sql.end({ timeout: 0 });
  signal?.addEventListener('abort', end);
  try {
    await writeBackupFile(file, async (to) => {
      await sql.begin('isolation level repeatable read read only', async (tx) => {
        await tx.unsafe(EXACT_VALUES);
        await to.line(await headerOf(tx, secrets));
        const tables = await storedTables(tx);
        // A migration that rewrites a table would make it look empty in this snapshot, so it has to wait.
        await tx.unsafe(`lock table ${tables.map(quotedName).join(', ')} in access share mode`);
        for (const { schema, name, columns } of tables) taken.rows += await copyTable(tx, { schema, name, columns }, to);
        taken.tables = tables.length;
        for (const sequence of await storedSequences(tx)) await to.line({ sequence });
        await to.line({ end: true });
      });
    });
    return taken;
  } finally {
    signal?.removeEventListener('abort', end);
    await sql.end({ timeout: 1 });
  }
}
