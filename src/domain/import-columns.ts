/** Which column of a foreign table holds what: what the imports of clients, services and products have in common. */

export interface Columns<F extends string = string> {
  /** The first row names the columns. */
  readonly hasHead: boolean;
  /** By column; null: it is left out. No field stands twice, but for one whose columns are gathered. */
  readonly fields: readonly (F | null)[];
}

/** Heads by field, in lower case and without anything but letters. */
export type Heads<F extends string> = Readonly<Record<F, readonly string[]>>;

const plain = (head: string) => head.toLowerCase().replace(/[^\p{L}]/gu, '');

/** The field that a column's head names; null where it names none. */
export function fieldOfHead<F extends string>(head: string, heads: Heads<F>): F | null {
  const own = plain(head);
  return (Object.keys(heads) as F[]).find((field) => heads[field].includes(own)) ?? null;
}

/** Whether a row is no row of heads: „25 лв“, „45 мин“ and „12“ stand in one. */
export const hasNumbers = (row: readonly string[]): boolean => row.some((cell) => /^[€$]?\s*\d[\d\s.,:]*\p{L}*\.?$/u.test(cell));

/** The same fields, each in its first column alone. @param gathered may stand in several */
export function withoutRepeats<F extends string>(fields: readonly (F | null)[], gathered?: F): (F | null)[] {
  const seen = new Set<F>();
  return fields.map((field) => {
    if (field === null || (field !== gathered && seen.has(field))) return null;
    seen.add(field);
    return field;
  });
}

/** Rows that are looked at where no head says what a column is. */
const LOOKED_AT = 50;

/** The cells of each column that are not empty, of as many rows as are looked at. */
export function filledColumns(rows: readonly (readonly string[])[]): string[][] {
  const looked = rows.slice(0, LOOKED_AT);
  return (rows[0] ?? []).map((_, column) => looked.map((row) => row[column] ?? '').filter((cell) => cell !== ''));
}

/** Whether at least half of the cells look so; of no cells nothing is said. */
export const mostLook = (cells: readonly string[], look: (text: string) => boolean): boolean =>
  cells.length > 0 && cells.filter(look).length * 2 >= cells.length;

/** The text of a row's field, empty where it has none; what is gathered stands in lines. */
export const cellOf = <F extends string>(cells: readonly string[], { fields }: Columns<F>, field: F): string =>
  fields.flatMap((own, i) => (own === field && cells[i] ? [cells[i]] : [])).join('\n');
