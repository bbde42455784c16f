/**
 * Two bookings that lie over each other and about which nobody has said that they may, as sync issues: worked out from the
 * rows as they stand (src/domain/agreed-overlaps.ts) and kept nowhere. So every device of the salon shows the same, whichever
 * way a booking came, and an issue goes by itself when the two part, are agreed to, or are over.
 */
import type { Observable } from 'rxjs';
import { openOverlaps } from '#domain/agreed-overlaps.ts';
import { busyUntil } from '#domain/busy-spans.ts';
import { changedAt } from '#domain/changed-at.ts';
import type { LocalRow } from '#schemas/registry.ts';
import type { SyncIssue } from '#sync/core/issues.ts';
import { untilOver$ } from './until-over.ts';

type Event = LocalRow<'events'>;

/** The same on every device, whichever of the two is told first. */
export function overlapIssueId(a: string, b: string): string {
  return `overlap:${[a, b].sort().join('+')}`;
}

/** Later on the server, or not there yet: the booking whose client was told last. */
const isLater = (a: Event, b: Event): boolean => {
  const [x, y] = [a, b].map((event) => event.created_at ?? '~');
  return x === y ? a.id > b.id : (x ?? '') > (y ?? '');
};

function issueOf([a, b]: readonly [Event, Event]): SyncIssue {
  const [later, earlier] = isLater(a, b) ? [a, b] : [b, a];
  const [, at = later.start_time] = [a, b].map((event) => changedAt(event) ?? event.start_time).sort();
  return {
    id: overlapIssueId(a.id, b.id),
    kind: 'overlap',
    table: 'events',
    rowId: later.id,
    otherId: earlier.id,
    group: null,
    ours: null,
    server: null,
    at,
  };
}

/** The open pairs among bookings that are not over yet, now, and again each time one of them is. @param now device clock, epoch milliseconds */
export const openPairs$ = (events: readonly Event[], now: () => number): Observable<readonly SyncIssue[]> =>
  untilOver$(now, (at) => {
    const pairs = openOverlaps(events, at);
    return { issues: pairs.map(issueOf), ends: pairs.flatMap(([a, b]) => [busyUntil(a), busyUntil(b)]) };
  });
