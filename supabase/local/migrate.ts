/** Brings a database to where hosted Supabase would be after `supabase db push`. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import postgres from 'postgres';
import { createLite } from './lite.ts';

const SUPABASE = path.resolve(import.meta.dirname, '..');
/** Any number will do that nobody else uses: two starts on one database must not migrate at the same time. */
const MIGRATION_LOCK = 7_340_026;

export interface Migration {
  version: string;
  name: string;
  file: string;
}

export function migrationFiles(): Migration[] {
  const folder = path.join(SUPABASE, 'migrations');
  return readdirSync(folder)
    .filter((name) => /^\d{14}_.*\.sql$/.test(name))
    .sort()
    .map((name) => ({ version: name.slice(0, 14), name: name.slice(15, -4), file: path.join(folder, name) }));
}

/**
 * What the platform brings (the auth schema by lite, the rest by bootstrap.sql), then every migration that is not recorded
 * yet, each in a transaction of its own. Returns the names of those applied now.
 */
export async function migrate(databaseUrl: string): Promise<string[]> {
  const platform = createLite({ databaseUrl, jwtSecret: 'migrations sign no tokens, so this secret is no secret' });
  await platform.app.ensureSystemSchema();
  await platform.connection.close();

  const sql = postgres(databaseUrl, { max: 1, onnotice: () => undefined });
  try {
    await sql`select pg_advisory_lock(${MIGRATION_LOCK})`;
    await sql.unsafe(readFileSync(path.join(SUPABASE, 'local', 'bootstrap.sql'), 'utf8'));
    const recorded = await sql<{ version: string }[]>`select version from supabase_migrations.schema_migrations`;
    const known = new Set(recorded.map((row) => row.version));
    const applied: string[] = [];
    for (const migration of migrationFiles().filter((m) => !known.has(m.version))) {
      await apply(sql, migration);
      applied.push(migration.name);
    }
    return applied;
  } finally {
    await sql.end();
  }
}

async function apply(sql: postgres.Sql, migration: Migration): Promise<void> {
  try {
    await sql.begin(async (tx) => {
      await tx.unsafe(readFileSync(migration.file, 'utf8'));
      await tx`insert into supabase_migrations.schema_migrations (version, name) values (${migration.version}, ${migration.name})`;
    });
  } catch (error) {
    throw new Error(`Migration ${path.basename(migration.file)}: ${(error as Error).message}`, { cause: error });
  }
}
