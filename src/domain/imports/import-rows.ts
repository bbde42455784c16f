/** Decides what each row of a foreign table becomes: a new record, a known one, or nothing that could be stored. */
import { type ColumnMapping, firstRowOf } from './import-columns.ts';
import type { Steps } from './steps.ts';

/** The reason why a row cannot be imported: it has no name, or it has no price and nobody has said yet that it is 0. */
export type WrongReason = 'no_name' | 'no_price';

/**
 * The reason why the text of a cell is not, or not whole, in the field of its column. `another`: an earlier column, or the first of two in
 * the cell, counts; `unread`: it cannot be read as what the column holds; `part`: only a part was read (“from 60” is 60);
 * `day_and_month`: a birthday without a year; `rounded`: the spreadsheet has lost digits; `rounded_up`: minutes become the next multiple
 * of 5; `below_zero`: it becomes 0; `cut`: the text is too long for its field.
 */
export type LeftOutReason = 'another' | 'unread' | 'part' | 'day_and_month' | 'rounded' | 'rounded_up' | 'below_zero' | 'cut';

/** The text of a cell that did not go into its field. It stands in the notes of the record instead, after the head of its column. */
export interface LeftOut {
  readonly column: number;
  readonly text: string;
  readonly why: LeftOutReason;
}

/** The longest notes that a record can hold. */
export const LONGEST_NOTES = 5000;

/** Returns at most this many characters of a text, and cuts no letter in half. */
export const cutTo = (text: string, most: number): string =>
  text.length <= most
    ? text
    : text
        .slice(0, most)
        .replace(/[\ud800-\udbff]$/, '')
        .trimEnd();

/**
 * Returns the notes of a record with a line for each text that was left out: „Роден на: 21.05“, or only the text if its column
 * has no head. Returns null if there is nothing to note.
 * @param heads the cells of the head; empty if no row names the columns
 */
export function withLeftOut(notes: string | null, leftOut: readonly LeftOut[], heads: readonly string[]): string | null {
  const lines = leftOut.map(({ column, text }) => (heads[column] ? `${heads[column]}: ${text}` : text));
  return cutTo([notes ?? '', ...lines].filter((line) => line !== '').join('\n'), LONGEST_NOTES) || null;
}

/** A hint that a person should look at a row; the row is imported anyway. `by` is the number of digits too many or too few. */
export type RowHint<K> =
  | { readonly kind: 'phone_long' | 'phone_short'; readonly by: number }
  /** Somebody has the same name, and the same birth date or none. */
  | { readonly kind: 'same_name'; readonly row: K }
  /** An earlier row of the file, which is not the same record, has the same name, and the same birth date or none. */
  | { readonly kind: 'same_name_above'; readonly row: number };

/** The fields by which a row is known to be a stored record. */
export type KnownBy = 'phone' | 'email' | 'name_and_birth' | 'name' | 'barcode';

/** The fate of a row: it is new, known, repeated in the file, or wrong. */
export type RowVerdict<K> =
  | { readonly kind: 'new' }
  | { readonly kind: 'known'; readonly row: K; readonly by: KnownBy }
  /** The same record is in an earlier row. */
  | { readonly kind: 'repeated'; readonly row: number; readonly by: KnownBy }
  | { readonly kind: 'wrong'; readonly reasons: readonly WrongReason[] };

/** `V` holds the values of a row, `K` is the known record. */
export interface JudgedRow<V, K> {
  /** The row number of the spreadsheet: the first row of the file is 1. */
  readonly row: number;
  readonly cells: readonly string[];
  readonly value: V;
  readonly leftOut: readonly LeftOut[];
  readonly hints: readonly RowHint<K>[];
  readonly verdict: RowVerdict<K>;
}

/** The values of a row as they were read. */
export interface ReadRow<V, K> {
  readonly value: V;
  readonly wrong: readonly WrongReason[];
  readonly leftOut: readonly LeftOut[];
  readonly hints: readonly RowHint<K>[];
}

/** Finds the record of a row among those that were added before. */
export interface Finder<V, P> {
  add(one: P): void;
  /** `cells` are those of the row that the value was read from. */
  find(value: V, cells: readonly string[]): { readonly row: P; readonly by: KnownBy } | null;
}

interface Judging<V, K> {
  readonly columns: ColumnMapping;
  /** Reads a row. Returns null if it is no record, such as a total. `at` is its place in the table, from 0. */
  readonly read: (cells: readonly string[], at: number) => ReadRow<V, K> | null;
  /** The existing records. */
  readonly known: readonly K[];
  /** Empty at first; it takes the known ones. */
  readonly there: Finder<V, K>;
  /** Empty at first; it takes the new ones. */
  readonly before: Finder<V, V & { readonly row: number }>;
  /** Returns more hints on a new record, before it is added. */
  readonly hintsOf?: (value: V) => readonly RowHint<K>[];
}

/** Judges all rows below the head, except blank rows and those that are no records. Each row is a step. */
export function* judgeEach<V extends object, K>(
  rows: readonly (readonly string[])[],
  { columns, read, known, there, before, hintsOf }: Judging<V, K>,
): Steps<JudgedRow<V, K>[]> {
  for (const record of known) {
    there.add(record);
    yield;
  }
  const verdictOf = ({ value, wrong }: ReadRow<V, K>, cells: readonly string[]): RowVerdict<K> => {
    if (wrong.length > 0) return { kind: 'wrong', reasons: wrong };
    const found = there.find(value, cells);
    if (found) return { kind: 'known', ...found };
    const earlier = before.find(value, cells);
    return earlier ? { kind: 'repeated', row: earlier.row.row, by: earlier.by } : { kind: 'new' };
  };
  const judged: JudgedRow<V, K>[] = [];
  for (let at = firstRowOf(columns); at < rows.length; at++) {
    yield;
    const cells = rows[at] ?? [];
    const readRow = cells.every((cell) => cell === '') ? null : read(cells, at);
    if (!readRow) continue;
    const { value, leftOut, hints } = readRow;
    const row = at + 1;
    const verdict = verdictOf(readRow, cells);
    const more = verdict.kind === 'new' ? (hintsOf?.(value) ?? []) : [];
    if (verdict.kind === 'new') before.add({ ...value, row });
    judged.push({ row, cells, value, leftOut, hints: [...hints, ...more], verdict });
  }
  return judged;
}
