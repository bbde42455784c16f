/** RxDB as its Supabase plugin is used: plain collections in the Dexie storage, RxDB's own queries. */
import { createRxDatabase, type RxCollection } from 'rxdb';
import { getRxStorageDexie } from 'rxdb/plugins/storage-dexie';
import { TABLE_NAMES } from '#schemas/registry.ts';
import { type ClientRow, type EventRow, isStrict, type ReplicaAdapter } from '../adapter.ts';
import { play } from '../player.ts';
import { rxSchemaOf } from '../rx-schema.ts';

let events: RxCollection<EventRow>;
let clients: RxCollection<ClientRow>;

const between = (from: string, to: string) =>
  events.find({ selector: { start_time: { $gte: from, $lt: to }, deleted: false }, sort: [{ start_time: 'asc' }] });

const adapter: ReplicaAdapter = {
  async open() {
    const storage = getRxStorageDexie(isStrict() ? { chromeTransactionDurability: 'strict' } : {});
    const database = await createRxDatabase({ name: 'bench', storage });
    const made = await database.addCollections(
      Object.fromEntries(TABLE_NAMES.map((name) => [name, { schema: rxSchemaOf(name) as never }])),
    );
    ({ events, clients } = made as unknown as { events: typeof events; clients: typeof clients });
  },
  async fill(newEvents, newClients) {
    await clients.bulkInsert([...newClients]);
    await events.bulkInsert([...newEvents]);
  },
  between: async (from, to) => (await between(from, to).exec()).map((document) => document.toJSON()),
  insert: async (event) => void (await events.insert(event)),
  async patch(id, values) {
    const document = await events.findOne(id).exec();
    await document?.incrementalPatch(values);
  },
  watch(from, to, told) {
    const following = between(from, to).$.subscribe((found) => told(found.filter(({ notes }) => notes).length));
    return () => following.unsubscribe();
  },
  async search(text) {
    const words = text.split(' ').map((word) => ({ name: { $regex: word, $options: 'i' } }));
    return (await clients.find({ selector: { $and: words }, limit: 50 }).exec()).length;
  },
};
play(adapter);
