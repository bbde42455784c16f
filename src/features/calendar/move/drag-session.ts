/**
 * One drag by mouse or finger, from lift to drop, without React: of the whole appointment, or of its lower edge. Nothing is
 * measured again while it goes on; scrolling only changes where the pointer is in the content.
 */

import { type EventView, lengthOf } from '#calendar/reads/day-view.ts';
import { HEAD, RULER } from '#calendar/reads/grid-dom.ts';
import {
  type DragGrid,
  type DropTarget,
  dropTarget,
  type Lifted,
  pulledStep,
  scrollStep,
  sidePull,
  targetEnd,
  targetPull,
} from './drag-geometry.ts';
import { leastLength, startIn } from './drop-rules.ts';
import { type Lift, LiftView, type Reading, readTarget } from './lift-view.ts';
import { measureGrid } from './measure-grid.ts';
import type { Grip } from './movable.ts';

interface Point {
  x: number;
  y: number;
}

export interface DragStart extends Lift {
  /** What was taken: the whole appointment, or one of its edges. */
  part: Grip;
  pointer: Point;
}

export class DragSession {
  target: DropTarget;
  reading: Reading;

  private readonly look: LiftView;
  private readonly measured: DragGrid;
  private readonly lifted: Lifted;
  private readonly view: DOMRect;
  private readonly inset: { top: number; left: number };
  private pointer: Point;
  /** How far the grid is scrolled: what is asked of the document in a move would lay it out in the middle of it. */
  private scrolled: { left: number; top: number };
  /** Zero while nothing scrolls by itself. */
  private frame = 0;

  get event(): EventView {
    return this.at.event;
  }

  constructor(private readonly at: DragStart) {
    const { event, grid, scroller, columns } = at;
    this.view = scroller.getBoundingClientRect();
    this.pointer = at.pointer;
    this.measured = measureGrid(grid, scroller, columns, at);
    this.inset = {
      top: grid.querySelector(HEAD)?.getBoundingClientRect().height ?? 0,
      left: grid.querySelector(RULER)?.getBoundingClientRect().width ?? 0,
    };
    this.scrolled = { left: scroller.scrollLeft, top: scroller.scrollTop };
    this.look = new LiftView(at, this.measured, at.part);
    const { home } = this.look;
    this.lifted = {
      ...{ columnId: event.columnId, start: event.from, width: home.width },
      left: home.left - this.view.left + this.scrolled.left,
      top: home.top - this.view.top + this.scrolled.top,
      ...this.inContent(),
    };
    this.target = { columnId: event.columnId, start: event.from };
    this.reading = readTarget(at, this.target);
    this.show();
    this.follow();
    scroller.addEventListener('scroll', this.onScroll, { passive: true });
  }

  move(x: number, y: number): void {
    this.pointer = { x, y };
    this.follow();
    if (this.frame === 0 && this.pull() !== null) this.frame = requestAnimationFrame(this.scroll);
  }

  end(): void {
    cancelAnimationFrame(this.frame);
    this.at.scroller.removeEventListener('scroll', this.onScroll);
    this.look.end();
  }

  private inContent(): { pointerX: number; pointerY: number } {
    return {
      pointerX: this.pointer.x - this.view.left + this.scrolled.left,
      pointerY: this.pointer.y - this.view.top + this.scrolled.top,
    };
  }

  private readonly onScroll = (): void => {
    const { scrollLeft: left, scrollTop: top } = this.at.scroller;
    this.scrolled = { left, top };
    this.follow();
  };

  /** Of a visit: this part only, as long as Alt is held. */
  alone(alone: boolean): void {
    if (!this.at.event.visit || alone === (this.target.alone ?? false)) return;
    this.target = { ...this.target, alone };
    this.show();
  }

  private follow(): void {
    const { pointerX, pointerY } = this.inContent();
    if (this.at.part === 'whole') {
      const { home } = this.look;
      this.look.follow(home.left + this.pointer.x - this.at.pointer.x, home.top + this.pointer.y - this.at.pointer.y);
    }
    const next = this.nextTarget(pointerX, pointerY);
    const { columnId, start, end } = this.target;
    if (next.columnId === columnId && next.start === start && next.end === end) return;
    this.target = this.target.alone ? { ...next, alone: true } : next;
    this.show();
  }

  private nextTarget(x: number, y: number): DropTarget {
    const { columnId, from, to } = this.at.event;
    const { part } = this.at;
    if (part === 'whole') {
      const slot = dropTarget(this.measured, this.lifted, x, y);
      if (slot.start === from) return slot;
      const column = this.at.columns.find(({ id }) => id === slot.columnId);
      return { ...slot, start: startIn(column, slot.start, this.at.interval) };
    }
    const pixels = y - this.lifted.pointerY;
    if (part !== 'end') return this.pulledTarget(part, pixels);
    const end = targetEnd(this.measured, from, to, pixels);
    const least = leastLength(this.at.event, this.at.interval);
    return { columnId, start: from, end: least === null ? end : Math.max(end, from + least) };
  }

  /** An edge of the waiting: what comes after it follows. */
  private pulledTarget(part: 'work' | 'waiting', pixels: number): DropTarget {
    const { event } = this.at;
    const { columnId, from, waitFrom = from, waitTo = waitFrom } = event;
    const end = from + lengthOf(event);
    const [begun, edge] = part === 'work' ? [from, waitFrom] : [waitFrom, waitTo];
    const by = targetPull(this.measured, begun, edge, end, pixels);
    return { columnId, start: from, end: end + by, [part]: by };
  }

  private show(): void {
    this.reading = readTarget(this.at, this.target);
    this.look.show(this.target, this.reading, true);
  }

  /** How far the grid scrolls in this frame: only while the pointer is near its edge. */
  private pull(): Point | null {
    const { part, pointer: from } = this.at;
    const { x, y } = this.pointer;
    const left = this.view.left + this.inset.left;
    const across = part !== 'whole' ? 0 : scrollStep(x, left, this.view.right);
    const down = scrollStep(y, this.view.top + this.inset.top, this.view.bottom);
    const room = across > 0 ? this.view.right - from.x : from.x - left;
    const by = { x: pulledStep(across, x - from.x, sidePull(room)), y: pulledStep(down, y - from.y) };
    return by.x === 0 && by.y === 0 ? null : by;
  }

  /** The target is found anew by the scrolling itself. */
  private readonly scroll = (): void => {
    const by = this.pull();
    if (by) this.at.scroller.scrollBy(by.x, by.y);
    this.frame = by ? requestAnimationFrame(this.scroll) : 0;
  };
}
