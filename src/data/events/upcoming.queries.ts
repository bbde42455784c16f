/** What is still to come in the calendar. */
import { distinctUntilChanged, map, type Observable } from 'rxjs';
import { liveRows } from '#data/live-rows.ts';
import type { OpenReplica } from '#data/open-replica.ts';
import { statusOf } from '#domain/event-status.ts';

/** How many appointments of an employee begin at `now` (ISO UTC) or later and are not cancelled, live. Blocked time does not count. */
export function upcomingCount$(replica: OpenReplica, resourceId: string, now: string): Observable<number> {
  const selector = { start_time: { $gte: now }, resource_id: resourceId, type: 'appointment' as const };
  return liveRows(replica, 'events', { selector }).pipe(
    map((rows) => rows.filter(({ status }) => statusOf(status) !== 'cancelled').length),
    distinctUntilChanged(),
  );
}
