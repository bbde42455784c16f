import { useMemo } from 'react';
import { combineLatest } from 'rxjs';
import { daysEvents$ } from '#data/events/events.queries.ts';
import { activeEmployees$ } from '#data/resources.queries.ts';
import { rooms$ } from '#data/rooms.queries.ts';
import { services$ } from '#data/services.queries.ts';
import { overrideSets$, weeklySets$ } from '#data/shifts.queries.ts';
import { eventStatusOf } from '#domain/booking/event-status.ts';
import { type FreeSlot, freeSlots, nearestSlots, shiftProblem } from '#domain/booking/free-slots.ts';
import { holdsSlot, overlapsWith } from '#domain/booking/overlap.ts';
import { isOfferedBy } from '#domain/booking/service-offers.ts';
import { NO_ROOMS, type Rooms, roomOf } from '#domain/booking/taken-rooms.ts';
import { movedVisit } from '#domain/booking/visits.ts';
import type { SalonConfig } from '#domain/records/salon-config.ts';
import type { ZonedSchedule } from '#domain/shifts/working-spans.ts';
import { addDays, minutesBetween, zonedParts } from '#domain/time/time.ts';
import { useReplica } from '#features/shared/use-replica.ts';
import type { LocalRow } from '#schemas/registry.ts';
import { useLive } from '#ui/timing/use-live.ts';

export type OverlapEvent = LocalRow<'events'>;

/** How far ahead a new place is looked for, and how many are offered. */
const DAYS = 7;
const OFFERED = 6;
/** More than a week of the shortest steps for a large team: the search itself is not to be cut short. */
const EVERY_SLOT = 50_000;

/** A booking that is over, or has begun, is not moved from here. */
export function isMovable(event: OverlapEvent, now: string): boolean {
  const status = event.type === 'blocking' ? 'booked' : eventStatusOf(event.status);
  return event.start_time > now && status !== 'completed' && status !== 'no-show';
}

/**
 * Says if the other parts of its visit may move with it: they overlap no one at their new places and lie within their shifts. A part
 * that is off shift already may stay so.
 */
export function takesVisitAlong(
  moving: OverlapEvent,
  slot: FreeSlot,
  events: readonly OverlapEvent[],
  working: ZonedSchedule,
  now: string,
  rooms: Rooms = NO_ROOMS,
): boolean {
  if (moving.visit_id === null) return true;
  const isPart = ({ visit_id }: OverlapEvent) => visit_id === moving.visit_id;
  const others = events.filter((event) => !isPart(event));
  const legs = events.filter(isPart);
  const place = { resource_id: slot.resourceId, start_time: slot.start, end_time: slot.end };
  return movedVisit(legs, moving.id, place).every((moved) => {
    const leg = legs.find(({ id }) => id === moved.id);
    if (!leg || leg.id === moving.id || !holdsSlot(leg)) return true;
    if (!isMovable(leg, now) || moved.start_time < now) return false;
    const there = { ...leg, ...moved };
    const isOff = shiftProblem(there, working) !== null && shiftProblem(leg, working) === null;
    return !isOff && overlapsWith(there, others, rooms).length === 0;
  });
}

/** The places that suit the booking best, the best first; undefined while they are read. */
export function useSlots(moving: OverlapEvent, config: SalonConfig, now: string): readonly FreeSlot[] | undefined {
  const replica = useReplica();
  const { timezone: zone, interval, open } = config;
  const first = zonedParts(moving.start_time > now ? moving.start_time : now, zone).date;
  const last = addDays(first, DAYS);
  const read = useLive(
    () =>
      combineLatest([
        daysEvents$(replica, addDays(first, -1), last, zone),
        overrideSets$(replica, first, last),
        weeklySets$(replica),
        activeEmployees$(replica),
        services$(replica),
        rooms$(replica),
      ]),
    [replica, first, last, zone],
  );
  return useMemo(() => {
    if (!read) return undefined;
    const [events, overrides, weekly, employees, services, rooms] = read;
    const service = services.find(({ id }) => id === moving.service_id);
    const mayTake = (id: string) =>
      id === moving.resource_id || (moving.type === 'appointment' && (!service || isOfferedBy(service, id)));
    const slots = freeSlots({
      ...{ date: first, days: DAYS, from: now, weekly, overrides, zone, open, interval, count: EVERY_SLOT },
      minutes: minutesBetween(moving.start_time, moving.end_time),
      times: moving,
      ...{ rooms, room: roomOf(moving, rooms) },
      // The legs of its visit move with it.
      events: events.filter(({ id, visit_id }) => id !== moving.id && (visit_id === null || visit_id !== moving.visit_id)),
      resourceIds: employees.map(({ id }) => id).filter(mayTake),
    });
    const working = { weekly, overrides, zone, open };
    const whole = slots.filter((slot) => takesVisitAlong(moving, slot, events, working, now, rooms));
    return nearestSlots(whole, { resourceId: moving.resource_id, start: moving.start_time }, OFFERED);
  }, [read, first, now, zone, interval, open, moving]);
}
