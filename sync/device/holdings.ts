/**
 * The holdings of this device, for the sync center. Promise: no table is read whole: rows are counted by an index, the ends of the
 * calendar are read at an index's ends, and the size is that of a sample, extrapolated.
 */
import { TABLE_NAMES, type TableName } from '#schemas/registry.ts';
import type { RowStore } from '#sync/storage/stores.ts';

/** How much of one table is on this device. */
export interface TableHoldings {
  readonly table: TableName;
  readonly rows: number;
  /** Roughly: as JSON, extrapolated from a sample. */
  readonly bytes: number;
}

/** How much of the salon is on this device, and since when. */
export interface Holdings {
  /**
   * From when to when the calendar is here, ISO UTC: the start of the first event, the horizon where single ones lie before it,
   * and the start of the last; null without events.
   */
  readonly from: string | null;
  readonly to: string | null;
  readonly rows: number;
  readonly tables: readonly TableHoldings[];
  /** Size of what is unsent, as JSON. */
  readonly pendingBytes: number;
  /** ISO UTC: events and stock counts before it are not kept here; null before the first sync. */
  readonly horizon: string | null;
}

/** Enough to be right within some percent: rows of a table are alike. */
const SAMPLE = 100;

const sizeOf = (rows: readonly object[]): number => rows.reduce((sum, row) => sum + JSON.stringify(row).length, 0);

/**
 * Returns what is on this device. `horizon`: ISO UTC, as the sync state has it. Counts by index and reads a sample, so that it
 * takes milliseconds.
 * @throws what the storage threw
 */
export async function holdingsOf(store: RowStore, horizon: string | null): Promise<Holdings> {
  let events: { first: string | null; last: string | null } = { first: null, last: null };
  let pendingBytes = 0;
  const tables: TableHoldings[] = [];
  for (const table of TABLE_NAMES) {
    const { rows, first, last } = await store.extent(table);
    if (table === 'events') events = { first, last };
    const sample = rows === 0 ? [] : await store.page(table, '', SAMPLE);
    const bytes = sample.length === 0 ? 0 : Math.round((sizeOf(sample) / sample.length) * rows);
    pendingBytes += sizeOf(await store.pending(table));
    tables.push({ table, rows, bytes });
  }
  const { first, last: to } = events;
  const from = first !== null && horizon !== null && first < horizon ? horizon : first;
  return { from, to, rows: tables.reduce((sum, { rows }) => sum + rows, 0), tables, pendingBytes, horizon };
}
