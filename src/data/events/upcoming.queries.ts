/** What is still to come in the calendar. */
import { distinctUntilChanged, map, type Observable } from 'rxjs';
import { liveRows } from '#data/live-rows.ts';
import type { OpenReplica } from '#data/open-replica.ts';
import { statusOf } from '#domain/event-status.ts';
import { visitIdOf } from '#domain/visits.ts';

/** The appointments that begin at `now` (ISO UTC) or later and are not cancelled, live. Blocked time does not count. */
function upcoming$(replica: OpenReplica, of: { resource_id: string } | { client_id: { $in: string[] } }, now: string) {
  const selector = { start_time: { $gte: now }, ...of, type: 'appointment' as const };
  return liveRows(replica, 'events', { selector }).pipe(
    map((rows) => rows.filter(({ status }) => statusOf(status) !== 'cancelled')),
  );
}

/** How many appointments an employee has still to come. */
export function upcomingCount$(replica: OpenReplica, resourceId: string, now: string): Observable<number> {
  return upcoming$(replica, { resource_id: resourceId }, now).pipe(
    map((rows) => rows.length),
    distinctUntilChanged(),
  );
}

/** How many visits are still to come for any of these clients; one of several services is one. */
export function upcomingVisits$(replica: OpenReplica, clientIds: readonly string[], now: string): Observable<number> {
  return upcoming$(replica, { client_id: { $in: [...clientIds] } }, now).pipe(
    map((rows) => new Set(rows.map(visitIdOf)).size),
    distinctUntilChanged(),
  );
}
