/**
 * The name of a server's history (`epoch`). A salon begins with a random one; after a restored backup the database makes
 * another (`private.history_name`), which says what it goes on from, so that every pull tells it and nothing is asked for:
 * the end of the name of the history that the backup was taken of, the last revision that both have, and of when that
 * state is. Invariant: revisions up to `shared` mean the same in both; above it they mean nothing to each other.
 */

/** The point at which the server's present history leaves the histories to which rows of this device belong. */
export interface Fork {
  /** The last revision that they have in common; null where that is not known (a device missed the history between two, or a backup was restored without its word). */
  readonly shared: number | null;
  /** Server clock, ISO UTC: the last change that the restored backup has; null where that is not known. */
  readonly stateOf: string | null;
}

/** Nothing here is beyond the server: rows of no other history. */
export const ALL_SHARED: Fork = { shared: Number.POSITIVE_INFINITY, stateOf: null };

/** State in seconds (8 digits), end of the parent's name (4), head (3 + 7); the rest is chance. A UUID of version 8. */
const NAME = /^([0-9a-f]{8})-([0-9a-f]{4})-8([0-9a-f]{3})-[89ab][0-9a-f]{3}-([0-9a-f]{7})[0-9a-f]{5}$/;

function parsedName(name: string | null) {
  const [, seconds = '', parent, high = '', low = ''] = NAME.exec(name ?? '') ?? [];
  return { at: Number.parseInt(seconds, 16), parent, head: Number.parseInt(high + low, 16) };
}

/** @param leftHistories names of the histories to which rows here belong @param present the server's present one */
export function forkOf(leftHistories: readonly string[], present: string | null): Fork {
  const { at, parent, head } = parsedName(present);
  if (parent === undefined) return { shared: null, stateOf: null };
  // Two that go on from the same one, for a second backup of it was restored: they part where the earlier of both does.
  const partedAt = (name: string): number => {
    const other = parsedName(name);
    if (name.endsWith(parent)) return head;
    return other.parent === parent ? Math.min(head, other.head) : Number.NaN;
  };
  const shared = leftHistories.length > 0 ? Math.min(...leftHistories.map(partedAt)) : Number.NaN;
  return { shared: Number.isNaN(shared) ? null : shared, stateOf: at > 0 ? new Date(at * 1000).toISOString() : null };
}
