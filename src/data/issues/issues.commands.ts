/**
 * A person's decisions about sync issues: about one matter of which several contents wait, about two bookings over each other,
 * about a booking whose client is deleted. Each returns its undo if an undo is cheap, else null. Derived issues are not stored:
 * they go when the rows change, on every device.
 */

import { firstValueFrom } from 'rxjs';
import { writeBack } from '#data/events/event-edits.ts';
import type { EventPlace } from '#data/events/event-place.ts';
import { eventsBetween$ } from '#data/events/events.queries.ts';
import { undoVisit } from '#data/events/visit-edits.ts';
import { visitLegs } from '#data/events/visit-legs.ts';
import { moveVisit, setVisitStatus } from '#data/events/visits.commands.ts';
import { insideOf } from '#data/inside-replica.ts';
import type { OpenReplica } from '#data/open-replica.ts';
import { roomsNow } from '#data/rooms.queries.ts';
import { changeOf, rowNow } from '#data/row-writes.ts';
import { agreementsWithout, agreementWith, isUndecided } from '#domain/booking/agreed-overlaps.ts';
import { busyUntil } from '#domain/booking/busy-spans.ts';
import { isRequest } from '#domain/booking/event-status.ts';
import { crowdAt, shareRoom } from '#domain/booking/overlap.ts';
import type { Rooms } from '#domain/booking/taken-rooms.ts';
import { addMinutes } from '#domain/time/time.ts';
import { MOST_BUFFER } from '#schemas/events.ts';
import type { LocalRow } from '#schemas/registry.ts';
import { SHAPES, sameIn } from '#sync/core/columns.ts';
import type { SyncIssue } from '#sync/core/issues.ts';
import { decideIssues, type IssueDecision, type Undo } from './issue-decisions.ts';
import { outdatedRefusals } from './issue-matters.ts';
import { storedRows } from './stored-rows.ts';

export { isTwoCounts, sumOfCounts, type Undo } from './issue-decisions.ts';

/** A decision cannot be carried out; nothing was written and the issue is as it was. */
export class ResolutionError extends Error {
  override readonly name = 'ResolutionError';
  /**
   * `erased`: the client was erased meanwhile; `removed`: the record that would be changed is gone; `decided`: the issue is
   * closed, or another tab is about to close it.
   */
  constructor(readonly reason: 'erased' | 'removed' | 'decided') {
    super(reason);
  }
}

/** @throws ResolutionError `erased`, `decided`; what `write` throws */
async function decideOne(replica: OpenReplica, issue: SyncIssue, decision: IssueDecision, beside: readonly SyncIssue[]) {
  const { done, erased, undo } = await decideIssues(replica, [issue], decision, beside);
  if (erased.length > 0) throw new ResolutionError('erased');
  if (done.length === 0) throw new ResolutionError('decided');
  return undo;
}

type Others = readonly SyncIssue[];

/**
 * Writes our values of the field group, or our whole set of shifts, over the record as it is now, as an ordinary new edit. A
 * record that was deleted meanwhile comes back with them, and so does one that is gone on the server. If somebody else has
 * brought it back meanwhile, only our changes are written over it.
 * @param beside the other contents of the same matter, which are discarded
 * @throws ResolutionError `erased`, `decided`; what `write` throws (StorageFullError, StorageClosedError).
 */
export const keepMine = (replica: OpenReplica, issue: SyncIssue, beside: Others = []): Promise<Undo | null> =>
  decideOne(replica, issue, 'mine', beside);

/**
 * Adds up two counts of one product, each of a part of it.
 * @throws as `keepMine`
 */
export const addCounts = (replica: OpenReplica, issue: SyncIssue, beside: Others = []): Promise<Undo | null> =>
  decideOne(replica, issue, 'sum', beside);

/**
 * Keeps the record as the server has it and discards our side.
 * @throws ResolutionError `decided`
 */
