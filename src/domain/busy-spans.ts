/**
 * When a booking takes its employee's time (src/README.md, “Waiting, cleaning up, visits”): all of it but the time in which the
 * client waits, and the cleaning up after it. Whatever asks whether time is taken asks here; `private.busy_spans` is the twin in SQL.
 *
 * Minutes are elapsed ones and count from the booking's own start and end, so that a move, also over a change of the clock, changes
 * none of them. Waiting that does not lie within the booking is none: a row that was made shorter elsewhere holds all of its
 * time, and no row is invalid.
 */
import type { Event } from '#schemas/events.ts';
import { addMinutes, minutesBetween } from './time.ts';

/** The three times of a booking and of a service, in minutes; left out: 0. */
export type Stretching = Partial<Pick<Event, 'processing_after' | 'processing_minutes' | 'buffer_after'>>;
/** What decides when a booking takes time; instants in canonical ISO UTC. */
export type Stretched = Pick<Event, 'start_time' | 'end_time'> & Stretching;

/** ISO UTC; `to` is not taken any more. */
export interface BusySpan {
  readonly from: string;
  readonly to: string;
}

/** Whether so many minutes have room for the waiting: work before it and after it. */
export function waitsWithin(
  minutes: number,
  { processing_after: after = 0, processing_minutes: waiting = 0 }: Stretching,
): boolean {
  return waiting > 0 && after > 0 && after + waiting < minutes;
}

/** Whether the client waits in the middle of it, while the employee is free. */
export const hasWaiting = (event: Stretched): boolean =>
  event.processing_minutes ? waitsWithin(minutesBetween(event.start_time, event.end_time), event) : false;

/** When the employee has finished cleaning up; the end where nobody does. ISO UTC. */
export const busyUntil = ({ end_time, buffer_after }: Stretched): string =>
  buffer_after ? addMinutes(end_time, buffer_after) : end_time;

/** In order: one span, or two with the waiting between them; from the start to `until`. */
function spansUntil(event: Stretched, until: string): readonly BusySpan[] {
  const { start_time: from, processing_after = 0, processing_minutes = 0 } = event;
  if (!hasWaiting(event)) return [{ from, to: until }];
  const again = addMinutes(from, processing_after + processing_minutes);
  return [
    { from, to: addMinutes(from, processing_after) },
    { from: again, to: until },
  ];
}

/** When the employee is taken, cleaning up included: one span, or two with the client's waiting between them. */
export const busySpans = (event: Stretched): readonly BusySpan[] => spansUntil(event, busyUntil(event));

/** When somebody works with the client: as `busySpans` without the cleaning up. It has to lie within working time. */
export const workSpans = (event: Stretched): readonly BusySpan[] => spansUntil(event, event.end_time);

/** Whether one list shares a minute with the other. Touching ends do not. */
export const shareTime = (a: readonly BusySpan[], b: readonly BusySpan[]): boolean =>
  a.some((one) => b.some((other) => one.from < other.to && other.from < one.to));

/** Whether two bookings take the same minute, whoever's. Most are nothing but a start and an end, and are compared as quickly. */
export function busyTogether(a: Stretched, b: Stretched): boolean {
  if (!(a.buffer_after || b.buffer_after || a.processing_minutes || b.processing_minutes))
    return a.start_time < b.end_time && b.start_time < a.end_time;
  return shareTime(busySpans(a), busySpans(b));
}

/**
 * The three times that a booking of so many minutes can have: waiting for which it is too short goes, and 0 stands where nobody
 * waits. What is written passes through here.
 */
export function fittingTimes(minutes: number, times: Stretching): Required<Stretching> {
  const { processing_after = 0, processing_minutes = 0, buffer_after = 0 } = times;
  return waitsWithin(minutes, times)
    ? { processing_after, processing_minutes, buffer_after }
    : { processing_after: 0, processing_minutes: 0, buffer_after };
}
