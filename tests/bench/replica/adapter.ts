/** What the bench asks of a local database; each file of `adapters/` answers it for one engine. */
import { type Row, TABLE_NAMES, type TableName } from '#schemas/registry.ts';

export type EventRow = Row<'events'>;
export type ClientRow = Row<'clients'>;

/** The tables that stand empty beside: a product opens all of its tables, and so does each engine. */
export const BESIDE: readonly TableName[] = TABLE_NAMES.filter((name) => name !== 'events' && name !== 'clients');

/** Whether a write is to be on the disk, and not only with the operating system, before it says so: as ours is always. */
export const isStrict = (): boolean => location.search === '?strict';

export interface ReplicaAdapter {
  /** Opens the database as it was left, or makes it; resolves when it can be read. */
  open(): Promise<void>;
  /** Writes what a first sync brings, in the engine's own way of writing many rows. */
  fill(events: readonly EventRow[], clients: readonly ClientRow[]): Promise<void>;
  /** Reads the events that begin from `from` on and before `to` (ISO UTC), by their start. */
  between(from: string, to: string): Promise<readonly { readonly id: string }[]>;
  /** Resolves when the row is written. */
  insert(event: EventRow): Promise<void>;
  patch(id: string, values: Partial<EventRow>): Promise<void>;
  /** Tells the number of the range's events with a note, after each change; null where the engine tells of no changes. */
  watch: ((from: string, to: string, told: (withNote: number) => void) => () => void) | null;
  /** Returns how many clients are found by a text in their name, at most 50. */
  search(text: string): Promise<number>;
}

/** What a page of the bench can do; all times in ms. */
export interface ReplicaBench {
  /** From nothing to the events of today. */
  open(): Promise<number>;
  fill(events: number, clients: number): Promise<number>;
  work(): Promise<Record<string, number[]>>;
  search(): Promise<Record<string, number[]>>;
}

declare global {
  interface Window {
    replicaBench?: ReplicaBench;
  }
}
