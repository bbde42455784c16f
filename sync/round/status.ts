/**
 * The status for the sync chip and the sync center. Promise: never "synced" while anything is unsent or unknown; the count is the
 * number of rows with `pending = 1` on this device, in every tab, whatever the clock says.
 */
import type { Outage } from './receipt.ts';

/** The one word for how the sync stands. */
export type SyncPhase = 'starting' | 'first-sync' | 'synced' | 'syncing' | 'offline' | 'blocked';
/**
 * Why the sync does not go on. `portal` and `busy` pass by themselves: the network here answers with a page of its own and asks
 * for a sign-in; the server is there and cannot take anything now. `storage-lost`: the browser has closed the database and it
 * does not open again, so that the screens may be old; `storage-emptied`: the browser has cleared it. Both need the page to be
 * loaded anew.
 */
export type SyncReason =
  | 'line'
  | 'portal'
  | 'server'
  | 'busy'
  | 'signed-out'
  | 'access-withdrawn'
  | 'app-too-old'
  | 'storage-full'
  | 'storage-lost'
  | 'storage-emptied';

/** How the sync stands, as screens tell it. */
export interface SyncStatus {
  readonly phase: SyncPhase;
  /** Rows that the server has not confirmed. */
  readonly pending: number;
  /** Device clock, ISO UTC: when the oldest of them was last edited. */
  readonly oldestPendingAt: string | null;
  /** Device clock, ISO UTC: end of the last complete round, of any tab. */
  readonly lastSyncedAt: string | null;
  /** The decisions that wait for a person, one for all issues that are asked about at once (sync/core/decisions.ts). */
  readonly issues: number;
  /** The revision up to which this device has everything. */
  readonly rev: number;
  /** The rows that the calendar needs are there, even while a first sync goes on. */
  readonly calendarReady: boolean;
  /** Only in a first sync: rows received of rows to come (as far as known). */
  readonly progress?: { readonly received: number; readonly total: number };
  /**
   * How far the exchange is: rows sent of those that were unsent together, rows received in this round. Only while something
   * has come or gone and more is on its way.
   */
  readonly flow?: { readonly sent: number; readonly toSend: number; readonly received: number };
  /** Why the last round failed; in a first sync as well. */
  readonly reason?: SyncReason;
  /** Device clock, ISO UTC: since when this device is cut off, or since when it is connected; null while neither is known. */
  readonly since: string | null;
  /** The outage before this connection, or before the present outage. */
  readonly offlineBefore: Outage | null;
}

/** The facts from which the status is made. */
export interface StatusFacts {
  /** Rows, issues and state have been read from the disk. */
  readonly opened: boolean;
  readonly pulledOnce: boolean;
  readonly calendarReady: boolean;
  readonly roundInFlight: boolean;
  /** A round has come to its end since the last failure, in this tab; before that nothing is known. */
  readonly reached: boolean;
  /** Why the last round failed; null after a complete one. */
  readonly failure: SyncReason | null;
  readonly pending: number;
  readonly oldestPendingAt: string | null;
  readonly lastSyncedAt: string | null;
  readonly issues: number;
  readonly rev: number;
  readonly received: number;
  readonly expected: number | null;
  readonly flow?: SyncStatus['flow'];
  readonly since: string | null;
  readonly offlineBefore: Outage | null;
}

/** Nothing more can be read or written here: the page has to be loaded anew. */
export const isStorageGone = (reason: SyncReason | undefined | null): boolean =>
  reason === 'storage-lost' || reason === 'storage-emptied';

const BLOCKING: readonly SyncReason[] = [
  'signed-out',
  'access-withdrawn',
  'app-too-old',
  'storage-full',
  'storage-lost',
  'storage-emptied',
];

/** Says if nothing is sent or fetched until a person does something about this reason. */
export const isBlocking = (reason: SyncReason): boolean => BLOCKING.includes(reason);

/** The phase is the first that holds of: blocked, starting, first-sync, offline, syncing, synced. */
export function syncStatusOf(facts: StatusFacts): SyncStatus {
  const { pending, oldestPendingAt, lastSyncedAt, issues, rev, calendarReady, failure, since, offlineBefore } = facts;
  const phase = phaseOf(facts);
  return {
    phase,
    pending,
    oldestPendingAt,
    lastSyncedAt,
    issues,
    rev,
    calendarReady,
    since,
    offlineBefore,
    ...(phase === 'first-sync'
      ? { progress: { received: facts.received, total: Math.max(facts.received, facts.expected ?? 0) } }
      : {}),
    ...(facts.flow && phase === 'syncing' ? { flow: facts.flow } : {}),
    ...(failure === null ? {} : { reason: failure }),
  };
}

function phaseOf(facts: StatusFacts): SyncPhase {
  const { failure } = facts;
  if (failure !== null && isBlocking(failure)) return 'blocked';
  if (!facts.opened) return 'starting';
  if (!facts.pulledOnce) return 'first-sync';
  if (failure !== null) return 'offline';
  if (facts.roundInFlight || facts.pending > 0 || !facts.reached) return 'syncing';
  return 'synced';
}
