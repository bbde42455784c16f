-- The administrator decides about salons and finds them; a salon hears how its own request stands.
-- Lists come by pages of 50. How many there are in all is counted up to 10,000: nobody pages further, and a longer count would
-- make every page slow.

create extension if not exists pg_trgm with schema extensions;

/* What is searched: in small letters, Cyrillic ones by a Latin letter each, without quotes and brackets, and with a blank before each
   word. The trigrams of a database in the C locale are made of ASCII letters only; and whoever types "bigudi" finds „Бигуди“. What is
   ASCII already goes a way of its own: each letter costs as much as the list that it is looked up in is long. */
create function private.search_text(p_text text) returns text
language plpgsql immutable parallel safe set search_path = '' as $$
begin
  if octet_length(p_text) = length(p_text) then return translate(lower(' ' || p_text), E'/\t\r\n"\'()', '    '); end if;
  return translate(lower(' ' || coalesce(p_text, '')), E'абвгдежзийѝклмнопрстуфхцчшщъьюя/\t\r\n„“”«»"\'()',
    'abvgdejziiiklmnoprstufhcqwwayua    ');
end $$;
revoke execute on function private.search_text(text) from public;
-- It stands in indexes of tables that members write.
grant execute on function private.search_text(text) to authenticated, service_role;

create index salons_search_idx on public.salons
  using gin ((private.search_text(name_bg) || private.search_text(name_en)) extensions.gin_trgm_ops);
create index users_search_idx on public.users using gin (private.search_text(email) extensions.gin_trgm_ops);

/* The LIKE pattern that finds what a person has typed, and that only. One or two letters are the beginning of a word or of an e-mail: a
   trigram is three letters, a word's first ones count with the blank before it, and within words no index finds so few. */
create function private.search_pattern(p_asked text) returns text
language sql immutable parallel safe set search_path = '' as $$
  select case when t.asked ~ '^[a-z0-9]{1,2}$' then '% ' else '%' end || regexp_replace(t.asked, '([\\%_])', '\\\1', 'g') || '%'
  from (select btrim(private.search_text(left(p_asked, 200))) as asked) t
$$;

/* How many rows stand before a page; 200 pages are the most. */
create function private.rows_before(p_page integer) returns integer
language sql immutable parallel safe set search_path = '' as $$
  select (least(greatest(coalesce(p_page, 1), 1), 200) - 1) * 50
$$;

/* The latest record of a salon's approval; one without any is pending. */
create function private.approval_of(p_salon_id bigint) returns jsonb
language sql stable set search_path = '' as $$
  select coalesce(
    (select jsonb_build_object('id', a.id, 'status', a.status, 'asked_at', private.iso(a.submission_date),
        'decided_at', private.iso(coalesce(a.approval_date, a.rejected_date)), 'reason', a.rejection_reason)
     from public.salon_approvals a where a.salon_id = p_salon_id order by a.submission_date desc, a.id desc limit 1),
    jsonb_build_object('id', null, 'status', 'pending', 'asked_at', null, 'decided_at', null, 'reason', null))
$$;

/* Whoever decides about a salon, or asks for a decision, waits until the one before is done. */
create function private.lock_approval(p_salon_id bigint) returns void
language sql volatile set search_path = '' as $$
  select pg_advisory_xact_lock(hashtextextended('greben: approval of salon ' || p_salon_id, 0))
$$;

create function private.require_decision(p_status text, p_reason text) returns void
language plpgsql immutable set search_path = '' as $$
begin
  if p_status is null or p_status not in ('approved', 'rejected') then
    raise exception 'a decision is approved or rejected' using errcode = '22023';
  end if;
  if p_status = 'rejected' and coalesce(p_reason, '') !~ '\S' then
    raise exception 'a rejection has a reason' using errcode = '22023';
  end if;
end $$;

