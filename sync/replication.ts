/**
 * The life of a replica above its stores: a person's writes, rounds, status, what was taken. It knows nothing of RxDB, so
 * that many devices fit into one test. Promises: see replica.ts.
 */

import { BehaviorSubject, EMPTY, map, type Observable } from 'rxjs';
import type { LocalRow, TableName } from '#schemas/registry.ts';
import type { StateRow } from '#sync/core/columns.ts';
import type { SyncIssue } from '#sync/core/issues.ts';
import { type FirstSync, firstSyncOf, type Membership } from '#sync/core/sync-state.ts';
import { type DeviceCheck, dailyCheck } from '#sync/device/check.ts';
import { type DeviceCare, deviceCare } from '#sync/device/device-care.ts';
import { fileOf, type UnsentFile, unsentRow } from '#sync/device/unsent-file.ts';
import { anySignal } from '#sync/machine/abort-signals.ts';
import { isoOf } from '#sync/machine/clock.ts';
import { type BasisParts, inState, openBasis } from '#sync/round/basis.ts';
import { type ReadCaller, readRange } from '#sync/round/read-in-parts.ts';
import { type RoundResult, runRound } from '#sync/round/round.ts';
import { type BackedOffRow, backedOffRows$ } from '#sync/round/row-backoff.ts';
import { type Scheduler, startScheduler } from '#sync/round/scheduler.ts';
import type { SyncStatus } from '#sync/round/status.ts';
import { statusFeed } from '#sync/round/status-feed.ts';
import { wholeAnswers } from '#sync/server/answers.ts';
import type { ReadEventsAnswer } from '#sync/server/server.ts';
import type { StorageLoss } from '#sync/storage/rxdb/dexie-storage.ts';
import type { AppliedRows } from '#sync/writes/apply-remote.ts';
import type { Claim } from '#sync/writes/issue-book.ts';
import { type UntypedChange, writeLocal } from '#sync/writes/write-local.ts';

/** The parts of a replication. */
export interface ReplicationParts extends Omit<BasisParts, 'closing'> {
  readonly userId: string;
  /** False: rounds run by `syncNow` only. */
  readonly autoSync: boolean;
  /** The first round begins after it, so that a start of the app has the device to itself; at once where none is given. */
  readonly startAfter?: Promise<void>;
  /** The loss of the databases under the replica; null while they are there. */
  readonly loss$?: Observable<StorageLoss | null>;
}

/** The sync of one replica: what screens and commands ask of it, beside its rows. */
export interface Replication extends DeviceCare {
  /**
   * Writes a person's changes: on disk when it resolves. Rows of one table are written together, tables in order of dependency.
   * @throws InvalidValueError, RoleError before anything is written; StorageFullError; StorageClosedError.
   */
  write(changes: readonly UntypedChange[]): Promise<void>;
  /** Runs a command of several writes: no round begins for one of them before the last, so that they need no request each. */
  together: Scheduler['together'];
  readonly status$: BehaviorSubject<SyncStatus>;
  readonly issues$: Observable<readonly SyncIssue[]>;
  /** The person's role and employee in the salon, as the last pull said it; null where none has: then the server alone judges. */
  readonly membership$: BehaviorSubject<Membership | null>;
  readonly taken$: Observable<AppliedRows>;
  /** True once every table has been pulled completely. */
  readonly pulledOnce$: Observable<boolean>;
  /** ISO UTC: settled events that begin before it are not kept here (`readOnline` has them); null before the first sync. */
  readonly horizon$: Observable<string | null>;
  /** Rows that the server does not manage while it takes others; they are sent again by themselves. */
  readonly heldUp$: Observable<readonly BackedOffRow[]>;
  /** How far the first sync has come; the same for ever once everything has been pulled. */
  readonly firstSync$: Observable<FirstSync>;
  /** Returns what is stored under these ids, deleted or not. What never was here, or was removed, has no entry. */
  keptRows<N extends TableName>(table: N, ids: readonly string[]): Promise<ReadonlyMap<string, LocalRow<N>>>;
  /** Adds issues, all of them in one write: an outage may leave many. */
  putIssue(...issues: SyncIssue[]): Promise<void>;
  removeIssue(...ids: string[]): Promise<void>;
  /** Before a person's decision is carried out: those not decided yet, nor about to be by another tab; null when there are none. */
  claimIssues(...ids: string[]): Promise<Claim | null>;
  pendingCount(): Promise<number>;
  /**
   * Unsent rows and issues as this window knows them, without asking the disk: what is left of them when the browser has
   * cleared the databases under the open replica (`storage-emptied`). Another local schema version's are not among them.
   */
  unsentInMemory(): UnsentFile;
  /** Reads straight from the server what lies behind the horizon, and stores none of it. */
  readonly readOnline: {
    /**
     * Comes in parts where the line is slow.
     * @param from ISO UTC @param to ISO UTC
     * @throws ServerError when the line is silent or the server refuses
     */
    events(from: string, to: string, clientId?: string, asker?: ReadCaller): Promise<ReadEventsAnswer>;
  };
  /** Runs a round now and resolves when it has ended, well or badly: the status tells. */
  syncNow(): Promise<void>;
  close(): Promise<void>;
}

