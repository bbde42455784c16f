-- Free time in SQL: when employees work, what is taken, and where a visit fits, as devices work it out for themselves
-- (`src/domain/shifts/working-spans.ts`, `src/domain/booking/free-slots.ts`, `visit-slots.ts`, `open-days.ts`, `taken-rooms.ts`,
-- `src/domain/time/time.ts`). A test compares both on random days beside changes of the clock.
--
-- Minutes of the wall clock are an `int4multirange`, instants a `tstzmultirange`; a day of the clock change has two even parts, between
-- which the clock does not change. A call asks for all employees at once: what a day is like is worked out once for all of them.

-- ---- the salon's settings as they apply -----------------------------------------------------------------------------

/* The settings where the salon has a row of them, else the salon's own; twin of `effectiveConfig` in
   `src/domain/records/salon-config.ts`. A zone that this server cannot compute in counts as missing. */
create function private.salon_config(p_salon_id bigint, out zone text, out step integer, out language text, out policy text,
  out opening_hours text, out closed_days text, out rooms text)
language sql stable security definer set search_path = '' as $$
  select coalesce(
      (select t.name from private.time_zones t where t.name = c.timezone),
      (select t.name from private.time_zones t where t.name = s.timezone), 'Europe/Sofia'),
    coalesce(c.calendar_interval, s.interval_calendar), s.language, case when c.id is null then s.no_show_policy else c.no_show_policy end,
    c.opening_hours, c.closed_days, c.rooms
  from public.salons s left join public.salon_settings c on c.salon_id = s.id and not c.deleted
  where s.id = p_salon_id
$$;

-- ---- instants and the wall clock ------------------------------------------------------------------------------------

-- The minute of the day that the wall clock shows.
create function private.wall_minute(p_at timestamptz, p_zone text) returns integer
language sql stable parallel safe as $$
  select (extract(hour from p_at at time zone p_zone) * 60 + extract(minute from p_at at time zone p_zone))::integer
$$;

/* The instant at which the wall clock shows that minute of that day. A time that the clock skips moves forward by the gap; of a time that
   it shows twice the first is meant (PostgreSQL's own `at time zone` takes the second). Twin of `instantOf`. */
create function private.instant_of(p_date date, p_minute integer, p_zone text) returns timestamptz
language plpgsql stable parallel safe set search_path = '' as $$
declare
  wall constant timestamp := p_date + make_interval(mins => p_minute);
  as_utc constant timestamptz := wall at time zone 'UTC';
  -- What the zone is ahead of UTC, a day before and a day after: no zone changes twice between them.
  before constant interval := ((as_utc - interval '24 hours') at time zone p_zone) - (wall - interval '24 hours');
  after constant interval := ((as_utc + interval '24 hours') at time zone p_zone) - (wall + interval '24 hours');
  early constant timestamptz := as_utc - greatest(before, after);
begin
  return case when early at time zone p_zone = wall then early else as_utc - least(before, after) end;
end $$;

/* The parts of a local day between which the clock does not change: one, or two on a day of change. Twin of `evenParts`. */
create function private.even_parts(p_date date, p_zone text)
returns table (n integer, starts timestamptz, ends timestamptz, first_minute integer)
language plpgsql stable parallel safe set search_path = '' as $$
declare
  a constant timestamptz := private.instant_of(p_date, 0, p_zone);
  z constant timestamptz := private.instant_of(p_date + 1, 0, p_zone);
  change timestamptz;
begin
  if private.wall_minute(z - interval '1 minute', p_zone) <> extract(epoch from z - a) / 60 - 1 then
    select min(t) into change from generate_series(a, z - interval '1 minute', interval '1 minute') t
    where private.wall_minute(t, p_zone) <> extract(epoch from t - a) / 60;
  end if;
  n := 1; starts := a; ends := coalesce(change, z); first_minute := private.wall_minute(a, p_zone);
  return next;
  if change is not null then
    n := 2; starts := change; ends := z; first_minute := private.wall_minute(change, p_zone);
    return next;
  end if;
end $$;

/* The instants at which a visit may begin on a day: at a multiple of the step, counted from midnight on the wall clock. A time that the
   clock shows twice has one, one that it skips has none. Twin of `beginnings`. */
create function private.beginnings(p_date date, p_step integer, p_zone text) returns setof timestamptz
language plpgsql stable parallel safe set search_path = '' as $$
declare
  part record;
  next_minute integer := 0;
  minute integer;
  last_minute integer;