/* admin_approvals(p_page) → {rows, total}: the requests that wait, newest first. One that a later record has overtaken does not. */
create function public.admin_approvals(p_page integer default 1) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  answer jsonb;
begin
  perform private.require_admin();
  select jsonb_build_object('rows', coalesce(jsonb_agg(to_jsonb(r) order by r.at desc, r.id desc), '[]'),
    'total', (select count(*) from (select from public.salon_approvals a where a.status = 'pending' and not exists
      (select from public.salon_approvals n
       where n.salon_id = a.salon_id and (n.submission_date, n.id) > (a.submission_date, a.id)) limit 10000) c))
  into answer
  from (
    select a.id, a.salon_id, a.submission_date as at, private.iso(a.submission_date) as submission_date, s.name_bg, s.name_en,
      u.email as owner
    from public.salon_approvals a
    join public.salons s on s.id = a.salon_id
    left join public.users u on u.id = s.owner_id
    where a.status = 'pending' and not exists
      (select from public.salon_approvals n
       where n.salon_id = a.salon_id and (n.submission_date, n.id) > (a.submission_date, a.id))
    order by a.submission_date desc, a.id desc
    limit 50 offset private.rows_before(p_page)
  ) r;
  return answer;
end $$;

/* admin_decide_approval(p_approval_id, p_status, p_reason) → {done, …the approval as it stands now}: decides a request that waits.
   `done: false`: somebody else has decided first, and their decision stays. */
create function public.admin_decide_approval(p_approval_id bigint, p_status text, p_reason text default null) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  salon bigint;
  done boolean := false;
begin
  perform private.require_admin();
  perform private.require_decision(p_status, p_reason);
  select a.salon_id into salon from public.salon_approvals a where a.id = p_approval_id;
  if not found then raise exception 'no such request' using errcode = 'PT404'; end if;
  perform private.lock_approval(salon);
  if (private.approval_of(salon) ->> 'id')::bigint = p_approval_id then
    update public.salon_approvals a set status = p_status,
      approval_date = case when p_status = 'approved' then now() end,
      rejected_date = case when p_status = 'rejected' then now() end,
      rejection_reason = case when p_status = 'rejected' then btrim(p_reason, E' \t\r\n') end
    where a.id = p_approval_id and a.status = 'pending';
    done := found;
  end if;
  return private.approval_of(salon) || jsonb_build_object('done', done);
end $$;

/* admin_set_salon_status(p_salon_id, p_status, p_reason, p_seen_id, p_seen_status) → {done, …}: a new record with the chosen status
   (document 3 §4). `p_seen_…`: the latest record as the administrator saw it; where it is another one by now, nothing is written. */
create function public.admin_set_salon_status(p_salon_id bigint, p_status text, p_reason text, p_seen_id bigint, p_seen_status text)
returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  latest jsonb;
begin
  perform private.require_admin();
  perform private.require_decision(p_status, p_reason);
  if not exists (select from public.salons s where s.id = p_salon_id) then
    raise exception 'no such salon' using errcode = 'PT404';
  end if;
  perform private.lock_approval(p_salon_id);
  latest := private.approval_of(p_salon_id);
  if (latest ->> 'id')::bigint is distinct from p_seen_id or latest ->> 'status' is distinct from p_seen_status
    or latest ->> 'status' = p_status then
    return latest || '{"done": false}';
  end if;
  -- clock_timestamp(): the record before may have been written by a transaction that began later than this one.
  insert into public.salon_approvals (salon_id, status, submission_date, approval_date, rejected_date, rejection_reason)
  values (p_salon_id, p_status, clock_timestamp(), case when p_status = 'approved' then clock_timestamp() end,
    case when p_status = 'rejected' then clock_timestamp() end, case when p_status = 'rejected' then btrim(p_reason, E' \t\r\n') end);
  return private.approval_of(p_salon_id) || '{"done": true}';
end $$;

/* admin_salons(p_search, p_status, p_complete, p_page) → {rows, total}: newest first, found by a part of a name or of the owner's
   e-mail. A null asks for all. The parts of the query are put together, so that each is planned for what is asked. */