export const keepTheirs = (replica: OpenReplica, issue: SyncIssue, beside: Others = []): Promise<Undo | null> =>
  decideOne(replica, issue, 'theirs', beside);

/**
 * Deletes the record although somebody else has changed it.
 * @throws ResolutionError `decided`; what `write` throws
 */
export const deleteAnyway = (replica: OpenReplica, issue: SyncIssue, beside: Others = []): Promise<Undo | null> =>
  decideOne(replica, issue, 'delete', beside);

/**
 * Sends a refused write again unchanged.
 * @throws as `keepMine`
 */
export const sendAgain = (replica: OpenReplica, issue: SyncIssue): Promise<Undo | null> => decideOne(replica, issue, 'again', []);

/**
 * Discards a refused write for good; a refused new record is removed from this device with it.
 * @throws ResolutionError `decided`; what `write` throws
 */
export const discardRefused = (replica: OpenReplica, issue: SyncIssue): Promise<Undo | null> =>
  decideOne(replica, issue, 'discard', []);

/** Removes refusals that a newer one of the same record has outdated; writes nothing if there are none. */
export async function dropOutdated(replica: OpenReplica, all: readonly SyncIssue[]): Promise<void> {
  const outdated = outdatedRefusals(all).map(({ id }) => id);
  if (outdated.length > 0) await insideOf(replica).removeIssue(...outdated);
}

type Event = LocalRow<'events'>;

/**
 * Returns the two bookings of an overlap.
 * @throws ResolutionError `decided`: they were moved apart or agreed to meanwhile, in another tab or on another device
 */
async function openPair(replica: OpenReplica, { rowId, otherId = '' }: SyncIssue): Promise<readonly [Event, Event]> {
  const [a, b] = [await rowNow(replica, 'events', rowId), await rowNow(replica, 'events', otherId)];
  if (!a || !b || !isUndecided(a, b, await roomsNow(replica))) throw new ResolutionError('decided');
  return [a, b];
}

/**
 * Moves one of two overlapping bookings, with the other legs of its visit; a customer's request is confirmed there. The issue goes when
 * they part; a place where they still overlap keeps it.
 * @throws ResolutionError `removed`, `decided`; Refusal as `moveVisit`; what `write` throws.
 */
export async function moveTo(replica: OpenReplica, issue: SyncIssue, eventId: string, place: EventPlace): Promise<Undo> {
  // The overlap with a removed booking closes by itself, so the person is told why.
  if (!(await rowNow(replica, 'events', eventId))) throw new ResolutionError('removed');
  await openPair(replica, issue);
  const edit = await moveVisit(replica, eventId, place, { confirms: true });
  return () => undoVisit(replica, edit);
}

/** Returns the other booking of an overlap, and, where it is their room that is short, those that fill it with them, as they are now. */
async function overlappedBy(replica: OpenReplica, ours: Event, theirs: Event, rooms: Rooms): Promise<readonly Event[]> {
  if (!shareRoom(ours, theirs, rooms)) return [theirs];
  const since = addMinutes(ours.start_time, -MOST_BUFFER); // one that has ended may still be cleaned up after
  const around = await firstValueFrom(eventsBetween$(replica, since, busyUntil(ours)));
  return [theirs, ...crowdAt(ours, around, rooms).filter(({ id }) => id !== theirs.id)];
}

/** Returns the requests of customers among two bookings, each with all of its visit. */
async function requestsOf(replica: OpenReplica, pair: readonly Event[]): Promise<readonly Event[]> {
  const legs = new Map<string, Event>();
  for (const one of pair)
    for (const leg of isRequest(one) ? await visitLegs(replica, one) : []) if (isRequest(leg)) legs.set(leg.id, leg);
  return [...legs.values()];
}

/**
 * Leaves two bookings over each other as long as neither moves; a customer's request among them is confirmed. Where their room is
 * short, the booking that came later agrees with all that fill it.
 * @param now ISO UTC, device clock
 * @throws ResolutionError `decided`; what `write` throws
 */
