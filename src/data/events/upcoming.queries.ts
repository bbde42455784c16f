/** What is still to come in the calendar. */
import { distinctUntilChanged, map, type Observable } from 'rxjs';
import { liveRows } from '#data/live-rows.ts';
import { statusOf } from '#domain/event-status.ts';
import type { Replica } from '#sync/replica.ts';

/** How many appointments of an employee begin at `now` (ISO UTC) or later and are not cancelled, live. Blocked time does not count. */
export function upcomingCount$(replica: Replica, resourceId: string, now: string): Observable<number> {
  const selector = { start_time: { $gte: now }, resource_id: resourceId, type: 'appointment' as const };
  return liveRows(replica, 'events', { selector }).pipe(
    map((rows) => rows.filter(({ status }) => statusOf(status) !== 'cancelled').length),
    distinctUntilChanged(),
  );
}
