/**
 * Issues that follow from the bookings as they stand and are kept nowhere: two bookings over each other, torn visits, and
 * bookings whose client is deleted. Each device of the salon derives the same issues, whichever way a row came, and an issue goes
 * by itself.
 *
 * - An overlap, in time or of a room, is open until the two part, are agreed to (src/domain/booking/agreed-overlaps.ts), or are over.
 * - A visit is torn (`tornBy`) when two devices moved different legs, or one added a leg while the other moved the rest. The
 *   issue goes when the visit is mended, or all of it is over.
 * - A client was deleted, erased, or removed with an undone import, while somebody else booked for them; without the issue
 *   neither would know. The issue goes when the client is back, when the booking gets another client or is cancelled, and when it
 *   begins.
 */
import {
  auditTime,
  combineLatest,
  concat,
  defer,
  distinctUntilChanged,
  map,
  type Observable,
  of,
  ReplaySubject,
  retry,
  share,
  switchMap,
  take,
  timer,
} from 'rxjs';
import { LONGEST_EVENT } from '#data/events/events.queries.ts';
import { liveRowsIn, sameItems } from '#data/live-rows.ts';
import { roomsIn$ } from '#data/rooms.queries.ts';
import { openOverlaps } from '#domain/booking/agreed-overlaps.ts';
import { busyUntil } from '#domain/booking/busy-spans.ts';
import { eventStatusOf } from '#domain/booking/event-status.ts';
import type { Rooms } from '#domain/booking/taken-rooms.ts';
import { inOrder, tornVisits, visitIdOf } from '#domain/booking/visits.ts';
import { isWalkIn } from '#domain/people/walk-in.ts';
import { changedAt } from '#domain/records/changed-at.ts';
import { addMinutes, MINUTES_OF_DAY } from '#domain/time/time.ts';
import type { LocalRow } from '#schemas/registry.ts';
import type { SyncIssue } from '#sync/core/issues.ts';
import type { Collections } from '#sync/storage/rxdb/collections.ts';
import { withoutClient$ } from './clients-there.ts';

type Event = LocalRow<'events'>;
type Events = Pick<Collections, 'events'>;
type Rows = Pick<Collections, 'events' | 'clients' | 'salon_settings' | 'services'>;

/** The issues follow a change of bookings after this time, ms, so that a page of a thousand rows is looked at once. */
const SOON_MS = 100;
/** The coming bookings are read after this time, ms, so that the day on the screen comes first. */
const LATER_MS = 1_000;
/** A storage that failed is asked again after this, ms. */
const AGAIN_MS = 5_000;
/** The relevant bookings are read anew after this time, ms: a page may stay open for weeks. */
const DAY_MS = 86_400_000;

/**
 * Follows the bookings that are not over yet, or that ended since `now`. A salon has two years of bookings; these are some
 * hundreds.
 */
const upcoming$ = (events: Events, now: string): Observable<readonly Event[]> =>
  liveRowsIn(events, 'events', {
    selector: { start_time: { $gte: addMinutes(now, -LONGEST_EVENT) } },
    sort: [{ start_time: 'asc' }],
  });

interface Looking {
  /** Device clock, epoch milliseconds. */
  readonly now?: () => number;
  /** The time of the first look, ms from now. */
  readonly later?: number;
}

/** Follows the issues of torn visits; a salon without visits reads nothing for them. */
const ofVisits$ = (events: Events, upcoming: Observable<readonly Event[]>, now: () => number) =>
  upcoming.pipe(
    map((rows) => rows.filter(({ visit_id }) => visit_id !== null)),
    distinctUntilChanged(sameItems),
    switchMap((legs) => (legs.length === 0 ? of([]) : tornVisits$(events, legs, now))),
  );

/** Follows the derived issues, soon after each change of bookings; an issue that did not change keeps its object. */
export function derivedIssues$(rows: Rows, { now = Date.now, later = LATER_MS }: Looking = {}): Observable<readonly SyncIssue[]> {
  const bookings$ = timer(later, DAY_MS).pipe(
    switchMap(() => upcoming$(rows, new Date(now()).toISOString())),
    auditTime(SOON_MS),
    share({ connector: () => new ReplaySubject<readonly Event[]>(1) }),
  );
  const pairs$ = combineLatest([
    bookings$,
    bookings$.pipe(
      take(1),
      switchMap(() => roomsIn$(rows)),
    ),
  ]).pipe(switchMap(([events, rooms]) => openPairs$(events, rooms, now)));
  // An erasure removes the client first and cancels the coming bookings right after.
  const deleted$ = deletedClients$(rows, bookings$, now).pipe(auditTime(SOON_MS));
  return combineLatest([pairs$, ofVisits$(rows, bookings$, now), deleted$]).pipe(
    map((kinds) => kinds.flat()),
    retry({
      delay: (error: unknown) => {
        console.error('The derived issues could not be read; tried again soon', error);
        return timer(AGAIN_MS);
      },
    }),
    keepSame(),
    distinctUntilChanged(sameItems),
  );
}

/** Keeps the earlier object of each issue that is unchanged. */
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

/** Returns the id of an overlap: the same on every device, in whichever order the two are named. */
export function overlapIssueId(a: string, b: string): string {
  return `overlap:${[a, b].sort().join('+')}`;
}

