/** Sync issues as screens need them: the list, and the marks on rows. */
import { distinctUntilChanged, map, type Observable, scan, switchMap } from 'rxjs';
import type { LocalRow, TableName } from '#schemas/registry.ts';
import type { SyncIssue } from '#sync/issues.ts';
import type { Replica } from '#sync/replica.ts';
import { eventsById$ } from './events.queries.ts';
import { type ReferredTables, referredBy$, type Standing, standing$ } from './kept-rows.ts';
import { sameItems, sharedRead } from './live-rows.ts';

export type { IssueKind, SyncIssue } from '#sync/issues.ts';

/**
 * All issues that are decided one by one, oldest first; one that did not change keeps its object. What is held beyond a
 * restored backup is one decision of its own (restored-records.ts).
 */
export function issues$(replica: Replica): Observable<readonly SyncIssue[]> {
  return replica.issues$.pipe(
    scan((before: readonly SyncIssue[], now) => {
      const known = new Map(before.map((issue) => [JSON.stringify(issue), issue]));
      return now.filter(({ kind }) => kind !== 'restored').map((issue) => known.get(JSON.stringify(issue)) ?? issue);
    }, []),
    distinctUntilChanged(sameItems),
  );
}

/** The record that an issue speaks of as it stands now, with what it and both sides refer to. */
export interface IssueRecord {
  readonly standing: Standing;
  readonly referred: ReferredTables;
}

export function issueRecord$(replica: Replica, { table, rowId, ours, server }: SyncIssue): Observable<IssueRecord> {
  return standing$(replica, table, rowId).pipe(
    switchMap((standing) =>
      referredBy$(replica, table, [ours, server, standing.row && { ...standing.row }]).pipe(
        map((referred) => ({ standing, referred })),
      ),
    ),
  );
}

/** The two bookings of an overlap as they stand now, with what they refer to; null: one of them is gone. */
export interface OverlapPair {
  readonly ours: LocalRow<'events'>;
  readonly theirs: LocalRow<'events'>;
  readonly referred: ReferredTables;
}

export function overlapPair$(replica: Replica, { rowId, otherId = '' }: SyncIssue): Observable<OverlapPair | null> {
  return eventsById$(replica, [rowId, otherId]).pipe(
    switchMap((events) => {
      const ours = events.get(rowId);
      const theirs = events.get(otherId);
      const both = [ours, theirs].map((event) => (event ? { ...event } : null));
      return referredBy$(replica, 'events', both).pipe(map((referred) => (ours && theirs ? { ours, theirs, referred } : null)));
    }),
  );
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

/** Marks the copy that keeps a refused write while it is sent again. */
const AGAIN = '#again';

/** The issue under an id that no new refusal will take. */
export const againOf = (issue: SyncIssue): SyncIssue => (issue.id.endsWith(AGAIN) ? issue : { ...issue, id: issue.id + AGAIN });

/** What a refusal is about: a new record as a whole, whatever it held when; a change of a known one by its content. */
export const refusalOf = ({ id, table, rowId, server }: SyncIssue) =>
  server === null ? `${table}/${rowId}` : id.endsWith(AGAIN) ? id.slice(0, -AGAIN.length) : id;

/** The other refusals that say the same, or of a new record something older: they go together. */
export function supersededBy(issue: SyncIssue, all: readonly SyncIssue[]): readonly SyncIssue[] {
  if (issue.kind !== 'rejected') return [];
  const same = (other: SyncIssue) => other.kind === 'rejected' && other.id !== issue.id && refusalOf(other) === refusalOf(issue);
  return all.filter(same);
}

/**
 * The issues that a person has to see, newest first; of refusals that say the same the newest. Several contents of one field
 * stand together: each is decided for itself.
 */
export function shownIssues(all: readonly SyncIssue[]): readonly SyncIssue[] {
  const newest = [...all].sort((a, b) => (a.at > b.at ? -1 : a.at < b.at ? 1 : a.id < b.id ? -1 : 1));
  const together = new Map<string, SyncIssue[]>();
  newest.forEach((issue, at) => {
    if (supersededBy(issue, newest.slice(0, at)).length > 0) return;
    const { table, rowId, kind, group } = issue;
    const about = JSON.stringify(kind === 'rejected' ? issue.id : [table, rowId, kind, group, issue.otherId]);
    together.set(about, [...(together.get(about) ?? []), issue]);
  });
  return [...together.values()].flat();
}

/**
 * Refusals of a new record that its person has written over since, and that were refused again: what they held is no longer
 * meant. The copy of one that is being sent again is never among them.
 */
export function outdatedRefusals(all: readonly SyncIssue[]): readonly SyncIssue[] {
  return all.filter(
    (issue) =>
      issue.server === null && !issue.id.endsWith(AGAIN) && supersededBy(issue, all).some((other) => other.at > issue.at),
  );
}
