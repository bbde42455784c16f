/** The list behind a "+N", or behind a chip for several appointments outside the grid's hours. */

import { busyPartsOf, type ColumnView, type EventView, eventsIn } from '#calendar/reads/day-view.ts';
import { freeSpans, type MinuteSpan } from '#domain/shifts/availability.ts';
import { type LocalDate, zonedPartsOfMs } from '#domain/time/time.ts';

export interface ListBehind {
  /** As the column's head calls them. */
  employee: string;
  /** In time order. */
  events: readonly EventView[];
  /** The free times instead, minutes of the day; null on a day that is over, and for an employee who has left. */
  free: readonly MinuteSpan[] | null;
  /** Minute of the day at which the employee goes. */
  until: number;
}

/** From which minute of that day something can still be booked; null: it is over. */
export function freeFrom(date: LocalDate, today: LocalDate, zone: string): number | null {
  if (date < today) return null;
  return date === today ? zonedPartsOfMs(Date.now(), zone).minute : 0;
}

/** @param stop the button's name. @param step minutes: less is no room. */
export function listBehind(columns: readonly ColumnView[], stop: string, from: number | null, step: number): ListBehind | null {
  for (const column of columns) {
    const { head, overflow, before, after, stretches, mark } = column;
    const more = overflow.find(({ id }) => `+${id}` === stop);
    const events = more?.events ?? [before, after].find((list) => list.length > 1 && `+${list[0]?.id}` === stop);
    if (!events) continue;
    const hasLeft = mark === 'inactive' || mark === 'removed';
    const taken = eventsIn(column)
      .filter(({ fill }) => fill !== 'cancelled')
      .flatMap(busyPartsOf);
    // The next beginning by the grid's steps: nobody books at 10:41.
    const next = from === null ? 0 : Math.ceil(from / step) * step;
    const free = freeSpans(stretches, taken, next).filter((one) => one.to - one.from >= step);
    return { employee: head, events, free: hasLeft || from === null ? null : free, until: stretches.at(-1)?.to ?? 0 };
  }
  return null;
}
