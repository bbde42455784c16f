-- An erased client stays erased in every order of backups, purges, merges and devices' edits. `private.erasures` is the
-- truth: whoever stands in it is never in `clients` but as an empty row, and takes along the duplicates merged into them.

create or replace function private.guard_erased_client() returns trigger
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

create or replace function private.client_erased() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.events e set notes = null where e.salon_id = new.salon_id and e.client_id = new.id and e.notes is not null;
  insert into private.erasures (salon_id, client_id, erased_at, erased_by)
  values (new.salon_id, new.id, new.erased_at, (select auth.uid()))
  on conflict (salon_id, client_id) do nothing;
  -- Their duplicates; this trigger follows chains, and a circle ends at who is erased already.
  update public.clients c set erased_at = new.erased_at
  where c.salon_id = new.salon_id and c.merged_into = new.id and c.erased_at is null;
  return null;
end $$;

create or replace function private.guard_note_of_erased_client() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if exists (select from public.clients c where c.salon_id = new.salon_id and c.id = new.client_id and c.erased_at is not null)
    or exists (select from private.erasures x where x.salon_id = new.salon_id and x.client_id = new.client_id) then
    raise exception 'this client was erased' using errcode = '23514', constraint = 'erased';
  end if;
  return new;
end $$;

-- Makes the empty row of an erased client who is not there any more; answers whether it did.
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
revoke execute on function private.keep_erased(bigint, text) from public, anon;
grant execute on function private.keep_erased(bigint, text) to authenticated, service_role;

/* One change → its verdict. Raises what is wrong with it; the caller turns that into a verdict or lets it pass.
   Runs under the head's lock, so that what it reads is current and stays so. */
create or replace function private.push_change(p_salon_id bigint, p_change jsonb) returns jsonb
language plpgsql volatile security invoker set search_path = '' as $$
declare
  table_name constant text := p_change ->> 'table';
  row_id constant text := p_change ->> 'id';
  base_rev constant bigint := coalesce((p_change ->> 'base_rev')::bigint, 0);
  doc constant jsonb := coalesce(p_change -> 'doc', '{}');
  id_type constant text := case when table_name = 'salons' then 'bigint' else 'text' end;
  erasing constant boolean := table_name = 'clients' and doc ->> 'erased_at' is not null;
  erased boolean := false;
  allowed text[];
  columns text[];
  stored_rev bigint;
  same boolean;
  new_rev bigint;
  stored jsonb;
begin
  if table_name is null or not table_name = any (private.replicated_tables()) then
    raise exception 'no such table' using errcode = '42P01';
  end if;
  if row_id is null or jsonb_typeof(doc) <> 'object' then
    raise exception 'a change is {table, id, base_rev, doc}' using errcode = '22023';
  end if;

  allowed := private.writable_columns(table_name, 'UPDATE');
  columns := array(select k from jsonb_object_keys(doc) k where k = any (allowed) order by k);
  execute format(
    'select t.rev, %s from public.%I t, jsonb_populate_record(null::public.%I, $3) n where t.salon_id = $1 and t.id = $2::%s',
    case when columns = '{}' then 'true' else format('row(%s) is not distinct from row(%s)',
      (select string_agg(format('t.%I', c), ', ') from unnest(columns) c),
      (select string_agg(format('n.%I', c), ', ') from unnest(columns) c)) end,
    table_name, table_name, id_type)
  into stored_rev, same using p_salon_id, row_id, doc;

  -- Who was erased is there as an empty row, even where a backup or a purge has lost it.
  if stored_rev is null and table_name = 'clients' and private.keep_erased(p_salon_id, row_id) then
    select c.rev, false into stored_rev, same from public.clients c where c.salon_id = p_salon_id and c.id = row_id;
  end if;

  -- An erasure outranks everything: it makes the row anew where it was purged or never there …
  if stored_rev is null and base_rev > 0 and not erasing then return '{"v": "gone"}'; end if;

  if stored_rev is null then
    allowed := private.writable_columns(table_name, 'INSERT');
    if not 'id' = any (allowed) then
      raise exception 'rows of % are not made by clients', table_name using errcode = '42501';
    end if;
    columns := array(select k from jsonb_object_keys(doc) k where k = any (allowed) and k not in ('id', 'salon_id') order by k);
    execute format(
      'insert into public.%I (salon_id, id%s) select $1, $2%s from jsonb_populate_record(null::public.%I, $3) n returning rev', table_name,
      (select coalesce(string_agg(format(', %I', c), ''), '') from unnest(columns) c),
      (select coalesce(string_agg(format(', n.%I', c), ''), '') from unnest(columns) c), table_name)
    into new_rev using p_salon_id, row_id, doc;
    return jsonb_build_object('v', 'applied', 'rev', new_rev);
  end if;

  -- … and what is erased changes no more.
  if table_name = 'clients' then
    select c.erased_at is not null into erased from public.clients c where c.salon_id = p_salon_id and c.id = row_id;
  end if;

  if stored_rev = base_rev and not erased then
    if same then return jsonb_build_object('v', 'applied', 'rev', stored_rev); end if;
    execute format(
      'update public.%I t set %s from jsonb_populate_record(null::public.%I, $3) n where t.salon_id = $1 and t.id = $2::%s returning t.rev',
      table_name, (select string_agg(format('%1$I = n.%1$I', c), ', ') from unnest(columns) c), table_name, id_type)
    into new_rev using p_salon_id, row_id, doc;
    if new_rev is null then raise exception 'this row may not be changed' using errcode = '42501'; end if;
    return jsonb_build_object('v', 'applied', 'rev', new_rev);
  end if;

  execute format('select to_jsonb(w) from wire.%I w where w.salon_id = $1 and w.id = $2', table_name)
  into stored using p_salon_id, row_id;
  return jsonb_build_object('v', case when same or (erased and erasing) then 'same' else 'conflict' end, 'rev', stored_rev, 'row', stored);
