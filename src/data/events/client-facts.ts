/** The facts of a client's visits as this device has them: what the quick card and the booking dialog say of whoever is chosen. */
import { combineLatest, distinctUntilChanged, map, type Observable, of, switchMap } from 'rxjs';
import { clientsById$ } from '#data/clients.queries.ts';
import type { OpenReplica } from '#data/open-replica.ts';
import { type VisitFacts, visitFacts } from '#domain/people/client-summary.ts';
import type { LocalRow } from '#schemas/registry.ts';
import { clientEvents$, clientVisits$ } from './client-visits.ts';
import { eventsById$ } from './events.queries.ts';

/** A client with the facts of their visits. */
export interface ClientFacts extends VisitFacts<LocalRow<'events'>> {
  /** Visits before this moment, ISO UTC, are not counted, because the client is older than the rows of this device. Null: all are. */
  readonly since: string | null;
}

/**
 * Follows the facts of a client's visits; the first value comes once all events have been read.
 * @param id of the client, or of a duplicate that was merged into them
 * @returns null while the client is not there
 */
export function clientFacts$(replica: OpenReplica, id: string): Observable<ClientFacts | null> {
  const client$ = clientsById$(replica, [id]).pipe(
    map((found) => found.get(id) ?? null),
    distinctUntilChanged((a, b) => a?.id === b?.id && a?.created_at === b?.created_at),
  );
  return client$.pipe(switchMap((client) => (client ? factsOf$(replica, client) : of(null))));
}

function factsOf$(replica: OpenReplica, client: LocalRow<'clients'>): Observable<ClientFacts> {
  const events$ = clientEvents$(replica, client.id).pipe(switchMap(({ events }) => eventsById$(replica, events)));
  return combineLatest([events$, clientVisits$(replica, client)]).pipe(
    map(([events, { since }]) => ({ ...visitFacts([...events.values()], new Date().toISOString()), since })),
  );
}
