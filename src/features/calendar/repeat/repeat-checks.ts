/** Which repeats of a booking lie over something, and which are off shift: listed before anything is saved. */
import { combineLatest, map, type Observable, of, switchMap } from 'rxjs';
import { daysOf, type Overlapped, overlapped, type WorkingSalon } from '#calendar/reads/reservation-checks.ts';
import { clientsById$ } from '#data/clients.queries.ts';
import { daysEvents$ } from '#data/events/events.queries.ts';
import { visitLegs$ } from '#data/events/visit-legs.ts';
import type { OpenReplica } from '#data/open-replica.ts';
import { overrideSets$ } from '#data/shifts.queries.ts';
import { type ShiftProblem, shiftProblem } from '#domain/booking/free-slots.ts';
import { closedOn } from '#domain/booking/open-days.ts';
import { type Repeat, repeatedWith } from '#domain/booking/repeat.ts';
import type { Rooms } from '#domain/booking/taken-rooms.ts';
import { addMinutes, minutesBetween } from '#domain/time/time.ts';
import type { LocalRow } from '#schemas/registry.ts';
import type { ClosedDays } from '#schemas/salon-days.ts';

type Event = LocalRow<'events'>;

export interface CheckedRepeat extends Repeat {
  /** The events that any part of the visit overlaps. */
  readonly over: readonly Overlapped[];
  /** The first part that its employee does not work at, and why. */
  readonly off: { readonly why: ShiftProblem; readonly part: Event; readonly closed: ClosedDays | null } | null;
}

/** Returns the bookings of a repeat: every part is as far from the others as it is now. */
const partsOf = (was: Event, whole: readonly Event[], { start_time }: Repeat): readonly Event[] => {
  const by = minutesBetween(was.start_time, start_time);
  return whole.map((part) => ({
    ...part,
    id: '',
    status: 'booked',
    start_time: addMinutes(part.start_time, by),
    end_time: addMinutes(part.end_time, by),
  }));
};

const daysOfAll = (parts: readonly Event[], zone: string) => {
  const all = parts.map((part) => daysOf(part, zone));
  const [first = '', last = ''] = [
    all.map((one) => one.first).sort()[0],
    all
      .map((one) => one.last)
      .sort()
      .at(-1),
  ];
  return { first, last };
};

/** Follows the repeats' own days, not the year between them. Of a visit all parts are looked at that are repeated. */
export function checkedRepeats$(
  replica: OpenReplica,
  was: Event,
  repeats: readonly Repeat[],
  salon: WorkingSalon,
): Observable<readonly CheckedRepeat[]> {
  if (repeats.length === 0) return of([]);
  return visitLegs$(replica, was.id).pipe(
    map((legs) => repeats.map((repeat) => ({ repeat, parts: partsOf(was, repeatedWith(was, legs), repeat) }))),
    switchMap((all) => checked$(replica, all, salon)),
  );
}

/** Each event once; one that takes an employee's time and a room is said to take the time. */
function overlappedByAny(
  parts: readonly Event[],
  around: Parameters<typeof overlapped>[1],
  rooms: Rooms | undefined,
): readonly Overlapped[] {
  const found = new Map<string, Overlapped>();
  for (const part of parts)
    for (const one of overlapped(part, around, rooms)) {
      const known = found.get(one.event.id);
      if (!known || known.room) found.set(one.event.id, one);
    }
  return [...found.values()];
}

interface Parts {
  readonly repeat: Repeat;
  readonly parts: readonly Event[];
}

function checked$(replica: OpenReplica, all: readonly Parts[], salon: WorkingSalon): Observable<readonly CheckedRepeat[]> {
  const { timezone: zone, open } = salon.config;
  const { weekly, rooms } = salon;
  const days = all.map(({ parts }) => daysOfAll(parts, zone));
  const over$ = combineLatest(days.map(({ first, last }) => daysEvents$(replica, first, last, zone))).pipe(
    switchMap((read) => {
      const ids = read.flat().flatMap(({ client_id }) => (client_id ? [client_id] : []));
      return clientsById$(replica, [...new Set(ids)]).pipe(
        map((clients) => all.map(({ parts }, n) => overlappedByAny(parts, { events: read[n] ?? [], clients }, rooms))),
      );
    }),
  );
  return combineLatest([over$, overrideSets$(replica, days[0]?.first ?? '', days.at(-1)?.last ?? '')]).pipe(
    map(([over, overrides]) =>
      all.map(({ repeat, parts }, n) => {
        const offs = parts.flatMap((part) => {
          const why = shiftProblem(part, { weekly, overrides, zone, open });
          return why ? [{ why, part, closed: closedOn(open, daysOf(part, zone).first) }] : [];
        });
        return {
          ...repeat,
          over: over[n] ?? [],
          off: offs[0] ?? null,
        };
      }),
    ),
  );
}
