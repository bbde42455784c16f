-- Over which other bookings somebody has let this one lie: canonical JSON text, `schemas/agreements.ts` is its twin. Two
-- upcoming bookings of one employee that lie over each other without it are asked about on every device of the salon.

/* Whether a text is a list of agreements in canonical form: 1 to 50 entries of other booking, employee, own times and the
   other's times, in order and each once. Instants are compared with what they say when they are read and written again, so
   that no 30 February passes. */
create function private.is_agreements(p_text text) returns boolean
language plpgsql immutable parallel safe set search_path = '' as $$
declare
  id constant text := '"(?!(?:__proto__|constructor|prototype)")[A-Za-z0-9_./:-]{1,120}"';
  instant constant text := '"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}[.][0-9]{3}Z"';
  entry constant text := '\[' || id || ',' || id || ',' || instant || ',' || instant || ',' || instant || ',' || instant || '\]';
  entries jsonb;
begin
  if length(p_text) > 20000 or p_text !~ ('^\[' || entry || '(?:,' || entry || ')*\]$') then return false; end if;
  entries := p_text::jsonb;
  return jsonb_array_length(entries) <= 50
    and not exists (
      select from (select e::text collate "C" as this, lag(e::text collate "C") over (order by n) as before
        from jsonb_array_elements(entries) with ordinality as x (e, n)) as pairs
      where before >= this)
    and not exists (
      select from jsonb_array_elements(entries) as e, generate_series(2, 5) as at
      where private.iso((e ->> at)::timestamptz) <> e ->> at
        or e ->> at < '1900' or e ->> at > '9999-12-31T00:00:00.000Z');
exception
  when data_exception then return false; -- an hour of 25, a month of 13
end $$;

alter table public.events
  add column overlap_agreed text collate "C" constraint events_overlap_agreed_check check (private.is_agreements(overlap_agreed));
grant insert (overlap_agreed), update (overlap_agreed) on public.events to authenticated;

create or replace view wire.events with (security_invoker) as
select salon_id, id, resource_id, client_id, service_id, title, private.iso(start_time) as start_time,
  private.iso(end_time) as end_time, notes, type, status, private.iso(arrived_at) as arrived_at, series_id,
  trim_scale(price) as price,
  rev, deleted, private.iso(created_at) as created_at, private.iso(updated_at) as updated_at,
  overlap_agreed
from public.events;

revoke execute on function private.is_agreements(text) from public, anon;
grant execute on function private.is_agreements(text) to authenticated, service_role;
