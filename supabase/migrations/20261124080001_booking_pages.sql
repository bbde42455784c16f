-- The page on which customers book themselves: what its owner says, what is offered there, and whether the salon has a line.
-- `schemas/online.ts` names what the functions take and answer.

-- ---- what is kept ---------------------------------------------------------------------------------------------------

-- At most one a salon, edited online.
create table private.booking_pages (
  salon_id bigint primary key references public.salons (id) on delete cascade,
  slug text collate "C" unique check (slug ~ '^[a-z0-9](-?[a-z0-9]){2,39}$'),
  enabled boolean not null default false,
  on_since timestamptz(3), -- devices that reported before were told to do so less often
  min_notice integer not null default 120 check (min_notice between 0 and 10080), -- minutes
  horizon integer not null default 60 check (horizon between 1 and 365), -- days
  step integer check (step in (5, 10, 15, 20, 30, 60)), -- minutes; null: the calendar's interval
  cancel_until integer not null default 1440 check (cancel_until between 0 and 20160), -- minutes before the start
  approve text not null default 'none' check (approve in ('none', 'all')),
  ask_email text not null default 'optional' check (ask_email in ('optional', 'required')),
  show_prices boolean not null default true,
  phone text check (phone = btrim(phone) and length(phone) between 1 and 40),
  address text check (address = btrim(address) and length(address) between 1 and 300),
  about_bg text check (about_bg = btrim(about_bg) and length(about_bg) between 1 and 1000),
  about_en text check (about_en = btrim(about_en) and length(about_en) between 1 and 1000),
  paused_until timestamptz(3) check (paused_until between '1900-01-01' and '9999-12-31'),
  quota_at timestamptz(3), -- when the limits of the salon refused somebody
  constraint booking_pages_are_on_with_a_slug check (slug is not null or not enabled)
);

-- A slug that was given up is its salon's for a year, and leads to the new one; five of them at most.
create table private.former_slugs (
  slug text collate "C" primary key,
  salon_id bigint not null references public.salons (id) on delete cascade,
  given_up_at timestamptz(3) not null default now()
);
create index former_slugs_salon_id_idx on private.former_slugs (salon_id);

-- The last push of an app of before, which names no device: nobody would know that such a one went dark.
create table private.unnamed_pushes (
  salon_id bigint primary key references public.salons (id) on delete cascade,
  at timestamptz(3) not null default now()
);

alter table private.booking_pages enable row level security;
alter table private.former_slugs enable row level security;
alter table private.unnamed_pushes enable row level security;
revoke all on private.booking_pages, private.former_slugs, private.unnamed_pushes from public, anon, authenticated;

create function private.note_unnamed_push(p_salon_id bigint) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_membership(p_salon_id);
  insert into private.unnamed_pushes as u (salon_id) values (p_salon_id)
  on conflict (salon_id) do update set at = now() where u.at < now() - interval '1 hour';
end $$;

-- ---- what is offered ------------------------------------------------------------------------------------------------

/* The services that customers see, with each employee who offers them online: active, and of a group that is visible online, deleted or
   none. With the employee's own terms, and waiting that fits; twin of `isOfferedBy` and `termsWith` in
   `src/domain/booking/service-offers.ts`. `room`: null for one that is not there. */
create function private.offered(p_salon_id bigint) returns table (service_id text, resource_id text, minutes integer, price numeric,
  currency text, after integer, wait integer, buffer integer, room text, room_count integer)
language sql stable security definer set search_path = '' as $$
  with rooms as materialized (
    select e ->> 0 as id, (e ->> 2)::integer as count from private.salon_config(p_salon_id) c, jsonb_array_elements(c.rooms::jsonb) e
  )
  select s.id, r.id, m.minutes, case when t.e ->> 2 is null then s.price else (t.e ->> 2)::numeric end,
    case when t.e ->> 2 is null then s.currency else t.e ->> 3 end,
    case when w.waits then s.processing_after else 0 end, case when w.waits then s.processing_minutes else 0 end, s.buffer_after,
    rooms.id, rooms.count
  from public.services s
  join public.resources r on r.salon_id = s.salon_id and r.active and not r.deleted
    and (s.resource_ids is null or s.resource_ids::jsonb ? r.id)
  left join public.employee_groups g on g.salon_id = r.salon_id and g.id = r.group_id and not g.deleted
  left join lateral (select e from jsonb_array_elements(s.own_terms::jsonb) e where e ->> 0 = r.id) t on true
  cross join lateral (select coalesce((t.e ->> 1)::integer, s.duration, 60) as minutes) m
  cross join lateral (select s.processing_minutes > 0 and s.processing_after > 0
    and s.processing_after + s.processing_minutes < m.minutes as waits) w
  left join rooms on rooms.id = s.room_id
  where s.salon_id = p_salon_id and s.show_online and not s.deleted and coalesce(g.show_online, true)
