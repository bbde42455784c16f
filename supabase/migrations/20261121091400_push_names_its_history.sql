-- A push names the history (the epoch) whose revisions it speaks of. After a restored backup the revisions of the history
-- before it mean nothing: one could equal another row version's by chance, and a row that the backup lacks would look purged.

drop function public.push_changes(bigint, jsonb);

/* push_changes(p_salon_id, p_changes, p_epoch) → {verdicts: [{v, rev?, row?, code?, message?, constraint?}]}, in the order of the changes.
   `v`: applied · same · conflict · gone · missing · rejected. Who is no member: 42501 with the hint `membership`.
   p_epoch: the epoch that the caller's revisions belong to; where the salon's is another, the whole call is refused with the
   hint `epoch` and nothing is written. Null (who asks for no such check): whatever it is.
   A refusal that comes from an erasure has the code `erased`. Whatever is not the fault of a row (a deadlock, a full disk)
   fails the whole call. */
create function public.push_changes(p_salon_id bigint, p_changes jsonb, p_epoch text default null) returns jsonb
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

revoke execute on function public.push_changes(bigint, jsonb, text) from public, anon;
grant execute on function public.push_changes(bigint, jsonb, text) to authenticated, service_role;
