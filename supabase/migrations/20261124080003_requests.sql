-- Requests while the desk has no line: who may stand in their way, what confirms them by itself, and what lets them expire.
-- Only a person moves or declines anybody. The salon's head is locked before any row of events or online bookings.

-- When the first device of the salon had what was booked online: the head that it has pulled is past it.
create function private.requests_seen(p_salon_id bigint, p_rev bigint) returns void
language sql volatile security definer set search_path = '' as $$
  update private.online_bookings b set seen_at = now() where b.salon_id = p_salon_id and b.seen_at is null and b.rev <= p_rev
$$;
create index online_bookings_unseen_idx on private.online_bookings (salon_id) where seen_at is null;

/* Whether a device may still bring what takes a time that was asked for at that revision: it has something unsent; or it is in use and is
   dark or has not pulled past it. A device that is silent for 36 hours, or was put away, stands in nobody's way. */
create function private.stands_in_the_way(d private.devices, p_rev bigint) returns boolean
language sql stable set search_path = '' as $$
  select not d.aside and d.last_seen > now() - interval '36 hours' and (coalesce(d.unsent, 0) > 0
    or private.in_use(d) and (d.last_seen < now() - interval '5 minutes' or coalesce(d.rev, 0) < p_rev))
$$;

/* Whether anything but its own visit takes the time of an online booking, its rooms among it. */
create function private.is_overlain(b private.online_bookings) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from private.legs_of(b.salon_id, b.visit_id) e
    cross join lateral (select private.busy_spans(e.start_time, e.end_time, e.processing_after, e.processing_minutes, e.buffer_after) as spans) own
    left join public.services s on s.salon_id = e.salon_id and s.id = e.service_id and not s.deleted
    left join lateral (
      select r ->> 0 as id, (r ->> 2)::integer as count from private.salon_config(b.salon_id) c, jsonb_array_elements(c.rooms::jsonb) r
      where r ->> 0 = s.room_id) room on true
    where exists (select from private.taken(b.salon_id, array[e.resource_id], e.start_time, e.end_time + interval '240 minutes', b.visit_id) t
        where t.spans && own.spans)
      or room.id is not null and private.room_full(b.salon_id, room.id, room.count, e.start_time, e.end_time + interval '240 minutes', b.visit_id)
        && tstzrange(e.start_time, e.end_time + make_interval(mins => e.buffer_after)))
$$;

/* Locks the salon's head where a report at that revision may write an online booking: where something waits for a line, or nobody of the
   salon has had it. Returns whether something waits. */
create function private.lock_head_of_requests(p_salon_id bigint, p_rev bigint) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare
  waiting constant boolean := exists (select from private.online_bookings x where x.salon_id = p_salon_id and x.waits_for = 'desk');
begin
  if waiting or exists (select from private.online_bookings x where x.salon_id = p_salon_id and x.seen_at is null and x.rev <= p_rev) then
    perform from public.sync_heads h where h.salon_id = p_salon_id for update;
  end if;
  return waiting;
end $$;

/* Makes bookings of the requests that waited for a line, where no device stands in their way and nothing takes their time. The others
   stay: both stand in the sync center. Returns how many became booked. The caller holds the salon's head. */
create function private.settle_requests(p_salon_id bigint) returns integer
language plpgsql volatile security definer set search_path = '' as $$
declare
  b private.online_bookings;
  settled integer := 0;
begin
  for b in select x.* from private.online_bookings x where x.salon_id = p_salon_id and x.waits_for = 'desk' order by x.made_at, x.visit_id loop
    if private.online_state(b) <> 'requested' then -- somebody of the salon, or the customer, has decided
      -- Who declined it may take that back until its time is over: then it waits as before.
      update private.online_bookings x set waits_for = null
      where x.request = b.request and not exists (select from public.events e where e.salon_id = b.salon_id and e.requested_until > now()
        and (e.id = b.visit_id or e.id > b.visit_id || '/' and e.id < b.visit_id || '0' and e.visit_id = b.visit_id));
      continue;
    end if;
    continue when private.is_waited_for(p_salon_id, b.rev) or private.is_overlain(b)
      or exists (select from private.legs_of(b.salon_id, b.visit_id) e where e.requested_until <= now());
    update private.online_bookings x set waits_for = null where x.request = b.request;
    update public.events e set requested_until = null
    where e.salon_id = p_salon_id and e.id in (select l.id from private.legs_of(b.salon_id, b.visit_id) l) and e.requested_until is not null;
    settled := settled + 1;
  end loop;
  return settled;
