/**
 * Visits: bookings of one client that follow each other, perhaps with several employees
 * (src/README.md, “Waiting, cleaning up, visits”). Each is a row of its own, a *leg*; the legs share one `visit_id`, and
 * `visit_pos` is the meant order.
 *
 * `visit_id` is the id of the first booking of the visit. So two devices that add a service to the same booking, neither knowing of
 * the other, make the same visit. The id of an added leg begins with the visit's and a slash, so that all legs are found by their
 * ids, whenever they are.
 */

import { addMinutes, minutesBetween } from '#domain/time/time.ts';
import type { Event } from '#schemas/events.ts';
import { type ExtraTimes, fittingTimes, hasWaiting, shareTime, type TimedBooking, workSpans } from './busy-spans.ts';
import { holdsSlot } from './overlap.ts';
import { type LegSpan, shiftsAlong } from './visit-shifts.ts';

/** The fields that the rules of a visit need. Instants are canonical ISO UTC. */
export type Leg = Pick<
  Event,
  'id' | 'resource_id' | 'client_id' | 'start_time' | 'end_time' | 'status' | 'visit_id' | 'visit_pos'
> &
  ExtraTimes & { readonly deleted?: boolean };

/** The columns that are one decision: the place of a leg, and its three times in minutes. */
export type LegPlace = Pick<Event, 'id' | 'resource_id' | 'start_time' | 'end_time'> & Required<ExtraTimes>;

/** The new place of one leg, with its three times if they change; instants in ISO UTC. */
export type PartPlace = Pick<Event, 'resource_id' | 'start_time' | 'end_time'> & ExtraTimes;

/** Returns the visit of a booking, or the one that it would found if a service were added. */
export const visitIdOf = ({ id, visit_id }: Pick<Leg, 'id' | 'visit_id'>): string => visit_id ?? id;

/**
 * Returns the id of an added leg.
 * @param unique letters and digits that no other leg of the visit has
 */
export const legId = (visitId: string, unique: string): string => `${visitId}/${unique}`;

/** Returns the ids between which, both excluded, the added legs of a visit lie. */
export const legIdsBetween = (visitId: string): readonly [string, string] => [`${visitId}/`, `${visitId}0`];

const byOrder = (a: Leg, b: Leg): number =>
  a.visit_pos - b.visit_pos || (a.start_time < b.start_time ? -1 : a.start_time > b.start_time ? 1 : a.id < b.id ? -1 : 1);

/** Returns the legs in the meant order; if two devices gave two of them one place, by their start. */
export const inOrder = <L extends Leg>(legs: readonly L[]): L[] => [...legs].sort(byOrder);

/** Returns the legs of a booking's visit in order; the booking alone if it has none. Deleted ones are left out. */
export function visitOf<L extends Leg>(booking: L, events: readonly L[]): L[] {
  const { visit_id } = booking;
  if (visit_id === null) return [booking];
  return inOrder(events.filter((event) => event.visit_id === visit_id && event.deleted !== true));
}

/** Returns all visits among the events, by `visit_id`, with their legs in order. Deleted ones are left out. */
export function visitsIn<L extends Leg>(events: readonly L[]): ReadonlyMap<string, readonly L[]> {
  const found = new Map<string, L[]>();
  for (const event of events) {
    if (event.visit_id === null || event.deleted === true) continue;
    const legs = found.get(event.visit_id);
    if (legs) legs.push(event);
    else found.set(event.visit_id, [event]);
  }
  for (const legs of found.values()) legs.sort(byOrder);
  return found;
}

/**
 * Returns the legs that are deleted with one: all that are not cancelled. A cancelled one has left its visit and is deleted alone.
 */
export const goingWith = <L extends Leg>(leg: L, legs: readonly L[]): readonly L[] =>
  holdsSlot(leg) ? legs.filter(holdsSlot) : [leg];

/** A client who has to come back after more minutes than this has two visits; a night is longer. */
export const LONGEST_PAUSE = 8 * 60;

/** The faults of a visit: days or hours between its legs, another order than meant, two legs at once, legs of two clients. */
export type Torn = 'apart' | 'order' | 'overlap' | 'clients';

/**
 * Returns the fault of a visit, or null. Cancelled legs do not count. A leg in the waiting time of another does not overlap it, and
 * the cleaning up does not concern the client.
 */
