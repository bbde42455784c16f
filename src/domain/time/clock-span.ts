import { daysBetween, type LocalDate, MINUTES_OF_DAY, zonedParts } from './time.ts';

interface Times {
  readonly start_time: string;
  readonly end_time: string;
}

/**
 * Returns two instants (ISO UTC) on the salon's clock, in minutes of the first day. The end is read from the clock, too: on a
 * night of the clock change the start plus the length would give another end.
 */
export function clockSpan({ start_time, end_time }: Times, zone: string): { date: LocalDate; from: number; to: number } {
  const start = zonedParts(start_time, zone);
  const end = zonedParts(end_time, zone);
  return { date: start.date, from: start.minute, to: daysBetween(start.date, end.date) * MINUTES_OF_DAY + end.minute };
}
