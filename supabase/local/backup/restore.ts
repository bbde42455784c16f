/**
 * Loads a backup into an empty database, in this order: the migrations that the backup had; its rows, with triggers off, because
 * the history keeps its own times and revisions; its sequences; the migrations that this version adds; and new names of the
 * histories, so that devices read everything anew.
 */
import { setImmediate as tick } from 'node:timers/promises';
import postgres, { type Sql, type TransactionSql } from 'postgres';
import { checkMigrationHistory, MigrationMismatchError, migrate } from '#local/postgres/migrate.ts';
import { BackupError, type BackupPart, type OpenedBackup } from './backup-file.ts';
import { copied, EXACT_VALUES, foreignKeys, orphans, quotedName, type StoredTable, storedTables } from './stored-tables.ts';

/** A row of `private.erasures` as JSON. */
export type Erasure = Record<string, unknown>;

const opened = (databaseUrl: string) => postgres(databaseUrl, { max: 1, onnotice: () => undefined });

/**
 * Checks that the backup's migrations are ours.
 * @throws BackupError if other migrations made it, with advice
 */
export function checkBackupFits({ header }: OpenedBackup): void {
  try {
    checkMigrationHistory(header.migrations);
  } catch (error) {
    if (!(error instanceof MigrationMismatchError)) throw error;
    const which = error.later ? 'a later' : 'an earlier';
    const can = error.later ? '' : ' and cannot be brought up to date';
    throw new BackupError(
      `The backup was made by ${which} version of Greben (${header.version}: ${error.message})${can}: restore it with that version.`,
    );
  }
}

/**
 * Checks that a database has no tables.
 * @throws BackupError if it has one
 */
export async function checkDatabaseEmpty(databaseUrl: string): Promise<void> {
  const sql = opened(databaseUrl);
  try {
    const [table] = await storedTables(sql);
    if (table)
      throw new BackupError(
        `The database in DATABASE_URL is not empty (it has ${table.schema}.${table.name}), and nothing in it is overwritten: ` +
          'name an empty one.',
      );
  } finally {
    await sql.end();
  }
}

/**
 * Checks that a table of the backup exists here with all its columns.
 * @throws BackupError if the table or a column is missing
 */
function mustHave(there: readonly StoredTable[], { schema, name, columns }: StoredTable): void {
  const table = there.find((other) => other.schema === schema && other.name === name);
  const unknown = table ? columns.find((column) => !table.columns.includes(column)) : '';
  if (unknown === undefined) return;
  const what = table ? `the column ${schema}.${name}.${unknown}` : `the table ${schema}.${name}`;
  throw new BackupError(
    `The backup holds ${what}, which this version of Greben does not make: restore it with the one that made it.`,
  );
}

/**
 * Copies the rows in. postgres.js (3.4.9) cannot report a refusal after the last row, because its stream never ends then. So its
 * end is not awaited; the next statement of this transaction reports the failure.
 */
async function copyIn(tx: TransactionSql, table: StoredTable, rows: AsyncIterable<Buffer>): Promise<void> {
  const into = await tx.unsafe(`copy ${copied(table)} from stdin`).writable();
  let refused: Error | null = null;
  into.on('error', (error) => {
    refused = error;
  });
  for await (const chunk of rows) {
    await new Promise<void>((resolve, reject) => into.write(chunk, (error) => (error ? reject(refused ?? error) : resolve())));
  }
  into.end();
  await tick(); // until PostgreSQL has been told
}

async function loadTable(tx: TransactionSql, part: Extract<BackupPart, { table: unknown }>): Promise<number> {
  const name = `${part.table.schema}.${part.table.name}`;
  try {
    await copyIn(tx, part.table, part.rows);
    const [counted] = await tx.unsafe<{ n: number }[]>(`select count(*)::int as n from ${quotedName(part.table)}`);
    return counted?.n ?? 0;
  } catch (error) {
    const { code, message } = error as { code?: string; message: string };
    const why = code === '25P02' ? 'PostgreSQL refused it; its log says why' : message;
    throw new BackupError(`The rows of ${name} could not be restored: ${why}.`, { cause: error });
  }
}

