/** Requests of customers, each with all parts of its visit: when they are, until when they wait, whom they made a client of. */
import type { Event } from '#schemas/events.ts';
import { isRequest } from './event-status.ts';
import { inOrder, visitIdOf } from './visits.ts';

type Leg = Event;

/** One request. Instants are ISO UTC. */
export interface CustomerRequest<E extends Leg = Leg> {
  /** The id of its first booking: where it stands in the calendar. */
  readonly id: string;
  /** Its bookings that wait, in order. */
  readonly legs: readonly [E, ...E[]];
  readonly start: string;
  readonly end: string;
  /** By then it has to be answered: the earliest of its bookings. */
  readonly until: string;
}

/** Returns the requests among bookings, by their start. */
export function requestsAmong<E extends Leg>(bookings: readonly E[]): readonly CustomerRequest<E>[] {
  const visits = new Map<string, E[]>();
  for (const one of bookings) if (isRequest(one)) visits.set(visitIdOf(one), [...(visits.get(visitIdOf(one)) ?? []), one]);
  const all = [...visits.values()].map((own): CustomerRequest<E> => {
    const legs = inOrder(own) as readonly E[] as readonly [E, ...E[]];
    const sorted = (of: (leg: E) => string | null) => legs.flatMap((leg) => of(leg) ?? []).sort();
    return {
      id: legs[0].id,
      legs,
      start: sorted(({ start_time }) => start_time)[0] ?? '',
      end: sorted(({ end_time }) => end_time).at(-1) ?? '',
      until: sorted(({ requested_until }) => requested_until)[0] ?? '',
    };
  });
  return all.sort((a, b) => (a.start === b.start ? (a.id < b.id ? -1 : 1) : a.start < b.start ? -1 : 1));
}

/** Tells if an answer comes too late: the server cancels such a request, and has told its customer so. @param now ISO UTC */
export const isTooLate = ({ until }: Pick<CustomerRequest, 'until'>, now: string): boolean => until <= now;

/**
 * Returns the id of the client that a booking made by itself: a customer who was not known has the id of their first booking, and
 * `/client`. Null: the booking is of somebody who was a client before.
 */
export function ownClientOf({ id, visit_id, client_id }: Pick<Event, 'id' | 'visit_id' | 'client_id'>): string | null {
  return client_id !== null && client_id === `${visitIdOf({ id, visit_id })}/client` ? client_id : null;
}
