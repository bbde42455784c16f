/** Sync issues as screens need them: the list, and the marks on rows. */
import { distinctUntilChanged, map, type Observable, scan, switchMap } from 'rxjs';
import { eventsById$ } from '#data/events/events.queries.ts';
import { visitLegs$ } from '#data/events/visit-legs.ts';
import { sameItems, sharedRead } from '#data/live-rows.ts';
import type { OpenReplica } from '#data/open-replica.ts';
import { holdsSlot } from '#domain/booking/overlap.ts';
import { inOrder } from '#domain/booking/visits.ts';
import type { LocalRow, TableName } from '#schemas/registry.ts';
import type { SyncIssue } from '#sync/core/issues.ts';
import { type RecordState, type ReferredTables, recordState$, referredBy$ } from './stored-rows.ts';

export { type IssueKind, isDerived, type SyncIssue } from '#sync/core/issues.ts';

/**
 * Follows all issues that are decided one by one, oldest first; one that did not change keeps its object. The rows beyond a
 * restored backup are one decision of their own (restored-records.ts).
 */
export function issues$(replica: OpenReplica): Observable<readonly SyncIssue[]> {
  return replica.issues$.pipe(
    scan((before: readonly SyncIssue[], now) => {
      const known = new Map(before.map((issue) => [JSON.stringify(issue), issue]));
      return now.filter(({ kind }) => kind !== 'restored').map((issue) => known.get(JSON.stringify(issue)) ?? issue);
    }, []),
    distinctUntilChanged(sameItems),
  );
}

/** The record that issues are about as it is now, with the rows that it and all sides refer to. */
export interface IssueRecord {
  readonly standing: RecordState;
  readonly referred: ReferredTables;
}

/** Follows the record of these issues. @param issues of one record */
export function issueRecord$(replica: OpenReplica, issues: readonly [SyncIssue, ...SyncIssue[]]): Observable<IssueRecord> {
  const [{ table, rowId }] = issues;
  const sides = issues.flatMap(({ ours, server }) => [ours, server]);
  return recordState$(replica, table, rowId).pipe(
    switchMap((standing) =>
      referredBy$(replica, table, [...sides, standing.row && { ...standing.row }]).pipe(
        map((referred) => ({ standing, referred })),
      ),
    ),
  );
}

/** The two bookings of an overlap as they are now, with the rows that they refer to; null: one of them is gone. */
export interface OverlapPair {
  readonly ours: LocalRow<'events'>;
  readonly theirs: LocalRow<'events'>;
  readonly referred: ReferredTables;
}

/** Follows the two bookings of an overlap. */
export function overlapPair$(replica: OpenReplica, { rowId, otherId = '' }: SyncIssue): Observable<OverlapPair | null> {
  return eventsById$(replica, [rowId, otherId]).pipe(
    switchMap((events) => {
      const ours = events.get(rowId);
      const theirs = events.get(otherId);
      const both = [ours, theirs].map((event) => (event ? { ...event } : null));
      return referredBy$(replica, 'events', both).pipe(map((referred) => (ours && theirs ? { ours, theirs, referred } : null)));
    }),
  );
}

/** The parts of a torn visit as they are now, in order and without the cancelled ones, with the rows that they refer to. */
export interface TornVisit {
  readonly legs: readonly LocalRow<'events'>[];
  readonly referred: ReferredTables;
}

/** Follows the parts of a torn visit. */
export function tornVisit$(replica: OpenReplica, { rowId }: SyncIssue): Observable<TornVisit> {
  return visitLegs$(replica, rowId).pipe(
    map((all) => all.filter(holdsSlot)),
    switchMap((legs) =>
      referredBy$(
        replica,
        'events',
        legs.map((leg) => ({ ...leg })),
      ).pipe(map((referred) => ({ legs, referred }))),
    ),
  );
}

/** A booking with a deleted client, as it is now: its parts in order, with the rows that they refer to. */
export interface BookingOfDeleted {
  readonly legs: readonly LocalRow<'events'>[];
  /**
   * Tells whether the client can be restored: neither an erased one nor one of whom nothing is kept here can. `there`: they are
   * back.
   */
  readonly client: 'there' | 'deleted' | 'erased' | 'unknown';
  readonly referred: ReferredTables;
}

/** Follows a booking whose client is deleted. */
export function bookingOfDeleted$(replica: OpenReplica, issue: SyncIssue): Observable<BookingOfDeleted> {
  return eventsById$(replica, rowsOf(issue)).pipe(
    switchMap((events) => {
      const legs = inOrder([...events.values()]);
      return referredBy$(
        replica,
        'events',
        legs.map((leg) => ({ ...leg })),
      ).pipe(map((referred) => ({ legs, client: standingOfClient(legs[0], referred), referred })));
    }),
  );
}

function standingOfClient(leg: LocalRow<'events'> | undefined, referred: ReferredTables): BookingOfDeleted['client'] {
  const found = referred.get('clients')?.get(leg?.client_id ?? '');
  if (!found) return 'unknown';
  if (!found.deleted) return 'there';
  return (found.row as LocalRow<'clients'>).erased_at === null ? 'deleted' : 'erased';
}

/** Returns the ids of all rows that an issue is about: both events of an overlap, all legs of a torn visit. */
const rowsOf = ({ rowId, otherId, legIds }: SyncIssue) => legIds ?? (otherId ? [rowId, otherId] : [rowId]);

/** Follows the issues of a table's rows, by row id: the marks on events and in lists. Rows without one have no entry. */
export function issuesByRow$(replica: OpenReplica, table: TableName): Observable<ReadonlyMap<string, readonly SyncIssue[]>> {
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

/** The trouble of a row, for its mark: refused by the server, a conflict to decide, an overlap that appeared by syncing. */
export interface RowTrouble {
  readonly refused: boolean;
  readonly conflict: boolean;
  readonly overlap: boolean;
  /** True for a leg of a torn visit. */
  readonly torn: boolean;
}

/** Returns the trouble of a row from its issues. */
export function troubleOf(issues: readonly SyncIssue[] | undefined): RowTrouble {
  const kinds = new Set(issues?.map((issue) => issue.kind));
  return {
    refused: kinds.has('rejected') || kinds.has('gone'),
    conflict: kinds.has('field') || kinds.has('set') || kinds.has('deleted-there') || kinds.has('edited-there'),
    overlap: kinds.has('overlap'),
    torn: kinds.has('torn'),
  };
}
