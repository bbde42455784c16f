/** Blocked time has a name, which is its title. The names that a salon gives again and again are worked out, and stored nowhere. */
import type { Event } from '#schemas/events.ts';

type Named = Pick<Event, 'type' | 'title' | 'id' | 'created_at'>;

/** Sorts behind every instant. */
const UNCONFIRMED = '~';

const letters = (name: string): string => name.toLocaleLowerCase();

/**
 * Returns the names that blocked time was given last, newest first; two that differ in capital letters alone are one.
 * @param events in any order; those that are no blocked time, or have no name, do not count. `created_at`: ISO UTC, null as long as
 * the server has not confirmed the row: it is newer than all that it has
 * @param without names that are offered anyway, or that nobody has typed
 * @param most at most so many
 */
export function lastBlockNames(events: readonly Named[], without: readonly string[], most: number): readonly string[] {
  const said = new Set(without.map(letters));
  const named = events.flatMap(({ type, title, created_at, id }) => {
    const name = type === 'blocking' ? title?.trim() : '';
    return name ? [{ name, made: created_at ?? UNCONFIRMED, id }] : [];
  });
  named.sort((a, b) => (a.made === b.made ? (a.id < b.id ? -1 : 1) : a.made < b.made ? 1 : -1));
  const names: string[] = [];
  for (const { name } of named) {
    if (names.length >= most) break;
    if (said.has(letters(name))) continue;
    said.add(letters(name));
    names.push(name);
  }
  return names;
}
