/**
 * The engine's knowledge of a table's columns, from the model alone. Invariants: only writable columns travel upwards and are ever
 * merged; `deleted` is one of them; `rev`, `created_at`, `updated_at` never count as a difference.
 */
import { TABLE_NAMES, TABLES, type TableName } from '#schemas/registry.ts';
import type { Columns, RowFrame, Table } from '#schemas/table.ts';
import type { WireRow } from '#sync/server/server.ts';

/** Some columns of a row with their values; an absent column counts as null. */
export type Fields = Readonly<Record<string, unknown>>;

/** For each column the values that have left this device, oldest first (sent-values.ts). */
export type Sent = Readonly<Record<string, readonly unknown[]>>;

/** A local row of any table. Columns are plain JSON scalars, so equality is `===`. */
export interface StateRow extends Readonly<RowFrame> {
  readonly pending: 0 | 1;
  readonly base: Fields | null;
  readonly sent: Sent | null;
  readonly edited_at: string | null;
  readonly [column: string]: unknown;
}

interface Shape {
  readonly table: Table<string, Columns>;
  /** All columns, `deleted` last. */
  readonly all: readonly string[];
  /** Those that a person may write, `deleted` last. */
  readonly writable: readonly string[];
  readonly readOnly: readonly string[];
  /** Those that a person may write, and only empty. */
  readonly emptiedOnly: readonly string[];
  /** Every writable column but `deleted`, in the groups that are one decision. */
  readonly groups: readonly (readonly string[])[];
  readonly refs: readonly (readonly [column: string, table: TableName])[];
}

const isTableName = (name: string): name is TableName => (TABLE_NAMES as readonly string[]).includes(name);

function shapeOf(name: TableName): Shape {
  const table: Table<string, Columns> = TABLES[name];
  const columns = Object.entries(table.columns);
  const writable = columns.filter(([, column]) => !column.readOnly).map(([field]) => field);
  const grouped = new Set(table.groups.flat());
  return {
    table,
    all: [...columns.map(([field]) => field), 'deleted'],
    writable: [...writable, 'deleted'],
    readOnly: columns.filter(([, column]) => column.readOnly).map(([field]) => field),
    emptiedOnly: columns.filter(([, column]) => column.emptiedOnly).map(([field]) => field),
    groups: [...table.groups, ...writable.filter((field) => !grouped.has(field)).map((field) => [field])],
    refs: Object.entries(table.refs).flatMap(([column, to]) => (isTableName(to) ? [[column, to] as const] : [])),
  };
}

/** The shape of each table, worked out once. */
export const SHAPES = Object.fromEntries(TABLE_NAMES.map((name) => [name, shapeOf(name)])) as Readonly<Record<TableName, Shape>>;
const PUSH_ORDER = new Map<string, number>(TABLE_NAMES.map((name, at) => [name, at]));
/** Compares two tables for sorting: a table that is referred to comes before those that refer to it. */
export const inPushOrder = (a: TableName, b: TableName): number => (PUSH_ORDER.get(a) ?? 0) - (PUSH_ORDER.get(b) ?? 0);

/** Returns a column's value; null where it is absent. */
export const fieldOf = (fields: Fields, column: string): unknown => fields[column] ?? null;

/** Returns these columns alone, null where one is absent. */
export function pick(fields: Fields, columns: readonly string[]): Record<string, unknown> {
  const picked: Record<string, unknown> = {};
  for (const column of columns) picked[column] = fieldOf(fields, column);
  return picked;
}

/** Says if two rows have the same values in all of these columns. */
export const sameIn = (a: Fields, b: Fields, columns: readonly string[]): boolean =>
  columns.every((column) => fieldOf(a, column) === fieldOf(b, column));

/** A row's columns and `deleted`, as a base or an issue keeps them. */
export const snapshot = (name: TableName, fields: Fields): Record<string, unknown> => ({
  ...pick(fields, SHAPES[name].all),
  deleted: fields.deleted === true,
});

/** Returns what each column of a new row holds before anything is written. */
export function initialValues(name: TableName): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const [field, column] of Object.entries(SHAPES[name].table.columns)) values[field] = column.initial;
  return values;
}

/** A content of before a column was added says of it what a new row does. */
export const wholeContent = (name: TableName, content: Fields | null): Fields => ({ ...initialValues(name), ...content });

const textOrNull = (value: unknown): string | null => (typeof value === 'string' ? value : null);

/** The server's row as a settled row of this device. */
export function settledRow(name: TableName, salonId: number, wire: WireRow): StateRow {
  const columns: Record<string, unknown> = {};
  for (const [field, column] of Object.entries(SHAPES[name].table.columns))
    columns[field] = wire[field] === undefined ? column.initial : wire[field];
  return {
    id: wire.id,
    salon_id: salonId,
    ...columns,
    rev: wire.rev,
    deleted: wire.deleted,
    created_at: textOrNull(wire.created_at),
    updated_at: textOrNull(wire.updated_at),
    pending: 0,
    base: null,
    sent: null,
    edited_at: null,
  };
}

/** Row 0 of a set of shifts carries the whole set; the rows above it are the server's work. */
export const carriesSet = (name: TableName, id: string): boolean => SHAPES[name].table.shape === 'set' && id.endsWith('/0');

/** Lies before the horizon (ISO UTC): this device does not keep it once it is settled. */
export function behindHorizon(name: TableName, row: Fields, horizon: string | null): boolean {
  const column = SHAPES[name].table.horizon;
  if (horizon === null || column === null) return false;
  const at = row[column];
  return typeof at === 'string' && at < horizon;
}

/** Says if this row is an erased client. No other table has erased rows. */
export const isErased = (name: TableName, row: Fields): boolean => name === 'clients' && fieldOf(row, 'erased_at') !== null;
