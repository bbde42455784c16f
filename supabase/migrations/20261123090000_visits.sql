-- Waiting time, cleaning up and visits: when a booking takes its employee's time, and what a client may write of it. The columns
-- stand with their tables; `src/domain/booking/busy-spans.ts` is the twin of what is computed here, compared on random days.

/* When a booking takes its employee's time: from its start to its end and the cleaning up after it, without the time in which the client
   waits. Waiting that does not lie within the booking is none: then all of it counts. Minutes are elapsed ones. */
create function private.busy_spans(
  p_start timestamptz, p_end timestamptz, p_processing_after integer, p_processing_minutes integer, p_buffer_after integer
) returns tstzmultirange
language sql stable parallel safe as $$
  select case
    when p_processing_minutes > 0 and p_processing_after > 0
      and p_start + make_interval(mins => p_processing_after + p_processing_minutes) < p_end
    then tstzmultirange(
      tstzrange(p_start, p_start + make_interval(mins => p_processing_after)),
      tstzrange(p_start + make_interval(mins => p_processing_after + p_processing_minutes), p_end + make_interval(mins => p_buffer_after)))
    else tstzmultirange(tstzrange(p_start, p_end + make_interval(mins => p_buffer_after)))
  end
$$;

/* The pairs of a salon's bookings that take the same minute of the same employee between two instants, each once. Cancelled and deleted
   ones take none; two blocked times promise nothing to anybody; the legs of one visit are its own affair. For whoever asks the
   database itself, an operator or a report: devices work it out for themselves. */
create function private.overlapping_bookings(p_salon_id bigint, p_from timestamptz, p_to timestamptz)
returns table (id text, other_id text)
language sql stable set search_path = '' as $$
  with taken as (
    select e.id, e.resource_id, e.type, e.visit_id,
      private.busy_spans(e.start_time, e.end_time, e.processing_after, e.processing_minutes, e.buffer_after) as spans
    from public.events e
    where e.salon_id = p_salon_id and not e.deleted and e.status is distinct from 'cancelled'
      and e.start_time < p_to and e.end_time > p_from - interval '240 minutes'
  )
  select a.id, b.id from taken a join taken b on a.resource_id = b.resource_id and a.id < b.id and a.spans && b.spans
  where not (a.type = 'blocking' and b.type = 'blocking') and (a.visit_id is null or a.visit_id is distinct from b.visit_id)
$$;

/* What a client writes of waiting time lies within the booking. A booking that was there with another is changed elsewhere all the
   same. The columns are one decision with the times: no merge mixes those of two devices. */
create function private.guard_waiting() returns trigger
language plpgsql set search_path = '' as $$
begin
  if private.is_client() and new.processing_minutes > 0
    and (new.processing_after = 0
      or new.start_time + make_interval(mins => new.processing_after + new.processing_minutes) >= new.end_time)
    and (tg_op = 'INSERT' or (new.start_time, new.end_time, new.processing_after, new.processing_minutes)
      is distinct from (old.start_time, old.end_time, old.processing_after, old.processing_minutes)) then
    raise exception 'waiting time lies within the booking' using errcode = '23514', constraint = 'events_waiting_within';
  end if;
  return new;
end $$;
create trigger guard_waiting before insert or update of start_time, end_time, processing_after, processing_minutes on public.events
  for each row execute function private.guard_waiting();

-- The same of a service; a missing duration counts as 60.
create function private.guard_service_waiting() returns trigger
language plpgsql set search_path = '' as $$
begin
  if private.is_client() and new.processing_minutes > 0
    and (new.processing_after = 0 or new.processing_after + new.processing_minutes >= coalesce(new.duration, 60))
    and (tg_op = 'INSERT' or (new.duration, new.processing_after, new.processing_minutes)
      is distinct from (old.duration, old.processing_after, old.processing_minutes)) then
    raise exception 'waiting time lies within the service' using errcode = '23514', constraint = 'services_waiting_within';
  end if;
  return new;
end $$;
create trigger guard_waiting before insert or update of duration, processing_after, processing_minutes on public.services
  for each row execute function private.guard_service_waiting();

revoke execute on function private.busy_spans(timestamptz, timestamptz, integer, integer, integer),
  private.overlapping_bookings(bigint, timestamptz, timestamptz), private.guard_waiting(), private.guard_service_waiting()
  from public, anon, authenticated;
grant execute on function private.busy_spans(timestamptz, timestamptz, integer, integer, integer),
  private.overlapping_bookings(bigint, timestamptz, timestamptz) to service_role;