begin
  for part in select * from private.even_parts(p_date, p_zone) order by n loop
    last_minute := part.first_minute + (extract(epoch from part.ends - part.starts) / 60)::integer;
    minute := ceil(greatest(part.first_minute, next_minute)::numeric / p_step)::integer * p_step;
    while minute < last_minute loop
      return next part.starts + make_interval(mins => minute - part.first_minute);
      minute := minute + p_step;
    end loop;
    next_minute := last_minute;
  end loop;
end $$;

-- ---- closed days ----------------------------------------------------------------------------------------------------

-- Orthodox Easter Sunday, by Meeus' rule for the Julian calendar. Twin of `easterOf`.
create function private.easter_of(p_year integer) returns date
language sql immutable strict parallel safe as $$
  select make_date(p_year, (d + e + 114) / 31, (d + e + 114) % 31 + 1) + (p_year / 100 - p_year / 400 - 2)
  from (select d, (2 * (p_year % 4) + 4 * (p_year % 7) - d + 34) % 7 as e
    from (select (19 * (p_year % 19) + 15) % 30 as d) x) y
$$;

/* The public holidays of a year: `holiday` is a name of `HOLIDAYS` in `schemas/salon-days.ts`. Where one with a fixed date falls on a
   weekend, the next working day is free in its place (`in-place`). Twin of `holidayDates`. */
create function private.holidays_of(p_year integer) returns table (holiday text, date date)
language plpgsql immutable parallel safe set search_path = '' as $$
declare
  names constant text[] := '{new-year,liberation,labour,st-george,letters,unification,independence,christmas-eve,christmas,christmas-second}';
  fixed constant date[] := array[make_date(p_year, 1, 1), make_date(p_year, 3, 3), make_date(p_year, 5, 1), make_date(p_year, 5, 6),
    make_date(p_year, 5, 24), make_date(p_year, 9, 6), make_date(p_year, 9, 22), make_date(p_year, 12, 24), make_date(p_year, 12, 25),
    make_date(p_year, 12, 26)];
  easter constant date := private.easter_of(p_year);
  taken date[] := fixed || array[easter - 2, easter - 1, easter, easter + 1];
  free date;
begin
  return query select f.n, f.d from unnest(names, fixed) f (n, d);
  return query values ('good-friday', easter - 2), ('holy-saturday', easter - 1), ('easter', easter), ('easter-monday', easter + 1);
  for i in 1 .. array_length(fixed, 1) loop
    continue when extract(isodow from fixed[i]) < 6;
    free := fixed[i] + 1;
    while extract(isodow from free) > 5 or free = any (taken) loop free := free + 1; end loop;
    taken := taken || free;
    holiday := 'in-place'; date := free;
    return next;
  end loop;
end $$;

/* The dates from one to another on which the salon is closed, of the text of its settings. Twin of `closedDates`. */
create function private.closed_dates(p_closed_days text, p_from date, p_to date) returns setof date
language sql stable parallel safe set search_path = '' as $$
  select d::date from jsonb_array_elements(p_closed_days::jsonb) e,
    generate_series(greatest((e ->> 1)::date, p_from), least((e ->> 2)::date, p_to), interval '1 day') d
  where e ->> 0 = 'dates'
  union
  select d::date from generate_series(p_from, p_to, interval '1 day') d, jsonb_array_elements(p_closed_days::jsonb) e
  where e ->> 0 = 'yearly' and to_char(d, 'MM-DD') = e ->> 1
  union
  select h.date from generate_series(extract(year from p_from)::integer, extract(year from p_to)::integer) y,
    private.holidays_of(y) h, jsonb_array_elements(p_closed_days::jsonb) e
  where e ->> 0 = 'holiday' and e ->> 1 = h.holiday and h.date between p_from and p_to
$$;

-- ---- working time ---------------------------------------------------------------------------------------------------

-- From one time of the day to another; an end that is not after the start lies on the next day.
create function private.minutes_between(p_start text, p_end text) returns int4range
language sql immutable parallel safe as $$
  select int4range(a, case when b > a then b else b + 1440 end)
  from (select left(p_start, 2)::integer * 60 + right(p_start, 2)::integer as a, left(p_end, 2)::integer * 60 + right(p_end, 2)::integer as b) m
$$;

