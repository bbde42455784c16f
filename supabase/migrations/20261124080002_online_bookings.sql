-- What strangers may call: a salon as customers see it, its free starts, a booking, and the link with which they change or cancel it.
-- `schemas/online.ts` names what the functions take and answer. Who is unknown, not published, switched off or not approved is answered
-- null, and so is a wrong token. No answer depends on whether a phone is known.
--
-- A booking goes through this order, which is measured (`npm run bench -- online`): bounds → proof of work → the answer to the same request →
-- limits → is it free (no lock) → a lock of all online bookings of this salon → once more → the salon's head → the request, the limits and
-- the place once more → client, events, `online_bookings`. Of two hundred strangers after one slot one stands at the head at a time, or a
-- push of the desk would wait for all of them. The desk is never refused for a customer's sake: it may book over an online booking.

-- ---- what is kept ---------------------------------------------------------------------------------------------------

-- Beside its events, what no device needs. Name, phone and e-mail are as they were typed, and are emptied 30 days after the visit.
create table private.online_bookings (
  salon_id bigint not null references public.salons (id) on delete cascade,
  visit_id text collate "C" not null, -- of its events; the id of the first one, which is the request's
  request uuid not null unique,
  token_hash bytea not null unique,
  client_id text collate "C" not null,
  name text,
  phone text, -- E.164
  email text,
  made_from bytea, -- the address, hashed with the secret: emptied with the contact
  language text not null,
  policy_hash text,
  resource_id text collate "C", -- who was asked for; null: whoever is free
  waits_for text check (waits_for in ('desk', 'approval')), -- of a request
  made_at timestamptz(3) not null default now(),
  rev bigint not null, -- with which the salon's devices hear of it
  seen_at timestamptz(3), -- when the first of them had
  moves integer not null default 0,
  move_request uuid, -- of the last move
  ended text check (ended in ('customer', 'expired')), -- who cancelled it, if not the salon
  primary key (salon_id, visit_id)
);
create index online_bookings_made_at_idx on private.online_bookings (salon_id, made_at);
create index online_bookings_phone_idx on private.online_bookings (salon_id, phone);
create index online_bookings_email_idx on private.online_bookings (salon_id, email);
create index online_bookings_made_from_idx on private.online_bookings (salon_id, made_from);
create index online_bookings_client_id_idx on private.online_bookings (salon_id, client_id);
create index online_bookings_waiting_idx on private.online_bookings (salon_id) where waits_for = 'desk';
-- A visitor is looked for by the phone, in a salon of any size in the same time.
create index clients_phone_idx on public.clients (salon_id, phone);

/* Of this database: a token is derived from the request with the secret, so that an answer that was lost is given again.
   `address_header`: the header in which whoever stands before the database names the visitor's address. On hosted Supabase a visitor can
   write any header, so none is believed unless the operator names one that is always overwritten; the embedded backend names its own. */
create table private.online_secret (
  one boolean primary key default true check (one),
  secret bytea not null default extensions.gen_random_bytes(32),
  address_header text check (address_header = lower(address_header))
);
insert into private.online_secret default values;

alter table private.online_bookings enable row level security;
alter table private.online_secret enable row level security;
revoke all on private.online_bookings, private.online_secret from public, anon, authenticated;

-- 128 bits in hexadecimal digits.
create function private.token_of(p_request uuid) returns text
language sql stable security definer set search_path = '' as $$
  select encode(substring(extensions.hmac(convert_to(p_request::text, 'UTF8'), s.secret, 'sha256') for 16), 'hex') from private.online_secret s
$$;

-- Where a visitor asks from, as a hash that nobody reads an address from; null: nobody says.
create function private.asked_from() returns bytea
language sql stable security definer set search_path = '' as $$
  select extensions.hmac(convert_to(left(nullif(current_setting('request.headers', true), '')::jsonb ->> s.address_header, 100), 'UTF8'),
    s.secret, 'sha256')
  from private.online_secret s where s.address_header is not null
$$;

create function private.token_hash(p_token text) returns bytea
language sql immutable set search_path = '' as $$
  select sha256(convert_to(left(p_token, 64), 'UTF8'))
$$;

-- The booking of a link; null for a wrong token, and where the salon is gone.
create function private.booking_of(p_token text) returns private.online_bookings
language sql stable security definer set search_path = '' as $$
  select b from private.online_bookings b join public.salons s on s.id = b.salon_id and not s.deleted
  where b.token_hash = private.token_hash(p_token)
$$;

/* An erased client's name, phone and e-mail go from here as well, also of bookings that the salon gave to somebody else. */
create function private.forget_erased_visitor() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update private.online_bookings b set name = null, phone = null, email = null, made_from = null
  where b.salon_id = new.salon_id and (b.client_id = new.id or b.visit_id in (
    select coalesce(e.visit_id, e.id) from public.events e
    where e.salon_id = new.salon_id and e.client_id = new.id and e.source = 'online'));
  return null;
end $$;
create trigger erased_visitor after insert or update on public.clients
  for each row when (new.erased_at is not null) execute function private.forget_erased_visitor();

/* Nobody has ended a booking that the salon brought back: what ends it next is said of who does. */
create function private.online_booking_is_back() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update private.online_bookings b set ended = null
  where b.salon_id = new.salon_id and b.visit_id in (new.id, new.visit_id) and b.ended is not null;
  return null;
