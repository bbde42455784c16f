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
  /** A free slot that was stretched: so many minutes are booked there. */
  minutes?: number;
  /** A slot that an appointment covers: what is booked there is a double booking. */
  beside?: true;
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

const coveringAt = ({ columns }: FocusGrid, { column, minute }: Stop) => columns[column]?.events.find((e) => covers(e, minute));
const isSlot = ({ columns, from, to, interval }: FocusGrid, { column, minute }: Stop) =>
  minute >= from && minute < to && bookableIn(columns[column]?.stretches ?? [], minute, interval) === minute;

/** A stop beside an appointment goes on along it, and leaves it where it ends. */
function moveBeside(grid: FocusGrid, from: Stop, key: FocusKey): Stop {
  const along = coveringAt(grid, from);
  const own = along ? { column: from.column, minute: along.start, event: along.id } : null;
  if (!along || !own || key === 'ArrowLeft') return own ?? stopAt(grid, from.column, from.minute) ?? from;
  const minute = from.minute + (key === 'ArrowDown' ? grid.interval : -grid.interval);
  const next: Stop = { column: from.column, minute, event: null, beside: true };
  if ((key === 'ArrowDown' || key === 'ArrowUp') && covers(along, minute) && isSlot(grid, next)) return next;
  return key === 'ArrowUp' ? own : moveFocus(grid, own, key);
}

/** Says if a slot is still one that can be booked: free, or beside what covers it. */
export const isStillSlot = (grid: FocusGrid, stop: Stop): boolean =>
  isSlot(grid, stop) && (coveringAt(grid, stop) !== undefined) === (stop.beside ?? false);

/**
 * Shift with an arrow. On a free slot ↓ and ↑ make what is booked there longer or shorter, never beyond the shift; on an appointment →
 * leads beside it. Null: it does nothing there.
 */
export function stretchFocus(grid: FocusGrid, from: Stop, key: string): Stop | null {
  if (from.event !== null) {
    const beside: Stop = { column: from.column, minute: from.minute, event: null, beside: true };
    const isAppointment = !/^[+?]/.test(from.event); // those are lists, and the button of a column without shifts
    return key === 'ArrowRight' && isAppointment && isSlot(grid, beside) ? beside : null;
  }
  if (key !== 'ArrowDown' && key !== 'ArrowUp') return null;
  const { minute, minutes = grid.interval } = from;
  const shift = grid.columns[from.column]?.stretches.find((span) => span.from <= minute && minute < span.to);
  const most = Math.min(shift?.to ?? minute, grid.to) - minute;
  const next = minutes + (key === 'ArrowDown' ? grid.interval : -grid.interval);
  return { ...from, minutes: Math.max(Math.min(next, most), Math.min(grid.interval, most)) };
}

export function moveFocus(grid: FocusGrid, from: Stop, key: FocusKey): Stop {
  if (from.beside) return moveBeside(grid, from, key);
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
