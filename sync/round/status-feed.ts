/**
 * The status of a replica, made anew from its facts whenever one of them has changed. Promise: it says what the facts were at
 * that moment, and no status twice in a row.
 */
import { BehaviorSubject, merge, type Observable } from 'rxjs';
import { decisionsIn } from '#sync/core/decisions.ts';
import type { SyncIssue } from '#sync/core/issues.ts';
import type { SyncState } from '#sync/core/sync-state.ts';
import type { StorageLoss } from '#sync/storage/rxdb/dexie-storage.ts';
import type { FlowCount } from './flow.ts';
import type { PendingSummary } from './pending-view.ts';
import type { Receipts } from './receipt.ts';
import type { RoundQueue } from './round-queue.ts';
import { type SyncStatus, syncStatusOf } from './status.ts';

/** The facts that a status is made of, each where it is kept. */
export interface StatusSources {
  readonly state$: BehaviorSubject<SyncState>;
  readonly pending$: BehaviorSubject<PendingSummary>;
  /** All that waits for a person. */
  readonly issues$: BehaviorSubject<readonly SyncIssue[]>;
  /** The loss of the databases; null: they are there. */
  readonly loss$: BehaviorSubject<StorageLoss | null>;
  readonly turns: Pick<RoundQueue, 'facts'>;
  readonly receipts: Pick<Receipts, 'known'>;
  readonly flow: Pick<FlowCount, 'now'>;
  /** Turns, receipts or the flow have something new: they are asked, and tell nothing by themselves. */
  readonly changed$: Observable<void>;
}

/** Returns the status, live until it is closed. */
export function statusFeed(sources: StatusSources): { readonly status$: BehaviorSubject<SyncStatus>; close(): void } {
  const { state$, pending$, issues$, loss$, changed$ } = sources;
  const status$ = new BehaviorSubject(statusNow(sources));
  const watching = merge(state$, pending$, issues$, loss$, changed$).subscribe(() => {
    const next = statusNow(sources);
    if (JSON.stringify(next) !== JSON.stringify(status$.value)) status$.next(next);
  });
  return {
    status$,
    close() {
      watching.unsubscribe();
      status$.complete();
    },
  };
}

function statusNow({ state$, pending$, issues$, loss$, turns, receipts, flow }: StatusSources): SyncStatus {
  const state = state$.value;
  const pending = pending$.value;
  const loss = loss$.value;
  const round = turns.facts();
  return syncStatusOf({
    ...round,
    ...(loss === null ? {} : { failure: loss === 'dead' ? 'storage-lost' : 'storage-emptied' }),
    opened: true,
    pulledOnce: state.pulledOnce,
    calendarReady: state.calendarReady || state.pulledOnce,
    roundInFlight: round.roundInFlight || state.rebuild !== null,
    offlineBefore: receipts.known().last,
    pending: pending.count,
    oldestPendingAt: pending.oldestAt,
    lastSyncedAt: state.lastSyncedAt,
    issues: decisionsIn(issues$.value),
    rev: state.pulledOnce && state.rebuild === null ? Math.max(0, state.seen) : 0,
    received: state.received,
    expected: state.expected,
    flow: flow.now(pending.count),
  });
}
