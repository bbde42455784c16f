/**
 * Days older than this device keeps (its horizon: sync/README.md, “Pull”): read from the server when somebody looks at them, kept
 * in memory only. Promises: a day that was not read is never called empty; a row on this device wins over the server's; after a
 * failure the read is tried again by itself.
 */

import {
  catchError,
  combineLatest,
  defer,
  distinctUntilChanged,
  EMPTY,
  filter,
  finalize,
  ignoreElements,
  map,
  merge,
  Observable,
  of,
  pairwise,
  Subject,
  shareReplay,
  skip,
  startWith,
  switchMap,
  TimeoutError,
  take,
  tap,
  throwError,
  timeout,
  timer,
} from 'rxjs';
import { insideOf } from '#data/inside-replica.ts';
import type { OpenReplica } from '#data/open-replica.ts';
import type { LocalRow, TableName } from '#schemas/registry.ts';
import { settledRow } from '#sync/core/columns.ts';
import { type ReadEventsAnswer, ServerError, type WireRow } from '#sync/server/server.ts';
import type { AppliedRows } from '#sync/writes/apply-remote.ts';
import { type DayEvents, NOTHING, type OlderState, type Rows } from './day-events.ts';

/** A read is given up after this silence, ms. It tells a dead line from a slow one. */
const SILENCE_MS = 20_000;
/** The pause between two tries while no change of the line is heard, ms. */
const RETRY_MS = 15_000;
/** Days kept in memory: a month of looking back. */
const DAYS_KEPT = 31;

interface Answer extends Omit<DayEvents, 'onlyRead' | 'older'> {
  readonly readAt: string;
}
interface Online {
  readonly phase: 'reading' | 'read' | 'failed';
  readonly reason: OlderState['reason'];
  readonly answer: Answer | null;
}

/** A stretch of instants, ISO UTC, `to` excluded. */
interface Stretch {
  readonly from: string;
  readonly to: string;
}

interface Memory {
  readonly days: Map<string, Answer>;
  readonly again$: Subject<void>;
}
const memories = new WeakMap<OpenReplica, Memory>();
function memoryOf(replica: OpenReplica): Memory {
  const known = memories.get(replica) ?? { days: new Map(), again$: new Subject<void>() };
  memories.set(replica, known);
  return known;
}

/** Forgets the rows that were read of all days, after a client was erased. */
export function forgetOlderDays(replica: OpenReplica): void {
  memoryOf(replica).days.clear();
}

/** Tries failed days again now. */
export function readOlderAgain(replica: OpenReplica): void {
  memoryOf(replica).again$.next();
}

/** Follows the events of a stretch behind the horizon; `older` says how much is known about those that are not here. */
export function olderDay$(
  replica: OpenReplica,
  stretch: Stretch,
  events$: Observable<readonly LocalRow<'events'>[]>,
): Observable<DayEvents> {
  return defer(() => {
    const { days } = memoryOf(replica);
    const key = `${stretch.from}/${stretch.to}`;
    const changed$ = new Subject<void>();
    const local$ = events$.pipe(shareReplay({ bufferSize: 1, refCount: true }));
    const online$ = online(replica, stretch, key, changed$);
    // An event that leaves the stretch here was settled behind the horizon, moved, or deleted: the server knows which.
    const left$ = local$.pipe(
      pairwise(),
      filter(([was, is]) => was.some(({ id }) => !is.some((row) => row.id === id))),
      tap(() => changed$.next()),
      ignoreElements(),
    );
    const others$ = replica.taken$.pipe(
      filter((taken) => touches(taken, stretch)),
      tap(() => changed$.next()),
      ignoreElements(),
    );
    const onLeft = (gone: ReadonlySet<string>) => {
      const answer = days.get(key);
      if (answer) days.set(key, { ...answer, events: answer.events.filter(({ id }) => !gone.has(id)) });
      changed$.next();
    };
    const day$ = combineLatest([local$, online$]).pipe(
      switchMap(([local, read]) => heldHere$(replica, read.answer, onLeft).pipe(map((held) => merged(local, read, held)))),
    );
    return merge(left$, others$, day$);
  });
}

function touches({ rows }: AppliedRows, { from, to }: Stretch): boolean {
  return rows.some(({ table, before, after }) => {
    if (table !== 'events') return false;
    return [before, after].some((row) => {
      const event = row as LocalRow<'events'> | null;
      return event !== null && event.start_time < to && event.end_time > from;
    });
  });
}

/**
 * Follows the ids of the server's events that this device also has, deleted ones included: they were moved or deleted here and
 * are unsent.
 */
function heldHere$(
  replica: OpenReplica,
  answer: Answer | null,
  onLeft: (gone: ReadonlySet<string>) => void,
): Observable<ReadonlySet<string>> {
  const ids = (answer?.events ?? []).map(({ id }) => id).sort();
  if (ids.length === 0) return of(new Set<string>());
  let before: ReadonlySet<string> = new Set();
  return insideOf(replica)
    .rows.events.findByIds(ids)
    .$.pipe(
      map((found) => new Set(found.keys())),
      switchMap((held) => {
        const gone = [...before].filter((id) => !held.has(id));
        before = held;
        if (gone.length === 0) return of(held);
        onLeft(new Set(gone)); // the known rows are outdated and are read anew
        return EMPTY;
      }),
    );
}

