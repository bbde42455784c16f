/**
 * The replica of one salon for one person: rows on this device, live, writable without a network, and kept equal to the
 * server by rounds. Promises: what `write` has returned is on disk; it reaches the server once in effect or stands among
 * the issues with its full content; one bad row never holds up another; the status never says more than is true.
 */
import { addRxPlugin, createRxDatabase } from 'rxdb';
import { RxDBLocalDocumentsPlugin } from 'rxdb/plugins/local-documents';
import type { BehaviorSubject, Observable } from 'rxjs';
import type { LocalRow, TableName, Values } from '#schemas/registry.ts';
import type { SyncIssue } from '#sync/core/issues.ts';
import type { FirstSync } from '#sync/core/sync-state.ts';
import type { DeviceCare } from '#sync/device/device-care.ts';
import type { UnsentFile } from '#sync/device/unsent-file.ts';
import { type Clock, systemClock } from '#sync/machine/clock.ts';
import type { HeldUp } from '#sync/round/held-up.ts';
import { browserRoundLock, type RoundLock } from '#sync/round/round-lock.ts';
import type { SyncStatus } from '#sync/round/status.ts';
import type { SyncServer } from '#sync/server/server.ts';
import { browserSignals, type NetworkSignals } from '#sync/server/signals.ts';
import { replicaName } from '#sync/storage/replica-name.ts';
import { COLLECTIONS, type Collections } from '#sync/storage/rxdb/collections.ts';
import { dexieStorage, type ReplicaStorage } from '#sync/storage/rxdb/dexie-storage.ts';
import { mendQueries } from '#sync/storage/rxdb/rxdb-queries.ts';
import { type RowCollections, rxdbDocStore, rxdbRowStore } from '#sync/storage/rxdb/rxdb-stores.ts';
import { identityOf, identityOnDisk } from '#sync/versions/identity.ts';
import { browserVersionHolds, type VersionHolds } from '#sync/versions/version-holds.ts';
import { announceVersion } from '#sync/versions/version-signal.ts';
import { statusWithOtherVersions, type VersionWatch, watchVersions } from '#sync/versions/version-watch.ts';
import { type Claim, issueBook } from '#sync/writes/issue-book.ts';
import { type Replication, startReplication } from './replication.ts';

/** One row's change by a person. A new id makes a row with the table's initial values. */
export interface Change<N extends TableName = TableName> {
  readonly table: N;
  readonly id: string;
  readonly change: Partial<Values<N>>;
}

/** A row that was taken from the server: how it stood here before and how it stands now (null: not there). */
export interface TakenRow<N extends TableName = TableName> {
  readonly table: N;
  readonly id: string;
  readonly before: LocalRow<N> | null;
  readonly after: LocalRow<N> | null;
}

/** What a round took. */
export interface Taken {
  readonly rows: readonly TakenRow[];
}

/** One salon on this device, as one person may see it: rows to read, one door to write, and how the sync stands. */
export interface Replica extends DeviceCare {
  readonly userId: string;
  readonly salonId: number;
  /** Its own random name: databases that were cleared and made anew have another. Null where the storage did not take one yet. */
  readonly identity: string | null;
  /** Live reads; filter `deleted: false`. Never written past `write`. */
  readonly rows: Collections;
  /**
   * The person's door: on disk when it resolves. Rows of one table are written together, tables in order of dependency.
   * @throws InvalidValueError before anything is written; StorageFullError; StorageClosedError.
   */
  write(changes: readonly Change[]): Promise<void>;
  /** A command of several writes: no round begins for one of them before the last, so that they need no request each. */
  together<T>(command: () => Promise<T>): Promise<T>;
  readonly status$: BehaviorSubject<SyncStatus>;
  readonly issues$: Observable<readonly SyncIssue[]>;
  readonly taken$: Observable<Taken>;
  /** Several are one write: an outage may leave many. */
  putIssue(...issues: SyncIssue[]): Promise<void>;
  removeIssue(...ids: string[]): Promise<void>;
  /** Before a person's decision is carried out: those not decided yet, nor about to be by another tab; null when there are none. */
  claimIssues(...ids: string[]): Promise<Claim | null>;
  /** True once every table has been pulled completely. */
  readonly pulledOnce$: Observable<boolean>;
  /** ISO UTC: settled events that begin before it are not kept here (`readOnline` has them); null before the first sync. */
  readonly horizon$: Observable<string | null>;
  /** Rows that the server does not manage while it takes others; they are sent again by themselves. */
  readonly heldUp$: Observable<readonly HeldUp[]>;
  /** How far the first sync has come; the same for ever once everything has been pulled. */
  readonly firstSync$: Observable<FirstSync>;
  /** What is stored under these ids, deleted or not. What never was here, or was removed, has no entry. */
  keptRows<N extends TableName>(table: N, ids: readonly string[]): Promise<ReadonlyMap<string, LocalRow<N>>>;
  pendingCount(): Promise<number>;
  /**
   * Unsent rows and issues as this window knows them, without asking the disk: what is left of them when the browser has
   * cleared the databases under the open replica (`storage-emptied`). Another local schema version's are not among them.
   */
  unsentInMemory(): UnsentFile;
  /**
   * Straight from the server, stored nowhere: what lies behind the horizon, in parts where the line is slow. `from`, `to`: ISO
   * UTC. @throws ServerError when the line is silent or the server refuses
   */
  readonly readOnline: { events: Replication['readEvents'] };
  /** Runs a round now and resolves when it has ended, well or badly: the status tells. */
  syncNow(): Promise<void>;
  close(): Promise<void>;
}

