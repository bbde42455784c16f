/**
 * What a person decides about one sync issue, or about one matter of which several contents wait. Where a decision is cheap
 * to take back, what is returned does so; null where it is not.
 */

import { insideOf } from '#data/inside-replica.ts';
import type { OpenReplica } from '#data/open-replica.ts';
import type { SyncIssue } from '#sync/core/issues.ts';
import { type Decision, decide, type Undo } from './issue-decisions.ts';
import { outdatedRefusals } from './issue-matters.ts';

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

/** @throws ResolutionError `erased`, `decided`; what the door throws */
async function decideOne(replica: OpenReplica, issue: SyncIssue, decision: Decision, beside: readonly SyncIssue[]) {
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
export const keepMine = (replica: OpenReplica, issue: SyncIssue, beside: Others = []): Promise<Undo | null> =>
  decideOne(replica, issue, 'mine', beside);

/** The record stays as the server has it; our side is let go. @throws ResolutionError `decided` */
export const keepTheirs = (replica: OpenReplica, issue: SyncIssue, beside: Others = []): Promise<Undo | null> =>
  decideOne(replica, issue, 'theirs', beside);

/** Deletes the record after all, though somebody else has changed it. @throws ResolutionError `decided`; what the door throws */
export const deleteAnyway = (replica: OpenReplica, issue: SyncIssue, beside: Others = []): Promise<Undo | null> =>
  decideOne(replica, issue, 'delete', beside);

/** Sends a refused write again as it is. @throws as `keepMine` */
export const sendAgain = (replica: OpenReplica, issue: SyncIssue): Promise<Undo | null> => decideOne(replica, issue, 'again', []);

/**
 * Lets go of a refused write for good; a refused new record goes from this device with it.
 * @throws ResolutionError `decided`; what the door throws
 */
export const discardRefused = (replica: OpenReplica, issue: SyncIssue): Promise<Undo | null> =>
  decideOne(replica, issue, 'discard', []);

/** Takes refusals off the list that a newer one of the same record has outdated; writes nothing where there are none. */
export async function dropOutdated(replica: OpenReplica, all: readonly SyncIssue[]): Promise<void> {
  const outdated = outdatedRefusals(all).map(({ id }) => id);
  if (outdated.length > 0) await insideOf(replica).removeIssue(...outdated);
}
