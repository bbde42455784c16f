/**
 * The life of a replica above its stores: the person's door, rounds, status, what was taken. It knows nothing of RxDB, so
 * that many devices fit into one test. Promises: see replica.ts.
 */
import { BehaviorSubject, distinctUntilChanged, map, type Observable, Subject } from 'rxjs';
import { canonicalChange } from '#schemas/canonical.ts';
import { TABLE_NAMES, type TableName } from '#schemas/registry.ts';
import type { Clock } from './clock.ts';
import { type Fields, isErased, SHAPES } from './columns.ts';
import { passDoor } from './doors.ts';
import { type Engine, settingOf, type TakenChange } from './engine.ts';
import { changesWithoutErasedNotes } from './erased-notes.ts';
import { wipeClient } from './erasure.ts';
import { issueBook } from './issue-book.ts';
import type { SyncIssue } from './issues.ts';
import { type PendingKey, pendingView } from './pending-view.ts';
import { rebuilding } from './rebuild.ts';
import { type RoundResult, runRound } from './round.ts';
import type { RoundLock } from './round-lock.ts';
import { written } from './row-state.ts';
import type { Rules } from './rules.ts';
import { startScheduler } from './scheduler.ts';
import { consequenceOf, ServerError, type SyncServer } from './server.ts';
import type { NetworkSignals } from './signals.ts';
import { type StatusFacts, type SyncReason, type SyncStatus, statusOf } from './status.ts';
import { storageFaultOf } from './storage-errors.ts';
import type { DocStore, RowStore } from './stores.ts';
import { BLANK_STATE, STATE_DOCUMENT, type SyncState } from './sync-state.ts';
import { closeRefusals } from './taking.ts';

export interface ReplicationParts {
  readonly salonId: number;
  readonly store: RowStore;
  readonly docs: DocStore;
  readonly server: SyncServer;
  readonly clock: Clock;
  readonly random: () => number;
  readonly network: NetworkSignals;
  readonly lock: RoundLock;
  readonly rules: Rules;
  readonly autoSync: boolean;
  /** Hears of faults that are nobody's but ours. */
  readonly onFault: (error: unknown) => void;
}

export interface TakenRows {
  readonly rows: readonly TakenChange[];
  readonly pending: readonly PendingKey[];
}

export interface UntypedChange {
  readonly table: TableName;
  readonly id: string;
  readonly change: Fields;
}

export interface Replication {
  write(changes: readonly UntypedChange[]): Promise<void>;
  readonly status$: BehaviorSubject<SyncStatus>;
  readonly issues$: Observable<readonly SyncIssue[]>;
  readonly taken$: Observable<TakenRows>;
  readonly pulledOnce$: Observable<boolean>;
  putIssue(issue: SyncIssue): Promise<void>;
  removeIssue(id: string): Promise<void>;
  pendingCount(): Promise<number>;
  syncNow(): Promise<void>;
  close(): Promise<void>;
}

/** What a failed round says of the world. */
export function reasonOf(error: unknown, online: boolean): SyncReason {
  if (error instanceof ServerError) {
    const consequence = consequenceOf(error);
    if (consequence === 'access-withdrawn' || consequence === 'signed-out' || consequence === 'app-too-old') return consequence;
    return error.status === 0 ? 'line' : 'server';
  }
  if (storageFaultOf(error) === 'full') return 'storage-full';
  return online ? 'server' : 'line';
}

const wasBrokenOff = (error: unknown): boolean => error instanceof DOMException && error.name === 'AbortError';

