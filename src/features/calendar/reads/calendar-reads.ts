/** The reads of the calendar: those of the salon, which change seldom, and those of a day. */
import { combineLatest, distinctUntilChanged, map, type Observable, of, shareReplay, startWith, switchMap } from 'rxjs';
import { clientsById$ } from '#data/clients.queries.ts';
import type { DayEvents } from '#data/events/day-events.ts';
import { daysEvents$ } from '#data/events/events.queries.ts';
import { longEvents$ } from '#data/events/long-events.ts';
import { dayWithOlder$ } from '#data/events/older-events.ts';
import { referredRows$ } from '#data/issues/stored-rows.ts';
import { sameItems } from '#data/live-rows.ts';
import type { OpenReplica } from '#data/open-replica.ts';
import { employees$ } from '#data/resources.queries.ts';
import { rooms$ } from '#data/rooms.queries.ts';
import { salon$ } from '#data/salon.queries.ts';
import { services$ } from '#data/services.queries.ts';
import { datedSets$, weeklySets$ } from '#data/shifts.queries.ts';
import type { Rooms } from '#domain/booking/taken-rooms.ts';
import type { SalonConfig } from '#domain/records/salon-config.ts';
import type { OverrideSets, WeeklySets } from '#domain/shifts/availability.ts';
import { addDays, addMinutes, dayBounds, type LocalDate, MINUTES_OF_DAY, mondayOf, weekDates } from '#domain/time/time.ts';
import type { LocalRow } from '#schemas/registry.ts';
import type { EventTrouble } from './event-words.ts';

export interface SalonPart {
  config: SalonConfig;
  employees: readonly LocalRow<'resources'>[];
  services: ReadonlyMap<string, LocalRow<'services'>>;
  weekly: WeeklySets;
  troubles: ReadonlyMap<string, EventTrouble>;
  /** Events of which an overlap waits for a decision. */
  openOverlaps: ReadonlySet<string>;
  /** The room of each service that needs one; left out: the salon has none. */
  rooms?: Rooms;
  /** False while a first sync has not brought the employees yet: none is no news then. */
  complete: boolean;
}

/** The rows of the shown day, or of the seven days of the shown week. */
export interface DayRows extends DayEvents {
  readonly overrides: OverrideSets;
  /** By `overrideKey`, where somebody took time off; why is not for the calendar, which stands where clients see it. */
  readonly away: ReadonlySet<string>;
}

/** An overlap is no trouble of the event itself, nor how the legs of a visit stand, nor that its client is deleted, which it is called; what a backup lacks is told in the sync center. */
const UNMARKED: readonly string[] = ['overlap', 'torn', 'client-deleted', 'restored'];

/** Events that the server did not simply take. */
function troubles$(replica: OpenReplica): Observable<ReadonlyMap<string, EventTrouble>> {
  return replica.issues$.pipe(
    distinctUntilChanged(),
    map((issues) => {
      const own = issues.filter((issue) => issue.table === 'events' && !UNMARKED.includes(issue.kind));
      return new Map(
        own.map((issue): [string, EventTrouble] => [issue.rowId, issue.kind === 'rejected' ? 'rejected' : 'conflict']),
      );
    }),
  );
}

const NONE_OPEN: ReadonlySet<string> = new Set();

/** Both sides of each overlap that waits for a decision: what the sync center asks about is what the calendar marks. */
function openOverlaps$(replica: OpenReplica): Observable<ReadonlySet<string>> {
  return replica.issues$.pipe(
    map((issues) => issues.filter(({ kind }) => kind === 'overlap').flatMap(({ rowId, otherId = rowId }) => [rowId, otherId])),
    distinctUntilChanged(sameItems),
    map((ids) => (ids.length === 0 ? NONE_OPEN : new Set(ids))),
  );
}

export function salonPart$(replica: OpenReplica): Observable<SalonPart> {
  return combineLatest([
    salon$(replica),
    employees$(replica),
    services$(replica).pipe(map((rows) => new Map(rows.map((row) => [row.id, row])))),
    weeklySets$(replica),
    troubles$(replica),
    openOverlaps$(replica),
    replica.status$.pipe(
      map((status) => status.calendarReady),
      distinctUntilChanged(),
    ),
    rooms$(replica),
  ]).pipe(
    map(([salon, employees, services, weekly, troubles, openOverlaps, complete, rooms]) => ({
      config: salon.effective,
      employees,
      services,
      weekly,
      troubles,
      openOverlaps,
      rooms,
      complete,
    })),
  );
}

/** A day's appointments and whatever they name, from this device and, where it does not go back so far, from the server. */
export function dayRows$(replica: OpenReplica, date: LocalDate, zone: string): Observable<DayRows> {
  return rowsOf(replica, withLong(replica, dayWithOlder$(replica, date, zone), zone, date, date), date, date);
}

