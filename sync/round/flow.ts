/**
 * How far the exchange is, for the chip and the sync center. Promise: only what the server has taken counts as sent, and only
 * what is on this disk as received; of what another tab sends nothing is claimed here.
 */
import type { SyncStatus } from './status.ts';

/** How many rows have gone up and come down since the device was last even with the server. */
export type Flow = NonNullable<SyncStatus['flow']>;

/** Counts rows while they go up and come down. */
export interface FlowCount {
  sent(rows: number): void;
  received(rows: number): void;
  /** A round has ended well: what it received is no news any more. */
  ended(): void;
  /** @param pending rows unsent now. Undefined while there is nothing to tell. */
  now(pending: number): Flow | undefined;
}

/** Returns a count that begins at nothing. */
export function flowCount(): FlowCount {
  let sent = 0;
  let received = 0;
  return {
    sent(rows) {
      sent += rows;
    },
    received(rows) {
      received += rows;
    },
    ended() {
      received = 0;
    },
    now(pending) {
      if (pending === 0) sent = 0;
      return sent + received > 0 ? { sent, toSend: sent + pending, received } : undefined;
    },
  };
}
