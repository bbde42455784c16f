/** The checks of a booking before it is saved: its overlaps, and its relation to the shift. */
import { combineLatest, map, type Observable, switchMap } from 'rxjs';
import { clientsById$ } from '#data/clients.queries.ts';
import { dayWithOlder$ } from '#data/events/older-events.ts';
import type { OpenReplica } from '#data/open-replica.ts';
import { overrideSets$ } from '#data/shifts.queries.ts';
import { type ShiftProblem, shiftProblem } from '#domain/booking/free-slots.ts';
import { closedOn, openSpansOn } from '#domain/booking/open-days.ts';
import { overlaps, overlapsWith, type Timed } from '#domain/booking/overlap.ts';
import { NO_ROOMS, type Rooms, roomOf } from '#domain/booking/taken-rooms.ts';
import { type LegPlace, movedVisit, type PartPlace } from '#domain/booking/visits.ts';
import type { SalonConfig } from '#domain/records/salon-config.ts';
import { availableSpans, hasShifts, type OverrideSets, shiftLabel } from '#domain/shifts/availability.ts';
import { dayBounds, type LocalDate, zonedParts } from '#domain/time/time.ts';
import type { Language } from '#schemas/constants.ts';
import type { LocalRow } from '#schemas/registry.ts';
import type { ClosedDays } from '#schemas/salon-days.ts';
import type { SalonPart } from './calendar-reads.ts';
import { notOfferedBy } from './place-words.ts';

export interface Around {
  readonly events: readonly LocalRow<'events'>[];
  readonly clients: ReadonlyMap<string, LocalRow<'clients'>>;
  readonly overrides: OverrideSets;
  /** An older day of which the server could not (or not yet) be asked: what lies there is not known. */
  readonly unknown: 'reading' | 'failed' | null;
}

/** A booking that another would lie over. */
export interface Overlapped {
  readonly event: LocalRow<'events'>;
  readonly client: LocalRow<'clients'> | undefined;
  /** The name of the room that it leaves none of; null, or left out, where it takes the employee's time. */
  readonly room?: string | null;
}

export interface Checks extends Pick<Around, 'unknown'> {
  readonly over: readonly Overlapped[];
  readonly off: ShiftProblem | null;
  /** The employee has no shift on any weekday: what is missing are hours, not a free day. */
  readonly bare: boolean;
  /** `9:00–13:00, 14:00–18:00` of the first day. */
  readonly shift: string;
  /** The salon's opening hours of the first day, likewise; empty: it is closed, or has set none. */
  readonly hours: string;
  /** Why the salon is closed on the first day; null: it is not, but for its hours. */
  readonly closed: ClosedDays | null;
}

/** The first and the last local day that a booking touches: the same one, unless it runs over midnight. */
export function daysOf(
  { start_time, end_time }: Pick<Timed, 'start_time' | 'end_time'>,
  zone: string,
): { first: LocalDate; last: LocalDate } {
  const first = zonedParts(start_time, zone).date;
  const last = zonedParts(end_time, zone).date;
  return { first, last: last > first && dayBounds(last, zone).from < end_time ? last : first };
}

/** Follows one day, or two. */
export const around$ = (replica: OpenReplica, first: LocalDate, last: LocalDate, zone: string): Observable<Around> =>
  aroundDays$(replica, first === last ? [first] : [first, last], zone);

/** Follows days, in order; on one that this device does not keep, what the server has of it counts as well. */
export function aroundDays$(replica: OpenReplica, dates: readonly LocalDate[], zone: string): Observable<Around> {
  const [first = '', last = first] = [dates[0], dates.at(-1)];
  const days$ = combineLatest(dates.map((date) => dayWithOlder$(replica, date, zone))).pipe(
    switchMap((days) => {
      const events = [...new Map(days.flatMap((day) => day.events).map((event) => [event.id, event])).values()];
      const silent = days.find(({ older }) => older.phase !== 'kept' && older.readAt === null);
      const unknown = silent ? (silent.older.phase === 'failed' ? ('failed' as const) : ('reading' as const)) : null;
      const ids = events.flatMap(({ client_id }) => (client_id ? [client_id] : []));
      const ofServer = days.flatMap((day) => [...day.clients]);
      return clientsById$(replica, ids).pipe(
        map((own) => ({ events, unknown, clients: ofServer.length > 0 ? new Map([...ofServer, ...own]) : own })),
      );
    }),
  );
  return combineLatest([days$, overrideSets$(replica, first, last)]).pipe(map(([days, overrides]) => ({ ...days, overrides })));
}

