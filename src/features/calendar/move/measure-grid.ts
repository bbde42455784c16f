import type { ColumnView } from '#calendar/reads/day-view.ts';
import { CELL } from '#calendar/reads/grid-dom.ts';
import { GRID_END, GRID_START } from '#domain/day-grid.ts';
import type { DragGrid } from './drag-geometry.ts';

/** Where the columns stand, in pixels of the scrolled content; measured once, when something is lifted. */
export function measureGrid(
  grid: HTMLElement,
  scroller: HTMLElement,
  columns: readonly ColumnView[],
  { hourHeight, interval }: { hourHeight: number; interval: number },
): DragGrid {
  const view = scroller.getBoundingClientRect();
  const cells = new Map(
    [...grid.querySelectorAll<HTMLElement>(CELL)].map((cell) => [cell.dataset.col, cell.getBoundingClientRect()]),
  );
  const toContent = (x: number) => x - view.left + scroller.scrollLeft;
  const [first] = cells.values();
  return {
    columns: columns.flatMap(({ id }) => {
      const cell = cells.get(id);
      return cell ? [{ id, left: toContent(cell.left), right: toContent(cell.right) }] : [];
    }),
    top: (first?.top ?? 0) - view.top + scroller.scrollTop,
    pixelsPerMinute: hourHeight / 60,
    ...{ from: GRID_START, to: GRID_END, interval },
  };
}
