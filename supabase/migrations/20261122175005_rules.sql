-- Rules that the database keeps by itself, in the transaction of the write that concerns them. They look only at what is new:
-- an import may have brought other values, and such a row must still be changed elsewhere, removed and (a client's booking)
-- emptied. The names of the constraints are those that the sync center has words for.

-- A person writes these columns as `anon` or `authenticated`; the functions below, as their owner.
create function private.is_client() returns boolean
language sql stable set search_path = '' as $$ select current_user in ('anon', 'authenticated') $$;

-- ---- events ---------------------------------------------------------------------------------------------------------

-- A client writes one of the four statuses or none. Other values exist in rows from elsewhere, and stay until changed.
create function private.event_status() returns trigger
language plpgsql set search_path = '' as $$
begin
  if private.is_client() and new.status is not null and new.status not in ('booked', 'completed', 'cancelled', 'no-show')
    and (tg_op = 'INSERT' or new.status is distinct from old.status) then
    raise exception 'unknown status' using errcode = '23514', constraint = 'events_status_check';
  end if;
  return new;
end $$;
create trigger guard_status before insert or update of status on public.events
  for each row execute function private.event_status();

-- At most 24 hours, also where the clock is set back in between; longer ones of an import stay.
create function private.guard_length() returns trigger
language plpgsql set search_path = '' as $$
begin
  if private.is_client() and new.end_time - new.start_time > interval '24 hours'
    and (tg_op = 'INSERT' or (new.start_time, new.end_time) is distinct from (old.start_time, old.end_time)) then
    raise exception 'an event lasts at most 24 hours' using errcode = '23514', constraint = 'events_at_most_a_day';
  end if;
  return new;
end $$;
create trigger guard_length before insert or update of start_time, end_time on public.events
  for each row execute function private.guard_length();

-- The server alone makes a request of a booking. A client confirms it: writes null, and no other instant than stands there.
create function private.guard_request() returns trigger
language plpgsql set search_path = '' as $$
begin
  if private.is_client() and new.requested_until is not null
    and (tg_op = 'INSERT' or new.requested_until is distinct from old.requested_until) then
    raise exception 'a request is confirmed, not made' using errcode = '23514', constraint = 'events_requested_until';
  end if;
  return new;
end $$;
create trigger guard_request before insert or update of requested_until on public.events
  for each row execute function private.guard_request();

-- ---- services: from 5 minutes to a day, in steps of 5 (a missing duration counts as 60) -----------------------------

create function private.guard_duration() returns trigger
language plpgsql set search_path = '' as $$
begin
  if private.is_client() and (new.duration > 1440 or new.duration % 5 <> 0)
    and (tg_op = 'INSERT' or new.duration is distinct from old.duration) then
    raise exception 'a duration is 5 to 1440 minutes in steps of 5' using errcode = '23514', constraint = 'services_duration_check';
  end if;
  return new;
end $$;
create trigger guard_duration before insert or update of duration on public.services
  for each row execute function private.guard_duration();

-- ---- time zones: those that this server can compute in; for every writer, `create_salon` among them -----------------

/* The names of `pg_timezone_names`, which reads some 600 files for each question: 500 rows that asked it cost 20 s. `at time zone`
   takes more than a browser knows (MSK, No/Such+3, europe/sofia). */
create table private.time_zones (name text collate "C" primary key);
alter table private.time_zones enable row level security;

/* Takes over what this server knows now: another version may know others, and data may come to another server. A name that went from
   it is kept as long as a salon has it, so that both of the salon's rows may still say it. */
create function private.learn_time_zones() returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  known constant text[] := array(select z.name from pg_timezone_names z);
begin
  insert into private.time_zones (name) select n from unnest(known) n on conflict do nothing;
  delete from private.time_zones t where t.name <> all (known)
    and not exists (select from public.salons s where s.timezone = t.name)
    and not exists (select from public.salon_settings s where s.timezone = t.name);
end $$;
select private.learn_time_zones();

create function private.guard_time_zone() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'UPDATE' and new.timezone = old.timezone then return new; end if;
  if not exists (select from private.time_zones z where z.name = new.timezone) then
    raise exception 'no such time zone' using errcode = '23514', constraint = tg_table_name || '_timezone_check';
  end if;
  return new;
end $$;
create trigger guard_time_zone before insert or update of timezone on public.salons
  for each row execute function private.guard_time_zone();
create trigger guard_time_zone before insert or update of timezone on public.salon_settings
  for each row execute function private.guard_time_zone();

-- ---- sets of shifts and overrides: row 0 carries the set ------------------------------------------------------------

-- At most 20 entries, none that starts at its end, none additional without times.
create function private.guard_set() returns trigger
language plpgsql set search_path = '' as $$
declare
  entries jsonb;
begin
  if right(new.id, 2) <> '/0' then
    if private.is_client() then
      raise exception 'only row 0 of a set is written' using errcode = '23514', constraint = 'only_row_0_is_written';
    end if;
    return new;
  end if;
  -- The column's check speaks.
  if new.intervals is null or length(new.intervals) > 2000 or new.intervals !~ '^\[\[.*\]\]$' then return new; end if;
  entries := new.intervals::jsonb;
  if entries -> 0 ->> 0 is distinct from new.start_time or entries -> 0 ->> 1 is distinct from new.end_time
    or (tg_table_name = 'employee_day_overrides' and entries -> 0 ->> 2 is distinct from to_jsonb(new) ->> 'type') then
    raise exception 'row 0 holds the first entry of its set' using errcode = '23514', constraint = 'row_0_is_the_first_entry';
  end if;
  if exists (
    select from (select e::text collate "C" as this, lag(e::text collate "C") over (order by n) as before
      from jsonb_array_elements(entries) with ordinality as x (e, n)) as pairs
    where before > this
  ) then
    raise exception 'a set is in order' using errcode = '23514', constraint = 'set_is_in_order';
  end if;
  if tg_op = 'UPDATE' and new.intervals = old.intervals then return new; end if;
  if exists (select from jsonb_array_elements(entries) as x (e) where e ->> 0 = e ->> 1) then
    raise exception 'a shift that ends when it starts' using errcode = '23514', constraint = 'shift_times_differ';
  end if;
  if jsonb_array_length(entries) > 20
    or exists (select from jsonb_array_elements(entries) as x (e) where e ->> 0 is null and e ->> 2 = 'additional_shift') then
    raise exception 'no such set' using errcode = '23514', constraint = tg_table_name || '_intervals_check';
  end if;
  return new;
end $$;

create function private.derive_weekly_shifts() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  prefix text := left(new.id, -1); -- '<resource>/<weekday>/'
  wanted jsonb := case when new.deleted then '[]' else new.intervals::jsonb end;
begin
  insert into public.employee_weekly_shifts as t (salon_id, id, resource_id, weekday, start_time, end_time)
  select new.salon_id, prefix || (n - 1), new.resource_id, new.weekday, e ->> 0, e ->> 1
  from jsonb_array_elements(wanted) with ordinality as x (e, n) where n > 1
  on conflict (salon_id, id) do update set start_time = excluded.start_time, end_time = excluded.end_time, deleted = false
  where (t.start_time, t.end_time, t.deleted) is distinct from (excluded.start_time, excluded.end_time, false);

  update public.employee_weekly_shifts t set deleted = true
  where t.salon_id = new.salon_id and t.id > prefix and t.id < prefix || '~' -- by the key: their own rows, however many others there are
    and t.resource_id = new.resource_id and t.weekday = new.weekday and not t.deleted
    and substr(t.id, length(prefix) + 1)::int >= greatest(jsonb_array_length(wanted), 1);
  return null;
end $$;

create function private.derive_day_overrides() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  prefix text := left(new.id, -1); -- '<resource>/<date>/'
  wanted jsonb := case when new.deleted then '[]' else new.intervals::jsonb end;
begin
  insert into public.employee_day_overrides as t (salon_id, id, resource_id, date, type, start_time, end_time)
  select new.salon_id, prefix || (n - 1), new.resource_id, new.date, e ->> 2, e ->> 0, e ->> 1
  from jsonb_array_elements(wanted) with ordinality as x (e, n) where n > 1
  on conflict (salon_id, id) do update
  set type = excluded.type, start_time = excluded.start_time, end_time = excluded.end_time, deleted = false
  where (t.type, t.start_time, t.end_time, t.deleted)
    is distinct from (excluded.type, excluded.start_time, excluded.end_time, false);

  update public.employee_day_overrides t set deleted = true
  where t.salon_id = new.salon_id and t.id > prefix and t.id < prefix || '~' -- by the key: their own rows, however many others there are
    and t.resource_id = new.resource_id and t.date = new.date and not t.deleted
    and substr(t.id, length(prefix) + 1)::int >= greatest(jsonb_array_length(wanted), 1);
  return null;
end $$;

create trigger guard_set before insert or update on public.employee_weekly_shifts
  for each row execute function private.guard_set();
create trigger guard_set before insert or update on public.employee_day_overrides
  for each row execute function private.guard_set();
create trigger derive after insert or update on public.employee_weekly_shifts
  for each row when (right(new.id, 2) = '/0') execute function private.derive_weekly_shifts();
create trigger derive after insert or update on public.employee_day_overrides
  for each row when (right(new.id, 2) = '/0') execute function private.derive_day_overrides();

-- ---- is_complete: both names, an active employee, a service ---------------------------------------------------------

-- Each write of one looks for another: among what was deleted, of which there may be any number, it would look for long. Services
-- have `services_live_idx`.
create index resources_at_work_idx on public.resources (salon_id) where active and not deleted;

create function private.salon_completeness() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.is_complete := new.name_bg <> '' and new.name_en <> ''
    and exists (select from public.resources r where r.salon_id = new.id and r.active and not r.deleted)
    and exists (select from public.services s where s.salon_id = new.id and not s.deleted);
  return new;
end $$;

create function private.completeness_may_have_changed() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  of_salon bigint := case when tg_op = 'DELETE' then old.salon_id else new.salon_id end;
begin
  update public.salons s set is_complete = not s.is_complete -- the trigger on salons writes what is true
  where s.id = of_salon and s.is_complete <> (s.name_bg <> '' and s.name_en <> ''
    and exists (select from public.resources r where r.salon_id = s.id and r.active and not r.deleted)
    and exists (select from public.services v where v.salon_id = s.id and not v.deleted));
  return null;
end $$;

create trigger completeness before insert or update on public.salons
  for each row execute function private.salon_completeness();
create trigger completeness after insert or delete or update of active, deleted on public.resources
  for each row execute function private.completeness_may_have_changed();
create trigger completeness after insert or delete or update of deleted on public.services
  for each row execute function private.completeness_may_have_changed();
