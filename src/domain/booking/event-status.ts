/**
 * The status of an appointment, and what a press on one of its buttons makes of it (document 3 §3; design: `arrived_at`). A customer's
 * request is a booking with the status booked that waits for an answer until `requested_until`; null is the answer yes.
 */
import { EVENT_STATUSES, type EventStatus } from '#schemas/constants.ts';
import type { Event } from '#schemas/events.ts';

/** A stored status; any value that is none of the four counts as empty (document 3 §3). */
export function eventStatusOf(value: string | null | undefined): EventStatus | null {
  return EVENT_STATUSES.find((status) => status === value) ?? null;
}

/** The shown status: the four, "arrived" for a booked one whose client is here, and "requested" for a request. */
export type ShownStatus = EventStatus | 'arrived' | 'requested';
/** The statuses with a button. Booked remains when none is pressed. */
export const PRESSABLE = ['arrived', 'completed', 'no-show', 'cancelled'] as const satisfies readonly ShownStatus[];
/** A status that a person can set with one press. */
export type PressableStatus = (typeof PRESSABLE)[number];

type StatusFields = Pick<Event, 'status' | 'arrived_at'> & Partial<Pick<Event, 'requested_until'>>;

/** An unknown or empty status looks like booked. */
export function shownStatus({ status, arrived_at, requested_until }: StatusFields): ShownStatus {
  const known = eventStatusOf(status);
  if (known && known !== 'booked') return known;
  if (requested_until) return 'requested';
  return arrived_at ? 'arrived' : 'booked';
}

/** Tells if a booking is a customer's request that nobody of the salon has answered, also one whose time for that is over. */
export const isRequest = (event: StatusFields & Partial<Pick<Event, 'type'>>): boolean =>
  event.type !== 'blocking' && shownStatus(event) === 'requested';

/**
 * True if a status comes too early: "completed" or "no-show" before the appointment has begun. Removing such a status is never
 * early.
 * @param now ISO UTC, as `start_time`
 */
export function isEarly(event: StatusFields & Pick<Event, 'start_time'>, status: ShownStatus, now: string): boolean {
  return (status === 'completed' || status === 'no-show') && shownStatus(event) !== status && event.start_time > now;
}

/**
 * Returns what a press on a status button writes. A second press goes back to booked. Arriving is an instant (ISO UTC) of its own
 * and leaves the status unless that contradicts it. Whoever comes, or should have come, is expected: a request is confirmed by every
 * press but "cancelled", which declines it and leaves it a request for the second press.
 */
export function pressStatus(event: StatusFields, pressed: PressableStatus, now: string): Partial<StatusFields> {
  const shown = shownStatus(event);
  const arrival = event.arrived_at === null ? {} : { arrived_at: null };
  if (pressed === shown) return pressed === 'arrived' ? { arrived_at: null } : { status: 'booked', ...arrival };
  const confirmed = event.requested_until && pressed !== 'cancelled' ? { requested_until: null } : {};
  if (pressed !== 'arrived') return { status: pressed, ...confirmed };
  const booked = shown === 'booked' || shown === 'requested' ? {} : { status: 'booked' };
  return { ...booked, arrived_at: now, ...confirmed };
}
