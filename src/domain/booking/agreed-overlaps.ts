/**
 * Tells which overlaps somebody has agreed to and which are open: an overlap is allowed, but never silent (src/README.md,
 * “Overlaps”). The overlaps are derived from the present bookings, so they are the same on every device, whichever way a booking
 * came. An agreement is given on one of the two bookings and holds for these two at these times (schemas/agreements.ts); a third
 * booking or another time needs a new one. It names the times in which each booking takes the employee, cleaning up included,
 * instead of start and end. So a changed waiting time needs a new agreement only if it puts work over work.
 *
 * An agreement about a room names the room in the place of the employee, and the times in which the two have it. Where a
 * room is short, a booking that agrees with all others there is one that somebody has squeezed in; nobody is asked as long as
 * the room is enough for the rest.
 */
import { type Agreement, agreementsOf, agreementsText, MOST_AGREEMENTS } from '#schemas/agreements.ts';
import type { Event } from '#schemas/events.ts';
import { busySpans, busyUntil, type ExtraTimes } from './busy-spans.ts';
import { byRoom, crowdAt, overlappingPairs, overlaps, shareRoom, type Timed } from './overlap.ts';
import { touches } from './placing.ts';
import { NO_ROOMS, type Rooms, roomOf, roomSpan, visitInRoom } from './taken-rooms.ts';

/** A booking where somebody puts it; one that names no service needs no room. */
type Placed = Pick<Event, 'id' | 'resource_id' | 'start_time' | 'end_time'> &
  ExtraTimes &
  Partial<Pick<Event, 'type' | 'service_id' | 'visit_id'>>;
/** A booking with its agreements. */
export type Agreeing = Timed & Pick<Event, 'overlap_agreed'>;

/** Returns each time in which both take the same employee, as an agreement of `own` names it; most have one. */
function sharedBy(own: Placed, other: Placed): readonly Agreement[] {
  if (own.resource_id !== other.resource_id) return [];
  return busySpans(own).flatMap((span) =>
    busySpans(other)
      .filter((taken) => touches(span, taken))
      .map((taken) => ({
        ...{ other: other.id, resource: own.resource_id, start: span.from, end: span.to },
        ...{ otherStart: taken.from, otherEnd: taken.to },
      })),
  );
}

const asBooking = (placed: Placed): Timed => ({ type: 'appointment', status: 'booked', ...placed });

/** Returns the agreement of `own` about the room that both have. */
function roomShared(own: Placed, other: Placed, rooms: Rooms): readonly Agreement[] {
  const room = roomOf(asBooking(own), rooms);
  if (!room) return [];
  const [span, taken] = [roomSpan(own), roomSpan(other)];
  const when = { start: span.from, end: span.to, otherStart: taken.from, otherEnd: taken.to };
  return [{ other: other.id, resource: room.id, ...when }];
}

const swapped = (one: Agreement, own: string): Agreement => ({
  ...{ other: own, resource: one.resource, start: one.otherStart, end: one.otherEnd },
  ...{ otherStart: one.start, otherEnd: one.end },
});

const isSame = (a: Agreement) => (b: Agreement) =>
  a.other === b.other &&
  a.resource === b.resource &&
  a.start === b.start &&
  a.end === b.end &&
  a.otherStart === b.otherStart &&
  a.otherEnd === b.otherEnd;

const allows = ({ overlap_agreed }: Agreeing, shared: Agreement): boolean =>
  overlap_agreed !== null && agreementsOf(overlap_agreed).some(isSame(shared));

/** True if somebody has agreed to the overlap of the two as they stand. */
export function isAgreed(a: Agreeing, b: Agreeing): boolean {
  if ((a.overlap_agreed === null && b.overlap_agreed === null) || a.resource_id !== b.resource_id) return false;
  const shared = sharedBy(a, b);
  return shared.length > 0 && shared.every((one) => allows(a, one) || allows(b, swapped(one, a.id)));
}

/** True if somebody has agreed that the two have their room together, as they stand. */
function isRoomAgreed(a: Agreeing, b: Agreeing, rooms: Rooms): boolean {
  if (a.overlap_agreed === null && b.overlap_agreed === null) return false;
  return roomShared(a, b, rooms).some((one) => allows(a, one) || allows(b, swapped(one, a.id)));
}