/** The parts of the salon that tell who works when, when it is open, and which rooms it has. */
export type WorkingSalon = Pick<SalonPart, 'weekly'> & {
  readonly config: Pick<SalonConfig, 'timezone' | 'open'>;
  readonly rooms?: Rooms | undefined;
};

/** Returns the bookings that one would lie over, and by what: the employee's time, or a room. */
export function overlapped(
  booking: Timed,
  { events, clients }: Pick<Around, 'events' | 'clients'>,
  rooms: Rooms = NO_ROOMS,
): readonly Overlapped[] {
  const room = roomOf(booking, rooms)?.name ?? null;
  return overlapsWith(booking, events, rooms).map((event) => ({
    event,
    client: event.client_id ? clients.get(event.client_id) : undefined,
    room: overlaps(booking, event) ? null : room,
  }));
}

/** @param around of the days that the booking touches. */
export function checksOf(around: Around, booking: Timed, { config, weekly, rooms }: WorkingSalon): Checks {
  const { overrides, unknown } = around;
  const { timezone: zone, open } = config;
  const { first } = daysOf(booking, zone);
  return {
    unknown,
    over: overlapped(booking, around, rooms),
    off: shiftProblem(booking, { weekly, overrides, zone, open }),
    bare: !hasShifts(weekly, booking.resource_id),
    shift: shiftLabel(availableSpans(first, weekly, overrides, booking.resource_id, open)),
    hours: shiftLabel(openSpansOn(open, first) ?? []),
    closed: closedOn(open, first),
  };
}

type Event = LocalRow<'events'>;

/** The checks of one part of a visit at its new place, before the visit is moved. */
export interface PartChecks extends Checks {
  /** As it stands now. */
  readonly event: Event;
  readonly place: LegPlace;
  readonly employeeName: string;
  /** The service that this employee does not offer; null: that is not so. */
  readonly notOffered: string | null;
}

/** The days, in order, that the parts touch where they would stand. */
export function datesOf(places: readonly LegPlace[], zone: string): readonly LocalDate[] {
  const dates = places.flatMap((place) => Object.values(daysOf(place, zone)));
  return [...new Set(dates)].sort();
}

/** Returns the new places of a visit's parts, without the cancelled ones and those that stay; the moved part comes first. */
export function partPlaces(legs: readonly Event[], id: string, to: PartPlace): readonly LegPlace[] {
  const moves = (place: LegPlace): boolean => {
    const leg = legs.find((one) => one.id === place.id);
    return place.id === id || (leg?.status !== 'cancelled' && leg?.start_time !== place.start_time);
  };
  return movedVisit(legs, id, to)
    .filter(moves)
    .sort((a, b) => Number(b.id === id) - Number(a.id === id));
}

/** @param around of the days of the places (`datesOf`) */
export function partChecks(
  legs: readonly Event[],
  places: readonly LegPlace[],
  around: Around,
  salon: SalonPart,
  language: Language,
): readonly PartChecks[] {
  return places.flatMap((place): PartChecks[] => {
    const event = legs.find(({ id }) => id === place.id);
    if (!event) return [];
    const employee = salon.employees.find(({ id }) => id === place.resource_id);
    return [
      {
        ...{ event, place, employeeName: employee?.name ?? '' },
        ...checksOf(around, { ...event, ...place }, salon),
        notOffered: notOfferedBy(event, place.resource_id, salon.services, language),
      },
    ];
  });
}
