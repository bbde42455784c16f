/**
 * The migrations run unchanged on hosted Supabase as it is in November 2026: `postgres` is no superuser, `auth` and `realtime` belong
 * to roles of which it is no member (github:supabase/realtime, 20260707120000_restrict_realtime_schema: policies on
 * realtime.messages are made in the SQL editor), and nothing new in `public` is given to anybody by default. The embedded backend
 * gives everything to everybody, as older projects do: that both end with the same rights shows that neither is relied on.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import postgres from 'postgres';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createLite } from '#local/api/lite.ts';
import { migrationFiles } from '#local/postgres/migrate.ts';
import { ROOT } from '#local/settings.ts';
import { cloneDatabase, cluster, type TestDatabase } from '../../support/cluster.ts';

const NAME = `hosted_${process.pid}`;
let superuser: postgres.Sql;
let hosted: postgres.Sql;
let local: TestDatabase;
const warnings: string[] = [];

/** What the platform does before a project's first migration. */
const PLATFORM = `
  do $$ begin
    if not exists (select from pg_roles where rolname = 'hosted_postgres') then
      create role hosted_postgres login createrole createdb bypassrls password 'hosted';
      create role hosted_auth_admin nologin;
      create role hosted_realtime_admin nologin;
      grant anon, authenticated, service_role to hosted_postgres;
    end if;
  end $$;
  do $$ declare t text; begin
    for t in select tablename from pg_tables where schemaname = 'auth' loop
      execute format('alter table auth.%I owner to hosted_auth_admin', t);
    end loop;
  end $$;
  alter schema auth owner to hosted_auth_admin;
  grant usage on schema auth to hosted_postgres;
  grant all on all tables in schema auth to hosted_postgres;
  alter table realtime.messages owner to hosted_realtime_admin;
  grant usage on schema realtime to hosted_postgres, hosted_realtime_admin;
  grant select, insert on realtime.messages to hosted_postgres with grant option;
  grant usage, create on schema extensions to hosted_postgres;
  insert into auth.users (id, email, created_at, email_confirmed_at) values
    ('b0000000-0000-4000-8000-000000000002', 'second@greben.test', '2020-01-01', '2021-01-02'),
    ('b0000000-0000-4000-8000-000000000001', 'first@greben.test', '2020-01-01', '2020-01-02'),
    ('b0000000-0000-4000-8000-000000000000', 'mistyped@greben.test', '2019-01-01', null);`;

