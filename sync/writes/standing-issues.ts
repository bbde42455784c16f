/**
 * All that waits for a person: the issues that are kept in the book, and those that follow from the rows as they stand (two
 * bookings lie over each other and nobody has agreed) and are kept nowhere. Promise: the latter come and go with the rows, on
 * every device alike, whichever way a row came; a failure to work them out hides none of the former.
 */
import {
  BehaviorSubject,
  catchError,
  combineLatest,
  distinctUntilChanged,
  EMPTY,
  map,
  type Observable,
  of,
  switchMap,
} from 'rxjs';
import type { SyncIssue } from '#sync/core/issues.ts';
import type { IssueBook } from './issue-book.ts';

/** All issues that stand: those of the book, and those that follow from the rows. */
export interface StandingIssues extends Pick<IssueBook, 'list' | 'all$'> {
  close(): void;
}

/** The sources of the issues, and the listeners. */
export interface StandingParts {
  readonly book: IssueBook;
  /** Worked out from the rows, each time they change. */
  readonly derived$: Observable<readonly SyncIssue[]>;
  /** While false the rows are not all here, and nothing is worked out. */
  readonly ready$: Observable<boolean>;
  readonly onFault: (error: unknown) => void;
  /** Those that came after the first look. */
  readonly onRaised: (issues: readonly SyncIssue[]) => void;
}

/** Returns the issues of the book and the derived ones as one list, until it is closed. */
export function standingIssues({ book, derived$, ready$, onFault, onRaised }: StandingParts): StandingIssues {
  const derived = new BehaviorSubject<readonly SyncIssue[]>([]);
  let derivedIds: ReadonlySet<string> | null = null;
  const watching = ready$
    .pipe(
      distinctUntilChanged(),
      switchMap((ready) => (ready ? derived$ : of(null))),
      catchError((error: unknown) => {
        onFault(error);
        return EMPTY;
      }),
    )
    .subscribe((issues) => {
      if (issues === null) return derived.next([]);
      const idsBefore = derivedIds;
      derivedIds = new Set(issues.map(({ id }) => id));
      derived.next(issues);
      const raised = idsBefore === null ? [] : issues.filter(({ id }) => !idsBefore.has(id));
      if (raised.length > 0) onRaised(raised);
    });
  return {
    list: async () => [...(await book.list()), ...derived.value],
    all$: combineLatest([book.all$, derived]).pipe(map(([kept, found]) => (found.length === 0 ? kept : [...kept, ...found]))),
    close: () => watching.unsubscribe(),
  };
}
