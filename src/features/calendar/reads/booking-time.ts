/** When an appointment is, as a dialog says it: a day, hours and minutes, and which of two equal hours of an autumn night. */
import { type ExtraTimes, hasWaiting, workSpans } from '#domain/booking/busy-spans.ts';
import { clockSpan } from '#domain/time/clock-span.ts';
import { addMinutes, instantOf, type LocalDate, minutesBetween, zonedParts } from '#domain/time/time.ts';
import { formatTimeRange } from '#domain/time/time-format.ts';
import type { LocalRow } from '#schemas/registry.ts';

export const MINUTES = [0, 15, 30, 45] as const;
export const HOURS = Array.from({ length: 24 }, (_, hour) => hour);

/** The given list, with the event's own value in its place: opening and saving changes nothing. */
export function withCurrentValue(list: readonly number[], ...own: readonly number[]): number[] {
  return [...new Set([...list, ...own.filter(Number.isFinite)])].sort((a, b) => a - b);
}

/** The place at which a dialog puts an appointment. */
export interface Place {
  date: LocalDate;
  hour: number;
  minute: number;
  /** The saved start, ISO UTC, or empty: the clock alone does not say which of two equal hours of an autumn night is meant. */
  began: string;
  /** Minutes. */
  duration: number;
}

/** Returns the place of a saved appointment. */
export function placeOfEvent(event: Pick<LocalRow<'events'>, 'start_time' | 'end_time'>, zone: string): Place {
  const start = zonedParts(event.start_time, zone);
  return {
    date: start.date,
    hour: Math.floor(start.minute / 60),
    minute: start.minute % 60,
    began: event.start_time,
    duration: minutesBetween(event.start_time, event.end_time),
  };
}

/** Start and end as instants. The end follows hour, minute and duration; a night of the clock change keeps the length. */
export function timesOf(values: Place, zone: string): { start_time: string; end_time: string } {
  const { date, began, duration } = values;
  const minute = values.hour * 60 + values.minute;
  const was = began ? zonedParts(began, zone) : null;
  const start_time = was?.date === date ? sameNight(began, was.minute, minute, zone) : instantOf(date, minute, zone);
  return { start_time, end_time: addMinutes(start_time, duration) };
}

/** That minute of the day on which `began` (ISO UTC, its minute `from`) stands: of two equal hours the one in which it began. */
export function sameNight(began: string, from: number, minute: number, zone: string): string {
  const near = addMinutes(began, minute - from);
  const first = zonedParts(began, zone);
  const at = zonedParts(near, zone);
  return at.date === first.date && at.minute === minute ? near : instantOf(first.date, minute, zone);
}

/** Returns the span on the clock, in minutes of the first day: in a night of the clock change not always the chosen hour. */
export function clockOf(values: Place, zone: string): { from: number; to: number } {
  const { from, to } = clockSpan(timesOf(values, zone), zone);
  return { from, to };
}

/** „10:30–11:15“: when the client waits in it; undefined where nobody does. */
export function waitOf(values: Place & ExtraTimes, zone: string): string | undefined {
  const event = { ...timesOf(values, zone), ...values };
  const [work, again] = hasWaiting(event) ? workSpans(event) : [];
  if (!work || !again) return undefined;
  const { from, to } = clockSpan({ start_time: work.to, end_time: again.from }, zone);
  return formatTimeRange(from, to);
}
