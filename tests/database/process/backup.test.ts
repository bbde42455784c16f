/** Backups as functions: what a file holds, what is refused. The commands around them: tests/database/process/backup-commands.test.ts. */
import { copyFileSync, mkdtempSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { takeBackup } from '#local/backup/backup.ts';
import { openBackupFile, writeBackupFile } from '#local/backup/backup-file.ts';
import { checkDatabaseEmpty, erasuresOf, finishRestored, loadBackup } from '#local/backup/restore.ts';
import { migrate, migrationFiles } from '#local/postgres/migrate.ts';
import { cloneDatabase, type TestDatabase } from '../../support/cluster.ts';
import { allThatIsIn, emptyDatabase } from '../support/backups.ts';

const SECRETS = { jwtSecret: 'of sessions' };
const quiet = () => undefined;

let folder: string;
const open: TestDatabase[] = [];
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'greben-backup-'));
});
afterEach(async () => {
  for (const database of open.splice(0)) await database.drop();
  rmSync(folder, { recursive: true, force: true });
});

const inFolder = (name: string) => path.join(folder, name);
async function kept(database: Promise<TestDatabase>): Promise<TestDatabase> {
  const made = await database;
  open.push(made);
  return made;
}
const source = () => kept(cloneDatabase({ seed: 'test' }));
const empty = () => kept(emptyDatabase());
const save = ({ url }: TestDatabase, name: string) =>
  takeBackup({ databaseUrl: url, secrets: SECRETS, file: inFolder(name) }).then(() => inFolder(name));
const load = async (file: string, into: TestDatabase) => loadBackup(into.url, await openBackupFile(file), quiet);
const said = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: Error) => `${error.constructor.name}: ${error.message}`,
  );

