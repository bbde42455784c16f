-- Upkeep: purge of tombstones, health checks, what an administrator may do to an account, what an operator does after a restore.

/* Removes tombstones of a salon older than p_before that nothing refers to but other tombstones of the same purge (one
   reference would fail the whole purge): chains and circles of merged clients go at once. Erased clients are never purged.
   Returns how many went. As old, it is forgotten when columns were changed: a change that left a device before that, arrived and
   was taken back, would come again unasked.
   The purge holds the salon's head, and whoever pushes waits for it: with `not in` 2,000 tombstones among 20,000 clients took half
   a minute (each was compared with each), with `not exists` a second. */
create function private.purge(p_salon_id bigint, p_before timestamptz default now() - interval '90 days') returns bigint
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
  delete from private.column_revisions c where c.salon_id = p_salon_id and c.changed_at < p_before;
  return total;
end $$;

/* Tombstones of every salon, each salon in a transaction of its own: whoever pushes waits for their own salon's purge and for no
   other. Then health checks and invitations of more than 30 days, error reports and unseen devices of more than 90; and what this
   server knows of time zones is taken over. A procedure with a search path, or as its owner, might not commit: every name here says
   its schema, and only the owner may call it. */
create procedure private.purge_all()
language plpgsql as $$
declare
  salon bigint;
begin
  for salon in select h.salon_id from public.sync_heads h order by h.salon_id loop
    perform private.purge(salon);
    commit;
  end loop;
  delete from public.system_health_checks c where c.check_date < now() - interval '30 days';
  delete from public.user_errors e where e.reported_at < now() - interval '90 days';
  delete from private.invitations i where i.made_at < now() - interval '30 days';
  delete from private.devices d where d.last_seen < now() - interval '90 days';
  perform private.forget_visitors();
  perform private.learn_time_zones();
end $$;

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

/* After a backup was restored: a new epoch makes every device rebuild, and erasures are done again, also of clients whom the
   backup did not have yet: devices that still hold them must hear of it. Devices also hold what was written after the backup;
   which rows those are, and of when the restored state is, they tell by the epoch's name: every pull brings it, so that nothing
   has to be asked for, or can fail. It is given before the erasures: they are the new history's first changes. */
create function private.restored_from_backup() returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  -- The restored cluster counts its transactions anew: the number that raised `rev` before may come again, and would not raise it.
  update public.sync_heads h set epoch = private.history_name(h.epoch, h.rev, private.state_of(h.salon_id)), xid = '0';
  update public.clients c set erased_at = x.erased_at from private.erasures x
  where c.salon_id = x.salon_id and c.id = x.client_id and c.erased_at is null;
  insert into public.clients (salon_id, id, erased_at)
  select x.salon_id, x.client_id, x.erased_at from private.erasures x
  join public.sync_heads h on h.salon_id = x.salon_id
  where not exists (select from public.clients c where c.salon_id = x.salon_id and c.id = x.client_id);
end $$;

/* One row a salon. `p_measured`: by part (`api`, `auth`, `realtime`, `storage`) whether it answered and in how many milliseconds,
   `{"api": {"ok": true, "ms": 12}}`; what it does not name is as it was measured last time, or healthy. */
create function private.write_health_checks(p_measured jsonb) returns integer
language plpgsql volatile security definer set search_path = '' as $$
declare
  last public.system_health_checks;
  began constant timestamptz := clock_timestamp();
  api boolean;
  authentication boolean;
  realtime boolean;
  storage boolean;
  ms integer;
  written integer;
