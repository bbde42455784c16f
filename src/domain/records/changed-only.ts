/**
 * Returns what a form changed: the columns whose values differ from those at its opening. Only these are written, so that an
 * untouched field cannot undo what another device wrote while the form was open.
 * @param together columns that are one decision: if one of them changed all are written, such as a price with its currency
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

/**
 * Returns the fields that another device has changed since the form was opened, with their values there. Lists are compared by
 * their contents.
 */
export function changedElsewhere<T extends object>(opened: T, now: T): Partial<T> {
  const differs = (key: keyof T) => JSON.stringify(now[key]) !== JSON.stringify(opened[key]);
  const keys = (Object.keys(now) as (keyof T)[]).filter(differs);
  return Object.fromEntries(keys.map((key) => [key, now[key]])) as Partial<T>;
}