-- The same stretches, that many minutes later.
create function private.later(p_minutes int4multirange, p_by integer) returns int4multirange
language sql immutable parallel safe as $$
  select coalesce(range_agg(int4range(lower(r) + p_by, upper(r) + p_by)), '{}') from unnest(p_minutes) r
$$;

/* When employees work on consecutive local days, with what runs over from the evening before the first. Shifts of the weekday lie within
   the opening hours and not on closed days; additional shifts hold all the same; a whole day off removes what begins on its date, hours
   off cut what there is. Twin of `workingSpans` with `availableSpans` and `withinOpen`. */
create function private.working_of(p_salon_id bigint, p_resources text[], p_from date, p_days integer, p_zone text)
returns table (resource text, spans tstzmultirange)
language sql stable as $$
  with days as materialized (
    select p_from + d as date, p.starts, p.ends, p.first_minute
    from generate_series(0, p_days - 1) d cross join lateral private.even_parts(p_from + d, p_zone) p
  ), settings as materialized (
    select c.opening_hours::jsonb as hours, c.closed_days as closed
    from (select) one left join public.salon_settings c on c.salon_id = p_salon_id and not c.deleted
  ), dates as materialized ( -- a shift of the evening before may lie in hours that begin two days before
    select p_from + d as date, p_from + d in (select private.closed_dates(s.closed, p_from - 2, p_from + p_days)) as closed,
      coalesce((select range_agg(private.minutes_between(e ->> 1, e ->> 2)) from jsonb_array_elements(s.hours) e
        where (e ->> 0)::integer = extract(dow from p_from + d)), '{}') as hours
    from settings s, generate_series(-2, p_days) d
  ), open as materialized ( -- null: at any time
    select t.date, case when t.closed then '{}'::int4multirange
      when s.hours is null then null
      else t.hours + case when b.closed then '{}' else private.later(b.hours, -1440) end
        + case when a.closed then '{}' else private.later(a.hours, 1440) end end as minutes
    from settings s, dates t join dates b on b.date = t.date - 1 join dates a on a.date = t.date + 1
  ), weekly as materialized (
    select w.resource_id, w.weekday, range_agg(private.minutes_between(e ->> 0, e ->> 1)) as minutes
    from public.employee_weekly_shifts w cross join lateral jsonb_array_elements(w.intervals::jsonb) e
    where w.salon_id = p_salon_id and w.resource_id = any (p_resources) and not w.deleted and w.intervals is not null
    group by 1, 2
  ), differs as materialized (
    select o.resource_id, o.date, bool_or(e ->> 2 = 'time_off' and e ->> 0 is null) as off,
      range_agg(private.minutes_between(e ->> 0, e ->> 1)) filter (where e ->> 2 = 'additional_shift' and e ->> 0 is not null) as more,
      range_agg(private.minutes_between(e ->> 0, e ->> 1)) filter (where e ->> 2 = 'time_off' and e ->> 0 is not null) as less
    from public.employee_day_overrides o cross join lateral jsonb_array_elements(o.intervals::jsonb) e
    where o.salon_id = p_salon_id and o.resource_id = any (p_resources) and not o.deleted and o.intervals is not null
      and o.date between p_from - 1 and p_from + p_days - 1
    group by 1, 2
  ), begun as materialized (
    select r as resource, o.date, coalesce(x.less, '{}') as less,
      case when x.off then '{}'::int4multirange
        else coalesce(case when o.minutes is null then w.minutes else w.minutes * o.minutes end, '{}') + coalesce(x.more, '{}') end as minutes
    from unnest(p_resources) r cross join open o
    left join weekly w on w.resource_id = r and w.weekday = extract(dow from o.date)
    left join differs x on x.resource_id = r and x.date = o.date
  ), available as (
    select b.resource, b.date, (b.minutes + private.later(e.minutes, -1440)) * '{[0,1440)}'::int4multirange
      - b.less - private.later(e.less, -1440) as minutes
    from begun b join begun e on e.resource = b.resource and e.date = b.date - 1
  )
  select r, coalesce((select range_agg(tstzrange(x.a, x.z)) from available v join days d on d.date = v.date
    cross join lateral unnest(v.minutes) s
    cross join lateral (select greatest(d.starts, d.starts + make_interval(mins => lower(s) - d.first_minute)) as a,
      least(d.ends, d.starts + make_interval(mins => upper(s) - d.first_minute)) as z) x
    where v.resource = r and x.a < x.z), '{}')
  from unnest(p_resources) r
