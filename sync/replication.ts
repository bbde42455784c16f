/**
 * The life of a replica above its stores: the person's door, rounds, status, what was taken. It knows nothing of RxDB, so
 * that many devices fit into one test. Promises: see replica.ts.
 */
import { BehaviorSubject, distinctUntilChanged, EMPTY, map, NEVER, type Observable, Subject } from 'rxjs';
import type { TableName } from '#schemas/registry.ts';
import { isErased, type StateRow } from '#sync/core/columns.ts';
import type { SyncIssue } from '#sync/core/issues.ts';
import { BLANK_STATE, type FirstSync, firstSyncOf, STATE_DOCUMENT, type SyncState } from '#sync/core/sync-state.ts';
import type { DeviceCheck } from '#sync/device/check-record.ts';
import { type DeviceCare, deviceCare } from '#sync/device/device-care.ts';
import { fileOf, type UnsentFile, unsentRow } from '#sync/device/unsent-file.ts';
import type { Work } from '#sync/device/work.ts';
import { type LocalCopy, NOTHING_COPIED, type RoundContext, type TakenChange } from '#sync/doors/context.ts';
import { wipeClient } from '#sync/doors/erasure.ts';
import { type Claim, issueBook } from '#sync/doors/issue-book.ts';
import { linePace } from '#sync/doors/pace.ts';
import { passPersonsDoor, type UntypedChange } from '#sync/doors/person-door.ts';
import { standingIssues } from '#sync/doors/standing-issues.ts';
import { anySignal } from '#sync/machine/any-signal.ts';
import { type Clock, isoOf } from '#sync/machine/clock.ts';
import { flowCount } from '#sync/round/flow.ts';
import { type HeldUp, heldUp$ } from '#sync/round/held-up.ts';
import { pendingView } from '#sync/round/pending-view.ts';
import { type Asker, readStretch } from '#sync/round/read-in-parts.ts';
import { rebuilding } from '#sync/round/rebuild.ts';
import { receiptsOf } from '#sync/round/receipt.ts';
import type { RoundResult } from '#sync/round/round.ts';
import type { RoundLock } from '#sync/round/round-lock.ts';
import { type Scheduler, startScheduler } from '#sync/round/scheduler.ts';
import { type StatusFacts, type SyncStatus, statusOf } from '#sync/round/status.ts';
import { takeTurns } from '#sync/round/turns.ts';
import { wholeAnswers } from '#sync/server/answers.ts';
import type { ReadEventsAnswer, SyncServer } from '#sync/server/server.ts';
import type { NetworkSignals } from '#sync/server/signals.ts';
import type { StorageLoss } from '#sync/storage/storage.ts';
import { storageFaultOf } from '#sync/storage/storage-errors.ts';
import type { DocStore, RowStore } from '#sync/storage/stores.ts';

/** What a replication is made of. `random`: uniform in [0, 1). `autoSync` false: rounds run by `syncNow` only. */
export interface ReplicationParts {
  readonly userId: string;
  readonly salonId: number;
  readonly store: RowStore;
  readonly docs: DocStore;
  readonly server: SyncServer;
  readonly clock: Clock;
  readonly random: () => number;
  readonly network: NetworkSignals;
  readonly lock: RoundLock;
  readonly autoSync: boolean;
  readonly work: Work;
  /** Hears of faults that are nobody's but ours. */
  readonly onFault: (error: unknown) => void;
  readonly copy?: LocalCopy;
  /** What has become of the databases under the replica. */
  readonly loss$?: Observable<StorageLoss | null>;
  /** Issues that follow from the rows as they stand, anew with each change. */
  readonly derivedIssues$?: Observable<readonly SyncIssue[]>;
}

/** Rows that the server's door has changed together. */
type TakenRows = { readonly rows: readonly TakenChange[] };

