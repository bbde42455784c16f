/**
 * The engine's stores in memory. A disk outlives its tabs: each tab works through a gate of its own, and a killed tab's
 * gate swallows everything from that moment on.
 */
import { concatMap, filter, type Observable, Subject, startWith } from 'rxjs';
import { TABLE_NAMES, type TableName } from '#schemas/registry.ts';
import type { StateRow } from '#sync/core/columns.ts';
import type { DocStore, RowChange, RowStore, StoredRow } from '#sync/storage/stores.ts';

export type DiskStep =
  | { readonly kind: 'rows'; readonly table: TableName; readonly context: string; readonly ids: readonly string[] }
  | { readonly kind: 'doc'; readonly id: string };

export class Disk {
  readonly tables = Object.fromEntries(TABLE_NAMES.map((table) => [table, new Map()])) as Record<
    TableName,
    Map<string, StoredRow>
  >;
  readonly docs = new Map<string, object>();
  readonly changes$ = new Subject<readonly RowChange[]>();
  readonly docChanges$ = new Subject<string>();
  version = 0;
}

export class Gate {
  private readonly traps: ((step: DiskStep) => boolean)[] = [];
  private readonly holds: { readonly when: (step: DiskStep) => boolean; readonly wait: () => Promise<void> }[] = [];
  private failure: Error | null = null;
  killed = false;

  /** The tab dies at the first disk step that satisfies `when`, before it is done. */
  killAt(when: (step: DiskStep) => boolean): void {
    this.traps.push(when);
  }

  disarm(): void {
    this.traps.length = 0;
  }

  /** The first disk step that satisfies `when` waits, before it is done, until it is released. */
  holdAt(when: (step: DiskStep) => boolean): { reached: Promise<void>; release(): void } {
    let release: () => void = () => undefined;
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    const reached = new Promise<void>((resolve) => {
      this.holds.push({
        when,
        wait: async () => {
          resolve();
          await released;
        },
      });
    });
    return { reached, release };
  }

  failNextWrite(error: Error): void {
    this.failure = error;
  }

  kill(): void {
    this.killed = true;
  }

  /** Never returns for a killed tab. */
  async pass(step: DiskStep | null): Promise<void> {
    await Promise.resolve();
    const held = step === null ? -1 : this.holds.findIndex(({ when }) => when(step));
    if (held >= 0) for (const { wait } of this.holds.splice(held, 1)) await wait();
    if (step !== null && this.traps.some((trap) => trap(step))) this.killed = true;
    if (this.killed) await new Promise(() => undefined);
    if (step?.kind === 'rows' && this.failure) {
      const error = this.failure;
      this.failure = null;
      throw error;
    }
  }
}

export function memoryRowStore(disk: Disk, gate: Gate): RowStore {
  return {
    async read(table, ids) {
      await gate.pass(null);
      return new Map(ids.flatMap((id) => (disk.tables[table].has(id) ? [[id, disk.tables[table].get(id) as StoredRow]] : [])));
    },
    async write(table, writes, context) {
      await gate.pass({ kind: 'rows', table, context, ids: writes.map(({ id }) => id) });
      const beaten: string[] = [];
      const changes: RowChange[] = [];
      for (const { id, version, row, hidden } of writes) {
        const stored = disk.tables[table].get(id);
        if (stored?.version !== version) {
          beaten.push(id);
          continue;
        }
        disk.version++;
        if (row === null) disk.tables[table].delete(id);
        else disk.tables[table].set(id, { row: structuredClone(row), hidden, version: disk.version });
        changes.push({ table, id, row: hidden ? null : row, height: disk.version });
      }
      if (changes.length > 0) disk.changes$.next(changes);
      return beaten;
    },
    async pending(table) {
      await gate.pass(null);
      return [...disk.tables[table].values()].flatMap(({ row, hidden }) => (row && !hidden && row.pending === 1 ? [row] : []));
    },
    async scan(table, wanted) {
      await gate.pass(null);
      return [...disk.tables[table].values()].flatMap(({ row }) => (row && wanted(row) ? [row.id] : []));
    },
    async page(table, after, limit) {
      await gate.pass(null);
      return rowsOn(disk, table)
        .filter(({ id }) => id > after)
        .sort((a, b) => (a.id < b.id ? -1 : 1))
        .slice(0, limit);
    },
    async extent(table) {
      await gate.pass(null);
      const starts = rowsOn(disk, table)
        .flatMap(({ start_time }) => (table === 'events' && typeof start_time === 'string' ? [start_time] : []))
        .sort();
      return { rows: rowsOn(disk, table).length, first: starts[0] ?? null, last: starts.at(-1) ?? null };
    },
    async vanish() {
      await gate.pass(null);
    },
    changes$: disk.changes$.pipe(filter(() => !gate.killed)),
  };
}

export function memoryDocStore(disk: Disk, gate: Gate): DocStore {
  const read = async <T extends object>(id: string): Promise<T | null> => {
    await gate.pass(null);
    return (disk.docs.get(id) as T | undefined) ?? null;
  };
  return {
    read,
    async update<T extends object>(id: string, change: (current: T | null) => T | null) {
      await gate.pass({ kind: 'doc', id });
      const current = (disk.docs.get(id) as T | undefined) ?? null;
      const next = change(current);
      if (next === null) return current;
      disk.docs.set(id, structuredClone(next));
      disk.docChanges$.next(id);
      return next;
    },
    watch<T extends object>(id: string): Observable<T | null> {
      return disk.docChanges$.pipe(
        filter((changed) => changed === id && !gate.killed),
        startWith(id),
        concatMap(() => read<T>(id)),
      );
    },
  };
}

export const rowsOn = (disk: Disk, table: TableName): StateRow[] =>
  [...disk.tables[table].values()].flatMap(({ row, hidden }) => (row && !hidden ? [row] : []));
