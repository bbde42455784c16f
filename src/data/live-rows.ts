/**
 * Live reads of the replica as plain rows. Promises: rows that are marked deleted are left out; a row that did not change keeps
 * its object, and a list whose rows did not change is not emitted again, so that a memoised column is not drawn again. A change
 * of the engine's bookkeeping alone (`sent`, `rev`, `updated_at`, the content of `base`) is not emitted, so these values may lag.
 */
import type { MangoQuerySelector, MangoQuerySortPart, RxDocument } from 'rxdb';
import { distinctUntilChanged, finalize, map, Observable, of, ReplaySubject, scan, share } from 'rxjs';
import type { LocalRow, TableName } from '#schemas/registry.ts';
import type { Collections } from '#sync/storage/rxdb/collections.ts';
import { insideOf } from './inside-replica.ts';
import type { OpenReplica } from './open-replica.ts';

/** A read without followers stays live for so long, ms, so that a step back to yesterday's screen shows its rows at once. */
const STAYS_WARM_MS = 30_000;
/**
 * The most reads that stay live without followers: each is computed anew with every change of its table, and stepping through a
 * year leaves many.
 */
const MOST_WARM = 16;

/** The plain row of each document: the database keeps one document object for each state of a row. */
const plainRows = new WeakMap<object, unknown>();

/** Returns the plain row of a document, the same object each time. */
export function rowOf<N extends TableName>(document: RxDocument<LocalRow<N>>): LocalRow<N> {
  const known = plainRows.get(document);
  if (known) return known as LocalRow<N>;
  const row = document.toJSON() as LocalRow<N>;
  plainRows.set(document, row);
  return row;
}

/** Tells whether two lists hold the same objects in the same order. */
export function sameItems<T>(a: readonly T[], b: readonly T[]): boolean {
  return a.length === b.length && a.every((item, i) => item === b[i]);
}

const BOOKKEEPING: ReadonlySet<string> = new Set(['sent', 'rev', 'updated_at', 'base']);

function sameForScreens(a: object, b: object): boolean {
  const was: Record<string, unknown> = { ...a };
  return Object.entries(b).every(([column, value]) =>
    column === 'base' ? (value === null) === (was.base === null) : BOOKKEEPING.has(column) || value === was[column],
  );
}

/** Returns the row of a document: the earlier object if nothing changed that a screen shows. */
function keptRow<N extends TableName>(document: RxDocument<LocalRow<N>>, before: LocalRow<N> | null | undefined): LocalRow<N> {
  const row = rowOf(document);
  if (!before || before === row || !sameForScreens(before, row)) return row;
  plainRows.set(document, before);
  return before;
}

/**
 * Returns a function that makes the rows of a query's documents; an unchanged row is its earlier object. It compares only
 * documents whose state is new.
 */
function keptRows<N extends TableName>(): (documents: readonly RxDocument<LocalRow<N>>[]) => readonly LocalRow<N>[] {
  let byState = new WeakMap<object, LocalRow<N>>();
  let byId = new Map<string, LocalRow<N>>();
  const rowsOf = (documents: readonly RxDocument<LocalRow<N>>[]) =>
    documents.map((document) => {
      const known = byState.get(document);
      if (known) return known;
      const row = keptRow(document, byId.get(document.primary));
      byState.set(document, row);
      byId.set(row.id, row);
      return row;
    });
  return (documents) => {
    const rows = rowsOf(documents);
    if (byId.size > 2 * rows.length + 1000) {
      // Most of the remembered rows have left the query.
      byState = new WeakMap(documents.map((document, i) => [document, rows[i] as LocalRow<N>]));
      byId = new Map(rows.map((row) => [row.id, row]));
    }
    return rows;
  };
}

/** The query of a live read. */
export interface RowQuery<N extends TableName> {
  readonly selector?: MangoQuerySelector<LocalRow<N>>;
  /** In the order of the sort; by id without one. */
  readonly sort?: MangoQuerySortPart<LocalRow<N>>[];
}

/** Follows the rows of a table that satisfy a selector and are not deleted, also after changes of other tabs. */
export function liveRows<N extends TableName>(
  replica: OpenReplica,
  table: N,
  query: RowQuery<N> = {},
): Observable<readonly LocalRow<N>[]> {
  return liveRowsIn(insideOf(replica).rows, table, query);
}

/** As `liveRows`, in tables whose replica is still being opened. */
export function liveRowsIn<N extends TableName>(
  rows: Pick<Collections, N>,
  table: N,
  { selector, sort }: RowQuery<N> = {},
): Observable<readonly LocalRow<N>[]> {
  const where = { ...selector, deleted: false } as MangoQuerySelector<LocalRow<N>>;
  const query = rows[table].find({ selector: where, ...(sort ? { sort } : {}) });
  return query.$.pipe(map(keptRows<N>()), distinctUntilChanged(sameItems));
}