/** The sync of one replica, above its storage: replica.ts says what each of these promises. */
export interface Replication extends DeviceCare {
  write(changes: readonly UntypedChange[]): Promise<void>;
  together: Scheduler['together'];
  readonly status$: BehaviorSubject<SyncStatus>;
  readonly issues$: Observable<readonly SyncIssue[]>;
  readonly taken$: Observable<TakenRows>;
  readonly pulledOnce$: Observable<boolean>;
  readonly horizon$: Observable<string | null>;
  readonly heldUp$: Observable<readonly HeldUp[]>;
  readonly firstSync$: Observable<FirstSync>;
  keptRows(table: TableName, ids: readonly string[]): Promise<ReadonlyMap<string, StateRow>>;
  putIssue(...issues: SyncIssue[]): Promise<void>;
  removeIssue(...ids: string[]): Promise<void>;
  claimIssues(...ids: string[]): Promise<Claim | null>;
  pendingCount(): Promise<number>;
  unsentInMemory(): UnsentFile;
  /** See replica.ts, `readOnline`. */
  readEvents(from: string, to: string, clientId?: string, asker?: Asker): Promise<ReadEventsAnswer>;
  syncNow(): Promise<void>;
  close(): Promise<void>;
}

/** Starts the sync on a storage that is open; rounds begin at once where `autoSync` is true. @throws what the storage threw */
export async function startReplication(parts: ReplicationParts): Promise<Replication> {
  const { salonId, store, docs, clock, random, network, lock } = parts;
  const server = wholeAnswers(parts.server); // ★ believesWholeAnswersOnly
  const issues = issueBook(docs);
  const closing = new AbortController();
  const taken$ = new Subject<TakenRows>();
  const view = pendingView(store);
  const flow = flowCount();
  let publish: () => void = () => undefined;
  let scheduler: Scheduler | null = null;
  let failing: () => boolean = () => false;
  const read = (await docs.read<SyncState>(STATE_DOCUMENT)) ?? BLANK_STATE;
  const state$ = new BehaviorSubject(read);
  const inState = <K extends keyof SyncState>(name: K): Observable<SyncState[K]> =>
    state$.pipe(
      map((state) => state[name]),
      distinctUntilChanged(),
    );
  const pulledOnce$ = inState('pulledOnce');
  const standing = standingIssues({
    book: issues,
    derived$: parts.derivedIssues$ ?? NEVER,
    ready$: pulledOnce$,
    onFault: parts.onFault,
    onRaised: (raised) => void receipts.issuesRaised(raised).catch(noted),
  });
  let moved: () => void = () => undefined;
  const receipts = await receiptsOf(docs, standing, clock, () => {
    // Another tab has found the way back: this one need not wait for its own next try.
    if (failing() && receipts.known().outage === null) scheduler?.want('line');
    publish();
  });
  /** Counting fails nothing but itself. */
  const noted = (error: unknown): void => {
    if (storageFaultOf(error) === null) parts.onFault(error);
  };
  const engine: RoundContext = {
    salonId,
    store,
    docs,
    server,
    clock,
    random,
    issues,
    rebuilding: rebuilding(),
    unsentTables: () => [...new Set(view.keys().map(({ table }) => table))],
    copy: parts.copy ?? NOTHING_COPIED,
    pace: await linePace(docs),
    onTaken(rows) {
      receipts.received(state.pulledOnce ? rows : []);
      flow.received(rows.length);
      moved();
      publish();
      taken$.next({ rows });
    },
    onSent(rows) {
      flow.sent(rows.length);
      moved();
      publish();
      return receipts.sent(rows).catch(noted);
    },
  };

  let state = read;
  let keptIssues = await issues.list();
  let issueCount = keptIssues.length;
  let loss: StorageLoss | null = null;
  await view.reread();
  // An erasure is on disk before the rest is wiped: if the tab died between, it is done now.
  for (const client of await store.pending('clients')) if (isErased('clients', client)) await wipeClient(engine, client.id);
  const turns = takeTurns({
    clock,
    network,
    lock,
    receipts,
    closing: closing.signal,
    onFault: parts.onFault,
    onBegin: () => view.reread(),
    onChange: () => publish(),
  });
  failing = () => turns.facts().cutOff;
  moved = turns.moved;
  const facts = (): StatusFacts => ({
    ...turns.facts(),
    ...(loss === null ? {} : { failure: loss === 'dead' ? 'storage-lost' : 'storage-emptied' }),
    opened: true,
    pulledOnce: state.pulledOnce,
    calendarReady: state.calendarReady || state.pulledOnce,
    roundInFlight: turns.facts().roundInFlight || state.rebuild !== null,
    offlineBefore: receipts.known().last,
    pending: view.summary$.value.count,
    oldestPendingAt: view.summary$.value.oldestAt,
    lastSyncedAt: state.lastSyncedAt,
    issues: issueCount,
    rev: state.pulledOnce && state.rebuild === null ? Math.max(0, state.seen) : 0,
    received: state.received,
    expected: state.expected,
    flow: flow.now(view.summary$.value.count),
  });
  const status$ = new BehaviorSubject<SyncStatus>(statusOf(facts()));
  publish = () => {
    const next = statusOf(facts());
    if (JSON.stringify(next) !== JSON.stringify(status$.value)) status$.next(next);
  };
  const watching = [
    view.summary$.subscribe(publish),
    docs.watch<SyncState>(STATE_DOCUMENT).subscribe((read) => {
      state = read ?? BLANK_STATE;
      state$.next(state);
      publish();
    }),
    issues.all$.subscribe((all) => {
      keptIssues = all;
    }),
    standing.all$.subscribe((all) => {
      issueCount = all.length;
      publish();
    }),
    (parts.loss$ ?? EMPTY).subscribe((now) => {
      const isBack = loss !== null && now === null;
      loss = now;
      publish();
      if (isBack) scheduler?.want('line');
    }),
  ];

  const onDiffering = ({ differing }: DeviceCheck) => {
    if (differing.length > 0) parts.onFault(new Error(`this device differed from the server in ${differing.join(', ')}`));
  };

  const daily = parts.work.dailyCheck(engine);
  async function round(): Promise<RoundResult | null> {
    try {
      const { round: ended, value } = await turns.asRound(async (call) => daily(call, await parts.work.runRound(engine, call)));
      if (value !== null) onDiffering(value);
      flow.ended();
      return ended;
    } catch {
      return null; // the status says it
    }
  }

  const care = deviceCare(engine, {
    person: { userId: parts.userId, salonId },
    work: parts.work,
    receipts,
    inTurn: turns.inTurn,
    asRound: turns.asRound,
    onWritten: () => {
      receipts.wrote().catch(noted);
      scheduler?.want('write');
    },
    onDiffering,
  });
  const known = () => state.seen;
  const newsMs = () => engine.pace.news();
  if (parts.autoSync) scheduler = startScheduler({ salonId, server, clock, random, network, round, known, newsMs });

  async function write(changes: readonly UntypedChange[]): Promise<void> {
    closing.signal.throwIfAborted();
    const toSend = await passPersonsDoor(engine, state.horizon, changes);
    receipts.wrote().catch(noted); // what was written is on disk, whatever becomes of the counting
    if (toSend) scheduler?.want('write');
  }

  scheduler?.want('start');
  return {
    ...care,
    write,
    together: (command) => scheduler?.together(command) ?? command(),
    status$,
    issues$: standing.all$,
    taken$,
    pulledOnce$,
    horizon$: inState('horizon'),
    heldUp$: heldUp$(docs),
    firstSync$: state$.pipe(map(firstSyncOf)),
    async keptRows(table, ids) {
      const found = await store.read(table, [...new Set(ids)]);
      return new Map([...found].flatMap(([id, { row }]) => (row === null ? [] : [[id, row] as const])));
    },
    async putIssue(...added) {
      await issues.change(added, []);
      await receipts.issuesRaised(added);
    },
    async removeIssue(...ids) {
      await issues.change([], ids);
    },
    claimIssues: (...ids) => issues.claim(ids, clock.now()),
    async pendingCount() {
      await view.reread();
      return view.summary$.value.count;
    },
    unsentInMemory: () =>
      fileOf({ userId: parts.userId, salonId }, isoOf(clock), {
        epoch: state.epoch,
        rows: view.rows().map(({ table, row }) => unsentRow(table, row)),
        issues: keptIssues,
      }),
    readEvents(from, to, clientId, asker) {
      const signal = asker ? anySignal([closing.signal, asker.over]) : closing.signal;
      const call = { signal, alive: asker?.heard ?? (() => undefined) };
      return readStretch(engine, call, { from, to, clientId: clientId ?? null });
    },
    async syncNow() {
      if (scheduler) await scheduler.now();
      else await round();
    },
    async close() {
      closing.abort(new DOMException('the replica is closed', 'AbortError'));
      await scheduler?.close();
      await turns.idle();
      receipts.close();
      standing.close();
      for (const subscription of watching) subscription.unsubscribe();
      view.close();
      lock.close();
      status$.complete();
      taken$.complete();
      state$.complete();
    },
  };
}