export async function keepBoth(replica: OpenReplica, issue: SyncIssue, now: string = new Date().toISOString()): Promise<Undo> {
  const [ours, theirs] = await openPair(replica, issue);
  const rooms = await roomsNow(replica);
  const others = await overlappedBy(replica, ours, theirs, rooms);
  const agreed = agreementWith(ours, others, now, rooms);
  const requests = await requestsOf(replica, [ours, theirs]);
  const confirmed = requests.map(({ id }) => changeOf('events', id, { requested_until: null }));
  await insideOf(replica).write([changeOf('events', ours.id, { overlap_agreed: agreed }), ...confirmed]);
  return async () => {
    const row = await rowNow(replica, 'events', ours.id);
    if (!row) return 'gone';
    const overlap_agreed = agreementsWithout(row.overlap_agreed, ours.overlap_agreed, agreed);
    const asked = requests.map(({ id, requested_until }) => changeOf('events', id, { requested_until }));
    return (await writeBack(replica, [changeOf('events', row.id, { overlap_agreed }), ...asked])) ? 'told' : 'undone';
  };
}

/**
 * Declines a customer's request that lies over another booking, all of its visit.
 * @throws ResolutionError `decided`: it is gone, or answered; what `write` throws
 */
export async function declineRequest(replica: OpenReplica, eventId: string): Promise<Undo> {
  const row = await rowNow(replica, 'events', eventId);
  if (!row || !isRequest(row)) throw new ResolutionError('decided');
  const edit = await setVisitStatus(replica, row, 'cancelled');
  return () => undoVisit(replica, edit);
}

type Client = LocalRow<'clients'>;

/** Returns the deleted records of a client: their own, and those into which it was merged one after the other. */
async function deletedRecords(replica: OpenReplica, clientId: string): Promise<readonly Client[]> {
  const chain = new Map<string, Client>();
  for (let id: string | null = clientId; id !== null && !chain.has(id); ) {
    const row: Client | undefined = (await storedRows(replica, 'clients', [id])).get(id);
    if (!row) break;
    chain.set(id, row);
    id = row.merged_into;
  }
  return [...chain.values()].filter(({ deleted }) => deleted);
}

/**
 * Restores the client of a booking.
 * @throws ResolutionError `erased`: their data are gone for good; `decided`: none of their records is deleted; what `write`
 * throws
 */
export async function bringClientBack(replica: OpenReplica, { rowId }: SyncIssue): Promise<Undo> {
  const booking = await rowNow(replica, 'events', rowId);
  if (!booking?.client_id) throw new ResolutionError('decided');
  const records = await deletedRecords(replica, booking.client_id);
  if (records.some(({ erased_at }) => erased_at !== null)) throw new ResolutionError('erased');
  if (records.length === 0) throw new ResolutionError('decided');
  await insideOf(replica).write(records.map(({ id }) => changeOf('clients', id, { deleted: false })));
  return async () => {
    const there = await Promise.all(records.map(({ id }) => rowNow(replica, 'clients', id)));
    if (there.every((row) => row === null)) return 'gone';
    const columns = SHAPES.clients.writable.filter((column) => column !== 'deleted');
    const isAsBefore = there.every((row, n) => row && records[n] && sameIn({ ...row }, { ...records[n] }, columns));
    if (!isAsBefore) return 'changed';
    await insideOf(replica).write(records.map(({ id }) => changeOf('clients', id, { deleted: true })));
    return 'undone';
  };
}

/**
 * Cancels the booking, or all parts of its visit.
 * @throws ResolutionError `decided`: it is gone; what `write` throws
 */
export async function cancelBooking(replica: OpenReplica, { rowId }: SyncIssue): Promise<Undo> {
  if (!(await rowNow(replica, 'events', rowId))) throw new ResolutionError('decided');
  const edit = await setVisitStatus(replica, { id: rowId }, 'cancelled');
  return () => undoVisit(replica, edit);
}