end $$;
create trigger online_booking_is_back after update of status, deleted on public.events
  for each row when (new.source = 'online' and not new.deleted and new.status is distinct from 'cancelled'
    and (old.deleted or old.status = 'cancelled'))
  execute function private.online_booking_is_back();

-- ---- what is asked --------------------------------------------------------------------------------------------------

-- The events of an online booking that hold their time.
create function private.legs_of(p_salon_id bigint, p_visit_id text) returns setof public.events
language sql stable security definer set search_path = '' as $$
  select e.* from public.events e
  where e.salon_id = p_salon_id and not e.deleted and e.status is distinct from 'cancelled'
    and (e.id = p_visit_id or e.id > p_visit_id || '/' and e.id < p_visit_id || '0' and e.visit_id = p_visit_id)
$$;

/* The parts of a visit as private.free_visits takes them, each with the employees who may have it; `[]` in one: nobody. Whoever is free is
   asked in the order of the booked minutes of that day, fewest first, then by id: a new colleague gets work.
   @param p_resource the one who is asked for; null: whoever is free
   @param p_date null: in the order of the ids */
create function private.asked_legs(p_salon_id bigint, p_services text[], p_resource text, p_date date, p_zone text) returns jsonb
language sql stable security definer set search_path = '' as $$
  with offers as materialized (
    select o.* from private.offered(p_salon_id) o
    where o.service_id = any (p_services) and (p_resource is null or o.resource_id = p_resource)
  ), busy as materialized (
    select e.resource_id, sum(extract(epoch from e.end_time - e.start_time)) as seconds from public.events e
    where p_date is not null and e.salon_id = p_salon_id and e.type = 'appointment' and not e.deleted and e.status is distinct from 'cancelled'
      and e.start_time >= private.instant_of(p_date, 0, p_zone) and e.start_time < private.instant_of(p_date + 1, 0, p_zone)
    group by 1
  )
  select jsonb_agg(jsonb_build_object('service', s.id, 'room', r.room, 'count', r.room_count, 'offers', coalesce((
      select jsonb_agg(jsonb_build_object('resource', o.resource_id, 'minutes', o.minutes, 'after', o.after, 'wait', o.wait,
        'buffer', o.buffer, 'price', o.price, 'currency', o.currency) order by coalesce(b.seconds, 0), o.resource_id)
      from offers o left join busy b on b.resource_id = o.resource_id where o.service_id = s.id), '[]')) order by s.n)
  from unnest(p_services) with ordinality s (id, n)
  left join lateral (select o.room, o.room_count from offers o where o.service_id = s.id limit 1) r on true
$$;

/* The parts of a booking that stands, for another place: each as long as it is where the employee stays, else as it is with the other one.
   Null where one of them is not offered any more. */
create function private.standing_legs(p_salon_id bigint, p_visit_id text, p_resource text, p_date date, p_zone text) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  services text[];
  resources text[];
  own jsonb;
  legs jsonb;
begin
  select array_agg(e.service_id order by e.visit_pos, e.start_time, e.id), array_agg(e.resource_id order by e.visit_pos, e.start_time, e.id),
    jsonb_agg(jsonb_build_object('minutes', extract(epoch from e.end_time - e.start_time)::integer / 60, 'after', e.processing_after,
      'wait', e.processing_minutes, 'buffer', e.buffer_after, 'price', e.price, 'currency', e.currency) order by e.visit_pos, e.start_time, e.id)
  into services, resources, own from private.legs_of(p_salon_id, p_visit_id) e;
  if services is null or array_position(services, null) is not null or array_length(services, 1) > 3 then return null; end if;
  legs := private.asked_legs(p_salon_id, services, p_resource, p_date, p_zone);
  return (select jsonb_agg(jsonb_set(l, '{offers}', (
      select coalesce(jsonb_agg(case when o ->> 'resource' = resources[n] then o || (own -> (n::integer - 1)) else o end order by m), '[]')
      from jsonb_array_elements(l -> 'offers') with ordinality x (o, m))) order by n)
    from jsonb_array_elements(legs) with ordinality y (l, n));
end $$;

/* The answer to whether a visit may begin then, as things stand: {state, legs, waits_for, until, near, last}. `state`: free, or why not
   (`NOT_BOOKED` of schemas/online.ts), or null for a page that strangers do not see. `legs`: the parts with employee, start and end.
   @param p_without the visit that moves: its own time does not count */
create function private.judge_online(p_salon_id bigint, p_services text[], p_resource text, p_start timestamptz, p_without text default null)
returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  page private.booking_pages;
  cfg record;
  today date;
  day date;
  waits text;
  earliest timestamptz;
  legs jsonb;
  path integer[];
