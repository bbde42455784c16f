/** What the server says when it will never take a version of a row, and what its codes mean to the row. */

/**
 * Why the server takes no such version of a row: its SQLSTATE (or `erased`, or `http-<status>`), its words, and the constraint
 * that was broken.
 */
export interface Refusal {
  readonly code: string;
  readonly message?: string | null | undefined;
  readonly constraint?: string | null | undefined;
}

/** The refusal's code when the client concerned was erased: the pull of the same round tells why. */
export const ERASED = 'erased';
/** The refusal's code when a row that is referred to is not there. */
export const MISSING = '23503';

/** SQLSTATEs that speak of a row's content: the same row would be refused again. */
export const OF_CONTENT = /^2[23]/;
