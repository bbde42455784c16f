/**
 * What a person has seen of a row when they wrote: nobody writes over, or deletes, what they have never seen. What else was
 * there is merged, or an issue asks; so a server's row never loses a value to somebody who could not know of it.
 */
import type { TableName } from '#schemas/registry.ts';
import { carriesSet, type Fields, fieldOf, initialValues, SHAPES, type StateRow } from '#sync/core/columns.ts';
import type { SimDevice } from './sim-device.ts';
import type { Logged } from './sim-server.ts';

/** What is one decision of several columns; a set of shifts is told by its intervals. */
export const groupsOf = (table: TableName): readonly (readonly string[])[] =>
  SHAPES[table].table.shape === 'set' ? [] : SHAPES[table].table.groups;

interface RowKey {
  readonly table: TableName;
  readonly id: string;
}

export class SeenRows {
  private readonly seen = new Set<string>();
  /** Decisions of several columns, as a person made them or had them before them. */
  private readonly whole = new Set<string>();
  /** When a person of this device last wrote the row. */
  private readonly touched = new Map<string, number>();
  /** What stood here when a person of this device wrote over it, and when. */
  private readonly wroteOver = new Map<string, { readonly row: StateRow; readonly at: number }[]>();

  /** A person of this device writes these rows, or has just written them. */
  note(device: SimDevice, rows: readonly RowKey[], time: number): void {
    for (const { table, id } of rows) {
      const row = device.row(table, id);
      this.touched.set(`${device.device}/${table}/${id}`, time);
      for (const side of [row, row?.base]) if (side) this.noteSide(device.device, table, id, side);
    }
  }

  /** A person of this device writes, or has just written, over a row as it stood before. */
  noteOver(device: string, table: TableName, row: StateRow | null, time: number): void {
    if (row === null) return;
    const key = `${device}/${table}/${row.id}`;
    this.wroteOver.set(key, [...(this.wroteOver.get(key) ?? []), { row, at: time }]);
  }

  /** Whether a person of this device wrote, at that time or later, over a row that stood with these very values. */
  hasWrittenOver(device: string, { table, id }: RowKey, values: Fields, fields: readonly string[], since: number): boolean {
    const over = this.wroteOver.get(`${device}/${table}/${id}`) ?? [];
    return over.some(({ row, at }) => at >= since && fields.every((field) => fieldOf(row, field) === fieldOf(values, field)));
  }

  /** What a row will be once this is written. */
  noteChange(device: SimDevice, table: TableName, id: string, change: Fields): void {
    this.noteSide(device.device, table, id, { ...initialValues(table), ...device.row(table, id), ...change });
  }

  hasWhole(device: string, table: TableName, id: string, values: readonly unknown[]): boolean {
    return this.whole.has(JSON.stringify([device, table, id, values]));
  }

  private noteSide(device: string, table: TableName, id: string, side: StateRow | Fields): void {
    for (const group of groupsOf(table))
      this.whole.add(JSON.stringify([device, table, id, group.map((field) => fieldOf(side, field))]));
    for (const field of SHAPES[table].writable) this.noteValue(device, table, id, field, fieldOf(side, field));
  }

  noteValue(device: string, table: TableName, id: string, field: string, value: unknown): void {
    this.seen.add(JSON.stringify([device, table, id, field, value]));
  }

  has(device: string, table: TableName, id: string, field: string, value: unknown): boolean {
    return this.seen.has(JSON.stringify([device, table, id, field, value]));
  }

  touchedAt(device: string, table: TableName, id: string): number {
    return this.touched.get(`${device}/${table}/${id}`) ?? -1;
  }
}

export interface Unseen {
  readonly log: readonly Logged[];
  readonly seen: SeenRows;
  readonly devices: ReadonlySet<string>;
  /** Rows (`table/id`) of which an operator made something else. */
  readonly setBack: ReadonlySet<string>;
  /** Whether this row, or this field of it, is emptied by an erasure. */
  isErasing(table: TableName, id: string, field: string): boolean;
  wireOf(table: TableName, field: string, row: Fields): unknown;
}

/** What is joined with whatever stands there is written over by nobody (sim-overlaps.ts looks after it). */
export const isJoined = (table: TableName, field: string): boolean => SHAPES[table].table.columns[field]?.kind === 'agreements';

/** The columns that tell what stands there: of a set of shifts the whole set. */
const contentOf = (table: TableName): readonly string[] =>
  SHAPES[table].table.shape === 'set'
    ? ['intervals']
    : SHAPES[table].writable.filter((field) => field !== 'deleted' && !isJoined(table, field));

export function unseenOverwrites({ log, seen, devices, setBack, isErasing, wireOf }: Unseen): string[] {
  const found: string[] = [];
  const stands = new Map<string, Logged>();
  for (const entry of log) {
    const { table, id, row, who } = entry;
    const key = `${table}/${id}`;
    const before = stands.get(key);
    stands.set(key, entry);
    if (!before?.row || row === null || !devices.has(who) || setBack.has(key)) continue;
    const isSet = SHAPES[table].table.shape === 'set';
    if (before.row.deleted === true || (isSet && !carriesSet(table, id))) continue;
    const removes = row.deleted === true;
    for (const group of groupsOf(table)) {
      const [was, is] = [before.row, row].map((side) => group.map((field) => wireOf(table, field, side)));
      const isNew = JSON.stringify(was) !== JSON.stringify(is);
      if (!isNew || isErasing(table, id, group[0] ?? '') || isErasing(table, id, group[1] ?? '')) continue;
      if (seen.hasWhole(who, table, id, is ?? [])) continue;
      found.push(`MIXED ${who} made ${key} ${group.join('+')} = ${JSON.stringify(is)}, which no person ever decided`);
    }
    for (const field of contentOf(table)) {
      const was = wireOf(table, field, before.row);
      const changes = removes || was !== wireOf(table, field, row);
      if (!changes || before.who === who || isErasing(table, id, field) || seen.has(who, table, id, field, was)) continue;
      found.push(
        `UNSEEN ${who} ${removes ? 'deleted' : 'wrote over'} ${key}.${field} = ${String(was)} of ${before.who} (rev ${before.rev}), which its person had never seen`,
      );
    }
  }
  return found;
}
