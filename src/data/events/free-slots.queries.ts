/**
 * Free slots, found on this device from shifts, overrides and events, and kept true while they are shown: what another device
 * books in between is gone from the list. Never before now.
 */
import { combineLatest, distinctUntilChanged, map, type Observable, of, switchMap, timer } from 'rxjs';
import type { OpenReplica } from '#data/open-replica.ts';
import { overrideSets$ } from '#data/shifts.queries.ts';
import { type FreeSlot, freeSlots, type NextSlots, nearestSlots, nextSlots, type SlotSearch } from '#domain/free-slots.ts';
import { addDays, dayBounds, type LocalDate } from '#domain/time.ts';
import type { LocalRow } from '#schemas/registry.ts';
import { daysEvents$ } from './events.queries.ts';

const WEEK = 7;
/** How far one search goes before it says that there is nothing, weeks. */
const MOST_WEEKS = 8;
const MINUTE_MS = 60_000;

export interface SlotQuestion extends Pick<SlotSearch, 'date' | 'minutes' | 'weekly' | 'resourceIds' | 'zone' | 'interval'> {
  /** The booking that looks for another place does not stand in its own way. */
  readonly without?: string | null;
  /** Device clock, epoch milliseconds. */
  readonly now?: () => number;
}

export interface FoundSlots {
  readonly slots: readonly FreeSlot[];
  /** The last day that was searched. */
  readonly until: LocalDate;
}

type Search = (search: SlotSearch) => readonly FreeSlot[];

/** The minute that it is, ISO UTC: a list that stands open forgets what has passed. */
function minutes$(now: () => number): Observable<string> {
  return timer(0, MINUTE_MS).pipe(
    map(() => new Date(Math.floor(now() / MINUTE_MS) * MINUTE_MS).toISOString()),
    distinctUntilChanged(),
  );
}

function weeksEvents$(replica: OpenReplica, first: LocalDate, weeks: number, zone: string) {
  const reads = Array.from({ length: weeks }, (_, n) =>
    daysEvents$(replica, addDays(first, n * WEEK), addDays(first, (n + 1) * WEEK), zone),
  );
  return combineLatest(reads).pipe(
    map((read) => [...new Map(read.flat().map((event): [string, LocalRow<'events'>] => [event.id, event])).values()]),
  );
}

function found$(replica: OpenReplica, question: SlotQuestion, weeks: number, from: string, search: Search) {
  const { date, zone, without } = question;
  const days = weeks * WEEK;
  return combineLatest([weeksEvents$(replica, date, weeks, zone), overrideSets$(replica, date, addDays(date, days))]).pipe(
    map(([events, overrides]): FoundSlots => {
      const others = without ? events.filter(({ id }) => id !== without) : events;
      const slots = search({ ...question, days, from, overrides, events: others, count: Number.POSITIVE_INFINITY });
      return { slots, until: addDays(date, days - 1) };
    }),
  );
}

/** The next ones from a date on; week by week until there are enough. */
export function nextFreeSlots$(replica: OpenReplica, question: SlotQuestion, rules: NextSlots): Observable<FoundSlots> {
  if (question.resourceIds.length === 0) return of({ slots: [], until: question.date });
  const within = (from: string, weeks: number): Observable<FoundSlots> =>
    found$(replica, question, weeks, from, (search) => nextSlots(search, rules)).pipe(
      switchMap((found) =>
        found.slots.length >= rules.count || weeks >= MOST_WEEKS ? of(found) : within(from, Math.min(weeks * 2, MOST_WEEKS)),
      ),
    );
  return minutes$(question.now ?? Date.now).pipe(switchMap((from) => within(from, 1)));
}

/** The nearest ones to a wish, from its day on for a week. @param wish ISO UTC. */
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
      const near: Search = (search) => nearestSlots(freeSlots(search), wish, count);
      return found$(replica, question, 1, from, near).pipe(map(({ slots }) => slots));
    }),
  );
}
