/** Brings a database to the state of hosted Supabase after `supabase db push`. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import postgres from 'postgres';
import { createLite } from '#local/api/lite.ts';

const SUPABASE = path.resolve(import.meta.dirname, '../..');
/** An arbitrary number for the lock that keeps two starts from migrating one database at the same time. */
const MIGRATION_LOCK = 7_340_026;

export interface Migration {
  version: string;
  name: string;
  file: string;
}

/** The database has other migrations than this version. The message tells how they differ; nothing is changed. */
export class MigrationMismatchError extends Error {
  /** True if its last migration is later than those of this version. */
  readonly later: boolean;

  constructor(reason: string, later: boolean) {
    super(reason);
    this.later = later;
  }
}

/** A migration as recorded in a database or a backup. */
export interface AppliedMigration {
  version: string;
  name: string | null;
  /** Hash of its text; null if the whole text was not recorded. */
  hash: string | null;
}

/** Hashes the text of a migration without comments and white space, because other comments do not change a database. */
const hashOf = (text: string) =>
  createHash('sha256')
    .update(text.replace(/\/\*[\s\S]*?\*\/|--.*/g, '').replace(/\s+/g, ''))
    .digest('hex');

/** Returns the migrations that were applied to a database. It must have been migrated before. */
export async function appliedMigrations(sql: postgres.Sql | postgres.TransactionSql): Promise<AppliedMigration[]> {
  const rows = await sql<{ version: string; name: string | null; statements: string[] | null }[]>`
    select version, name, statements from supabase_migrations.schema_migrations order by version`;
  return rows.map(({ version, name, statements }) => {
    // Greben records the whole text as one statement; the Supabase CLI records single statements or nothing.
    const [text, ...more] = statements ?? [];
    return { version, name, hash: text === undefined || more.length > 0 ? null : hashOf(text) };
  });
}

/**
 * Checks that the applied migrations are the first of these, with the same texts.
 * @throws MigrationMismatchError if they are not
 */
export function checkMigrationHistory(
  applied: readonly AppliedMigration[],
  files: readonly Migration[] = migrationFiles(),
): void {
  const ours = new Map(files.map((migration) => [migration.version, migration]));
  for (const { version, name, hash: noted } of applied) {
    const migration = ours.get(version);
    const called = `“${name ?? version}” (${version})`;
    if (!migration)
      throw new MigrationMismatchError(`its migration ${called} is not known here`, version > (files.at(-1)?.version ?? ''));
    if (noted !== null && noted !== hashOf(readFileSync(migration.file, 'utf8')))
      throw new MigrationMismatchError(`its migration ${called} was another one`, false);
  }
}

export function migrationFiles(): Migration[] {
  const folder = path.join(SUPABASE, 'migrations');
  return readdirSync(folder)
    .filter((name) => /^\d{14}_.*\.sql$/.test(name))
    .sort()
    .map((name) => ({ version: name.slice(0, 14), name: name.slice(15, -4), file: path.join(folder, name) }));
}

/**
 * Applies what the platform brings (the auth schema by lite, the rest by bootstrap.sql), then every migration that is not
 * recorded yet, each in a transaction of its own. Returns the names of those applied now.
 * @param only the versions of the migrations that an older backup had; without it all are applied
 * @throws MigrationMismatchError if the database has others; then it stays as it is
 */
export async function migrate(databaseUrl: string, only?: ReadonlySet<string>): Promise<string[]> {
  const platform = createLite({ databaseUrl, jwtSecret: 'migrations sign no tokens, so this secret is no secret' });
  await platform.app.ensureSystemSchema();
  await platform.connection.close();

  const sql = postgres(databaseUrl, { max: 1, onnotice: () => undefined });
  try {
    await sql`select pg_advisory_lock(${MIGRATION_LOCK})`;
    const files = migrationFiles();
    const before = await appliedMigrations(sql);
    checkMigrationHistory(before, files);
    await sql.unsafe(readFileSync(path.join(import.meta.dirname, 'bootstrap.sql'), 'utf8'));
    const known = new Set(before.map((migration) => migration.version));
    const applied: string[] = [];
    for (const migration of files.filter(({ version }) => !known.has(version) && (only?.has(version) ?? true))) {
      await apply(sql, migration);
      applied.push(migration.name);
    }
    return applied;
  } finally {
    await sql.end();
  }
}

async function apply(sql: postgres.Sql, migration: Migration): Promise<void> {
  const { version, name, file } = migration;
  try {
    await sql.begin(async (tx) => {
      const text = readFileSync(file, 'utf8');
      await tx.unsafe(text);
      await tx`insert into supabase_migrations.schema_migrations (version, name, statements) values (${version}, ${name}, ${[text]})`;
    });
  } catch (error) {
    throw new Error(`Migration ${path.basename(file)}: ${(error as Error).message}`, { cause: error });
  }
}