begin
  select * into page from private.booking_pages p where p.salon_id = p_salon_id;
  if not private.is_live(p_salon_id) then return 'null'; end if;
  select * into cfg from private.salon_config(p_salon_id);
  today := (now() at time zone cfg.zone)::date;
  day := (p_start at time zone cfg.zone)::date;
  if page.paused_until > now() then return '{"state": "paused"}'; end if;
  waits := case when page.approve = 'all' then 'approval'
    when p_start <= now() + interval '24 hours' and private.is_silent(p_salon_id) then 'desk' end;
  -- A request needs time for its answer.
  earliest := now() + greatest(make_interval(mins => page.min_notice), case when waits is null then interval '0' else interval '75 minutes' end);
  if p_start < earliest then return '{"state": "too_soon"}'; end if;
  if day > today + page.horizon then return '{"state": "too_late"}'; end if;
  legs := case when p_without is null then private.asked_legs(p_salon_id, p_services, p_resource, day, cfg.zone)
    else private.standing_legs(p_salon_id, p_without, p_resource, day, cfg.zone) end;
  select f.path into path from private.free_visits(p_salon_id, cfg.zone, day, 1, coalesce(page.step, cfg.step), p_start, legs, p_without, p_start) f;
  if path is null then
    return jsonb_build_object('state', 'taken', 'near', (
      select coalesce(jsonb_agg(private.iso(n.start) order by n.start), '[]') from (
        select f.start from private.free_visits(p_salon_id, cfg.zone, greatest(day - 1, today), 4, coalesce(page.step, cfg.step),
          earliest, legs, p_without) f
        where f.start < private.instant_of(today + page.horizon + 1, 0, cfg.zone)
        order by abs(extract(epoch from f.start - p_start)), f.start limit 3) n));
  end if;
  return jsonb_build_object('state', 'free', 'waits_for', waits,
    'until', case when waits is not null then private.iso(least(p_start - interval '1 hour', now() + interval '24 hours')) end,
    'legs', (
      select jsonb_agg(c.offer || jsonb_build_object('service', c.service, 'start', private.iso(c.ends - make_interval(mins => c.minutes)),
        'end', private.iso(c.ends)) order by c.n)
      from (
        select x.*, p_start + make_interval(mins => (sum(x.minutes) over (order by x.n))::integer) as ends from (
          select n, l ->> 'service' as service, l -> 'offers' -> (path[n] - 1) as offer,
            (l -> 'offers' -> (path[n] - 1) ->> 'minutes')::integer as minutes
          from jsonb_array_elements(legs) with ordinality y (l, n)) x) c));
end $$;

/* Whose limit an online booking would break: `visitor` (three open ones with a phone or an e-mail, ten an hour from an address), `salon`
   (30 an hour, 200 a day), or nobody's: null. */
create function private.over_online_limit(p_salon_id bigint, p_phone text, p_email text) returns text
language sql stable security definer set search_path = '' as $$
  select case
    when (select count(*) from private.online_bookings b where b.salon_id = p_salon_id and (b.phone = p_phone or b.email = p_email)
      and exists (select from private.legs_of(b.salon_id, b.visit_id) e where e.status = 'booked' and e.start_time > now())) >= 3
      or (select count(*) from private.online_bookings b where b.salon_id = p_salon_id and b.made_from = private.asked_from()
        and b.made_at > now() - interval '1 hour') >= 10 then 'visitor'
    when (select count(*) from private.online_bookings b where b.salon_id = p_salon_id and b.made_at > now() - interval '1 hour') >= 30
      or (select count(*) from private.online_bookings b where b.salon_id = p_salon_id and b.made_at > now() - interval '24 hours') >= 200
      then 'salon' end
$$;

/* How many leading zero bits the proof of work needs: 17, and one more with each six online bookings of the last hour, at most 22. */
create function private.online_bits(p_salon_id bigint) returns integer
language sql stable security definer set search_path = '' as $$
  select least(22, 17 + count(*)::integer / 6) from private.online_bookings b
  where b.salon_id = p_salon_id and b.made_at > now() - interval '1 hour'
$$;

-- How many zero bits a proof of work begins with, up to 32.
create function private.work_of(p_text text) returns integer
language sql immutable set search_path = '' as $$
  select coalesce(length(substring(substring(('x' || encode(sha256(convert_to(p_text, 'UTF8')), 'hex'))::bit(256)::text for 32) from '^0*')), 0)
$$;

-- An answer with all its fields (`BookAnswer` of schemas/online.ts).
create function private.book_answer(p_state text, p_more jsonb default '{}') returns jsonb
language sql immutable set search_path = '' as $$
  select '{"token": null, "legs": [], "until": null, "waits_for": null, "near": [], "field": null, "bits": null, "phone": null}'::jsonb
    || jsonb_build_object('state', p_state) || p_more
$$;

-- The parts of a booking as its customer sees them.
create function private.public_legs(p_salon_id bigint, p_visit_id text, p_holding boolean default true) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('service_id', e.service_id, 'title', e.title, 'resource_id', e.resource_id,
    'employee', r.name, 'start', private.iso(e.start_time), 'end', private.iso(e.end_time),
    'price', case when p.show_prices then trim_scale(e.price) end, 'currency', case when p.show_prices then e.currency end)
    order by e.start_time, e.visit_pos, e.id), '[]')
  from public.events e join public.resources r on r.salon_id = e.salon_id and r.id = e.resource_id
  left join private.booking_pages p on p.salon_id = e.salon_id
  where e.salon_id = p_salon_id and (e.id = p_visit_id or e.id > p_visit_id || '/' and e.id < p_visit_id || '0' and e.visit_id = p_visit_id)
    and (not p_holding or not e.deleted and e.status is distinct from 'cancelled')
$$;

/* What became of a booking: `booked`, `requested`, `cancelled`, `expired`, `past`. */
create function private.online_state(b private.online_bookings) returns text
language sql stable security definer set search_path = '' as $$
  select case when count(*) = 0 then case when b.ended = 'expired' then 'expired' else 'cancelled' end
    when min(e.start_time) <= now() or bool_and(e.status is distinct from 'booked') then 'past'
    when bool_or(e.requested_until is not null) then 'requested'
    else 'booked' end
  from private.legs_of(b.salon_id, b.visit_id) e