describe('a restored database', () => {
  const HOSTILE = `create table public.hostile (
    id bigint generated always as identity primary key, t text, b bytea, n numeric, f float8, j jsonb, raw json, at timestamptz,
    day date, texts text[], nested int[][], length interval, span tstzrange, twice text generated always as (t || t) stored,
    "an ""odd"" name" text default 'x')`;
  const FILLED = `
    insert into public.hostile (t) values ('\\N'), ('\\.'), (E'\\\\.\\n\\\\.\\n'), (''), (null), (E'a\\tb\\r\\nc\\\\'), ('👩‍🦰 Къдрица'), (E'\\u0001\\u007f'),
      (repeat('дълго ', 400000)), ('{"greben":"backup"}'), (E'{"end":true}\\n');
    insert into public.hostile (b, n, f, j, raw, at, day, texts, nested, length, span) values
      ('\\x00ff0a5c2e', 'NaN', 'Infinity', '{"a": [1e400, "\\\\u0041\\n"]}', '{"b":  1,"b":2}', 'infinity', '-infinity', '{a,NULL,"NULL",""}',
        '[2:3][0:1]={{1,2},{3,4}}', '-1 mon 3 days 04:05:06.789012', '[2026-01-01,infinity)'),
      ('', 1e-16383, 5e-324, 'null', '""', '4713-01-01 00:00:00+00 BC', '5874897-12-31', '{}', '{}', '0', 'empty'),
      (null, 99999999999999999999999999999.000100, 0.1::float8 + 0.2, '1.10', '[]', '2026-03-29 03:00:00.123456+03', null, null, null, null, null)`;

  it('equals the one of before in every row of every table, and its sequences go on', async () => {
    const [from, to] = [await source(), await empty()];
    for (const { sql } of [from, to]) await sql.unsafe(HOSTILE);
    await from.sql.unsafe(FILLED);
    await from.sql`insert into realtime.messages (topic, extension, payload) values ('x', 'broadcast', '{"big": true}')`;
    await from.sql`select nextval('public.salon_notes_id_seq')`;
    await from.sql`update public.sync_heads set xid = '4711'`;
    const before = await allThatIsIn(from.sql);
    await load(await save(from, 'a.backup'), to);
    expect(await allThatIsIn(to.sql)).toEqual(before);
    expect((before['public.events'] as string[]).length).toBeGreaterThan(700);
    expect(await to.sql`select * from public.hostile where twice is distinct from t || t`).toHaveLength(0);
    expect((await to.sql`insert into public.hostile (t) values ('next') returning id::int`)[0]).toEqual({ id: 15 });
    expect((await to.sql`select nextval('public.salon_notes_id_seq')::int as n`)[0]?.n).toBe(3);
  });

  it('gives its histories new names, and raises a revision though the number of a transaction comes again', async () => {
    const [from, to] = [await source(), await empty()];
    await load(await save(from, 'a.backup'), to);
    const heads = () => to.sql`select salon_id, epoch, rev::int from public.sync_heads order by 1`;
    const before = await heads();
    await finishRestored(to.url, [], quiet);
    const after = await heads();
    expect(after.map(({ epoch }) => epoch)).not.toEqual(before.map(({ epoch }) => epoch));
    expect(after.map(({ rev }) => rev)).toEqual(before.map(({ rev }) => rev));

    const raised = await to.sql.begin(async (tx) => {
      // As the last transaction before the backup left it, if this one has its number.
      await tx`update public.sync_heads set xid = pg_current_xact_id()`;
      await tx`select private.restored_from_backup()`;
      await tx`insert into public.clients (salon_id, id, first_name) values (1, 'new', 'x')`;
      return tx`select rev::int from public.sync_heads where salon_id = 1`;
    });
    expect(raised[0]?.rev).toBe(before[0]?.rev + 1);
  });

  it('keeps erased whom the database before it has erased since', async () => {
    const [from, to] = [await source(), await empty()];
    const file = await save(from, 'a.backup');
    const [client] = await from.sql`select salon_id, id from public.clients where erased_at is null and not deleted limit 1`;
    await from.sql`update public.clients set erased_at = now() where salon_id = ${client?.salon_id} and id = ${client?.id}`;
    const since = await erasuresOf(from.url);
    expect(since).toHaveLength(1);
    await load(file, to);
    await finishRestored(to.url, since, quiet);
    const [restored] = await to.sql`
      select name, phone, deleted, erased_at is not null as erased from public.clients
      where salon_id = ${client?.salon_id} and id = ${client?.id}`;
    expect(restored).toEqual({ name: null, phone: null, deleted: true, erased: true });
    expect(await erasuresOf(to.url)).toEqual(since);
  });

  it('is one moment, though everybody writes all the time', async () => {
    const [from, to] = [await source(), await empty()];
    let over = false;
    let writes = 0;
    const writing = (async () => {
      for (; !over; writes++) {
        await from.sql`
          insert into public.service_groups (salon_id, id, name) values (1, ${`written-${writes}`}, 'x')`;
        await from.sql`insert into public.clients (salon_id, id, first_name) values (1, ${`written-${writes}`}, 'x')`;
      }
    })();
    const reached = (n: number) => expect.poll(() => writes).toBeGreaterThan(n);
    await reached(5);
    const saving = save(from, 'a.backup');
    const file = await saving;
    await reached(writes);
    over = true;
    await writing;
    await load(file, to);
    const [there] = await to.sql`
      select (select rev from public.sync_heads where salon_id = 1)::int as head,
        greatest((select max(rev) from public.clients where salon_id = 1), (select max(rev) from public.service_groups where salon_id = 1))::int as last,
        (select count(*) from public.clients where id like 'written-%')::int as clients,
        (select count(*) from public.service_groups where id like 'written-%')::int as groups`;
    expect(there?.last).toBe(there?.head);
    expect(there?.groups - there?.clients).toBeOneOf([0, 1]); // the group is written first, each in a transaction of its own
    expect(there?.clients).toBeLessThan(writes);
  });
});

