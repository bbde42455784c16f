-- The parts that hosted Supabase has before the first migration. They run at every start, so each may be there already.

do $$
declare
  wanted record;
begin
  for wanted in
    select * from (values
      ('anon', 'nologin noinherit'),
      ('authenticated', 'nologin noinherit'),
      ('service_role', 'nologin noinherit bypassrls'),
      ('authenticator', 'nologin noinherit'),
      ('supabase_auth_admin', 'nologin noinherit'),
      ('supabase_realtime_admin', 'nologin noinherit')
    ) as r (name, options)
  loop
    if not exists (select from pg_roles where rolname = wanted.name) then
      -- Roles belong to the cluster: another database's bootstrap may make them at the same moment.
      begin
        execute format('create role %I %s', wanted.name, wanted.options);
      exception when duplicate_object or unique_violation then
        null;
      end;
    end if;
  end loop;
  -- The three logins of request-logins.ts. None of them becomes service_role, which passes all policies.
  if not pg_has_role('authenticator', 'authenticated', 'member') then
    grant anon, authenticated to authenticator;
  end if;
  if pg_has_role('authenticator', 'service_role', 'member') then
    revoke service_role from authenticator; -- for a cluster that an earlier version made
  end if;
  if not pg_has_role('supabase_realtime_admin', 'authenticated', 'member') then
    grant authenticated to supabase_realtime_admin;
  end if;
end
$$;

create schema if not exists extensions;
grant usage on schema extensions to anon, authenticated, service_role;
create extension if not exists pgcrypto with schema extensions;

-- A new table or function in public belongs to everybody until a migration revokes it, as on hosted Supabase: a migration that
-- forgets the revoke must fail the tests here and not leak there.
grant usage on schema public to anon, authenticated, service_role;
alter default privileges in schema public grant all on tables to anon, authenticated, service_role;
alter default privileges in schema public grant all on routines to anon, authenticated, service_role;
alter default privileges in schema public grant all on sequences to anon, authenticated, service_role;

grant usage on schema auth to anon, authenticated, service_role, supabase_auth_admin;
-- A login of its own reads and writes the accounts (request-logins.ts). It owns nothing, and no other login reaches them.
grant select, insert, update, delete on all tables in schema auth to supabase_auth_admin;
revoke all on schema auth from authenticator;
revoke all on all tables in schema auth from authenticator;

-- PostgreSQL lets everybody create large objects, write into its log of changes and make temporary tables. No request needs
-- these.
do $$
declare
  given record;
begin
  execute format('revoke temporary on database %I from public', current_database());
  for given in
    select p.oid::regprocedure::text as name from pg_proc p
    where p.pronamespace = 'pg_catalog'::regnamespace
      and (p.proname ~ '^lo_' or p.proname in ('loread', 'lowrite', 'pg_logical_emit_message'))
  loop
    execute format('revoke execute on function %s from public', given.name);
  end loop;
exception when insufficient_privilege then
  null; -- in somebody else's cluster, whose functions are not ours to close
end
$$;

-- lite reads the single claims; hosted Supabase also reads the JSON, and SQL tests may, too.
create or replace function auth.uid() returns uuid language sql stable as $$
  select coalesce(
    nullif(current_setting('request.jwt.claim.sub', true), ''),
    nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'sub'
  )::uuid
$$;

create or replace function auth.role() returns text language sql stable as $$
  select coalesce(
    nullif(current_setting('request.jwt.claim.role', true), ''),
    nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'role'
  )
$$;

create schema if not exists realtime;
grant usage on schema realtime to anon, authenticated, service_role, supabase_realtime_admin;

create table if not exists realtime.messages (
  id uuid not null default gen_random_uuid(),
  topic text not null,
  extension text not null,
  payload jsonb,
  event text,
  private boolean default false,
  inserted_at timestamp not null default now(),
  updated_at timestamp not null default now(),
  primary key (id, inserted_at)
);
alter table realtime.messages enable row level security;
grant select, insert, update on realtime.messages to anon, authenticated, service_role;
-- The Realtime endpoint reads the messages and puts probes there (realtime-access.ts).
grant select, insert on realtime.messages to supabase_realtime_admin;
drop policy if exists endpoint on realtime.messages;
create policy endpoint on realtime.messages to supabase_realtime_admin using (true) with check (true);

create or replace function realtime.topic() returns text language sql stable as $$
  select nullif(current_setting('realtime.topic', true), '')
$$;

-- It runs as its caller, and an error only warns: a message that cannot be sent must not undo the write that sends it.
create or replace function realtime.send(payload jsonb, event text, topic text, private boolean default true)
returns void language plpgsql as $$
declare
  message_id uuid := gen_random_uuid();
begin
  perform set_config('realtime.topic', send.topic, true);
  insert into realtime.messages (id, topic, extension, payload, event, private)
  values (message_id, send.topic, 'broadcast', jsonb_build_object('id', message_id) || send.payload, send.event, send.private);
exception when others then
  raise warning 'realtime.send: %', sqlerrm;
end
$$;

-- Only here, not on hosted Supabase: this tells the local Realtime endpoint of a message. It sends only the id, because anybody
-- who reaches the database may notify. The endpoint passes on the row of the table, where only `private.poke` writes.
create or replace function realtime.notify_local() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform pg_catalog.pg_notify('realtime_messages', new.id::text);
  return null;
end
$$;

create or replace trigger notify_local after insert on realtime.messages
for each row when (new.extension = 'broadcast' and new.event is not null) execute function realtime.notify_local();
