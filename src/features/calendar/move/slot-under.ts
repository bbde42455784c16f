/** The slot of the day that lies under a pointer, for a press, for a drawn booking, and for the mark under the mouse. */
import { busyPartsOf, type ColumnView } from '#calendar/reads/day-view.ts';
import { CELL } from '#calendar/reads/grid-dom.ts';
import { slotAt } from '#domain/booking/day-layout.ts';
import { bookableIn } from '#domain/shifts/availability.ts';

/** The free strip at the right of each column, px, as `--cal-beside` of tokens.css: there one books beside an appointment. */
export const BESIDE = 12;

/** A pull that is shorter is a press, px: a hand that trembles books what a press books. */
export const LEAST_PULL = 12;

interface SlotGrid {
  readonly columns: readonly ColumnView[];
  readonly interval: number;
  readonly hourHeight: number;
}

export interface PointedSlot {
  readonly cell: HTMLElement;
  readonly column: ColumnView;
  /** Minute of the day. */
  readonly minute: number;
}

/** Returns what a point of the window lies on; null: on no column, or on something of it that has an answer of its own. */
export function placeUnder(target: EventTarget | null, clientY: number, grid: SlotGrid): PointedSlot | null {
  if (!(target instanceof Element) || target.closest('button, a')) return null;
  const cell = target.closest<HTMLElement>(CELL);
  const column = grid.columns.find(({ id }) => id === cell?.dataset.col);
  if (!cell || !column) return null;
  const minute = slotAt(clientY - cell.getBoundingClientRect().top, grid.hourHeight, grid.interval);
  return { cell, column, minute };
}

/** Returns the slot that can be booked at that place (`bookableIn`); null: nobody works then. */
export function freeAt(place: PointedSlot | null, interval: number): PointedSlot | null {
  const minute = place ? bookableIn(place.column.stretches, place.minute, interval) : undefined;
  return place && minute !== undefined ? { ...place, minute } : null;
}

/** Says if something stands in the column at that minute, so that what is booked there is a double booking. */
const isTaken = ({ events }: ColumnView, minute: number): boolean =>
  events.some((event) => event.fill !== 'cancelled' && busyPartsOf(event).some(({ from, to }) => from <= minute && minute < to));

/** Says if the point is in the strip beside an appointment. */
export const isBeside = ({ cell, column, minute }: PointedSlot, clientX: number): boolean =>
  clientX >= cell.getBoundingClientRect().right - BESIDE && isTaken(column, minute);