/** True if two bookings lie over each other, or have the same room at once, and nobody has agreed. The room may be enough for both. */
export const isUndecided = (a: Agreeing, b: Agreeing, rooms: Rooms): boolean =>
  (overlaps(a, b) && !isAgreed(a, b)) || (shareRoom(a, b, rooms) && !isRoomAgreed(a, b, rooms));

/**
 * Returns a pair for each booking that comes when its room is full: the booking, and one of the others. Those that agree with
 * all others that are there at its start do not count.
 */
function openCrowds<E extends Agreeing>(events: readonly E[], rooms: Rooms): [E, E][] {
  const open: [E, E][] = [];
  for (const [room, there] of byRoom(events, rooms)) {
    const byStart = [...there].sort((a, b) =>
      a.start_time === b.start_time ? (a.id < b.id ? -1 : 1) : a.start_time < b.start_time ? -1 : 1,
    );
    let present: E[] = [];
    for (const event of byStart) {
      present = [...present.filter((other) => busyUntil(other) > event.start_time), event];
      if (present.length <= room.count) continue;
      const isSettled = (one: E, other: E) => visitInRoom(one) === visitInRoom(other) || isRoomAgreed(one, other, rooms);
      const asked = present.filter((one) => !present.every((other) => isSettled(one, other)));
      if (new Set(asked.map(visitInRoom)).size <= room.count) continue;
      const other = asked.findLast((one) => !isSettled(event, one));
      if (other) open.push([other, event]);
    }
  }
  return open;
}

/**
 * Returns the pairs that need a decision, each once, the earlier booking first: both have not ended at `now` (ISO UTC), and nobody
 * has agreed. Of a room that is short, one pair for each booking that is too many.
 */
export function openOverlaps<E extends Agreeing>(events: readonly E[], now: string, rooms: Rooms = NO_ROOMS): [E, E][] {
  const coming = events.filter((event) => busyUntil(event) > now);
  const pairs = overlappingPairs(coming).filter(([a, b]) => !isAgreed(a, b));
  if (rooms.size === 0) return pairs;
  const known = new Set(pairs.flatMap(([a, b]) => [`${a.id}+${b.id}`, `${b.id}+${a.id}`]));
  return [...pairs, ...openCrowds(coming, rooms).filter(([a, b]) => !known.has(`${a.id}+${b.id}`))];
}

/**
 * Returns the new `overlap_agreed` of a booking after a person has put it somewhere and was shown the overlaps there. Former
 * agreements stay while they may still mean something, so that undoing the move restores its place alone.
 * @param placed the booking at its new place, with its former `overlap_agreed`
 * @param over the bookings that the person was shown, as they stood then; those of other employees count where they fill the room
 * @param now ISO UTC
 */
export function agreementWith(
  placed: Placed & Pick<Event, 'overlap_agreed'>,
  over: readonly Placed[],
  now: string,
  rooms: Rooms = NO_ROOMS,
): string | null {
  const crowd = crowdAt(asBooking(placed), over.map(asBooking), rooms);
  const added = [
    ...over.flatMap((other) => sharedBy(placed, other)),
    ...crowd.flatMap((other) => roomShared(placed, other, rooms)),
  ];
  const before = agreementsOf(placed.overlap_agreed).filter((one) => one.end > now && one.otherEnd > now);
  const left = MOST_AGREEMENTS - added.length;
  return agreementsText([...added.slice(0, MOST_AGREEMENTS), ...(left > 0 ? before.slice(-left) : [])]);
}

/**
 * Returns the agreements of a booking without those that one decision has added; what was agreed to before it stays.
 * @param text the booking's agreements now. @param before those that it had before the decision. @param after those with it
 */
export function agreementsWithout(text: string | null, before: string | null, after: string | null): string | null {
  const known = agreementsOf(before);
  const added = agreementsOf(after).filter((one) => !known.some(isSame(one)));
  return agreementsText(agreementsOf(text).filter((one) => !added.some(isSame(one))));
}
