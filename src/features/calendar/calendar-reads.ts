/** What the calendar reads: of the salon, which changes seldom, and of a day. */
import { combineLatest, distinctUntilChanged, map, type Observable, switchMap } from 'rxjs';
import { clientsById$ } from '#data/clients.queries.ts';
import { dayWithOlder$, type OlderState } from '#data/older-events.ts';
import { employees$ } from '#data/resources.queries.ts';
import { salon$ } from '#data/salon.queries.ts';
import { services$ } from '#data/services.queries.ts';
import { overrideSets$, weeklySets$ } from '#data/shifts.queries.ts';
import type { OverrideSets, WeeklySets } from '#domain/availability.ts';
import type { SalonConfig } from '#domain/salon-config.ts';
import type { LocalDate } from '#domain/time.ts';
import type { useReplica } from '#features/use-replica.ts';
import type { LocalRow } from '#schemas/registry.ts';
import type { EventTrouble } from './event-label.ts';

export type Replica = ReturnType<typeof useReplica>;

export interface SalonPart {
  config: SalonConfig;
  employees: readonly LocalRow<'resources'>[];
  services: ReadonlyMap<string, LocalRow<'services'>>;
  weekly: WeeklySets;
  troubles: ReadonlyMap<string, EventTrouble>;
  /** False while a first sync has not brought the employees yet: none is no news then. */
  complete: boolean;
}

export interface DayPart {
  events: readonly LocalRow<'events'>[];
  /** Ids of those that only the server has. */
  onlyRead: ReadonlySet<string>;
  clients: ReadonlyMap<string, LocalRow<'clients'>>;
  /** Of the server's rows; what this device has of the salon comes first. */
  services: ReadonlyMap<string, LocalRow<'services'>>;
  resources: ReadonlyMap<string, LocalRow<'resources'>>;
  older: OlderState;
  overrides: OverrideSets;
}

/** Events that the server did not simply take; an overlap is no trouble of the event itself and shows as double anyway. */
function troubles$(replica: Replica): Observable<ReadonlyMap<string, EventTrouble>> {
  return replica.issues$.pipe(
    distinctUntilChanged(),
    map((issues) => {
      const own = issues.filter((issue) => issue.table === 'events' && issue.kind !== 'overlap');
      return new Map(
        own.map((issue): [string, EventTrouble] => [issue.rowId, issue.kind === 'rejected' ? 'rejected' : 'conflict']),
      );
    }),
  );
}

export function salonPart$(replica: Replica): Observable<SalonPart> {
  return combineLatest([
    salon$(replica),
    employees$(replica),
    services$(replica).pipe(map((rows) => new Map(rows.map((row) => [row.id, row])))),
    weeklySets$(replica),
    troubles$(replica),
    replica.status$.pipe(
      map((status) => status.calendarReady),
      distinctUntilChanged(),
    ),
  ]).pipe(
    map(([salon, employees, services, weekly, troubles, complete]) => ({
      config: salon.effective,
      employees,
      services,
      weekly,
      troubles,
      complete,
    })),
  );
}

export function dayPart$(replica: Replica, date: LocalDate, zone: string): Observable<DayPart> {
  const events$ = dayWithOlder$(replica, date, zone).pipe(
    switchMap((day) => {
      const ids = day.events.flatMap(({ client_id }) => (client_id ? [client_id] : []));
      return clientsById$(replica, ids).pipe(
        map((clients) => ({ ...day, clients: day.clients.size === 0 ? clients : new Map([...day.clients, ...clients]) })),
      );
    }),
  );
  return combineLatest([events$, overrideSets$(replica, date, date)]).pipe(map(([day, overrides]) => ({ ...day, overrides })));
}

/** False while what the server has of an older day is not known: without rows of its own such a day is no free day. */
export const isKnown = ({ older }: DayPart): boolean => older.phase === 'kept' || older.readAt !== null;
