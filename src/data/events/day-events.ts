/** The appointments of a day, wherever they are. */
import type { LocalRow, TableName } from '#schemas/registry.ts';

/** Rows of a table by their ids. */
export type Rows<N extends TableName> = ReadonlyMap<string, LocalRow<N>>;

/** The knowledge about a day that is older than this device keeps. */
export interface OlderState {
  /** `kept`: this device has the whole day itself. */
  readonly phase: 'kept' | 'reading' | 'read' | 'failed';
  /** Device clock, ISO UTC: when the server's rows of this day were read; null: not yet, so nothing is known about it. */
  readonly readAt: string | null;
  /** Why the last try failed: nothing was reached, or the server refused. */
  readonly reason: 'line' | 'server' | null;
}

/** The appointments of a day, with the rows that they refer to. */
export interface DayEvents {
  /** By start, then by id. */
  readonly events: readonly LocalRow<'events'>[];
  /** Ids of those that only the server has: they can be looked at, not changed. */
  readonly onlyRead: ReadonlySet<string>;
  /** Clients, services and employees that the server's rows refer to, deleted ones too; erased clients are left out. */
  readonly clients: Rows<'clients'>;
  readonly services: Rows<'services'>;
  readonly resources: Rows<'resources'>;
  readonly older: OlderState;
}

/** The server's part of a day of which this device holds everything. */
export const NOTHING: Omit<DayEvents, 'events' | 'older'> = {
  onlyRead: new Set(),
  clients: new Map(),
  services: new Map(),
  resources: new Map(),
};
