/** The rules for an appointment that is dropped at a place in the day. */

import { busyPartsOf, type ColumnView, type EventView, eventsIn, lengthOf } from '#calendar/reads/day-view.ts';
import { type PlaceRefusal, refusalAt, type Span, touches } from '#domain/booking/placing.ts';
import { spansOfTimes } from '#domain/booking/taken-rooms.ts';
import { type LegSpan, shiftsAlong } from '#domain/booking/visit-shifts.ts';
import { bookableIn, isBookable } from '#domain/shifts/availability.ts';
import type { Room } from '#schemas/rooms.ts';
import type { DropTarget } from './drag-geometry.ts';

/** Returns the start of a drop on a slot: as with a press there, that of a shift that begins within it, else the slot's. */
export const startIn = (column: ColumnView | undefined, slot: number, interval: number): number =>
  bookableIn(column?.stretches ?? [], slot, interval) ?? slot;

/** When it would be there, and when its client waits; minutes of the day. */
export function shapeAt(event: EventView, target: DropTarget): LegSpan {
  const { from, waitFrom, waitTo } = event;
  const { start, end = start + lengthOf(event), work = 0, waiting = 0 } = target;
  const by = start - from + work;
  const waits = waitFrom === undefined || waitTo === undefined ? null : { from: waitFrom + by, to: waitTo + by + waiting };
  return { from: start, to: end, waits };
}

/** The span of an event at its present place. */
const shapeOf = (event: EventView): LegSpan => shapeAt(event, { columnId: event.columnId, start: event.from });

/** When somebody works in it. */
const workParts = ({ from, to, waits }: LegSpan): readonly Span[] =>
  waits
    ? [
        { from, to: waits.from },
        { from: waits.to, to },
      ]
    : [{ from, to }];

/** Why an appointment may not be put there, or null (`refusalAt`); blocked time counts also behind a "+N". */
export function dropRefusal(column: ColumnView | undefined, event: EventView, shape: LegSpan): PlaceRefusal | null {
  if (!column) return 'off_shift';
  const resized = column.id === event.columnId && shape.from === event.from;
  return refusalAt({
    spans: workParts(shape),
    before: resized ? workParts(shapeOf(event)) : null,
    onShift: isBookable(column.stretches, shape.from),
    isClosed: column.open !== undefined && !isBookable(column.open, shape.from),
    blockedIn: (taken) => eventsIn(column).some((e) => e.fill === 'blocked' && e.id !== event.id && touches(e, taken)),
  });
}

/** The fewest minutes that an appointment can be made: what is done after the waiting does not go with its length. Null: nobody waits in it. */
export function leastLength(event: EventView, interval: number, { waits, from } = shapeOf(event)): number | null {
  const { to, waitTo } = event;
  return waits === null || waitTo === undefined ? null : waits.to - from + Math.min(interval, to - waitTo);
}

/** How short the work before the waiting, and the waiting, may become, minutes. */
export function leastParts({ from, waitFrom = from, waitTo = waitFrom }: EventView, interval: number) {
  return { work: Math.min(interval, waitFrom - from), waiting: Math.min(interval, waitTo - waitFrom) };
}

/** Another part of a visit, and where it comes to stand. */
export interface AlongPart {
  readonly event: EventView;
  readonly target: DropTarget;
}

/** The other parts of its visit in the shown columns, as they go along. Cancelled ones are none, and take none along. */
export function partsAlong(columns: readonly ColumnView[], event: EventView, shape: LegSpan): readonly AlongPart[] {
  const { id, visit } = event;
  if (!visit || event.fill === 'cancelled') return [];
  const others = columns
    .flatMap(eventsIn)
    .filter((other) => other.visit === visit && other.id !== id && other.fill !== 'cancelled');
  const legs = others.map((other) => ({ ...shapeOf(other), other }));
  return shiftsAlong(shapeOf(event), shape, legs).map(({ leg: { other, from }, by }) => ({
    event: other,
    target: { columnId: other.columnId, start: from + by },
  }));
}

/** When the whole visit would be, minutes of the day; null: it has no other part in the shown columns. */
export function visitAt(along: readonly AlongPart[], { from, to }: Span): Span | null {
  if (along.length === 0) return null;
  const spans = along.map(({ event, target }) => shapeAt(event, target));
  return { from: Math.min(from, ...spans.map((one) => one.from)), to: Math.max(to, ...spans.map((one) => one.to)) };
}

const columnOf = (columns: readonly ColumnView[], { columnId }: DropTarget) => columns.find(({ id }) => id === columnId);
const moves = ({ event, target }: AlongPart): boolean => target.start !== event.from;

/** How many appointments the other parts of its visit would lie over, moved with it. */
export const overlapsAlong = (columns: readonly ColumnView[], along: readonly AlongPart[]): number =>
  along
    .filter(moves)
    .reduce((sum, { event, target }) => sum + overlapsAt(columnOf(columns, target), event, shapeAt(event, target)), 0);

export interface RefusedPart extends AlongPart {
  readonly why: PlaceRefusal;
  /** The employee's name, as in the head of the column. */
  readonly employee: string;
}

/** The first of the other parts that may not be put where it would go, and why; null: all of them may. What is off shift already may. */
export function refusedAlong(columns: readonly ColumnView[], along: readonly AlongPart[]): RefusedPart | null {
  for (const part of along.filter(moves)) {
    const column = columnOf(columns, part.target);
    const why = dropRefusal(column, part.event, shapeAt(part.event, part.target));
    const wasOff = (why === 'off_shift' || why === 'closed') && !isBookable(column?.stretches ?? [], part.event.from);
    if (why && !wasOff) return { ...part, why, employee: column?.head ?? '' };
  }
  return null;
}

/**
 * The room of which nothing would be left for it there, as far as the shown columns tell; null: it needs none, or there is one. Its visit
 * may have it already.
 */
export function roomTakenAt(columns: readonly ColumnView[], event: EventView, shape: LegSpan): Room | null {
  const { room } = event;
  if (!room || event.fill === 'cancelled') return null;
  const others = columns
    .flatMap(eventsIn)
    .filter(
      (e) => e.room?.id === room.id && e.id !== event.id && !(e.visit && e.visit === event.visit) && e.fill !== 'cancelled',
    );
  const times = others.map((e) => ({ visit: e.visit ?? e.id, from: e.from, to: e.until ?? e.to }));
  const own = { from: shape.from, to: shape.to + (event.until ?? event.to) - event.to };
  return spansOfTimes(times, room.count).some((span) => touches(span, own)) ? room : null;
}

/** The same of the other parts of its visit, moved with it: the first room that is taken. */
export const roomTakenAlong = (columns: readonly ColumnView[], along: readonly AlongPart[]): Room | null =>
  along
    .filter(moves)
    .map(({ event, target }) => roomTakenAt(columns, event, shapeAt(event, target)))
    .find((room) => room !== null) ?? null;

/** How many others it would lie over: with its cleaning up also blocked time. Such a drop is taken, but never silently. */
export function overlapsAt(column: ColumnView | undefined, event: EventView, shape: LegSpan): number {
  if (!column || event.fill === 'cancelled') return 0;
  const cleaned = (event.until ?? event.to) - event.to;
  const own = workParts({ ...shape, to: shape.to + cleaned });
  const holds = (e: EventView) =>
    e.id !== event.id &&
    !(e.visit && e.visit === event.visit) &&
    e.fill !== 'cancelled' &&
    !(e.fill === 'blocked' && event.fill === 'blocked');
  return eventsIn(column).filter((e) => holds(e) && busyPartsOf(e).some((part) => own.some((one) => touches(part, one)))).length;
}
