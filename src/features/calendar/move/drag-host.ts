import type { ColumnView, EventView } from '#calendar/reads/day-view.ts';
import type { PlaceRefusal } from '#domain/booking/placing.ts';
import type { DropTarget } from './drag-geometry.ts';

/** The side of the grid that a drag by mouse, finger or keys reads and calls. */
export interface DragHost {
  columns: readonly ColumnView[];
  interval: number;
  hourHeight: number;
  /** Live changes wait until the returned function is called. */
  hold(): () => void;
  /** Asks for a booking at a minute of the day; `minutes`: of that length. */
  book(columnId: string, minute: number, minutes?: number): void;
  drop(event: EventView, target: DropTarget): void;
  refuse(event: EventView, target: DropTarget, refusal: PlaceRefusal): void;
}
