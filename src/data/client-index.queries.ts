/** The index for searching clients; beside the other reads of clients, because no start searches. */
import { map, type Observable } from 'rxjs';
import { buildIndex, type ClientIndex } from '#domain/people/search.ts';
import type { LocalRow } from '#schemas/registry.ts';
import { clients$ } from './clients.queries.ts';
import { sharedRead } from './live-rows.ts';
import type { OpenReplica } from './open-replica.ts';

/** Follows the index of the list, ready for `searchClients`. */
export function clientIndex$(replica: OpenReplica): Observable<ClientIndex<LocalRow<'clients'>>> {
  return sharedRead(replica, 'client-index', () => clients$(replica).pipe(map(buildIndex)));
}
