/**
 * What a person decides about two bookings that lie over each other. Nothing is kept but the bookings: the issue goes because
 * they have parted or because one of them says that they may, and with the rows every device of the salon hears of it.
 */

import type { EventPlace } from '#data/events/event-place.ts';
import { undoVisit } from '#data/events/visit-edits.ts';
import { moveVisit } from '#data/events/visits.commands.ts';
import { insideOf } from '#data/inside-replica.ts';
import type { OpenReplica } from '#data/open-replica.ts';
import { changeOf, rowNow } from '#data/row-writes.ts';
import { agreementWith, agreementWithout, isAgreed } from '#domain/agreed-overlaps.ts';
import { overlaps } from '#domain/overlap.ts';
import type { LocalRow } from '#schemas/registry.ts';
import type { SyncIssue } from '#sync/core/issues.ts';
import { ResolutionError, type Undo } from './issues.commands.ts';

type Event = LocalRow<'events'>;

/** @throws ResolutionError `decided`: they have parted or been agreed to meanwhile, in another tab or on another device */
async function openPair(replica: OpenReplica, { rowId, otherId = '' }: SyncIssue): Promise<readonly [Event, Event]> {
  const [a, b] = [await rowNow(replica, 'events', rowId), await rowNow(replica, 'events', otherId)];
  if (!a || !b || !overlaps(a, b) || isAgreed(a, b)) throw new ResolutionError('decided');
  return [a, b];
}

/**
 * Moves one of two overlapping bookings, with the other legs of its visit. The issue goes when they part; a place where they
 * still overlap keeps it.
 * @throws ResolutionError `removed`, `decided`; Refusal as `moveVisit`; what the door throws.
 */
export async function moveTo(replica: OpenReplica, issue: SyncIssue, eventId: string, place: EventPlace): Promise<Undo> {
  // The overlap with a removed booking closes by itself: what the person is to hear is why.
  if (!(await rowNow(replica, 'events', eventId))) throw new ResolutionError('removed');
  await openPair(replica, issue);
  const edit = await moveVisit(replica, eventId, place);
  return () => undoVisit(replica, edit);
}

/**
 * Leaves two bookings lying over each other, for as long as neither moves.
 * @param now ISO UTC, device clock
 * @throws ResolutionError `decided`; what the door throws
 */
export async function keepBoth(replica: OpenReplica, issue: SyncIssue, now: string = new Date().toISOString()): Promise<Undo> {
  const [ours, theirs] = await openPair(replica, issue);
  await insideOf(replica).write([changeOf('events', ours.id, { overlap_agreed: agreementWith(ours, [theirs], now) })]);
  return async () => {
    const row = await rowNow(replica, 'events', ours.id);
    if (!row) return 'gone';
    await insideOf(replica).write([changeOf('events', row.id, { overlap_agreed: agreementWithout(row, theirs) })]);
    return 'undone';
  };
}
