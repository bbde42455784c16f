/** Dexie alone, as its guide says: indexes on what is asked, `liveQuery` for changes. */
import { Dexie, liveQuery, type Table } from 'dexie';
import { BESIDE, type ClientRow, type EventRow, isStrict, type ReplicaAdapter } from '../adapter.ts';
import { play } from '../player.ts';

const durability = isStrict() ? ({ chromeTransactionDurability: 'strict' } as const) : {};
const database = new Dexie('bench', durability) as Dexie & { events: Table<EventRow, string>; clients: Table<ClientRow, string> };
database.version(1).stores({
  events: 'id, start_time',
  clients: 'id',
  ...Object.fromEntries(BESIDE.map((name) => [name, 'id'])),
});

const between = (from: string, to: string) =>
  database.events
    .where('start_time')
    .between(from, to)
    .filter(({ deleted }) => !deleted)
    .toArray();

const adapter: ReplicaAdapter = {
  open: async () => void (await database.open()),
  async fill(events, clients) {
    await database.clients.bulkPut([...clients]);
    await database.events.bulkPut([...events]);
  },
  between,
  insert: async (event) => void (await database.events.add(event)),
  patch: async (id, values) => void (await database.events.update(id, values)),
  watch(from, to, told) {
    const rows = liveQuery(() => between(from, to));
    const following = rows.subscribe((found) => told(found.filter(({ notes }) => notes).length));
    return () => following.unsubscribe();
  },
  search(text) {
    const words = text.toLowerCase().split(' ');
    return database.clients
      .filter(({ name }) => words.every((word) => name?.toLowerCase().includes(word)))
      .limit(50)
      .count();
  },
};
play(adapter);
