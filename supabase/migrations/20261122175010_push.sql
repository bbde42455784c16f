-- push_changes: takes what a device wrote, row by row, each in a subtransaction of its own, and gives each its verdict.
-- An answer names what it answers: it carries the salon and the id that its request was given, and each verdict the table and the
-- id of the change that it judges. So a device tells the answer to another of its own requests, or to another device's, from the
-- one that it waits for, however alike the two are. Who gives no id gets null back.

/* One change → its verdict. Raises what is wrong with it; the caller turns that into a verdict or lets it pass.
   Runs under the head's lock, so that what it reads is current and stays so.

   What a person took back stays taken back. A device sends a change, hears nothing, the person returns to the values that stand
   here, and the device says so. Were that “nothing to change”, the revision would stay, and the first request, should it arrive
   now, would still fit it and undo what the person decided last. So such a push is a write like any other.

   It stays so against everybody else's older requests too. A device sends a change and hears nothing, but the change arrives; somebody
   sees it and puts the former values back; the device asks again. What stands here equals what it once started from, as if its
   change had never arrived. So the verdict says which of its columns were changed since the revision that it names. */
create function private.push_change(p_salon_id bigint, p_change jsonb) returns jsonb
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
  once text[]; -- those of a new one alone: what a row is about is written once
  may_make boolean;
  misfit text;
  stored_rev bigint;
  same boolean;
  same_once boolean;
  new_rev bigint;
  stored jsonb;
  changed jsonb;
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
    coalesce(array_agg(c.name order by c.name) filter (where c.may_fill and not c.may_change), '{}'),
    min(c.name) filter (where not private.fits(c.value, c.type, c.modifier)),
    has_column_privilege(relation, 'id', 'INSERT')
  into columns, columns_of_new, once, misfit, may_make
  from (
    select a.attname::text as name, d.value, a.atttypid as type, a.atttypmod as modifier,
      has_column_privilege(relation, a.attnum, 'UPDATE') as may_change, has_column_privilege(relation, a.attnum, 'INSERT') as may_fill
    from jsonb_each(doc) d join pg_attribute a on a.attrelid = relation and a.attname = d.key and a.attnum > 0
  ) c
  where (c.may_change or c.may_fill) and c.name not in ('id', 'salon_id');
  if misfit is not null then perform private.refuse_misfit(table_name, misfit, doc -> misfit); end if;

  execute format(
    'select t.rev, %s, %s from public.%I t, jsonb_populate_record(null::public.%I, $3) n where t.salon_id = $1 and t.id = $2::%s',
    case when columns = '{}' then 'true' else format('row(%s) is not distinct from row(%s)',
      (select string_agg(format('t.%I', c), ', ') from unnest(columns) c),
      (select string_agg(format('n.%I', c), ', ') from unnest(columns) c)) end,
    case when once = '{}' then 'true' else format('row(%s) is not distinct from row(%s)',
      (select string_agg(format('t.%I', c), ', ') from unnest(once) c),
      (select string_agg(format('n.%I', c), ', ') from unnest(once) c)) end,
    table_name, table_name, id_type)
  into stored_rev, same, same_once using p_salon_id, row_id, doc;

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
    -- “Applied” would say that this stands here, and with no new revision no pull would tell the device otherwise.
    if not same_once then
      raise exception 'what a row is about never changes' using errcode = '42501';
    end if;
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
  if same or (erased and erasing) then return jsonb_build_object('v', 'same', 'rev', stored_rev, 'row', stored); end if;
  changed := private.changed_since(p_salon_id, table_name, row_id, columns, base_rev);
  return jsonb_build_object('v', 'conflict', 'rev', stored_rev, 'row', stored)
    || case when changed is null then '{}' else jsonb_build_object('changed', changed) end;
end $$;

