/**
 * The issues that one call of applySteps raises, try after try. Promise: a try that was beaten takes back only what this
 * call itself has put into the book, and only where a person has written since: where another tab has merged the row, it
 * stands on the very same issue, and what it took from the row is nowhere else.
 */
import type { StateRow } from '#sync/core/columns.ts';
import type { SyncIssue } from '#sync/core/issues.ts';
import type { RowStore } from '#sync/storage/stores.ts';
import { issuesWithoutErased } from './erased-notes.ts';
import type { IssueBook } from './issue-book.ts';

interface Parts {
  readonly store: RowStore;
  readonly issues: IssueBook;
}

/** One row in one try: how it stands, and what its step raises. */
export interface Tried {
  readonly id: string;
  readonly row: StateRow | null;
  readonly raises: readonly SyncIssue[];
}

/** A person has written since, and nobody has merged the row. */
const onlyEdited = (before: StateRow | null, now: StateRow | null): boolean =>
  before !== null && now !== null && now.pending === 1 && now.rev === before.rev;

/** Returns what puts a try's issues into the book, and takes back those of earlier tries that are no longer so. */
export function raisedIssues({ store, issues }: Parts): (tried: readonly Tried[]) => Promise<void> {
  const raisedByRow = new Map<string, Map<string, StateRow | null>>();
  const outdatedBy = ({ id, row, raises }: Tried): string[] =>
    [...(raisedByRow.get(id) ?? [])].flatMap(([issue, rowAtRaise]) =>
      // ★ beatenTryTakesBackItsOwn
      raises.some((raised) => raised.id === issue) || !onlyEdited(rowAtRaise, row) ? [] : [issue],
    );
  return async (tried) => {
    const toAdd = await issuesWithoutErased(
      store,
      tried.flatMap(({ raises }) => raises),
    );
    const newIds = new Set(await issues.change(toAdd, tried.flatMap(outdatedBy)));
    for (const { id, row, raises } of tried) {
      const rowIssues = raisedByRow.get(id) ?? new Map<string, StateRow | null>();
      for (const raised of raises) if (!rowIssues.has(raised.id) && newIds.has(raised.id)) rowIssues.set(raised.id, row); // ★ beatenTryTakesBackItsOwn
      if (rowIssues.size > 0) raisedByRow.set(id, rowIssues);
    }
  };
}
