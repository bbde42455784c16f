/**
 * The name of a server's history (`epoch`). A salon begins with a random one; after a restored backup the database makes
 * another (`private.history_name`), which says what it goes on from, so that every pull tells it and nothing is asked for:
 * the end of the name of the history that the backup was taken of, the last revision that both have, and of when that
 * state is. Invariant: revisions up to `shared` mean the same in both; above it they mean nothing to each other.
 */

/** Where the present history of the server leaves those to which rows of this device belong. */
export interface Fork {
  /** The last revision that they have in common; null where that is not known (two restored backups in a row, or one restored without its word). */
  readonly shared: number | null;
  /** Server clock, ISO UTC: the last change that the restored backup has; null where that is not known. */
  readonly stateOf: string | null;
}

/** Nothing here is beyond the server: rows of no other history. */
export const ALL_SHARED: Fork = { shared: Number.POSITIVE_INFINITY, stateOf: null };

/** State in seconds (8 digits), end of the parent's name (4), head (3 + 7); the rest is chance. A UUID of version 8. */
const NAME = /^([0-9a-f]{8})-([0-9a-f]{4})-8([0-9a-f]{3})-[89ab][0-9a-f]{3}-([0-9a-f]{7})[0-9a-f]{5}$/;

/** @param left names of the histories to which rows here belong @param now the server's present one */
export function forkOf(left: readonly string[], now: string | null): Fork {
  const [, seconds = '', parent, high = '', low = ''] = NAME.exec(now ?? '') ?? [];
  if (parent === undefined) return { shared: null, stateOf: null };
  const at = Number.parseInt(seconds, 16);
  const goesOn = left.length > 0 && left.every((name) => name.endsWith(parent));
  return {
    shared: goesOn ? Number.parseInt(high + low, 16) : null,
    stateOf: at > 0 ? new Date(at * 1000).toISOString() : null,
  };
}
