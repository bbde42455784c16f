/**
 * Finds the places for a booking of a length: wholly within working time, and over no booking that holds its slot (src/README.md,
 * “Availability”, “Find a free slot”). Working time is on the wall clock and a booking lasts elapsed minutes; both become
 * instants here, so that on a night of the clock change no hour is offered twice, and none that does not exist. Only the minutes
 * of work with the client need working time. Waiting and cleaning up do not, although the employee is taken while cleaning up. A
 * booking that needs a room has to find one of it free from its start until the cleaning up is done (taken-rooms.ts).
 */
import { availableSpans, type MinuteSpan } from '#domain/shifts/availability.ts';
import {
  beginnings,
  type Day,
  dayOf,
  type InstantSpan,
  subtractSpan,
  workingSpans,
  type ZonedSchedule,
} from '#domain/shifts/working-spans.ts';
import { addDays, dayBounds, type LocalDate, MINUTE_MS, zonedParts, zonedPartsOfMs } from '#domain/time/time.ts';
import type { Room } from '#schemas/rooms.ts';
import { busySpans, type ExtraTimes, type TimedBooking, waitsWithin, workSpans } from './busy-spans.ts';
import { type ClosedReason, closedAt } from './open-days.ts';
import { byRoom, holdsSlot, type Timed } from './overlap.ts';
import { NO_ROOMS, type Rooms, spansOfVisits } from './taken-rooms.ts';

/** A free place for a booking. */
export interface FreeSlot {
  readonly resourceId: string;
  /** ISO UTC. */
  readonly start: string;
  readonly end: string;
}

/** The conditions of a search for free slots. */
export interface SlotSearch extends ZonedSchedule {
  /** The first local day of the search. */
  readonly date: LocalDate;
  /** Number of days that are searched; 1 by default. */
  readonly days?: number;
  /** Length of the booking in elapsed minutes. */
  readonly minutes: number;
  /** Its waiting and cleaning up; none by default. */
  readonly times?: ExtraTimes;
  /** The earliest start of a slot, ISO UTC. */
  readonly from: string;
  /**
   * All bookings that take time on the searched days and the day after, cleaning up included, except the booking that looks for a
   * place.
   */
  readonly events: readonly Timed[];
  /** The rooms that they take; none by default. */
  readonly rooms?: Rooms | undefined;
  /** The room that the booking needs; none by default. */
  readonly room?: Room | null;
  readonly resourceIds: readonly string[];
  /** The calendar's step in minutes: a slot begins at a multiple of it, counted from midnight on the wall clock. */
  readonly interval: number;
  readonly count: number;
}

const inMs = ({ from, to }: { readonly from: string; readonly to: string }): InstantSpan => ({
  from: Date.parse(from),
  to: Date.parse(to),
});
const within = (one: InstantSpan, spans: readonly InstantSpan[]): boolean =>
  spans.some(({ from, to }) => from <= one.from && one.to <= to);

const NO_TIMES: ExtraTimes = {};

/** Tells if a booking of a length (minutes) with these times may begin at an instant (epoch milliseconds). */
export type Fits = (at: number, minutes: number, times?: ExtraTimes) => boolean;

/** Returns the free time of an employee: working time without bookings and blocked time. Cancelled bookings free theirs. */
export function fitsOf(search: ZonedSchedule & Pick<SlotSearch, 'events'>, days: readonly Day[], resourceId: string): Fits {
  const taken = search.events
    .filter((event) => event.resource_id === resourceId && holdsSlot(event))
    .flatMap((event) => busySpans(event).map(inMs));
  const free = taken.reduce(subtractSpan, workingSpans(search, days, resourceId));
  return (at, minutes, times = NO_TIMES) => {
    const end = at + minutes * MINUTE_MS;
    const { processing_after = 0, processing_minutes = 0, buffer_after = 0 } = times;
    if (waitsWithin(minutes, times)) {
      const waits = at + processing_after * MINUTE_MS;
      if (!within({ from: at, to: waits }, free) || !within({ from: waits + processing_minutes * MINUTE_MS, to: end }, free))
        return false;
    } else if (!within({ from: at, to: end }, free)) return false;
    const cleaned = end + buffer_after * MINUTE_MS;
    return buffer_after === 0 || !taken.some(({ from, to }) => from < cleaned && end < to);
  };
}

