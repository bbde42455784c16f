-- What hosted Supabase brings before the first migration. Run at every start, so everything here may be there already.

do $$
declare
  wanted record;
begin
  for wanted in
    select * from (values
      ('anon', 'nologin noinherit'),
      ('authenticated', 'nologin noinherit'),
      ('service_role', 'nologin noinherit bypassrls'),
      ('authenticator', 'nologin noinherit')
    ) as r (name, options)
  loop
    if not exists (select from pg_roles where rolname = wanted.name) then
      -- Roles belong to the cluster: another database's bootstrap may make them at this moment.
      begin
        execute format('create role %I %s', wanted.name, wanted.options);
      exception when duplicate_object or unique_violation then
        null;
      end;
    end if;
  end loop;
  if not pg_has_role('authenticator', 'authenticated', 'member') then
    grant anon, authenticated, service_role to authenticator;
  end if;
end
$$;

create schema if not exists extensions;
grant usage on schema extensions to anon, authenticated, service_role;
create extension if not exists pgcrypto with schema extensions;

-- As on hosted Supabase a new table or function in public is everybody's until a migration revokes it: one that forgets must
-- fail the tests here, not leak there.
grant usage on schema public to anon, authenticated, service_role;
alter default privileges in schema public grant all on tables to anon, authenticated, service_role;
alter default privileges in schema public grant all on routines to anon, authenticated, service_role;
alter default privileges in schema public grant all on sequences to anon, authenticated, service_role;

grant usage on schema auth to anon, authenticated, service_role, authenticator;
-- Accounts are read and written as the login itself (request-role.ts); it owns nothing.
grant select, insert, update, delete on all tables in schema auth to authenticator;

-- lite reads the single claims; hosted Supabase the JSON as well, and so may SQL tests.
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
grant usage on schema realtime to anon, authenticated, service_role;

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

create or replace function realtime.topic() returns text language sql stable as $$
  select nullif(current_setting('realtime.topic', true), '')
$$;

-- Runs as its caller, and an error only warns: a message that cannot be sent must not undo the write that sends it.
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

-- Only here: how the local Realtime endpoint hears of a message. NOTIFY takes 8,000 bytes at most; a longer one is read by id.
create or replace function realtime.notify_local() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  message text := jsonb_build_object(
    'id', new.id, 'topic', new.topic, 'event', new.event, 'private', new.private, 'payload', new.payload)::text;
begin
  if octet_length(message) > 7000 then
    message := jsonb_build_object('id', new.id)::text;
  end if;
  perform pg_catalog.pg_notify('realtime_messages', message);
  return null;
end
$$;

create or replace trigger notify_local after insert on realtime.messages
for each row when (new.extension = 'broadcast' and new.event is not null) execute function realtime.notify_local();
