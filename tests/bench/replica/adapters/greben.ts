/** Our replica with all that it does beside storing: canonical values, unsent rows, live reads. Filled by a first sync from a server in the page. */
import { firstValueFrom } from 'rxjs';
import { clientIndex$ } from '#data/client-index.queries.ts';
import { eventsBetween$ } from '#data/events/events.queries.ts';
import { searchClients } from '#domain/people/search.ts';
import { openReplica, type Replica } from '#sync/replica.ts';
import type { ClientRow, EventRow, ReplicaAdapter } from '../adapter.ts';
import { pageServer } from '../page-server.ts';
import { play } from '../player.ts';

let replica: Replica;
let held: { events: readonly EventRow[]; clients: readonly ClientRow[] } = { events: [], clients: [] };

const adapter: ReplicaAdapter = {
  async open() {
    replica = await openReplica({ userId: 'bench', salonId: 1, server: pageServer(() => held), autoSync: false });
  },
  async fill(events, clients) {
    held = { events, clients };
    await replica.syncNow();
    if (!(await firstValueFrom(replica.pulledOnce$))) throw new Error('the first sync did not end');
  },
  between: (from, to) => firstValueFrom(eventsBetween$(replica, from, to)),
  insert: ({ id, rev, created_at, updated_at, salon_id, ...change }) => replica.write([{ table: 'events', id, change }]),
  patch: (id, { rev, created_at, updated_at, salon_id, ...change }) => replica.write([{ table: 'events', id, change }]),
  watch(from, to, told) {
    const following = eventsBetween$(replica, from, to).subscribe((rows) => told(rows.filter(({ notes }) => notes).length));
    return () => following.unsubscribe();
  },
  search: async (text) => searchClients(await firstValueFrom(clientIndex$(replica)), text).length,
};
play(adapter);