$$;

/* Whether strangers see the salon's page: switched on, and the salon approved. */
create function private.is_live(p_salon_id bigint) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from private.booking_pages p join public.salons s on s.id = p.salon_id
    where p.salon_id = p_salon_id and p.enabled and not s.deleted and private.approval_of(p_salon_id) ->> 'status' = 'approved')
$$;

/* The salon whose page has that slug, or had it within a year; null where strangers see none. */
create function private.salon_of_slug(p_slug text) returns bigint
language sql stable security definer set search_path = '' as $$
  select x.salon_id from (
    select p.salon_id, 1 as n from private.booking_pages p where p.slug = lower(left(p_slug, 41)) collate "C"
    union all
    select f.salon_id, 2 from private.former_slugs f
    where f.slug = lower(left(p_slug, 41)) collate "C" and f.given_up_at > now() - interval '1 year'
    order by n limit 1) x
  where private.is_live(x.salon_id)
$$;

-- ---- whether the salon has a line -----------------------------------------------------------------------------------

/* Somebody works with the device: it was visible when it last spoke, and had written an event in the twelve hours before. */
create function private.in_use(d private.devices) returns boolean
language sql stable set search_path = '' as $$
  select d.visible and coalesce(d.wrote_at > d.last_seen - interval '12 hours', false)
$$;

/* The devices of the salon's people that went dark: silent for five minutes and for less than 36 hours, and when it last spoke it had
   something unsent or was in use. A phone in a pocket and a tablet asleep said that they are hidden. Before the page was on a device
   reported every ten minutes. */
create function private.dark_devices(p_salon_id bigint) returns setof private.devices
language sql stable set search_path = '' as $$
  select d.* from private.devices d join public.users u on u.id = d.user_id and u.salon_id = d.salon_id
  left join private.booking_pages p on p.salon_id = d.salon_id
  where d.salon_id = p_salon_id and not d.aside and d.last_seen > now() - interval '36 hours'
    and d.last_seen < now() - case when d.last_seen < p.on_since then interval '12 minutes' else interval '5 minutes' end
    and (coalesce(d.unsent, 0) > 0 or private.in_use(d))
$$;

/* A device is dark while somebody who is offered online works, or has something unsent in it, at night, too. That another device still
   reports does not end it: the one at the desk is the one that books. */
create function private.is_silent(p_salon_id bigint) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from private.dark_devices(p_salon_id) d
    where coalesce(d.unsent, 0) > 0 or exists (
      select from private.salon_config(p_salon_id) c cross join lateral private.working_of(p_salon_id,
        array(select distinct o.resource_id from private.offered(p_salon_id) o), (now() at time zone c.zone)::date, 1, c.zone) w
      where w.spans @> now()))
$$;

-- ---- the owner's settings -------------------------------------------------------------------------------------------