$$;

-- The answer of whoever has booked, or asks again with the same request.
create function private.booked_answer(b private.online_bookings, p_token text) returns jsonb
language sql stable security definer set search_path = '' as $$
  select private.book_answer(case s.state when 'booked' then s.state when 'requested' then s.state else 'over' end, jsonb_build_object(
    'token', p_token, 'legs', private.public_legs(b.salon_id, b.visit_id), 'phone', p.phone,
    'until', (select private.iso(max(e.requested_until)) from private.legs_of(b.salon_id, b.visit_id) e where s.state = 'requested'),
    'waits_for', case when s.state = 'requested' then b.waits_for end))
  from (select private.online_state(b) as state) s left join private.booking_pages p on p.salon_id = b.salon_id
$$;

-- Until when a booking may be changed by its customer; null: not any more.
create function private.change_until(b private.online_bookings) returns timestamptz
language sql stable security definer set search_path = '' as $$
  select case when private.online_state(b) in ('booked', 'requested') then x.until end
  from (select min(e.start_time) - make_interval(mins => coalesce(
      (select p.cancel_until from private.booking_pages p where p.salon_id = b.salon_id), 1440)) as until
    from private.legs_of(b.salon_id, b.visit_id) e) x
  where x.until > now()
$$;

-- All online bookings of a salon, one at a time.
create function private.lock_online(p_salon_id bigint) returns void
language sql volatile set search_path = '' as $$
  select pg_advisory_xact_lock(hashtextextended('greben: online bookings of salon ' || p_salon_id, 0))
$$;

-- ---- what strangers read --------------------------------------------------------------------------------------------

/* public_salon(p_slug) → `PublicSalon`. No client, no note, no reason of any absence. */
create function public.public_salon(p_slug text) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  salon bigint;
  page private.booking_pages;
  cfg record;
begin
  salon := private.salon_of_slug(p_slug);
  if salon is null then return null; end if;
  select * into page from private.booking_pages p where p.salon_id = salon;
  select * into cfg from private.salon_config(salon);
  return (
    with offers as materialized (select * from private.offered(salon))
    select jsonb_build_object('slug', page.slug, 'name_bg', s.name_bg, 'name_en', s.name_en, 'language', s.language, 'zone', cfg.zone,
      'phone', page.phone, 'address', page.address, 'about_bg', page.about_bg, 'about_en', page.about_en,
      'policy', cfg.policy, 'policy_hash', private.policy_hash(cfg.policy), 'any', s.any_barber, 'ask_email', page.ask_email,
      'show_prices', page.show_prices, 'approve', page.approve, 'min_notice', page.min_notice, 'cancel_until', page.cancel_until,
      'first', (now() at time zone cfg.zone)::date, 'last', (now() at time zone cfg.zone)::date + page.horizon,
      'paused_until', case when page.paused_until > now() then private.iso(page.paused_until) end,
      'silent', private.is_silent(salon), 'bits', private.online_bits(salon),
      'services', (
        select coalesce(jsonb_agg(jsonb_build_object('id', v.id, 'name_bg', coalesce(nullif(v.name_bg, ''), v.name),
          'name_en', coalesce(nullif(v.name_en, ''), v.name), 'category', v.category, 'minutes', coalesce(v.duration, 60),
          'price', case when page.show_prices then trim_scale(v.price) end, 'currency', case when page.show_prices then v.currency end,
          'offered_by', o.all_of_them, 'own', o.own) order by v.category nulls last, v.name, v.id), '[]')
        from public.services v
        cross join lateral (
          select jsonb_agg(x.resource_id order by x.resource_id) as all_of_them,
            coalesce(jsonb_agg(jsonb_build_object('resource', x.resource_id, 'minutes', x.minutes,
                'price', case when page.show_prices then trim_scale(x.price) end, 'currency', case when page.show_prices then x.currency end)
              order by x.resource_id)
              filter (where x.minutes <> coalesce(v.duration, 60)
                or page.show_prices and (x.price <> v.price or x.currency <> v.currency)), '[]') as own
          from offers x where x.service_id = v.id) o
        where v.salon_id = salon and v.show_online and not v.deleted and o.all_of_them is not null),
      'employees', (
        select coalesce(jsonb_agg(jsonb_build_object('id', r.id, 'name', r.name) order by r.name, r.id), '[]')
        from public.resources r where r.salon_id = salon and r.id in (select o.resource_id from offers o)))
    from public.salons s where s.id = salon);
end $$;

-- What was agreed to can be shown: a policy by its SHA-256; null for none.
create function private.policy_hash(p_policy text) returns text
language sql immutable set search_path = '' as $$
  select encode(sha256(convert_to(nullif(p_policy, ''), 'UTF8')), 'hex')
$$;

-- Whether this is a list of one to three services.
create function private.are_services(p_services text[]) returns boolean
language sql immutable set search_path = '' as $$
  select coalesce(array_ndims(p_services) = 1 and array_length(p_services, 1) between 1 and 3 and array_position(p_services, null) is null
    and not exists (select from unnest(p_services) s where length(s) not between 1 and 120), false)
$$;

