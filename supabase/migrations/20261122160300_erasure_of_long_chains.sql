-- An erasure finds all duplicates at once. One level of triggers for each client of a chain of merged duplicates ended, after
-- some thousands, in a full stack: the device made a refusal of it, and the person was not erased.

create or replace function private.client_erased() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  duplicates text[];
begin
  update public.events e set notes = null where e.salon_id = new.salon_id and e.client_id = new.id and e.notes is not null;
  insert into private.erasures (salon_id, client_id, erased_at, erased_by)
  values (new.salon_id, new.id, new.erased_at, (select auth.uid()))
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