async function withoutTriggers(tx: TransactionSql): Promise<void> {
  await tx.unsafe(EXACT_VALUES);
  await tx`set local session_replication_role = replica`.catch((error: { code?: string }) => {
    if (error.code === '42501')
      throw new BackupError('Restoring needs a superuser in DATABASE_URL: it puts rows in with triggers off.');
    throw error;
  });
}

async function load(tx: TransactionSql, backup: OpenedBackup, log: (line: string) => void): Promise<number> {
  await withoutTriggers(tx);
  const there = await storedTables(tx);
  let total = 0;
  let last: { table: StoredTable; rows: number } | null = null;
  for await (const part of backup.parts()) {
    if ('table' in part) {
      mustHave(there, part.table);
      // The backup also holds the rows that migrations insert. They can be deleted here, because this database was made a moment
      // ago for the restore.
      await tx.unsafe(`delete from ${quotedName(part.table)}`);
      last = { table: part.table, rows: await loadTable(tx, part) };
    } else if ('rows' in part) {
      if (part.rows !== last?.rows)
        throw new BackupError(`Of ${last?.table.name} ${part.rows} rows were saved and ${last?.rows} restored.`);
      total += part.rows;
    } else if ('sequence' in part) {
      const { last: value, called } = part.sequence;
      await tx`select setval(${quotedName(part.sequence)}::regclass, ${value}::bigint, ${called})`;
    }
  }
  for (const key of await foreignKeys(tx)) {
    const lost = await orphans(tx, key);
    if (lost > 0) log(`${lost} rows of ${key.from} refer to rows of ${key.to} that the backup lacks as well (${key.name}).`);
  }
  return total;
}

/**
 * Loads a backup into an empty database. Every table and sequence is then as it was when the backup was taken. Returns the number
 * of rows.
 * @param signal ends it; then the database has the migrations and no row
 * @throws BackupError
 */
export async function loadBackup(
  databaseUrl: string,
  backup: OpenedBackup,
  log: (line: string) => void,
  signal?: AbortSignal,
): Promise<number> {
  checkBackupFits(backup);
  await migrate(databaseUrl, new Set(backup.header.migrations.map(({ version }) => version)));
  const sql = opened(databaseUrl);
  const end = () => void sql.end({ timeout: 0 });
  signal?.addEventListener('abort', end);
  try {
    signal?.throwIfAborted();
    return await sql.begin((tx) => load(tx, backup, log));
  } finally {
    signal?.removeEventListener('abort', end);
    await sql.end({ timeout: 1 });
  }
}

/** Returns the erasures of a database that is about to be replaced. */
export async function erasuresOf(databaseUrl: string): Promise<Erasure[]> {
  const sql = opened(databaseUrl);
  try {
    const [there] = await sql<{ there: boolean }[]>`select to_regclass('private.erasures') is not null as there`;
    if (!there?.there) return [];
    return (await sql<{ row: Erasure }[]>`select to_jsonb(x) as row from private.erasures x`).map(({ row }) => row);
  } finally {
    await sql.end();
  }
}

async function keepErasures(sql: Sql, erasures: readonly Erasure[]): Promise<number> {
  const { count } = await sql`
    insert into private.erasures
    select x.* from jsonb_populate_recordset(null::private.erasures, ${sql.json(erasures as never)}) x
    on conflict do nothing`;
  return count;
}

/**
 * Brings a loaded backup up to date and gives its histories new names.
 * @param later erasures of the former database: a client erased after the backup stays erased
 */
export async function finishRestored(databaseUrl: string, later: readonly Erasure[], log: (line: string) => void): Promise<void> {
  const applied = await migrate(databaseUrl);
  if (applied.length > 0) log(`Migrations applied: ${applied.length}`);
  const sql = opened(databaseUrl);
  try {
    const erasedAgain = later.length > 0 ? await keepErasures(sql, later) : 0;
    if (erasedAgain > 0) log(`Clients erased since the backup, and erased again: ${erasedAgain}`);
    await renameHistories(databaseUrl);
    await sql`analyze`;
  } finally {
    await sql.end();
  }
}

/**
 * Gives the histories of all salons new names after a restore. It runs before anybody is served: a write of a device before it
 * would count as part of the backup, and rows of other devices that are newer than the backup would vanish silently.
 */
export async function renameHistories(databaseUrl: string): Promise<void> {
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => undefined });
  try {
    await sql`select private.restored_from_backup()`;
  } finally {
    await sql.end();
  }
}
