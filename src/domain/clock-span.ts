import { daysBetween, type LocalDate, MINUTES_OF_DAY, zonedParts } from './time.ts';

interface Times {
  readonly start_time: string;
  readonly end_time: string;
}

/**
 * Where two instants (ISO UTC) stand on the salon's clock, in minutes of the first day: on a night of the clock change the end is not
 * where counting on from the start leads.
 */
export function clockSpan({ start_time, end_time }: Times, zone: string): { date: LocalDate; from: number; to: number } {
  const start = zonedParts(start_time, zone);
  const end = zonedParts(end_time, zone);
  return { date: start.date, from: start.minute, to: daysBetween(start.date, end.date) * MINUTES_OF_DAY + end.minute };
}