/** Whose replica is opened, on which server, and by what it is surrounded. */
export interface ReplicaOptions {
  readonly userId: string;
  readonly salonId: number;
  readonly server: SyncServer;
  readonly clock?: Clock;
  /** Uniform in [0, 1). */
  readonly random?: () => number;
  /** Only tests name another. */
  readonly storage?: ReplicaStorage;
  readonly multiInstance?: boolean;
  readonly network?: NetworkSignals;
  /** False: rounds run only by `syncNow`. */
  readonly autoSync?: boolean;
  readonly lock?: RoundLock;
  /** The first round begins after it, so that a start of the app has the device to itself; at once where none is given. */
  readonly startAfter?: Promise<void>;
  readonly holds?: VersionHolds;
  /** Issues that follow from the rows as they stand and are kept nowhere (src/data/issues/derived-issues.ts). */
  readonly derivedIssues?: (rows: Collections) => Observable<readonly SyncIssue[]>;
  /** Hears of faults that are nobody's but ours; the page's own error report where none is given. */
  readonly onFault?: (error: unknown) => void;
}

/** @throws StorageFullError, StorageClosedError, or what the storage said */
export async function openReplica(options: ReplicaOptions): Promise<Replica> {
  const { userId, salonId, server, clock = systemClock, random = Math.random, multiInstance = true } = options;
  const storage = options.storage ?? dexieStorage();
  const name = replicaName(userId, salonId);
  const holds = options.holds ?? browserVersionHolds(clock);
  const onFault = options.onFault ?? reportFault;
  addRxPlugin(RxDBLocalDocumentsPlugin);
  mendQueries();
  const release = await holds.hold(name);
  const made = createRxDatabase({ name, storage: storage.storage, multiInstance, localDocuments: true });
  made.catch(() => release());
  const database = await made;
  let replication: Replication;
  let rows: Collections;
  let versions: VersionWatch | undefined;
  let identity: string | null;
  try {
    rows = await database.addCollections(COLLECTIONS);
    const store = rxdbRowStore(rows as unknown as RowCollections, storage);
    const docs = rxdbDocStore(database, storage);
    identity = await identityOf(docs, userId, salonId);
    storage.expect(async () => identity === null || (await identityOnDisk(name)) === identity);
    versions = await watchVersions({ userId, salonId, store, docs, issues: issueBook(docs), clock, random, holds }, onFault);
    replication = await startReplication({
      userId,
      salonId,
      server,
      clock,
      random,
      store,
      docs,
      network: options.network ?? browserSignals(),
      lock: options.lock ?? browserRoundLock(`greben-round:${userId}:${salonId}`, clock, random),
      autoSync: options.autoSync ?? true,
      onFault,
      copy: versions.copy,
      loss$: storage.loss$,
      ...(options.startAfter ? { startAfter: options.startAfter } : {}),
      ...(options.derivedIssues ? { derivedIssues$: options.derivedIssues(rows) } : {}),
    });
  } catch (error) {
    await versions?.close();
    storage.end();
    await database.close();
    await release();
    throw error;
  }
  const watched = versions;
  const status$ = statusWithOtherVersions(replication.status$, watched.unsent$);
  watched.start(() => void replication.syncNow());
  announceVersion();
  return {
    userId,
    salonId,
    identity,
    rows,
    write: (changes) => replication.write(changes),
    together: replication.together,
    status$,
    issues$: replication.issues$,
    taken$: replication.taken$ as Observable<Taken>,
    putIssue: replication.putIssue,
    removeIssue: replication.removeIssue,
    claimIssues: replication.claimIssues,
    pulledOnce$: replication.pulledOnce$,
    horizon$: replication.horizon$,
    heldUp$: replication.heldUp$,
    firstSync$: replication.firstSync$,
    keptRows: replication.keptRows as Replica['keptRows'],
    unsentInMemory: replication.unsentInMemory,
    pendingCount: async () => (await replication.pendingCount()) + watched.unsent$.value.count,
    readOnline: { events: replication.readEvents },
    async syncNow() {
      await watched.look();
      await replication.syncNow();
    },
    checkDevice: replication.checkDevice,
    lastCheck$: replication.lastCheck$,
    receipt$: replication.receipt$,
    dismissReceipt: replication.dismissReceipt,
    holdings: replication.holdings,
    freeSpace: replication.freeSpace,
    putBack: replication.putBack,
    exportUnsent: replication.exportUnsent,
    importUnsent: replication.importUnsent,
    writeAgain: replication.writeAgain,
    async close() {
      await watched.close();
      await replication.close();
      storage.end();
      await database.close();
      await release();
    },
  };
}

function reportFault(error: unknown): void {
  if (typeof globalThis.reportError === 'function') globalThis.reportError(error);
  else console.error(error);
}