export async function startReplication(parts: ReplicationParts): Promise<Replication> {
  const { salonId, store, docs, server, clock, random, network, lock, rules } = parts;
  const issues = issueBook(docs);
  const closing = new AbortController();
  const taken$ = new Subject<TakenRows>();
  const view = pendingView(store);
  let pendingAtStart: readonly PendingKey[] = [];
  const engine: Engine = {
    salonId,
    store,
    docs,
    server,
    clock,
    random,
    rules,
    issues,
    rebuilding: rebuilding(),
    onTaken(rows) {
      const keys = new Map([...pendingAtStart, ...view.keys()].map((key) => [`${key.table}/${key.id}`, key]));
      taken$.next({ rows, pending: [...keys.values()] });
    },
  };

  let state = (await docs.read<SyncState>(STATE_DOCUMENT)) ?? BLANK_STATE;
  let issueCount = (await issues.list()).length;
  await view.reread();
  // An erasure is on disk before the rest is wiped: if the tab died between, it is done now.
  for (const client of await store.pending('clients')) if (isErased('clients', client)) await wipeClient(engine, client.id);
  let roundInFlight = false;
  let reached = false;
  let failure: SyncReason | null = null;
  const facts = (): StatusFacts => ({
    opened: true,
    pulledOnce: state.pulledOnce,
    calendarReady: state.calendarReady || state.pulledOnce,
    roundInFlight: roundInFlight || state.rebuild !== null,
    reached,
    failure,
    pending: view.summary$.value.count,
    oldestPendingAt: view.summary$.value.oldestAt,
    lastSyncedAt: state.lastSyncedAt,
    issues: issueCount,
    rev: state.pulledOnce ? Math.max(0, state.seen) : 0,
    received: state.received,
    expected: state.expected,
  });
  const status$ = new BehaviorSubject<SyncStatus>(statusOf(facts()));
  const publish = () => {
    const next = statusOf(facts());
    if (JSON.stringify(next) !== JSON.stringify(status$.value)) status$.next(next);
  };
  const state$ = new BehaviorSubject(state);
  const watching = [
    view.summary$.subscribe(publish),
    docs.watch<SyncState>(STATE_DOCUMENT).subscribe((read) => {
      state = read ?? BLANK_STATE;
      state$.next(state);
      publish();
    }),
    issues.all$.subscribe((all) => {
      issueCount = all.length;
      publish();
    }),
  ];

  async function round(): Promise<RoundResult | null> {
    roundInFlight = true;
    publish();
    try {
      const result = await lock.hold(async (signal, alive) => {
        await view.reread();
        pendingAtStart = view.keys();
        return runRound(engine, { signal, alive });
      }, closing.signal);
      failure = null;
      reached = true;
      return result;
    } catch (error) {
      if (wasBrokenOff(error)) return null;
      failure = reasonOf(error, network.online());
      reached = false;
      if (!(error instanceof ServerError) && storageFaultOf(error) === null) parts.onFault(error);
      return null;
    } finally {
      pendingAtStart = [];
      roundInFlight = false;
      publish();
    }
  }

  const scheduler = parts.autoSync
    ? startScheduler({ salonId, server, clock, random, network, round, known: () => state.seen })
    : null;
  let manual: Promise<unknown> = Promise.resolve();

  async function write(changes: readonly UntypedChange[]): Promise<void> {
    closing.signal.throwIfAborted();
    const canonical = changes.map(({ table, id, change }) => ({
      table,
      id,
      change: rules.canonicalValues ? canonicalChange(SHAPES[table].table.columns, change) : change,
    }));
    let wrote = false;
    for (const table of TABLE_NAMES) {
      const own = new Map<string, Fields>();
      for (const { table: to, id, change } of canonical) if (to === table) own.set(id, { ...own.get(id), ...change });
      if (own.size === 0) continue;
      const setting = settingOf(engine, state.horizon);
      const clean = table === 'events' ? await changesWithoutErasedNotes(store, own) : own;
      const passed = await passDoor(engine, 'person', table, [...own.keys()], (row, id) =>
        written(setting, table, id, row, clean.get(id) ?? {}),
      );
      if (table === 'clients') for (const { id, after } of passed) if (isErased(table, after ?? {})) await wipeClient(engine, id);
      await closeRefusals(engine, table, passed);
      wrote ||= passed.some(({ after }) => after?.pending === 1);
    }
    if (wrote) scheduler?.want('write');
  }

  scheduler?.want('start');
  return {
    write,
    status$,
    issues$: issues.all$,
    taken$,
    pulledOnce$: state$.pipe(
      map(({ pulledOnce }) => pulledOnce),
      distinctUntilChanged(),
    ),
    putIssue: (issue) => issues.change([issue], []),
    removeIssue: (id) => issues.change([], [id]),
    async pendingCount() {
      await view.reread();
      return view.summary$.value.count;
    },
    async syncNow() {
      if (scheduler) return scheduler.now();
      const mine = manual.then(round);
      manual = mine;
      await mine;
    },
    async close() {
      closing.abort(new DOMException('the replica is closed', 'AbortError'));
      await scheduler?.close();
      await manual;
      for (const subscription of watching) subscription.unsubscribe();
      view.close();
      lock.close();
      status$.complete();
      taken$.complete();
      state$.complete();
    },
  };
}