/* What is missing to switch the page on: `slug`, `approved`, `service`, `employee`, `device`. */
create function private.page_misses(p_salon_id bigint) returns text[]
language sql stable security definer set search_path = '' as $$
  select coalesce(array_agg(n.need order by n.place), '{}') from (values
    (1, 'slug', exists (select from private.booking_pages p where p.salon_id = p_salon_id and p.slug is not null)),
    (2, 'approved', private.approval_of(p_salon_id) ->> 'status' = 'approved'),
    (3, 'service', exists (select from public.services s where s.salon_id = p_salon_id and s.show_online and not s.deleted)),
    (4, 'employee', exists (select from private.offered(p_salon_id) o
      where exists (select from public.employee_weekly_shifts w
          where w.salon_id = p_salon_id and w.resource_id = o.resource_id and not w.deleted and w.intervals is not null)
        or exists (select from public.employee_day_overrides x
          where x.salon_id = p_salon_id and x.resource_id = o.resource_id and not x.deleted and x.type = 'additional_shift'
            and x.date >= now()::date - 1))),
    (5, 'device', exists (select from private.devices d join public.users u on u.id = d.user_id and u.salon_id = d.salon_id
      where d.salon_id = p_salon_id and d.rev is not null and not d.aside and d.last_seen > now() - interval '36 hours'))
  ) n (place, need, is_there)
  where not n.is_there
$$;

/* booking_page(p_salon_id) → the page, what is missing to switch it on, and whether the salon is silent now; for every member. */
create function public.booking_page(p_salon_id bigint) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  page private.booking_pages;
begin
  perform private.require_membership(p_salon_id);
  select * into page from private.booking_pages p where p.salon_id = p_salon_id;
  return jsonb_build_object(
    'slug', page.slug, 'enabled', coalesce(page.enabled, false), 'min_notice', coalesce(page.min_notice, 120),
    'horizon', coalesce(page.horizon, 60), 'step', page.step, 'cancel_until', coalesce(page.cancel_until, 1440),
    'approve', coalesce(page.approve, 'none'), 'ask_email', coalesce(page.ask_email, 'optional'),
    'show_prices', coalesce(page.show_prices, true), 'phone', page.phone, 'address', page.address, 'about_bg', page.about_bg,
    'about_en', page.about_en, 'paused_until', private.iso(page.paused_until),
    'live', private.is_live(p_salon_id), 'missing', to_jsonb(private.page_misses(p_salon_id)),
    'old_app_at', (select private.iso(u.at) from private.unnamed_pushes u where u.salon_id = p_salon_id and u.at > now() - interval '14 days'),
    'quota_at', case when page.quota_at > now() - interval '7 days' then private.iso(page.quota_at) end,
    'silent', private.is_silent(p_salon_id),
    'dark', (select coalesce(jsonb_agg(jsonb_build_object('id', d.id, 'user_id', d.user_id, 'name', d.name,
        'last_seen', private.iso(d.last_seen), 'unsent', coalesce(d.unsent, 0)) order by d.last_seen, d.id), '[]')
      from private.dark_devices(p_salon_id) d));
end $$;

-- Words that an address of ours could need, or that would pass for somebody else.
create function private.is_reserved_slug(p_slug text) returns boolean
language sql immutable set search_path = '' as $$
  select replace(p_slug, '-', '') = any ('{about,account,admin,administrator,api,app,assets,auth,billing,blog,book,booking,bookings,
    calendar,cancel,contact,docs,greben,help,home,index,info,invite,join,legal,login,logout,mail,new,null,online,password,privacy,profile,
    public,rest,root,salon,salons,security,settings,signin,signup,static,status,supabase,support,system,terms,test,undefined,www}'::text[])
$$;

/* Whether a salon would give up a sixth slug within a year, each of which nobody else may have, if it took that one. */
create function private.gives_up_too_many(p_salon_id bigint, p_slug text) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from private.booking_pages p where p.salon_id = p_salon_id and p.slug is distinct from p_slug and p.slug is not null)
    and (select count(*) from private.former_slugs f where f.salon_id = p_salon_id and f.slug is distinct from p_slug
      and f.given_up_at > now() - interval '1 year') >= 5
$$;

/* Why a salon cannot have that slug: `slug` (its form), `slug_reserved`, `slug_taken`, `slug_many`; null: it can. */
create function private.slug_trouble(p_salon_id bigint, p_slug text) returns text
language sql stable security definer set search_path = '' as $$
  select case when p_slug is null or p_slug !~ '^[a-z0-9](-?[a-z0-9]){2,39}$' then 'slug'
    when private.is_reserved_slug(p_slug) then 'slug_reserved'
    when exists (select from private.booking_pages p where p.slug = p_slug collate "C" and p.salon_id is distinct from p_salon_id)
      or exists (select from private.former_slugs f where f.slug = p_slug collate "C" and f.salon_id is distinct from p_salon_id
        and f.given_up_at > now() - interval '1 year') then 'slug_taken'
    when private.gives_up_too_many(p_salon_id, p_slug) then 'slug_many'
  end
