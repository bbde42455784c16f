/** A database that other migrations made is not touched: who starts Greben on it is told so (tests/database/process/start-again.all.test.ts). */
import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { MigrationMismatchError, migrate, migrationFiles } from '#local/postgres/migrate.ts';
import { Database } from '../support/database.ts';

let db: Database;
beforeEach(async () => {
  db = await Database.open();
});
afterEach(() => db.close());

const files = migrationFiles();
const FIRST = files[0]?.version ?? '';
const textOf = (version: string) => readFileSync(files.find((file) => file.version === version)?.file ?? '', 'utf8');
const record = (version: string, text: string | null) => db.sql`
  insert into supabase_migrations.schema_migrations (version, name, statements) values (${version}, 'x', ${text === null ? null : [text]})
  on conflict (version) do update set statements = excluded.statements`;
/** What a start does; null: it goes on. */
const refused = async () => {
  try {
    await migrate(db.url);
    return null;
  } catch (error) {
    if (!(error instanceof MigrationMismatchError)) throw error;
    return { message: error.message, later: error.later };
  }
};

it('goes on with what these migrations made, and applies none of them twice', async () => {
  expect(await migrate(db.url)).toEqual([]);
});

it('refuses a migration from before, and leaves the database as it is', async () => {
  await record('20261121091200', null);
  await db.sql`drop function realtime.topic cascade`; // the bootstrap would make it again
  expect(await refused()).toEqual({ message: 'its migration “x” (20261121091200) is not known here', later: false });
  expect((await db.sql`select to_regproc('realtime.topic') as there`)[0]?.there).toBeNull();
});

it('refuses a migration that a later version added, and says that it is later', async () => {
  await record('29991231235959', 'select 1;');
  expect(await refused()).toEqual({ message: 'its migration “x” (29991231235959) is not known here', later: true });
});

it('refuses a migration that had another text, and takes one whose comments alone were others', async () => {
  await record(FIRST, `-- Once more.\n${textOf(FIRST).replace(/;/g, '; /* here */\n\n')}`);
  expect(await refused()).toBeNull();
  await record(FIRST, `${textOf(FIRST)}\ncreate table public.more (id int);`);
  expect(await refused()).toMatchObject({ message: expect.stringContaining('was another one'), later: false });
});

it('takes what the Supabase CLI noted: no text, or single statements', async () => {
  await record(FIRST, null);
  expect(await refused()).toBeNull();
  await db.sql`update supabase_migrations.schema_migrations set statements = array['a', 'b']`;
  expect(await refused()).toBeNull();
});
