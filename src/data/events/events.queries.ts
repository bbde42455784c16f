/** Live reads of the calendar's events. */
import { distinctUntilChanged, map, type Observable } from 'rxjs';
import { liveRow, liveRows, liveRowsById, sharedRead } from '#data/live-rows.ts';
import type { OpenReplica } from '#data/open-replica.ts';
import { eventStatusOf } from '#domain/booking/event-status.ts';
import { visitIdOf } from '#domain/booking/visits.ts';
import { addMinutes, dayBounds, type LocalDate, MINUTES_OF_DAY } from '#domain/time/time.ts';
import type { LocalRow } from '#schemas/registry.ts';

/**
 * The longest event, in minutes. The index is on the start, so a read begins this much before its range to find events that still
 * run. The commands refuse longer events; a longer one from another program shows on its first day only.
 */
export const LONGEST_EVENT = MINUTES_OF_DAY;

/** Follows the events that lie in or reach into a range of instants (ISO UTC, `to` excluded), by start, then by id. */
export function eventsBetween$(replica: OpenReplica, from: string, to: string): Observable<readonly LocalRow<'events'>[]> {
  return sharedRead(replica, `events/${from}/${to}`, () =>
    liveRows(replica, 'events', {
      selector: { start_time: { $gte: addMinutes(from, -LONGEST_EVENT), $lt: to }, end_time: { $gt: from } },
      sort: [{ start_time: 'asc' }],
    }),
  );
}

/** Follows the events of a local day in the salon's zone; an event over midnight belongs to both days. */
export function dayEvents$(replica: OpenReplica, date: LocalDate, zone: string): Observable<readonly LocalRow<'events'>[]> {
  const { from, to } = dayBounds(date, zone);
  return eventsBetween$(replica, from, to);
}

/** Follows the events of the local days from one to another, both included: a week is Monday to Sunday. */
export function daysEvents$(
  replica: OpenReplica,
  first: LocalDate,
  last: LocalDate,
  zone: string,
): Observable<readonly LocalRow<'events'>[]> {
  return eventsBetween$(replica, dayBounds(first, zone).from, dayBounds(last, zone).to);
}

/** Follows the events that begin at an instant (ISO UTC) or later, by start. */
export function eventsSince$(replica: OpenReplica, from: string): Observable<readonly LocalRow<'events'>[]> {
  return liveRows(replica, 'events', { selector: { start_time: { $gte: from } }, sort: [{ start_time: 'asc' }] });
}

/** Follows the blocked time that begins at an instant (ISO UTC) or later, in no order. */
export function blocksSince$(replica: OpenReplica, from: string): Observable<readonly LocalRow<'events'>[]> {
  return liveRows(replica, 'events', { selector: { start_time: { $gte: from }, type: 'blocking' } });
}

/** Follows one event; null while it is not there, or is deleted. */
export function event$(replica: OpenReplica, id: string): Observable<LocalRow<'events'> | null> {
  return liveRow(replica, 'events', id);
}

/** Follows events by id; those that are not there have no entry. */
export function eventsById$(replica: OpenReplica, ids: readonly string[]): Observable<ReadonlyMap<string, LocalRow<'events'>>> {
  return liveRowsById(replica, 'events', ids);
}

/** Follows the appointments that begin at `now` (ISO UTC) or later and are not cancelled. Blocked time does not count. */
function upcoming$(replica: OpenReplica, of: { resource_id: string } | { client_id: { $in: string[] } }, now: string) {
  const selector = { start_time: { $gte: now }, ...of, type: 'appointment' as const };
  return liveRows(replica, 'events', { selector }).pipe(
    map((rows) => rows.filter(({ status }) => eventStatusOf(status) !== 'cancelled')),
  );
}

/** Counts the coming appointments of an employee, live. */
export function upcomingCount$(replica: OpenReplica, resourceId: string, now: string): Observable<number> {
  return upcoming$(replica, { resource_id: resourceId }, now).pipe(
    map((rows) => rows.length),
    distinctUntilChanged(),
  );
}

/** Counts the coming visits of these clients, live; a visit of several services counts once. */
export function upcomingVisits$(replica: OpenReplica, clientIds: readonly string[], now: string): Observable<number> {
  return upcoming$(replica, { client_id: { $in: [...clientIds] } }, now).pipe(
    map((rows) => new Set(rows.map(visitIdOf)).size),
    distinctUntilChanged(),
  );
}
