/**
 * Issues that follow from the bookings as they stand and are kept nowhere: two that lie over each other (overlaps.ts), visits that are
 * torn (torn-visits.ts), and bookings whose client is deleted (deleted-clients.ts). Whichever way a row came, each device of the salon
 * works out the same, and an issue goes by itself.
 */
import {
  auditTime,
  combineLatest,
  defer,
  distinctUntilChanged,
  from,
  map,
  type Observable,
  of,
  ReplaySubject,
  retry,
  share,
  switchMap,
  timer,
} from 'rxjs';
import { LONGEST_EVENT } from '#data/events/events.queries.ts';
import { liveRowsIn, sameItems } from '#data/live-rows.ts';
import { addMinutes } from '#domain/time.ts';
import type { LocalRow } from '#schemas/registry.ts';
import type { SyncIssue } from '#sync/core/issues.ts';
import type { Collections } from '#sync/storage/collections.ts';
import { deletedClients$ } from './deleted-clients.ts';
import { openPairs$ } from './overlaps.ts';

type Event = LocalRow<'events'>;
type Events = Pick<Collections, 'events'>;
type Rows = Pick<Collections, 'events' | 'clients'>;

/** After a change of bookings the issues follow in this time, ms: a page of a thousand rows is looked at once. */
const SOON_MS = 100;
/** The day on the screen comes first: the bookings to come are read after it, ms. */
const LATER_MS = 1_000;
/** A storage that was away is asked again after this, ms. */
const AGAIN_MS = 5_000;
/** The day after which the bookings that count are read anew, ms: a page may stay open for weeks. */
const DAY_MS = 86_400_000;

/** Bookings that are not over yet, or that ended since `now`. A salon has two years of them; these are some hundreds. */
const upcoming$ = (events: Events, now: string): Observable<readonly Event[]> =>
  liveRowsIn(events, 'events', {
    selector: { start_time: { $gte: addMinutes(now, -LONGEST_EVENT) } },
    sort: [{ start_time: 'asc' }],
  });

interface Looking {
  /** Device clock, epoch milliseconds. */
  readonly now?: () => number;
  /** When the first look is taken, ms from now. */
  readonly later?: number;
}

/** Those of visits; a salon without any fetches nothing for them and reads nothing. */
const ofVisits$ = (events: Events, upcoming: Observable<readonly Event[]>, now: () => number) =>
  upcoming.pipe(
    map((rows) => rows.filter(({ visit_id }) => visit_id !== null)),
    distinctUntilChanged(sameItems),
    switchMap((legs) =>
      legs.length === 0
        ? of([])
        : from(import('./torn-visits.ts')).pipe(switchMap(({ tornVisits$ }) => tornVisits$(events, legs, now))),
    ),
  );

/** The derived issues, soon after each change of bookings; an issue that did not change keeps its object. */
export function derivedIssues$(rows: Rows, { now = Date.now, later = LATER_MS }: Looking = {}): Observable<readonly SyncIssue[]> {
  const bookings$ = timer(later, DAY_MS).pipe(
    switchMap(() => upcoming$(rows, new Date(now()).toISOString())),
    auditTime(SOON_MS),
    share({ connector: () => new ReplaySubject<readonly Event[]>(1) }),
  );
  const pairs$ = bookings$.pipe(switchMap((events) => openPairs$(events, now)));
  // An erasure takes the client first and cancels what is to come right after.
  const deleted$ = deletedClients$(rows, bookings$, now).pipe(auditTime(SOON_MS));
  return combineLatest([pairs$, ofVisits$(rows, bookings$, now), deleted$]).pipe(
    map((kinds) => kinds.flat()),
    retry({
      delay: (error: unknown) => {
        console.error('What follows from the bookings could not be looked for; tried again soon', error);
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
