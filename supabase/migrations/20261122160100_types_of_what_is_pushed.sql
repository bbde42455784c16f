-- A value has the JSON type of its column. PostgreSQL reads more than the wire speaks: `{}` is a text to it, "0x10" is money,
-- "today", "epoch" and "infinity" are instants, and a third decimal of an amount is rounded away. A row would come back to the
-- device as another than it sent, and no door of the app could have written it.

/* Whether a JSON value is one of a column of that type (`atttypid`, `atttypmod`): text and UUIDs are strings, dates
   yyyy-MM-dd, instants ISO with an offset and at most milliseconds, money a number of at most so many decimals. Null always
   fits: whether it may be null is the column's own rule. Without `set`, so that it is inlined. */
create function private.fits(p_value jsonb, p_type oid, p_modifier integer) returns boolean
language sql immutable parallel safe as $$
  select case jsonb_typeof(p_value)
    when 'null' then true
    when 'boolean' then p_type = 'boolean'::regtype
    when 'number' then case p_type
      when 'numeric'::regtype then scale(trim_scale(p_value::numeric)) <= (p_modifier - 4) & 65535
      else p_type in ('integer'::regtype, 'bigint'::regtype) end
    when 'string' then case p_type
      when 'date'::regtype then p_value #>> '{}' ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$'
      when 'timestamptz'::regtype then p_value #>> '{}' ~
        '^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}([.][0-9]{1,3})?(Z|[+-][0-9]{2}:[0-9]{2})$'
      else p_type in ('text'::regtype, 'uuid'::regtype) end
    else false
  end
$$;

-- Refuses a value that does not fit: a text that is no date as PostgreSQL does, the rest as what no column takes.
create function private.refuse_misfit(p_table text, p_column text, p_value jsonb) returns void
language plpgsql stable set search_path = '' as $$
begin
  if jsonb_typeof(p_value) = 'string' and exists (
    select from pg_attribute a where a.attrelid = ('public.' || quote_ident(p_table))::regclass and a.attname = p_column
      and a.atttypid in ('date'::regtype, 'timestamptz'::regtype)
  ) then
    raise exception '%.% is no date in ISO form', p_table, p_column using errcode = '22007';
  end if;
  raise exception '%.% has another type', p_table, p_column using errcode = '42804';
end $$;

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
  relation oid;
  erased boolean := false;
  columns text[]; -- of the doc: those that the caller may change in a row that is there
  columns_of_new text[]; -- and those that the caller may fill in a new one
  may_make boolean;
  misfit text;
  stored_rev bigint;
  same boolean;
  new_rev bigint;
  stored jsonb;
begin
  if table_name is null or not table_name = any (private.replicated_tables()) then
    raise exception 'no such table' using errcode = '42P01';
  end if;
  if jsonb_typeof(p_change -> 'id') is distinct from 'string' or jsonb_typeof(doc) <> 'object' then
    raise exception 'a change is {table, id, base_rev, doc}' using errcode = '22023';
  end if;

  relation := ('public.' || quote_ident(table_name))::regclass;
  -- The grants are the whitelist. What the caller may not write, and what is no column, is not looked at.
  select coalesce(array_agg(c.name order by c.name) filter (where c.may_change), '{}'),
    coalesce(array_agg(c.name order by c.name) filter (where c.may_fill), '{}'),
    min(c.name) filter (where not private.fits(c.value, c.type, c.modifier)),
    has_column_privilege(relation, 'id', 'INSERT')
  into columns, columns_of_new, misfit, may_make
  from (
    select a.attname::text as name, d.value, a.atttypid as type, a.atttypmod as modifier,
      has_column_privilege(relation, a.attnum, 'UPDATE') as may_change, has_column_privilege(relation, a.attnum, 'INSERT') as may_fill
    from jsonb_each(doc) d join pg_attribute a on a.attrelid = relation and a.attname = d.key and a.attnum > 0
  ) c
  where (c.may_change or c.may_fill) and c.name not in ('id', 'salon_id');
  if misfit is not null then perform private.refuse_misfit(table_name, misfit, doc -> misfit); end if;

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
    if not may_make then
      raise exception 'rows of % are not made by clients', table_name using errcode = '42501';
    end if;
    execute format(
      'insert into public.%I (salon_id, id%s) select $1, $2%s from jsonb_populate_record(null::public.%I, $3) n returning rev', table_name,
      (select coalesce(string_agg(format(', %I', c), ''), '') from unnest(columns_of_new) c),
      (select coalesce(string_agg(format(', n.%I', c), ''), '') from unnest(columns_of_new) c), table_name)
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

