/**
 * What a person decides about one sync issue, or about one matter of which several contents wait. Where a decision is cheap
 * to take back, what is returned does so; null where it is not.
 */
import { overlaps } from '#domain/overlap.ts';
import type { SyncIssue } from '#sync/issues.ts';
import type { Replica } from '#sync/replica.ts';
import { type EventPlace, moveEvent } from './events.commands.ts';
import { type Decision, decide, type Undo } from './issue-decisions.ts';
import { putBack } from './issue-writes.ts';
import { forgetOverlap, keepOverlap } from './kept-overlaps.ts';
import { rowNow } from './row-writes.ts';

export type { Undo } from './issue-decisions.ts';

/** A decision that cannot be carried out; nothing was written and the issue stands as it was. */
export class ResolutionError extends Error {
  override readonly name = 'ResolutionError';
  /**
   * `erased`: the client was erased meanwhile; `removed`: the record that would be changed is not there any more; `decided`:
   * the issue is closed, or another tab is about to close it.
   */
  constructor(readonly reason: 'erased' | 'removed' | 'decided') {
    super(reason);
  }
}

/**
 * Carries a decision out where no other tab has decided. `leaveOpen`: for one after which the issue stands.
 * @throws ResolutionError `decided`
 */
async function deciding<T>(
  replica: Replica,
  { id }: SyncIssue,
  carryOut: (leaveOpen: () => Promise<void>) => Promise<T>,
): Promise<T> {
  const claim = await replica.claimIssues(id);
  if (claim === null) throw new ResolutionError('decided');
  try {
    return await carryOut(() => claim.end());
  } catch (error) {
    await claim.end().catch((failure: unknown) => console.warn('The claim ends by itself', failure));
    throw error;
  }
}

/** @throws ResolutionError `erased`, `decided`; what the door throws */
async function decideOne(replica: Replica, issue: SyncIssue, decision: Decision, beside: readonly SyncIssue[]) {
  const { done, erased, undo } = await decide(replica, [issue], decision, beside);
  if (erased.length > 0) throw new ResolutionError('erased');
  if (done.length === 0) throw new ResolutionError('decided');
  return undo;
}

type Others = readonly SyncIssue[];

/**
 * Our values of the field group, or our whole set of shifts, over the record as it stands now: an ordinary new edit. A record
 * that was deleted meanwhile comes back with them. So for what was deleted or is gone on the server; where somebody else has
 * brought it back meanwhile, only what we changed is written over it.
 * @param beside the other contents of the same matter, which are let go
 * @throws ResolutionError `erased`, `decided`; what the door throws (StorageFullError, StorageClosedError).
 */
export const keepMine = (replica: Replica, issue: SyncIssue, beside: Others = []): Promise<Undo | null> =>
  decideOne(replica, issue, 'mine', beside);

/** The record stays as the server has it; our side is let go. @throws ResolutionError `decided` */
export const keepTheirs = (replica: Replica, issue: SyncIssue, beside: Others = []): Promise<Undo | null> =>
  decideOne(replica, issue, 'theirs', beside);

/** Deletes the record after all, though somebody else has changed it. @throws ResolutionError `decided`; what the door throws */
export const deleteAnyway = (replica: Replica, issue: SyncIssue, beside: Others = []): Promise<Undo | null> =>
  decideOne(replica, issue, 'delete', beside);

/** Sends a refused write again as it is. @throws as `keepMine` */
export const sendAgain = (replica: Replica, issue: SyncIssue): Promise<Undo | null> => decideOne(replica, issue, 'again', []);

/**
 * Lets go of a refused write for good; a refused new record goes from this device with it.
 * @throws ResolutionError `decided`; what the door throws
 */
export const discardRefused = (replica: Replica, issue: SyncIssue): Promise<Undo | null> =>
  decideOne(replica, issue, 'discard', []);

/**
 * Moves one of two overlapping bookings. The issue goes when they part; a place where they still overlap keeps it.
 * @throws ResolutionError `removed`, `decided`; Refusal as `moveEvent`; what the door throws.
 */
export async function moveTo(replica: Replica, issue: SyncIssue, eventId: string, place: EventPlace): Promise<Undo> {
  // The overlap with a removed booking closes by itself: what the person is to hear is why.
  if (!(await rowNow(replica, 'events', eventId))) throw new ResolutionError('removed');
  return deciding(replica, issue, async (leaveOpen) => {
    const was = await rowNow(replica, 'events', eventId);
    if (!was) throw new ResolutionError('removed');
    await moveEvent(replica, eventId, place);
    const otherId = eventId === issue.rowId ? issue.otherId : issue.rowId;
    const other = otherId ? await rowNow(replica, 'events', otherId) : null;
    if (!other || !overlaps({ ...was, ...place }, other)) await replica.removeIssue(issue.id);
    else await leaveOpen();
    const { start_time, end_time, resource_id } = was;
    return async () => {
      // The booking first: an issue about two that have parted closes itself.
      await moveEvent(replica, eventId, { start_time, end_time, resource_id });
      await putBack(replica, issue);
    };
  });
}

/**
 * Leaves two bookings lying over each other, for as long as neither moves.
 * @param now ISO UTC, device clock
 * @throws ResolutionError `decided`; what the storage throws
 */
export const keepBoth = (replica: Replica, issue: SyncIssue, now: string = new Date().toISOString()): Promise<Undo> =>
  deciding(replica, issue, async () => {
    const ours = await rowNow(replica, 'events', issue.rowId);
    const theirs = issue.otherId ? await rowNow(replica, 'events', issue.otherId) : null;
    if (ours && theirs) await keepOverlap(replica, ours, theirs, now);
    await replica.removeIssue(issue.id);
    return async () => {
      if (ours && theirs) await forgetOverlap(replica, ours, theirs);
      await putBack(replica, issue);
    };
  });
