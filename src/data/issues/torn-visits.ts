/**
 * Visits that cannot be as they stand (`tornBy`), as sync issues: two devices moved different legs, or one leg was added while the others
 * were moved. An issue goes by itself when the visit is mended, or all of it is over.
 */
import { map, type Observable, switchMap } from 'rxjs';
import { LONGEST_EVENT } from '#data/events/events.queries.ts';
import { liveRowsIn } from '#data/live-rows.ts';
import { changedAt } from '#domain/changed-at.ts';
import { addMinutes, MINUTES_OF_DAY } from '#domain/time.ts';
import { tornVisits } from '#domain/visits.ts';
import type { LocalRow } from '#schemas/registry.ts';
import type { SyncIssue } from '#sync/core/issues.ts';
import type { Collections } from '#sync/storage/collections.ts';
import { untilOver$ } from './until-over.ts';

type Event = LocalRow<'events'>;

/** How long ago a leg may have been that belongs to legs still to come, days: a device may have been away for weeks. */
const DAYS_BACK = 28;
/** A day that is begun is read as it began: the same read serves it all. */
const startOfDay = (iso: string) => `${iso.slice(0, 10)}T00:00:00.000Z`;

/** The same on every device. */
export const tornIssueId = (visitId: string): string => `torn:${visitId}`;

function issueOf(legs: readonly Event[]): SyncIssue {
  const [first] = legs as readonly [Event, ...Event[]];
  const at =
    legs
      .map((leg) => changedAt(leg) ?? leg.start_time)
      .sort()
      .at(-1) ?? first.start_time;
  const about = { kind: 'torn', table: 'events', rowId: first.id, legIds: legs.map(({ id }) => id) } as const;
  return { id: tornIssueId(first.visit_id ?? first.id), ...about, group: null, ours: null, server: null, at };
}

const lastEnd = (legs: readonly Event[]): string =>
  legs
    .map(({ end_time }) => end_time)
    .sort()
    .at(-1) ?? '';

/** @param legs of visits, those of them that are not over yet. @param now device clock, epoch milliseconds */
export function tornVisits$(
  rows: Pick<Collections, 'events'>,
  legs: readonly Event[],
  now: () => number,
): Observable<readonly SyncIssue[]> {
  const today = startOfDay(new Date(now()).toISOString());
  const known = new Set(legs.map(({ id }) => id));
  const before$ = liveRowsIn(rows, 'events', {
    selector: { start_time: { $gte: addMinutes(today, -DAYS_BACK * MINUTES_OF_DAY), $lt: addMinutes(today, LONGEST_EVENT) } },
    sort: [{ start_time: 'asc' }],
  });
  return before$.pipe(
    map((earlier) => [...earlier.filter(({ id, visit_id }) => visit_id !== null && !known.has(id)), ...legs]),
    switchMap((all) =>
      untilOver$(now, (at) => {
        const torn = tornVisits(all, at);
        return { issues: torn.map(issueOf), ends: torn.map(lastEnd) };
      }),
    ),
  );
}
