/**
 * One decision about a visit that two devices changed, or that one changed and the other deleted. Each leg has an issue of its
 * own. The person is asked once and shown the versions of the whole visit, and the choice is written for all legs in one call.
 */
import { combineLatest, map, type Observable, of, switchMap } from 'rxjs';
import { undoDeleteVisit } from '#data/events/visit-edits.ts';
import { visitLegs, visitLegs$ } from '#data/events/visit-legs.ts';
import type { OpenReplica } from '#data/open-replica.ts';
import { changeOf, rowNow } from '#data/row-writes.ts';
import { holdsSlot } from '#domain/booking/overlap.ts';
import { inOrder } from '#domain/booking/visits.ts';
import type { LocalRow } from '#schemas/registry.ts';
import { visitAsked } from '#sync/core/decisions.ts';
import type { SyncIssue } from '#sync/core/issues.ts';
import { decideIssues, type Undo } from './issue-decisions.ts';
import type { Matter } from './issue-matters.ts';
import { ResolutionError } from './issues.commands.ts';
import { type RecordState, type ReferredTables, recordState$, referredBy$ } from './stored-rows.ts';

type Event = LocalRow<'events'>;

/** One decision about several legs of a visit. */
export interface VisitMatter {
  readonly key: string;
  readonly visitId: string;
  /** Both sides changed it, or one side deleted it and the other changed it. */
  readonly kind: NonNullable<ReturnType<typeof visitAsked>>['kind'];
  /** One matter for each leg, at least two. */
  readonly matters: readonly Matter[];
}

/** A question about one record, or about a visit. */
export type MatterOrVisit = Matter | VisitMatter;
/** Tells whether the question is about a visit. */
export const isVisitMatter = (matter: MatterOrVisit): matter is VisitMatter => 'matters' in matter;

/** Returns the visit that a matter is about; null if it is about one booking, or if there are several contents to choose from. */
const visitOfMatter = ({ issues: [issue, ...more] }: Matter) => (more.length > 0 ? null : visitAsked(issue));

/**
 * Returns the list with the conflicts of a visit as one, at the place of the newest. A leg that conflicts alone stays as it is.
 */
export function withVisits(matters: readonly Matter[]): readonly MatterOrVisit[] {
  const visits = new Map<string, Matter[]>();
  for (const matter of matters) {
    const key = visitOfMatter(matter)?.key;
    if (key) visits.set(key, [...(visits.get(key) ?? []), matter]);
  }
  const told = new Set<string>();
  return matters.flatMap((matter): MatterOrVisit[] => {
    const visit = visitOfMatter(matter);
    const together = visit ? (visits.get(visit.key) ?? []) : [];
    if (!visit || together.length < 2) return [matter];
    if (told.has(visit.key)) return [];
    told.add(visit.key);
    return [{ ...visit, matters: together }];
  });
}

/** Both versions of a visit, whole: all legs in order, also those on which both agree. */
export interface VisitVersions {
  readonly ours: readonly Event[];
  readonly theirs: readonly Event[];
  /** The legs that somebody has deleted meanwhile: our version brings them back. */
  readonly deleted: readonly string[];
  readonly referred: ReferredTables;
}

function versionsOf(issues: readonly SyncIssue[], standings: readonly RecordState[], legs: readonly Event[]) {
  const standing = new Map(issues.map(({ rowId }, n) => [rowId, standings[n]]));
  const deleted = issues.flatMap(({ rowId }) => (standing.get(rowId)?.state === 'there' ? [] : [rowId]));
  const mine = (leg: Event, issue: SyncIssue): Event => ({
    ...leg,
    ...(issue.group ? Object.fromEntries(issue.group.map((column) => [column, issue.ours?.[column] ?? null])) : issue.ours),
  });
  const gone = deleted.flatMap((id) => {
    const kept = standing.get(id)?.row as Event | null | undefined;
    return kept ? [kept] : [];
  });
  const ours = [...legs, ...gone].map((leg) => {
    const issue = issues.find(({ rowId }) => rowId === leg.id);
    return issue ? mine(leg, issue) : leg;
  });
  return { ours: inOrder(ours), theirs: legs, deleted };
}

/** Follows the versions that a card of the visit shows. */
export function visitVersions$(replica: OpenReplica, { matters }: VisitMatter): Observable<VisitVersions> {
  const issues = matters.map(({ issues: [issue] }) => issue);
  return combineLatest(issues.map(({ rowId }) => recordState$(replica, 'events', rowId))).pipe(
    switchMap((standings) => {
      const there = issues.find((_, n) => standings[n]?.state === 'there');
      const legs$ = there ? visitLegs$(replica, there.rowId) : of([]);
      return legs$.pipe(map((legs) => versionsOf(issues, standings, legs)));
    }),
    switchMap((versions) =>
      referredBy$(
        replica,
        'events',
        [...versions.ours, ...versions.theirs].map((row) => ({ ...row })),
      ).pipe(map((referred) => ({ ...versions, referred }))),
    ),
  );
}

/**
 * Decides for all legs in one call. `mine`: our version is written over them; `theirs`: the visit stays as it is and ours is
 * discarded; `delete`: it is deleted although somebody changed it, with the legs that they added. Returns its undo; null if there
 * is none.
 * @throws ResolutionError `erased`, `decided`; what `write` throws
 */
export async function decideVisit(
  replica: OpenReplica,
  { matters }: VisitMatter,
  decision: 'mine' | 'theirs' | 'delete',
): Promise<Undo | null> {
  const issues = matters.map(({ issues: [issue] }) => issue);
  const others = decision === 'delete' ? await legsBeside(replica, issues) : [];
  const also = others.map(({ id }) => changeOf('events', id, { deleted: true }));
  const { done, erased, undo } = await decideIssues(replica, issues, decision, [], also);
  if (erased.length > 0) throw new ResolutionError('erased');
  if (done.length === 0) throw new ResolutionError('decided');
  if (!undo || others.length === 0) return undo;
  return async () => {
    const outcome = await undo();
    return outcome === 'undone' ? undoDeleteVisit(replica, others) : outcome;
  };
}

/** Returns the legs that another device has added: the existing ones without an issue. */
async function legsBeside(replica: OpenReplica, issues: readonly SyncIssue[]): Promise<readonly Event[]> {
  for (const { rowId } of issues) {
    const row = await rowNow(replica, 'events', rowId);
    if (!row) continue;
    const legs = await visitLegs(replica, row);
    return legs.filter((leg) => holdsSlot(leg) && !issues.some((issue) => issue.rowId === leg.id));
  }
  return [];
}
