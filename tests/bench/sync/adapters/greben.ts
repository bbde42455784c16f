/** Our engine as the app opens it. */
import { filter, firstValueFrom } from 'rxjs';
import { openReplica, type Replica } from '#sync/replica.ts';
import type { NetworkSignals, Signal } from '#sync/server/signals.ts';
import { supabaseServer } from '#sync/server/supabase-server.ts';
import { type SyncAdapter, signedIn } from '../adapter.ts';

let replica: Replica;
let begin: () => Promise<void>;
let isPaused = false;
const listeners = new Set<(signal: Signal) => void>();

/** The line as the bench wants it. */
const network: NetworkSignals = {
  online: () => !isPaused,
  visible: () => true,
  listen(heard) {
    listeners.add(heard);
    return () => void listeners.delete(heard);
  },
};

const adapter: SyncAdapter = {
  async open(account) {
    const client = await signedIn(account);
    const through = supabaseServer(client);
    const paused = () => Promise.reject(new TypeError('Failed to fetch'));
    begin = async () => {
      replica = await openReplica({
        userId: 'bench',
        salonId: account.salonId,
        network,
        server: {
          ...through,
          push: (...asked) => (isPaused ? paused() : through.push(...asked)),
          pull: (...asked) => (isPaused ? paused() : through.pull(...asked)),
        },
      });
    };
  },
  async first() {
    await begin();
    await firstValueFrom(replica.pulledOnce$.pipe(filter((pulled) => pulled)));
  },
  note: (ids, notes) => replica.write(ids.map((id) => ({ table: 'events', id, change: { notes } }))),
  async pause() {
    isPaused = true;
    for (const heard of listeners) heard('offline');
  },
  async goOn() {
    isPaused = false;
    await replica.syncNow();
    if ((await replica.pendingCount()) > 0) throw new Error('something is still unsent');
  },
  async noted(ids, notes) {
    const found = await replica.keptRows('events', ids);
    return [...found.values()].filter((row) => row.notes === notes).length;
  },
};
window.syncBench = adapter;