/* public_slots(p_slug, p_services, p_resource, p_from, p_days, p_token) → `PublicSlots`: starts only. Null as well where what is asked has no
   form.
   @param p_resource null: whoever is free, where the salon lets that be chosen
   @param p_token of a booking that is to be moved: its own parts, as long as they are, and its own time does not count; null: a new one */
create function public.public_slots(p_slug text, p_services text[], p_resource text, p_from date, p_days integer, p_token text default null)
returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  salon bigint;
  page private.booking_pages;
  cfg record;
  today date;
  first date;
  until date;
  silent boolean;
  legs jsonb;
  moved text;
  starts jsonb := '[]';
begin
  if not private.are_services(p_services) or p_from is null or p_from not between '1900-01-01' and '9999-12-01'
    or p_days is null or p_days not between 1 and 14 or length(p_resource) > 120 then return null; end if;
  salon := private.salon_of_slug(p_slug);
  if salon is null then return null; end if;
  if p_token is not null then
    select x.visit_id into moved from private.online_bookings x where x.token_hash = private.token_hash(p_token) and x.salon_id = salon;
    if moved is null then return null; end if;
  end if;
  select * into page from private.booking_pages p where p.salon_id = salon;
  select * into cfg from private.salon_config(salon);
  today := (now() at time zone cfg.zone)::date;
  first := greatest(p_from, today);
  until := least(p_from + p_days - 1, today + page.horizon);
  silent := private.is_silent(salon);
  if until >= first and (page.paused_until is null or page.paused_until <= now())
    and (p_resource is not null or (select s.any_barber from public.salons s where s.id = salon)) then
    legs := case when p_token is null then private.asked_legs(salon, p_services, p_resource, null, cfg.zone)
      else private.standing_legs(salon, moved, p_resource, null, cfg.zone) end;
    select coalesce(jsonb_agg(private.iso(f.start) order by f.start), '[]') into starts
    from private.free_visits(salon, cfg.zone, first, until - first + 1, coalesce(page.step, cfg.step),
      now() + make_interval(mins => page.min_notice), legs, moved) f
    where f.start >= now() + interval '75 minutes'
      or page.approve <> 'all' and not silent;
  end if;
  return jsonb_build_object('starts', starts, 'until', until, 'last', today + page.horizon, 'silent', silent,
    'paused_until', case when page.paused_until > now() then private.iso(page.paused_until) end);
end $$;

/* public_booking(p_token) → `PublicBooking`: for whoever has the link, also while the page is off. It changes nothing. */
create function public.public_booking(p_token text) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  b private.online_bookings;
  state text;
  legs jsonb;
begin
  b := private.booking_of(p_token);
  if b.request is null then return null; end if;
  state := private.online_state(b);
  legs := private.public_legs(b.salon_id, b.visit_id, state not in ('cancelled', 'expired'));
  return (
    select jsonb_build_object('slug', p.slug, 'name_bg', s.name_bg, 'name_en', s.name_en, 'zone', (private.salon_config(s.id)).zone,
      'phone', p.phone, 'address', p.address, 'live', private.is_live(s.id), 'state', state,
      'by', case when state = 'cancelled' then coalesce(b.ended, 'salon') end,
      'waits_for', case when state = 'requested' then b.waits_for end,
      'until', (select private.iso(max(e.requested_until)) from private.legs_of(b.salon_id, b.visit_id) e where state = 'requested'),
      'legs', legs, 'made_at', private.iso(b.made_at), 'seen_at', private.iso(b.seen_at),
      'change_until', private.iso(private.change_until(b)),
      'services', case when exists (select from jsonb_array_elements(legs) l where l ->> 'service_id' is null) then '[]'
        else (select coalesce(jsonb_agg(l -> 'service_id' order by n), '[]') from jsonb_array_elements(legs) with ordinality x (l, n)) end,
      'resource', b.resource_id, 'language', b.language)
    from public.salons s left join private.booking_pages p on p.salon_id = s.id where s.id = b.salon_id);
end $$;

-- ---- what strangers write -------------------------------------------------------------------------------------------

/* What is wrong with what a visitor typed, as the name of the argument; null: nothing. The phone is E.164, the others are trimmed. A name
   shows at least two signs: fillers, joiners and marks alone are none. */
create function private.visitor_trouble(p_name text, p_phone text, p_email text, p_note text, p_language text) returns text
language sql immutable set search_path = '' as $$
  select case
    when p_name is null or length(p_name) not between 2 and 100 or p_name ~ '[\u0001-\u001f\u007f-\u009f\u2028\u2029]'
      or length(regexp_replace(p_name,
        '[\s\u0300-\u036f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200d\u2800\u3164\ufe00-\ufe0f\uffa0\ufff9-\ufffb\U000e0000-\U000e01ef]', '', 'g')) < 2
      or not private.fits(to_jsonb(p_name), 'text'::regtype, -1) then 'name'
    when p_phone is null or p_phone !~ '^\+[1-9][0-9]{6,14}$' then 'phone'
    when p_email is not null and (length(p_email) > 200 or p_email !~ '^[^\s@<>,;:"()]+@[^\s@<>,;:"()]+\.[^\s@<>,;:"()]+$'
      or p_email ~ '[\u0001-\u001f\u007f]' or not private.fits(to_jsonb(p_email), 'text'::regtype, -1)) then 'email'
    when p_note is not null and (length(p_note) > 300 or p_note ~ '[\u0001-\u0008\u000b-\u001f\u007f-\u009f]'
      or not private.fits(to_jsonb(p_note), 'text'::regtype, -1)) then 'note'
    when p_language is null or p_language not in ('bg', 'en') then 'language' end
