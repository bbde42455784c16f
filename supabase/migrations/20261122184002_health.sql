-- How the system does: answer times beside the health checks, the administrator's figures, notes.

alter table public.system_health_checks
  add column is_realtime_healthy boolean not null default true,
  -- Milliseconds until the answer; null where it was not measured or there was none.
  add column database_ms integer, add column api_ms integer, add column auth_ms integer, add column realtime_ms integer,
  add column storage_ms integer;
drop index public.system_health_checks_salon_id_idx;
create index system_health_checks_salon_id_idx on public.system_health_checks (salon_id, check_date desc, id desc);

-- For the figures, which are counted in these indexes alone. Bookings come in the order of their time: each is put at the end.
create index events_created_at_idx on public.events (created_at) where not deleted;
create index services_live_idx on public.services (salon_id) where not deleted;
create index users_created_at_idx on public.users (created_at);
create index salon_notes_created_at_idx on public.salon_notes (created_at desc, id desc);
-- Stored: to spell a long note anew for each search took most of the time of it.
alter table public.salon_notes add column search text generated always as (private.search_text(note)) stored;
create index salon_notes_search_idx on public.salon_notes using gin (search extensions.gin_trgm_ops);

/* admin_health(p_critical, p_page) → {rows, total, critical}: the latest check of each salon, newest first, within one round the
   critical ones first. `p_critical` null: all. */
create function public.admin_health(p_critical boolean default null, p_page integer default 1) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  answer jsonb;
begin
  perform private.require_admin();
  with latest as (
    select c.*, s.name_bg, s.name_en, s.owner_id from public.salons s
    cross join lateral (select h.* from public.system_health_checks h where h.salon_id = s.id
      order by h.check_date desc, h.id desc limit 1) c
    where not s.deleted
  ), asked as (
    select l.* from latest l where p_critical is null or l.has_critical_issues = p_critical
    order by l.check_date desc, l.has_critical_issues desc, l.id limit 50 offset private.rows_before(p_page)
  )
  select jsonb_build_object(
    'rows', (select coalesce(jsonb_agg(to_jsonb(a) - 'owner_id' || jsonb_build_object('check_date', private.iso(a.check_date),
        'last_event_date', private.iso(a.last_event_date), 'owner', (select u.email from public.users u where u.id = a.owner_id))
        order by a.check_date desc, a.has_critical_issues desc, a.id), '[]') from asked a),
    'total', (select count(*) from latest l where p_critical is null or l.has_critical_issues = p_critical),
    'critical', (select count(*) from latest l where l.has_critical_issues))
  into answer;
  return answer;
end $$;

/* What day it is in a zone. Of a null the days would be null, too, and nobody would be told why. */
create function private.today_in(p_zone text) returns date
language plpgsql stable set search_path = '' as $$
begin
  if p_zone is null then raise exception 'a time zone is to be named' using errcode = '22023'; end if;
  return (now() at time zone p_zone)::date;
end $$;

/* admin_health_days(p_salon_id, p_zone) → the last 30 days of a salon, oldest first: how many checks, how many of them critical, and
   what did not answer. Days are those of the zone. */
create function public.admin_health_days(p_salon_id bigint, p_zone text) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  first_day constant date := private.today_in(p_zone) - 29;
begin
  perform private.require_admin();
  return (select jsonb_agg(jsonb_build_object('day', first_day + n, 'checks', coalesce(r.checks, 0), 'critical', coalesce(r.critical, 0),
      'database', coalesce(r.database, true), 'api', coalesce(r.api, true), 'auth', coalesce(r.auth, true),
      'realtime', coalesce(r.realtime, true), 'storage', coalesce(r.storage, true)) order by n)
    from generate_series(0, 29) n
    left join (select (c.check_date at time zone p_zone)::date as day, count(*) as checks,
        count(*) filter (where c.has_critical_issues) as critical, bool_and(c.is_database_healthy) as database,
        bool_and(c.is_api_healthy) as api, bool_and(c.is_auth_healthy) as auth, bool_and(c.is_realtime_healthy) as realtime,
        bool_and(c.is_storage_healthy) as storage
      from public.system_health_checks c
      where c.salon_id = p_salon_id and c.check_date >= first_day::timestamp at time zone p_zone
      group by 1) r on r.day = first_day + n);
