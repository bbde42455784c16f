/** What a place in the day would mean for an appointment that is dropped there. */

import { type ColumnView, type EventView, eventsIn, lengthOf } from '#calendar/reads/day-view.ts';
import { bookableIn, isBookable } from '#domain/availability.ts';

export type Refusal = 'off_shift' | 'blocked';

/** Minutes of the day; `to` is not taken any more. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** Where a drop on a slot comes to stand: as with a press there, at the start of a shift that begins within it. */
export const startIn = (column: ColumnView | undefined, slot: number, interval: number): number =>
  bookableIn(column?.stretches ?? [], slot, interval) ?? slot;

const touches = (a: Span, b: Span) => a.from < b.to && b.from < a.to;

/**
 * Why an appointment may not be put there, or null (DRAG-19: off shift and blocked time return it, taken time does not). The
 * start decides about the shift, as everywhere (AVAIL-02); blocked time counts also behind a "+N". What the appointment lay
 * over before it was only made longer is no reason.
 */
export function refusalOf(column: ColumnView | undefined, event: EventView, span: Span): Refusal | null {
  const resized = column?.id === event.columnId && span.from === event.from;
  if (!column || (!resized && !isBookable(column.stretches, span.from))) return 'off_shift';
  const end = event.from + lengthOf(event);
  if (resized && span.to <= end) return null;
  const taken = resized ? { from: end, to: span.to } : span;
  return eventsIn(column).some((e) => e.fill === 'blocked' && e.id !== event.id && touches(e, taken)) ? 'blocked' : null;
}

/** How many appointments it would lie over. Such a drop is taken, but never silently. */
export function overlapsAt(column: ColumnView | undefined, event: EventView, span: Span): number {
  if (!column || event.fill === 'cancelled') return 0;
  return eventsIn(column).filter((e) => e.id !== event.id && e.fill !== 'cancelled' && e.fill !== 'blocked' && touches(e, span))
    .length;
}
