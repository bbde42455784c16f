/** Saves of the reservation dialog and their undo: the bookings that one save made, changed and removed go back together. */
import type { OpenReplica } from '#data/open-replica.ts';
import { changeOf, rowNow, type UndoOutcome } from '#data/row-writes.ts';
import type { LocalRow } from '#schemas/registry.ts';
import type { Change } from '#sync/replica.ts';
import { broughtBack, type EventEdit, WRITTEN, writeBack } from './event-edits.ts';
import { changedDecisions, editsBack } from './visit-edits.ts';
import { visitLegs } from './visit-legs.ts';

type Event = LocalRow<'events'>;

/** A booking, or all legs of a visit, before and after a save; empty: there was none, or there is none any more. */
export interface BookingSave {
  readonly was: readonly Event[];
  readonly is: readonly Event[];
}

/** Reads these bookings as they are now, each with the rest of its visit; those that are gone are left out. */
export async function bookingsNow(replica: OpenReplica, ids: readonly string[]): Promise<readonly Event[]> {
  const found = new Map<string, Event>();
  for (const id of ids) {
    const row = found.has(id) ? null : await rowNow(replica, 'events', id);
    for (const leg of row ? await visitLegs(replica, row) : []) found.set(leg.id, leg);
  }
  return [...found.values()];
}

const idsOf = (bookings: readonly Event[]) => bookings.map(({ id }) => id);

const without = (legs: readonly Event[], others: readonly Event[]) =>
  legs.filter(({ id }) => !others.some((other) => other.id === id));

/** Returns the columns that an undo writes. The agreement about a place stays noted, as with a move (`moveEvent`). */
const valuesOf = (event: Event) =>
  Object.fromEntries(WRITTEN.filter((column) => column !== 'overlap_agreed').map((column) => [column, event[column]]));

const editBetween = (was: Event, is: Event): EventEdit => ({ id: is.id, before: valuesOf(was), wrote: valuesOf(is) });
/** Tells whether the two differ in anything except the agreement about the bookings under them. */
export const differ = (was: Event, is: Event): boolean => changedDecisions(editBetween(was, is)).length > 0;

/** Tells whether the save changed anything. */
export function hasChanged({ was, is }: BookingSave): boolean {
  return was.length !== is.length || is.some((leg) => was.every((old) => old.id !== leg.id || differ(old, leg)));
}

/**
 * Undoes a save in one call: a booking that it made is deleted, one that it removed comes back, and one that it changed gets its
 * former values, unless somebody has changed the same since (`undoVisit`). If somebody has changed a booking that it made, or has
 * added one to the visit that it made or took apart, everything stays as it is.
 */
export async function undoSave(replica: OpenReplica, { was, is }: BookingSave): Promise<UndoOutcome> {
  const changes: Change[] = [];
  const reshaped = without(is, was).length > 0 || without(was, is).length > 0;
  const added = reshaped ? without(await bookingsNow(replica, idsOf([...was, ...is])), [...was, ...is]) : [];
  if (added.length > 0) return 'changed';
  for (const made of without(is, was)) {
    const now = await rowNow(replica, 'events', made.id);
    if (now && differ(made, now)) return 'changed';
    if (now) changes.push(changeOf('events', made.id, { deleted: true }));
  }
  for (const removed of without(was, is)) {
    const change = await broughtBack(replica, removed);
    if (change) changes.push(change);
  }
  const edits = is.flatMap((leg) => was.filter(({ id }) => id === leg.id).map((old) => editBetween(old, leg)));
  const back = await editsBack(replica, edits);
  changes.push(...back.changes);
  const told = await writeBack(replica, changes);
  if (told && back.kept === 0) return 'told';
  if (back.kept > 0) return changes.length > 0 ? 'partly' : 'changed';
  return changes.length > 0 ? 'undone' : 'gone';
}
