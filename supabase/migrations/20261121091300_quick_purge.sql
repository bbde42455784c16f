-- The purge holds the salon's head, and whoever pushes waits for it: with `not in` 2,000 tombstones among 20,000 clients took
-- half a minute (each was compared with each), with `not exists` a second.

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
         delete from public.%1$I t where t.salon_id = $1 and %3$s and not exists (select from kept k where k.id = t.id)', t, to_itself, old_enough)
      using p_salon_id, p_before;
    end if;
    get diagnostics gone = row_count;
    total := total + gone;
  end loop;
  return total;
end $$;