/** Follows one row by id; null while it is not there, or is deleted. */
export function liveRow<N extends TableName>(replica: OpenReplica, table: N, id: string): Observable<LocalRow<N> | null> {
  const query = insideOf(replica).rows[table].findOne(id);
  return query.$.pipe(
    scan((before: LocalRow<N> | null, document) => (document ? keptRow<N>(document, before) : null), null),
    map((row) => (row?.deleted === false ? row : null)),
    distinctUntilChanged(),
  );
}

/** Follows rows by their ids; those that are not there, or are deleted, have no entry. */
export function liveRowsById<N extends TableName>(
  replica: OpenReplica,
  table: N,
  ids: readonly string[],
): Observable<ReadonlyMap<string, LocalRow<N>>> {
  return liveRowsByIdIn(insideOf(replica).rows, table, ids);
}

/** As `liveRowsById`, in tables whose replica is still being opened. */
export function liveRowsByIdIn<N extends TableName>(
  rows: Pick<Collections, N>,
  table: N,
  ids: readonly string[],
): Observable<ReadonlyMap<string, LocalRow<N>>> {
  if (ids.length === 0) return of(new Map());
  const query = rows[table].findByIds([...new Set(ids)].sort());
  return query.$.pipe(
    map((documents) => [...documents.values()]),
    map(keptRows<N>()),
    map((rows) => rows.filter((row) => !row.deleted)),
    distinctUntilChanged(sameItems),
    map((rows) => new Map(rows.map((row) => [row.id, row]))),
  );
}

interface SharedReads {
  readonly reads: Map<string, Observable<unknown>>;
  /** The functions that end reads without followers; the one left first stands at the front. */
  readonly warm: Set<() => void>;
}
const shared = new WeakMap<OpenReplica, SharedReads>();

/** Emits when a read without followers has been warm long enough, or when too many others were left since. */
const cooled = (warm: Set<() => void>): Observable<void> =>
  new Observable((told) => {
    const end = () => told.next();
    const waiting = setTimeout(end, STAYS_WARM_MS);
    warm.add(end);
    const [first] = warm;
    if (warm.size > MOST_WARM) first?.();
    return () => {
      clearTimeout(waiting);
      warm.delete(end);
    };
  });

/**
 * Shares one live read among all followers of the same thing, by a key that names it. It emits its newest value at once to each
 * new follower, and stays live for a while after the last one has left, unless many others were left since.
 */
export function sharedRead<T>(replica: OpenReplica, key: string, make: () => Observable<T>): Observable<T> {
  const { reads, warm } = shared.get(replica) ?? { reads: new Map<string, Observable<unknown>>(), warm: new Set<() => void>() };
  shared.set(replica, { reads, warm });
  const known = reads.get(key);
  if (known) return known as Observable<T>;
  const read = make().pipe(
    finalize(() => reads.delete(key)),
    share({ connector: () => new ReplaySubject<T>(1), resetOnRefCountZero: () => cooled(warm) }),
  );
  reads.set(key, read);
  return read;
}

/**
 * Keeps a list sorted while it changes: a few changed rows are put into place, and only many of them cost a whole sort (70 ms for
 * 20,000 names). It takes the rows in the order of their ids, in which a read without a sort emits them.
 */
export function keepSorted<T extends { readonly id: string }>(
  compare: (a: T, b: T) => number,
): (rows: readonly T[]) => readonly T[] {
  const FEW = 200;
  let before: readonly T[] = [];
  let sorted: readonly T[] = [];
  return (rows) => {
    const { gone, added } = difference(before, rows);
    before = rows;
    if (added.length > FEW) {
      sorted = [...rows].sort(compare);
      return sorted;
    }
    const kept = gone.size === 0 ? [...sorted] : sorted.filter((row) => !gone.has(row));
    for (const row of added) kept.splice(placeFor(kept, row, compare), 0, row);
    sorted = kept;
    return sorted;
  };
}

/**
 * Returns the rows that are gone and those that were added from one list to the next. Both lists are in the order of their ids. A
 * changed row counts as gone and as added.
 */
function difference<T extends { readonly id: string }>(before: readonly T[], now: readonly T[]) {
  const [gone, added]: [Set<T>, T[]] = [new Set(), []];
  let at = 0;
  for (const row of now) {
    let was = before[at];
    while (was && was !== row && was.id < row.id) {
      gone.add(was);
      was = before[++at];
    }
    if (was === row) at++;
    else {
      added.push(row);
      if (was?.id === row.id) {
        gone.add(was);
        at++;
      }
    }
  }
  for (const row of before.slice(at)) gone.add(row);
  return { gone, added };
}

function placeFor<T>(sorted: readonly T[], row: T, compare: (a: T, b: T) => number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const other = sorted[middle];
    if (other !== undefined && compare(other, row) <= 0) low = middle + 1;
    else high = middle;
  }
  return low;
}
