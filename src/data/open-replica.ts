/**
 * The replica as a screen has it: ids, status, issues to read, and the acts of the sync center. Only the reads and commands of this
 * folder reach its rows, so that every write passes a rule and every read is live. Promise: the object that a screen holds has no
 * way to a row (`inside-replica.ts` has, and is closed to screens by a rule of imports).
 */
import type { Replica } from '#sync/replica.ts';

/** The members for `src/data` alone: rows and documents, both ways to change them, the book of issues, a lost database, the end. */
export const INSIDE = [
  'rows',
  'documents',
  'keptRows',
  'firstSync$',
  'write',
  'together',
  'putIssue',
  'removeIssue',
  'claimIssues',
  'putBack',
  'importUnsent',
  'readUnsent',
  'takeOver',
  'unsentInMemory',
  'writeAgain',
  'close',
] as const satisfies readonly (keyof Replica)[];

/** One salon on this device, as one person may see it. `sync/replica.ts` describes its members. */
export type OpenReplica = Omit<Replica, (typeof INSIDE)[number]>;
