-- push_changes: takes what a device wrote, row by row, each in a subtransaction of its own, and gives each its verdict.

-- The columns of a table that the caller may insert or update: the grants are the whitelist.
create function private.writable_columns(p_table text, p_privilege text) returns text[]
language sql stable security invoker set search_path = '' as $$
  select coalesce(array_agg(a.attname::text order by a.attname), '{}')
  from pg_attribute a
  where a.attrelid = ('public.' || quote_ident(p_table))::regclass and a.attnum > 0 and not a.attisdropped
    and has_column_privilege(a.attrelid, a.attnum, p_privilege)
$$;

/* One change → its verdict. Raises what is wrong with it; the caller turns that into a verdict or lets it pass.
   Runs under the head's lock, so that what it reads is current and stays so. */
create function private.push_change(p_salon_id bigint, p_change jsonb) returns jsonb
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

/* push_changes(p_salon_id, p_changes) → {verdicts: [{v, rev?, row?, code?, message?, constraint?}]}, in the order of the changes.
   `v`: applied · same · conflict · gone · missing · rejected. Who is no member: 42501 with the hint `membership`.
   A refusal that comes from an erasure has the code `erased`. Whatever is not the fault of a row (a deadlock, a full disk)
   fails the whole call. */
create function public.push_changes(p_salon_id bigint, p_changes jsonb) returns jsonb
language plpgsql volatile security invoker set search_path = '' as $$
declare
  change jsonb;
  verdict jsonb;
  verdicts jsonb[] := '{}';
  state text;
  message text;
  violated text;
  empty text;
begin
  if jsonb_typeof(p_changes) is distinct from 'array' then
    raise exception 'p_changes is an array' using errcode = '22023';
  end if;
  if jsonb_array_length(p_changes) > 500 then
    raise exception 'at most 500 changes in a call' using errcode = 'PT413';
  end if;
  perform private.lock_head(p_salon_id);

  for change in select e from jsonb_array_elements(p_changes) with ordinality as x (e, n) order by n loop
    begin
      verdict := private.push_change(p_salon_id, change);
    exception when others then
      get stacked diagnostics state = returned_sqlstate, message = message_text, violated = constraint_name,
        empty = column_name;
      -- A missing value violates no named constraint; the name is the one that later PostgreSQL versions give it.
      violated := coalesce(nullif(violated, ''), (change ->> 'table') || '_' || nullif(empty, '') || '_not_null');
      if state = '23503' then
        verdict := jsonb_build_object('v', 'missing', 'code', state, 'message', message, 'constraint', violated);
      elsif state ~ '^(22|23)' or state in ('42501', '42804', '42P01', 'P0001') then
        verdict := jsonb_build_object('v', 'rejected', 'code', case when violated = 'erased' then violated else state end,
          'message', message, 'constraint', violated);
      else
        raise;
      end if;
    end;
    verdicts := array_append(verdicts, verdict);
  end loop;
  return jsonb_build_object('verdicts', to_jsonb(verdicts));
end $$;

revoke execute on function private.writable_columns(text, text), private.push_change(bigint, jsonb),
  public.push_changes(bigint, jsonb) from public, anon;
grant execute on function private.writable_columns(text, text), private.push_change(bigint, jsonb),
  public.push_changes(bigint, jsonb) to authenticated, service_role;
