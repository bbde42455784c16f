import { useMemo } from 'react';
import { combineLatest } from 'rxjs';
import { daysEvents$ } from '#data/events/events.queries.ts';
import { activeEmployees$ } from '#data/resources.queries.ts';
import { overrideSets$, weeklySets$ } from '#data/shifts.queries.ts';
import { statusOf } from '#domain/event-status.ts';
import { type FreeSlot, freeSlots, nearestSlots } from '#domain/free-slots.ts';
import type { SalonConfig } from '#domain/salon-config.ts';
import { addDays, minutesBetween, zonedParts } from '#domain/time.ts';
import { useReplica } from '#features/use-replica.ts';
import type { LocalRow } from '#schemas/registry.ts';
import { useLive } from '#ui/use-live.ts';

export type Booking = LocalRow<'events'>;

/** How far ahead a new place is looked for, and how many are offered. */
const DAYS = 7;
const OFFERED = 6;
/** More than a week of the shortest steps for a large team: the search itself is not to be cut short. */
const EVERY_SLOT = 50_000;

/** A booking that is over, or has begun, is not moved from here. */
export function isMovable(event: Booking, now: string): boolean {
  const status = event.type === 'blocking' ? 'booked' : statusOf(event.status);
  return event.start_time > now && status !== 'completed' && status !== 'no-show';
}

/** The places that suit the booking best, the best first; undefined while they are read. */
export function useSlots(moving: Booking, config: SalonConfig, now: string): readonly FreeSlot[] | undefined {
  const replica = useReplica();
  const { timezone: zone, interval } = config;
  const first = zonedParts(moving.start_time > now ? moving.start_time : now, zone).date;
  const last = addDays(first, DAYS);
  const read = useLive(
    () =>
      combineLatest([
        daysEvents$(replica, addDays(first, -1), last, zone),
        overrideSets$(replica, first, last),
        weeklySets$(replica),
        activeEmployees$(replica),
      ]),
    [replica, first, last, zone],
  );
  return useMemo(() => {
    if (!read) return undefined;
    const [events, overrides, weekly, employees] = read;
    const slots = freeSlots({
      ...{ date: first, days: DAYS, from: now, weekly, overrides, zone, interval, count: EVERY_SLOT },
      minutes: minutesBetween(moving.start_time, moving.end_time),
      times: moving,
      // The legs of its visit move with it.
      events: events.filter(({ id, visit_id }) => id !== moving.id && (visit_id === null || visit_id !== moving.visit_id)),
      resourceIds: employees.map(({ id }) => id),
    });
    return nearestSlots(slots, { resourceId: moving.resource_id, start: moving.start_time }, OFFERED);
  }, [read, first, now, zone, interval, moving]);
}
