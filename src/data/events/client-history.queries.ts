/**
 * All appointments of a client: those on this device, live, and those older than the horizon, read from the server when somebody
 * looks at them and kept in memory as long as the page lives. Promises: a row on this device wins over the server's; while the
 * server does not answer, the rows that were read before stay, and the screen says that some may be missing.
 */

import { catchError, combineLatest, distinctUntilChanged, from, map, type Observable, of, startWith, switchMap } from 'rxjs';
import { insideOf } from '#data/inside-replica.ts';
import type { OpenReplica } from '#data/open-replica.ts';
import type { LocalRow, TableName } from '#schemas/registry.ts';
import { settledRow } from '#sync/core/columns.ts';
import { ServerError, type WireRow } from '#sync/server/server.ts';
import { clientEvents$ } from './client-visits.ts';
import { eventsById$ } from './events.queries.ts';

type Event = LocalRow<'events'>;

/** Before any salon's first appointment. */
const FIRST_DAY = '2000-01-01T00:00:00.000Z';
/** The number of clients whose older appointments are kept in memory. */
const CLIENTS_KEPT = 50;

interface Older {
  /** `none`: this device has everything, as far as it knows. */
  readonly phase: 'none' | 'reading' | 'read' | 'failed';
  /** Appointments that begin before this, ISO UTC, are not kept on this device; null if all are kept. */
  readonly before: string | null;
  /** Device clock, ISO UTC: when the server was read; null: not yet. */
  readonly readAt: string | null;
}

/** The appointments of a client, and how much of them is known. */
export interface ClientHistory {
  /** In no order. */
  readonly events: readonly Event[];
  /** Ids of those that only the server has. */
  readonly onlyRead: ReadonlySet<string>;
  /** Services and employees that the server's rows refer to, deleted ones too. */
  readonly services: ReadonlyMap<string, LocalRow<'services'>>;
  readonly resources: ReadonlyMap<string, LocalRow<'resources'>>;
  readonly older: Older;
}

type Answer = Pick<ClientHistory, 'events' | 'services' | 'resources'> & { readonly readAt: string };
const memories = new WeakMap<OpenReplica, Map<string, Answer>>();

function memoryOf(replica: OpenReplica): Map<string, Answer> {
  const known = memories.get(insideOf(replica)) ?? new Map<string, Answer>();
  memories.set(insideOf(replica), known);
  return known;
}

/** Forgets the rows that were read of a client, after they were erased. */
export function forgetHistory(replica: OpenReplica, clientId: string): void {
  memoryOf(replica).delete(clientId);
}

const NOTHING: Pick<ClientHistory, 'services' | 'resources'> = { services: new Map(), resources: new Map() };

/**
 * Follows the appointments of a client.
 * @param clientId the client that stands for its duplicates; their appointments are included
 */
export function clientHistory$(replica: OpenReplica, clientId: string): Observable<ClientHistory> {
  return clientEvents$(replica, clientId).pipe(
    switchMap(({ events, clients }) =>
      combineLatest([eventsById$(replica, events), older$(replica, clientId, clients)]).pipe(
        map(([here, { answer, ...older }]) => {
          const others = (answer?.events ?? []).filter(({ id }) => !here.has(id));
          const onlyRead = new Set(others.map(({ id }) => id));
          return { ...(answer ?? NOTHING), events: [...here.values(), ...others], onlyRead, older };
        }),
      ),
    ),
  );
}

type OlderAnswer = Older & { readonly answer: Answer | null };

function older$(replica: OpenReplica, clientId: string, clients: readonly string[]): Observable<OlderAnswer> {
  const horizon$ = replica.horizon$.pipe(distinctUntilChanged());
  const cutOff$ = replica.status$.pipe(
    map(({ phase }) => phase === 'offline'),
    distinctUntilChanged(),
  );
  return combineLatest([horizon$, cutOff$]).pipe(
    switchMap(([before, cutOff]): Observable<OlderAnswer> => {
      const answer = memoryOf(replica).get(clientId) ?? null;
      const state = (phase: Older['phase'], known: Answer | null = answer): OlderAnswer => ({
        phase,
        before,
        readAt: known?.readAt ?? null,
        answer: known,
      });
      if (before === null) return of(state('none'));
      if (cutOff) return of(state('failed'));
      return from(read(replica, clientId, clients, before)).pipe(
        map((fresh) => state('read', fresh)),
        catchError((error: unknown) => {
          if (!(error instanceof ServerError)) throw error;
          return of(state('failed'));
        }),
        startWith(state('reading')),
      );
    }),
  );
}

/** Reads the records one after the other: a client has few duplicates. */
async function read(replica: OpenReplica, clientId: string, clients: readonly string[], before: string): Promise<Answer> {
  const rowsOf = <N extends TableName>(table: N, rows: readonly object[]) =>
    (rows as readonly WireRow[]).map((row) => settledRow(table, replica.salonId, row) as unknown as LocalRow<N>);
  const events: Event[] = [];
  const services = new Map<string, LocalRow<'services'>>();
  const resources = new Map<string, LocalRow<'resources'>>();
  for (const id of clients) {
    const part = await replica.readOnline.events(FIRST_DAY, before, id);
    events.push(...rowsOf('events', part.events).filter(({ type }) => type !== 'blocking'));
    for (const row of rowsOf('services', part.services)) services.set(row.id, row);
    for (const row of rowsOf('resources', part.resources)) resources.set(row.id, row);
  }
  const answer: Answer = { readAt: new Date().toISOString(), events, services, resources };
  const memory = memoryOf(replica);
  memory.delete(clientId);
  memory.set(clientId, answer);
  for (const oldest of memory.keys()) {
    if (memory.size <= CLIENTS_KEPT) break;
    memory.delete(oldest);
  }
  return answer;
}
