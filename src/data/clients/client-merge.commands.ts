/**
 * Merges two records of one person. The duplicate names the record that stands for it (`merged_into`), and its bookings are read
 * as those of that record. The kept record takes the values that it lacks from the duplicate, which stays as it is. A merge can
 * be undone until it is sent. Two devices that merge in opposite directions end with one client (`survivorOf` of
 * src/domain/people/merged-clients.ts).
 */

import { map, type Observable } from 'rxjs';
import { forgetNote, keepNote, readNote } from '#data/browser/small-notes.ts';
import { insideOf } from '#data/inside-replica.ts';
import { liveRows } from '#data/live-rows.ts';
import type { OpenReplica } from '#data/open-replica.ts';
import { changeOf, rowNow } from '#data/row-writes.ts';
import { survivorOf } from '#domain/people/merged-clients.ts';
import { Refusal } from '#domain/records/refusal.ts';
import type { LocalRow, Values } from '#schemas/registry.ts';

type Client = LocalRow<'clients'>;
type Filled = Partial<Pick<Values<'clients'>, 'phone' | 'email' | 'address' | 'city' | 'birth_date' | 'notes'>>;

const FILLED = ['phone', 'email', 'address', 'city', 'birth_date'] as const;
/** The longest notes, in characters. */
const LONGEST_NOTES = 5000;
/** Returns the key of the note of the columns that the kept record took from a duplicate: their names, for taking it back. */
const noteKey = (replica: OpenReplica, dropId: string) => `greben.merged.${replica.userId}.${replica.salonId}.${dropId}`;

function joinedNotes(keep: Client, drop: Client): string | null {
  if (!drop.notes || keep.notes?.includes(drop.notes)) return null;
  const joined = [keep.notes, drop.notes].filter(Boolean).join('\n');
  return joined.length <= LONGEST_NOTES ? joined : null;
}

/** Returns the values that the kept record takes from its duplicate: the columns that are empty in it, and the notes of both. */
export function takenOver(keep: Client, drop: Client): Filled {
  const filled: Filled = {};
  for (const column of FILLED) if (keep[column] === null && drop[column] !== null) filled[column] = drop[column];
  const notes = joinedNotes(keep, drop);
  return notes === null ? filled : { ...filled, notes };
}

/**
 * Returns the values of a duplicate that differ from those of the kept record: they were left out of it, or written later on a
 * device that did not know of the merge.
 */
export function heldOtherwise(keep: Client, drop: Client): Filled {
  const other: Filled = {};
  for (const column of FILLED) if (drop[column] !== null && drop[column] !== keep[column]) other[column] = drop[column];
  return drop.notes && !keep.notes?.includes(drop.notes) ? { ...other, notes: drop.notes } : other;
}

/**
 * Merges one client into another.
 * @throws Refusal `invalid_id` if one of them is gone, or is itself merged
 */
export async function mergeClients(replica: OpenReplica, keepId: string, dropId: string): Promise<void> {
  const [keep, drop] = [await rowNow(replica, 'clients', keepId), await rowNow(replica, 'clients', dropId)];
  if (!keep || !drop || keepId === dropId || drop.merged_into !== null) throw new Refusal('invalid_id');
  const filled = takenOver(keep, drop);
  const own = Object.keys(filled).length > 0 ? [changeOf('clients', keepId, filled)] : [];
  await insideOf(replica).write([...own, changeOf('clients', dropId, { merged_into: keepId })]);
  keepNote('local', noteKey(replica, dropId), JSON.stringify(Object.keys(filled)));
}

/** Follows all records that this client stands for, including those that were merged into one of its duplicates before. */
export const recordsBehind$ = (replica: OpenReplica, keepId: string): Observable<readonly Client[]> =>
  liveRows(replica, 'clients', { selector: { merged_into: { $gt: '' } } }).pipe(
    map((merged) => {
      const byId = new Map(merged.map((row) => [row.id, row]));
      return merged.filter(({ id }) => id !== keepId && survivorOf(id, (at) => byId.get(at)) === keepId);
    }),
  );

/** Follows the duplicates whose merge into this client the server has not confirmed yet. */
export const unsentMerges$ = (replica: OpenReplica, keepId: string): Observable<readonly Client[]> =>
  liveRows(replica, 'clients', { selector: { merged_into: keepId } }).pipe(
    map((rows) => rows.filter(({ pending }) => pending === 1)),
  );

function tookOver(replica: OpenReplica, dropId: string): readonly string[] {
  try {
    const kept: unknown = JSON.parse(readNote('local', noteKey(replica, dropId)) ?? '[]');
    return Array.isArray(kept) ? kept.filter((column) => typeof column === 'string') : [];
  } catch {
    return []; // the values that the kept record took stay in it then
  }
}

/**
 * Undoes a merge.
 * @returns `sent`: too late, the server has confirmed it; `gone`: the two are not merged any more
 */
export async function undoMerge(replica: OpenReplica, dropId: string): Promise<'undone' | 'sent' | 'gone'> {
  const document = await insideOf(replica).rows.clients.findOne(dropId).exec();
  // The document itself is read, because the rows of screens may lag behind in `sent` (live-rows.ts).
  const drop = document?.toJSON() as Client | undefined;
  if (!drop || drop.deleted || drop.merged_into === null) return 'gone';
  if (drop.pending === 0) return 'sent';
  const keep = await rowNow(replica, 'clients', drop.merged_into);
  const back: Filled = {};
  const columns = keep ? tookOver(replica, dropId) : [];
  for (const column of FILLED) if (columns.includes(column) && keep?.[column] === drop[column]) back[column] = null;
  if (columns.includes('notes') && drop.notes && keep?.notes?.endsWith(drop.notes))
    back.notes = keep.notes.slice(0, -drop.notes.length).trimEnd() || null;
  const own = keep && Object.keys(back).length > 0 ? [changeOf('clients', keep.id, back)] : [];
  await insideOf(replica).write([...own, changeOf('clients', dropId, { merged_into: null })]);
  forgetNote('local', noteKey(replica, dropId));
  return 'undone';
}

const apartKey = ({ userId, salonId }: OpenReplica) => `greben.apart.${userId}.${salonId}`;
const pairOf = (one: string, other: string) => [one, other].sort().join(' ');

/** Returns the pairs of ids that somebody has marked as two people on this device. */
export function apartPairs(replica: OpenReplica): ReadonlySet<string> {
  try {
    const kept: unknown = JSON.parse(readNote('local', apartKey(replica)) ?? '[]');
    return new Set(Array.isArray(kept) ? kept.filter((pair) => typeof pair === 'string') : []);
  } catch {
    return new Set(); // the note is unusable: the question is asked again
  }
}

/** Notes that these are two people: they are not offered to be merged any more. */
export function tellApart(replica: OpenReplica, one: string, other: string): void {
  keepNote('local', apartKey(replica), JSON.stringify([...apartPairs(replica), pairOf(one, other)]));
}

/** Tells whether somebody has marked the two as two people. */
export const areApart = (pairs: ReadonlySet<string>, one: string, other: string): boolean => pairs.has(pairOf(one, other));
