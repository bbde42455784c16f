/** Finds the columns of a foreign table: the common part of the imports of clients, services and products. */

/** The fields into which the columns of a foreign table are read. */
export interface ColumnMapping<F extends string = string> {
  /** The row that names the columns, from 0. The rows above it are titles. Null if no row names the columns. */
  readonly headRow: number | null;
  /**
   * The field of each column; null leaves it out. Several columns may hold one field: in each row the first one that is filled
   * counts, and the others go where they fit.
   */
  readonly fields: readonly (F | null)[];
}

/** Returns the place of the first row below the head, from 0. */
export const firstRowOf = ({ headRow }: ColumnMapping): number => (headRow === null ? 0 : headRow + 1);

/** Heads by field, in lower case and letters only. */
export type Heads<F extends string> = Readonly<Record<F, readonly string[]>>;

const plain = (head: string) => head.toLowerCase().replace(/[^\p{L}]/gu, '');

/** Returns the field that a column's head names; null if it names none. */
export function fieldOfHead<F extends string>(head: string, heads: Heads<F>): F | null {
  const own = plain(head);
  return (Object.keys(heads) as F[]).find((field) => heads[field].includes(own)) ?? null;
}

/** True if at least half of the cells look so; false without cells. */
export const mostLook = (cells: readonly string[], look: (text: string) => boolean): boolean =>
  cells.length > 0 && cells.filter(look).length * 2 >= cells.length;

/** A cell that is not empty, and its column. */
export interface FilledCell {
  readonly column: number;
  readonly text: string;
}

/** Returns the filled cells of a row's field, in the order of their columns. */
export const cellsOf = <F extends string>(cells: readonly string[], { fields }: ColumnMapping<F>, field: F): FilledCell[] =>
  fields.flatMap((own, column) => (own === field && cells[column] ? [{ column, text: cells[column] }] : []));

/** Returns the text of a row's field: that of its first filled column; empty if none is filled. */
export const cellOf = <F extends string>(cells: readonly string[], columns: ColumnMapping<F>, field: F): string =>
  cellsOf(cells, columns, field)[0]?.text ?? '';
