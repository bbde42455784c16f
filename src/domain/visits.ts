/**
 * Visits: bookings of one client that follow each other, perhaps with several employees
 * (src/README.md, “Waiting, cleaning up, visits”). Each is a row of its own, a *leg*; the legs have one `visit_id`, and `visit_pos`
 * is the order that was meant.
 *
 * `visit_id` is the id of the booking with which the visit began. So two devices that add a service to the same booking, neither
 * knowing of the other, make the same visit. The id of a leg that was added begins with the visit's and a slash, so that all legs
 * are found by their ids, whenever they are.
 */
import type { Event } from '#schemas/events.ts';
import { fittingTimes, hasWaiting, type Stretched, type Stretching, shareTime, workSpans } from './busy-spans.ts';
import { holdsSlot } from './overlap.ts';
import { addMinutes, minutesBetween } from './time.ts';
import { type LegSpan, shiftsAlong } from './visit-shifts.ts';

/** What the rules of a visit look at; instants in canonical ISO UTC. */
export type Leg = Pick<
  Event,
  'id' | 'resource_id' | 'client_id' | 'start_time' | 'end_time' | 'status' | 'visit_id' | 'visit_pos'
> &
  Stretching & { readonly deleted?: boolean };

/** The group of columns that is one decision: where a leg stands, and its three times in minutes. */
export type LegPlace = Pick<Event, 'id' | 'resource_id' | 'start_time' | 'end_time'> & Required<Stretching>;

/** Where one part is put, with its three times where they become others; instants in ISO UTC. */
export type PartPlace = Pick<Event, 'resource_id' | 'start_time' | 'end_time'> & Stretching;

/** The visit that a booking belongs to, or would found if a service were added to it. */
export const visitIdOf = ({ id, visit_id }: Pick<Leg, 'id' | 'visit_id'>): string => visit_id ?? id;

/** The id of a leg that is added. @param unique letters and digits that no other leg of the visit has */
export const legId = (visitId: string, unique: string): string => `${visitId}/${unique}`;

/** Between which ids, neither of them included, those of a visit's added legs lie. */
export const legIdsBetween = (visitId: string): readonly [string, string] => [`${visitId}/`, `${visitId}0`];

const byOrder = (a: Leg, b: Leg): number =>
  a.visit_pos - b.visit_pos || (a.start_time < b.start_time ? -1 : a.start_time > b.start_time ? 1 : a.id < b.id ? -1 : 1);

/** The legs in the order that was meant; where two devices gave two of them one place, by their start. */
export const inOrder = <L extends Leg>(legs: readonly L[]): L[] => [...legs].sort(byOrder);

/** The legs of the visit that a booking belongs to, in order; the booking alone where it belongs to none. Deleted ones are left out. */
export function visitOf<L extends Leg>(booking: L, events: readonly L[]): L[] {
  const { visit_id } = booking;
  if (visit_id === null) return [booking];
  return inOrder(events.filter((event) => event.visit_id === visit_id && event.deleted !== true));
}

/** All visits among the events, by `visit_id`, their legs in order; deleted ones are left out. */
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

/** The legs that are deleted with one: all that are not cancelled. A cancelled one is no part of its visit any more, and goes alone. */
export const goingWith = <L extends Leg>(leg: L, legs: readonly L[]): readonly L[] =>
  holdsSlot(leg) ? legs.filter(holdsSlot) : [leg];

/** Which part of how many a leg is, counted from 1 among those that are not cancelled; null for the only one, and for a cancelled one. */
export function partOf(leg: Leg, legs: readonly Leg[]): { readonly part: number; readonly of: number } | null {
  const holding = inOrder(legs.filter(holdsSlot));
  const at = holding.findIndex(({ id }) => id === leg.id);
  return at === -1 || holding.length < 2 ? null : { part: at + 1, of: holding.length };
}

/** A client who is asked to come back after so long has two visits, minutes; a night is longer. */
export const LONGEST_PAUSE = 8 * 60;

/** How a visit is torn: days (or hours) between its legs, another order than was meant, two at once, legs of two clients. */
export type Torn = 'apart' | 'order' | 'overlap' | 'clients';

/**
 * What of a visit cannot be as it stands, or null. Cancelled legs do not count; what lies in the waiting time of another leg does
 * not overlap it, and the cleaning up is nothing to the client.
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

/** The torn visits among bookings of which a leg is still to come or under way at `at` (ISO UTC): their legs, in order. */
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

/** In minutes from an instant. */
function spanFrom(zero: string, leg: Stretched): LegSpan {
  const [from, to] = [minutesBetween(zero, leg.start_time), minutesBetween(zero, leg.end_time)];
  const { processing_after = 0, processing_minutes = 0 } = leg;
  const waits = from + processing_after;
  return { from, to, waits: hasWaiting(leg) ? { from: waits, to: waits + processing_minutes } : null };
}

/**
 * Where all legs of a visit stand once one of them is put somewhere: the others keep their employees and stay as far from it as
 * they were, in elapsed minutes, also over a change of the clock. A leg that is made longer pushes those that come after it, as
 * far as they are in its way; one that is made shorter moves none. What lies in the waiting of the leg goes with the waiting.
 * @param legs all of the visit, the cancelled ones too. @param id the leg that is put at `place`
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
 * The legs one after the other in their order, each from the end of the one before; `id` stays where it is, and so does each leg's
 * employee and length. Mends a visit that was torn, and follows another order. Cancelled legs stay where they are.
 * @param legs in the order that is meant (`inOrder`). @param id left out: the visit begins when its earliest leg does
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

/** When a visit is, for the client: from the first start to the last end of the legs that are not cancelled; ISO UTC. */
export function spanOfVisit(legs: readonly Leg[]): { readonly start_time: string; readonly end_time: string } | null {
  const holding = legs.filter(holdsSlot);
  const [start_time] = holding.map((leg) => leg.start_time).sort();
  const end_time = holding
    .map((leg) => leg.end_time)
    .sort()
    .at(-1);
  return start_time && end_time ? { start_time, end_time } : null;
}
