/**
 * The parts that rounds, commands and the sync center work with in one tab: read from the disk once when the replica opens, kept
 * up to date by the stores' news from then on. It begins no round by itself (replication.ts does).
 */

import { BehaviorSubject, distinctUntilChanged, map, NEVER, type Observable, Subject, skip } from 'rxjs';
import { isErased } from '#sync/core/columns.ts';
import type { SyncIssue } from '#sync/core/issues.ts';
import { BLANK_STATE, type Membership, STATE_DOCUMENT, type SyncState } from '#sync/core/sync-state.ts';
import type { Clock } from '#sync/machine/clock.ts';
import type { SyncServer } from '#sync/server/server.ts';
import type { NetworkSignals } from '#sync/server/signals.ts';
import { storageFaultOf } from '#sync/storage/storage-errors.ts';
import type { DocStore, RowStore } from '#sync/storage/stores.ts';
import type { AppliedRows } from '#sync/writes/apply-remote.ts';
import { wipeClient } from '#sync/writes/erasure.ts';
import { type IssueBook, issueBook } from '#sync/writes/issue-book.ts';
import { type StandingIssues, standingIssues } from '#sync/writes/standing-issues.ts';
import { type LocalCopy, NOTHING_COPIED, type RoundContext } from './context.ts';
import { type FlowCount, flowCount } from './flow.ts';
import { linePace } from './pace.ts';
import { type PendingView, pendingView } from './pending-view.ts';
import { rebuilding } from './rebuild.ts';
import { type Receipts, receiptsOf } from './receipt.ts';
import type { RoundLock } from './round-lock.ts';
import { type RoundQueue, roundQueue } from './round-queue.ts';

/** The parts of the basis. `random`: uniform in [0, 1). */
export interface BasisParts {
  readonly salonId: number;
  readonly store: RowStore;
  readonly docs: DocStore;
  /** Its answers are whole (answers.ts). */
  readonly server: SyncServer;
  readonly clock: Clock;
  readonly random: () => number;
  readonly network: NetworkSignals;
  readonly lock: RoundLock;
  /** Aborted when the replica closes, and every turn with it. */
  readonly closing: AbortSignal;
  /** Hears of faults that are nobody's but ours. */
  readonly onFault: (error: unknown) => void;
  readonly copy?: LocalCopy;
  /** Issues that follow from the rows as they stand, anew with each change. */
  readonly derivedIssues$?: Observable<readonly SyncIssue[]>;
}

/** The parts of one open replica, each told in its own file. */
export interface Basis {
  readonly context: RoundContext;
  readonly turns: RoundQueue;
  readonly receipts: Receipts;
  readonly flow: FlowCount;
  readonly view: PendingView;
  readonly book: IssueBook;
  /** All that waits for a person, kept or derived. */
  readonly issues$: StandingIssues['all$'];
  /** The same, and how many of the book's there were before the first look. */
  readonly standing$: BehaviorSubject<readonly SyncIssue[]>;
  /** The issues of the book alone. */
  readonly keptIssues$: BehaviorSubject<readonly SyncIssue[]>;
  readonly state$: BehaviorSubject<SyncState>;
  /** The person's role and employee in the salon; the same object until it is something else. */
  readonly membership$: BehaviorSubject<Membership | null>;
  readonly pulledOnce$: Observable<boolean>;
  readonly taken$: Subject<AppliedRows>;
  /** A turn began or ended, rows went or came, the line's history is another. */
  readonly changed$: Observable<void>;
  /** For counting, which fails nothing but itself. */
  noted(counting: Promise<void>): Promise<void>;
  close(): void;
}

/** Returns the basis of a storage that is open. @throws what the storage threw */
export async function openBasis(parts: BasisParts): Promise<Basis> {
  const { salonId, store, docs, server, clock, random, network, lock, closing, onFault } = parts;
  const book = issueBook(docs);
  const view = pendingView(store);
  const flow = flowCount();
  const changed$ = new Subject<void>();
  const taken$ = new Subject<AppliedRows>();
  const state$ = new BehaviorSubject<SyncState>({ ...BLANK_STATE, ...(await docs.read<SyncState>(STATE_DOCUMENT)) });
  const membership$ = new BehaviorSubject(state$.value.membership);
  const pulledOnce$ = inState(state$, 'pulledOnce');
  const raised$ = new Subject<readonly SyncIssue[]>();
  const standing = standingIssues({
    book,
    derived$: parts.derivedIssues$ ?? NEVER,
    ready$: pulledOnce$,
    onFault,
    onRaised: (raised) => raised$.next(raised),
  });
  const receipts = await receiptsOf(docs, standing, clock);
  const noted = (counting: Promise<void>) =>
    counting.catch((error: unknown) => {
      if (storageFaultOf(error) === null) onFault(error);
    });
  const onChange = () => changed$.next();
  const turns = roundQueue({ clock, network, lock, receipts, closing, onFault, onBegin: () => view.reread(), onChange });
  const context: RoundContext = {
    salonId,
    store,
    docs,
    server,
    clock,
    random,
    issues: book,
    rebuilding: rebuilding(),
    unsentTables: () => [...new Set(view.keys().map(({ table }) => table))],
    copy: parts.copy ?? NOTHING_COPIED,
    pace: await linePace(docs),
    onTaken(rows) {
      receipts.received(state$.value.pulledOnce ? rows : []);
      flow.received(rows.length);
      turns.moved();
      onChange();
      taken$.next({ rows });
    },
    onSent(rows) {
      flow.sent(rows.length);
      turns.moved();
      onChange();
      return noted(receipts.sent(rows));
    },
  };
  const bookIssues = await book.list();
  await view.reread();
  // An erasure is on disk before the rest is wiped: if the tab died between, it is done now.
  for (const client of await store.pending('clients')) if (isErased('clients', client)) await wipeClient(context, client.id);

  const keptIssues$ = new BehaviorSubject(bookIssues);
  const standing$ = new BehaviorSubject(bookIssues);
  const watching = [
    raised$.subscribe((raised) => void noted(receipts.issuesRaised(raised))),
    receipts.changed$.subscribe(changed$),
    docs.watch<SyncState>(STATE_DOCUMENT).subscribe((read) => state$.next({ ...BLANK_STATE, ...read })),
    state$
      .pipe(
        map(({ membership }) => membership),
        distinctUntilChanged((a, b) => a?.role === b?.role && a?.resourceId === b?.resourceId),
        skip(1),
      )
      .subscribe(membership$),
    book.all$.subscribe((all) => keptIssues$.next(all)),
    standing.all$.subscribe((all) => standing$.next(all)),
  ];
  return {
    context,
    turns,
    receipts,
    flow,
    view,
    book,
    issues$: standing.all$,
    standing$,
    keptIssues$,
    state$,
    membership$,
    pulledOnce$,
    taken$,
    changed$,
    noted,
    close() {
      receipts.close();
      standing.close();
      for (const subscription of watching) subscription.unsubscribe();
      view.close();
      taken$.complete();
      state$.complete();
    },
  };
}

/** Returns one value of the state document, live. */
export const inState = <K extends keyof SyncState>(state$: Observable<SyncState>, name: K): Observable<SyncState[K]> =>
  state$.pipe(
    map((state) => state[name]),
    distinctUntilChanged(),
  );
