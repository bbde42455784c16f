/**
 * The replica of one salon for one person: rows on this device, live, writable without a network, and kept equal to the
 * server by rounds. Promises: what `write` has returned is on disk; it reaches the server once in effect or stands among
 * the issues with its full content; one bad row never holds up another; the status never says more than is true.
 */
import type { RxCollection, RxStorage } from 'rxdb';
import type { BehaviorSubject, Observable } from 'rxjs';
import type { LocalRow, TableName, Values } from '#schemas/registry.ts';
import type { Clock } from './clock.ts';
import type { SyncIssue } from './issues.ts';
import type { Rules } from './rules.ts';
import type { ReadEventsAnswer, SyncServer } from './server.ts';
import type { NetworkSignals } from './signals.ts';
import type { SyncStatus } from './status.ts';

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

/** What a round took, and which rows were unsent when that round began or are since. */
export interface Taken {
  readonly rows: readonly TakenRow[];
  readonly pending: readonly { readonly table: TableName; readonly id: string }[];
}

export interface Replica {
  readonly userId: string;
  readonly salonId: number;
  /** Live reads; filter `deleted: false`. Never written past `write`. */
  readonly rows: { readonly [N in TableName]: RxCollection<LocalRow<N>> };
  /**
   * The person's door: on disk when it resolves. Rows of one table are written together, tables in order of dependency.
   * @throws InvalidValueError before anything is written; StorageFullError; StorageClosedError.
   */
  write(changes: readonly Change[]): Promise<void>;
  readonly status$: BehaviorSubject<SyncStatus>;
  readonly issues$: Observable<readonly SyncIssue[]>;
  readonly taken$: Observable<Taken>;
  putIssue(issue: SyncIssue): Promise<void>;
  removeIssue(id: string): Promise<void>;
  /** True once every table has been pulled completely. */
  readonly pulledOnce$: Observable<boolean>;
  pendingCount(): Promise<number>;
  /** Straight from the server, stored nowhere: what lies behind the horizon. `from`, `to`: ISO UTC. @throws ServerError */
  readonly readOnline: { events(from: string, to: string, clientId?: string): Promise<ReadEventsAnswer> };
  /** Runs a round now and resolves when it has ended, well or badly: the status tells. */
  syncNow(): Promise<void>;
  close(): Promise<void>;
}

export interface ReplicaOptions {
  readonly userId: string;
  readonly salonId: number;
  readonly server: SyncServer;
  readonly clock?: Clock;
  /** Uniform in [0, 1). */
  readonly random?: () => number;
  /** Only tests name another. */
  readonly storage?: RxStorage<unknown, unknown>;
  readonly multiInstance?: boolean;
  readonly network?: NetworkSignals;
  /** False: rounds run only by `syncNow`. */
  readonly autoSync?: boolean;
  readonly rules?: Rules;
}

export function openReplica(_options: ReplicaOptions): Promise<Replica> {
  return Promise.reject(new Error('not yet'));
}
