/**
 * Bookings to come whose client is deleted, as sync issues: somebody deleted or erased the client, or took the import back that had
 * made them, and somebody else booked for them meanwhile. Neither would hear of it. Worked out from the rows as they stand and kept
 * nowhere; an issue goes by itself when the client is back, when the booking gets another one or is cancelled, and when it begins.
 */
import { distinctUntilChanged, map, type Observable, of, switchMap } from 'rxjs';
import { clientsByIdIn$ } from '#data/clients.queries.ts';
import { sameItems } from '#data/live-rows.ts';
import { changedAt } from '#domain/changed-at.ts';
import { statusOf } from '#domain/event-status.ts';
import { inOrder, visitIdOf } from '#domain/visits.ts';
import type { LocalRow } from '#schemas/registry.ts';
import type { SyncIssue } from '#sync/core/issues.ts';
import type { Collections } from '#sync/storage/collections.ts';
import { untilOver$ } from './until-over.ts';

type Event = LocalRow<'events'>;
type Booked = Event & { readonly client_id: string };

/** Somebody is expected: what is cancelled, done or missed asks for nobody. A refused new booking is asked about already. */
const isBooked = (event: Event): event is Booked =>
  event.type === 'appointment' &&
  event.client_id !== null &&
  ['booked', null].includes(statusOf(event.status)) &&
  (event.rev > 0 || event.pending === 1);

/** The same on every device. */
export const deletedClientIssueId = (firstLegId: string): string => `client-deleted:${firstLegId}`;

function issueOf(legs: readonly Booked[]): SyncIssue {
  const [first] = inOrder(legs) as readonly Booked[] as readonly [Booked, ...Booked[]];
  const [at = first.start_time] = legs
    .map((leg) => changedAt(leg) ?? leg.start_time)
    .sort()
    .toReversed();
  const about = { kind: 'client-deleted', table: 'events', rowId: first.id, group: null, ours: null, server: null } as const;
  const whole = legs.length > 1 ? { legIds: inOrder(legs).map(({ id }) => id) } : {};
  return { id: deletedClientIssueId(first.id), ...about, ...whole, at };
}

/** The parts of a visit are asked about together, those of another client in it for themselves. */
function byVisit(bookings: readonly Booked[]): readonly (readonly Booked[])[] {
  const visits = new Map<string, Booked[]>();
  for (const booking of bookings) {
    const key = JSON.stringify([visitIdOf(booking), booking.client_id]);
    visits.set(key, [...(visits.get(key) ?? []), booking]);
  }
  return [...visits.values()];
}

/** @param bookings$ those that are not over yet. @param now device clock, epoch milliseconds */
export function deletedClients$(
  rows: Pick<Collections, 'clients'>,
  bookings$: Observable<readonly Event[]>,
  now: () => number,
): Observable<readonly SyncIssue[]> {
  return bookings$.pipe(
    map((events) => events.filter(isBooked)),
    distinctUntilChanged(sameItems),
    switchMap((booked) =>
      clientsByIdIn$(
        rows,
        booked.map(({ client_id }) => client_id),
      ).pipe(map((clients) => booked.filter(({ client_id }) => !clients.has(client_id)))),
    ),
    distinctUntilChanged(sameItems),
    switchMap((orphaned) =>
      orphaned.length === 0
        ? of([])
        : untilOver$(now, (at) => {
            const toCome = orphaned.filter(({ start_time }) => start_time > at);
            return { issues: byVisit(toCome).map(issueOf), ends: toCome.map(({ start_time }) => start_time) };
          }),
    ),
  );
}