end $$;

create function private.is_waited_for(p_salon_id bigint, p_rev bigint) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from private.devices d join public.users u on u.id = d.user_id and u.salon_id = d.salon_id
    where d.salon_id = p_salon_id and private.stands_in_the_way(d, p_rev))
$$;

/* put_device_away(p_device): every member; nothing waits for that device any more, until it speaks again. */
create function public.put_device_away(p_device uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  salon bigint;
begin
  if private.me() is null then raise exception 'sign in first' using errcode = '42501'; end if;
  select d.salon_id into salon from private.devices d where d.id = p_device and (d.salon_id = private.my_salon() or private.is_admin()) limit 1;
  if salon is null then raise exception 'no such device in this salon' using errcode = 'P0001', hint = 'device'; end if;
  perform from public.sync_heads h where h.salon_id = salon for update;
  update private.devices d set aside = true where d.id = p_device and d.salon_id = salon;
  perform private.settle_requests(salon);
end $$;

/* Cancels the requests that nobody confirmed in time; the customer's page says so. A minute job. A salon whose head somebody holds has its
   turn the next time. What it stands for keeps its instant: a desk that confirmed it meanwhile without a line meets a conflict. */
create function private.let_requests_expire() returns integer
language plpgsql volatile security definer set search_path = '' as $$
declare
  salon bigint;
  gone integer;
  total integer := 0;
begin
  for salon in select distinct e.salon_id from public.events e
    where e.requested_until <= now() and e.status = 'booked' and not e.deleted loop
    perform from public.sync_heads h where h.salon_id = salon for update skip locked;
    continue when not found;
    update private.online_bookings b set ended = 'expired', waits_for = null
    where b.salon_id = salon and b.visit_id in (select coalesce(e.visit_id, e.id) from public.events e
      where e.salon_id = salon and e.requested_until <= now() and e.status = 'booked' and not e.deleted);
    update public.events e set status = 'cancelled'
    where e.salon_id = salon and e.requested_until <= now() and e.status = 'booked' and not e.deleted;
    get diagnostics gone = row_count;
    total := total + gone;
  end loop;
  return total;
end $$;
create index events_requested_until_idx on public.events (requested_until) where requested_until is not null and status = 'booked' and not deleted;

/* Empties name, phone and e-mail 30 days after the visit, and forgets slugs that were given up a year ago. Daily (private.purge_all). */
create function private.forget_visitors() returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  update private.online_bookings b set name = null, phone = null, email = null, made_from = null
  where b.request in (
    select x.request from private.online_bookings x
    where (x.name is not null or x.phone is not null or x.email is not null or x.made_from is not null) and x.made_at < now() - interval '30 days'
      and not exists (select from public.events e where e.salon_id = x.salon_id
        and (e.id = x.visit_id or e.id > x.visit_id || '/' and e.id < x.visit_id || '0' and e.visit_id = x.visit_id)
        and e.end_time > now() - interval '30 days')
    for update skip locked); -- without the head, this waits for nobody
  delete from private.former_slugs f where f.given_up_at < now() - interval '1 year';
end $$;

revoke execute on function private.requests_seen(bigint, bigint), private.lock_head_of_requests(bigint, bigint),
  private.stands_in_the_way(private.devices, bigint),
  private.is_overlain(private.online_bookings), private.settle_requests(bigint), private.is_waited_for(bigint, bigint),
  public.put_device_away(uuid), private.let_requests_expire(), private.forget_visitors()
  from public, anon, authenticated;
grant execute on function public.put_device_away(uuid) to authenticated, service_role;

-- Where there is pg_cron (hosted Supabase), it lets requests expire; elsewhere `maintenance.ts` does.
do $$
begin
  if exists (select from pg_extension where extname = 'pg_cron') then
    perform cron.schedule('greben-requests', '* * * * *', 'select private.let_requests_expire()');
  end if;
exception when others then
  raise notice 'pg_cron cannot be used (%): run private.let_requests_expire() each minute by other means', sqlerrm;
end $$;
