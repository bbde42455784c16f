/** The status of an appointment, and what a press on one of its buttons makes of it (document 3 §3; design: `arrived_at`). */
import { EVENT_STATUSES, type EventStatus } from '#schemas/constants.ts';
import type { Event } from '#schemas/events.ts';

/** A stored status; any value that is none of the four counts as empty (document 3 §3). */
export function eventStatusOf(value: string | null | undefined): EventStatus | null {
  return EVENT_STATUSES.find((status) => status === value) ?? null;
}

/** The shown status: the four, and "arrived" for a booked one whose client is here. */
export type ShownStatus = EventStatus | 'arrived';
/** The statuses with a button. Booked remains when none is pressed. */
export const PRESSABLE = ['arrived', 'completed', 'no-show', 'cancelled'] as const satisfies readonly ShownStatus[];
/** A status that a person can set with one press. */
export type PressableStatus = (typeof PRESSABLE)[number];

type StatusFields = Pick<Event, 'status' | 'arrived_at'>;

/** An unknown or empty status looks like booked. */
export function shownStatus({ status, arrived_at }: StatusFields): ShownStatus {
  const known = eventStatusOf(status);
  if (known && known !== 'booked') return known;
  return arrived_at ? 'arrived' : 'booked';
}

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
 * and leaves the status unless that contradicts it.
 */
export function pressStatus(event: StatusFields, pressed: PressableStatus, now: string): Partial<StatusFields> {
  const shown = shownStatus(event);
  const arrival = event.arrived_at === null ? {} : { arrived_at: null };
  if (pressed === shown) return pressed === 'arrived' ? { arrived_at: null } : { status: 'booked', ...arrival };
  if (pressed !== 'arrived') return { status: pressed };
  return shown === 'booked' ? { arrived_at: now } : { status: 'booked', arrived_at: now };
}
