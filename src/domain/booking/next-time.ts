/**
 * The next time of a client (src/README.md, “Next time”): the same services with the same people some weeks after a booking, at the
 * free time nearest to the same hour.
 */

import { addDays, daysBetween, type LocalDate, minutesBetween, zonedParts } from '#domain/time/time.ts';
import type { Event } from '#schemas/events.ts';
import type { Service } from '#schemas/services.ts';
import { eventStatusOf } from './event-status.ts';
import { MOST_WEEKS } from './repeat.ts';
import { isOfferedBy } from './service-offers.ts';
import type { Rooms } from './taken-rooms.ts';
import { freeVisits, type LegSearch, type VisitSearch, type VisitSlot } from './visit-slots.ts';

/** The weeks that are offered to every client. */
export const NEXT_WEEKS = [2, 3, 4, 6] as const;

const WEEK = 7;
/** A place within this many minutes of the same time of day is at “the same hour”. */
const SAME_HOUR = 120;
/** The number of days before and after the wished one on which a place is looked for. */
const DAYS_AROUND = 3;
/** Places begin at the calendar's step, or at the very minute of the booking if that is a multiple of this. */
const FINEST = 5;

/**
 * Returns the weeks that are offered, in order: those after which the client usually comes are first.
 * @param usualGap days, as in `VisitFacts`; null: not known
 */
export function nextWeeks(usualGap: number | null): readonly number[] {
  const usual = usualGap === null ? 0 : Math.max(1, Math.round(usualGap / WEEK));
  if (usual < 1 || usual > MOST_WEEKS) return NEXT_WEEKS;
  return [usual, ...NEXT_WEEKS.filter((weeks) => weeks !== usual)];
}

/**
 * Returns the wished day: on the same weekday, so many weeks after the booking. For a booking that is over for a week or more the
 * weeks count from its last weekday before today, so that the day lies always ahead.
 */
export function nextDate(booked: LocalDate, weeks: number, today: LocalDate): LocalDate {
  const passed = Math.max(0, Math.floor(daysBetween(booked, today) / WEEK));
  return addDays(booked, (passed + weeks) * WEEK);
}

type Leg = Pick<
  Event,
  'resource_id' | 'service_id' | 'start_time' | 'end_time' | 'status' | 'processing_after' | 'processing_minutes' | 'buffer_after'
>;

/** Returns the legs that are booked again: those that are not cancelled, all of them if all are. */
export function legsForNextTime<L extends { readonly status: string | null }>(legs: readonly L[]): readonly L[] {
  const held = legs.filter(({ status }) => eventStatusOf(status) !== 'cancelled');
  return held.length > 0 ? held : legs;
}

/** The people, services and rooms that a salon has now. */
export interface Offer {
  /** Employees who work here. */
  readonly active: ReadonlySet<string>;
  readonly services: ReadonlyMap<string, Pick<Service, 'resource_ids'>>;
  /** The room of each service that needs one (`roomsByService`). */
  readonly rooms: Rooms;
}

/**
 * Returns the search for the legs as they were: as long, as far from each other, with the same people. Null if one of the services
 * or people is not to be had any more, because then a person has to choose.
 * @param legs in order, from `legsForNextTime`
 */
export function searchLegs(legs: readonly Leg[], { active, services, rooms }: Offer): readonly LegSearch[] | null {
  const [start] = legs.map(({ start_time }) => start_time).sort();
  if (start === undefined) return null;
  const search: LegSearch[] = [];
  for (const leg of legs) {
    const service = services.get(leg.service_id ?? '');
    if (!service || !active.has(leg.resource_id) || !isOfferedBy(service, leg.resource_id)) return null;
    const { processing_after, processing_minutes, buffer_after } = leg;
    const times = { processing_after, processing_minutes, buffer_after };
    const minutes = minutesBetween(leg.start_time, leg.end_time);
    search.push({
      after: minutesBetween(start, leg.start_time),
      room: rooms.get(leg.service_id ?? '') ?? null,
      offers: [{ resourceId: leg.resource_id, minutes, times }],
    });
  }
  return search;
}

/** A wished start; `minute` is of the wall clock. */
export interface Wish {
  readonly date: LocalDate;
  readonly minute: number;
}

/** Returns the first of the seven days on which `nearestVisit` looks. */
export const firstDayAround = ({ date }: Wish): LocalDate => addDays(date, -DAYS_AROUND);

/**
 * Returns the place nearest to a wish: within two hours of the wished time on the nearest day, the wished one first; only if no day
 * around has such a place, further from that time. Of two equally near the later day, and the earlier time.
 * @param search of a week from `firstDayAround`; `interval` is the calendar's step
 */
export function nearestVisit(search: VisitSearch, wish: Wish): VisitSlot | null {
  const { zone, interval } = search;
  let best: { readonly visit: VisitSlot; readonly cost: readonly number[] } | null = null;
  for (const visit of freeVisits({ ...search, interval: FINEST, count: Number.POSITIVE_INFINITY })) {
    const { date, minute } = zonedParts(startOf(visit), zone);
    if (minute % interval !== 0 && minute !== wish.minute) continue;
    const [days, off] = [daysBetween(wish.date, date), minute - wish.minute];
    const cost = [Math.abs(off) > SAME_HOUR ? 1 : 0, Math.abs(days), -days, Math.abs(off), off];
    if (!best || isLess(cost, best.cost)) best = { visit, cost };
  }
  return best?.visit ?? null;
}

/** A leg may lie in the waiting of an earlier one; the visit starts with its first leg all the same. */
const startOf = (visit: VisitSlot): string => visit.map(({ start }) => start).sort()[0] ?? '';

function isLess(a: readonly number[], b: readonly number[]): boolean {
  const at = a.findIndex((value, n) => value !== b[n]);
  return at !== -1 && (a[at] ?? 0) < (b[at] ?? 0);
}
