/**
 * Commands of the salon's rooms and chairs. Each changes one of them in the list as it is now and writes the list whole: it is one
 * decision (schemas/rooms.ts).
 */
import { Refusal } from '#domain/records/refusal.ts';
import { cleanText } from '#schemas/clean-text.ts';
import { MOST_ROOMS, type Room, roomsOf, roomsText } from '#schemas/rooms.ts';
import { newId } from './new-id.ts';
import type { OpenReplica } from './open-replica.ts';
import { rowNow } from './row-writes.ts';
import { type SalonTextsEdit, updateSalonTexts } from './salon.commands.ts';

/** The values that a person gives a room: its name, and how many there are. */
export type RoomInput = Omit<Room, 'id'>;

/**
 * Returns the other room with this name, however it is written; undefined if there is none. @param id the room's own; undefined for a
 * new one
 */
export function sameNamed(rooms: readonly Room[], name: string, id?: string): Room | undefined {
  const plain = (text: string) => cleanText(text).trim().replace(/\s+/gu, ' ').toLocaleLowerCase();
  return rooms.find((room) => room.id !== id && plain(room.name) === plain(name));
}

/**
 * Writes the list that is made from the present one. @returns what an undo (`undoSalonTexts`) needs; null: nothing was to be changed
 * @throws as `updateSalonTexts`
 */
async function writeRooms(
  replica: OpenReplica,
  make: (rooms: readonly Room[]) => readonly Room[],
): Promise<SalonTextsEdit | null> {
  const now = (await rowNow(replica, 'salon_settings', String(replica.salonId)))?.rooms ?? null;
  const rooms = roomsText(make(roomsOf(now)));
  return rooms === now ? null : updateSalonTexts(replica, { rooms });
}

const checked = ({ name, count }: RoomInput, others: readonly Room[], id?: string): RoomInput => {
  const clean = cleanText(name).trim();
  if (!clean) throw new Refusal('name_required', 'name');
  if (sameNamed(others, clean, id)) throw new Refusal('room_name_taken', 'name');
  return { name: clean, count };
};

/**
 * Adds a room or chair; on disk when it resolves. @returns its id, and what an undo needs
 * @throws Refusal `name_required`, `room_name_taken`, `too_many_rooms` beyond MOST_ROOMS, `salon_required`; what `write` throws
 */
export async function addRoom(
  replica: OpenReplica,
  input: RoomInput,
): Promise<{ readonly id: string; readonly edit: SalonTextsEdit | null }> {
  const id = newId();
  const edit = await writeRooms(replica, (rooms) => {
    const room = { id, ...checked(input, rooms) };
    if (rooms.length >= MOST_ROOMS) throw new Refusal('too_many_rooms', 'name');
    return [...rooms, room];
  });
  return { id, edit };
}

/**
 * Changes a room or chair. @returns what an undo needs. @throws Refusal `invalid_id` if it is gone, and as `addRoom`
 */
export const changeRoom = (replica: OpenReplica, id: string, input: RoomInput): Promise<SalonTextsEdit | null> =>
  writeRooms(replica, (rooms) => {
    if (!rooms.some((room) => room.id === id)) throw new Refusal('invalid_id');
    return rooms.map((room) => (room.id === id ? { id, ...checked(input, rooms, id) } : room));
  });

/**
 * Removes a room or chair; nothing happens if it is gone. The services that name it need none then, and need it again if that is taken
 * back. @returns what an undo needs
 */
export const removeRoom = (replica: OpenReplica, id: string): Promise<SalonTextsEdit | null> =>
  writeRooms(replica, (rooms) => rooms.filter((room) => room.id !== id));
