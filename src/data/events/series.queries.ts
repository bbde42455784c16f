/** Live reads of the repeats of a booking. */
import { map, type Observable, of, switchMap } from 'rxjs';
import { clientsById$ } from '#data/clients.queries.ts';
import { liveRows } from '#data/live-rows.ts';
import type { OpenReplica } from '#data/open-replica.ts';
import { laterRepeats } from '#domain/booking/repeat.ts';
import type { LocalRow } from '#schemas/registry.ts';

type Event = LocalRow<'events'>;

/**
 * Follows the repeats that are still to come after a booking in its series (`laterRepeats`), by start; none for a booking that is
 * not repeated.
 * @param now device clock, ISO UTC: a booking that has begun by then is history, whatever its status, and so are all legs of its
 * visit
 */
export function laterRepeats$(
  replica: OpenReplica,
  booking: Event,
  now = new Date().toISOString(),
): Observable<readonly Event[]> {
  const { series_id } = booking;
  if (series_id === null) return of([]);
  return liveRows(replica, 'events', {
    selector: { start_time: { $gt: booking.start_time }, series_id },
    sort: [{ start_time: 'asc' }],
  }).pipe(
    switchMap((all) => {
      const begun = new Set(all.flatMap(({ start_time, visit_id }) => (start_time <= now && visit_id) || []));
      const series = all.filter(({ start_time, visit_id }) => start_time > now && !(visit_id && begun.has(visit_id)));
      const ids = new Set([booking, ...series].flatMap(({ client_id }) => client_id ?? []));
      return clientsById$(replica, [...ids]).pipe(
        map((people) => laterRepeats(booking, series, (id) => people.get(id)?.id ?? id)),
      );
    }),
  );
}
