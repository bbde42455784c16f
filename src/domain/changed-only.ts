/**
 * What a form changed: the columns whose values differ from those that it opened with. Only these are written, so that a
 * field that nobody touched here cannot undo what another device wrote while the form was open.
 * @param together columns that are one decision: all of them are written where one is another, a price with its currency
 */
export function changedOnly<T extends object>(opened: T, now: T, together: readonly (readonly (keyof T)[])[] = []): Partial<T> {
  const changed: Partial<T> = {};
  for (const key of Object.keys(now) as (keyof T)[]) {
    if (now[key] !== opened[key]) changed[key] = now[key];
  }
  for (const columns of together)
    if (columns.some((column) => column in changed)) for (const column of columns) changed[column] = now[column];
  return changed;
}

/** Returns the fields that another device has changed since a form was opened, as they are there; lists are compared by what they hold. */
export function changedElsewhere<T extends object>(opened: T, now: T): Partial<T> {
  const differs = (key: keyof T) => JSON.stringify(now[key]) !== JSON.stringify(opened[key]);
  const keys = (Object.keys(now) as (keyof T)[]).filter(differs);
  return Object.fromEntries(keys.map((key) => [key, now[key]])) as Partial<T>;
}
