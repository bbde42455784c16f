/**
 * One drag, from lift to drop, without React: the lifted copy and its badge live in a fixed layer and move by transform, the
 * target is one element in the grid. The original stays mounted (removing it would end a touch drag).
 */
import { isBookable } from '#domain/availability.ts';
import { formatTime, formatTimeRange } from '#domain/date-format.ts';
import { GRID_END, GRID_START, yOf } from '#domain/day-grid.ts';
import type { ColumnView, EventView } from './day-view.ts';
import { type DragGrid, type DropTarget, dropTarget, type Lifted, scrollStep } from './drag-geometry.ts';

/** How far above the lifted appointment its badge stands, so that a hand does not hide it, px. */
const BADGE_ABOVE = 46;

export type Refusal = 'off_shift' | 'blocked';

export interface DragStart {
  source: HTMLElement;
  event: EventView;
  columns: readonly ColumnView[];
  grid: HTMLElement;
  scroller: HTMLElement;
  hourHeight: number;
  interval: number;
  pointer: { x: number; y: number };
  /** What the badge says over a slot that takes nothing. */
  refusals: Record<Refusal, string>;
  /** What it says over taken time. */
  overlap: string;
}

/** Why an appointment may not be dropped there, or null (DRAG-19: off shift and blocked time return it, taken time does not). */
export function refusalOf(column: ColumnView | undefined, event: EventView, start: number): Refusal | null {
  if (!column || !isBookable(column.stretches, start)) return 'off_shift';
  const end = start + (event.to - event.from);
  const blocked = column.events.some((e) => e.fill === 'blocked' && e.id !== event.id && e.from < end && start < e.to);
  return blocked ? 'blocked' : null;
}

/** Whether it would lie over another appointment there. Such a drop is taken, but never silently. */
export function liesOver(column: ColumnView | undefined, event: EventView, start: number): boolean {
  const end = start + (event.to - event.from);
  const others = column?.events.filter((e) => e.id !== event.id && e.fill !== 'cancelled' && e.fill !== 'blocked') ?? [];
  return event.fill !== 'cancelled' && others.some((e) => e.from < end && start < e.to);
}

export class DragSession {
  target: DropTarget;
  refusal: Refusal | null = null;

  private readonly layer = document.createElement('div');
  private readonly copy: HTMLElement;
  private readonly badge = document.createElement('div');
  private readonly slot = document.createElement('div');
  private readonly measured: DragGrid;
  private readonly lifted: Lifted;
  private readonly home: DOMRect;
  private readonly view: DOMRect;
  private readonly inset: { top: number; left: number };
  private pointer: { x: number; y: number };
  private frame = 0;

  get event(): EventView {
    return this.at.event;
  }

  constructor(private readonly at: DragStart) {
    const { source, event, grid, scroller, columns } = at;
    this.home = source.getBoundingClientRect();
    this.view = scroller.getBoundingClientRect();
    this.pointer = at.pointer;
    const cells = new Map(
      [...grid.querySelectorAll<HTMLElement>('[data-col]')].map((cell) => [cell.dataset.col, cell.getBoundingClientRect()]),
    );
    const toContent = (x: number) => x - this.view.left + scroller.scrollLeft;
    this.measured = {
      columns: columns.flatMap(({ id }) => {
        const cell = cells.get(id);
        return cell ? [{ id, left: toContent(cell.left), right: toContent(cell.right) }] : [];
      }),
      top: (cells.get(event.columnId)?.top ?? 0) - this.view.top + scroller.scrollTop,
      pixelsPerMinute: at.hourHeight / 60,
      from: GRID_START,
      to: GRID_END,
      interval: at.interval,
    };
    this.inset = {
      top: grid.querySelector('.cal-head')?.getBoundingClientRect().height ?? 0,
      left: grid.querySelector('.cal-ruler')?.getBoundingClientRect().width ?? 0,
    };
    this.lifted = {
      columnId: event.columnId,
      start: event.from,
      left: toContent(this.home.left),
      top: this.home.top - this.view.top + scroller.scrollTop,
      width: this.home.width,
      ...this.inContent(),
    };
    this.target = { columnId: event.columnId, start: event.from };

    this.copy = source.cloneNode(true) as HTMLElement;
    for (const name of ['data-event', 'data-lifted', 'data-rail', 'title', 'aria-label', 'id']) this.copy.removeAttribute(name);
    this.copy.classList.add('drag');
    this.copy.classList.remove('part', 'aside');
    this.copy.style.width = `${this.home.width}px`;
    this.copy.style.height = `${this.home.height}px`;
    this.badge.className = 'dragbadge flex items-center gap-2';
    this.layer.className = 'cal-drag-layer';
    this.layer.setAttribute('aria-hidden', 'true');
    this.layer.append(this.copy, this.badge);
    this.slot.className = 'dropslot';
    source.setAttribute('data-lifted', '');
    scroller.setAttribute('data-dragging', '');
    document.documentElement.setAttribute('data-calendar-dragging', '');
    document.body.append(this.layer);
    grid.append(this.slot);
    this.show();
    this.follow();
    this.frame = requestAnimationFrame(this.scroll);
  }

