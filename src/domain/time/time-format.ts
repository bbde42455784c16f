/** Writes times of the day (document 1 §9). Only src/i18n/formats.ts writes dates. */
import { MINUTES_OF_DAY, zonedParts } from './time.ts';

/** Writes a minute of the day as `H:mm` (document 1 §9). 1440 is 24:00; beyond that it counts on into the next day. */
export function formatTime(minute: number): string {
  const inDay = minute === MINUTES_OF_DAY ? minute : ((minute % MINUTES_OF_DAY) + MINUTES_OF_DAY) % MINUTES_OF_DAY;
  return `${Math.floor(inDay / 60)}:${String(inDay % 60).padStart(2, '0')}`;
}

/** Writes `9:00–10:00` without spaces; it is shown with `white-space: nowrap`. */
export function formatTimeRange(fromMinute: number, toMinute: number): string {
  return `${formatTime(fromMinute)}–${formatTime(toMinute)}`;
}

/** Writes the time of an instant on the zone's wall clock, `H:mm`. */
export function formatTimeOf(iso: string, zone: string): string {
  return formatTime(zonedParts(iso, zone).minute);
}
