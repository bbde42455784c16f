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
const onlyEdited = (stood: StateRow | null, now: StateRow | null): boolean =>
  stood !== null && now !== null && now.pending === 1 && now.rev === stood.rev;

/** Returns what puts a try's issues into the book, and takes back those of earlier tries that are no longer so. */
export function raisedIssues({ store, issues }: Parts): (tried: readonly Tried[]) => Promise<void> {
  const own = new Map<string, Map<string, StateRow | null>>();
  const outdatedBy = ({ id, row, raises }: Tried): string[] =>
    [...(own.get(id) ?? [])].flatMap(([issue, stood]) =>
      // ★ beatenTryTakesBackItsOwn
      raises.some((raised) => raised.id === issue) || !onlyEdited(stood, row) ? [] : [issue],
    );
  return async (tried) => {
    const news = await issuesWithoutErased(
      store,
      tried.flatMap(({ raises }) => raises),
    );
    const fresh = new Set(await issues.change(news, tried.flatMap(outdatedBy)));
    for (const { id, row, raises } of tried) {
      const known = own.get(id) ?? new Map<string, StateRow | null>();
      for (const raised of raises) if (!known.has(raised.id) && fresh.has(raised.id)) known.set(raised.id, row); // ★ beatenTryTakesBackItsOwn
      if (known.size > 0) own.set(id, known);
    }
  };
}
