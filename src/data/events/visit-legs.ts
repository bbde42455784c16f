/**
 * Reads of a visit's legs. They are found by their ids, at any time and with any employee, so no index is needed
 * (src/domain/booking/visits.ts).
 */
import { combineLatest, map, type Observable, of, switchMap } from 'rxjs';
import { insideOf } from '#data/inside-replica.ts';
import { liveRow, liveRows, rowOf } from '#data/live-rows.ts';
import type { OpenReplica } from '#data/open-replica.ts';
import { rowNow } from '#data/row-writes.ts';
import { inOrder, legIdsBetween } from '#domain/booking/visits.ts';
import type { LocalRow } from '#schemas/registry.ts';

type Event = LocalRow<'events'>;

const selectorOf = (visitId: string) => {
  const [above, below] = legIdsBetween(visitId);
  return { id: { $gt: above, $lt: below } };
};

const legsAmong = (rows: readonly (Event | null)[], visitId: string): readonly Event[] =>
  inOrder(rows.filter((row) => row !== null && !row.deleted && row.visit_id === visitId) as Event[]);

/** Reads the legs of the booking's visit as they are now, in order; the booking alone if it belongs to none. */
export async function visitLegs(replica: OpenReplica, booking: Event): Promise<readonly Event[]> {
  const { visit_id } = booking;
  if (visit_id === null) return [booking];
  const documents = await insideOf(replica)
    .rows.events.find({ selector: selectorOf(visit_id) })
    .exec();
  const first = await rowNow(replica, 'events', visit_id);
  return legsAmong([first, ...documents.map((document) => rowOf<'events'>(document))], visit_id);
}

/** Follows the legs of a visit, in order; empty while there are none. */
export function legsOfVisit$(replica: OpenReplica, visitId: string): Observable<readonly Event[]> {
  const added$ = liveRows(replica, 'events', { selector: selectorOf(visitId), sort: [{ id: 'asc' }] });
  return combineLatest([liveRow(replica, 'events', visitId), added$]).pipe(
    map(([first, added]) => legsAmong([first, ...added], visitId)),
  );
}

/** Follows the legs of the booking with this id, which may belong to no visit; empty while it is not there. */
export function visitLegs$(replica: OpenReplica, id: string): Observable<readonly Event[]> {
  return liveRow(replica, 'events', id).pipe(
    switchMap((booking) => {
      if (!booking) return of([]);
      return booking.visit_id === null ? of([booking]) : legsOfVisit$(replica, booking.visit_id);
    }),
  );
}
