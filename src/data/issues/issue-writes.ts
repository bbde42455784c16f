/** The writes of a person's decision about an issue: the columns, and the record as it is now. */

import { insideOf } from '#data/inside-replica.ts';
import type { OpenReplica } from '#data/open-replica.ts';
import type { LocalRow, TableName } from '#schemas/registry.ts';
import { SHAPES, wholeContent } from '#sync/core/columns.ts';
import type { SyncIssue } from '#sync/core/issues.ts';
import type { Change } from '#sync/replica.ts';
import { type RecordState, storedRows } from './stored-rows.ts';

/** The values of a record, or of a part of it. */
export type RecordContent = Readonly<Record<string, unknown>>;

/** Returns the change of the record that an issue is about. */
export const issueChange = ({ table, rowId }: SyncIssue, change: RecordContent): Change =>
  ({ table, id: rowId, change }) as Change;

const picked = (row: RecordContent, columns: Iterable<string>): RecordContent =>
  Object.fromEntries([...columns].map((column) => [column, row[column] ?? null]));

/** Returns the values that restore a record in the columns of a change; a record that was not there is deleted again. */
export const writtenBack = ({ row }: RecordState, change: RecordContent): RecordContent =>
  row === null ? { deleted: true } : picked({ ...row }, Object.keys(change));

/** Returns the ids of the erased ones among these clients, as far as this device knows. */
export async function erasedClients(replica: OpenReplica, ids: readonly unknown[]): Promise<ReadonlySet<string>> {
  const clients = await storedRows(
    replica,
    'clients',
    ids.filter((id): id is string => typeof id === 'string'),
  );
  return new Set([...clients].flatMap(([id, { erased_at }]) => (erased_at === null ? [] : [id])));
}

/** Restores issues, without the texts that an erasure has emptied meanwhile (sync/README.md, “Erasure”). */
export async function putIssuesBack(replica: OpenReplica, ...issues: readonly SyncIssue[]): Promise<void> {
  const spokenOf = ({ table, rowId, ours, server }: SyncIssue) =>
    table === 'clients' ? [rowId] : [ours?.client_id, server?.client_id];
  const erased = await erasedClients(replica, issues.flatMap(spokenOf));
  const isErased = (id: unknown) => typeof id === 'string' && erased.has(id);
  const withoutNotes = (side: RecordContent | null) => side && { ...side, notes: null };
  const kept = issues.flatMap((issue): SyncIssue[] => {
    if (issue.table === 'clients') return isErased(issue.rowId) ? [] : [issue];
    if (!spokenOf(issue).some(isErased)) return [issue];
    return [{ ...issue, ours: withoutNotes(issue.ours), server: withoutNotes(issue.server) }];
  });
  if (kept.length > 0) await insideOf(replica).putIssue(...kept);
}

/**
 * Returns our content in the columns that differ from the server's at that time, with the columns that are one decision with
 * them; all columns if the server had none. Otherwise half of a decision would be written over another half: the length of one
 * booking with the waiting of another.
 */
function differing({ table, ours, server }: SyncIssue): RecordContent {
  const { writable, groups } = SHAPES[table];
  const mine = picked(wholeContent(table, ours), writable);
  if (server === null) return mine;
  const theirs = wholeContent(table, server);
  const differs = (column: string) => mine[column] !== (theirs[column] ?? null);
  return picked(mine, [...groups.filter((group) => group.some(differs)).flat(), ...(differs('deleted') ? ['deleted'] : [])]);
}

/** Returns the values that our side of the issue writes over the record as it is now. */
export function changeOfMine(issue: SyncIssue, { state }: RecordState): RecordContent {
  const ours = wholeContent(issue.table, issue.ours);
  const whole = picked(ours, SHAPES[issue.table].writable);
  const gone = ours.deleted === true;
  if (issue.kind === 'set') {
    if (gone) return { deleted: true };
    const group = SHAPES[issue.table].table.groups[0] ?? [];
    return { ...(state === 'none' ? whole : picked(ours, group)), deleted: false };
  }
  if (state === 'none') return { ...whole, deleted: issue.kind === 'rejected' && gone };
  if (issue.kind === 'field') return { ...picked(ours, issue.group ?? []), deleted: false };
  if (issue.kind === 'rejected') return { ...differing(issue), deleted: gone };
  return { ...(state === 'there' ? differing(issue) : whole), deleted: false };
}

/**
 * Returns the clients who must not be erased if a change is to be written: its own client, and the one to whom a booking is
 * given.
 */
export function clientsOf(issue: SyncIssue, { row }: RecordState, change: RecordContent): readonly string[] {
  if (issue.table === 'clients') return [issue.rowId];
  const to = change.client_id;
  if (issue.table !== 'events' || typeof to !== 'string' || row === null) return [];
  return (row as LocalRow<'events'>).client_id === to ? [] : [to];
}

/** Reads the present records of issues. */
export async function recordStatesOf(
  replica: OpenReplica,
  issues: readonly SyncIssue[],
): Promise<(issue: SyncIssue) => RecordState> {
  const rows = new Map<TableName, ReadonlyMap<string, LocalRow<TableName>>>();
  for (const table of new Set(issues.map((issue) => issue.table))) {
    const ids = issues.flatMap((issue) => (issue.table === table ? [issue.rowId] : []));
    rows.set(table, await storedRows(replica, table, ids));
  }
  return ({ table, rowId }) => {
    const row = rows.get(table)?.get(rowId) ?? null;
    return { row, state: row === null ? 'none' : row.deleted ? 'deleted' : 'there' };
  };
}
