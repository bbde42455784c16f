-- Erasure of a client. Who was erased stays erased in every order of backups, purges, merges and devices' edits.
-- `private.erasures` is the truth: whoever stands in it is never in `clients` but as an empty row, and takes along the
-- duplicates merged into them.

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
  if new.erased_at is null then
    -- A backup brought the person back, or a device that never heard of the erasure merges a duplicate into them.
    new.erased_at := coalesce(
      (select x.erased_at from private.erasures x where x.salon_id = new.salon_id and x.client_id = new.id),
      (select c.erased_at from public.clients c where c.salon_id = new.salon_id and c.id = new.merged_into));
  end if;
  if new.erased_at is not null then
    new.name := null; new.first_name := null; new.last_name := null; new.email := null; new.phone := null;
    new.address := null; new.city := null; new.birth_date := null; new.notes := null;
    new.deleted := true;
  end if;
  return new;
end $$;

/* Empties the notes of their bookings and erases their duplicates, all at once: one level of triggers for each client of a chain
   of merged duplicates ended, after some thousands, in a full stack; the device made a refusal of it, and the person was not
   erased. */
create function private.client_erased() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  duplicates text[];
begin
  update public.events e set notes = null where e.salon_id = new.salon_id and e.client_id = new.id and e.notes is not null;
  insert into private.erasures (salon_id, client_id, erased_at, erased_by)
  values (new.salon_id, new.id, new.erased_at, (select private.me()))
  on conflict (salon_id, client_id) do nothing;
  -- Their duplicates and those of the duplicates; a circle ends at who is found already, and at who is erased. `offset 0`
  -- keeps it one look-up by index for each, whatever the planner thinks of the numbers.
  duplicates := array(
    with recursive found as (
      select new.id
      union
      select d.id from found f
      cross join lateral (
        select c.id from public.clients c
        where c.salon_id = new.salon_id and c.merged_into = f.id and c.erased_at is null offset 0
      ) d
    )
    select f.id from found f where f.id <> new.id
  );
  -- This trigger runs for each of them once all of them are erased, and finds nobody then: it never goes deeper.
  if duplicates <> '{}' then
    update public.clients c set erased_at = new.erased_at where c.salon_id = new.salon_id and c.id = any (duplicates);
  end if;
  return null;
end $$;

create function private.guard_note_of_erased_client() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if exists (select from public.clients c where c.salon_id = new.salon_id and c.id = new.client_id and c.erased_at is not null)
    or exists (select from private.erasures x where x.salon_id = new.salon_id and x.client_id = new.client_id) then
    raise exception 'this client was erased' using errcode = '23514', constraint = 'erased';
  end if;
  return new;
end $$;

-- Makes the empty row of an erased client who is not there any more; returns whether it did.
create function private.keep_erased(p_salon_id bigint, p_client_id text) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_membership(p_salon_id);
  insert into public.clients (salon_id, id, erased_at)
  select x.salon_id, x.client_id, x.erased_at from private.erasures x
  where x.salon_id = p_salon_id and x.client_id = p_client_id
    and not exists (select from public.clients c where c.salon_id = x.salon_id and c.id = x.client_id);
  return found;
end $$;

create trigger guard_erased before insert or update on public.clients
  for each row execute function private.guard_erased_client();
create trigger erased after insert or update on public.clients
  for each row when (new.erased_at is not null) execute function private.client_erased();
create trigger guard_note_of_erased_client before insert or update on public.events
  for each row when (new.notes is not null and new.client_id is not null) execute function private.guard_note_of_erased_client();
