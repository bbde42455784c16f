-- After a restored backup devices still hold what was written after it. Which rows those are, and of when the restored state
-- is, they tell by the name of the history: every pull brings it, so that nothing has to be asked for, or can fail.

/* A UUID of version 8: of when the state is (seconds, 8 digits), the end of the parent's name (4), the last revision that
   both have (3 + 7 digits); the rest is chance, for a backup may be restored twice. sync/history-name.ts reads it. */
create function private.history_name(p_parent uuid, p_head bigint, p_state_of timestamptz) returns uuid
language sql volatile set search_path = '' as $$
  with digits as (
    select lpad(to_hex(coalesce(extract(epoch from p_state_of)::bigint, 0)), 8, '0') as state,
      lpad(to_hex(p_head), 10, '0') as head,
      md5(gen_random_uuid()::text) as chance
  )
  select (d.state || right(p_parent::text, 4) || '8' || left(d.head, 3) || 'a' || left(d.chance, 3)
    || right(d.head, 7) || right(d.chance, 5))::uuid
  from digits d;
$$;

/* The last change that a salon's rows know of; null for one that has none. */
create function private.state_of(p_salon_id bigint) returns timestamptz
language plpgsql stable security definer set search_path = '' as $$
declare
  t text;
  latest timestamptz;
  own timestamptz;
begin
  foreach t in array private.replicated_tables() loop
    execute format('select max(r.updated_at) from public.%I r where r.salon_id = $1', t) into own using p_salon_id;
    latest := greatest(latest, own);
  end loop;
  return latest;
end $$;
revoke execute on function private.history_name(uuid, bigint, timestamptz), private.state_of(bigint) from public, anon, authenticated;

/* As before; the new history's name says what it goes on from. Before erasures are done again: they are its first changes. */
create or replace function private.restored_from_backup() returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  update public.sync_heads h set epoch = private.history_name(h.epoch, h.rev, private.state_of(h.salon_id));
  update public.clients c set erased_at = x.erased_at from private.erasures x
  where c.salon_id = x.salon_id and c.id = x.client_id and c.erased_at is null;
  insert into public.clients (salon_id, id, erased_at)
  select x.salon_id, x.client_id, x.erased_at from private.erasures x
  join public.sync_heads h on h.salon_id = x.salon_id
  where not exists (select from public.clients c where c.salon_id = x.salon_id and c.id = x.client_id);
end $$;
