/**
 * The appointments of a client and of a service as this device has them: how often somebody came, how often a service is booked. There
 * is no index by client or service: the events are read once, in stretches that leave the screen room, into one small table (the book)
 * that then follows every change.
 */
import { combineLatest, distinctUntilChanged, map, Observable, throttleTime } from 'rxjs';
import { insideOf } from '#data/inside-replica.ts';
import { rowOf, sameItems, sharedRead } from '#data/live-rows.ts';
import type { OpenReplica } from '#data/open-replica.ts';
import { eventStatusOf } from '#domain/booking/event-status.ts';
import { survivorOf } from '#domain/people/merged-clients.ts';
import { isWalkIn } from '#domain/people/walk-in.ts';
import { addMinutes, dayBounds, type LocalDate, MINUTES_OF_DAY, todayIn } from '#domain/time/time.ts';
import type { LocalRow } from '#schemas/registry.ts';
import { storedWhere } from '#sync/storage/rxdb/storage-reads.ts';

/** The number of times that a client came. */
export interface Visits {
  /** Appointments that began before now and were neither cancelled nor missed. */
  readonly came: number;
  readonly noShows: number;
  /**
   * Visits before this moment, ISO UTC, are not counted, because the client is older than the rows that this device keeps. Null:
   * all are.
   */
  readonly since: string | null;
}

type Event = Pick<LocalRow<'events'>, 'id' | 'client_id' | 'service_id' | 'start_time' | 'status' | 'type' | 'deleted'> & {
  readonly visit_id?: string | null;
};
interface Entry {
  /** Null for a booking without a client, and for that of the walk-in, who is nobody. */
  readonly client: string | null;
  readonly service: string | null;
  readonly start: string;
  readonly missed: boolean;
  readonly cancelled: boolean;
  /** The visit that it belongs to; its services count as one time that the client came. */
  readonly visit: string | null;
}

/** Days of events that are read at a time. */
const STRETCH = 21;
/** The number of stretches before and after now. All older events are one more stretch, and so are all later ones. */
const BACK = 18;
const AHEAD = 2;
/** Changes within this time are counted together, ms: those of one round. */
const TOGETHER_MS = 100;

/** Returns the entry of an appointment; null for blocked time and for deleted events. */
function entryOf({ client_id, service_id, start_time, status, type, deleted, visit_id = null }: Event): Entry | null {
  const known = eventStatusOf(status);
  if (deleted || type === 'blocking') return null;
  return {
    ...{ client: isWalkIn(client_id) ? null : client_id, service: service_id, start: start_time, visit: visit_id },
    ...{ missed: known === 'no-show', cancelled: known === 'cancelled' },
  };
}

function put(book: Map<string, Entry>, event: Event): void {
  const entry = entryOf(event);
  if (entry) book.set(event.id, entry);
  else book.delete(event.id);
}

/** Returns each stretch of time as a selector of `start_time`, the newest first. */
function stretches(now: string): { $gte?: string; $lt?: string }[] {
  const at = (n: number) => addMinutes(now, n * STRETCH * MINUTES_OF_DAY);
  const inner = Array.from({ length: BACK + AHEAD }, (_, i) => ({ $gte: at(AHEAD - 1 - i), $lt: at(AHEAD - i) }));
  return [...inner, { $lt: at(-BACK) }, { $gte: at(AHEAD) }];
}

const storedIn = (replica: OpenReplica, start_time: { $gte?: string; $lt?: string }): Promise<readonly Event[]> =>
  storedWhere<'events'>(insideOf(replica).rows.events, { start_time, deleted: false });

/** Reads merged duplicates by id; their visits are the survivor's. */
async function readMerged(replica: OpenReplica): Promise<ReadonlyMap<string, LocalRow<'clients'>>> {
  const documents = await insideOf(replica)
    .rows.clients.find({ selector: { merged_into: { $gt: '' }, deleted: false } })
    .exec();
  return new Map(documents.map((document) => [document.primary, rowOf<'clients'>(document)]));
}

interface Book {
  readonly entries: ReadonlyMap<string, Entry>;
  readonly merged: ReadonlyMap<string, LocalRow<'clients'>>;
}

/**
 * Returns the client that stands for a duplicate. If two were merged into each other, the one with the smaller id stands for
 * both.
 */
const standsFor = (id: string, merged: Book['merged']): string => (merged.has(id) ? survivorOf(id, (at) => merged.get(at)) : id);

/** Follows all appointments on this device; the first value comes once all events have been read. */
function book$(replica: OpenReplica): Observable<Book> {
  return sharedRead(replica, 'client-visits', () =>
    new Observable<Book>((reader) => {
      const entries = new Map<string, Entry>();
      const changed = new Set<string>();
      const merged = new Map<string, LocalRow<'clients'>>();
      const mergedLater = new Set<string>();
      let book: Book | null = null;
      const changes = insideOf(replica).rows.events.$.subscribe(({ documentData }) => {
        changed.add(documentData.id);
        put(entries, documentData);
        if (book) reader.next(book);
      });
      const merges = insideOf(replica).rows.clients.$.subscribe(({ documentData: client }) => {
        if (client.merged_into === null && !merged.has(client.id)) return;
        mergedLater.add(client.id);
        if (client.merged_into === null || client.deleted) merged.delete(client.id);
        else merged.set(client.id, client);
        if (book) reader.next(book);
      });
      const read = async () => {
        for (const start_time of stretches(new Date().toISOString())) {
          if (reader.closed) return;
          // A change that came meanwhile is newer than this read.
          for (const event of await storedIn(replica, start_time)) if (!changed.has(event.id)) put(entries, event);
        }
        for (const [id, row] of await readMerged(replica)) if (!mergedLater.has(id)) merged.set(id, row);
        book = { entries, merged };
        reader.next(book);
      };
      read().catch((error: unknown) => reader.error(error));
      return () => {
        changes.unsubscribe();
        merges.unsubscribe();
      };
    }).pipe(throttleTime(TOGETHER_MS, undefined, { leading: true, trailing: true })),
  );
}

