/** The week of the calendar: Monday to Sunday, and the days of each event (document 3 §2, §9). */

import { minutesOn } from '#domain/booking/day-layout.ts';
import type { Event } from '#schemas/events.ts';
import { addDays, addMinutes, daysBetween, instantOf, type LocalDate, minutesBetween, weekdayOf, zonedParts } from './time.ts';

/** Appointments that a cell of the week shows; the rest is counted (document 3 §2, §9). */
export const WEEK_CELL_MAX = 4;
/** Pastel colours through which the rows of the week cycle (document 3 §2). */
export const WEEK_COLOURS = 5;
/** A click on a cell books at 9:00, in minutes of the day (document 3 §2, §9). */
export const WEEK_BOOK_AT = 9 * 60;

/** An event on one day: minutes of that local day, 0 to 1440. */
export interface DayShare<E> {
  readonly event: E;
  readonly from: number;
  readonly to: number;
}

/** Returns the number of the date's week as calendars print it (ISO 8601): week 1 has the year's first Thursday. */
export function weekNumberOf(date: LocalDate): number {
  const thursday = addDays(date, 3 - ((weekdayOf(date) + 6) % 7));
  return Math.floor(daysBetween(`${thursday.slice(0, 4)}-01-01`, thursday) / 7) + 1;
}

/**
 * Returns the events of each of the seven days from `monday`, by start and then by id. An event over midnight belongs to each day
 * that it touches, with its minutes there; one that ends at midnight does not touch the next day.
 * @param zone the salon's time zone; events are in ISO UTC
 */
export function eventsByDay<E extends Pick<Event, 'id' | 'start_time' | 'end_time'>>(
  events: readonly E[],
  zone: string,
  monday: LocalDate,
): readonly (readonly DayShare<E>[])[] {
  const days: DayShare<E>[][] = [[], [], [], [], [], [], []];
  for (const event of events) {
    const first = Math.max(0, daysBetween(monday, zonedParts(event.start_time, zone).date));
    const last = Math.min(6, daysBetween(monday, zonedParts(event.end_time, zone).date));
    for (let day = first; day <= Math.max(first, last) && day <= 6; day++) {
      const minutes = minutesOn(event, zone, addDays(monday, day));
      if (minutes) days[day]?.push({ event, ...minutes });
    }
  }
  for (const day of days) day.sort((a, b) => a.from - b.from || (a.event.id < b.event.id ? -1 : 1));
  return days;
}

/**
 * Returns the times of an event after it is put on another day, or with another employee: at the same time of the salon's clock and
 * as long as before, also over a clock change. On its own day its instants stay, even in the repeated hour of an autumn night.
 * @param event times in ISO UTC
 * @param zone the salon's time zone
 */
export function movedToDay(
  { start_time, end_time }: Pick<Event, 'start_time' | 'end_time'>,
  date: LocalDate,
  resourceId: string,
  zone: string,
): Pick<Event, 'start_time' | 'end_time' | 'resource_id'> {
  const own = zonedParts(start_time, zone);
  if (own.date === date) return { start_time, end_time, resource_id: resourceId };
  const start = instantOf(date, own.minute, zone);
  return { start_time: start, end_time: addMinutes(start, minutesBetween(start_time, end_time)), resource_id: resourceId };
}