$$;

/* The client of a booking: the one with this phone and this name (trimmed, small letters), else a new one. One who is known is put in like
   a new one, with their own id, and is there already: the same statements run for both, and how long they take tells nobody whether a phone
   is known. */
create function private.visitor_client(p_salon_id bigint, p_request uuid, p_name text, p_phone text, p_email text) returns text
language sql volatile security definer set search_path = '' as $$
  with known as (
    select min(c.id) as id from public.clients c
    where c.salon_id = p_salon_id and c.phone = p_phone and not c.deleted and c.erased_at is null and c.merged_into is null
      and lower(regexp_replace(btrim(coalesce(nullif(c.name, ''), concat_ws(' ', c.first_name, c.last_name))), '\s+', ' ', 'g')) = lower(p_name)
  ), asked as (
    select coalesce(known.id, p_request || '/client') as id from known
  ), made as (
    insert into public.clients (salon_id, id, name, first_name, last_name, phone, email)
    select p_salon_id, asked.id, p_name, split_part(p_name, ' ', 1), nullif(substr(p_name, length(split_part(p_name, ' ', 1)) + 2), ''),
      p_phone, p_email
    from asked
    on conflict (salon_id, id) do nothing
  )
  select asked.id from asked
$$;

/* book_online(…) → `BookAnswer`; the head of this file says in which order.
   @param p_request made by the page; asked again within an hour, with the same phone, it brings the same answer
   @param p_phone E.164
   @param p_work so that SHA-256 of request|slug|start|phone|work begins with as many zero bits as public_salon says */
