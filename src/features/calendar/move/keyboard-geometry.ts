/** The steps of a lifted appointment by keys: slots, columns, an hour, or its length. Plain arithmetic in minutes of the day. */
import type { LegSpan } from '#domain/booking/visit-shifts.ts';
import type { DropTarget } from './drag-geometry.ts';

export interface KeyGrid {
  /** Ids of the columns, from left to right. */
  readonly columns: readonly string[];
  readonly interval: number;
  /** First and last minute of the grid's hours. */
  readonly from: number;
  readonly to: number;
}

export interface KeyPress {
  readonly key: string;
  readonly shiftKey: boolean;
}

/** The next step of the interval above or below; one that stands between two steps goes to the nearer edge of its own. */
function stepped(minute: number, interval: number, step: 1 | -1): number {
  return step === 1 ? (Math.floor(minute / interval) + 1) * interval : (Math.ceil(minute / interval) - 1) * interval;
}

const MOVES: Readonly<Record<string, 1 | -1>> = {
  ArrowUp: -1,
  ArrowDown: 1,
  PageUp: -1,
  PageDown: 1,
  ArrowLeft: -1,
  ArrowRight: 1,
};

/** Keys that with Shift make the work before the waiting of a client, and the waiting, shorter and longer. */
const PULLS: Readonly<Record<string, readonly ['work' | 'waiting', 1 | -1]>> = {
  PageUp: ['work', -1],
  PageDown: ['work', 1],
  Home: ['waiting', -1],
  End: ['waiting', 1],
};

/**
 * The target after a key with Shift that pulls an edge of the waiting to the next step; what comes after it follows. The same one at
 * the edge of the day or of the part, null for another key and where nobody waits.
 * @param shape when it would be, as it stands. @param least how short each part may become, minutes
 */
export function afterPull(
  grid: KeyGrid,
  at: DropTarget,
  { from, to, waits }: LegSpan,
  least: Readonly<Record<'work' | 'waiting', number>>,
  { key, shiftKey }: KeyPress,
): DropTarget | null {
  const [part, step] = (shiftKey && PULLS[key]) || [];
  if (!part || !step || !waits) return null;
  const [begun, edge] = part === 'work' ? [from, waits.from] : [waits.from, waits.to];
  const by = stepped(edge, grid.interval, step) - edge;
  if (edge + by - begun < least[part] || to + by > Math.max(grid.to, to)) return at;
  return { ...at, end: to + by, [part]: (at[part] ?? 0) + by };
}

/**
 * The target after a key, the same one at the edge of the day or of the team, or null for a key that moves nothing.
 * @param length minutes, where the target does not say its end
 */
export function afterKey(grid: KeyGrid, at: DropTarget, length: number, { key, shiftKey }: KeyPress): DropTarget | null {
  const step = MOVES[key];
  if (!step) return null;
  const end = at.end ?? at.start + length;
  if (key === 'ArrowLeft' || key === 'ArrowRight') {
    if (shiftKey) return null;
    const columnId = grid.columns[grid.columns.indexOf(at.columnId) + step];
    return columnId === undefined ? at : { ...at, columnId };
  }
  if (shiftKey && (key === 'ArrowUp' || key === 'ArrowDown')) {
    const next = stepped(end, grid.interval, step);
    return next < at.start + grid.interval || next > Math.max(grid.to, end) ? at : { ...at, end: next };
  }
  if (shiftKey) return null;
  const last = Math.floor((grid.to - 1) / grid.interval) * grid.interval;
  // What begins before the grid's hours goes no further up; the first hour would be later.
  if (step === -1 && at.start <= grid.from) return at;
  const wanted = key.startsWith('Page') ? at.start + step * 60 : stepped(at.start, grid.interval, step);
  const start = Math.min(Math.max(wanted, grid.from), last);
  if (start === at.start) return at;
  return at.end === undefined ? { ...at, start } : { ...at, start, end: at.end + start - at.start };
}
