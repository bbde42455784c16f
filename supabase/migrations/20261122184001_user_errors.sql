-- Errors of users: equal ones stand together with a count, and a salon reads what help was written for it.

alter table public.user_errors
  add column help_bg text check (length(help_bg) <= 2000),
  add column help_en text check (length(help_en) <= 2000),
  add column help_at timestamptz(3),
  -- Equal: the same salon, kind, message and page.
  add column equal_to uuid generated always as (md5(coalesce(salon_id::text, '') || chr(31) || error_type || chr(31) || error_message
    || chr(31) || coalesce(page_url, ''))::uuid) stored;
create index user_errors_equal_to_idx on public.user_errors (equal_to, created_at desc, id desc);
create index user_errors_help_idx on public.user_errors (salon_id, created_at desc) where has_popup_help;

-- One row for equal errors, kept by triggers: to group a million reports whenever the list is looked at would take seconds.
create table private.user_error_groups (
  equal_to uuid primary key,
  salon_id bigint references public.salons (id) on delete cascade,
  error_type text not null,
  times bigint not null,
  last_at timestamptz(3) not null,
  newest uuid not null -- the report that is shown for them
);
create index user_error_groups_last_idx on private.user_error_groups (last_at desc, equal_to);
create index user_error_groups_salon_idx on private.user_error_groups (salon_id, last_at desc, equal_to);
create index user_error_groups_type_idx on private.user_error_groups (error_type, last_at desc, equal_to);
alter table private.user_error_groups enable row level security;
revoke all on private.user_error_groups from public, anon, authenticated;

create function private.user_errors_added() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.user_error_groups as g (equal_to, salon_id, error_type, times, last_at, newest)
  select a.equal_to, min(a.salon_id), min(a.error_type), count(*), max(a.created_at),
    (array_agg(a.id order by a.created_at desc, a.id desc))[1]
  from added a group by a.equal_to order by a.equal_to -- always in one order: two reports never wait for each other in a circle
  on conflict (equal_to) do update set times = g.times + excluded.times,
    newest = case when excluded.last_at >= g.last_at then excluded.newest else g.newest end,
    last_at = greatest(g.last_at, excluded.last_at);
  return null;
end $$;
create trigger count_added after insert on public.user_errors
  referencing new table as added for each statement execute function private.user_errors_added();

create function private.user_errors_removed() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  with left_over as (
    select r.equal_to, r.times, n.id, n.created_at
    from (select d.equal_to, count(*) as times from removed d group by d.equal_to) r
    left join lateral (select e.id, e.created_at from public.user_errors e where e.equal_to = r.equal_to
      order by e.created_at desc, e.id desc limit 1) n on true
  ), gone as (
    delete from private.user_error_groups g using left_over l where g.equal_to = l.equal_to and l.id is null
  )
  update private.user_error_groups g set times = g.times - l.times, newest = l.id, last_at = l.created_at
  from left_over l where g.equal_to = l.equal_to and l.id is not null;
  return null;
end $$;
create trigger count_removed after delete on public.user_errors
  referencing old table as removed for each statement execute function private.user_errors_removed();

/* Counts all of them anew: for rows that were written past the triggers, as a seed's or a restored backup's are. */
create function private.group_user_errors() returns void
language sql volatile security definer set search_path = '' as $$
  delete from private.user_error_groups;
  insert into private.user_error_groups (equal_to, salon_id, error_type, times, last_at, newest)
  select e.equal_to, min(e.salon_id), min(e.error_type), count(*), max(e.created_at),
    (array_agg(e.id order by e.created_at desc, e.id desc))[1]
  from public.user_errors e group by e.equal_to;
$$;

/* admin_errors(p_salon_id, p_type, p_from, p_to, p_page) → {rows, total}: equal errors as one row with how many there are, newest
   first. `p_from`, `p_to`: one day, from the one instant to before the other; then only what happened in it is counted, over the
   reports themselves: of one day there are few. A null asks for all. */
