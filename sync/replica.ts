/**
 * The replica of one salon for one person: rows on this device, live, writable without a network, and kept equal to the
 * server by rounds. Promises: what `write` has returned is on disk; it reaches the server once in effect or stands among
 * the issues with its full content; one bad row never holds up another; the status never says more than is true.
 */
import { addRxPlugin, createRxDatabase } from 'rxdb';
import { RxDBLocalDocumentsPlugin } from 'rxdb/plugins/local-documents';
import type { Observable } from 'rxjs';
import type { TableName, Values } from '#schemas/registry.ts';
import type { SyncIssue } from '#sync/core/issues.ts';
import { type Clock, systemClock } from '#sync/machine/clock.ts';
import { browserRoundLock, type RoundLock } from '#sync/round/round-lock.ts';
import type { SyncServer } from '#sync/server/server.ts';
import { browserSignals, type NetworkSignals } from '#sync/server/signals.ts';
import { replicaName } from '#sync/storage/replica-name.ts';
import { COLLECTIONS, type Collections } from '#sync/storage/rxdb/collections.ts';
import { dexieStorage, type ReplicaStorage } from '#sync/storage/rxdb/dexie-storage.ts';
import { mendQueries } from '#sync/storage/rxdb/rxdb-queries.ts';
import { type RowCollections, rxdbDocStore, rxdbRowStore } from '#sync/storage/rxdb/rxdb-stores.ts';
import type { DocStore } from '#sync/storage/stores.ts';
import { identityOf, identityOnDisk } from '#sync/versions/identity.ts';
import { browserVersionHolds, type VersionHolds } from '#sync/versions/version-holds.ts';
import { announceVersion } from '#sync/versions/version-signal.ts';
import { statusWithOtherVersions, type VersionWatch, watchVersions } from '#sync/versions/version-watch.ts';
import { issueBook } from '#sync/writes/issue-book.ts';
import { type Replication, startReplication } from './replication.ts';

/** One row's change by a person. A new id makes a row with the table's initial values. */
export interface Change<N extends TableName = TableName> {
  readonly table: N;
  readonly id: string;
  readonly change: Partial<Values<N>>;
}

/** One salon on this device, as one person may see it: rows to read, one way to write them, and how the sync stands. */
export interface Replica extends Omit<Replication, 'write'> {
  readonly userId: string;
  readonly salonId: number;
  /** Its own random name: databases that were cleared and made anew have another. Null where the storage did not take one yet. */
  readonly identity: string | null;
  /** Live reads; filter `deleted: false`. Never written past `write`. */
  readonly rows: Collections;
  /** Documents of the app's own beside the rows. They go with the replica; the engine neither reads nor sends them. */
  readonly documents: DocStore;
  /** As `Replication` says, with the values of each table's columns. */
  write(changes: readonly Change[]): Promise<void>;
}

/** The person, the salon and the server of a replica that is opened, and its surroundings. */
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
  let documents: DocStore;
  let versions: VersionWatch | undefined;
  let identity: string | null;
  try {
    rows = await database.addCollections(COLLECTIONS);
    const store = rxdbRowStore(rows as unknown as RowCollections, storage);
    const docs = rxdbDocStore(database, storage);
    documents = docs;
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
    ...replication,
    userId,
    salonId,
    identity,
    rows,
    documents,
    status$,
    pendingCount: async () => (await replication.pendingCount()) + watched.unsent$.value.count,
    async syncNow() {
      await watched.look();
      await replication.syncNow();
    },
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
