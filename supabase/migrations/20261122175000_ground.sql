-- Ground: the schemas that are not exposed, and pgcrypto where Supabase keeps extensions.
--   private  helpers, triggers' functions, what no API role may read
--   wire     one view a replicated table: the row exactly as it travels (JSON numbers, ISO UTC with milliseconds, ids as text)
-- Neither is among PostgREST's exposed schemas. Every right in this project is given by name and taken away by name:
-- Supabase's default privileges grant everything to everybody, and `alter default privileges` of one schema cannot
-- take EXECUTE away from PUBLIC.
create schema if not exists private;
create schema if not exists wire;
revoke all on schema private, wire from public, anon;
grant usage on schema private, wire to authenticated, service_role;

create extension if not exists pgcrypto with schema extensions;
