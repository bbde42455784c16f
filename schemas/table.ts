/**
 * How a replicated table is described: one list of columns, from which come the row's type, the RxDB schema and the
 * canonical form of its values. A value is made canonical before it is stored; the database checks and never rewrites
 * (design: a value that the server changed on its way would look like somebody else's edit).
 */

/** The kinds of values that travel. On the wire and locally all are plain JSON. */
export type ColumnKind =
  | 'text' // trimmed, well-formed Unicode, no NUL
  | 'key' // an id or a code: text that is never trimmed or folded
  | 'integer'
  | 'money' // a number at two decimals, numeric(12,2) on the server
  | 'boolean'
  | 'date' // yyyy-MM-dd
  | 'time' // HH:mm
  | 'instant' // ISO UTC with milliseconds, 2026-11-18T08:40:00.000Z
  | 'intervals' // canonical JSON text of a set of shifts, see intervals.ts
  | 'agreements' // canonical JSON text of what a booking may lie over, see agreements.ts; two of them are joined, never in conflict
  | 'offerers' // canonical JSON text of the employees who offer a service, see own-terms.ts
  | 'own-terms' // canonical JSON text of what differs with an employee, see own-terms.ts
  | 'opening-hours' // canonical JSON text of the hours of each weekday, see salon-days.ts
  | 'closed-days' // canonical JSON text of the days on which the salon is closed, see salon-days.ts
  | 'rooms'; // canonical JSON text of the salon's rooms and chairs, see rooms.ts

export interface Column<V> {
  readonly kind: ColumnKind;
  readonly nullable: boolean;
  readonly maxLength?: number;
  /** The greatest number; with it none below 0. */
  readonly most?: number;
  readonly values?: readonly string[];
  /** Only the server writes it; it never travels upwards. */
  readonly readOnly: boolean;
  /** Only the server fills it; people empty it. */
  readonly emptiedOnly?: true;
  /** The value of a new row that does not name this column. */
  readonly initial: V;
}

type Limits = { maxLength?: number };
const column = <V>(kind: ColumnKind, initial: V, more: Partial<Column<V>> = {}): Column<V> => ({
  kind,
  nullable: false,
  readOnly: false,
  initial,
  ...more,
});

export const text = (limits: Limits = {}) => column<string>('text', '', { maxLength: 200, ...limits });
export const key = () => column<string>('key', '', { maxLength: 120 });
export const integer = (initial = 0) => column<number>('integer', initial);
/** A whole number from 0 on, at most so large. */
export const upTo = (most: number) => column<number>('integer', 0, { most });
export const money = () => column<number>('money', 0);
export const boolean = (initial = false) => column<boolean>('boolean', initial);
export const date = () => column<string>('date', '', { maxLength: 10 });
export const time = () => column<string>('time', '', { maxLength: 5 });
export const instant = () => column<string>('instant', '', { maxLength: 24 });
export const intervals = () => column<string>('intervals', '', { maxLength: 2000 });
export const agreements = () => column<string | null>('agreements', null, { nullable: true, maxLength: 20_000 });
export const offerers = () => column<string | null>('offerers', null, { nullable: true, maxLength: 13_000 });
export const ownTerms = () => column<string | null>('own-terms', null, { nullable: true, maxLength: 16_000 });
export const openingHours = () => column<string | null>('opening-hours', null, { nullable: true, maxLength: 500 });
export const closedDays = () => column<string | null>('closed-days', null, { nullable: true, maxLength: 16_000 });
export const rooms = () => column<string | null>('rooms', null, { nullable: true, maxLength: 16_000 });
export const oneOf = <const S extends string>(values: readonly S[], initial: NoInfer<S>) =>
  column<S>('key', initial, { values, maxLength: 40 });
/** May be null, and is null in a new row. */
export const optional = <V>(inner: Column<V>): Column<V | null> => ({ ...inner, nullable: true, initial: null });
/** A new row starts with this value instead of the kind's own. */
export const initially = <V>(inner: Column<V>, initial: NoInfer<V>): Column<V> => ({ ...inner, initial });
/** Filled by the server alone; a person may empty it. */
export const emptiedOnly = <V>(inner: Column<V | null>): Column<V | null> => ({ ...inner, emptiedOnly: true });
/** Kept by the server alone. */
export const fromServer = <V>(inner: Column<V>): Column<V> => ({ ...inner, readOnly: true });

export type Columns = Record<string, Column<unknown>>;
export type ValuesOf<C extends Columns> = { -readonly [K in keyof C]: C[K] extends Column<infer V> ? V : never };

/** The columns that every replicated row has, besides those of its table. */
export interface RowFrame {
  id: string;
  salon_id: number;
  /** The server's revision, 0 for a row that never was there. */
  rev: number;
  deleted: boolean;
  /** Server time, ISO UTC; null until the server has said it. */
  created_at: string | null;
  updated_at: string | null;
}

export interface Table<N extends string = string, C extends Columns = Columns> {
  readonly name: N;
  readonly columns: C;
  /** Fields that are one decision: they are merged, and kept in an issue, together. Columns not named stand alone. */
  readonly groups: readonly (readonly string[])[];
  /** column → the table it refers to, within the salon. */
  readonly refs: Readonly<Record<string, string>>;
  /** Columns with a local index, each alone or compound. */
  readonly indexes: readonly (readonly string[])[];
  /** `set`: row 0 carries a whole set in `intervals`; `singleton`: one row a salon, made by the server. */
  readonly shape: 'rows' | 'set' | 'singleton';
  /** Rows are pulled only from the horizon on; the column that decides. */
  readonly horizon: string | null;
}

interface TableOptions<C extends Columns> {
  groups?: readonly (readonly (keyof C & string)[])[];
  refs?: { readonly [K in keyof C & string]?: string };
  indexes?: readonly (readonly (keyof C & string)[])[];
  shape?: Table['shape'];
  horizon?: (keyof C & string) | 'created_at';
}

export function table<const N extends string, C extends Columns>(
  name: N,
  columns: C,
  options: TableOptions<C> = {},
): Table<N, C> {
  const { groups = [], refs = {}, indexes = [], shape = 'rows', horizon = null } = options;
  return { name, columns, groups, refs: refs as Record<string, string>, indexes, shape, horizon };
}

export type RowOf<T extends { columns: Columns }> = ValuesOf<T['columns']> & RowFrame;