end $$;

/* After a backup was restored: a new epoch makes every device rebuild, and erasures are done again, also of clients whom
   the backup did not have yet: devices that still hold them must hear of it. */
create or replace function private.restored_from_backup() returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  update public.sync_heads set epoch = gen_random_uuid();
  update public.clients c set erased_at = x.erased_at from private.erasures x
  where c.salon_id = x.salon_id and c.id = x.client_id and c.erased_at is null;
  insert into public.clients (salon_id, id, erased_at)
  select x.salon_id, x.client_id, x.erased_at from private.erasures x
  join public.sync_heads h on h.salon_id = x.salon_id
  where not exists (select from public.clients c where c.salon_id = x.salon_id and c.id = x.client_id);
end $$;

/* Removes tombstones of a salon older than p_before that nothing refers to but other tombstones of the same purge (one
   reference would fail the whole purge): chains and circles of merged clients go at once. Erased clients are never purged.
   Answers how many went. */
create or replace function private.purge(p_salon_id bigint, p_before timestamptz default now() - interval '90 days') returns bigint
language plpgsql volatile security definer set search_path = '' as $$
declare
  tables constant text[] := private.replicated_tables();
  t text;
  old_enough text;
  to_itself text;
  gone bigint;
  total bigint := 0;
begin
  perform from public.sync_heads h where h.salon_id = p_salon_id for update;
  for i in reverse array_length(tables, 1)..2 loop -- last pushed, first purged; never the salon itself
    t := tables[i];
    select max(a.attname) filter (where f.conrelid = f.confrelid),
      't.deleted and t.updated_at < $2'
      || case when t = 'clients' then ' and t.erased_at is null' else '' end
      || coalesce(string_agg(format(' and not exists (select from %s r where r.salon_id = t.salon_id and r.%I = t.id)',
        f.conrelid::regclass, a.attname), '') filter (where f.conrelid <> f.confrelid), '')
    into to_itself, old_enough
    from pg_constraint f join pg_attribute a on a.attrelid = f.conrelid and a.attnum = f.conkey[2]
    where f.contype = 'f' and f.confrelid = ('public.' || t)::regclass and f.confdeltype = 'a';
    if to_itself is null then
      execute format('delete from public.%I t where t.salon_id = $1 and %s', t, old_enough) using p_salon_id, p_before;
    else
      execute format(
        'with recursive kept as (
           select t.id, t.%2$I as leads_to from public.%1$I t where t.salon_id = $1 and not (%3$s)
           union
           select t.id, t.%2$I from public.%1$I t join kept k on t.id = k.leads_to where t.salon_id = $1
         )
         delete from public.%1$I t where t.salon_id = $1 and %3$s and t.id not in (select k.id from kept k)', t, to_itself, old_enough)
      using p_salon_id, p_before;
    end if;
    get diagnostics gone = row_count;
    total := total + gone;
  end loop;
  return total;
end $$;
