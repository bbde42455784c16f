/** How times of the day are shown (document 1 §9). Dates are written by src/i18n/formats.ts, and there alone. */
import { MINUTES_OF_DAY, zonedParts } from './time.ts';

/** A minute of the day as `H:mm` (document 1 §9); 1440 is 24:00, what lies beyond counts on into the next day. */
export function formatTime(minute: number): string {
  const inDay = minute === MINUTES_OF_DAY ? minute : ((minute % MINUTES_OF_DAY) + MINUTES_OF_DAY) % MINUTES_OF_DAY;
  return `${Math.floor(inDay / 60)}:${String(inDay % 60).padStart(2, '0')}`;
}

/** `9:00–10:00`, without spaces; show it with `white-space: nowrap`. */
export function formatTimeRange(fromMinute: number, toMinute: number): string {
  return `${formatTime(fromMinute)}–${formatTime(toMinute)}`;
}

/** The time of an instant on the zone's wall clock, `H:mm`. */
export function formatTimeOf(iso: string, zone: string): string {
  return formatTime(zonedParts(iso, zone).minute);
}
