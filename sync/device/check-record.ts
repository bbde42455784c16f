import type { TableName } from '#schemas/registry.ts';

/** The result of one check of this device against the server. */
export interface DeviceCheck {
  /** Device clock, ISO UTC. */
  readonly at: string;
  /** The revision at which was compared. */
  readonly head: number;
  /** Found different, and pulled anew. */
  readonly differing: readonly TableName[];
  /** Rows compared. */
  readonly rows: number;
}

/** The local document of the last check. */
export const CHECK_DOCUMENT = 'device-check';

/** That document: it is shared by all tabs, so that one of them checks each day. */
export interface CheckRecord {
  readonly last: DeviceCheck | null;
  /** When it was last checked; before the first check, since when it could have been. Device clock, ISO UTC. */
  readonly since: string;
}