/* create_salon(p_salon, p_settings) → {salon_id}
   Salon, settings, membership, approval and head in one transaction. Who has a salon gets its number and no second one,
   and so does a repeated call after a lost answer. Unknown keys and keys that only the server writes are ignored. */
create or replace function public.create_salon(p_salon jsonb, p_settings jsonb default '{}') returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  me uuid := (select auth.uid());
  mine bigint;
  salon public.salons;
  settings public.salon_settings;
begin
  select u.salon_id into mine from public.users u where u.id = me for update;
  if not found then raise exception 'sign in first' using errcode = '42501'; end if;
  if mine is not null then return jsonb_build_object('salon_id', mine); end if;

  perform private.refuse_misfit(d.name, k.key, k.value)
  from (values ('salons', coalesce(p_salon, '{}')), ('salon_settings', coalesce(p_settings, '{}'))) d (name, doc)
  cross join jsonb_each(d.doc) k
  join pg_attribute a on a.attrelid = ('public.' || d.name)::regclass and a.attname = k.key and a.attnum > 0
  where a.attname not in ('id', 'salon_id', 'owner_id', 'is_complete', 'rev', 'deleted', 'created_at', 'updated_at')
    and not private.fits(k.value, a.atttypid, a.atttypmod);

  mine := nextval(pg_get_serial_sequence('public.salons', 'id'));
  salon := jsonb_populate_record(null::public.salons, coalesce(p_salon, '{}'));
  settings := jsonb_populate_record(null::public.salon_settings, coalesce(p_settings, '{}'));

  insert into public.sync_heads (salon_id) values (mine);
  insert into public.salons (id, salon_id, owner_id, name_bg, name_en, comment, language, interval_calendar, default_view,
    date_format, currency, no_show_policy, split_payment, any_barber, waiting_list, timezone)
  values (mine, mine, me, coalesce(salon.name_bg, ''), coalesce(salon.name_en, ''), salon.comment,
    coalesce(salon.language, 'bg'), coalesce(salon.interval_calendar, 15), coalesce(salon.default_view, 'day'),
    coalesce(salon.date_format, 'dd/MM/yyyy'), coalesce(salon.currency, 'BGN'), salon.no_show_policy,
    coalesce(salon.split_payment, false), coalesce(salon.any_barber, false), coalesce(salon.waiting_list, false),
    coalesce(salon.timezone, settings.timezone, 'Europe/Sofia'));
  insert into public.salon_settings (salon_id, id, timezone, calendar_interval, default_view, date_format, currency,
    no_show_policy, split_payment)
  values (mine, mine::text, coalesce(settings.timezone, salon.timezone, 'Europe/Sofia'),
    coalesce(settings.calendar_interval, salon.interval_calendar, 15),
    coalesce(settings.default_view, salon.default_view, 'day'),
    coalesce(settings.date_format, salon.date_format, 'dd/MM/yyyy'), coalesce(settings.currency, salon.currency, 'BGN'),
    coalesce(settings.no_show_policy, salon.no_show_policy), coalesce(settings.split_payment, salon.split_payment, false));
  update public.users u set salon_id = mine where u.id = me;
  return jsonb_build_object('salon_id', mine);
end $$;

drop function private.writable_columns(text, text);
revoke execute on function private.fits(jsonb, oid, integer), private.refuse_misfit(text, text, jsonb) from public, anon;
grant execute on function private.fits(jsonb, oid, integer), private.refuse_misfit(text, text, jsonb) to authenticated, service_role;
