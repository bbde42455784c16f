import type { TFunction } from 'i18next';
import { clockSpan } from '#domain/clock-span.ts';
import { formatTimeRange } from '#domain/date-format.ts';
import { type LocalDate, MINUTES_OF_DAY, minutesBetween, zonedParts } from '#domain/time.ts';

interface Times {
  readonly start_time: string;
  readonly end_time: string;
}

/**
 * „9:00–10:00“, as the clock on the wall shows it. On a night of the clock change, where that says something else than how long
 * it lasts, with its length: „3:30–3:15 (45 мин)“.
 */
export function rangeWords(times: Times, zone: string, t: TFunction<'calendar'>): string {
  const { from, to } = clockSpan(times, zone);
  const minutes = minutesBetween(times.start_time, times.end_time);
  const range = formatTimeRange(from, to);
  return to - from === minutes ? range : `${range} (${t('calendar:reservation.minutes', { count: minutes })})`;
}

/**
 * The same for a list of one day: what began on another day, or runs on for more than one, is said by its minutes of this day.
 * @param minutes of this day, clipped to it
 */
export function rangeOn(
  times: Times,
  minutes: { readonly from: number; readonly to: number },
  date: LocalDate,
  zone: string,
  t: TFunction<'calendar'>,
): string {
  const whole =
    zonedParts(times.start_time, zone).date === date && minutesBetween(times.start_time, times.end_time) <= MINUTES_OF_DAY;
  return whole ? rangeWords(times, zone, t) : formatTimeRange(minutes.from, minutes.to);
}