/** Tells whether `a` came to the server later, or is not there yet. Its client is the one who was told last. */
const isLater = (a: Event, b: Event): boolean => {
  const [x, y] = [a, b].map((event) => event.created_at ?? '~');
  return x === y ? a.id > b.id : (x ?? '') > (y ?? '');
};

function overlapIssue([a, b]: readonly [Event, Event]): SyncIssue {
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

/**
 * Follows the open pairs among bookings that are not over yet; read again each time one of them ends. @param now device clock,
 * epoch milliseconds
 */
const openPairs$ = (events: readonly Event[], rooms: Rooms, now: () => number): Observable<readonly SyncIssue[]> =>
  untilOver$(now, (at) => {
    const pairs = openOverlaps(events, at, rooms);
    // The end of a third one may be what makes a room enough again.
    const ends = pairs.length === 0 ? [] : events.map(busyUntil).filter((end) => end > at);
    return { issues: pairs.map(overlapIssue), ends };
  });

/** Coming visits are searched this many days back for their legs: a device may have been away for weeks. */
const DAYS_BACK = 28;
/** Returns the start of the day: one read serves the whole day. */
const startOfDay = (iso: string) => `${iso.slice(0, 10)}T00:00:00.000Z`;

/** Returns the id of a torn visit's issue: the same on every device. */
export const tornIssueId = (visitId: string): string => `torn:${visitId}`;

function tornVisitIssue(legs: readonly Event[]): SyncIssue {
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

/**
 * Follows the torn visits.
 * @param legs the legs of visits that are not over yet
 * @param now device clock, epoch milliseconds
 */
function tornVisits$(
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
        return { issues: torn.map(tornVisitIssue), ends: torn.map(lastEnd) };
      }),
    ),
  );
}

type Booked = Event & { readonly client_id: string };

/**
 * Tells whether somebody is expected: not for a booking that is cancelled, completed or missed. A refused new booking has an
 * issue of its own. Nor for the walk-in, who is nobody, deleted or not.
 */
const isBooked = (event: Event): event is Booked =>
  event.type === 'appointment' &&
  event.client_id !== null &&
  !isWalkIn(event.client_id) &&
  ['booked', null].includes(eventStatusOf(event.status)) &&
  (event.rev > 0 || event.pending === 1);

/** Returns the id of the issue: the same on every device. */
export const deletedClientIssueId = (firstLegId: string): string => `client-deleted:${firstLegId}`;

function deletedClientIssue(legs: readonly Booked[]): SyncIssue {
  const [first] = inOrder(legs) as readonly Booked[] as readonly [Booked, ...Booked[]];
  const [at = first.start_time] = legs
    .map((leg) => changedAt(leg) ?? leg.start_time)
    .sort()
    .toReversed();
  const about = { kind: 'client-deleted', table: 'events', rowId: first.id, group: null, ours: null, server: null } as const;
  const whole = legs.length > 1 ? { legIds: inOrder(legs).map(({ id }) => id) } : {};
  return { id: deletedClientIssueId(first.id), ...about, ...whole, at };
}

/** Groups bookings by visit: its parts make one issue, and parts of another client make their own. */
function byVisit(bookings: readonly Booked[]): readonly (readonly Booked[])[] {
  const visits = new Map<string, Booked[]>();
  for (const booking of bookings) {
    const key = JSON.stringify([visitIdOf(booking), booking.client_id]);
    visits.set(key, [...(visits.get(key) ?? []), booking]);
  }
  return [...visits.values()];
}

/**
 * Follows the bookings of deleted clients.
 * @param bookings$ those that are not over yet
 * @param now device clock, epoch milliseconds
 */
function deletedClients$(
  rows: Pick<Collections, 'clients'>,
  bookings$: Observable<readonly Event[]>,
  now: () => number,
): Observable<readonly SyncIssue[]> {
  const booked$ = bookings$.pipe(
    map((events) => events.filter(isBooked)),
    distinctUntilChanged(sameItems),
  );
  return withoutClient$(rows, booked$).pipe(
    distinctUntilChanged(sameItems),
    switchMap((orphaned) =>
      orphaned.length === 0
        ? of([])
        : untilOver$(now, (at) => {
            const toCome = orphaned.filter(({ start_time }) => start_time > at);
            return { issues: byVisit(toCome).map(deletedClientIssue), ends: toCome.map(({ start_time }) => start_time) };
          }),
    ),
  );
}

/** The longest wait of a timer, ms. */
const LONGEST_WAIT_MS = 2_147_483_647;

/** The issues at an instant, and the times (ISO UTC) at which some of them may end. */
interface Worked {
  readonly issues: readonly SyncIssue[];
  readonly ends: readonly string[];
}

/**
 * Follows issues: now, and again whenever one of their end times has come.
 * @param now device clock, epoch milliseconds
 * @param work gets the instant in ISO UTC
 */
const untilOver$ = (now: () => number, work: (at: string) => Worked): Observable<readonly SyncIssue[]> =>
  defer(() => {
    const at = now();
    const { issues, ends } = work(new Date(at).toISOString());
    const [next] = [...ends].sort();
    if (next === undefined) return of(issues);
    const wait = Math.min(Math.max(Date.parse(next) - at, 0) + 1, LONGEST_WAIT_MS);
    return concat(of(issues), timer(wait).pipe(switchMap(() => untilOver$(now, work))));
  });
