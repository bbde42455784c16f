/** What a place in the day would mean for an appointment that is dropped there. */

import { type ColumnView, type EventView, eventsIn, lengthOf } from '#calendar/reads/day-view.ts';
import { bookableIn, isBookable } from '#domain/availability.ts';
import { type PlaceRefusal, refusalAt, type Span, touches } from '#domain/placing.ts';

/** Where a drop on a slot comes to stand: as with a press there, at the start of a shift that begins within it. */
export const startIn = (column: ColumnView | undefined, slot: number, interval: number): number =>
  bookableIn(column?.stretches ?? [], slot, interval) ?? slot;

/** Why an appointment may not be put there, or null (`refusalAt`); blocked time counts also behind a "+N". */
export function refusalOf(column: ColumnView | undefined, event: EventView, span: Span): PlaceRefusal | null {
  if (!column) return 'off_shift';
  const resized = column.id === event.columnId && span.from === event.from;
  return refusalAt({
    span,
    resizedFrom: resized ? event.from + lengthOf(event) : null,
    onShift: isBookable(column.stretches, span.from),
    blockedIn: (taken) => eventsIn(column).some((e) => e.fill === 'blocked' && e.id !== event.id && touches(e, taken)),
  });
}

/** How many appointments it would lie over. Such a drop is taken, but never silently. */
export function overlapsAt(column: ColumnView | undefined, event: EventView, span: Span): number {
  if (!column || event.fill === 'cancelled') return 0;
  return eventsIn(column).filter((e) => e.id !== event.id && e.fill !== 'cancelled' && e.fill !== 'blocked' && touches(e, span))
    .length;
}