describe('a file', () => {
  let whole: string;
  let shared: string;
  let database: TestDatabase;
  beforeAll(async () => {
    shared = mkdtempSync(path.join(tmpdir(), 'greben-backup-'));
    database = await cloneDatabase({ seed: 'test' });
    whole = path.join(shared, 'whole.backup');
    await takeBackup({ databaseUrl: database.url, secrets: SECRETS, file: whole });
  });
  afterAll(async () => {
    await database.drop();
    rmSync(shared, { recursive: true, force: true });
  });

  it('is its owner’s alone, and is not written over', async () => {
    expect(statSync(whole).mode & 0o777).toBe(0o600);
    const before = readFileSync(whole);
    const again = takeBackup({ databaseUrl: database.url, secrets: SECRETS, file: whole });
    expect(await said(again)).toBe(`BackupError: ${whole} is there already and is not overwritten: name another file.`);
    expect(readFileSync(whole)).toEqual(before);
  });

  it('that was cut short anywhere, or in which one bit is another, is refused', async () => {
    const bytes = readFileSync(whole);
    const file = inFolder('spoilt.backup');
    const notWhole = `BackupError: ${file} is not a whole backup of Greben: it was cut short or altered, or is another file.`;
    for (const length of [0, 1, 10, 32, 33, bytes.length >> 1, bytes.length - 40, bytes.length - 32, bytes.length - 1]) {
      copyFileSync(whole, file);
      truncateSync(file, length);
      expect([length, await said(openBackupFile(file))]).toEqual([length, notWhole]);
    }
    const places = [
      0,
      3,
      4,
      8,
      9,
      10,
      1000,
      bytes.length >> 1,
      bytes.length - 41,
      bytes.length - 33,
      bytes.length - 32,
      bytes.length - 1,
    ];
    for (const place of places) {
      const altered = Buffer.from(bytes);
      altered[place] = (altered[place] ?? 0) ^ 1;
      writeFileSync(file, altered);
      expect([place, await said(openBackupFile(file))]).toEqual([place, notWhole]);
    }
    writeFileSync(file, Buffer.concat([bytes, Buffer.from('\n')]));
    expect(await said(openBackupFile(file))).toBe(notWhole);
    expect(await said(openBackupFile(inFolder('none')))).toBe(`BackupError: ${inFolder('none')} cannot be read (ENOENT).`);
  });

  it('that somebody made up brings no setting but the secret of the sessions, and without one it is none of ours', async () => {
    const opened = async (n: number, more: object) => {
      const header = { greben: 'backup', format: 1, version: '1.0.0', migrations: [], secrets: null, ...more };
      await writeBackupFile(inFolder(`made-up-${n}`), (to) => to.line(header));
      return (await openBackupFile(inFolder(`made-up-${n}`))).header;
    };
    const { secrets } = await opened(0, { secrets: { ...SECRETS, place: '../../elsewhere', databasePassword: 'known' } });
    expect(secrets).toEqual(SECRETS);
    for (const [n, wrong] of [
      ...[{ secrets: {} }, { secrets: { jwtSecret: 5 } }, { secrets: { jwtSecret: '' } }, { secrets: 'x' }],
      ...[{ migrations: null }, { migrations: {} }, { format: '1' }, { greben: 'other' }],
    ].entries())
      expect(await said(opened(n + 1, wrong)), JSON.stringify(wrong)).toContain('is no backup of Greben');
  });

  it('goes into an empty database only', async () => {
    expect(await said(checkDatabaseEmpty(database.url))).toMatch(/^BackupError: The database in DATABASE_URL is not empty/);
    expect(await said(checkDatabaseEmpty((await empty()).url))).toBeNull();
  });

  it('of which PostgreSQL refuses a row is not restored, and it is said which table', async () => {
    const to = await empty();
    await database.sql`alter table supabase_migrations.seed_files drop constraint seed_files_pkey`;
    await database.sql`insert into supabase_migrations.seed_files (path, hash) values ('a', 'x'), ('a', 'y')`;
    const file = await save(database, 'doubled.backup');
    expect(await said(load(file, to))).toBe(
      'BackupError: The rows of supabase_migrations.seed_files could not be restored: PostgreSQL refused it; its log says why.',
    );
    expect((await to.sql`select count(*)::int as n from public.clients`)[0]?.n).toBe(0);
  });
});

describe('another version', () => {
  const LAST = migrationFiles().at(-1)?.version ?? '';

  it('that is older is restored as it was, and brought up to date', async () => {
    const [from, to] = [await empty(), await empty()];
    await migrate(
      from.url,
      new Set(
        migrationFiles()
          .map(({ version }) => version)
          .filter((version) => version < LAST),
      ),
    );
    await from.sql`insert into realtime.messages (topic, extension) values ('kept', 'broadcast')`;
    const before = await allThatIsIn(from.sql);
    await load(await save(from, 'older.backup'), to);
    expect(await allThatIsIn(to.sql)).toEqual(before);
    await finishRestored(to.url, [], quiet);
    const [row] = await to.sql`
      select (select max(version) from supabase_migrations.schema_migrations) as version,
        (select count(*)::int from realtime.messages where topic = 'kept') as kept`;
    expect(row).toEqual({ version: LAST, kept: 1 });
  });

  it.each([
    ['29991231235959', 'a later', 'restore it with that version.'],
    ['20201231235959', 'an earlier', 'and cannot be brought up to date: restore it with that version.'],
  ])('whose migration %s is not ours is refused', async (version, which, what) => {
    const [from, to] = [await source(), await empty()];
    await from.sql`insert into supabase_migrations.schema_migrations (version, name) values (${version}, 'x')`;
    const refusal = await said(load(await save(from, 'other.backup'), to));
    expect(refusal).toContain(
      `BackupError: The backup was made by ${which} version of Greben (1.0.0: its migration “x” (${version})`,
    );
    expect(refusal?.endsWith(what)).toBe(true);
    expect(await to.sql`select from pg_namespace where nspname = 'private'`).toHaveLength(0);
  });

  it('that has a table more is refused with its name', async () => {
    const [from, to] = [await source(), await empty()];
    await from.sql`create table public.more (id int)`;
    expect(await said(load(await save(from, 'more.backup'), to))).toMatch(/holds the table public\.more, which this version/);
  });
});