/** Returns the free time of a room: while as many visits as there are of it have it, nobody else fits. Without a room all fits. */
export function roomFitsOf(
  { events, rooms = NO_ROOMS }: Pick<SlotSearch, 'events' | 'rooms'>,
  room: Room | null | undefined,
): Fits {
  const there = room ? [...byRoom(events, rooms)].find(([{ id }]) => id === room.id)?.[1] : undefined;
  if (!room || !there) return () => true;
  const full = spansOfVisits(there, room.count).map(inMs);
  return (at, minutes, { buffer_after = 0 } = NO_TIMES) => {
    const until = at + (minutes + buffer_after) * MINUTE_MS;
    return !full.some(({ from, to }) => from < until && at < to);
  };
}

/**
 * Nobody works on that day, at the start, or until the end; or the salon is closed on that day, at the start, or before the end, where
 * that is the reason.
 */
export type ShiftProblem = 'no_shift' | 'off_shift' | 'beyond_shift' | ClosedReason | 'beyond_hours';

/**
 * Returns the reason why a booking does not fit the employee's working time, or null (document 3 §5; the dialog warns and never
 * forbids).
 * @param booking ISO UTC
 * @param working overrides from the day before its first to its last day
 */
export function shiftProblem(
  booking: TimedBooking & { readonly resource_id: string },
  working: ZonedSchedule,
): ShiftProblem | null {
  const { resource_id: id, start_time, end_time } = booking;
  const { date, minute } = zonedParts(start_time, working.zone);
  const from = Date.parse(start_time);
  const days = [dayOf(date, working.zone)];
  for (let next = addDays(date, 1); dayBounds(next, working.zone).from < end_time; next = addDays(next, 1))
    days.push(dayOf(next, working.zone));
  const isWithin = (works: readonly InstantSpan[]) => workSpans(booking).every((span) => within(inMs(span), works));
  const works = workingSpans(working, days, id);
  if (works.some((one) => one.from <= from && from < one.to)) {
    if (isWithin(works)) return null;
    return working.open && isWithin(workingSpans({ ...working, open: null }, days, id)) ? 'beyond_hours' : 'beyond_shift';
  }
  const closed = closedAt(working.open, date, minute);
  if (closed) return closed;
  return availableSpans(date, working.weekly, working.overrides, id, working.open).length > 0 ? 'off_shift' : 'no_shift';
}

/**
 * Returns the free slots in order of their start, at the same start in the order of `resourceIds`, at most `count`.
 * @throws RangeError if the date or the zone cannot be read
 */
export function freeSlots(search: SlotSearch): FreeSlot[] {
  const { date, days = 1, minutes, times, from, resourceIds, zone, interval, count } = search;
  if (!(minutes > 0 && interval > 0)) return [];
  const read = Array.from({ length: days + 1 }, (_, n) => dayOf(addDays(date, n), zone)); // a booking may run past the last midnight
  const team = resourceIds.map((resourceId) => ({ resourceId, fits: fitsOf(search, read, resourceId) }));
  const fitsRoom = roomFitsOf(search, search.room);
  const earliest = Date.parse(from);
  const length = minutes * MINUTE_MS;
  const found: FreeSlot[] = [];
  for (const day of read.slice(0, days)) {
    for (const at of beginnings(day, interval, zone)) {
      if (at < earliest || !fitsRoom(at, minutes, times)) continue;
      for (const { resourceId, fits } of team) {
        if (!fits(at, minutes, times)) continue;
        if (found.length >= count) return found;
        found.push({ resourceId, start: new Date(at).toISOString(), end: new Date(at + length).toISOString() });
      }
    }
  }
  return found;
}

