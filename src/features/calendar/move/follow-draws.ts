/**
 * Drawing a booking: free time that is pressed and pulled becomes a range, and letting go asks for a booking of that start and
 * length. By a finger after the hold, as with every drag. Nothing is drawn by React from the press to the drop.
 */
import type { RefObject } from 'react';
import { hoverEnds } from '#calendar/event/card-hover.ts';
import { busyPartsOf } from '#calendar/reads/day-view.ts';
import { CELL, HEAD, RULER } from '#calendar/reads/grid-dom.ts';
import { closeCard } from '#calendar/state/card-store.ts';
import { cutStore } from '#calendar/state/use-cut.ts';
import { GRID_END, GRID_START, yOf } from '#domain/booking/day-layout.ts';
import { type Span, touches } from '#domain/booking/placing.ts';
import { formatTimeRange } from '#domain/time/time-format.ts';
import { i18n } from '#i18n/i18n.ts';
import { followDrags } from '#ui/input/drag-gesture.ts';
import { enterBusy } from '#ui/timing/busy.ts';
import { deferUntilPaint } from '#ui/timing/defer-until-paint.ts';
import { drawnRange } from './drag-geometry.ts';
import type { DragHost } from './drag-host.ts';
import { coverPage, DragPointer } from './lift-layer.ts';
import { freeAt, LEAST_PULL, type PointedSlot, placeUnder } from './slot-under.ts';

interface Start {
  readonly slot: PointedSlot;
  readonly at: { readonly x: number; readonly y: number };
  readonly grid: HTMLElement;
  readonly scroller: HTMLElement;
  readonly host: DragHost;
}

/** One drawing, from the press to the drop. */
class Drawing {
  /** Null: not pulled yet. */
  range: Span | null = null;
  readonly slot: PointedSlot;
  private readonly box = document.createElement('div');
  private readonly cover: HTMLElement;
  private readonly pointer: DragPointer;
  private readonly shift: Span;
  /** The y of the grid's first minute in the scrolled content, px. */
  private readonly top: number;
  private readonly host: DragHost;
  private readonly scroller: HTMLElement;
  private readonly pressedY: number;

  constructor({ slot, at, grid, scroller, host }: Start) {
    const { cell, column, minute } = slot;
    const inset = {
      top: (grid.querySelector(HEAD)?.getBoundingClientRect().bottom ?? 0) - scroller.getBoundingClientRect().top,
      left: grid.querySelector(RULER)?.getBoundingClientRect().width ?? 0,
    };
    this.slot = slot;
    this.host = host;
    this.scroller = scroller;
    const stretch = column.stretches.find(({ from, to }) => from <= minute && minute < to);
    this.shift = { from: Math.max(stretch?.from ?? minute, GRID_START), to: Math.min(stretch?.to ?? GRID_END, GRID_END) };
    const place = cell.getBoundingClientRect();
    const view = scroller.getBoundingClientRect();
    this.top = place.top - view.top + scroller.scrollTop;
    this.box.className = 'cal-drawn';
    this.box.hidden = true;
    this.box.setAttribute('aria-hidden', 'true');
    Object.assign(this.box.style, {
      left: `${place.left - view.left + scroller.scrollLeft + 2}px`,
      width: `${place.width - 6}px`,
    });
    grid.append(this.box);
    this.cover = coverPage(scroller, 'edge');
    scroller.setAttribute('data-dragging', '');
    this.pointer = new DragPointer(at, { scroller, inset, sideways: null }, () => this.follow());
    this.pressedY = this.pointer.inContent.y;
  }

  move(x: number, y: number): void {
    this.pointer.move(x, y);
  }

  end(): void {
    this.pointer.end();
    this.box.remove();
    this.cover.remove();
    this.scroller.removeAttribute('data-dragging');
  }

  private follow(): void {
    const { y } = this.pointer.inContent;
    if (!this.range && Math.abs(y - this.pressedY) < LEAST_PULL) return;
    const { hourHeight, interval } = this.host;
    const minute = GRID_START + ((y - this.top) * 60) / hourHeight;
    const next = drawnRange(this.slot.minute, minute, interval, this.shift);
    if (next.from === this.range?.from && next.to === this.range.to) return;
    this.range = next;
    const isOver = this.slot.column.events.some(
      (event) => event.fill !== 'cancelled' && busyPartsOf(event).some((part) => touches(part, next)),
    );
    const length = i18n.t('booking:lift.minutes', { count: next.to - next.from });
    const over = isOver ? ` · ${i18n.t('booking:lift.overlaps_short')}` : '';
    this.box.textContent = `${formatTimeRange(next.from, next.to)} · ${length}${over}`;
    this.box.hidden = false;
    Object.assign(this.box.style, {
      top: `${this.top + yOf(next.from, hourHeight)}px`,
      height: `${((next.to - next.from) * hourHeight) / 60}px`,
    });
  }
}

/** Follows what is drawn on a day. Returns the function that ends that. */
export function followDraws(grid: HTMLElement, scroller: HTMLElement, host: RefObject<DragHost>): () => void {
  let pressed: PointedSlot | null = null;
  let drawing: Drawing | null = null;
  let leave: (() => void) | null = null;
  const finish = () => {
    const finished = drawing;
    drawing = null;
    finished?.end();
    leave?.();
    leave = null;
    return finished;
  };
  return followDrags(grid, CELL, {
    takes({ target, clientY }) {
      // While an appointment is cut a press puts it there.
      pressed =
        cutStore.getState().cutId === null ? freeAt(placeUnder(target, clientY, host.current), host.current.interval) : null;
      return pressed !== null;
    },
    // What is pressed stands still until the drop.
    press() {
      const release = host.current.hold();
      return () => deferUntilPaint(release);
    },
    start({ x, y }) {
      if (!pressed) return false;
      hoverEnds();
      closeCard();
      leave = enterBusy('drag');
      drawing = new Drawing({ slot: pressed, at: { x, y }, grid, scroller, host: host.current });
      return true;
    },
    move: (x, y) => drawing?.move(x, y),
    drop() {
      const drawn = finish();
      if (!drawn) return;
      const { column, minute } = drawn.slot;
      const { range } = drawn;
      if (range) host.current.book(column.id, range.from, range.to - range.from);
      else host.current.book(column.id, minute);
    },
    cancel: () => void finish(),
  });
}