  move(x: number, y: number): void {
    this.pointer = { x, y };
    this.follow();
  }

  /** Whether anything would change. */
  get moved(): boolean {
    return this.target.columnId !== this.at.event.columnId || this.target.start !== this.at.event.from;
  }

  end(): void {
    cancelAnimationFrame(this.frame);
    this.layer.remove();
    this.slot.remove();
    this.at.source.removeAttribute('data-lifted');
    this.at.scroller.removeAttribute('data-dragging');
    document.documentElement.removeAttribute('data-calendar-dragging');
  }

  private inContent(): { pointerX: number; pointerY: number } {
    const { scroller } = this.at;
    return {
      pointerX: this.pointer.x - this.view.left + scroller.scrollLeft,
      pointerY: this.pointer.y - this.view.top + scroller.scrollTop,
    };
  }

  private follow(): void {
    const x = this.home.left + this.pointer.x - this.at.pointer.x;
    const y = this.home.top + this.pointer.y - this.at.pointer.y;
    this.copy.style.transform = `translate3d(${x}px,${y}px,0)`;
    this.badge.style.transform = `translate3d(${x + this.home.width / 2}px,${Math.max(4, y - BADGE_ABOVE)}px,0) translateX(-50%)`;
    const { pointerX, pointerY } = this.inContent();
    const next = dropTarget(this.measured, this.lifted, pointerX, pointerY);
    if (next.columnId === this.target.columnId && next.start === this.target.start) return;
    this.target = next;
    this.show();
  }

  private show(): void {
    const { event, columns, hourHeight, refusals, overlap } = this.at;
    const column = columns.find(({ id }) => id === this.target.columnId);
    this.refusal = this.moved ? refusalOf(column, event, this.target.start) : null;
    const range = formatTimeRange(this.target.start, this.target.start + event.to - event.from);
    const where = this.target.columnId === event.columnId ? '' : ` → ${column?.head ?? ''}`;
    const clock = this.copy.querySelector('.t')?.firstChild;
    if (clock) clock.textContent = this.copy.classList.contains('lane') ? formatTime(this.target.start) : range;
    const warning = this.moved && liesOver(column, event, this.target.start) ? ` · ${overlap}` : '';
    this.badge.textContent = this.refusal ? `${range} · ${refusals[this.refusal]}` : `${range}${where}${warning}`;
    this.badge.classList.toggle('bad', this.refusal !== null);

    const place = this.measured.columns.find(({ id }) => id === this.target.columnId);
    if (!place) return;
    const { style } = this.slot;
    style.left = `${place.left + 2}px`;
    style.width = `${place.right - place.left - 6}px`;
    style.top = `${this.measured.top + yOf(this.target.start, hourHeight)}px`;
    style.height = `${((event.to - event.from) * hourHeight) / 60}px`;
    this.slot.classList.toggle('bad', this.refusal !== null);
  }

  /** The grid scrolls while the pointer is near its edge; the target is found anew in every such frame. */
  private readonly scroll = (): void => {
    const { scroller } = this.at;
    const dx = scrollStep(this.pointer.x, this.view.left + this.inset.left, this.view.right);
    const dy = scrollStep(this.pointer.y, this.view.top + this.inset.top, this.view.bottom);
    if (dx !== 0 || dy !== 0) {
      scroller.scrollBy(dx, dy);
      this.follow();
    }
    this.frame = requestAnimationFrame(this.scroll);
  };
}
