/** Finds the columns of a foreign table: the common part of the imports of clients, services and products. */

/** The fields into which the columns of a foreign table are read. */
export interface ColumnMapping<F extends string = string> {
  /** The first row names the columns. */
  readonly hasHead: boolean;
  /** The field of each column; null leaves it out. No field occurs twice, except for one whose columns are gathered. */
  readonly fields: readonly (F | null)[];
}

/** Heads by field, in lower case and letters only. */
export type Heads<F extends string> = Readonly<Record<F, readonly string[]>>;

const plain = (head: string) => head.toLowerCase().replace(/[^\p{L}]/gu, '');

/** Returns the field that a column's head names; null if it names none. */
export function fieldOfHead<F extends string>(head: string, heads: Heads<F>): F | null {
  const own = plain(head);
  return (Object.keys(heads) as F[]).find((field) => heads[field].includes(own)) ?? null;
}

/** True if a row is no row of heads because it holds values such as „25 лв“, „45 мин“ or „12“. */
export const hasNumbers = (row: readonly string[]): boolean => row.some((cell) => /^[€$]?\s*\d[\d\s.,:]*\p{L}*\.?$/u.test(cell));

/**
 * Returns the fields with each in its first column only.
 * @param gathered the field that may have several columns
 */
export function withoutRepeats<F extends string>(fields: readonly (F | null)[], gathered?: F): (F | null)[] {
  const seen = new Set<F>();
  return fields.map((field) => {
    if (field === null || (field !== gathered && seen.has(field))) return null;
    seen.add(field);
    return field;
  });
}

/** Rows that are looked at if no head names a column. */
const LOOKED_AT = 50;

/** Returns the cells of each column that are not empty, of these first rows. */
export function filledColumns(rows: readonly (readonly string[])[]): string[][] {
  const looked = rows.slice(0, LOOKED_AT);
  return (rows[0] ?? []).map((_, column) => looked.map((row) => row[column] ?? '').filter((cell) => cell !== ''));
}

/** True if at least half of the cells look so; false without cells. */
export const mostLook = (cells: readonly string[], look: (text: string) => boolean): boolean =>
  cells.length > 0 && cells.filter(look).length * 2 >= cells.length;

/** Returns the text of a row's field; empty if it has none. Gathered columns become lines. */
export const cellOf = <F extends string>(cells: readonly string[], { fields }: ColumnMapping<F>, field: F): string =>
  fields.flatMap((own, i) => (own === field && cells[i] ? [cells[i]] : [])).join('\n');
