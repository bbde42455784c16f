/**
 * The storage of the engine: a store of rows and a store of a few documents of its own. Both write by compare-and-set only, so that
 * two tabs, or a person and the server, never overwrite each other unseen. Over RxDB: rxdb-stores.ts.
 */
import type { Observable } from 'rxjs';
import type { TableName } from '#schemas/registry.ts';
import type { StateRow } from '#sync/core/columns.ts';

/** A row as it is stored, and the version by which a write knows that it is still so. */
export interface StoredRow {
  /** Null when nothing is there (never was, or was removed). Hidden rows are there. */
  readonly row: StateRow | null;
  readonly hidden: boolean;
  /** The mark by which the store notices a write in between. */
  readonly version: unknown;
}

/** A row to be written over the version that was read. */
export interface RowWrite {
  readonly id: string;
  readonly version: unknown;
  /** Null removes the row without a trace. */
  readonly row: StateRow | null;
  /** Stored, but no query of a screen sees it. */
  readonly hidden: boolean;
}

/** News of a row that was written in any tab. */
export interface RowChange {
  readonly table: TableName;
  readonly id: string;
  readonly row: StateRow | null;
  /** Grows with every write of this row: news from another tab may arrive after younger news. */
  readonly height: number;
}

/** Rows that queries see, counted by an index; the ends of the column by which the table's horizon goes, where it is indexed. */
export interface Extent {
  readonly rows: number;
  readonly first: string | null;
  readonly last: string | null;
}

/** The rows of a replica. Each call throws what the storage threw (storage-errors.ts). */
export interface RowStore {
  read(table: TableName, ids: readonly string[]): Promise<ReadonlyMap<string, StoredRow>>;
  /** All that can be written is on disk when it resolves; returns the ids that somebody else changed in between. */
  write(table: TableName, writes: readonly RowWrite[], context: string): Promise<readonly string[]>;
  pending(table: TableName): Promise<readonly StateRow[]>;
  /** Ids of all rows, hidden ones too, that satisfy `matches`. Reads the whole table: for erasure and rebuild only. */
  scan(table: TableName, matches: (row: StateRow) => boolean): Promise<readonly string[]>;
  /** Rows that queries see, in the order of their ids, from above `after` on. */
  page(table: TableName, after: string, limit: number): Promise<readonly StateRow[]>;
  extent(table: TableName): Promise<Extent>;
  /** Takes what was removed (not what is hidden) off the disk, so that it gives its room back. */
  vanish(table: TableName, ids: readonly string[]): Promise<void>;
  /** Every row written here or in another tab, after it is on disk. */
  readonly changes$: Observable<readonly RowChange[]>;
}

/** The few documents of a replica beside its rows. Each call throws what the storage threw (storage-errors.ts). */
export interface DocStore {
  read<T extends object>(id: string): Promise<T | null>;
  /** Compare-and-set, repeated until it holds; `change` gives null to leave the document as it is. Returns what stands afterwards. */
  update<T extends object>(id: string, change: (current: T | null) => T | null): Promise<T | null>;
  /** The document now and after each change, of any tab. */
  watch<T extends object>(id: string): Observable<T | null>;
}
