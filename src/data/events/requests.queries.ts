/** Live reads of the customers' requests: bookings that wait for an answer (`isRequest` in the domain). */
import { auditTime, distinctUntilChanged, filter, map, type Observable, switchMap, take, takeWhile, timer } from 'rxjs';
import { insideOf } from '#data/inside-replica.ts';
import { liveRows, sameItems, sharedRead } from '#data/live-rows.ts';
import type { OpenReplica } from '#data/open-replica.ts';
import { type CustomerRequest, requestsAmong } from '#domain/booking/customer-requests.ts';
import { isRequest } from '#domain/booking/event-status.ts';
import { addMinutes } from '#domain/time/time.ts';
import type { LocalRow } from '#schemas/registry.ts';
import { LONGEST_EVENT } from './events.queries.ts';

/** The coming bookings are read after this time, ms, so that the day on the screen comes first. */
const LATER_MS = 1_000;
/** The requests follow a change of bookings after this time, ms, so that a page of a thousand rows is looked at once. */
const SOON_MS = 100;
/** They are read anew after this time, ms: a page may stay open for weeks. */
const DAY_MS = 86_400_000;

/**
 * Follows the requests that are not over yet, by their start; one that did not change keeps its object.
 * @param now device clock, epoch milliseconds
 * @param later the time of the first look, ms from now
 */
export function requests$(
  replica: OpenReplica,
  now = Date.now,
  later = LATER_MS,
): Observable<readonly CustomerRequest<LocalRow<'events'>>[]> {
  return sharedRead(replica, 'requests', () =>
    timer(later, DAY_MS).pipe(
      switchMap(() => {
        const from = addMinutes(new Date(now()).toISOString(), -LONGEST_EVENT);
        return liveRows(replica, 'events', { selector: { start_time: { $gte: from } }, sort: [{ start_time: 'asc' }] });
      }),
      auditTime(SOON_MS),
      map((rows) => rows.filter((row) => isRequest(row))),
      distinctUntilChanged(sameItems),
      map((rows) => requestsAmong(rows)),
    ),
  );
}

/**
 * Emits once a confirmation has left for the server: its customer may read it from then on, and it stays (`emptiedOnly` of
 * schemas/table.ts). Ends without a value where it is taken back before.
 * @param ids of the bookings that were confirmed
 */
export function confirmationLeft$(replica: OpenReplica, ids: readonly string[]): Observable<boolean> {
  return insideOf(replica)
    .rows.events.findByIds([...ids])
    .$.pipe(
      map((documents) => [...documents.values()]),
      takeWhile((rows) => rows.every(({ requested_until }) => requested_until === null)),
      map((rows) => rows.some(({ pending, sent }) => pending === 0 || sent?.requested_until !== undefined)),
      filter((left) => left),
      take(1),
    );
}
