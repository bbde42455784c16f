/** The floor: each table's pages by `fetch`, straight into Dexie; no queue, no conflicts, nothing that is told. Not a product. */
import { Dexie, type Table } from 'dexie';
import { type Account, onPoke, type SyncAdapter, signedIn } from '../adapter.ts';

interface Stored {
  readonly id: string;
  readonly rev: number;
  readonly notes?: string | null;
}
interface Pulled {
  readonly tables: Record<string, { readonly rows: Stored[]; readonly more: boolean; readonly cursor: unknown }>;
}

const PAGE = 5000;
const NAMES = ['clients', 'events'];
const database = new Dexie('bench') as Dexie & { events: Table<Stored, string>; clients: Table<Stored, string> };
database.version(1).stores({ events: 'id, start_time', clients: 'id' });

let account: Account;
let token = '';
let cursors: Record<string, unknown> = {};
let isPaused = false;
let running: Promise<void> = Promise.resolve();
const unsent = new Set<string>();

async function rpc<T>(name: string, body: object): Promise<T> {
  const headers = { apikey: account.key, authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const url = `${location.origin}/rest/v1/rpc/${name}`;
  const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify({ p_salon_id: account.salonId, ...body }) });
  if (!answer.ok) throw new Error(`${name}: ${answer.status}`);
  return (await answer.json()) as T;
}

async function pull(): Promise<void> {
  for (let isMore = true; isMore; ) {
    const { tables } = await rpc<Pulled>('pull_changes', { p_cursors: cursors, p_limit: PAGE, p_horizon: null });
    isMore = Object.values(tables).some(({ more }) => more);
    for (const name of NAMES) await database.table(name).bulkPut(tables[name]?.rows ?? []);
    cursors = { ...cursors, ...Object.fromEntries(Object.entries(tables).map(([name, { cursor }]) => [name, cursor])) };
  }
}

async function push(): Promise<void> {
  if (unsent.size === 0) return;
  const rows = (await database.events.bulkGet([...unsent])).flatMap((row) => row ?? []);
  unsent.clear();
  const p_changes = rows.map(({ id, rev, notes }) => ({ table: 'events', id, base_rev: rev, doc: { notes } }));
  await rpc('push_changes', { p_changes });
}

/** One at a time. */
function round(): Promise<void> {
  running = running.then(async () => {
    if (isPaused) return;
    await push();
    await pull();
  });
  return running;
}

const adapter: SyncAdapter = {
  open: async (given) => {
    account = given;
    await database.open();
  },
  async first() {
    const client = await signedIn(account);
    token = (await client.auth.getSession()).data.session?.access_token ?? '';
    await round();
    await onPoke(client, account.salonId, () => void round());
  },
  async note(ids, notes) {
    await database.events.where('id').anyOf(ids).modify({ notes });
    for (const id of ids) unsent.add(id);
    if (!isPaused) void round();
  },
  pause: async () => {
    isPaused = true;
  },
  goOn: () => {
    isPaused = false;
    return round();
  },
  noted: async (ids, notes) => (await database.events.bulkGet([...ids])).filter((row) => row?.notes === notes).length,
};
window.syncBench = adapter;
