/**
 * The target of a dragged appointment: plain arithmetic on the measures taken when the drag began. Everything is in the coordinates
 * of the scrolled content (pixels from the grid's own corner), so scrolling during a drag only changes the pointer.
 */
export interface DragColumn {
  id: string;
  left: number;
  right: number;
}

export interface DragGrid {
  columns: readonly DragColumn[];
  /** y of the grid's first minute. */
  top: number;
  pixelsPerMinute: number;
  /** First and last minute of the day that the grid shows. */
  from: number;
  to: number;
  /** The salon's calendar interval in minutes. */
  interval: number;
}

export interface Lifted {
  columnId: string;
  /** Minute of the day at which it starts; not necessarily on the interval. */
  start: number;
  left: number;
  top: number;
  width: number;
  pointerX: number;
  pointerY: number;
}

export interface DropTarget {
  columnId: string;
  start: number;
  /** Only where a length was changed: the minute at which it ends. */
  end?: number;
  /** By how many minutes the work before the client's waiting, and the waiting, become longer; `end` says what comes of it. */
  work?: number;
  waiting?: number;
  /** Of a visit this part only: the others stay. */
  alone?: boolean;
}

/** Nearer than this to an edge the grid scrolls, faster the deeper. */
export const SCROLL_MARGIN = 56;
const SCROLL_SPEED = 18;
/** Of what is seen, in one frame: on a phone, whose columns are half the view, no faster than one can stop. */
const SCROLL_SHARE = 1 / 60;
/** A sideways scroll is another employee: it takes a pull that nobody makes by the way, px. */
export const SIDE_PULL = 24;

const columnAt = (columns: readonly DragColumn[], x: number) => columns.find((column) => x >= column.left && x < column.right);

/** The nearest column when x lies beside all of them: a drop is never lost for a few pixels. */
function nearestColumn(columns: readonly DragColumn[], x: number): DragColumn | undefined {
  const inside = columnAt(columns, x);
  if (inside) return inside;
  return x < (columns[0]?.left ?? 0) ? columns[0] : columns.at(-1);
}

/**
 * The employee is that of the slot under the middle of the lifted appointment; the pointer's column wins only while the
 * pointer is in that column's right half (document 3 §4, DRAG-06…08).
 */
export function targetColumn(columns: readonly DragColumn[], middleX: number, pointerX: number): DragColumn | undefined {
  const underPointer = columnAt(columns, pointerX);
  if (underPointer && pointerX >= (underPointer.left + underPointer.right) / 2) return underPointer;
  return nearestColumn(columns, middleX);
}

/** The start moves in whole intervals of the day; a lift that goes nowhere keeps its own minute. */
export function targetStart(grid: DragGrid, start: number, pixels: number): number {
  const moved = start + pixels / grid.pixelsPerMinute;
  // What begins before the grid's hours and is pulled up stays: the first hour would be later.
  if (Math.abs(moved - start) < grid.interval / 2 || (pixels < 0 && start <= grid.from)) return start;
  const snapped = Math.round(moved / grid.interval) * grid.interval;
  const last = Math.ceil(grid.to / grid.interval) * grid.interval - grid.interval;
  return Math.min(Math.max(snapped, grid.from), last);
}

/** The end moves in whole intervals of the day as well; at least one interval remains (CALENDAR: resize by the lower edge). */
export function targetEnd(grid: DragGrid, start: number, end: number, pixels: number): number {
  const moved = end + pixels / grid.pixelsPerMinute;
  if (Math.abs(moved - end) < grid.interval / 2) return end;
  const snapped = Math.round(moved / grid.interval) * grid.interval;
  return Math.min(Math.max(snapped, start + grid.interval), grid.to);
}

/** By how many minutes an edge within an appointment is pulled: as `targetEnd`, and what comes after it stays in the grid as well. */
export function targetPull(grid: DragGrid, from: number, edge: number, end: number, pixels: number): number {
  return Math.min(targetEnd(grid, from, edge, pixels) - edge, Math.max(0, grid.to - end));
}

/**
 * Returns the range that is drawn from a pressed slot to a pointer, in whole intervals of the day and at least one: downwards from the
 * slot, upwards with it.
 * @param slot where it was pressed, @param minute where the pointer is: minutes of the day. @param within it does not leave this
 */
export function drawnRange(
  slot: number,
  minute: number,
  interval: number,
  within: { readonly from: number; readonly to: number },
): { from: number; to: number } {
  const first = slot + interval;
  if (minute >= slot) {
    const end = Math.ceil(minute / interval) * interval;
    return { from: slot, to: Math.max(first, Math.min(end, within.to)) };
  }
  const begun = Math.floor(minute / interval) * interval;
  return { from: Math.min(slot, Math.max(begun, within.from)), to: first };
}

export function dropTarget(grid: DragGrid, lifted: Lifted, pointerX: number, pointerY: number): DropTarget {
  const middleX = lifted.left + lifted.width / 2 + (pointerX - lifted.pointerX);
  return {
    columnId: targetColumn(grid.columns, middleX, pointerX)?.id ?? lifted.columnId,
    start: targetStart(grid, lifted.start, pointerY - lifted.pointerY),
  };
}

/** Pixels to scroll in one frame: none in the middle, more the deeper the pointer is in the margin. */
export function scrollStep(position: number, from: number, to: number): number {
  const margin = Math.min(SCROLL_MARGIN, (to - from) / 4);
  const depth = position < from + margin ? position - (from + margin) : position > to - margin ? position - (to - margin) : 0;
  const speed = Math.min(SCROLL_SPEED, (to - from) * SCROLL_SHARE);
  return Math.round((Math.max(-margin, Math.min(margin, depth)) / margin) * speed);
}

/**
 * Returns the scroll step of a drag: one that began near an edge scrolls only once it is pulled towards that edge.
 * @param step the step for the pointer's place, px. @param travel from the press on, px. @param least the least travel, px.
 */
export function pulledStep(step: number, travel: number, least = 0): number {
  return step * travel > 0 && Math.abs(travel) >= least ? step : 0;
}

/** The least sideways pull: less where something was taken so near the edge that there is no room for more. */
export const sidePull = (room: number, least = SIDE_PULL): number => Math.min(least, Math.max(0, room) / 2);

/** Half of what a letter of the badge takes, and of its padding with a gap to the edge, px; measuring it would lay the page out in a move. */
const HALF_LETTER = 4.2;
const HALF_PADDING = 16;

/**
 * The middle of a badge of so many letters: where it is wanted, or so far off that all of it lies between two edges; one that is too
 * long for that has several lines (.dragbadge). Any px.
 */
export function badgeMiddle(wanted: number, letters: number, from: number, to: number): number {
  const half = Math.min(letters * HALF_LETTER + HALF_PADDING, (to - from) / 2);
  return Math.round(Math.max(Math.min(wanted, to - half), from + half));
}
