/**
 * Rows as this device keeps them, deleted ones too: a settled deletion is stored and seen by no query, but it still has its name
 * and the revision that it was deleted at. They name deleted records on screen and restore them.
 */
import { combineLatest, from, map, type Observable, of, switchMap } from 'rxjs';
import { clientsById$ } from '#data/clients.queries.ts';
import { insideOf } from '#data/inside-replica.ts';
import { liveRow, liveRowsById } from '#data/live-rows.ts';
import type { OpenReplica } from '#data/open-replica.ts';
import { readOfferers, readOwnTerms } from '#schemas/own-terms.ts';
import { type LocalRow, TABLES, type TableName } from '#schemas/registry.ts';

/** Reads the rows with these ids, deleted or not. A row that never was here, or was dropped, has no entry. */
export async function storedRows<N extends TableName>(
  replica: OpenReplica,
  table: N,
  ids: readonly string[],
): Promise<ReadonlyMap<string, LocalRow<N>>> {
  if (ids.length === 0) return new Map();
  return insideOf(replica).keptRows(table, ids);
}

/** The state of a record on this device. */
export interface RecordState<N extends TableName = TableName> {
  /** Null if nothing of it is kept. */
  readonly row: LocalRow<N> | null;
  readonly state: 'there' | 'deleted' | 'none';
}

/** Reads the state of a record. */
export async function recordStateOf<N extends TableName>(replica: OpenReplica, table: N, id: string): Promise<RecordState<N>> {
  const row = (await storedRows(replica, table, [id])).get(id) ?? null;
  return { row, state: row === null ? 'none' : row.deleted ? 'deleted' : 'there' };
}

/** Follows the state of a record. */
export function recordState$<N extends TableName>(replica: OpenReplica, table: N, id: string): Observable<RecordState<N>> {
  return liveRow(replica, table, id).pipe(
    switchMap((row) => (row ? of({ row, state: 'there' as const }) : from(recordStateOf(replica, table, id)))),
  );
}

/** A record that something refers to. `deleted`: it is kept only for its name. */
export interface Referred<N extends TableName> {
  readonly row: LocalRow<N>;
  readonly deleted: boolean;
}
/** Referred records by their ids. */
export type ReferredRows<N extends TableName> = ReadonlyMap<string, Referred<N>>;

/** Follows rows by their ids, deleted ones marked. A client that was merged into another is replaced by that one. */
export function referredRows$<N extends TableName>(
  replica: OpenReplica,
  table: N,
  ids: readonly string[],
): Observable<ReferredRows<N>> {
  const live$ =
    table === 'clients'
      ? (clientsById$(replica, ids) as Observable<unknown> as Observable<ReadonlyMap<string, LocalRow<N>>>)
      : liveRowsById(replica, table, ids);
  return live$.pipe(
    switchMap((live) => {
      const missing = ids.filter((id) => !live.has(id));
      return combineLatest([of(live), missing.length > 0 ? from(storedRows(replica, table, missing)) : of(new Map())]);
    }),
    map(
      ([live, kept]: [ReadonlyMap<string, LocalRow<N>>, ReadonlyMap<string, LocalRow<N>>]) =>
        new Map([
          ...[...kept].map(([id, row]): [string, Referred<N>] => [id, { row, deleted: true }]),
          ...[...live].map(([id, row]): [string, Referred<N>] => [id, { row, deleted: false }]),
        ]),
    ),
  );
}

/** The rows that the columns of some contents refer to, by table. */
export type ReferredTables = ReadonlyMap<TableName, ReferredRows<TableName>>;

/** Returns the employees that a service names: those who offer it, and those with their own duration or price. */
function employeesIn(content: Readonly<Record<string, unknown>> | null): readonly string[] {
  const [offerers, terms] = [content?.resource_ids, content?.own_terms];
  return [
    ...(typeof offerers === 'string' ? (readOfferers(offerers) ?? []) : []),
    ...(typeof terms === 'string' ? (readOwnTerms(terms) ?? []).map(({ resource }) => resource) : []),
  ];
}

/** Follows everything that these contents of a table refer to: a booking's client, service and employee, a product's group. */
export function referredBy$(
  replica: OpenReplica,
  table: TableName,
  contents: readonly (Readonly<Record<string, unknown>> | null)[],
): Observable<ReferredTables> {
  const wanted = new Map<TableName, Set<string>>();
  for (const [column, to] of Object.entries(TABLES[table].refs) as [string, TableName][]) {
    for (const content of contents) {
      const id = content?.[column];
      if (typeof id === 'string') wanted.set(to, (wanted.get(to) ?? new Set()).add(id));
    }
  }
  if (table === 'services')
    for (const content of contents)
      for (const id of employeesIn(content)) wanted.set('resources', (wanted.get('resources') ?? new Set()).add(id));
  if (wanted.size === 0) return of(new Map());
  return combineLatest(
    [...wanted].map(([to, ids]) => referredRows$(replica, to, [...ids]).pipe(map((rows) => [to, rows] as const))),
  ).pipe(map((tables) => new Map(tables)));
}