function merged(local: readonly LocalRow<'events'>[], { phase, reason, answer }: Online, held: ReadonlySet<string>): DayEvents {
  const older: OlderState = { phase, reason, readAt: answer?.readAt ?? null };
  if (!answer) return { ...NOTHING, events: local, older };
  const here = new Set(local.map(({ id }) => id));
  const others = answer.events.filter(({ id }) => !here.has(id) && !held.has(id));
  const events = [...local, ...others].sort((a, b) => (a.start_time + a.id < b.start_time + b.id ? -1 : 1));
  const { clients, services, resources } = answer;
  return { events, onlyRead: new Set(others.map(({ id }) => id)), clients, services, resources, older };
}

/**
 * Reads a stretch now. The read is given up after a silence, not after a total time: it goes on as long as parts of the answer
 * come.
 */
function readNow$(replica: OpenReplica, { from, to }: Stretch): Observable<ReadEventsAnswer> {
  return defer(() => {
    const over = new AbortController();
    const asked = new Observable<ReadEventsAnswer | null>((reader) => {
      const heard = () => reader.next(null);
      replica.readOnline.events(from, to, undefined, { over: over.signal, heard }).then(
        (answer) => {
          reader.next(answer);
          reader.complete();
        },
        (error: unknown) => reader.error(error),
      );
    });
    const giveUp = () => {
      const late = new DOMException('nothing came', 'TimeoutError');
      over.abort(late);
      return throwError(() => new TimeoutError());
    };
    return asked.pipe(
      timeout({ each: SILENCE_MS, with: giveUp }),
      filter((answer) => answer !== null),
      finalize(() => over.abort()), // nobody waits for it any more, so it leaves the line to others
    );
  });
}

/**
 * Follows the server's rows of a stretch: the known ones at once, then those read anew; again after each change and each failure.
 */
function online(replica: OpenReplica, stretch: Stretch, key: string, changed$: Observable<void>): Observable<Online> {
  const { days, again$ } = memoryOf(replica);
  const attempt = (silently: boolean): Observable<Online> =>
    defer(() => {
      const cutOff = replica.status$.value.phase === 'offline';
      const first: Online = cutOff
        ? { phase: 'failed', reason: 'line', answer: days.get(key) ?? null }
        : { phase: 'reading', reason: null, answer: days.get(key) ?? null };
      const read$ = readNow$(replica, stretch).pipe(
        map((answer): Online => ({ phase: 'read', reason: null, answer: remembered(replica, key, answer) })),
        catchError((error: unknown) => {
          const failed: Online = { phase: 'failed', reason: reasonOf(error), answer: days.get(key) ?? null };
          return merge(
            of(failed),
            merge(timer(RETRY_MS), lineBack$(replica), again$).pipe(
              take(1),
              switchMap(() => attempt(true)),
            ),
          );
        }),
      );
      return silently ? read$ : read$.pipe(startWith(first));
    });
  return changed$.pipe(
    startWith(undefined),
    switchMap(() => attempt(false)),
  );
}

const lineBack$ = ({ status$ }: OpenReplica): Observable<boolean> =>
  status$.pipe(
    map(({ phase }) => phase !== 'offline'),
    distinctUntilChanged(),
    skip(1),
    filter((back) => back),
  );

/**
 * Tells whether a read failed by the line or by the server.
 * @throws the error itself if it is neither
 */
function reasonOf(error: unknown): 'line' | 'server' {
  if (error instanceof TimeoutError) return 'line';
  if (error instanceof ServerError) return error.status === 0 ? 'line' : 'server';
  throw error;
}

function remembered(replica: OpenReplica, key: string, read: ReadEventsAnswer): Answer {
  const rowsOf = <N extends TableName>(table: N, rows: readonly object[]) =>
    (rows as readonly WireRow[]).map((row) => settledRow(table, replica.salonId, row) as unknown as LocalRow<N>);
  const byId = <N extends TableName>(rows: readonly LocalRow<N>[]): Rows<N> => new Map(rows.map((row) => [row.id, row]));
  const answer: Answer = {
    readAt: new Date().toISOString(),
    events: rowsOf('events', read.events),
    clients: byId(rowsOf('clients', read.clients).filter(({ erased_at }) => erased_at === null)),
    services: byId(rowsOf('services', read.services)),
    resources: byId(rowsOf('resources', read.resources)),
  };
  const { days } = memoryOf(replica);
  days.delete(key);
  days.set(key, answer);
  for (const oldest of days.keys()) {
    if (days.size <= DAYS_KEPT) break;
    days.delete(oldest);
  }
  return answer;
}