export function tornBy(legs: readonly Leg[]): Torn | null {
  const holding = inOrder(legs.filter(holdsSlot));
  if (holding.length < 2) return null;
  const byStart = [...holding].sort((a, b) => (a.start_time < b.start_time ? -1 : 1));
  let until = '';
  for (const { start_time, end_time } of byStart) {
    if (until !== '' && minutesBetween(until, start_time) > LONGEST_PAUSE) return 'apart';
    if (end_time > until) until = end_time;
  }
  const isLate = (leg: Leg, at: number) =>
    holding.slice(at + 1).some((other) => other.visit_pos > leg.visit_pos && other.start_time < leg.start_time);
  if (holding.some(isLate)) return 'order';
  const spans = holding.map(workSpans);
  if (spans.some((own, at) => spans.slice(at + 1).some((other) => shareTime(own, other)))) return 'overlap';
  return holding.some(({ client_id }) => client_id !== holding[0]?.client_id) ? 'clients' : null;
}

/** Returns the torn visits with a leg that has not ended at `at` (ISO UTC): their legs, in order. */
export function tornVisits<L extends Leg>(events: readonly L[], at: string): (readonly L[])[] {
  return [...visitsIn(events).values()]
    .map((legs) => legs.filter(holdsSlot))
    .filter((legs) => legs.some(({ end_time }) => end_time > at) && tornBy(legs) !== null);
}

const minutesOf = ({ start_time, end_time }: Pick<Leg, 'start_time' | 'end_time'>): number =>
  minutesBetween(start_time, end_time);

function placed(leg: Leg, { start_time, end_time, resource_id, ...times }: PartPlace): LegPlace {
  const fitting = fittingTimes(minutesBetween(start_time, end_time), { ...leg, ...times });
  return { id: leg.id, resource_id, start_time, end_time, ...fitting };
}

const shifted = (leg: Leg, minutes: number): LegPlace =>
  placed(leg, {
    resource_id: leg.resource_id,
    start_time: addMinutes(leg.start_time, minutes),
    end_time: addMinutes(leg.end_time, minutes),
  });

/** Returns the times of a leg in minutes from an instant. */
function spanFrom(zero: string, leg: TimedBooking): LegSpan {
  const [from, to] = [minutesBetween(zero, leg.start_time), minutesBetween(zero, leg.end_time)];
  const { processing_after = 0, processing_minutes = 0 } = leg;
  const waits = from + processing_after;
  return { from, to, waits: hasWaiting(leg) ? { from: waits, to: waits + processing_minutes } : null };
}

/**
 * Returns the places of all legs of a visit after one of them is put somewhere: the others keep their employees and their distance
 * in elapsed minutes, also over a change of the clock. A leg that becomes longer pushes the later ones as far as they are in its
 * way; one that becomes shorter moves none. Legs in its waiting move with the waiting.
 * @param legs all of the visit, the cancelled ones too
 * @param id the leg that is put at `place`
 */
export function movedVisit(legs: readonly Leg[], id: string, place: PartPlace): LegPlace[] {
  const moved = legs.find((leg) => leg.id === id);
  if (!moved) return [];
  const zero = moved.start_time;
  const put = placed(moved, place);
  const others = legs.filter((leg) => leg.id !== id).map((leg) => ({ ...spanFrom(zero, leg), leg }));
  const along = shiftsAlong(spanFrom(zero, moved), spanFrom(zero, put), others);
  const by = new Map(along.map(({ leg: { leg }, by: minutes }) => [leg.id, minutes]));
  return legs.map((leg) => (leg.id === id ? put : shifted(leg, by.get(leg.id) ?? 0)));
}

/**
 * Returns the legs one after the other in their order, each from the end of the one before. `id` stays in place, and each leg keeps
 * its employee and length. This repairs a torn visit, and applies another order. Cancelled legs stay in place.
 * @param legs in the meant order (`inOrder`)
 * @param id if left out, the visit begins with its earliest leg
 */
export function linedUp(legs: readonly Leg[], id?: string): LegPlace[] {
  const holding = legs.filter(holdsSlot);
  const anchor = holding.findIndex((leg) => leg.id === id);
  const [earliest] = holding.map(({ start_time }) => start_time).sort();
  const before = anchor === -1 ? 0 : holding.slice(0, anchor).reduce((sum, leg) => sum + minutesOf(leg), 0);
  let next = addMinutes(holding[anchor]?.start_time ?? earliest ?? '', -before);
  return holding.map((leg) => {
    const start = next;
    next = addMinutes(start, minutesOf(leg));
    return placed(leg, { resource_id: leg.resource_id, start_time: start, end_time: next });
  });
}

/** Returns the time of a visit for the client: from the first start to the last end of the legs that are not cancelled; ISO UTC. */
export function spanOfVisit(legs: readonly Leg[]): { readonly start_time: string; readonly end_time: string } | null {
  const holding = legs.filter(holdsSlot);
  const [start_time] = holding.map((leg) => leg.start_time).sort();
  const end_time = holding
    .map((leg) => leg.end_time)
    .sort()
    .at(-1);
  return start_time && end_time ? { start_time, end_time } : null;
}
