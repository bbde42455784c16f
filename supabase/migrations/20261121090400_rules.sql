-- Rules that the database keeps by itself, in the transaction of the write that concerns them.

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

-- ---- sets of shifts and overrides: row 0 carries the set ------------------------------------------------------------

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
  where t.salon_id = new.salon_id and t.resource_id = new.resource_id and t.weekday = new.weekday and not t.deleted
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
  where t.salon_id = new.salon_id and t.resource_id = new.resource_id and t.date = new.date and not t.deleted
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

-- ---- erasure of a client --------------------------------------------------------------------------------------------

-- Who was erased, kept apart from the rows (no foreign keys): a restored backup replays it.
create table private.erasures (
  salon_id bigint not null,
  client_id text collate "C" not null,
  erased_at timestamptz(3) not null,
  erased_by uuid,
  recorded_at timestamptz(3) not null default now(),
  primary key (salon_id, client_id)
);
alter table private.erasures enable row level security;

-- An erased row stays for ever and stays empty; the database empties it whatever came with the erasure.
create function private.guard_erased_client() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'UPDATE' then
    if old.erased_at is not null then
      raise exception 'this client was erased' using errcode = '23514', constraint = 'erased';
    end if;
  end if;
  if new.erased_at is not null then
    new.name := null; new.first_name := null; new.last_name := null; new.email := null; new.phone := null;
    new.address := null; new.city := null; new.birth_date := null; new.notes := null;
    new.deleted := true;
  end if;
  return new;
end $$;

create function private.client_erased() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.events e set notes = null where e.salon_id = new.salon_id and e.client_id = new.id and e.notes is not null;
  insert into private.erasures (salon_id, client_id, erased_at, erased_by)
  values (new.salon_id, new.id, new.erased_at, (select auth.uid()))
  on conflict (salon_id, client_id) do nothing;
  return null;
end $$;

create function private.guard_note_of_erased_client() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if exists (select from public.clients c where c.salon_id = new.salon_id and c.id = new.client_id and c.erased_at is not null) then
    raise exception 'this client was erased' using errcode = '23514', constraint = 'erased';
  end if;
  return new;
end $$;

create trigger guard_erased before insert or update on public.clients
  for each row execute function private.guard_erased_client();
create trigger erased after insert or update on public.clients
  for each row when (new.erased_at is not null) execute function private.client_erased();
create trigger guard_note_of_erased_client before insert or update on public.events
  for each row when (new.notes is not null and new.client_id is not null) execute function private.guard_note_of_erased_client();

-- ---- is_complete: both names, an active employee, a service ---------------------------------------------------------

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
