/** Sorts lists by a column. */
import { compareNames } from '#domain/people/names.ts';

/**
 * A value to sort by: texts by the order of names, numbers by size. Null stands last in both directions, because a missing price
 * is not the cheapest.
 */
export type Sortable = string | number | null;

const compare = (a: string | number, b: string | number) =>
  typeof a === 'number' && typeof b === 'number' ? a - b : compareNames(String(a), String(b));

/** Returns the rows sorted by `valueIn`, in a new list; equal ones stay in the given order, which is by name. */
export function sortRows<T>(rows: readonly T[], descending: boolean, valueIn: (row: T) => Sortable): readonly T[] {
  const keyed = rows.map((row) => ({ row, value: valueIn(row) }));
  keyed.sort((a, b) => {
    if (a.value === null || b.value === null) return Number(a.value === null) - Number(b.value === null);
    return descending ? compare(b.value, a.value) : compare(a.value, b.value);
  });
  return keyed.map(({ row }) => row);
}
