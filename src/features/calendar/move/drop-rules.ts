/** What a place in the day would mean for an appointment that is dropped there. */

import { busyPartsOf, type ColumnView, type EventView, eventsIn, lengthOf } from '#calendar/reads/day-view.ts';
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

/** The fewest minutes that an appointment can be made: what is done after the waiting does not go with its length. Null: nobody waits in it. */
export function leastLength({ from, to, waitTo }: EventView, interval: number): number | null {
  return waitTo === undefined ? null : waitTo - from + Math.min(interval, to - waitTo);
}

/** When it would take the employee's time there: its waiting and its cleaning up move with it. */
function busyAt(event: EventView, { from, to }: Span): readonly Span[] {
  const by = from - event.from;
  const longer = to - from - lengthOf(event);
  return busyPartsOf(event).map((part, at, all) => ({
    from: part.from + by,
    to: part.to + by + (at === all.length - 1 ? longer : 0),
  }));
}

/** When the whole visit would be, moved with this part of it, minutes of the day; null: it has no other part in the shown columns. */
export function visitAt(columns: readonly ColumnView[], event: EventView, { from, to }: Span): Span | null {
  const legs = othersOf(columns, event);
  const by = from - event.from;
  return legs.length === 0
    ? null
    : {
        from: Math.min(from, ...legs.map((leg) => leg.from + by)),
        to: Math.max(to, ...legs.map((leg) => leg.from + by + lengthOf(leg))),
      };
}

/** The other parts of its visit that are not cancelled. */
function othersOf(columns: readonly ColumnView[], { id, visit }: EventView): readonly EventView[] {
  if (!visit) return [];
  return columns.flatMap(eventsIn).filter((other) => other.visit === visit && other.id !== id && other.fill !== 'cancelled');
}

/** How many appointments the other parts of its visit would lie over, moved with it. */
export function overlapsOfVisit(columns: readonly ColumnView[], event: EventView, { from }: Span): number {
  const by = from - event.from;
  return othersOf(columns, event).reduce((sum, leg) => {
    const column = columns.find(({ id }) => id === leg.columnId);
    return sum + overlapsAt(column, leg, { from: leg.from + by, to: leg.from + by + lengthOf(leg) });
  }, 0);
}

/** How many appointments it would lie over. Such a drop is taken, but never silently. */
export function overlapsAt(column: ColumnView | undefined, event: EventView, span: Span): number {
  if (!column || event.fill === 'cancelled') return 0;
  const own = busyAt(event, span);
  const holds = (e: EventView) =>
    e.id !== event.id && !(e.visit && e.visit === event.visit) && e.fill !== 'cancelled' && e.fill !== 'blocked';
  return eventsIn(column).filter((e) => holds(e) && busyPartsOf(e).some((part) => own.some((one) => touches(part, one)))).length;
}