end $$;

/* admin_dashboard(p_zone) → six counts, what waits for approval, what is critical, how many salons their latest check found healthy,
   and by day (of the zone, the last 30, oldest first) how many people registered and how many bookings were made. */
create function public.admin_dashboard(p_zone text) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  today constant date := private.today_in(p_zone);
  -- The first instant of each of the 30 days: which one a row falls into is found by halving, and no row's day is worked out.
  starts constant timestamptz[] := array(select (today - 29 + n)::timestamp at time zone p_zone from generate_series(0, 29) n order by n);
  health jsonb;
  waiting jsonb;
begin
  perform private.require_admin();
  health := public.admin_health(true, 1);
  waiting := public.admin_approvals(1);
  return jsonb_build_object(
    'users', (select count(*) from public.users),
    'salons', (select count(*) from public.salons s where not s.deleted),
    'complete', (select count(*) from public.salons s where not s.deleted and s.is_complete),
    'events', (select count(*) from public.events e where not e.deleted),
    'services', (select count(*) from public.services v where not v.deleted),
    'new_users', (select count(*) from public.users u where u.created_at >= now() - interval '7 days'),
    'waiting', jsonb_build_object('total', waiting -> 'total', 'rows', jsonb_path_query_array(waiting -> 'rows', '$[0 to 3]')),
    'critical', jsonb_build_object('total', health -> 'total', 'rows', jsonb_path_query_array(health -> 'rows', '$[0 to 3]')),
    'healthy', public.admin_health(false, 1) -> 'total',
    'days', (select jsonb_agg(jsonb_build_object('day', d.day, 'users', coalesce(u.n, 0), 'events', coalesce(e.n, 0)) order by d.day)
      from (select today - 29 + n as day, n + 1 as nth from generate_series(0, 29) n) d
      left join (select width_bucket(x.created_at, starts) as nth, count(*) as n from public.users x
        where x.created_at >= starts[1] group by 1) u on u.nth = d.nth
      left join (select width_bucket(x.created_at, starts) as nth, count(*) as n from public.events x
        where x.created_at >= starts[1] and not x.deleted group by 1) e on e.nth = d.nth));
end $$;

/* admin_notes(p_search, p_salon_id, p_page) → {rows, total}: notes on salons, newest first. A null asks for all. */
create function public.admin_notes(p_search text default null, p_salon_id bigint default null, p_page integer default 1) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  asked constant text := nullif(btrim(coalesce(p_search, '')), '');
  found_by constant text := 'from public.salon_notes n where true'
    || case when asked is null then '' else ' and n.search like $1' end
    || case when p_salon_id is null then '' else ' and n.salon_id = $2' end;
  answer jsonb;
begin
  perform private.require_admin();
  -- Found once, for the rows and for their number.
  execute 'with found as materialized (select n.id, n.salon_id, n.note, n.author_id, n.created_at ' || found_by || $q$
      order by n.created_at desc, n.id desc limit 10000)
    select jsonb_build_object('rows', coalesce(jsonb_agg(to_jsonb(r) - 'at' order by r.at desc, r.id desc), '[]'),
      'total', (select count(*) from found))
    from (select p.id, p.salon_id, p.note, p.created_at as at, private.iso(p.created_at) as created_at, s.name_bg, s.name_en,
        u.email as author
      from (select * from found f order by f.created_at desc, f.id desc limit 50 offset private.rows_before($3)) p
      join public.salons s on s.id = p.salon_id left join public.users u on u.id = p.author_id) r $q$
  into answer using private.search_pattern(asked), p_salon_id, p_page;
  return answer;
end $$;

revoke execute on function private.today_in(text), public.admin_health(boolean, integer), public.admin_health_days(bigint, text),
  public.admin_dashboard(text), public.admin_notes(text, bigint, integer)
  from public, anon, authenticated;
grant execute on function public.admin_health(boolean, integer), public.admin_health_days(bigint, text),
  public.admin_dashboard(text), public.admin_notes(text, bigint, integer)
  to authenticated, service_role;