/** The SQL editor's statement in docs/operating.md. */
function statementOfTheDocs(): string {
  const docs = readFileSync(path.join(ROOT, 'docs/operating.md'), 'utf8');
  const [, statement] = /```sql\n(\s*create policy greben_members_hear[^`]*)```/.exec(docs) ?? [];
  if (!statement) throw new Error('The docs do not say what is run in the SQL editor');
  return statement;
}

const hearing = (sql: postgres.Sql) =>
  sql`select policyname, permissive, roles, cmd, qual, with_check from pg_policies where schemaname = 'realtime' and policyname like 'greben%'`;

beforeAll(async () => {
  const run = await cluster();
  local = await cloneDatabase({ seed: 'none' });
  await local.sql.unsafe(`create database ${NAME}`);
  const lite = createLite({ databaseUrl: run.url(NAME), jwtSecret: 'no token is signed here, so this is no secret' });
  await lite.app.ensureSystemSchema();
  await lite.connection.close();
  superuser = postgres(run.url(NAME), { max: 1, onnotice: () => undefined });
  await superuser.unsafe(readFileSync(path.join(ROOT, 'supabase', 'local', 'postgres', 'bootstrap.sql'), 'utf8'));
  await superuser.unsafe(PLATFORM);
  await superuser.unsafe(`alter database ${NAME} owner to hosted_postgres`);
  const address = Object.assign(new URL(run.url(NAME)), { username: 'hosted_postgres', password: 'hosted' }).href;
  hosted = postgres(address, { max: 1, onnotice: ({ message }) => warnings.push(String(message)) });
});
afterAll(async () => {
  await hosted.end();
  await superuser.end();
  await local.sql.unsafe(`drop database if exists ${NAME} with (force)`);
  await local.drop();
  await (await cluster()).stop();
});

it('takes every migration from a role that is no superuser, each in one transaction', async () => {
  for (const { name, file } of migrationFiles()) {
    await expect(
      hosted.begin((sql) => sql.unsafe(readFileSync(file, 'utf8'))),
      name,
    ).resolves.toBeDefined();
  }
  expect((await hosted`select rolsuper from pg_roles where rolname = current_user`)[0]?.rolsuper).toBe(false);
});

it('says what is to be run in the SQL editor, where a migration may not say who hears: the docs have it, and it is the same', async () => {
  expect(warnings.filter((text) => text.includes('greben_members_hear_their_salon'))).toHaveLength(1);
  expect(warnings.join()).toContain('SQL editor');
  expect(await hearing(hosted)).toHaveLength(0);
  // The editor's statements on policies run with the platform's own rights (its extension supautils).
  await superuser.unsafe(statementOfTheDocs());
  const [there, here] = [await hearing(superuser), await hearing(local.sql)];
  expect([...there]).toEqual([...here]);
  expect(there).toHaveLength(1);
});

it('gives an account to everyone confirmed who was there before, the first of them being the administrator', async () => {
  const people = await hosted`select email, role from public.users order by email`;
  expect([...people]).toEqual([
    { email: 'first@greben.test', role: 'admin' },
    { email: 'second@greben.test', role: 'employee' },
  ]);
});

it('ends with exactly the rights of the local database, although the one gives all to everybody by default and the other nothing', async () => {
  const rights = (sql: postgres.Sql) => sql`
    select r.role, n.nspname || '.' || c.relname as name, coalesce(a.attname, '') as part,
      array(select p from unnest(array['SELECT', 'INSERT', 'UPDATE']) p where has_column_privilege(r.role, c.oid, a.attnum, p)) as given
    from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_attribute a on a.attrelid = c.oid and a.attnum > 0
    cross join (values ('anon'), ('authenticated')) r (role)
    where n.nspname in ('public', 'private', 'wire') and c.relkind in ('r', 'v')
    union all
    select r.role, n.nspname || '.' || p.proname, oidvectortypes(p.proargtypes),
      case when has_function_privilege(r.role, p.oid, 'EXECUTE') then '{EXECUTE}' else '{}' end::text[]
    from pg_proc p join pg_namespace n on n.oid = p.pronamespace cross join (values ('anon'), ('authenticated')) r (role)
    where n.nspname in ('public', 'private', 'wire')
    order by 1, 2, 3`;
  const [there, here] = [await rights(hosted), await rights(local.sql)];
  expect(there.length).toBeGreaterThan(700);
  expect([...there]).toEqual([...here]);
});

it('works there: a sign-up by the platform’s own role, a salon, a push that pokes, an erasure', async () => {
  const id = 'b0000000-0000-4000-8000-000000000003';
  const session = 'c0000000-0000-4000-8000-000000000003';
  await superuser.begin(async (sql) => {
    await sql`set local role hosted_auth_admin`;
    await sql`insert into auth.users (id, email) values (${id}, 'third@greben.test')`;
    await sql`update auth.users set email_confirmed_at = now() where id = ${id}`;
    await sql`insert into auth.sessions (id, user_id) values (${session}, ${id})`;
  });
  const claims = JSON.stringify({ sub: id, role: 'authenticated', session_id: session });
  const verdicts = await hosted.begin(async (sql) => {
    await sql`select set_config('request.jwt.claims', ${claims}, true), set_config('role', 'authenticated', true)`;
    await sql`select create_salon('{"name_bg": "x", "name_en": "y"}')`;
    const changes = [
      { table: 'resources', id: 'r', doc: { name: 'Ани' } },
      { table: 'clients', id: 'c', doc: { first_name: 'Мария' } },
      {
        table: 'events',
        id: 'e',
        doc: {
          resource_id: 'r',
          client_id: 'c',
          start_time: '2026-11-18T08:00:00Z',
          end_time: '2026-11-18T09:00:00Z',
          notes: 'x',
        },
      },
      { table: 'clients', id: 'c', base_rev: 1, doc: { first_name: null, deleted: true, erased_at: '2026-11-18T08:00:00.000Z' } },
    ];
    const [row] = await sql`select push_changes(private.my_salon(), ${sql.json(changes)}) -> 'verdicts' as verdicts`;
    return row?.verdicts as { v: string }[];
  });
  expect(verdicts.map((verdict) => verdict.v)).toEqual(['applied', 'applied', 'applied', 'applied']);
  expect([...(await superuser`select notes from events`)]).toEqual([{ notes: null }]);
  expect((await superuser`select payload ->> 'rev' as rev from realtime.messages`).map((row) => row.rev)).toEqual(['1']);
});

it('sets a forgotten password there: a function writes to a table of the platform’s own role, and a stranger calls it', async () => {
  const [first] = await hosted`select id from public.users where role = 'admin'`;
  const [second] = await hosted`select id from public.users where email = 'second@greben.test'`;
  const [session] =
    await superuser`insert into auth.sessions (id, user_id) values (gen_random_uuid(), ${first?.id}) returning id`;
  const claims = JSON.stringify({ sub: first?.id, session_id: session?.id, role: 'authenticated' });
  const token = await hosted.begin(async (sql) => {
    await sql`select set_config('request.jwt.claims', ${claims}, true), set_config('role', 'authenticated', true)`;
    const [made] = await sql`select admin_make_password_link(${second?.id}) ->> 'token' as token`;
    return made?.token as string;
  });
  const redeemed = await hosted.begin(async (sql) => {
    await sql`select set_config('role', 'anon', true)`;
    return sql`select redeem_password_link(${token}, 'new secret') ->> 'email' as email`;
  });
  expect([...redeemed]).toEqual([{ email: 'second@greben.test' }]);
  const [account] = await superuser`select encrypted_password as hash from auth.users where id = ${second?.id}`;
  expect(account?.hash).toMatch(/^\$2a\$10\$/);
});
