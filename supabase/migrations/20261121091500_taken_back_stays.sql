-- What a person took back stays taken back. A device sends a change, hears no answer, the person returns to the values that
-- stand here, and the device says so. Were that “nothing to change”, the revision would stay, and the first request, should it
-- arrive now, would still fit it and undo what the person decided last. So such a push is a write like any other.

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
    if columns = '{}' then return jsonb_build_object('v', 'applied', 'rev', stored_rev); end if;
    -- Values that stand here already are written all the same: whatever left before them on this revision comes too late now.
    execute format(
      'update public.%I t set %s from jsonb_populate_record(null::public.%I, $3) n where t.salon_id = $1 and t.id = $2::%s returning t.rev',
      table_name, (select string_agg(format('%1$I = n.%1$I', c), ', ') from unnest(columns) c), table_name, id_type)
    into new_rev using p_salon_id, row_id, doc;
    if new_rev is null and not same then raise exception 'this row may not be changed' using errcode = '42501'; end if;
    return jsonb_build_object('v', 'applied', 'rev', coalesce(new_rev, stored_rev));
  end if;

  execute format('select to_jsonb(w) from wire.%I w where w.salon_id = $1 and w.id = $2', table_name)
  into stored using p_salon_id, row_id;
  return jsonb_build_object('v', case when same or (erased and erasing) then 'same' else 'conflict' end, 'rev', stored_rev, 'row', stored);
end $$;
