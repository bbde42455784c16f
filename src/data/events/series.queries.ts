/** Live reads of the repeats of a booking. */
import { map, type Observable, of, switchMap } from 'rxjs';
import { clientsById$ } from '#data/clients.queries.ts';
import { liveRows } from '#data/live-rows.ts';
import type { OpenReplica } from '#data/open-replica.ts';
import { laterRepeats } from '#domain/repeat.ts';
import type { LocalRow } from '#schemas/registry.ts';

type Event = LocalRow<'events'>;

/** What comes after a booking in its series (`laterRepeats`), by start; nothing for one that is not repeated. */
export function laterRepeats$(replica: OpenReplica, booking: Event): Observable<readonly Event[]> {
  if (booking.series_id === null) return of([]);
  const { series_id, start_time } = booking;
  return liveRows(replica, 'events', {
    selector: { start_time: { $gt: start_time }, series_id },
    sort: [{ start_time: 'asc' }],
  }).pipe(
    switchMap((series) => {
      const ids = new Set([booking, ...series].flatMap(({ client_id }) => client_id ?? []));
      return clientsById$(replica, [...ids]).pipe(
        map((people) => laterRepeats(booking, series, (id) => people.get(id)?.id ?? id)),
      );
    }),
  );
}