/** Starts the sync on a storage that is open. @throws what the storage threw */
export async function startReplication(parts: ReplicationParts): Promise<Replication> {
  const { userId, salonId, store, docs, clock, random, network, lock, onFault } = parts;
  const server = wholeAnswers(parts.server); // ★ believesWholeAnswersOnly
  const closing = new AbortController();
  const basis = await openBasis({ ...parts, server, closing: closing.signal });
  const { context, turns, receipts, flow, view, book, state$, noted } = basis;
  const loss$ = new BehaviorSubject<StorageLoss | null>(null);
  const status = statusFeed({ ...basis, pending$: view.summary$, issues$: basis.standing$, loss$ });

  const onDiffering = ({ differing }: DeviceCheck) => {
    if (differing.length > 0) onFault(new Error(`this device differed from the server in ${differing.join(', ')}`));
  };
  const daily = dailyCheck(context);
  async function round(): Promise<RoundResult | null> {
    try {
      const { round: ended, value } = await turns.asRound(async (call) => daily(call, await runRound(context, call)));
      if (value !== null) onDiffering(value);
      flow.ended();
      return ended;
    } catch {
      return null; // the status says it
    }
  }
  const known = () => state$.value.seen;
  const newsMs = () => context.pace.news();
  const scheduler = parts.autoSync ? startScheduler({ salonId, server, clock, random, network, round, known, newsMs }) : null;

  const watching = [
    // Another tab has found the way back: this one need not wait for its own next try.
    receipts.changed$.subscribe(() => {
      if (turns.facts().cutOff && receipts.known().outage === null) scheduler?.want('line');
    }),
    (parts.loss$ ?? EMPTY).subscribe((now) => {
      const isBack = loss$.value !== null && now === null;
      loss$.next(now);
      if (isBack) scheduler?.want('line');
    }),
  ];

  /** Unsent rows have been made; they are on disk, whatever becomes of the counting. */
  const onWritten = (toSend: boolean) => {
    void noted(receipts.wrote());
    if (toSend) scheduler?.want('write');
  };
  const person = { userId, salonId };
  const { inTurn, asRound } = turns;
  const care = deviceCare(context, { person, receipts, inTurn, asRound, onWritten: () => onWritten(true), onDiffering });

  const begin = () => scheduler?.want('start');
  if (parts.startAfter) void parts.startAfter.then(begin);
  else begin();
  return {
    ...care,
    async write(changes) {
      closing.signal.throwIfAborted();
      onWritten(await writeLocal(context, state$.value, changes));
    },
    together: (command) => scheduler?.together(command) ?? command(),
    status$: status.status$,
    issues$: basis.issues$,
    membership$: basis.membership$,
    taken$: basis.taken$,
    pulledOnce$: basis.pulledOnce$,
    horizon$: inState(state$, 'horizon'),
    heldUp$: backedOffRows$(docs),
    firstSync$: state$.pipe(map(firstSyncOf)),
    async keptRows(table, ids) {
      const found = await store.read(table, [...new Set(ids)]);
      return new Map([...found].flatMap(([id, { row }]) => (row === null ? [] : [[id, rowIn(table, row)] as const])));
    },
    async putIssue(...added) {
      await book.change(added, []);
      await receipts.issuesRaised(added);
    },
    async removeIssue(...ids) {
      await book.change([], ids);
    },
    claimIssues: (...ids) => book.claim(ids, clock.now()),
    async pendingCount() {
      await view.reread();
      return view.summary$.value.count;
    },
    unsentInMemory: () =>
      fileOf(person, isoOf(clock), {
        epoch: state$.value.epoch,
        rows: view.rows().map(({ table, row }) => unsentRow(table, row)),
        issues: basis.keptIssues$.value,
      }),
    readOnline: {
      events(from, to, clientId, asker) {
        const signal = asker ? anySignal([closing.signal, asker.over]) : closing.signal;
        const call = { signal, alive: asker?.heard ?? (() => undefined) };
        return readRange(context, call, { from, to, clientId: clientId ?? null });
      },
    },
    async syncNow() {
      if (scheduler) await scheduler.now();
      else await round();
    },
    async close() {
      closing.abort(new DOMException('the replica is closed', 'AbortError'));
      await scheduler?.close();
      await turns.idle();
      for (const subscription of watching) subscription.unsubscribe();
      basis.close();
      lock.close();
      status.close();
    },
  };
}

/** The row with its table's types: what stands in the store of a table has passed its schema. */
const rowIn = <N extends TableName>(_table: N, row: StateRow) => row as LocalRow<N>;
