/**
 * What the sync chip and the sync center show. Promise: never "synced" while anything is unsent or unknown; the count is
 * the number of rows with `pending = 1` on this device, in every tab, whatever the clock says.
 */
export type SyncPhase = 'starting' | 'first-sync' | 'synced' | 'syncing' | 'offline' | 'blocked';
export type SyncReason = 'line' | 'server' | 'signed-out' | 'access-withdrawn' | 'app-too-old' | 'storage-full';

export interface SyncStatus {
  readonly phase: SyncPhase;
  /** Rows that the server has not confirmed. */
  readonly pending: number;
  /** Device clock, ISO UTC: when the oldest of them was last edited. */
  readonly oldestPendingAt: string | null;
  /** Device clock, ISO UTC: end of the last complete round, of any tab. */
  readonly lastSyncedAt: string | null;
  readonly issues: number;
  /** The revision up to which this device has everything. */
  readonly rev: number;
  /** What the calendar needs is there, even while a first sync goes on. */
  readonly calendarReady: boolean;
  /** Only in a first sync: rows received of rows to come (as far as known). */
  readonly progress?: { readonly received: number; readonly total: number };
  readonly reason?: SyncReason;
}
