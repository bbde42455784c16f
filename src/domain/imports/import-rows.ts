/** Decides what each row of a foreign table becomes: a new record, a known one, or nothing that could be stored. */
import type { ColumnMapping } from './import-columns.ts';

/** The reason why a row cannot be imported. */
export type WrongReason =
  | 'no_name'
  | 'email'
  | 'birth_date'
  | 'phone_exponent'
  | 'too_long'
  | 'duration'
  | 'no_price'
  | 'price'
  | 'supply_price'
  | 'other_currency'
  | 'show_online'
  | 'barcode_exponent'
  | 'quantity'
  | 'low_stock_at';

/** The fields by which a row is known to be a stored record. */
export type KnownBy = 'phone' | 'email' | 'name_and_birth' | 'name' | 'barcode';

/** The fate of a row: it is new, known, repeated in the file, or wrong. */
export type RowVerdict<K> =
  | { readonly kind: 'new' }
  | { readonly kind: 'known'; readonly row: K; readonly by: KnownBy }
  /** The same record is in an earlier row. */
  | { readonly kind: 'repeated'; readonly row: number }
  | { readonly kind: 'wrong'; readonly reasons: readonly WrongReason[] };

/** `V` holds the values of a row, `K` is the known record. */
export interface JudgedRow<V, K> {
  /** The row number of the spreadsheet: the first row of the file is 1. */
  readonly row: number;
  readonly cells: readonly string[];
  readonly value: V;
  readonly verdict: RowVerdict<K>;
}

/** Finds the record of a row among those that were added before. */
export interface Finder<V, P> {
  add(one: P): void;
  find(value: V): { readonly row: P; readonly by: KnownBy } | null;
}

interface Judging<V, K> {
  readonly columns: ColumnMapping;
  /** Reads the values of a row, and its faults. */
  readonly read: (cells: readonly string[]) => readonly [V, readonly WrongReason[]];
  /** Holds the existing records. */
  readonly there: Finder<V, K>;
  /** Empty at first; it takes the new ones. */
  readonly before: Finder<V, V & { readonly row: number }>;
}

/** Judges all rows but the head and blank ones. */
export function judgeEach<V extends object, K>(rows: readonly (readonly string[])[], judging: Judging<V, K>): JudgedRow<V, K>[] {
  const { columns, read, there, before } = judging;
  const start = columns.hasHead ? 1 : 0;
  return rows.slice(start).flatMap((cells, i) => {
    if (cells.every((cell) => cell === '')) return [];
    const row = start + i + 1;
    const [value, wrong] = read(cells);
    const verdict = ((): RowVerdict<K> => {
      if (wrong.length > 0) return { kind: 'wrong', reasons: wrong };
      const found = there.find(value);
      if (found) return { kind: 'known', ...found };
      const earlier = before.find(value);
      return earlier ? { kind: 'repeated', row: earlier.row.row } : { kind: 'new' };
    })();
    if (verdict.kind === 'new') before.add({ ...value, row });
    return [{ row, cells, value, verdict }];
  });
}