$$;

-- ---- what is taken --------------------------------------------------------------------------------------------------

/* When these employees are taken between two instants, cleaning up included. A visit that looks for another place takes none.
   @param p_without the id of a booking or of a visit, which does not count */
create function private.taken(p_salon_id bigint, p_resources text[], p_from timestamptz, p_to timestamptz, p_without text default null)
returns table (resource text, spans tstzmultirange)
language sql stable as $$
  select e.resource_id, range_agg(b) from public.events e
  cross join lateral unnest(private.busy_spans(e.start_time, e.end_time, e.processing_after, e.processing_minutes, e.buffer_after)) b
  where e.salon_id = p_salon_id and e.resource_id = any (p_resources) and not e.deleted and e.status is distinct from 'cancelled'
    and e.start_time < p_to and e.end_time > p_from - interval '240 minutes'
    and (p_without is null or e.id <> p_without and e.visit_id is distinct from p_without)
  group by 1
$$;

/* When a room is full between two instants: while at least that many visits have it, each from its start until the cleaning up is done.
   Twin of `spansOfVisits`. */
create function private.room_full(p_salon_id bigint, p_room text, p_count integer, p_from timestamptz, p_to timestamptz, p_without text default null)
returns tstzmultirange
language sql stable as $$
  with visits as (
    select range_agg(tstzrange(e.start_time, e.end_time + make_interval(mins => e.buffer_after))) as spans
    from public.events e join public.services s on s.salon_id = e.salon_id and s.id = e.service_id and s.room_id = p_room and not s.deleted
    where e.salon_id = p_salon_id and e.type = 'appointment' and not e.deleted and e.status is distinct from 'cancelled'
      and e.start_time < p_to and e.end_time > p_from - interval '240 minutes'
      and (p_without is null or e.id <> p_without and e.visit_id is distinct from p_without)
    group by coalesce(e.visit_id, e.id)
  ), edges as (
    select x.at, sum(x.by) as by from visits v, unnest(v.spans) r, lateral (values (lower(r), 1), (upper(r), -1)) x (at, by) group by 1
  ), counted as (
    select at, lead(at) over (order by at) as until, sum(by) over (order by at) as present from edges
  )
  select coalesce(range_agg(tstzrange(at, until)), '{}') from counted where present >= p_count and until is not null
$$;

-- ---- places for a visit ---------------------------------------------------------------------------------------------

/* Whether a booking fits at an instant: each stretch of work within free time, cleaning up over nothing that is taken, and the room, which
   it has until then, not full. Without waiting all of it is work. Twin of `fitsOf` and `roomFitsOf`. */
create function private.fits_at(p_at timestamptz, p_minutes integer, p_after integer, p_wait integer, p_buffer integer,
  p_free tstzmultirange, p_taken tstzmultirange, p_full tstzmultirange) returns boolean
language sql stable parallel safe as $$
  select case when p_wait > 0
      then p_free @> tstzrange(p_at, p_at + make_interval(mins => p_after))
        and p_free @> tstzrange(p_at + make_interval(mins => p_after + p_wait), p_at + make_interval(mins => p_minutes))
      else p_free @> tstzrange(p_at, p_at + make_interval(mins => p_minutes)) end
    and not p_taken && tstzrange(p_at + make_interval(mins => p_minutes), p_at + make_interval(mins => p_minutes + p_buffer))
    and not p_full && tstzrange(p_at, p_at + make_interval(mins => p_minutes + p_buffer))
$$;

/* The places for a visit, one for each start: the first choice of employees in the order in which they are named, as positions from 1.
   Twin of `freeVisits`. Each leg begins at the end of the one before. What starts and stands alike after a leg is kept once, with the
   least path: so 20 employees and 3 services are no 8,000 ways.
   @param p_legs [{room, count, offers: [{resource, minutes, after, wait, buffer}]}], 1 to 3; `after`, `wait`, `buffer`: the three times
   @param p_without as with private.taken
   @param p_last the last start that is looked at; null: all of these days */
create function private.free_visits(p_salon_id bigint, p_zone text, p_date date, p_days integer, p_step integer,
  p_not_before timestamptz, p_legs jsonb, p_without text default null, p_last timestamptz default null)
