/**
 * The canonical text of a salon's rooms and chairs: what several bookings cannot use at once, whoever works there. All of them are
 * one decision. A service names one by its id (`room_id`).
 *
 * `[["<id>","Laser room",1],["<id>","Wash basin",2]]`: id, name, how many there are; in order of the id, which is the order in
 * which they were made. Null: the salon has none.
 */
import { cleanText, isStoredName } from './clean-text.ts';
import { isRowId } from './row-id.ts';

/** A room, a chair or a device that several services need. */
export interface Room {
  readonly id: string;
  readonly name: string;
  /** How many of it there are: so many clients can have it at once. */
  readonly count: number;
}

/** The most rooms of a salon, the most of one kind, and the longest name. */
export const MOST_ROOMS = 50;
export const MOST_OF_A_ROOM = 99;
export const LONGEST_ROOM_NAME = 80;

const isCount = (count: unknown): count is number =>
  typeof count === 'number' && Number.isInteger(count) && count >= 1 && count <= MOST_OF_A_ROOM;

function roomOf(entry: unknown): Room | null {
  if (!Array.isArray(entry) || entry.length !== 3) return null;
  const [id, text, count] = entry as unknown[];
  if (typeof id !== 'string' || !isRowId(id) || typeof text !== 'string' || !isCount(count)) return null;
  const name = cleanText(text).trim();
  return name !== '' && isStoredName(name, LONGEST_ROOM_NAME) ? { id, name, count } : null;
}

/** Null for a text that is no list of rooms, or that names one twice. */
export function readRooms(text: string): Room[] | null {
  let list: unknown;
  try {
    list = JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
  if (!Array.isArray(list) || list.length > MOST_ROOMS) return null;
  const rooms = (list as unknown[]).map(roomOf);
  if (!rooms.every((room) => room !== null)) return null;
  return new Set(rooms.map(({ id }) => id)).size === rooms.length ? rooms : null;
}

/** Returns the rooms in a row's column; none for null and for a text that is not valid. */
export const roomsOf = (value: unknown): readonly Room[] => (typeof value === 'string' ? (readRooms(value) ?? []) : []);

/** In order of the id; null for none. */
export function roomsText(rooms: readonly Room[]): string | null {
  const sorted = [...rooms].sort((a, b) => (a.id < b.id ? -1 : 1));
  return sorted.length === 0 ? null : JSON.stringify(sorted.map(({ id, name, count }) => [id, name, count]));
}