/** The limits of an offer of the next slots. */
export interface NextSlots {
  readonly count: number;
  /** The most offers for a day, so that later days get offers, too. */
  readonly perDay: number;
  /** Least distance of two offers of a day, in minutes. */
  readonly apart: number;
  /** A day with all its slots offered. They use up no more of `count` than another day's offers would. */
  readonly whole?: LocalDate | null;
  /** Only slots that begin in this part of the day, in minutes of the wall clock. */
  readonly part?: MinuteSpan | null;
}

/** Returns this many items, the first and the last included, spread as evenly as possible. */
function spread<T>(all: readonly T[], most: number): readonly T[] {
  if (all.length <= most) return all;
  return Array.from({ length: most }, (_, n) => all[Math.round((n * (all.length - 1)) / Math.max(1, most - 1))] as T);
}

/**
 * Returns the next free slots in order of their start, as one reads them out to a client: far enough apart to be a choice, and
 * spread over the whole day. Of several employees who are free at the same time it offers the one offered least so far.
 * `search.count` is ignored.
 */
export function nextSlots(search: SlotSearch, { count, perDay, apart, whole = null, part = null }: NextSlots): FreeSlot[] {
  const offered: FreeSlot[] = [];
  const named = new Map<string, number>();
  const timesNamed = (slot: FreeSlot) => named.get(slot.resourceId) ?? 0;
  let left = count;
  for (let n = 0; n < (search.days ?? 1) && left > 0; n++) {
    const date = addDays(search.date, n);
    const slots = freeSlots({ ...search, date, days: 1, count: Number.POSITIVE_INFINITY });
    const starts: string[] = [];
    for (const { start } of slots) {
      const { minute } = zonedPartsOfMs(Date.parse(start), search.zone);
      const last = starts.at(-1);
      const isApart = last === undefined || Date.parse(start) - Date.parse(last) >= apart * MINUTE_MS;
      if (isApart && (!part || (part.from <= minute && minute < part.to))) starts.push(start);
    }
    const chosen = date === whole ? starts : spread(starts, perDay).slice(0, left);
    left -= Math.min(chosen.length, perDay);
    for (const at of chosen) {
      const best = slots.filter(({ start }) => start === at).reduce((a, b) => (timesNamed(b) < timesNamed(a) ? b : a));
      offered.push(best);
      named.set(best.resourceId, timesNamed(best) + 1);
    }
  }
  return offered;
}

/** True if there are as many offers as were asked for. The extra offers of a whole day come on top. */
export function areEnough(offered: readonly FreeSlot[], { count, perDay, whole = null }: NextSlots, zone: string): boolean {
  const ofWhole = whole === null ? 0 : offered.filter(({ start }) => zonedParts(start, zone).date === whole).length;
  return offered.length - Math.max(0, ofWhole - perDay) >= count;
}

/** The least distance of two offers for one employee, in minutes. Slots that are closer are no real choice. */
const OFFER_GAP = 30;

/**
 * Returns the slots that a client who has to move will most likely take: with the same employee as near as possible to the agreed
 * time, then with the others. `count` in all, the best first.
 */
export function nearestSlots(
  slots: readonly FreeSlot[],
  was: { readonly resourceId: string; readonly start: string },
  count: number,
): FreeSlot[] {
  const agreed = Date.parse(was.start);
  const distance = ({ start }: FreeSlot) => Math.abs(Date.parse(start) - agreed);
  const byDistance = (a: FreeSlot, b: FreeSlot) => distance(a) - distance(b) || Date.parse(b.start) - Date.parse(a.start);
  const offered: FreeSlot[] = [];
  for (const slot of [...slots].sort(byDistance)) {
    const near = (other: FreeSlot) =>
      other.resourceId === slot.resourceId && Math.abs(Date.parse(other.start) - Date.parse(slot.start)) < OFFER_GAP * MINUTE_MS;
    if (!offered.some(near)) offered.push(slot);
  }
  const own = offered.filter(({ resourceId }) => resourceId === was.resourceId);
  const others = offered.filter(({ resourceId }) => resourceId !== was.resourceId);
  const half = Math.ceil(count / 2);
  const first = own.slice(0, Math.max(half, count - others.length));
  return [...first, ...others.slice(0, count - first.length)];
}
