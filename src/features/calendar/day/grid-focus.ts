/**
 * The way of the arrow keys through the day grid. The grid is one tab stop; inside it the focus is on a stop: a free slot of an
 * employee, or an appointment. Off-shift time is no stop, an appointment there is.
 */
import { bookableIn, type MinuteSpan } from '#domain/shifts/availability.ts';

export interface FocusEvent {
  id: string;
  start: number;
  end: number;
  /** The client waits in it: what stands there is another stop. */
  waits?: MinuteSpan;
}

export interface FocusColumn {
  /** Working time, minutes of the day. */
  stretches: readonly MinuteSpan[];
  /** In the order of their start. */
  events: readonly FocusEvent[];
}

export interface Stop {
  column: number;
  minute: number;
  event: string | null;
}

export interface FocusGrid {
  columns: readonly FocusColumn[];
  from: number;
  to: number;
  interval: number;
}

export const FOCUS_KEYS = ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight', 'Home', 'End', 'PageUp', 'PageDown'] as const;
export type FocusKey = (typeof FOCUS_KEYS)[number];
export const isFocusKey = (key: string): key is FocusKey => FOCUS_KEYS.some((known) => known === key);

const covers = ({ start, end, waits }: FocusEvent, minute: number) =>
  start <= minute && minute < end && !(waits && waits.from <= minute && minute < waits.to);

/** Every stop of a column from top to bottom: its appointments, and the interval's slots that are free and on shift. */
export function stopsOf(grid: FocusGrid, column: number): Stop[] {
  const { stretches, events } = grid.columns[column] ?? { stretches: [], events: [] };
  const stops: Stop[] = events.map(({ id, start }) => ({ column, minute: start, event: id }));
  for (let slot = grid.from; slot < grid.to; slot += grid.interval) {
    const minute = bookableIn(stretches, slot, grid.interval);
    if (minute === undefined || events.some((e) => covers(e, minute))) continue;
    stops.push({ column, minute, event: null });
  }
  return stops.sort((a, b) => a.minute - b.minute);
}

const distance = (stop: Stop, minute: number) => Math.abs(stop.minute - minute);

/** The stop at that time: the appointment that covers it, else the nearest one; null in a column that has none. */
export function stopAt(grid: FocusGrid, column: number, minute: number): Stop | null {
  const covering = grid.columns[column]?.events.find((e) => covers(e, minute));
  if (covering) return { column, minute: covering.start, event: covering.id };
  return stopsOf(grid, column).reduce<Stop | null>(
    (best, stop) => (best === null || distance(stop, minute) < distance(best, minute) ? stop : best),
    null,
  );
}

/** The first stop of the day at or after that minute, looking through the columns. */
export function firstStop(grid: FocusGrid, minute: number): Stop | null {
  for (let column = 0; column < grid.columns.length; column++) {
    const stop = stopAt(grid, column, minute);
    if (stop) return stop;
  }
  return null;
}

function sideways(grid: FocusGrid, from: Stop, step: 1 | -1): Stop {
  for (let column = from.column + step; column >= 0 && column < grid.columns.length; column += step) {
    const stop = stopAt(grid, column, from.minute);
    if (stop) return stop;
  }
  return from;
}

export function moveFocus(grid: FocusGrid, from: Stop, key: FocusKey): Stop {
  if (key === 'ArrowLeft') return sideways(grid, from, -1);
  if (key === 'ArrowRight') return sideways(grid, from, 1);
  const stops = stopsOf(grid, from.column);
  const at = stops.findIndex((s) => s.event === from.event && (s.event !== null || s.minute === from.minute));
  if (key === 'Home') return stops[0] ?? from;
  if (key === 'End') return stops.at(-1) ?? from;
  if (key === 'PageUp') return stopAt(grid, from.column, Math.max(from.minute - 60, grid.from)) ?? from;
  if (key === 'PageDown') return stopAt(grid, from.column, Math.min(from.minute + 60, grid.to - 1)) ?? from;
  if (at < 0) return stopAt(grid, from.column, from.minute) ?? from;
  return stops[key === 'ArrowDown' ? at + 1 : at - 1] ?? from;
}
