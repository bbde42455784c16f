/** What tests of backups share: a database without anything, and all that a database holds. */
import { randomBytes } from 'node:crypto';
import postgres, { type Sql } from 'postgres';
import { quotedName, storedSequences, storedTables } from '#local/backup/stored-tables.ts';
import { cluster, type TestDatabase } from '../../support/cluster.ts';

/** As the restore finds it: no schema of ours, no table. */
export async function emptyDatabase(): Promise<TestDatabase> {
  const run = await cluster();
  const name = `test_${process.pid}_${randomBytes(4).toString('hex')}`;
  const admin = postgres(run.url('postgres'), { max: 1, onnotice: () => undefined });
  await admin.unsafe(`create database ${name} template template0`);
  const sql = postgres(run.url(name), { max: 2, onnotice: () => undefined });
  return {
    url: run.url(name),
    sql,
    async drop() {
      await sql.end({ timeout: 1 });
      await admin.unsafe(`drop database if exists ${name} with (force)`);
      await admin.end();
    },
  };
}

/** Every row of every table as PostgreSQL writes it, and where every sequence is. */
export async function allThatIsIn(sql: Sql): Promise<Record<string, unknown>> {
  const found: Record<string, unknown> = {};
  for (const { schema, name } of await storedTables(sql)) {
    const rows = await sql.unsafe(`select t::text as row from ${quotedName({ schema, name })} t order by 1`);
    found[`${schema}.${name}`] = rows.map(({ row }) => row);
  }
  for (const { schema, name, last, called } of await storedSequences(sql)) found[`sequence ${schema}.${name}`] = [last, called];
  return found;
}