create function public.book_online(p_slug text, p_request uuid, p_services text[], p_resource text, p_start timestamptz, p_name text,
  p_phone text, p_email text, p_note text, p_language text, p_policy_hash text, p_work text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  said_name constant text := btrim(regexp_replace(left(p_name, 400), '\s+', ' ', 'g'));
  said_email constant text := nullif(lower(btrim(left(p_email, 400))), '');
  said_note constant text := nullif(btrim(replace(left(p_note, 4000), E'\r\n', E'\n'), E' \t\r\n'), '');
  salon bigint;
  page private.booking_pages;
  cfg record;
  b private.online_bookings;
  trouble text;
  zeros integer;
  bits integer;
  judged jsonb;
  client text;
  leg jsonb;
begin
  -- bounds
  trouble := case when p_request is null then 'request'
    when not private.are_services(p_services) then 'services'
    when length(p_resource) > 120 then 'resource'
    when p_start is null or p_start not between '1900-01-01' and '9999-12-01' or date_trunc('minute', p_start) <> p_start then 'start'
    when length(p_name) > 400 then 'name' when length(p_email) > 400 then 'email' when length(p_note) > 4000 then 'note'
    when p_work is null or p_work !~ '^[A-Za-z0-9]{1,20}$' then 'work'
    else private.visitor_trouble(said_name, p_phone, said_email, said_note, p_language) end;
  if trouble is not null then return private.book_answer('invalid', jsonb_build_object('field', trouble)); end if;
  salon := private.salon_of_slug(p_slug);
  if salon is null then return null; end if;
  select * into page from private.booking_pages p where p.salon_id = salon;

  -- proof of work: the least is asked of everybody, more where much is booked, and not of who asks for the same answer again
  zeros := private.work_of(concat_ws('|', p_request, page.slug, private.iso(p_start), p_phone, p_work));
  bits := private.online_bits(salon);
  if zeros < 17 then return private.book_answer('work', jsonb_build_object('bits', bits)); end if;

  select * into b from private.online_bookings x where x.request = p_request;
  if b.request is not null then return private.same_request(b, salon, p_phone); end if;
  if zeros < bits then return private.book_answer('work', jsonb_build_object('bits', bits)); end if;
  if page.ask_email = 'required' and said_email is null then
    return private.book_answer('invalid', '{"field": "email"}');
  end if;
  select * into cfg from private.salon_config(salon);
  if cfg.policy is not null and private.policy_hash(cfg.policy) is distinct from p_policy_hash then return private.book_answer('policy'); end if;
  trouble := private.wish_trouble(salon, p_services, p_resource);
  if trouble is not null then return private.book_answer('invalid', jsonb_build_object('field', trouble)); end if;

  -- Most who come too late are told without a lock, the others one at a time. What refuses may be a twin of this very request.
  for round in 1 .. 3 loop
    if round = 2 then perform private.lock_online(salon); end if;
    if round = 3 then perform from public.sync_heads h where h.salon_id = salon for update; end if;
    if round <> 2 then trouble := private.over_online_limit(salon, p_phone, said_email); end if;
    if trouble is null then judged := private.judge_online(salon, p_services, p_resource, p_start); end if;
    if round = 3 or trouble is not null or judged ->> 'state' is distinct from 'free' then
      select * into b from private.online_bookings x where x.request = p_request;
      if b.request is not null then return private.same_request(b, salon, p_phone); end if;
    end if;
    if trouble is not null then return private.refused_by_limit(salon, trouble); end if;
    if judged ->> 'state' is distinct from 'free' then return private.judged_answer(judged, page.phone); end if;
  end loop;
  -- An id that somebody of the salon made is no request of a visitor.
  if exists (select from public.events e where e.salon_id = salon and e.id = p_request::text)
    or exists (select from public.clients c where c.salon_id = salon and c.id = p_request || '/client') then
    return private.book_answer('invalid', '{"field": "request"}');
  end if;

  client := private.visitor_client(salon, p_request, said_name, p_phone, said_email);
  for i in 0 .. jsonb_array_length(judged -> 'legs') - 1 loop
    leg := judged -> 'legs' -> i;
    insert into public.events (salon_id, id, resource_id, client_id, service_id, title, start_time, end_time, notes, type, status, price,
      currency, processing_after, processing_minutes, buffer_after, visit_id, visit_pos, source, requested_until)
    select salon, case when i = 0 then p_request::text else p_request || '/' || substr(md5(p_request || '/' || i), 1, 12) end,
      leg ->> 'resource', client, s.id,
      left(coalesce(nullif(case cfg.language when 'en' then s.name_en else s.name_bg end, ''), s.name), 300),
      (leg ->> 'start')::timestamptz, (leg ->> 'end')::timestamptz, case when i = 0 then said_note end, 'appointment', 'booked',
      (leg ->> 'price')::numeric, leg ->> 'currency', (leg ->> 'after')::integer, (leg ->> 'wait')::integer, (leg ->> 'buffer')::integer,
      case when jsonb_array_length(judged -> 'legs') > 1 then p_request::text end, i, 'online', (judged ->> 'until')::timestamptz
    from public.services s where s.salon_id = salon and s.id = leg ->> 'service';
  end loop;
  insert into private.online_bookings (salon_id, visit_id, request, token_hash, client_id, name, phone, email, made_from, language,
    policy_hash, resource_id, waits_for, rev)
  values (salon, p_request::text, p_request, private.token_hash(private.token_of(p_request)), client, said_name, p_phone, said_email,
    private.asked_from(), p_language, private.policy_hash(cfg.policy), p_resource, judged ->> 'waits_for', private.head(salon))
  returning * into b;
  return private.booked_answer(b, private.token_of(p_request));
end $$;

/* The answer to a request that was booked before; of another salon or phone it is not the same one. Nor is it after an hour: the salon's
   people know the request, which is the booking's id, and the phone, and who is out of the salon by now would have the links of its
   customers by asking. */
create function private.same_request(b private.online_bookings, p_salon_id bigint, p_phone text) returns jsonb
language sql stable security definer set search_path = '' as $$
  select case when b.salon_id = p_salon_id and b.phone = p_phone and b.made_at > now() - interval '1 hour' then private.booked_answer(b, private.token_of(b.request))
    else private.book_answer('invalid', '{"field": "request"}') end
$$;

/* Which argument asks for what is not offered: `services`, `resource`; null: none. */
create function private.wish_trouble(p_salon_id bigint, p_services text[], p_resource text) returns text
language sql stable security definer set search_path = '' as $$
  with offers as materialized (select * from private.offered(p_salon_id))
  select case
    when exists (select from unnest(p_services) s where s not in (select o.service_id from offers o)) then 'services'
    when p_resource is null and not (select s.any_barber from public.salons s where s.id = p_salon_id)
      or p_resource is not null and exists (select from unnest(p_services) s
        where not exists (select from offers o where o.service_id = s and o.resource_id = p_resource)) then 'resource' end
$$;

-- Says so to the owner where the limits of the salon refuse somebody.
create function private.refused_by_limit(p_salon_id bigint, p_whose text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
begin
  if p_whose = 'salon' then
    update private.booking_pages p set quota_at = now()
    where p.salon_id = p_salon_id and (p.quota_at is null or p.quota_at < now() - interval '10 minutes');
  end if;
  return private.book_answer('too_many', jsonb_build_object('phone', (select p.phone from private.booking_pages p where p.salon_id = p_salon_id)));
end $$;

create function private.judged_answer(p_judged jsonb, p_phone text) returns jsonb
language sql immutable set search_path = '' as $$
  select case when p_judged ->> 'state' is not null then private.book_answer(p_judged ->> 'state',
    jsonb_build_object('near', coalesce(p_judged -> 'near', '[]'), 'phone', p_phone)) end
$$;

/* cancel_online(p_token) → `CancelAnswer`; of a request as of a booking, until `cancel_until`. */
create function public.cancel_online(p_token text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  b private.online_bookings;
  state text;
begin
  b := private.booking_of(p_token);
  if b.request is null then return null; end if;
  perform from public.sync_heads h where h.salon_id = b.salon_id for update;
  b := private.booking_of(p_token);
  state := private.online_state(b);
  if state not in ('cancelled', 'expired') then
    if private.change_until(b) is null then
      return jsonb_build_object('state', 'too_late', 'phone', (select p.phone from private.booking_pages p where p.salon_id = b.salon_id));
    end if;
    update private.online_bookings x set ended = 'customer' where x.request = b.request;
    update public.events e set status = 'cancelled'
    where e.salon_id = b.salon_id and e.id in (select l.id from private.legs_of(b.salon_id, b.visit_id) l);
  end if;
  return jsonb_build_object('state', 'cancelled', 'phone', (select p.phone from private.booking_pages p where p.salon_id = b.salon_id));
end $$;

/* move_online(p_token, p_request, p_start, p_resource) → `BookAnswer`: the same rows at another time, with the same check; its own time does
   not count. A visit whose parts the salon has pulled apart follows one part after the other again.
   @param p_request of this move; asked again it brings the same answer
   @param p_resource null: whoever is free */
create function public.move_online(p_token text, p_request uuid, p_start timestamptz, p_resource text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  b private.online_bookings;
  page private.booking_pages;
  services text[];
  ids text[];
  judged jsonb;
  leg jsonb;
  trouble text;
begin
  trouble := case when p_request is null then 'request' when length(p_resource) > 120 then 'resource'
    when p_start is null or p_start not between '1900-01-01' and '9999-12-01' or date_trunc('minute', p_start) <> p_start then 'start' end;
  if trouble is not null then return private.book_answer('invalid', jsonb_build_object('field', trouble)); end if;
  b := private.booking_of(p_token);
  if b.request is null or not private.is_live(b.salon_id) then return null; end if;
  if b.move_request = p_request then return private.booked_answer(b, p_token); end if;
  select * into page from private.booking_pages p where p.salon_id = b.salon_id;

  for round in 1 .. 3 loop
    if round = 2 then perform private.lock_online(b.salon_id); end if;
    if round = 3 then perform from public.sync_heads h where h.salon_id = b.salon_id for update; end if;
    b := private.booking_of(p_token);
    if b.move_request = p_request then return private.booked_answer(b, p_token); end if;
    if private.online_state(b) not in ('booked', 'requested') then return private.book_answer('over', jsonb_build_object('phone', page.phone)); end if;
    if private.change_until(b) is null then return private.book_answer('moved_too_late', jsonb_build_object('phone', page.phone)); end if;
    if b.moves >= 20 then return private.book_answer('too_many', jsonb_build_object('phone', page.phone)); end if;
    select array_agg(e.service_id order by e.visit_pos, e.start_time, e.id), array_agg(e.id order by e.visit_pos, e.start_time, e.id)
    into services, ids from private.legs_of(b.salon_id, b.visit_id) e;
    trouble := case when not private.are_services(services) then 'services' else private.wish_trouble(b.salon_id, services, p_resource) end;
    if trouble is not null then return private.book_answer('invalid', jsonb_build_object('field', trouble, 'phone', page.phone)); end if;
    judged := private.judge_online(b.salon_id, services, p_resource, p_start, b.visit_id);
    if judged ->> 'state' is distinct from 'free' then
      select * into b from private.online_bookings x where x.request = b.request;
      return case when b.move_request = p_request then private.booked_answer(b, p_token) else private.judged_answer(judged, page.phone) end;
    end if;
  end loop;

  for i in 0 .. jsonb_array_length(judged -> 'legs') - 1 loop
    leg := judged -> 'legs' -> i;
    update public.events e set resource_id = leg ->> 'resource', start_time = (leg ->> 'start')::timestamptz,
      end_time = (leg ->> 'end')::timestamptz, processing_after = (leg ->> 'after')::integer, processing_minutes = (leg ->> 'wait')::integer,
      buffer_after = (leg ->> 'buffer')::integer, price = (leg ->> 'price')::numeric, currency = leg ->> 'currency', arrived_at = null,
      requested_until = (judged ->> 'until')::timestamptz
    where e.salon_id = b.salon_id and e.id = ids[i + 1];
  end loop;
  update private.online_bookings x set resource_id = p_resource, waits_for = judged ->> 'waits_for', rev = private.head(b.salon_id), seen_at = null,
    moves = x.moves + 1, move_request = p_request
  where x.request = b.request returning * into b;
  return private.booked_answer(b, p_token);
end $$;

revoke execute on function private.token_of(uuid), private.asked_from(), private.token_hash(text), private.booking_of(text),
  private.forget_erased_visitor(), private.online_booking_is_back(),
  private.legs_of(bigint, text), private.asked_legs(bigint, text[], text, date, text), private.standing_legs(bigint, text, text, date, text),
  private.judge_online(bigint, text[], text, timestamptz, text), private.over_online_limit(bigint, text, text), private.online_bits(bigint),
  private.work_of(text), private.book_answer(text, jsonb), private.public_legs(bigint, text, boolean),
  private.online_state(private.online_bookings), private.booked_answer(private.online_bookings, text),
  private.change_until(private.online_bookings), private.lock_online(bigint), private.policy_hash(text), private.are_services(text[]),
  private.visitor_trouble(text, text, text, text, text), private.visitor_client(bigint, uuid, text, text, text),
  private.same_request(private.online_bookings, bigint, text), private.wish_trouble(bigint, text[], text),
  private.refused_by_limit(bigint, text), private.judged_answer(jsonb, text), public.public_salon(text),
  public.public_slots(text, text[], text, date, integer, text), public.public_booking(text),
  public.book_online(text, uuid, text[], text, timestamptz, text, text, text, text, text, text, text), public.cancel_online(text),
  public.move_online(text, uuid, timestamptz, text)
  from public, anon, authenticated;
grant execute on function public.public_salon(text), public.public_slots(text, text[], text, date, integer, text), public.public_booking(text),
  public.book_online(text, uuid, text[], text, timestamptz, text, text, text, text, text, text, text), public.cancel_online(text),
  public.move_online(text, uuid, timestamptz, text)
  to anon, authenticated, service_role;
