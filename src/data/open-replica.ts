/**
 * The replica as a screen has it: ids, status, issues to read, and what the sync center asks of it. Rows are read and written by
 * the reads and commands of this folder alone, so that every write passes a rule and every read is live. Promise: the object
 * that a screen holds has no way to a row in it (`inside-replica.ts` has, and is closed to screens by the linter).
 */
import type { Replica } from '#sync/replica.ts';

/** What only `src/data` uses: rows, both ways to change them, the book of issues, what becomes of a lost database, the end. */
export const INSIDE = [
  'rows',
  'keptRows',
  'firstSync$',
  'write',
  'putIssue',
  'removeIssue',
  'claimIssues',
  'putBack',
  'importUnsent',
  'unsentInMemory',
  'writeAgain',
  'close',
] as const satisfies readonly (keyof Replica)[];

/** One salon on this device, as one person may see it. What its members do is said in `sync/replica.ts`. */
export type OpenReplica = Omit<Replica, (typeof INSIDE)[number]>;
