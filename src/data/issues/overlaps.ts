/**
 * Two bookings that lie over each other and about which nobody has said that they may, as sync issues: worked out from the
 * rows as they stand (src/domain/agreed-overlaps.ts) and kept nowhere. So every device of the salon shows the same, whichever
 * way a booking came, and an issue goes by itself when the two part, are agreed to, or are over.
 */
import { auditTime, concat, defer, distinctUntilChanged, map, type Observable, of, retry, switchMap, timer } from 'rxjs';
import { LONGEST_EVENT } from '#data/events/events.queries.ts';
import { liveRowsIn, sameItems } from '#data/live-rows.ts';
import { openOverlaps } from '#domain/agreed-overlaps.ts';
import { addMinutes } from '#domain/time.ts';
import type { LocalRow } from '#schemas/registry.ts';
import type { SyncIssue } from '#sync/core/issues.ts';
import type { Collections } from '#sync/storage/collections.ts';

type Event = LocalRow<'events'>;

/** The same on every device, whichever of the two is told first. */
export function overlapIssueId(a: string, b: string): string {
  return `overlap:${[a, b].sort().join('+')}`;
}

/** When a row last became what it is; the server's word where it has been there. */
const changedAt = (event: Event): string => event.updated_at ?? event.edited_at ?? event.start_time;

/** Later on the server, or not there yet: the booking whose client was told last. */
const isLater = (a: Event, b: Event): boolean => {
  const [x, y] = [a, b].map((event) => event.created_at ?? '~');
  return x === y ? a.id > b.id : (x ?? '') > (y ?? '');
};

function issueOf([a, b]: readonly [Event, Event]): SyncIssue {
  const [later, earlier] = isLater(a, b) ? [a, b] : [b, a];
  const [, at = later.start_time] = [changedAt(a), changedAt(b)].sort();
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

/** After a change of bookings the issues follow in this time, ms: a page of a thousand rows is looked at once. */
const SOON_MS = 100;
/** The day on the screen comes first: the bookings to come are read after it, ms. */
const LATER_MS = 1_000;
/** A storage that was away is asked again after this, ms. */
const AGAIN_MS = 5_000;
/** The day after which the bookings that count are read anew, ms: a page may stay open for weeks. */
const DAY_MS = 86_400_000;
/** The longest wait of a timer, ms. */
const LONGEST_WAIT_MS = 2_147_483_647;

/** Bookings that are not over yet, or that ended since `now`. A salon has two years of them; these are some hundreds. */
const upcoming$ = (events: Collections['events'], now: string): Observable<readonly Event[]> =>
  liveRowsIn({ events }, 'events', {
    selector: { start_time: { $gte: addMinutes(now, -LONGEST_EVENT) } },
    sort: [{ start_time: 'asc' }],
  });

/** The open pairs now, and again each time one of them is over. */
const openUntilOver$ = (events: readonly Event[], now: () => number): Observable<readonly SyncIssue[]> =>
  defer(() => {
    const at = now();
    const pairs = openOverlaps(events, new Date(at).toISOString());
    const [next] = pairs.flatMap(([a, b]) => [a.end_time, b.end_time]).sort();
    const issues = of(pairs.map(issueOf));
    if (next === undefined) return issues;
    const wait = Math.min(Math.max(Date.parse(next) - at, 0) + 1, LONGEST_WAIT_MS);
    return concat(issues, timer(wait).pipe(switchMap(() => openUntilOver$(events, now))));
  });

interface Looking {
  /** Device clock, epoch milliseconds. */
  readonly now?: () => number;
  /** When the first look is taken, ms from now. */
  readonly later?: number;
}

/** The open overlaps as issues, soon after each change of bookings; an issue that did not change keeps its object. */
export function overlapIssues$(
  rows: Pick<Collections, 'events'>,
  { now = Date.now, later = LATER_MS }: Looking = {},
): Observable<readonly SyncIssue[]> {
  return timer(later, DAY_MS).pipe(
    switchMap(() => upcoming$(rows.events, new Date(now()).toISOString())),
    auditTime(SOON_MS),
    switchMap((events) => openUntilOver$(events, now)),
    retry({
      delay: (error: unknown) => {
        console.error('Overlaps could not be looked for; tried again soon', error);
        return timer(AGAIN_MS);
      },
    }),
    keepSame(),
    distinctUntilChanged(sameItems),
  );
}

/** What says the same as before is the object of before. */
const keepSame =
  () =>
  (issues$: Observable<readonly SyncIssue[]>): Observable<readonly SyncIssue[]> =>
    defer(() => {
      let before = new Map<string, SyncIssue>();
      return issues$.pipe(
        map((issues) => {
          const kept = issues.map((issue) => {
            const text = JSON.stringify(issue);
            return [text, before.get(text) ?? issue] as const;
          });
          before = new Map(kept);
          return kept.map(([, issue]) => issue);
        }),
      );
    });
