/** Changes that the server has not confirmed, for the sync center. */
import type { MangoQuerySelector } from 'rxdb';
import { combineLatest, map, type Observable } from 'rxjs';
import { insideOf } from '#data/inside-replica.ts';
import { rowOf } from '#data/live-rows.ts';
import type { OpenReplica } from '#data/open-replica.ts';
import { type LocalRow, TABLE_NAMES, type TableName } from '#schemas/registry.ts';

/** A row that waits to be sent. */
export interface PendingRow {
  readonly table: TableName;
  readonly id: string;
  readonly row: LocalRow<TableName>;
  readonly kind: 'new' | 'changed' | 'deleted';
  /** Device clock, ISO UTC; null if it is not known. */
  readonly since: string | null;
  /**
   * The time of the next try, ISO UTC, device clock, for a row that holds up others: the server takes those, but fails on this
   * one.
   */
  readonly heldUntil?: string;
}

function pendingRow(table: TableName, row: LocalRow<TableName>): PendingRow {
  const kind = row.deleted ? 'deleted' : row.base === null ? 'new' : 'changed';
  return { table, id: row.id, row, kind, since: row.edited_at };
}

function pendingOf<N extends TableName>(replica: OpenReplica, table: N): Observable<readonly PendingRow[]> {
  const query = insideOf(replica).rows[table].find({ selector: { pending: 1 } as MangoQuerySelector<LocalRow<N>> });
  return query.$.pipe(
    map((documents) => documents.map((document) => pendingRow(table, rowOf<N>(document) as LocalRow<TableName>))),
  );
}

/** Follows all rows that wait to be sent, deletions among them, oldest first. */
export function pendingRows$(replica: OpenReplica): Observable<readonly PendingRow[]> {
  const tables$ = combineLatest(TABLE_NAMES.map((table) => pendingOf(replica, table)));
  return combineLatest([tables$, replica.heldUp$]).pipe(
    map(([tables, heldUp]) => {
      const until = new Map(heldUp.map((held) => [`${held.table}/${held.id}`, new Date(held.until).toISOString()]));
      return tables
        .flat()
        .map((pending): PendingRow => {
          const heldUntil = until.get(`${pending.table}/${pending.id}`);
          return heldUntil ? { ...pending, heldUntil } : pending;
        })
        .sort((a, b) => (a.since ?? '').localeCompare(b.since ?? ''));
    }),
  );
}
