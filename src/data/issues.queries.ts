/** Sync issues as screens need them: the list, and the marks on rows. */
import { distinctUntilChanged, map, type Observable } from 'rxjs';
import type { TableName } from '#schemas/registry.ts';
import type { SyncIssue } from '#sync/issues.ts';
import type { Replica } from '#sync/replica.ts';
import { sameItems, sharedRead } from './live-rows.ts';

export type { IssueKind, SyncIssue } from '#sync/issues.ts';

/** All issues that wait for a person, oldest first. */
export function issues$(replica: Replica): Observable<readonly SyncIssue[]> {
  return replica.issues$;
}

/** The ids of all rows that an issue speaks of; an overlap speaks of both events. */
const rowsOf = (issue: SyncIssue) => (issue.otherId ? [issue.rowId, issue.otherId] : [issue.rowId]);

/** The issues of a table's rows, by row id: the marks on events and in lists. Rows without one have no entry. */
export function issuesByRow$(replica: Replica, table: TableName): Observable<ReadonlyMap<string, readonly SyncIssue[]>> {
  return sharedRead(replica, `issues/${table}`, () =>
    replica.issues$.pipe(
      map((all) => all.filter((issue) => issue.table === table)),
      distinctUntilChanged((a, b) => sameItems(a.map(keyOf), b.map(keyOf))),
      map(byRow),
    ),
  );
}

const keyOf = (issue: SyncIssue) => `${issue.id} ${issue.at}`;

function byRow(issues: readonly SyncIssue[]): ReadonlyMap<string, readonly SyncIssue[]> {
  const found = new Map<string, SyncIssue[]>();
  for (const issue of issues) {
    for (const id of rowsOf(issue)) found.set(id, [...(found.get(id) ?? []), issue]);
  }
  return found;
}

/** What is wrong with a row, for its mark: refused by the server, a conflict to decide, an overlap that appeared by syncing. */
export interface RowTrouble {
  readonly refused: boolean;
  readonly conflict: boolean;
  readonly overlap: boolean;
}

export function troubleOf(issues: readonly SyncIssue[] | undefined): RowTrouble {
  const kinds = new Set(issues?.map((issue) => issue.kind));
  return {
    refused: kinds.has('rejected') || kinds.has('gone'),
    conflict: kinds.has('field') || kinds.has('set') || kinds.has('deleted-there') || kinds.has('edited-there'),
    overlap: kinds.has('overlap'),
  };
}
