/**
 * What people do where several services share a room or a chair: they say which rooms there are and how many, book and move over a room
 * that is full, sometimes knowingly, and leave one that is short as it is. Each looks at its own desk; the rules are the app's
 * (src/domain/booking/taken-rooms.ts, agreed-overlaps.ts).
 */
import { type Agreeing, agreementWith, openOverlaps } from '#domain/booking/agreed-overlaps.ts';
import { crowdAt, overlapsWith } from '#domain/booking/overlap.ts';
import { type Rooms, roomOf, roomSpan, roomsByService } from '#domain/booking/taken-rooms.ts';
import type { LocalRow } from '#schemas/registry.ts';
import { roomsOf, roomsText } from '#schemas/rooms.ts';
import type { StateRow } from '#sync/core/columns.ts';
import { below, chance, pick } from '../random.ts';
import type { Change, Desk, Operation } from './people.ts';
import { NEXT_DAY, type OverlapHand, wordOf, wordsOf } from './people-overlaps.ts';

type Made = Omit<Operation, 'name'>;

const QUARTER_MS = 900_000;
const NOW = new Date(NEXT_DAY - 1).toISOString();
const ROOMS = ['basin', 'laser'] as const;

const isPlaced = (row: StateRow): boolean => typeof row.start_time === 'string' && typeof row.end_time === 'string';
const bookings = (desk: Desk): readonly Agreeing[] => desk.live('events').filter(isPlaced) as unknown as readonly Agreeing[];
const servicesOn = (desk: Desk) => desk.live('services') as unknown as readonly LocalRow<'services'>[];
const roomsOn = (desk: Desk): Rooms => roomsByService(roomsOf(desk.live('salon_settings')[0]?.rooms), servicesOn(desk));

/** Of two as they have a room; the same from either side. */
export function roomWordOf(a: Agreeing, b: Agreeing, room: string): string {
  const taken = (one: Agreeing) => ({
    ...{ id: one.id, resource_id: room },
    ...{ start_time: roomSpan(one).from, end_time: roomSpan(one).to },
  });
  return wordOf(taken(a), taken(b));
}

/** Other numbers and names; where no service needs a room yet, one for each room. */
export function setRooms(desk: Desk, hand: OverlapHand): Made | null {
  const [settings] = desk.live('salon_settings');
  if (!settings) return null;
  const known = roomsOf(settings.rooms);
  const gone = known.length > 1 && chance(hand.random, 0.15) ? pick(hand.random, known).id : null;
  const rooms = ROOMS.filter((id) => id !== gone).map((id) => ({
    ...{ id, name: `${id} ${hand.next()}`, count: id === 'laser' ? 1 : 1 + below(hand.random, 2) },
  }));
  const isNeeded = servicesOn(desk).some(({ room_id }) => room_id !== null);
  const services = ROOMS.map(
    (room_id): Change => ({ table: 'services', id: hand.id('s'), change: { name: `услуга ${hand.next()}`, room_id } }),
  );
  return {
    changes: [{ table: 'salon_settings', id: settings.id, change: { rooms: roomsText(rooms) } }, ...(isNeeded ? [] : services)],
  };
}

/** The words by which a booking agrees with others: of their employee's time, and of the room that they fill with it. */
function agreesTo(placed: Agreeing, others: readonly Agreeing[], rooms: Rooms): readonly string[] {
  const room = roomOf(placed, rooms);
  const crowd = room ? crowdAt(placed, others, rooms).map((other) => roomWordOf(placed, other as Agreeing, room.id)) : [];
  const over = others.filter(({ resource_id }) => resource_id === placed.resource_id);
  return [...over.flatMap((other) => wordsOf(placed, other)), ...crowd];
}

/** Puts a booking somewhere; two of three look at what it lies over there and say that it may. */
function putAt(desk: Desk, hand: OverlapHand, id: string, was: Partial<Agreeing>, more: object): Made {
  const start = NEXT_DAY + below(hand.random, 6) * QUARTER_MS + hand.next() * 1000;
  const place = {
    resource_id: pick(hand.random, hand.employees),
    start_time: new Date(start).toISOString(),
    end_time: new Date(start + (2 + below(hand.random, 3)) * QUARTER_MS).toISOString(),
  };
  const placed = { type: 'appointment', status: 'booked', overlap_agreed: null, ...was, ...more, id, ...place } as Agreeing;
  const rooms = roomsOn(desk);
  const over = chance(hand.random, 0.66) ? overlapsWith(placed, bookings(desk), rooms) : [];
  const overlap_agreed = agreementWith(placed, over, NOW, rooms);
  return {
    changes: [{ table: 'events', id, change: { ...place, ...more, ...(over.length > 0 ? { overlap_agreed } : {}) } }],
    agrees: agreesTo(placed, over, rooms),
  };
}

export function bookRoom(desk: Desk, hand: OverlapHand): Made | null {
  const services = servicesOn(desk).filter(({ room_id }) => room_id !== null);
  if (services.length === 0) return setRooms(desk, hand);
  const { id: service_id } = pick(hand.random, services);
  const buffer_after = chance(hand.random, 0.3) ? 10 : 0;
  const more = { service_id, buffer_after, title: `час ${hand.next()}`, status: 'booked', price: 25, currency: 'BGN' };
  return putAt(desk, hand, hand.id('e'), {}, more);
}

export function moveRoom(desk: Desk, hand: OverlapHand): Made | null {
  const all = bookings(desk);
  if (all.length === 0) return null;
  const row = pick(hand.random, all);
  return putAt(desk, hand, row.id, row, {});
}

/** "Leave them so": one of the two says it, of all that fill the room with it. */
export function leaveRoomSo(desk: Desk, hand: OverlapHand): Made | null {
  const rooms = roomsOn(desk);
  const open = openOverlaps(bookings(desk), NOW, rooms);
  if (open.length === 0) return null;
  const pair = pick(hand.random, open);
  const [one, other] = chance(hand.random, 0.5) ? pair : ([pair[1], pair[0]] as const);
  const crowd = crowdAt(one, bookings(desk), rooms).filter(({ id }) => id !== other.id) as readonly Agreeing[];
  const others = [other, ...crowd];
  return {
    changes: [{ table: 'events', id: one.id, change: { overlap_agreed: agreementWith(one, others, NOW, rooms) } }],
    agrees: agreesTo(one, others, rooms),
  };
}
