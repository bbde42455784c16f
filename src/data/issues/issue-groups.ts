/** One decision about many issues, in few large steps: between two of them screens show how far it is. */

import type { OpenReplica } from '#data/open-replica.ts';
import type { UndoOutcome } from '#data/undo-outcome.ts';
import type { SyncIssue } from '#sync/core/issues.ts';
import { type Decision, decide, type Undo } from './issue-decisions.ts';

/** One write of as many takes a tenth of a second on a tablet. */
const AT_ONCE = 100;

export interface GroupResult {
  readonly done: number;
  /** Decided in another window, or of an erased client: they were left as they are. */
  readonly left: number;
  /** Brings all of them back; null where nothing can be taken back. */
  readonly undo: Undo | null;
}

/**
 * @param onDone hears how many are decided, after each step
 * @returns what carries the decision out. Where it throws what the door throws, what was decided before stays so, and calling
 * it again goes on with the rest.
 */
export function groupDecision(
  replica: OpenReplica,
  issues: readonly SyncIssue[],
  decision: Decision,
  onDone: (done: number) => void,
): () => Promise<GroupResult> {
  // The oldest first: of two contents of one record the newer is written last.
  const waiting = [...issues].sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0));
  const undos: Undo[] = [];
  let done = 0;
  return async () => {
    while (waiting.length > 0) {
      const step = await decide(replica, waiting.slice(0, AT_ONCE), decision);
      waiting.splice(0, AT_ONCE);
      done += step.done.length;
      if (step.undo) undos.push(step.undo);
      onDone(done);
    }
    const undo = async (): Promise<UndoOutcome> => {
      const outcomes = new Set<UndoOutcome>();
      for (const one of undos.toReversed()) outcomes.add(await one());
      const [only = 'undone'] = outcomes;
      return outcomes.size > 1 ? 'partly' : only;
    };
    return { done, left: issues.length - done, undo: undos.length > 0 ? undo : null };
  };
}