$$;

/* slug_is_free(p_slug) → {free, why}: for whoever is signed in; their own salon's slugs are free for it. */
create function public.slug_is_free(p_slug text) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  why text;
begin
  if private.me() is null then raise exception 'sign in first' using errcode = '42501'; end if;
  why := private.slug_trouble(private.my_salon(), p_slug);
  return jsonb_build_object('free', why is null, 'why', why);
end $$;

/* A text of the page: trimmed, null for a blank one; refused with the field as the hint where it is too long or has a sign that nobody
   sees. Lines may end. */
create function private.page_text(p_page jsonb, p_field text, p_most integer, p_now text) returns text
language plpgsql immutable set search_path = '' as $$
declare
  words constant text := nullif(btrim(replace(p_page ->> p_field, E'\r\n', E'\n'), E' \t\r\n'), '');
begin
  if not p_page ? p_field then return p_now; end if;
  if jsonb_typeof(p_page -> p_field) not in ('string', 'null') or length(words) > p_most
    or words ~ '[\u0001-\u0008\u000b-\u001f\u007f]' or not private.fits(coalesce(to_jsonb(words), 'null'), 'text'::regtype, -1) then
    raise exception '% takes at most % characters', p_field, p_most using errcode = '22023', hint = p_field;
  end if;
  return words;
end $$;

/* A number, a choice or a switch of the page; what is not named stays. */
create function private.page_value(p_page jsonb, p_field text, p_type text, p_now jsonb) returns jsonb
language plpgsql immutable set search_path = '' as $$
begin
  if not p_page ? p_field then return p_now; end if;
  if jsonb_typeof(p_page -> p_field) <> p_type or p_type = 'number' and (p_page ->> p_field)::numeric not between -1000000 and 1000000
    or p_type = 'number' and p_page ->> p_field !~ '^-?[0-9]+$' then
    raise exception '% is a %', p_field, p_type using errcode = '22023', hint = p_field;
  end if;
  return p_page -> p_field;
end $$;

/* set_booking_page(p_salon_id, p_page) → as booking_page: owners. Fields that are not named stay, unknown ones are ignored. A refusal has
   the field as its hint, `slug_reserved`, `slug_taken`, `slug_many`, or what is missing to switch the page on. */
