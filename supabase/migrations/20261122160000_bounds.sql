-- What the app's door bounds, the database bounds as well: money, durations, lengths of bookings, shifts, time zones, ids.
-- Columns' checks hold what no row may ever be. Triggers hold what nobody writes any more: an import may have brought other
-- values, and such a row must still be changed elsewhere, removed and (a client's booking) emptied; so they look only at what
-- is new. The names of the constraints are those that the sync center has words for.

-- ---- money: NaN is above every number, so the upper bound refuses it ------------------------------------------------
do $$
declare
  m record;
begin
  for m in
    select * from (values ('services', 'price', '0'), ('products', 'supply_price', 'null'), ('products', 'sale_price', '0'),
      ('products', 'price', 'null'), ('events', 'price', 'null')) as x (name, of, instead)
  loop
    execute format('update public.%1$I set %2$I = %3$s where %2$I = ''NaN''', m.name, m.of, m.instead);
    execute format('alter table public.%1$I drop constraint %3$I, add constraint %3$I check (%2$I between 0 and 9999999999.99)',
      m.name, m.of, m.name || '_' || m.of || '_check');
  end loop;
end $$;

-- ---- ids that would be found on every JavaScript object (schemas/row-id.ts) -----------------------------------------
create or replace function private.stamp() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'UPDATE' then
    if new.salon_id is distinct from old.salon_id or new.id is distinct from old.id then
      raise exception 'salon_id and id never change' using errcode = '23514', constraint = 'identity_never_changes';
    end if;
    new.created_at := old.created_at;
  else
    if new.id::text in ('__proto__', 'constructor', 'prototype') then
      raise exception 'no row has this id' using errcode = '23514', constraint = tg_table_name || '_id_check';
    end if;
    if tg_table_name = 'salons' then new.salon_id := new.id; end if;
    new.created_at := clock_timestamp();
  end if;
  new.rev := private.head(new.salon_id);
  new.updated_at := clock_timestamp();
  return new;
end $$;

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

-- ---- events: at most 24 hours, also where the clock is set back in between; longer ones of an import stay -----------
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

-- ---- time zones: those that this server can compute in; for every writer, `create_salon` among them -----------------
create function private.guard_time_zone() returns trigger
language plpgsql set search_path = '' as $$
begin
  if tg_op = 'UPDATE' and new.timezone = old.timezone then return new; end if;
  if not exists (select from pg_timezone_names z where z.name = new.timezone) then
    raise exception 'no such time zone' using errcode = '23514', constraint = tg_table_name || '_timezone_check';
  end if;
  return new;
end $$;
create trigger guard_time_zone before insert or update of timezone on public.salons
  for each row execute function private.guard_time_zone();
create trigger guard_time_zone before insert or update of timezone on public.salon_settings
  for each row execute function private.guard_time_zone();

-- ---- sets of shifts: at most 20 entries, none that starts at its end, none additional without times -----------------
create or replace function private.guard_set() returns trigger
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
  if new.intervals is null or new.intervals !~ '^\[\[.*\]\]$' then return new; end if; -- the column's check speaks
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

revoke execute on function private.guard_duration(), private.guard_length(), private.guard_time_zone() from public, anon;
