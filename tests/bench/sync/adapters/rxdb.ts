/**
 * RxDB's own Supabase plugin over the tables that its REST client may read and write. It listens to `postgres_changes`, which our
 * backend does not send: a poke of ours takes its place and lets it look, as it does itself after a lost line.
 */
import { createRxDatabase, type RxCollection } from 'rxdb';
import { type RxSupabaseReplicationState, replicateSupabase } from 'rxdb/plugins/replication-supabase';
import { getRxStorageDexie } from 'rxdb/plugins/storage-dexie';
import type { Row } from '#schemas/registry.ts';
import { rxSchemaOf } from '../../replica/rx-schema.ts';
import { type Account, onPoke, type SyncAdapter, signedIn } from '../adapter.ts';

/** The most that our REST returns at once. */
const PAGE = 1000;
const NAMES = ['clients', 'events'] as const;

let events: RxCollection<Row<'events'>>;
let begin: () => Promise<void>;
let running: RxSupabaseReplicationState<unknown>[] = [];

/** The plugin puts names of columns in quotes, which PostgREST reads and our backend's REST does not. */
const withoutQuotes: typeof fetch = (input, init) => fetch(String(input).replaceAll(/%22(updated_at|id)%22/g, '$1'), init);

async function start({ salonId, ...account }: Account): Promise<void> {
  const client = await signedIn({ salonId, ...account }, withoutQuotes);
  // Its channel would be refused, and asked for again for ever.
  const silent = { on: () => silent, subscribe: () => silent };
  const withoutChannel = new Proxy(client, {
    get: (target, name) => {
      const value = Reflect.get(target, name);
      if (name === 'channel') return () => silent;
      if (name === 'removeChannel') return async () => 'ok';
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  const database = await createRxDatabase({ name: 'bench', storage: getRxStorageDexie() });
  const made = await database.addCollections(
    Object.fromEntries(NAMES.map((name) => [name, { schema: rxSchemaOf(name) as never }])),
  );
  events = made.events as unknown as typeof events;
  running = NAMES.map((name) =>
    replicateSupabase({
      tableName: name,
      client: withoutChannel,
      collection: made[name] as never,
      replicationIdentifier: `bench-${name}`,
      modifiedField: 'updated_at',
      pull: { batchSize: PAGE },
      push: { batchSize: PAGE },
    }),
  );
  for (const state of running) state.error$.subscribe((error) => console.error(error.message, JSON.stringify(error.parameters)));
  await onPoke(client, salonId, () => {
    for (const state of running) state.reSync();
  });
}

const inSync = () => Promise.all(running.map((state) => state.awaitInSync()));

const adapter: SyncAdapter = {
  open: async (account) => {
    begin = () => start(account);
  },
  async first() {
    await begin();
    await Promise.all(running.map((state) => state.awaitInitialReplication()));
  },
  async note(ids, notes) {
    const found = await events.findByIds([...ids]).exec();
    await Promise.all([...found.values()].map((document) => document.incrementalPatch({ notes })));
  },
  pause: async () => void (await Promise.all(running.map((state) => state.pause()))),
  async goOn() {
    await Promise.all(running.map((state) => state.start()));
    for (const state of running) state.reSync();
    await inSync();
  },
  async noted(ids, notes) {
    const found = await events.findByIds([...ids]).exec();
    return [...found.values()].filter((document) => document.notes === notes).length;
  },
};
window.syncBench = adapter;