create function public.admin_salons(p_search text default null, p_status text default null, p_complete boolean default null,
  p_page integer default 1) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  asked constant text := nullif(btrim(coalesce(p_search, '')), '');
  -- Once, for the rows and for their number.
  hits constant text := case when asked is null then '' else $q$ with hits as materialized (
      select n.id from public.salons n
      where private.search_text(n.name_bg) || private.search_text(n.name_en) like $1
      union all
      select o.id from public.users w join public.salons o on o.owner_id = w.id where private.search_text(w.email) like $1) $q$ end;
  found_by constant text := $q$ from public.salons s
    left join public.users u on u.id = s.owner_id
    left join lateral (select a.id, a.status, a.rejection_reason from public.salon_approvals a where a.salon_id = s.id
      order by a.submission_date desc, a.id desc limit 1) l on true
    where not s.deleted $q$
    || case when asked is null then '' else ' and s.id in (select h.id from hits h)' end
    || case when p_status is null then '' else $q$ and coalesce(l.status, 'pending') = $2 $q$ end
    || case when p_complete is null then '' else $q$ and s.is_complete = $3 $q$ end;
  answer jsonb;
begin
  perform private.require_admin();
  execute hits || $q$ select jsonb_build_object('rows', coalesce(jsonb_agg(to_jsonb(r) order by r.id desc), '[]'),
      'total', (select count(*) from (select $q$ || found_by || $q$ limit 10000) c))
    from (select s.id, s.name_bg, s.name_en, s.is_complete, private.iso(s.created_at) as created_at, u.email as owner,
      l.id as approval_id, coalesce(l.status, 'pending') as status, l.rejection_reason as reason $q$ || found_by || $q$
      order by s.id desc limit 50 offset private.rows_before($4)) r $q$
  into answer using private.search_pattern(asked), p_status, p_complete, p_page;
  return answer;
end $$;

/* admin_find_salons(p_search) → 20 of those whose name holds that, by name: for choosing one. */
create function public.admin_find_salons(p_search text) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return (select coalesce(jsonb_agg(to_jsonb(r) order by r.name_bg, r.id), '[]')
    from (select s.id, s.name_bg, s.name_en from public.salons s
      where not s.deleted
        and private.search_text(s.name_bg) || private.search_text(s.name_en) like private.search_pattern(p_search)
      limit 20) r);
end $$;

/* approval_state(p_salon_id) → how the salon's request stands: for its people, who read the table itself no more. */
create function public.approval_state(p_salon_id bigint) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_membership(p_salon_id);
  return private.approval_of(p_salon_id) - 'id';
end $$;

/* ask_approval_again(p_salon_id) → the state afterwards: the owner makes a new request where the last one was rejected; elsewhere
   nothing changes. */
create function public.ask_approval_again(p_salon_id bigint) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_role(p_salon_id, 'owner');
  perform private.lock_approval(p_salon_id);
  if private.approval_of(p_salon_id) ->> 'status' = 'rejected' then
    insert into public.salon_approvals (salon_id, submission_date) values (p_salon_id, clock_timestamp());
  end if;
  return private.approval_of(p_salon_id) - 'id';
end $$;

revoke execute on function private.search_pattern(text), private.rows_before(integer), private.approval_of(bigint),
  private.lock_approval(bigint), private.require_decision(text, text), public.admin_approvals(integer),
  public.admin_decide_approval(bigint, text, text), public.admin_set_salon_status(bigint, text, text, bigint, text),
  public.admin_salons(text, text, boolean, integer), public.admin_find_salons(text), public.approval_state(bigint),
  public.ask_approval_again(bigint)
  from public, anon, authenticated;
grant execute on function public.admin_approvals(integer), public.admin_decide_approval(bigint, text, text),
  public.admin_set_salon_status(bigint, text, text, bigint, text), public.admin_salons(text, text, boolean, integer),
  public.admin_find_salons(text), public.approval_state(bigint), public.ask_approval_again(bigint)
  to authenticated, service_role;
