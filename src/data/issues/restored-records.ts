/**
 * The rows on this device that are newer than a restored backup, for the sync center, with the names of the rows that they refer
 * to and a person's decision about them. The rules are in sync/core/beyond-backup.ts and sync/writes/put-back.ts.
 */
import { combineLatest, distinctUntilChanged, map, type Observable, of, switchMap } from 'rxjs';
import { insideOf } from '#data/inside-replica.ts';
import { sameItems } from '#data/live-rows.ts';
import type { OpenReplica } from '#data/open-replica.ts';
import type { Rights } from '#data/person-rights.ts';
import { type LocalRow, TABLE_NAMES, type TableName } from '#schemas/registry.ts';
import { clientsIn } from '#sync/core/beyond-backup.ts';
import type { SyncIssue } from '#sync/core/issues.ts';
import { beyondRole } from '#sync/core/role-gate.ts';
import type { Undo } from './issues.commands.ts';
import { type Referred, type ReferredTables, referredBy$, storedRows } from './stored-rows.ts';

/** The rows that wait for this decision. */
export interface RestoredRecords {
  /** By table in the order of dependency; within bookings and shifts the earlier ones first. */
  readonly records: readonly SyncIssue[];
  /** The rows that they refer to, including those that are only among the records. */
  readonly referred: ReferredTables;
  /** The moment of the restored state by the server's clock, ISO UTC; null if it is unknown. */
  readonly stateOf: string | null;
}

/** A record as an issue or a file holds it: ours, and the server's; null where there is none. */
export type RecordSides = Pick<SyncIssue, 'table' | 'rowId' | 'ours' | 'server'>;

const whenOf = ({ ours }: SyncIssue): string => String(ours?.start_time ?? ours?.date ?? ours?.name ?? '');
const inOrder = (a: SyncIssue, b: SyncIssue): number =>
  TABLE_NAMES.indexOf(a.table) - TABLE_NAMES.indexOf(b.table) || (whenOf(a) < whenOf(b) ? -1 : 1);

/** Follows all rows that wait for this decision. */
export function restoredRecords$(replica: OpenReplica): Observable<RestoredRecords> {
  return replica.issues$.pipe(
    map((issues) => issues.filter(({ kind }) => kind === 'restored')),
    distinctUntilChanged((a, b) =>
      sameItems(
        a.map(({ id }) => id),
        b.map(({ id }) => id),
      ),
    ),
    switchMap((issues) => {
      const records = [...issues].sort(inOrder);
      const stateOf = issues.at(-1)?.stateOf ?? null;
      return referredBySides$(replica, records).pipe(map((referred) => ({ records, referred, stateOf })));
    }),
  );
}

/** Follows everything that these records refer to; what is only among themselves is found there, too. */
export function referredBySides$(replica: OpenReplica, records: readonly RecordSides[]): Observable<ReferredTables> {
  const tables = TABLE_NAMES.filter((name) => records.some(({ table }) => table === name));
  if (tables.length === 0) return of(new Map());
  const reads = tables.map((name) => {
    const own = records.filter(({ table }) => table === name);
    return referredBy$(
      replica,
      name,
      own.flatMap(({ ours, server }) => [ours, server]),
    );
  });
  return combineLatest(reads).pipe(map((found) => together(found, records)));
}

function together(found: readonly ReferredTables[], records: readonly RecordSides[]): ReferredTables {
  const all = new Map<TableName, Map<string, Referred<TableName>>>();
  const note = (table: TableName, id: string, entry: Referred<TableName>) => {
    const rows = all.get(table) ?? new Map<string, Referred<TableName>>();
    all.set(table, rows.set(id, entry));
  };
  for (const { table, rowId, ours } of records)
    if (ours !== null && ours.deleted !== true)
      note(table, rowId, { row: { ...ours, id: rowId } as unknown as LocalRow<TableName>, deleted: false });
  for (const tables of found) for (const [table, rows] of tables) for (const [id, entry] of rows) note(table, id, entry);
  return all;
}

/** Tells whether somebody with these rights may put that record back. */
export const mayPutBack = ({ table, ours, server }: SyncIssue, { role }: Pick<Rights, 'role'>): boolean =>
  role === null || beyondRole(role, table, server, ours ?? {}).length === 0;

/**
 * Writes these rows again, with the rows that they refer to; deletions are done again. This has no undo: the rows can only be
 * changed afterwards. What the person's role may not write stays listed.
 * @throws what `write` throws (StorageFullError, StorageClosedError); rows that were not written are still listed
 */
export async function putBackRecords(replica: OpenReplica, records: readonly SyncIssue[]): Promise<null> {
  await insideOf(replica).putBack(records.map(({ id }) => id));
  return null;
}

/**
 * Discards these rows: everything stays as the backup has it. The undo lists them again, except those of a client erased since.
 */
export async function letGoOfRecords(replica: OpenReplica, records: readonly SyncIssue[]): Promise<Undo> {
  await insideOf(replica).removeIssue(...records.map(({ id }) => id));
  return async () => {
    const clients = await storedRows(replica, 'clients', [...new Set(records.flatMap(clientsIn))]);
    const isErased = (id: string) => (clients.get(id)?.erased_at ?? null) !== null;
    await insideOf(replica).putIssue(...records.filter((record) => !clientsIn(record).some(isErased)));
    return 'undone';
  };
}
