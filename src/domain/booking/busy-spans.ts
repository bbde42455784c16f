/**
 * Tells when a booking takes its employee's time (src/README.md, “Waiting, cleaning up, visits”): all of it but the client's
 * waiting, and the cleaning up after it. All code that asks whether time is taken uses this file; `private.busy_spans` is the
 * twin in SQL.
 *
 * Minutes are elapsed ones, counted from the booking's own start and end. So a move changes none of them, even over a change of
 * the clock. Waiting that does not lie within the booking does not count: a booking that was made shorter elsewhere then takes
 * all of its time, and no row is invalid.
 */

import { addMinutes, minutesBetween } from '#domain/time/time.ts';
import type { Event } from '#schemas/events.ts';

/** The three times of a booking or a service, in minutes; a missing one is 0. */
export type ExtraTimes = Partial<Pick<Event, 'processing_after' | 'processing_minutes' | 'buffer_after'>>;
/** The fields that decide when a booking takes time. Instants are canonical ISO UTC. */
export type TimedBooking = Pick<Event, 'start_time' | 'end_time'> & ExtraTimes;

/** ISO UTC, `to` not included. */
export interface BusySpan {
  readonly from: string;
  readonly to: string;
}

/** True if this many minutes have room for the waiting, with work before and after it. */
export function waitsWithin(
  minutes: number,
  { processing_after: after = 0, processing_minutes: waiting = 0 }: ExtraTimes,
): boolean {
  return waiting > 0 && after > 0 && after + waiting < minutes;
}

/** True if the client waits in the middle of the booking, while the employee is free. */
export const hasWaiting = (event: TimedBooking): boolean =>
  event.processing_minutes ? waitsWithin(minutesBetween(event.start_time, event.end_time), event) : false;

/** Returns when the employee has finished cleaning up; the end if there is no cleaning up. ISO UTC. */
export const busyUntil = ({ end_time, buffer_after }: TimedBooking): string =>
  buffer_after ? addMinutes(end_time, buffer_after) : end_time;

/** Returns one span, or two with the waiting between them, from the start to `until`. */
function spansUntil(event: TimedBooking, until: string): readonly BusySpan[] {
  const { start_time: from, processing_after = 0, processing_minutes = 0 } = event;
  if (!hasWaiting(event)) return [{ from, to: until }];
  const again = addMinutes(from, processing_after + processing_minutes);
  return [
    { from, to: addMinutes(from, processing_after) },
    { from: again, to: until },
  ];
}

/** Returns when the employee is taken, cleaning up included: one span, or two with the waiting between them. */
export const busySpans = (event: TimedBooking): readonly BusySpan[] => spansUntil(event, busyUntil(event));

/** Returns when somebody works with the client: `busySpans` without the cleaning up. It has to lie within working time. */
export const workSpans = (event: TimedBooking): readonly BusySpan[] => spansUntil(event, event.end_time);

/** True if a span of one list shares a minute with one of the other. Touching ends do not count. */
export const shareTime = (a: readonly BusySpan[], b: readonly BusySpan[]): boolean =>
  a.some((one) => b.some((other) => one.from < other.to && other.from < one.to));

/** True if two bookings take the same minute, of any employee. Most have no times beside start and end and take the quick way. */
export function busyTogether(a: TimedBooking, b: TimedBooking): boolean {
  if (!(a.buffer_after || b.buffer_after || a.processing_minutes || b.processing_minutes))
    return a.start_time < b.end_time && b.start_time < a.end_time;
  return shareTime(busySpans(a), busySpans(b));
}

/**
 * Returns the three times that a booking of this length can have: waiting that does not fit is dropped, and the times are 0 if
 * nobody waits. Every write of them passes through here.
 */
export function fittingTimes(minutes: number, times: ExtraTimes): Required<ExtraTimes> {
  const { processing_after = 0, processing_minutes = 0, buffer_after = 0 } = times;
  return waitsWithin(minutes, times)
    ? { processing_after, processing_minutes, buffer_after }
    : { processing_after: 0, processing_minutes: 0, buffer_after };
}
