/**
 * Tells which room a booking needs and when a room is full (src/README.md, “Rooms and chairs”). A booking has its room from its start
 * until the cleaning up after it is done, the client's waiting included: the employee leaves meanwhile, the client stays in the
 * chair. A room is full while as many visits have it as there are of it. The legs of one visit have it once, because their
 * client is one person.
 */
import type { Event } from '#schemas/events.ts';
import type { Room } from '#schemas/rooms.ts';
import type { Service } from '#schemas/services.ts';
import { type BusySpan, busyUntil, type TimedBooking } from './busy-spans.ts';
import type { Span } from './placing.ts';

/** The room of each service that needs one, by the service's id. */
export type Rooms = ReadonlyMap<string, Room>;

/** The rooms of a salon that has none. */
export const NO_ROOMS: Rooms = new Map();

/**
 * Returns the rooms as bookings ask for them. A service that names a room which is no more needs none.
 * @param all the salon's rooms (`SalonConfig`)
 */
export function roomsByService(all: readonly Room[], services: Iterable<Pick<Service, 'id' | 'room_id'>>): Rooms {
  const known = new Map(all.map((room) => [room.id, room]));
  if (known.size === 0) return NO_ROOMS;
  return new Map(
    [...services].flatMap(({ id, room_id }) => {
      const room = room_id === null ? undefined : known.get(room_id);
      return room ? [[id, room] as const] : [];
    }),
  );
}

/** A booking as far as its room is concerned. */
export type RoomTaking = TimedBooking &
  Pick<Event, 'id' | 'type'> & { readonly service_id?: string | null; readonly visit_id?: string | null };

/** Returns the room that a booking needs; blocked time needs none. */
export const roomOf = ({ type, service_id }: Pick<RoomTaking, 'type' | 'service_id'>, rooms: Rooms): Room | null =>
  (type === 'appointment' && service_id && rooms.get(service_id)) || null;

/** Returns when a booking has its room: all of it, and the cleaning up after it. ISO UTC. */
export const roomSpan = (booking: TimedBooking): BusySpan => ({ from: booking.start_time, to: busyUntil(booking) });

/** Returns the visit that has the room; a booking without others is one of its own. */
export const visitInRoom = ({ id, visit_id }: Pick<RoomTaking, 'id' | 'visit_id'>): string => visit_id ?? id;

/** The time in which a visit has a room: instants in ISO UTC, or minutes of a day. */
export interface RoomTime<T extends number | string = string> extends Span<T> {
  readonly visit: string;
}

const roomTime = (booking: RoomTaking): RoomTime => ({ ...roomSpan(booking), visit: visitInRoom(booking) });

/**
 * Returns the spans in which at least `count` visits have the room, in order.
 * @param bookings those that need it and hold their time
 */
export const spansOfVisits = (bookings: readonly RoomTaking[], count: number): readonly BusySpan[] =>
  spansOfTimes(bookings.map(roomTime), count);

/** Returns the spans in which at least `count` visits have a room, in order. @param times those of one room */
export function spansOfTimes<T extends number | string>(times: readonly RoomTime<T>[], count: number): readonly Span<T>[] {
  const edges = times
    .filter(({ from, to }) => from < to)
    .flatMap(({ from, to, visit }) => [
      { at: from, by: 1, visit },
      { at: to, by: -1, visit },
    ])
    .sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : a.by - b.by));
  const present = new Map<string, number>();
  const spans: Span<T>[] = [];
  let since: T | null = null;
  for (const { at, by, visit } of edges) {
    const legs = (present.get(visit) ?? 0) + by;
    if (legs === 0) present.delete(visit);
    else present.set(visit, legs);
    if (since === null && present.size >= count) since = at;
    else if (since !== null && present.size < count) {
      if (since < at) spans.push({ from: since, to: at });
      since = null;
    }
  }
  return spans;
}
