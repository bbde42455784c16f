/**
 * The rest of somebody's day begins later: which bookings that are, where each of them comes to stand, and whom it collides with
 * there. Nothing is forbidden: who delays is shown what collides and decides.
 */
import { addMinutes, minutesBetween } from '#domain/time/time.ts';
import type { Event } from '#schemas/events.ts';
import type { Room } from '#schemas/rooms.ts';
import { isUndecided } from './agreed-overlaps.ts';
import { fittingTimes } from './busy-spans.ts';
import { eventStatusOf } from './event-status.ts';
import { type ShiftProblem, shiftProblem } from './free-slots.ts';
import { crowdAt, holdsSlot, overlaps, overlapsWith, shareRoom, type Timed } from './overlap.ts';
import { NO_ROOMS, type Rooms, roomOf } from './taken-rooms.ts';
import { type Leg, type LegPlace, type Torn, tornBy } from './visits.ts';

type Booking = Leg & Timed & Pick<Event, 'overlap_agreed'>;

/** The most minutes of a delay: what begins a day later is no delay. */
export const LONGEST_DELAY = 12 * 60;

/** A booking of the delay: where it will stand, and what is wrong there that was not before. */
export interface Delayed<E extends Booking> {
  readonly event: E;
  readonly place: LegPlace;
  /** The bookings and blocked time that it lies over then, as they stand now; none of them is part of the delay. */
  readonly over: readonly E[];
  /** The bookings that it lies over now by agreement and then as well, as they stand then: they need no new question. */
  readonly agreed: readonly E[];
  /** Its room, if nothing of it is left then, and who has it; none of them is part of the delay. Null: there is enough of it. */
  readonly full: { readonly room: Room; readonly by: readonly E[] } | null;
  readonly off: ShiftProblem | null;
  /** Its visit does not fit together any more. */
  readonly torn: Torn | null;
}

const isAhead = ({ status }: Pick<Booking, 'status'>): boolean => {
  const known = eventStatusOf(status);
  return known === null || known === 'booked';
};

const byStart = (a: Booking, b: Booking): number =>
  a.start_time === b.start_time ? (a.id < b.id ? -1 : 1) : a.start_time < b.start_time ? -1 : 1;

/**
 * Returns the employee's appointments that begin at `from` (ISO UTC) or later and before `to`, by start. What is over (completed, not
 * come, cancelled) is not among them, nor is blocked time: a lunch does not move with the clients.
 */
export function restOfDay<E extends Booking>(events: readonly E[], resourceId: string, from: string, to: string): E[] {
  const isRest = (event: E) => event.resource_id === resourceId && event.start_time >= from && event.start_time < to;
  return events
    .filter((event) => event.type === 'appointment' && !event.deleted && isAhead(event) && isRest(event))
    .sort(byStart);
}

/** Returns the chosen bookings, and the later legs of their visits: the client comes to each of them so much later. */
function withLaterLegs<E extends Booking>(events: readonly E[], ids: ReadonlySet<string>): E[] {
  const begins = new Map<string, string>();
  for (const { id, visit_id, start_time } of events) {
    if (!ids.has(id) || visit_id === null) continue;
    const known = begins.get(visit_id);
    if (known === undefined || start_time < known) begins.set(visit_id, start_time);
  }
  const goesAlong = ({ visit_id, start_time }: E) => visit_id !== null && start_time >= (begins.get(visit_id) ?? '~');
  return events.filter((event) => holdsSlot(event) && (ids.has(event.id) || (isAhead(event) && goesAlong(event)))).sort(byStart);
}

/**
 * Returns what becomes of the chosen bookings, by start. The later legs of their visits go along, with whomever they are.
 * @param events all of those days, of everybody. @param minutes elapsed ones, also over a change of the clock; negative is earlier
 * @param working overrides from the day before the first to the day after the last
 * @param away true if they are moved because their employee is away: who is still away then is said, and was before
 */
export function delayed<E extends Booking>(
  events: readonly E[],
  ids: ReadonlySet<string>,
  minutes: number,
  working: Parameters<typeof shiftProblem>[1],
  rooms: Rooms = NO_ROOMS,
  away = false,
): readonly Delayed<E>[] {
  const moved = withLaterLegs(events, ids);
  const placeOf = (event: E): LegPlace => {
    const { id, resource_id, start_time, end_time } = event;
    const place = { id, resource_id, start_time: addMinutes(start_time, minutes), end_time: addMinutes(end_time, minutes) };
    return { ...place, ...fittingTimes(minutesBetween(start_time, end_time), event) };
  };
  const places = new Map(moved.map((event) => [event.id, placeOf(event)]));
  const others = events.filter(({ id }) => !places.has(id));
  const now = (event: E): E => ({ ...event, ...places.get(event.id) });
  const allThen = events.map(now);
  const fullFor = (event: E): Delayed<E>['full'] => {
    const room = roomOf(event, rooms);
    if (!room) return null;
    const before = new Set(crowdAt(event, events, rooms).map(({ id }) => id));
    const then = new Set(crowdAt(now(event), allThen, rooms).map(({ id }) => id));
    const by = others.filter(({ id }) => then.has(id) && !before.has(id));
    return by.length > 0 ? { room, by } : null;
  };
  const meets = (a: E, b: E) => overlaps(a, b) || shareRoom(a, b, rooms);
  const agreedBy = (event: E): E[] =>
    events.filter((other) => meets(event, other) && !isUndecided(event, other, rooms) && meets(now(event), now(other))).map(now);
  const tornNow = (visit: string | null): Torn | null => {
    if (visit === null) return null;
    const legs = events.filter(({ visit_id }) => visit_id === visit);
    return tornBy(legs) === null ? tornBy(legs.map(now)) : null;
  };
  return moved.map((event): Delayed<E> => {
    const then = now(event);
    return {
      event,
      place: places.get(event.id) ?? placeOf(event),
      over: overlapsWith(then, others).filter((other) => !overlaps(event, other)),
      agreed: agreedBy(event),
      full: fullFor(event),
      off: away || shiftProblem(event, working) === null ? shiftProblem(then, working) : null,
      torn: tornNow(event.visit_id),
    };
  });
}
