/**
 * The unsent rows of this device, known at any moment. Promise: equal to the rows with `pending = 1` on disk, as soon as a
 * write of any tab is known here; it is read from the disk when the replica opens and again with every round.
 */
import { BehaviorSubject, type Subscription } from 'rxjs';
import { TABLE_NAMES, type TableName } from '#schemas/registry.ts';
import type { StateRow } from '#sync/core/columns.ts';
import type { RowStore } from '#sync/storage/stores.ts';

/** Table and id of an unsent row. */
export interface PendingKey {
  readonly table: TableName;
  readonly id: string;
}

/** How many rows are unsent, and since when. */
export interface PendingSummary {
  readonly count: number;
  /** Device clock, ISO UTC. */
  readonly oldestAt: string | null;
}

interface Entry extends PendingKey {
  readonly row: StateRow;
  /** The height of the news that told of the row; 0 for a row that was read. */
  readonly height: number;
}

/** The unsent rows as this tab knows them, kept up to date with what any tab writes. */
export interface PendingView {
  readonly summary$: BehaviorSubject<PendingSummary>;
  keys(): readonly PendingKey[];
  /** Whole, as last read or heard of: they are known here even when the disk is not there any more. */
  rows(): readonly { readonly table: TableName; readonly row: StateRow }[];
  /** Reads all of it from the disk. */
  reread(): Promise<void>;
  close(): void;
}

/** How often the disk is read while news contradict it; the last reading is believed. */
const TRIES = 3;

/** Returns a view of the unsent rows in `store`: `reread` fills it, news of writes keep it up to date. */
export function pendingView(store: RowStore): PendingView {
  const entries = new Map<string, Entry>();
  const summary$ = new BehaviorSubject<PendingSummary>({ count: 0, oldestAt: null });
  const publish = () => {
    let oldestAt: string | null = null;
    for (const { row } of entries.values()) {
      const editedAt = row.edited_at;
      if (editedAt !== null && (oldestAt === null || editedAt < oldestAt)) oldestAt = editedAt;
    }
    const { count, oldestAt: before } = summary$.value;
    if (count !== entries.size || before !== oldestAt) summary$.next({ count: entries.size, oldestAt });
  };
  /** For each reading of the disk that is under way: the rows of which there was news meanwhile. */
  const readings = new Set<Set<string>>();
  const subscription: Subscription = store.changes$.subscribe((batch) => {
    let hasChanged = false;
    for (const { table, id, row, height } of batch) {
      const key = `${table}/${id}`;
      // Another tab's news of an earlier version, late: a row edited since is still unsent.
      if (height < (entries.get(key)?.height ?? 0)) continue;
      for (const reading of readings) reading.add(key);
      if (row?.pending === 1) {
        entries.set(key, { table, id, row, height });
        hasChanged = true;
      } else if (entries.delete(key)) hasChanged = true;
    }
    if (hasChanged) publish();
  });
  /** Returns false where news and disk contradict each other; `trusting`: then what the disk said counts as unsent. */
  async function readOnce(trusting: boolean): Promise<boolean> {
    const changedKeys = new Set<string>();
    readings.add(changedKeys);
    const read = new Map<string, Omit<Entry, 'height'>>();
    try {
      const tables = await Promise.all(TABLE_NAMES.map(async (table) => ({ table, rows: await store.pending(table) })));
      for (const { table, rows } of tables) for (const row of rows) read.set(`${table}/${row.id}`, { table, id: row.id, row });
    } finally {
      readings.delete(changedKeys);
    }
    if (!trusting && [...read.keys()].some((key) => changedKeys.has(key) && !entries.has(key))) return false;
    for (const key of entries.keys()) if (!changedKeys.has(key) && !read.has(key)) entries.delete(key);
    for (const [key, entry] of read)
      if (!changedKeys.has(key) || !entries.has(key)) entries.set(key, { ...entry, height: entries.get(key)?.height ?? 0 });
    publish();
    return true;
  }
  return {
    summary$,
    keys: () => [...entries.values()].map(({ table, id }) => ({ table, id })),
    rows: () => [...entries.values()].map(({ table, row }) => ({ table, row })),
    async reread() {
      for (let attempt = 1; !(await readOnce(attempt === TRIES)); attempt++);
    },
    close() {
      subscription.unsubscribe();
    },
  };
}
