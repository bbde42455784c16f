/** The appointments of a day, wherever they are. */
import type { LocalRow, TableName } from '#schemas/registry.ts';

export type Rows<N extends TableName> = ReadonlyMap<string, LocalRow<N>>;

export interface OlderState {
  /** `kept`: this device has the whole day itself. */
  readonly phase: 'kept' | 'reading' | 'read' | 'failed';
  /** Device clock, ISO UTC: when the server's rows of this day were read; null: not yet, so nothing is known about it. */
  readonly readAt: string | null;
  /** Why the last try failed: nothing was reached, or the server refused. */
  readonly reason: 'line' | 'server' | null;
}

export interface DayEvents {
  /** By start, then by id. */
  readonly events: readonly LocalRow<'events'>[];
  /** Ids of those that only the server has: they can be looked at, not changed. */
  readonly onlyRead: ReadonlySet<string>;
  /** Whom and what the server's rows refer to, deleted ones too; erased clients are left out. */
  readonly clients: Rows<'clients'>;
  readonly services: Rows<'services'>;
  readonly resources: Rows<'resources'>;
  readonly older: OlderState;
}

/** What a day brings of the server when all of it is here. */
export const NOTHING: Omit<DayEvents, 'events' | 'older'> = {
  onlyRead: new Set(),
  clients: new Map(),
  services: new Map(),
  resources: new Map(),
};
