-- Revisions. Every salon has one head. The first write of a transaction to any replicated table of that salon takes the
-- head's lock and raises `rev` by one; every row that the transaction touches is stamped with that number. The lock is
-- held until commit, so the order of revisions is the order of commits: whoever has seen revision 12 has seen all of 11.

create table public.sync_heads (
  -- Deferred, because the head must stand before the salon's own row is stamped.
  salon_id bigint primary key references public.salons (id) on delete cascade deferrable initially deferred,
  rev bigint not null default 0,
  xid xid8 not null default '0', -- the transaction that raised `rev`, so that it raises it once
  purged_rev bigint not null default 0, -- rows up to here may have vanished without a tombstone
  epoch uuid not null default gen_random_uuid() -- another one after a restored backup
) with (fillfactor = 50);

-- The replicated tables in the order in which they are pushed: what is referred to comes first.
create function private.replicated_tables() returns text[]
language sql immutable parallel safe set search_path = '' as $$
  select array['salons', 'salon_settings', 'employee_groups', 'service_groups', 'product_groups', 'resources', 'services',
    'products', 'clients', 'employee_weekly_shifts', 'employee_day_overrides', 'events', 'product_revisions']
$$;

-- The first door of every writer: takes the salon's lock, raises the revision once a transaction, returns it.
create function private.head(p_salon_id bigint) returns bigint
language plpgsql volatile security definer set search_path = '' as $$
declare
  me xid8 := pg_current_xact_id();
  answer bigint;
begin
  select h.rev into answer from public.sync_heads h where h.salon_id = p_salon_id and h.xid = me;
  if found then return answer; end if;
  update public.sync_heads h set rev = h.rev + 1, xid = me where h.salon_id = p_salon_id returning h.rev into answer;
  if not found then
    raise exception 'salon % has no head: only create_salon makes salons', p_salon_id using errcode = '55000';
  end if;
  return answer;
end $$;

-- Membership, checked once at the head of a call. The hint tells a device that the right was withdrawn.
create function private.require_membership(p_salon_id bigint) returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if p_salon_id is distinct from private.my_salon()
    and not (private.is_admin() and exists (select from public.salons s where s.id = p_salon_id)) or p_salon_id is null then
    raise exception 'not a member of this salon' using errcode = '42501', hint = 'membership';
  end if;
end $$;

-- The lock without the raise: push_changes takes it before any row, so that two pushes never deadlock.
create function private.lock_head(p_salon_id bigint) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_membership(p_salon_id);
  perform from public.sync_heads h where h.salon_id = p_salon_id for update;
end $$;

-- Gives a row its frame. Refused are the ids that would be found on every JavaScript object (schemas/row-id.ts).
create function private.stamp() returns trigger
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

-- A row that vanishes. A purged tombstone concerns only devices that never saw it deleted; a live row that an operator
-- removes concerns everybody, so that needs a revision that nobody has seen. Where the whole salon goes there is no head.
create function private.row_vanished() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  me xid8 := pg_current_xact_id();
begin
  if old.deleted then
    update public.sync_heads h set purged_rev = greatest(h.purged_rev, old.rev) where h.salon_id = old.salon_id;
  else
    update public.sync_heads h set rev = h.rev + 1, xid = me where h.salon_id = old.salon_id and h.xid <> me;
    update public.sync_heads h set purged_rev = h.rev where h.salon_id = old.salon_id;
  end if;
  return null;
end $$;

-- The poke: "revision N exists", to the salon's private channel, once a transaction and salon. `realtime.send` is not
-- security definer and swallows errors: called as the user it would fail in silence.
create function private.poke() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform realtime.send(jsonb_build_object('rev', new.rev), 'change', 'salon:' || new.salon_id, true);
  return null;
end $$;

create trigger poke after update of rev on public.sync_heads
  for each row execute function private.poke();

do $$
declare
  t text;
begin
  foreach t in array private.replicated_tables() loop
    execute format('create index %I on public.%I (salon_id, rev, id)', t || '_rev_idx', t);
    execute format('create trigger stamp before insert or update on public.%I for each row execute function private.stamp()', t);
    execute format('create trigger vanished after delete on public.%I for each row execute function private.row_vanished()', t);
  end loop;
end $$;