/* push_changes(p_salon_id, p_changes, p_epoch, p_request, p_device)
   → {salon_id, request, verdicts: [{table, id, v, rev?, row?, changed?, code?, message?, constraint?, columns?}]}, in the order of the changes.
   `v`: applied · same · conflict · gone · missing · rejected. `changed`, with a conflict: those of the change's columns that were
   changed here since its base_rev. Who is no member: 42501 with the hint `membership`.
   p_epoch: the epoch that the caller's revisions belong to; where the salon's is another, the whole call is refused with the
   hint `epoch` and nothing is written: after a restored backup the revisions of the history before it mean nothing, one could
   equal another row version's by chance, and a row that the backup lacks would look purged. Null (who asks for no such check):
   whatever it is.
   p_request: any text that names this call; it is returned as it is.
   p_device: the device that sends (…_people.sql), of which is noted when it wrote an event; null: an app that names none.
   What the caller's role may not write is `rejected` with the constraint `role` and the columns (…_roles.sql).
   A refusal that comes from an erasure has the code `erased`. Whatever is not the fault of a row (a deadlock, a full disk)
   fails the whole call. */
create function public.push_changes(p_salon_id bigint, p_changes jsonb, p_epoch text default null, p_request text default null,
  p_device uuid default null)
returns jsonb
language plpgsql volatile security invoker set search_path = '' as $$
declare
  change jsonb;
  verdict jsonb;
  verdicts jsonb[] := '{}';
  state text;
  message text;
  violated text;
  empty text;
  wrote boolean := false; -- an event
begin
  if jsonb_typeof(p_changes) is distinct from 'array' then
    raise exception 'p_changes is an array' using errcode = '22023';
  end if;
  if jsonb_array_length(p_changes) > 500 then
    raise exception 'at most 500 changes in a call' using errcode = 'PT413';
  end if;
  perform private.lock_head(p_salon_id);
  -- Under the lock: it stays so until what follows is committed.
  if p_epoch <> (select h.epoch::text from public.sync_heads h where h.salon_id = p_salon_id) then
    raise exception 'this salon has another history now' using errcode = 'PT409', hint = 'epoch';
  end if;

  for change in select e from jsonb_array_elements(p_changes) with ordinality as x (e, n) order by n loop
    begin
      verdict := private.push_change(p_salon_id, change);
    exception when others then
      get stacked diagnostics state = returned_sqlstate, message = message_text, violated = constraint_name,
        empty = column_name;
      message := left(message, 500); -- PostgreSQL quotes the value: 1e131071 as a revision is 131,072 digits
      -- A missing value violates no named constraint; the name is the one that later PostgreSQL versions give it.
      violated := coalesce(nullif(violated, ''), (change ->> 'table') || '_' || nullif(empty, '') || '_not_null');
      if state = '23503' then
        verdict := jsonb_build_object('v', 'missing', 'code', state, 'message', message, 'constraint', violated);
      elsif state ~ '^(22|23)' or state in ('42501', '42804', '42P01', 'P0001') then
        verdict := jsonb_build_object('v', 'rejected', 'code', case when violated = 'erased' then violated else state end,
          'message', message, 'constraint', violated)
          || case when violated = 'role' then jsonb_build_object('columns', string_to_array(nullif(empty, ''), ',')) else '{}' end;
      else
        raise;
      end if;
    end;
    wrote := wrote or change ->> 'table' = 'events' and verdict ->> 'v' = 'applied';
    verdicts := array_append(verdicts, jsonb_build_object('table', change -> 'table', 'id', change -> 'id') || verdict);
  end loop;
  -- Who was a member no more while this waited for the lock saw no rows: no verdict judges one.
  perform private.require_membership(p_salon_id);
  if wrote and p_device is not null then perform private.note_event_of_device(p_salon_id, p_device); end if;
  if p_device is null and verdicts <> '{}' then perform private.note_unnamed_push(p_salon_id); end if;
  return jsonb_build_object('salon_id', p_salon_id, 'request', p_request, 'verdicts', to_jsonb(verdicts));
end $$;

revoke execute on function private.push_change(bigint, jsonb), public.push_changes(bigint, jsonb, text, text, uuid) from public, anon;
grant execute on function private.push_change(bigint, jsonb), public.push_changes(bigint, jsonb, text, text, uuid)
  to authenticated, service_role;