begin
  select * into last from public.system_health_checks c order by c.check_date desc, c.id desc limit 1;
  api := coalesce((p_measured -> 'api' ->> 'ok')::boolean, last.is_api_healthy, true);
  authentication := coalesce((p_measured -> 'auth' ->> 'ok')::boolean, last.is_auth_healthy, true);
  realtime := coalesce((p_measured -> 'realtime' ->> 'ok')::boolean, last.is_realtime_healthy, true);
  storage := coalesce((p_measured -> 'storage' ->> 'ok')::boolean, last.is_storage_healthy, true);
  perform from public.salons s limit 1;
  ms := ceil(extract(epoch from clock_timestamp() - began) * 1000);
  insert into public.system_health_checks (salon_id, is_database_healthy, is_api_healthy, is_auth_healthy, is_realtime_healthy,
    is_storage_healthy, has_critical_issues, database_ms, api_ms, auth_ms, realtime_ms, storage_ms, services_count, resources_count,
    clients_count, events_count, last_event_date)
  select s.id, true, api, authentication, realtime, storage, not (api and authentication and realtime and storage), ms,
    round((p_measured -> 'api' ->> 'ms')::numeric), round((p_measured -> 'auth' ->> 'ms')::numeric),
    round((p_measured -> 'realtime' ->> 'ms')::numeric), round((p_measured -> 'storage' ->> 'ms')::numeric),
    (select count(*) from public.services v where v.salon_id = s.id and not v.deleted),
    (select count(*) from public.resources r where r.salon_id = s.id and not r.deleted),
    (select count(*) from public.clients c where c.salon_id = s.id and not c.deleted and c.id <> 'walk-in'),
    (select count(*) from public.events e where e.salon_id = s.id and not e.deleted),
    (select max(e.start_time) from public.events e where e.salon_id = s.id and not e.deleted)
  from public.salons s where not s.deleted;
  get diagnostics written = row_count;
  return written;
end $$;

create function private.require_admin() returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.is_admin() then raise exception 'administrators only' using errcode = '42501', hint = 'admin'; end if;
end $$;

/* run_health_checks(p_measured) → how many rows were written. The administrator's refresh passes what it measured. */
create function public.run_health_checks(p_measured jsonb) returns integer
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return private.write_health_checks(p_measured);
end $$;

/* Takes an account out of its salon; its devices are refused with the hint `membership` from then on. A salon whose owner it was has
   none until admin_set_owner names another. */
create function public.admin_withdraw_membership(p_user_id uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_admin();
  -- Before the account: whoever pushes holds it and may wait for the account (see …_invitations.sql).
  perform from public.sync_heads h where h.salon_id = (select u.salon_id from public.users u where u.id = p_user_id) for update;
  update public.users u set salon_id = null where u.id = p_user_id;
  if not found then raise exception 'no such account' using errcode = 'PT404'; end if;
end $$;

/* Ends all sessions of an account: its tokens are no longer taken, those of an hour (private.me) and those that renew them. */
create function private.end_sessions(p_user_id uuid) returns void
language sql volatile security definer set search_path = '' as $$
  delete from auth.refresh_tokens r where r.user_id::text = p_user_id::text;
  delete from auth.sessions s where s.user_id = p_user_id;
$$;

create function public.admin_revoke_sessions(p_user_id uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_admin();
  if not exists (select from public.users u where u.id = p_user_id) then
    raise exception 'no such account' using errcode = 'PT404';
  end if;
  perform private.end_sessions(p_user_id);
end $$;

revoke execute on procedure private.purge_all() from public, anon, authenticated;
revoke execute on function private.purge(bigint, timestamptz), private.restored_from_backup(),
  private.history_name(uuid, bigint, timestamptz), private.state_of(bigint),
  private.write_health_checks(jsonb), private.require_admin(), private.end_sessions(uuid),
  public.run_health_checks(jsonb), public.admin_withdraw_membership(uuid), public.admin_revoke_sessions(uuid)
  from public, anon, authenticated;
grant execute on function public.run_health_checks(jsonb), public.admin_withdraw_membership(uuid),
  public.admin_revoke_sessions(uuid) to authenticated, service_role;

-- Where there is pg_cron (hosted Supabase), it does the upkeep.
do $$
begin
  if exists (select from pg_available_extensions where name = 'pg_cron') then
    create extension if not exists pg_cron;
    perform cron.schedule('greben-health', '7 * * * *', 'select private.write_health_checks(null)');
    perform cron.schedule('greben-purge', '37 3 * * *', 'call private.purge_all()');
  end if;
exception when others then
  raise notice 'pg_cron is there but cannot be used (%): run private.purge_all() daily by other means', sqlerrm;
end $$;