create function public.set_booking_page(p_salon_id bigint, p_page jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  page private.booking_pages;
  was private.booking_pages;
  trouble text;
  paused constant jsonb := p_page -> 'paused_until';
begin
  perform private.require_role(p_salon_id, 'owner');
  if jsonb_typeof(p_page) is distinct from 'object' then
    raise exception 'p_page is an object' using errcode = '22023', hint = 'page';
  end if;
  insert into private.booking_pages (salon_id) values (p_salon_id) on conflict do nothing;
  select * into was from private.booking_pages p where p.salon_id = p_salon_id for update;
  page := was;

  if p_page ? 'slug' and p_page ->> 'slug' is distinct from was.slug then
    trouble := case when jsonb_typeof(p_page -> 'slug') <> 'null' then private.slug_trouble(p_salon_id, p_page ->> 'slug')
      when private.gives_up_too_many(p_salon_id, null) then 'slug_many' end;
    if trouble is not null then raise exception 'the slug cannot be had' using errcode = '22023', hint = trouble; end if;
    page.slug := p_page ->> 'slug';
  end if;
  page.enabled := private.page_value(p_page, 'enabled', 'boolean', to_jsonb(was.enabled));
  page.min_notice := private.page_value(p_page, 'min_notice', 'number', to_jsonb(was.min_notice));
  page.horizon := private.page_value(p_page, 'horizon', 'number', to_jsonb(was.horizon));
  page.cancel_until := private.page_value(p_page, 'cancel_until', 'number', to_jsonb(was.cancel_until));
  page.show_prices := private.page_value(p_page, 'show_prices', 'boolean', to_jsonb(was.show_prices));
  page.approve := private.page_value(p_page, 'approve', 'string', to_jsonb(was.approve)) #>> '{}';
  page.ask_email := private.page_value(p_page, 'ask_email', 'string', to_jsonb(was.ask_email)) #>> '{}';
  page.step := case when jsonb_typeof(p_page -> 'step') = 'null' then null
    else private.page_value(p_page, 'step', 'number', to_jsonb(was.step))::integer end;
  page.phone := private.page_text(p_page, 'phone', 40, was.phone);
  page.address := private.page_text(p_page, 'address', 300, was.address);
  page.about_bg := private.page_text(p_page, 'about_bg', 1000, was.about_bg);
  page.about_en := private.page_text(p_page, 'about_en', 1000, was.about_en);
  trouble := case
    when page.min_notice not between 0 and 10080 then 'min_notice'
    when page.horizon not between 1 and 365 then 'horizon'
    when page.cancel_until not between 0 and 20160 then 'cancel_until'
    when page.step is not null and page.step <> all ('{5,10,15,20,30,60}') then 'step'
    when page.approve not in ('none', 'all') then 'approve'
    when page.ask_email not in ('optional', 'required') then 'ask_email'
    when page.phone ~ '\n' then 'phone' end;
  if trouble is not null then raise exception '% is out of bounds', trouble using errcode = '22023', hint = trouble; end if;
  if paused is not null then
    if not private.fits(paused, 'timestamptz'::regtype, 3) then
      raise exception 'paused_until is an instant' using errcode = '22023', hint = 'paused_until';
    end if;
    begin
      page.paused_until := (p_page ->> 'paused_until')::timestamptz;
      if page.paused_until not between '1900-01-01' and '9999-12-31' then raise exception using errcode = '22008'; end if;
    exception when data_exception then
      raise exception 'paused_until is an instant' using errcode = '22023', hint = 'paused_until';
    end;
  end if;
  page.on_since := case when not page.enabled then null when was.enabled then was.on_since else now() end;
  if page.enabled and page.slug is null then raise exception 'without slug' using errcode = 'P0001', hint = 'slug'; end if;

  begin
    update private.booking_pages p set slug = page.slug, enabled = page.enabled, on_since = page.on_since, min_notice = page.min_notice,
      horizon = page.horizon, step = page.step, cancel_until = page.cancel_until, approve = page.approve, ask_email = page.ask_email,
      show_prices = page.show_prices, phone = page.phone, address = page.address, about_bg = page.about_bg, about_en = page.about_en,
      paused_until = page.paused_until
    where p.salon_id = p_salon_id;
  exception when unique_violation then
    raise exception 'somebody has it by now' using errcode = '22023', hint = 'slug_taken';
  end;
  if page.slug is distinct from was.slug then
    delete from private.former_slugs f where f.slug = page.slug;
    if was.slug is not null then
      insert into private.former_slugs (slug, salon_id) values (was.slug, p_salon_id)
      on conflict (slug) do update set salon_id = excluded.salon_id, given_up_at = excluded.given_up_at;
    end if;
  end if;
  if page.enabled and not was.enabled then
    trouble := (private.page_misses(p_salon_id))[1];
    if trouble is not null then raise exception 'without %', trouble using errcode = 'P0001', hint = trouble; end if;
  end if;
  return public.booking_page(p_salon_id);
end $$;

revoke execute on function private.note_unnamed_push(bigint), private.offered(bigint), private.is_live(bigint),
  private.salon_of_slug(text), private.in_use(private.devices), private.dark_devices(bigint), private.is_silent(bigint),
  private.page_misses(bigint), private.is_reserved_slug(text), private.gives_up_too_many(bigint, text),
  private.slug_trouble(bigint, text),
  private.page_text(jsonb, text, integer, text), private.page_value(jsonb, text, text, jsonb), public.booking_page(bigint),
  public.slug_is_free(text), public.set_booking_page(bigint, jsonb)
  from public, anon, authenticated;
grant execute on function private.note_unnamed_push(bigint), -- push_changes runs as its caller
  public.booking_page(bigint), public.slug_is_free(text), public.set_booking_page(bigint, jsonb)
  to authenticated, service_role;