returns table (start timestamptz, path integer[])
language sql stable as $$
  with offers as materialized (
    select l.n::integer as leg, o.n::integer as ord, o.o ->> 'resource' as resource, m.minutes,
      case when w.waits then m.after else 0 end as after, case when w.waits then m.wait else 0 end as wait, m.buffer
    from jsonb_array_elements(p_legs) with ordinality l (l, n)
    cross join lateral jsonb_array_elements(l.l -> 'offers') with ordinality o (o, n)
    cross join lateral (select (o.o ->> 'minutes')::integer as minutes, coalesce((o.o ->> 'after')::integer, 0) as after,
      coalesce((o.o ->> 'wait')::integer, 0) as wait, coalesce((o.o ->> 'buffer')::integer, 0) as buffer) m
    cross join lateral (select m.wait > 0 and m.after > 0 and m.after + m.wait < m.minutes as waits) w
  ), bounds as materialized ( -- a visit may run past the last midnight
    select private.instant_of(p_date, 0, p_zone) as a, private.instant_of(p_date + p_days + 2, 0, p_zone) as z
  ), rooms as materialized (
    select l.n::integer as leg, case when l.l ->> 'room' is null then '{}'
      else private.room_full(p_salon_id, l.l ->> 'room', (l.l ->> 'count')::integer, b.a, b.z, p_without) end as filled
    from bounds b, jsonb_array_elements(p_legs) with ordinality l (l, n)
  ), busy as materialized (
    select t.* from bounds b cross join lateral private.taken(p_salon_id, array(select distinct o.resource from offers o), b.a, b.z, p_without) t
  ), team as materialized (
    select w.resource, coalesce(b.spans, '{}') as taken, w.spans - coalesce(b.spans, '{}') as free
    from private.working_of(p_salon_id, array(select distinct o.resource from offers o), p_date, p_days + 1, p_zone) w
    left join busy b on b.resource = w.resource
  ), p0 as materialized (
    select b as start, b as at, '{}'::integer[] as path
    from generate_series(0, p_days - 1) d cross join lateral private.beginnings(p_date + d, p_step, p_zone) b
    where b >= p_not_before and (p_last is null or b <= p_last)
  ), p1 as materialized (
    select p.start, p.at + make_interval(mins => o.minutes) as at, min(p.path || o.ord) as path
    from p0 p join offers o on o.leg = 1 join team t on t.resource = o.resource join rooms r on r.leg = 1
    where private.fits_at(p.at, o.minutes, o.after, o.wait, o.buffer, t.free, t.taken, r.filled)
    group by 1, 2
  ), p2 as materialized (
    select p.start, p.at + make_interval(mins => o.minutes) as at, min(p.path || o.ord) as path
    from p1 p join offers o on o.leg = 2 join team t on t.resource = o.resource join rooms r on r.leg = 2
    where private.fits_at(p.at, o.minutes, o.after, o.wait, o.buffer, t.free, t.taken, r.filled)
    group by 1, 2
  ), p3 as materialized (
    select p.start, p.at + make_interval(mins => o.minutes) as at, min(p.path || o.ord) as path
    from p2 p join offers o on o.leg = 3 join team t on t.resource = o.resource join rooms r on r.leg = 3
    where private.fits_at(p.at, o.minutes, o.after, o.wait, o.buffer, t.free, t.taken, r.filled)
    group by 1, 2
  )
  select x.start, min(x.path) from (
    select p.start, p.path from p1 p where jsonb_array_length(p_legs) = 1
    union all select p.start, p.path from p2 p where jsonb_array_length(p_legs) = 2
    union all select p.start, p.path from p3 p where jsonb_array_length(p_legs) = 3) x
  group by x.start order by x.start
$$;

revoke execute on function private.salon_config(bigint), private.wall_minute(timestamptz, text), private.instant_of(date, integer, text),
  private.even_parts(date, text), private.beginnings(date, integer, text), private.easter_of(integer), private.holidays_of(integer),
  private.closed_dates(text, date, date), private.minutes_between(text, text), private.later(int4multirange, integer),
  private.working_of(bigint, text[], date, integer, text), private.taken(bigint, text[], timestamptz, timestamptz, text),
  private.room_full(bigint, text, integer, timestamptz, timestamptz, text),
  private.fits_at(timestamptz, integer, integer, integer, integer, tstzmultirange, tstzmultirange, tstzmultirange),
  private.free_visits(bigint, text, date, integer, integer, timestamptz, jsonb, text, timestamptz)
  from public, anon, authenticated;