/**
 * Follows a client's visits until now; the first value comes once all events have been read.
 * @param client the client that stands for its duplicates (`clientsById$`)
 */
export function clientVisits$(
  replica: OpenReplica,
  { id: clientId, created_at }: Pick<LocalRow<'clients'>, 'id' | 'created_at'>,
): Observable<Visits> {
  return combineLatest([book$(replica), insideOf(replica).horizon$]).pipe(
    map(([{ entries, merged }, horizon]) => {
      const now = new Date().toISOString();
      const came = new Set<string>();
      const missedOnes = new Set<string>();
      for (const [id, { client, start, missed, cancelled, visit }] of entries) {
        if (cancelled || start > now || client === null || standsFor(client, merged) !== clientId) continue;
        (missed ? missedOnes : came).add(visit ?? id);
      }
      for (const visit of came) missedOnes.delete(visit); // a client who came to one service came
      const duplicates = [...merged.values()].filter(({ id }) => standsFor(id, merged) === clientId);
      const isOlder = [created_at, ...duplicates.map((row) => row.created_at)].some(
        (at) => at !== null && horizon !== null && at < horizon,
      );
      return { came: came.size, noShows: missedOnes.size, since: isOlder ? horizon : null };
    }),
    distinctUntilChanged((a, b) => a.came === b.came && a.noShows === b.noShows && a.since === b.since),
  );
}

/** A client's appointments by id, and the ids under which they were booked: the client's own and those of merged duplicates. */
export interface ClientEvents {
  /** Sorted. */
  readonly events: readonly string[];
  /** The client's own first. */
  readonly clients: readonly string[];
}

/**
 * Follows the appointments of a client on this device, past and coming, cancelled ones too; the first value comes once all events
 * have been read.
 * @param clientId the client that stands for its duplicates
 */
export function clientEvents$(replica: OpenReplica, clientId: string): Observable<ClientEvents> {
  return book$(replica).pipe(
    map(({ entries, merged }) => {
      const duplicates = [...merged.keys()].filter((id) => id !== clientId && standsFor(id, merged) === clientId);
      const clients = [clientId, ...duplicates.sort()];
      const own = new Set(clients);
      const events = [...entries].filter(([, { client }]) => client !== null && own.has(client)).map(([id]) => id);
      return { events: events.sort(), clients };
    }),
    distinctUntilChanged((a, b) => sameItems(a.events, b.events) && sameItems(a.clients, b.clients)),
  );
}

/** Returns all values that this column has in the events on this device. */
async function valuesInUse(replica: OpenReplica, column: 'client_id' | 'service_id'): Promise<Set<string>> {
  const used = new Set<string>();
  for (const start_time of stretches(new Date().toISOString())) {
    for (const { [column]: id } of await storedIn(replica, start_time)) if (id) used.add(id);
  }
  return used;
}

/** Returns the ids of all clients with a booking, now or formerly, and of those into whom another one was merged. */
export async function bookedClients(replica: OpenReplica): Promise<ReadonlySet<string>> {
  const booked = await valuesInUse(replica, 'client_id');
  for (const { merged_into } of (await readMerged(replica)).values()) if (merged_into !== null) booked.add(merged_into);
  return booked;
}

/** Returns the ids of the services of all appointments on this device, cancelled ones too. */
export const bookedServices = (replica: OpenReplica): Promise<ReadonlySet<string>> => valuesInUse(replica, 'service_id');

/** A year of one service. */
export interface ServiceYear {
  /** Appointments of this year that were not cancelled, past and coming; missed ones too. */
  readonly booked: number;
  /** Those of them that have not begun yet. */
  readonly coming: number;
  /** Appointments of this year before this moment, ISO UTC, are not on this device; null: none is missing. */
  readonly since: string | null;
}

/** Follows how often a service is booked this year. @param zone the salon's, on whose clock the year begins */
export function serviceYear$(replica: OpenReplica, serviceId: string, zone: string): Observable<ServiceYear> {
  return combineLatest([book$(replica), replica.horizon$]).pipe(
    map(([{ entries }, horizon]): ServiceYear => {
      const now = new Date().toISOString();
      const year = Number(todayIn(zone, now).slice(0, 4));
      const startOf = (of: number) => dayBounds(`${of}-01-01` as LocalDate, zone).from;
      const [from, to] = [startOf(year), startOf(year + 1)];
      const booked = [...entries.values()].filter(
        ({ service, start, cancelled }) => service === serviceId && !cancelled && start >= from && start < to,
      );
      return {
        booked: booked.length,
        coming: booked.filter(({ start }) => start > now).length,
        since: horizon !== null && horizon > from ? horizon : null,
      };
    }),
    distinctUntilChanged((a, b) => a.booked === b.booked && a.coming === b.coming && a.since === b.since),
  );
}
