/**
 * Finds bookings that overlap (src/README.md, “Overlaps”). A cancelled one frees its slot; completed and no-show ones hold theirs.
 * Blocked time counts against appointments; two blocked times of one employee promise nothing to anybody. A booking in the waiting
 * time of another does not overlap it (busy-spans.ts). `torn` judges the legs of one visit.
 *
 * Bookings of several employees overlap as well where they need the same room and there are fewer of it than visits (taken-rooms.ts).
 */
import type { Event } from '#schemas/events.ts';
import type { Room } from '#schemas/rooms.ts';
import { busyTogether, busyUntil, type ExtraTimes, shareTime } from './busy-spans.ts';
import { NO_ROOMS, type Rooms, roomOf, roomSpan, spansOfVisits, visitInRoom } from './taken-rooms.ts';

/** The fields that decide whether two events clash. Instants are canonical ISO UTC, which sorts as text. */
export type Timed = Pick<Event, 'id' | 'resource_id' | 'start_time' | 'end_time' | 'type' | 'status'> &
  ExtraTimes & {
    readonly service_id?: string | null;
    readonly visit_id?: string | null;
    readonly deleted?: boolean;
  };

/** True if the event keeps its time: neither deleted nor cancelled. */
export function holdsSlot(event: Pick<Timed, 'status' | 'deleted'>): boolean {
  return event.deleted !== true && event.status !== 'cancelled';
}

const clashes = (a: Timed, b: Timed) =>
  (a.type !== 'blocking' || b.type !== 'blocking') && (!a.visit_id || a.visit_id !== b.visit_id);

/** True if two events take the same minute of the same employee. Touching ends do not count. An event never overlaps itself. */
export function overlaps(a: Timed, b: Timed): boolean {
  return a.id !== b.id && a.resource_id === b.resource_id && busyTogether(a, b) && clashes(a, b) && holdsSlot(a) && holdsSlot(b);
}

/** Returns the pairs that overlap, each once, the earlier event first. */
export function overlappingPairs<E extends Timed>(events: readonly E[]): [E, E][] {
  const pairs: [E, E][] = [];
  const open = new Map<string, E[]>();
  const sorted = events
    .filter(holdsSlot)
    .sort((a, b) => (a.start_time < b.start_time ? -1 : a.start_time > b.start_time ? 1 : 0));
  for (const event of sorted) {
    const still = (open.get(event.resource_id) ?? []).filter((other) => busyUntil(other) > event.start_time);
    for (const other of still) if (overlaps(other, event)) pairs.push([other, event]);
    still.push(event);
    open.set(event.resource_id, still);
  }
  return pairs;
}

/** Returns the bookings that hold a room, by room; a salon without rooms has none. */
export function byRoom<E extends Timed>(events: readonly E[], rooms: Rooms): ReadonlyMap<Room, readonly E[]> {
  const found = new Map<Room, E[]>();
  if (rooms.size === 0) return found;
  for (const event of events) {
    const room = roomOf(event, rooms);
    if (!room || !holdsSlot(event)) continue;
    const there = found.get(room);
    if (there) there.push(event);
    else found.set(room, [event]);
  }
  return found;
}

/** True if two bookings have the same room at the same minute, as two visits. It may be that there are enough of it. */
export function shareRoom(a: Timed, b: Timed, rooms: Rooms): boolean {
  const room = roomOf(a, rooms);
  if (!room || room.id !== roomOf(b, rooms)?.id || visitInRoom(a) === visitInRoom(b)) return false;
  return holdsSlot(a) && holdsSlot(b) && shareTime([roomSpan(a)], [roomSpan(b)]);
}

/**
 * Returns the events that have the room of a booking in the minutes in which nothing of it is left for the booking. Those of its
 * own visit do not count.
 */
export function crowdAt<E extends Timed>(candidate: Timed, events: readonly E[], rooms: Rooms): readonly E[] {
  const room = roomOf(candidate, rooms);
  if (!room || !holdsSlot(candidate)) return [];
  const others = events.filter((event) => event.id !== candidate.id && shareRoom(candidate, event, rooms));
  const own = [roomSpan(candidate)];
  const full = spansOfVisits(others, room.count).filter((span) => shareTime([span], own));
  // Three spans of which each two share a minute share one all together.
  return others.filter((event) => shareTime([roomSpan(event)], full));
}

/** Returns the ids of all events that overlap another, or have a room of which there are too few. */
export function overlapping(events: readonly Timed[], rooms: Rooms = NO_ROOMS): Set<string> {
  const double = new Set(overlappingPairs(events).flatMap(([a, b]) => [a.id, b.id]));
  for (const id of crowded(events, rooms)) double.add(id);
  return double;
}

/** Returns the ids of the events that have a room in minutes in which there are too few of it. */
export function crowded(events: readonly Timed[], rooms: Rooms): Set<string> {
  const found = new Set<string>();
  for (const [room, there] of byRoom(events, rooms)) {
    const short = spansOfVisits(there, room.count + 1);
    for (const event of there) if (shareTime([roomSpan(event)], short)) found.add(event.id);
  }
  return found;
}

/**
 * Returns the events that a booking at this time would overlap, for the warning of the dialog and of a drag: of its employee, and
 * of others where its room is full.
 */
export function overlapsWith<E extends Timed>(candidate: Timed, events: readonly E[], rooms: Rooms = NO_ROOMS): E[] {
  const crowd = new Set<Timed>(crowdAt(candidate, events, rooms));
  return events.filter((event) => overlaps(candidate, event) || crowd.has(event));
}
