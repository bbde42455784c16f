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

/* When each column of a row was last changed: {column: revision}, for rows that were changed since they were made. A value alone
   does not tell whether anybody wrote since a device looked: what was changed and then put back looks as if nothing had happened.
   Nobody reads it but private.changed_since, for the verdict `conflict`; private.purge forgets what is old. */
create table private.column_revisions (
  salon_id bigint not null references public.salons (id) on delete cascade,
  table_name text not null,
  id text collate "C" not null,
  revs jsonb not null,
  changed_at timestamptz not null default clock_timestamp(),
  primary key (salon_id, table_name, id)
) with (fillfactor = 70);
alter table private.column_revisions enable row level security;

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
declare
  before jsonb;
  changed jsonb; -- the columns that are written with other values than they had
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
  if tg_op = 'UPDATE' then
    before := to_jsonb(old);
    select jsonb_object_agg(n.key, new.rev) into changed from jsonb_each(to_jsonb(new)) n
    where n.key not in ('rev', 'updated_at') and n.value is distinct from before -> n.key;
    if changed is not null then
      insert into private.column_revisions as c (salon_id, table_name, id, revs)
      values (new.salon_id, tg_table_name, new.id::text, changed)
      on conflict (salon_id, table_name, id) do update
      set revs = c.revs || excluded.revs, changed_at = excluded.changed_at;
    end if;
  end if;
  new.updated_at := clock_timestamp();
  return new;
end $$;

-- Returns which of these columns of a row were changed after that revision; null: none.
create function private.changed_since(p_salon_id bigint, p_table text, p_id text, p_columns text[], p_rev bigint) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_membership(p_salon_id);
  return (select jsonb_agg(e.key order by e.key) from private.column_revisions c, jsonb_each(c.revs) e
    where c.salon_id = p_salon_id and c.table_name = p_table and c.id = p_id and e.key = any (p_columns) and e.value::bigint > p_rev);
end $$;

-- A row that vanishes. A purged tombstone concerns only devices that never saw it deleted; a live row that an operator
-- removes concerns everybody, so that needs a revision that nobody has seen. Where the whole salon goes there is no head.
create function private.row_vanished() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  me xid8 := pg_current_xact_id();
begin
  delete from private.column_revisions c where c.salon_id = old.salon_id and c.table_name = tg_table_name and c.id = old.id::text;
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