create function public.admin_errors(p_salon_id bigint default null, p_type text default null, p_from timestamptz default null,
  p_to timestamptz default null, p_page integer default 1) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  of_salon constant text := case when p_salon_id is null then '' else ' and salon_id = $1' end
    || case when p_type is null then '' else ' and error_type = $2' end;
  groups constant text := case when p_from is null
    then 'select equal_to, times, last_at, newest from private.user_error_groups where true' || of_salon
    else $q$select equal_to, count(*) as times, max(created_at) as last_at, (array_agg(id order by created_at desc, id desc))[1] as newest
      from public.user_errors where created_at >= $3 and created_at < $4 $q$ || of_salon || ' group by equal_to' end;
  answer jsonb;
begin
  perform private.require_admin();
  execute $q$ select jsonb_build_object('rows', coalesce(jsonb_agg(to_jsonb(r) - 'at' order by r.at desc, r.equal_to), '[]'),
      'total', (select count(*) from (select from ($q$ || groups || $q$) a limit 10000) c))
    from (select g.equal_to, g.times, g.last_at as at, private.iso(g.last_at) as created_at, e.id, e.salon_id, e.error_type,
        e.error_message, e.error_stack, e.page_url, e.browser_info, s.name_bg, s.name_en,
        exists (select from public.user_errors h where h.equal_to = g.equal_to and h.has_popup_help) as has_popup_help
      from (select * from ($q$ || groups || $q$) b order by last_at desc, equal_to limit 50 offset private.rows_before($5)) g
      join public.user_errors e on e.id = g.newest
      left join public.salons s on s.id = e.salon_id) r $q$
  into answer using p_salon_id, p_type, p_from, p_to, p_page;
  return answer;
end $$;

/* admin_error_types() → the types that there are errors of. One step a type through the index, however many errors there are. */
create function public.admin_error_types() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return (with recursive types as (
      (select g.error_type from private.user_error_groups g order by g.error_type limit 1)
      union all
      select (select g.error_type from private.user_error_groups g where g.error_type > t.error_type order by g.error_type limit 1)
      from types t where t.error_type is not null
    )
    select coalesce(jsonb_agg(t.error_type), '[]') from (select * from types where error_type is not null limit 200) t);
end $$;

/* admin_add_help(p_error_id, p_bg, p_en): the salon of that error is shown a help notice on the page concerned. Texts that are left out:
   the app has one for the error's type. */
create function public.admin_add_help(p_error_id uuid, p_bg text default null, p_en text default null) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_admin();
  update public.user_errors e set has_popup_help = true, help_bg = nullif(btrim(p_bg), ''), help_en = nullif(btrim(p_en), ''),
    help_at = now()
  where e.id = p_error_id;
  if not found then raise exception 'no such error' using errcode = 'PT404'; end if;
end $$;

/* help_notices(p_salon_id) → what help was written for the salon in the last 30 days, newest first, ten at most. */
create function public.help_notices(p_salon_id bigint) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_membership(p_salon_id);
  return (select coalesce(jsonb_agg(to_jsonb(r) - 'at' order by r.at desc), '[]')
    from (select e.id, e.created_at as at, private.iso(e.created_at) as created_at, e.error_type, e.error_message, e.page_url, e.help_bg,
        e.help_en
      from public.user_errors e
      where e.salon_id = p_salon_id and e.has_popup_help and coalesce(e.help_at, e.reported_at) > now() - interval '30 days'
      order by e.created_at desc limit 10) r);
end $$;

revoke execute on function private.user_errors_added(), private.user_errors_removed(), private.group_user_errors(),
  public.admin_errors(bigint, text, timestamptz, timestamptz, integer), public.admin_error_types(),
  public.admin_add_help(uuid, text, text), public.help_notices(bigint)
  from public, anon, authenticated;
grant execute on function public.admin_errors(bigint, text, timestamptz, timestamptz, integer), public.admin_error_types(),
  public.admin_add_help(uuid, text, text), public.help_notices(bigint)
  to authenticated, service_role;
