/**
 * Free slots, found on this device from shifts, overrides and events. A shown list stays true: a slot that another device books
 * meanwhile leaves it. No slot lies before now.
 */
import { combineLatest, distinctUntilChanged, map, type Observable, of, switchMap, timer } from 'rxjs';
import type { OpenReplica } from '#data/open-replica.ts';
import { overrideSets$ } from '#data/shifts.queries.ts';
import {
  areEnough,
  type FreeSlot,
  freeSlots,
  type NextSlots,
  nearestSlots,
  nextSlots,
  type SlotSearch,
} from '#domain/booking/free-slots.ts';
import { firstDayAround, nearestVisit, type Wish } from '#domain/booking/next-time.ts';
import type { SalonDays } from '#domain/booking/open-days.ts';
import type { Rooms } from '#domain/booking/taken-rooms.ts';
import { freeVisits, type VisitSearch, type VisitSlot } from '#domain/booking/visit-slots.ts';
import type { MinuteSpan } from '#domain/shifts/availability.ts';
import { addDays, dayBounds, type LocalDate, zonedParts } from '#domain/time/time.ts';
import type { LocalRow } from '#schemas/registry.ts';
import { daysEvents$ } from './events.queries.ts';

const WEEK = 7;
/** The length of a search, in weeks, after which it reports that it found nothing. */
const MOST_WEEKS = 8;
const MINUTE_MS = 60_000;

/** A search for free places of one booking. */
export interface SlotQuestion
  extends Pick<SlotSearch, 'date' | 'minutes' | 'times' | 'room' | 'weekly' | 'resourceIds' | 'zone' | 'interval'> {
  /** When the salon is open (`config.open`); null: it has set nothing. */
  readonly open: SalonDays | null;
  /** The rooms that its services need (`rooms$`); undefined: it has none. Whoever asks has to say so. */
  readonly rooms: Rooms | undefined;
  /** The booking that looks for another place, or all legs of its visit; they take no time in the search. */
  readonly without?: string | readonly string[] | null;
  /** Device clock, epoch milliseconds. */
  readonly now?: () => number;
}

/** Free places of one booking. */
export interface FoundSlots {
  readonly slots: readonly FreeSlot[];
  /** The last day that was searched. */
  readonly until: LocalDate;
}

/** The part of a search that is read from the rows. */
type Searched = Pick<SlotSearch, 'days' | 'from' | 'overrides' | 'events' | 'count'>;

/** Follows the current minute, ISO UTC, so that an open list drops past places. */
function minutes$(now: () => number): Observable<string> {
  return timer(0, MINUTE_MS).pipe(
    map(() => new Date(Math.floor(now() / MINUTE_MS) * MINUTE_MS).toISOString()),
    distinctUntilChanged(),
  );
}

function weeksEvents$(replica: OpenReplica, first: LocalDate, weeks: number, zone: string) {
  // The days before and after are read too: a booking may run into the next day, and so may the cleaning up after it.
  const reads = Array.from({ length: weeks }, (_, n) =>
    daysEvents$(replica, addDays(first, n * WEEK - 1), addDays(first, (n + 1) * WEEK + 1), zone),
  );
  return combineLatest(reads).pipe(
    map((read) => [...new Map(read.flat().map((event): [string, LocalRow<'events'>] => [event.id, event])).values()]),
  );
}

type Question = Pick<SlotQuestion, 'date' | 'weekly' | 'zone' | 'open' | 'interval' | 'without'>;

function found$<Q extends Question, F>(
  replica: OpenReplica,
  question: Q,
  weeks: number,
  from: string,
  search: (search: Q & Searched) => readonly F[],
) {
  const { date, zone, without } = question;
  const own = new Set(typeof without === 'string' ? [without] : without);
  const days = weeks * WEEK;
  return combineLatest([weeksEvents$(replica, date, weeks, zone), overrideSets$(replica, date, addDays(date, days))]).pipe(
    map(([events, overrides]) => {
      const others = own.size > 0 ? events.filter(({ id }) => !own.has(id)) : events;
      const slots = search({ ...question, days, from, overrides, events: others, count: Number.POSITIVE_INFINITY });
      return { slots, until: addDays(date, days - 1) };
    }),
  );
}

