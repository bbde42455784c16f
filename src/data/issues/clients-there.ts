/**
 * Finds bookings whose client is missing. A salon that has moved in has thousands of clients with bookings to come. RxDB's own
 * query by ids would compare each change of a client with all of these ids, and would read all of the clients again when one more
 * is booked. Here each client is read once and then followed by its changes.
 */
import { map, Observable, Subject, startWith, switchMap } from 'rxjs';
import { survivorOf } from '#domain/people/merged-clients.ts';
import type { LocalRow } from '#schemas/registry.ts';
import type { Collections } from '#sync/storage/rxdb/collections.ts';
import { storedById } from '#sync/storage/rxdb/storage-reads.ts';

type Client = Pick<LocalRow<'clients'>, 'id' | 'merged_into'>;

/** The number of clients that are read at a time. Meanwhile the page's thread does nothing else. */
const AT_A_TIME = 500;

/**
 * Follows lists of things that each name a client. Emits those whose client is missing; for a merged client, the one that it was
 * merged into counts.
 * @returns an observable that fails as the storage does
 */
export function withoutClient$<T extends { readonly client_id: string }>(
  rows: Pick<Collections, 'clients'>,
  things$: Observable<readonly T[]>,
): Observable<readonly T[]> {
  return new Observable((reader) => {
    /** By id; null for a client that was looked for and is not there. */
    const known = new Map<string, Client | null>();
    const changed$ = new Subject<void>();
    const changes = rows.clients.eventBulks$.subscribe(({ events, isLocal }) => {
      if (isLocal) return;
      // A client that nobody has looked for yet is kept, too: it may be about to be read, and this state is newer.
      for (const { documentData } of events as readonly { documentData: LocalRow<'clients'> & { _deleted: boolean } }[]) {
        const { id, merged_into, deleted, _deleted } = documentData;
        known.set(id, deleted || _deleted ? null : { id, merged_into });
      }
      changed$.next();
    });

    /** Returns the ids that nobody has looked for yet, among these and among those that they were merged into. */
    function unknown(ids: readonly string[]): readonly string[] {
      const open = new Set<string>();
      for (const id of new Set(ids)) {
        const path = new Set<string>();
        for (let at: string | null = id; at !== null && !path.has(at); at = known.get(at)?.merged_into ?? null) {
          path.add(at);
          if (!known.has(at)) open.add(at);
        }
      }
      return [...open];
    }
    async function look(ids: readonly string[]): Promise<void> {
      for (let open = unknown(ids); open.length > 0; open = unknown(ids)) {
        const some = open.slice(0, AT_A_TIME);
        for (const { id, merged_into, deleted } of await storedById<'clients'>(rows.clients, some))
          if (!known.has(id) && !deleted) known.set(id, { id, merged_into });
        for (const id of some) if (!known.has(id)) known.set(id, null);
      }
    }
    const isThere = (id: string): boolean => known.get(survivorOf(id, (at) => known.get(at) ?? undefined)) != null;

    const following = things$
      .pipe(
        switchMap((things) =>
          changed$.pipe(
            startWith(undefined),
            switchMap(async () => {
              await look(things.map(({ client_id }) => client_id));
              return things;
            }),
          ),
        ),
        map((things) => things.filter(({ client_id }) => !isThere(client_id))),
      )
      .subscribe(reader);
    return () => {
      following.unsubscribe();
      changes.unsubscribe();
    };
  });
}
