/** A real replica on a device without a browser, and a small server that takes everything: for the tests of this folder. */
import 'fake-indexeddb/auto';
import { randomUUID } from 'node:crypto';
import { filter, firstValueFrom, type Observable } from 'rxjs';
import type { SalonRole } from '#schemas/constants.ts';
import { type LocalRow, type Row, TABLE_NAMES, TABLES, type TableName, type Values } from '#schemas/registry.ts';
import type { Columns } from '#schemas/table.ts';
import { openReplica, type Replica, type ReplicaOptions } from '#sync/replica.ts';
import { noLock } from '#sync/round/round-lock.ts';
import { type PullAnswer, type PulledTable, ServerError, type SyncServer, type WireRow } from '#sync/server/server.ts';

import { namingItsAnswers } from './named-answers.test-support.ts';

export const SALON_ID = 7;
const AT = '2026-11-18T08:00:00.000Z';

/** A server of one salon that accepts every push; `offline` from the start. */
export class StubServer implements SyncServer {
  online = false;
  /** Every pushed change, in order. */
  readonly pushed: { table: TableName; id: string; doc: Readonly<Record<string, unknown>> }[] = [];
  /** The starts of the stretches of events that were read, in order. */
  readonly reads: string[] = [];
  /** True: such reads fail with a fault of the server. */
  refusesReads = false;
  /** True: every push takes the server too long. */
  isBusy = false;
  /** What its pulls say of the person; null: they say nothing. */
  role: SalonRole | null = null;
  /** True: a push is done, and its answer is lost. */
  losesReturns = false;
  private head = 0;
  private readonly rows = new Map<TableName, Map<string, WireRow>>(TABLE_NAMES.map((name) => [name, new Map()]));

  /** Writes as somebody else. */
  put<N extends TableName>(table: N, id: string, values: Partial<Values<N>>): void {
    this.head += 1;
    this.store(table, id, values);
  }

  private store(table: TableName, id: string, values: Readonly<Record<string, unknown>>): void {
    const initial = Object.entries(TABLES[table].columns as Columns).map(([column, { initial }]) => [column, initial]);
    const created_at = new Date(Date.parse(AT) + this.head * 1000).toISOString();
    // The database refuses this (migration “erasure”), so the server never sends it.
    if (values.erased_at && !values.deleted) throw new Error('An erased client is deleted, too');
    const was = this.rows.get(table)?.get(id) ?? { deleted: false, created_at, ...Object.fromEntries(initial) };
    this.rows.get(table)?.set(id, { ...was, ...values, id, rev: this.head, updated_at: AT } as WireRow);
  }

  private reach(): void {
    if (!this.online) throw new ServerError(0, null, null, 'no line');
  }

  async push(_salon: number, changes: Parameters<SyncServer['push']>[1]) {
    this.reach();
    if (this.isBusy) throw new ServerError(500, '57014', null, 'canceling statement due to statement timeout');
    this.head += 1;
    for (const { table, id, doc } of changes) {
      this.pushed.push({ table, id, doc });
      this.store(table, id, doc);
    }
    if (this.losesReturns) throw new ServerError(0, null, null, 'line cut');
    return { verdicts: changes.map(() => ({ v: 'applied' as const, rev: this.head })) };
  }

  async pull(_salon: number, cursors: Parameters<SyncServer['pull']>[1]): Promise<PullAnswer> {
    this.reach();
    const pulled = (name: TableName): PulledTable => ({
      rows: [...(this.rows.get(name)?.values() ?? [])].filter((row) => row.rev > (cursors[name]?.[0] ?? 0)),
      more: false,
      cursor: [this.head, '~'],
    });
    const tables = Object.fromEntries(TABLE_NAMES.map((name) => [name, pulled(name)]));
    const you = this.role && { role: this.role, resource_id: null };
    return { head: this.head, purged_rev: 0, epoch: 'one', you, tables };
  }

  /** Reads the events of the stretch, with the clients, services and employees that they refer to, deleted ones too. */
  async readEvents(_salon: number, from: string, to: string, clientId: string | null = null) {
    this.reach();
    this.reads.push(from);
    if (this.refusesReads) throw new ServerError(500, null, null, 'broken');
    const all = <N extends TableName>(name: N) => [...(this.rows.get(name)?.values() ?? [])] as unknown as Row<N>[];
    const events = all('events').filter(
      (row) => !row.deleted && row.start_time < to && row.end_time > from && (clientId === null || row.client_id === clientId),
    );
    const referred = new Set(events.flatMap((row) => [row.client_id, row.service_id, row.resource_id]));
    const of = <N extends TableName>(name: N) => all(name).filter(({ id }) => referred.has(id));
    return { events, clients: of('clients'), services: of('services'), resources: of('resources') };
  }

  async checksums() {
    this.reach();
    return { head: this.head, tables: {} };
  }

  channel() {
    return { rejoin: () => undefined, close: () => undefined };
  }
}

/** Some tests load this file anew, beside databases of the tests before them (vitest.config.ts). */
const loaded = randomUUID().slice(0, 8);
let people = 0;

export interface Device {
  readonly replica: Replica;
  readonly server: StubServer;
  /** The changes of each call of `write`, in order. */
  readonly writes: { table: TableName; id: string; change: Readonly<Record<string, unknown>> }[][];
}

/** Opens a device with a person of its own. Close its replica at the end: a page holds thirteen open collections. */
export async function openDevice(more: Partial<ReplicaOptions> = {}): Promise<Device> {
  const server = new StubServer();
  people += 1;
  const open = await openReplica({
    userId: `person-${loaded}-${people}x`,
    salonId: SALON_ID,
    server: namingItsAnswers(server),
    multiInstance: false,
    autoSync: false,
    lock: noLock,
    network: { online: () => true, visible: () => true, listen: () => () => undefined },
    ...more,
  });
  const writes: Device['writes'] = [];
  const replica: Replica = {
    ...open,
    async write(changes) {
      await open.write(changes);
      writes.push(changes.map(({ table, id, change }) => ({ table, id, change })));
    },
  };
  return { replica, server, writes };
}

/** A pull tells the device that its person has this role; it is without a line before and after. */
export async function becomes({ replica, server }: Device, role: SalonRole): Promise<void> {
  server.role = role;
  server.online = true;
  await replica.syncNow();
  server.online = false;
}

/** Returns the newest value that satisfies the condition; the first one without a condition. */
export function seen<T>(read: Observable<T>, wanted: (value: T) => boolean = () => true): Promise<T> {
  return firstValueFrom(read.pipe(filter(wanted)));
}

/** Collects all values of a read from now on. */
export function follow<T>(read: Observable<T>): { readonly values: T[]; stop(): void } {
  const values: T[] = [];
  const subscription = read.subscribe((value) => values.push(value));
  return { values, stop: () => subscription.unsubscribe() };
}

/** Returns a row as it is on the device, deleted or not. */
export async function stored<N extends TableName>(replica: Replica, table: N, id: string): Promise<LocalRow<N> | null> {
  const document = await replica.rows[table].findOne(id).exec();
  return document ? (document.toJSON() as LocalRow<N>) : null;
}