/** Follows the next free places from a date on; week by week until there are enough. */
export function nextFreeSlots$(replica: OpenReplica, question: SlotQuestion, rules: NextSlots): Observable<FoundSlots> {
  if (question.resourceIds.length === 0) return of({ slots: [], until: question.date });
  const within = (from: string, weeks: number): Observable<FoundSlots> =>
    found$(replica, question, weeks, from, (search) => nextSlots(search, rules)).pipe(
      switchMap((found) =>
        areEnough(found.slots, rules, question.zone) || weeks >= MOST_WEEKS
          ? of(found)
          : within(from, Math.min(weeks * 2, MOST_WEEKS)),
      ),
    );
  return minutes$(question.now ?? Date.now).pipe(switchMap((from) => within(from, 1)));
}

/** Follows the free places nearest to a wish, from its day on for a week. @param wish ISO UTC. */
export function nearFreeSlots$(
  replica: OpenReplica,
  question: SlotQuestion,
  wish: { readonly resourceId: string; readonly start: string },
  count: number,
): Observable<readonly FreeSlot[]> {
  return minutes$(question.now ?? Date.now).pipe(
    switchMap((from) => {
      const past = dayBounds(addDays(question.date, 1), question.zone).from <= from;
      if (past) return of([]);
      const near = (search: SlotSearch) => nearestSlots(freeSlots(search), wish, count);
      return found$(replica, question, 1, from, near).pipe(map(({ slots }) => slots));
    }),
  );
}

/** A search for places of a visit. */
export interface VisitQuestion
  extends Pick<VisitSearch, 'date' | 'legs' | 'weekly' | 'zone' | 'interval'>,
    Pick<SlotQuestion, 'open' | 'rooms' | 'without' | 'now'> {
  /** The number of places, and the least distance of two of them, in minutes. */
  readonly count: number;
  readonly apart: number;
  /** Only places that begin in this part of the day, in minutes of the wall clock. */
  readonly part?: MinuteSpan | null;
}

/** Places of a visit. */
export interface FoundVisits {
  readonly slots: readonly VisitSlot[];
  /** The last day that was searched. */
  readonly until: LocalDate;
}

/** Follows the next places for a visit from a date on (`freeVisits`); week by week until there are enough. */
export function nextFreeVisits$(replica: OpenReplica, question: VisitQuestion): Observable<FoundVisits> {
  const spread = (search: VisitSearch): readonly VisitSlot[] => {
    let last = Number.NEGATIVE_INFINITY;
    return freeVisits(search).filter(([first]) => {
      const start = Date.parse(first?.start ?? '');
      if (start - last < question.apart * MINUTE_MS) return false;
      const { minute } = zonedParts(first?.start ?? '', question.zone);
      if (question.part && !(question.part.from <= minute && minute < question.part.to)) return false;
      last = start;
      return true;
    });
  };
  const within = (from: string, weeks: number): Observable<FoundVisits> =>
    found$(replica, question, weeks, from, spread).pipe(
      switchMap(({ slots, until }) =>
        slots.length >= question.count || weeks >= MOST_WEEKS
          ? of({ slots: slots.slice(0, question.count), until })
          : within(from, Math.min(weeks * 2, MOST_WEEKS)),
      ),
    );
  return minutes$(question.now ?? Date.now).pipe(switchMap((from) => within(from, 1)));
}

/** Follows the place for a visit nearest to a wish (`nearestVisit`), from now on; null if that week has none. */
export function nearFreeVisit$(
  replica: OpenReplica,
  { now = Date.now, ...question }: Pick<VisitQuestion, 'legs' | 'rooms' | 'weekly' | 'zone' | 'open' | 'interval' | 'now'>,
  wish: Wish,
): Observable<VisitSlot | null> {
  const nearest = (search: VisitSearch) => nearestVisit(search, wish) ?? [];
  return minutes$(now).pipe(
    switchMap((from) => found$(replica, { ...question, date: firstDayAround(wish) }, 1, from, nearest)),
    map(({ slots }) => (slots.length > 0 ? slots : null)),
  );
}