/** The same of the seven days from a Monday (WEEK-01). */
export function weekRows$(replica: OpenReplica, monday: LocalDate, zone: string): Observable<DayRows> {
  const sunday = addDays(monday, 6);
  const begins = addMinutes(dayBounds(monday, zone).from, -MINUTES_OF_DAY);
  const week$ = replica.horizon$.pipe(
    map((horizon) => horizon !== null && begins < horizon),
    distinctUntilChanged(),
    switchMap((behind) =>
      behind
        ? combineLatest(weekDates(monday).map((date) => dayWithOlder$(replica, date, zone))).pipe(map(together))
        : daysEvents$(replica, monday, sunday, zone).pipe(map((events) => ({ ...NOTHING_OLDER, events }))),
    ),
  );
  return rowsOf(replica, withLong(replica, week$, zone, monday, sunday), monday, sunday);
}

/** With those that began more than a day earlier and still run (long-events.ts). */
function withLong(
  replica: OpenReplica,
  days$: Observable<DayEvents>,
  zone: string,
  first: LocalDate,
  last: LocalDate,
): Observable<DayEvents> {
  const { from } = dayBounds(first, zone);
  const { to } = dayBounds(last, zone);
  const long$ = longEvents$(replica, mondayOf(first), zone).pipe(
    map((rows) => rows.filter((row) => row.start_time < to && row.end_time > from)),
    startWith([]),
    distinctUntilChanged(sameItems),
  );
  return combineLatest([days$, long$]).pipe(
    map(([day, long]) => {
      const known = new Set(day.events.map(({ id }) => id));
      const others = long.filter(({ id }) => !known.has(id));
      return others.length === 0 ? day : { ...day, events: [...others, ...day.events] };
    }),
  );
}

const NOTHING_OLDER: Omit<DayEvents, 'events'> = {
  onlyRead: new Set(),
  clients: new Map(),
  services: new Map(),
  resources: new Map(),
  older: { phase: 'kept', readAt: null, reason: null },
};

/** Seven days as one; nothing is known of the week while something is not known of one of its days. */
function together(days: readonly DayEvents[]): DayEvents {
  const events = new Map(days.flatMap((day) => day.events.map((event) => [event.id, event] as const)));
  const older = days.map((day) => day.older).filter(({ phase }) => phase !== 'kept');
  const worst = (['failed', 'reading', 'read'] as const).find((phase) => older.some((one) => one.phase === phase));
  const readAt = older.map((one) => one.readAt ?? '').sort()[0] || null;
  return {
    events: [...events.values()],
    onlyRead: new Set(days.flatMap((day) => [...day.onlyRead])),
    clients: new Map(days.flatMap((day) => [...day.clients])),
    services: new Map(days.flatMap((day) => [...day.services])),
    resources: new Map(days.flatMap((day) => [...day.resources])),
    older: { phase: worst ?? 'kept', readAt, reason: older.find(({ reason }) => reason)?.reason ?? null },
  };
}

function rowsOf(replica: OpenReplica, read$: Observable<DayEvents>, first: LocalDate, last: LocalDate): Observable<DayRows> {
  const days$ = read$.pipe(shareReplay({ bufferSize: 1, refCount: true }));
  const events$ = days$.pipe(
    switchMap((day) => {
      const ids = day.events.flatMap(({ client_id }) => (client_id ? [client_id] : []));
      return clientsById$(replica, ids).pipe(
        map((clients) => ({ ...day, clients: day.clients.size === 0 ? clients : new Map([...day.clients, ...clients]) })),
      );
    }),
  );
  return combineLatest([events$, former$(replica, days$), datedSets$(replica, first, last)]).pipe(
    map(([day, former, { sets: overrides, away }]) => ({
      ...day,
      overrides,
      away,
      resources: former.size === 0 ? day.resources : new Map([...day.resources, ...former]),
    })),
  );
}

/** Those who have appointments here and are no employees any more: deleted ones are kept for their names (CAL-26). */
function former$(replica: OpenReplica, days$: Observable<DayEvents>): Observable<DayRows['resources']> {
  return combineLatest([days$, employees$(replica)]).pipe(
    map(([{ events }, employees]) => {
      const known = new Set(employees.map(({ id }) => id));
      return [...new Set(events.map((event) => event.resource_id))].filter((id) => !known.has(id)).sort();
    }),
    distinctUntilChanged((was, is) => was.join() === is.join()),
    switchMap((ids) => (ids.length === 0 ? of(new Map()) : referredRows$(replica, 'resources', ids))),
    map((found) => new Map([...found].map(([id, { row, deleted }]) => [id, { ...row, deleted, active: false }]))),
  );
}

/** False while what the server has of an older day is not known: without rows of its own such a day is no free day. */
export const isKnown = ({ older }: DayRows): boolean => older.phase === 'kept' || older.readAt !== null;
