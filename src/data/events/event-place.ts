/**
 * The place of a booking: employee, start, end and its three times are one decision, so that a write names all of it. Two devices,
 * or two tabs, never make a booking of which one gave the length and the other the waiting.
 */
import { type ExtraTimes, fittingTimes } from '#domain/booking/busy-spans.ts';
import { Refusal } from '#domain/records/refusal.ts';
import { MINUTE_MS, minutesBetween } from '#domain/time/time.ts';
import type { Values } from '#schemas/registry.ts';
import { LONGEST_EVENT } from './events.queries.ts';

/** A new place of an event (document 3 §7), with those of its three times that change. */
export type EventPlace = Pick<Values<'events'>, 'start_time' | 'end_time' | 'resource_id'> & ExtraTimes;
/** A place with all three times, in minutes. */
export type WholePlace = EventPlace & Required<ExtraTimes>;

/** The columns of the three times. */
export const TIMES = ['processing_after', 'processing_minutes', 'buffer_after'] as const;

/** Returns the named ones of the three times. */
export const namedTimes = (named: ExtraTimes): ExtraTimes =>
  Object.fromEntries(TIMES.flatMap((column) => (named[column] === undefined ? [] : [[column, named[column]]])));

/** Returns the columns of a place as a row has them. */
export function placeColumns(row: WholePlace): WholePlace {
  const { start_time, end_time, resource_id, processing_after, processing_minutes, buffer_after } = row;
  return { start_time, end_time, resource_id, processing_after, processing_minutes, buffer_after };
}

/** Returns the place as it is written. Waiting that does not fit into the booking is dropped (`fittingTimes`). */
export function wholePlace({ start_time, end_time, resource_id }: EventPlace, times: ExtraTimes): WholePlace {
  return { start_time, end_time, resource_id, ...fittingTimes(minutesBetween(start_time, end_time), times) };
}

/** Checks start and end. @throws Refusal `time_invalid`: it ends before it begins, or lasts longer than a day */
export function checkTimes(start: string, end: string): void {
  const minutes = (Date.parse(end) - Date.parse(start)) / MINUTE_MS; // unrounded, as the database looks at it
  if (!(minutes > 0 && minutes <= LONGEST_EVENT)) throw new Refusal('time_invalid', 'end_time');
}
