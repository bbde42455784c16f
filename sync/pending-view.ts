/**
 * What is unsent on this device, known at any moment. Promise: equal to the rows with `pending = 1` on disk, as soon as a
 * write of any tab is known here; it is read from the disk when the replica opens and again with every round.
 */
import { BehaviorSubject, type Subscription } from 'rxjs';
import { TABLE_NAMES, type TableName } from '#schemas/registry.ts';
import type { RowStore } from './stores.ts';

export interface PendingKey {
  readonly table: TableName;
  readonly id: string;
}

export interface PendingSummary {
  readonly count: number;
  /** Device clock, ISO UTC. */
  readonly oldestAt: string | null;
}

interface Entry extends PendingKey {
  readonly editedAt: string | null;
  /** Of the news that told of it; 0 for what was read. */
  readonly height: number;
}

export interface PendingView {
  readonly summary$: BehaviorSubject<PendingSummary>;
  keys(): readonly PendingKey[];
  /** Reads all of it from the disk. */
  reread(): Promise<void>;
  close(): void;
}

export function pendingView(store: RowStore): PendingView {
  const entries = new Map<string, Entry>();
  const summary$ = new BehaviorSubject<PendingSummary>({ count: 0, oldestAt: null });
  const publish = () => {
    let oldestAt: string | null = null;
    for (const { editedAt } of entries.values())
      if (editedAt !== null && (oldestAt === null || editedAt < oldestAt)) oldestAt = editedAt;
    const { count, oldestAt: before } = summary$.value;
    if (count !== entries.size || before !== oldestAt) summary$.next({ count: entries.size, oldestAt });
  };
  /** Raised by every change that arrives: what was read from the disk before it may be older than it. */
  let changes = 0;
  const heard: Subscription = store.changes$.subscribe((batch) => {
    changes++;
    let touched = false;
    for (const { table, id, row, height } of batch) {
      const key = `${table}/${id}`;
      // Another tab's news of an earlier version, late: a row edited since is still unsent.
      if (height < (entries.get(key)?.height ?? 0)) continue;
      if (row?.pending === 1) {
        entries.set(key, { table, id, editedAt: row.edited_at, height });
        touched = true;
      } else if (entries.delete(key)) touched = true;
    }
    if (touched) publish();
  });
  return {
    summary$,
    keys: () => [...entries.values()].map(({ table, id }) => ({ table, id })),
    async reread() {
      const before = changes;
      const tables = await Promise.all(TABLE_NAMES.map(async (table) => ({ table, rows: await store.pending(table) })));
      if (changes !== before) return;
      const heights = new Map([...entries].map(([key, { height }]) => [key, height]));
      entries.clear();
      for (const { table, rows } of tables)
        for (const row of rows)
          entries.set(`${table}/${row.id}`, {
            table,
            id: row.id,
            editedAt: row.edited_at,
            height: heights.get(`${table}/${row.id}`) ?? 0,
          });
      publish();
    },
    close() {
      heard.unsubscribe();
    },
  };
}
