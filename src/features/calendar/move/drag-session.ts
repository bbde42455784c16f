/** One drag of the day by mouse or finger, from lift to drop, without React: of the whole appointment, or of one of its edges. */

import { type EventView, lengthOf } from '#calendar/reads/day-view.ts';
import { HEAD, RULER } from '#calendar/reads/grid-dom.ts';
import { type DragGrid, type DropTarget, dropTarget, type Lifted, SIDE_PULL, targetEnd, targetPull } from './drag-geometry.ts';
import { leastLength, startIn } from './drop-rules.ts';
import type { LiftedDrag } from './follow-lifts.ts';
import { DragPointer, type Point } from './lift-layer.ts';
import { type Lift, LiftView, measureGrid, type Reading, readTarget } from './lift-view.ts';
import type { Grip } from './movable.ts';

export interface DragStart extends Lift {
  /** The part that was taken: the whole appointment, or one of its edges. */
  part: Grip;
  pressed: Point;
}

export class DragSession implements LiftedDrag {
  target: DropTarget;
  reading: Reading;

  private readonly view: LiftView;
  private readonly measured: DragGrid;
  private readonly lifted: Lifted;
  private readonly pointer: DragPointer;

  constructor(private readonly start: DragStart) {
    const { event, grid, scroller, part, pressed } = start;
    const inset = {
      top: (grid.querySelector(HEAD)?.getBoundingClientRect().bottom ?? 0) - scroller.getBoundingClientRect().top,
      left: grid.querySelector(RULER)?.getBoundingClientRect().width ?? 0,
    };
    this.measured = measureGrid(start);
    const area = { scroller, inset, sideways: part === 'whole' ? SIDE_PULL : null };
    this.pointer = new DragPointer(pressed, area, () => this.follow());
    this.view = new LiftView(start, this.measured, part);
    const { sourceBox } = this.view;
    const corner = this.pointer.toContent({ x: sourceBox.left, y: sourceBox.top });
    const { x: pointerX, y: pointerY } = this.pointer.inContent;
    this.lifted = {
      ...{ columnId: event.columnId, start: event.from, width: sourceBox.width, left: corner.x, top: corner.y },
      ...{ pointerX, pointerY },
    };
    this.target = { columnId: event.columnId, start: event.from };
    this.reading = readTarget(start, this.target);
    this.show();
    this.follow();
  }

  get event(): EventView {
    return this.start.event;
  }

  move(x: number, y: number): void {
    this.pointer.move(x, y);
  }

  /** Of a visit: this part only, as long as Alt is held. */
  alone(alone: boolean): void {
    if (!this.event.visit || alone === (this.target.alone ?? false)) return;
    this.target = { ...this.target, alone };
    this.show();
  }

  end(): void {
    this.pointer.end();
    this.view.end();
  }

  private follow(): void {
    this.view.follow(this.pointer.travel);
    const { x, y } = this.pointer.inContent;
    const next = this.nextTarget(x, y);
    const { columnId, start, end } = this.target;
    if (next.columnId === columnId && next.start === start && next.end === end) return;
    this.target = this.target.alone ? { ...next, alone: true } : next;
    this.show();
  }

  private nextTarget(x: number, y: number): DropTarget {
    const { columnId, from, to } = this.event;
    const { part } = this.start;
    if (part === 'whole') {
      const slot = dropTarget(this.measured, this.lifted, x, y);
      if (slot.start === from) return slot;
      const column = this.start.columns.find(({ id }) => id === slot.columnId);
      return { ...slot, start: startIn(column, slot.start, this.start.interval) };
    }
    const pixels = y - this.lifted.pointerY;
    if (part !== 'end') return this.pulledTarget(part, pixels);
    const end = targetEnd(this.measured, from, to, pixels);
    const least = leastLength(this.event, this.start.interval);
    return { columnId, start: from, end: least === null ? end : Math.max(end, from + least) };
  }

  /** An edge of the waiting: what comes after it follows. */
  private pulledTarget(part: 'work' | 'waiting', pixels: number): DropTarget {
    const { event } = this.start;
    const { columnId, from, waitFrom = from, waitTo = waitFrom } = event;
    const end = from + lengthOf(event);
    const [begun, edge] = part === 'work' ? [from, waitFrom] : [waitFrom, waitTo];
    const by = targetPull(this.measured, begun, edge, end, pixels);
    return { columnId, start: from, end: end + by, [part]: by };
  }

  private show(): void {
    this.reading = readTarget(this.start, this.target);
    this.view.show(this.target, this.reading, true);
  }
}
