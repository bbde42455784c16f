/**
 * How a lifted appointment looks, without React: its copy, the dark badge and the slot it would take. The original stays
 * mounted, dimmed (removing it would end a touch drag and lose the focus).
 */

import { type ColumnView, type EventView, lengthOf } from '#calendar/reads/day-view.ts';
import { EDGE, EVENT_ID, LIFTED } from '#calendar/reads/grid-dom.ts';
import { formatTime, formatTimeRange } from '#domain/date-format.ts';
import { yOf } from '#domain/day-grid.ts';
import type { PlaceRefusal, Span } from '#domain/placing.ts';
import { i18n } from '#i18n/i18n.ts';
import { badgeMiddle, type DragGrid, type DropTarget } from './drag-geometry.ts';
import {
  overlapsAlong,
  overlapsAt,
  partsAlong,
  type RefusedPart,
  refusalOf,
  refusedAlong,
  shapeAt,
  visitAt,
} from './drop-rules.ts';
import type { Grip } from './movable.ts';

/** How far above the lifted appointment its badge stands, so that a hand does not hide it, px. */
const BADGE_ABOVE = 46;
/** The gap of an appointment to its column's edges, px, as in components.css. */
const INSET = { left: 3, right: 5 };

export interface Lift {
  source: HTMLElement;
  event: EventView;
  columns: readonly ColumnView[];
  grid: HTMLElement;
  scroller: HTMLElement;
  hourHeight: number;
  interval: number;
}

/** What the target means, for the badge and for the ear. */
export interface Reading {
  column: ColumnView | undefined;
  span: Span;
  /** When the client waits in it then; null: nobody does. */
  waits: Span | null;
  moved: boolean;
  refusal: PlaceRefusal | null;
  /** The other part of the visit that is refused where it would go; null: none is, or this one itself. */
  refused: RefusedPart | null;
  overlaps: number;
  /** When the whole visit would be then; null: it is one appointment alone, or this part is moved alone. */
  visit: Span | null;
}

export function readTarget({ event, columns }: Pick<Lift, 'event' | 'columns'>, target: DropTarget): Reading {
  const column = columns.find(({ id }) => id === target.columnId);
  const shape = shapeAt(event, target);
  const { waits, ...span } = shape;
  const stays = target.columnId === event.columnId && span.from === event.from && span.to === event.from + lengthOf(event);
  const moved = !stays || isPulled(target);
  const own = moved ? refusalOf(column, event, shape) : null;
  const along = target.alone ? [] : partsAlong(columns, event, shape);
  const refused = moved && !own ? refusedAlong(columns, along) : null;
  return {
    ...{ column, span, waits, moved, refused, refusal: own ?? refused?.why ?? null, visit: visitAt(along, span) },
    overlaps: moved ? overlapsAt(column, event, shape) + overlapsAlong(columns, along) : 0,
  };
}

/** Whether a part within it has another length. */
const isPulled = ({ work = 0, waiting = 0 }: DropTarget): boolean => work !== 0 || waiting !== 0;

/** „престой 10:45–11:30“, where a part within it is pulled: that is what its times alone do not say. */
export const waitWords = (target: DropTarget, { waits }: Pick<Reading, 'waits'>, range: (from: number, to: number) => string) =>
  waits && isPulled(target) ? i18n.t('visits:waits', { range: range(waits.from, waits.to) }) : '';

/** How far to each side of the window's corner something can be put, px. */
const REACH = 20_000;

/**
 * Puts an element anywhere in the window by the times of two paused animations, one a px. A transform that a style sets anew
 * makes the browser compose every layer of the page anew, which is half of what a move costs (measured in Chromium 156).
 */
function placer(element: HTMLElement): (x: number, y: number) => void {
  const along = (frames: PropertyIndexedKeyframes) => {
    const animation = element.animate(frames, 2 * REACH);
    animation.pause();
    return animation;
  };
  const across = along({ transform: [`translateX(${-REACH}px)`, `translateX(${REACH}px)`] });
  const down = along({ translate: [`0 ${-REACH}px`, `0 ${REACH}px`] });
  return (x, y) => {
    across.currentTime = REACH + x;
    down.currentTime = REACH + y;
  };
}

export class LiftView {
  readonly home: DOMRect;
  private readonly copy: HTMLElement;
  private readonly badge = document.createElement('div');
  private readonly slot = document.createElement('div');
  private readonly layer = document.createElement('div');
  /** What moves under a pointer, as one: the copy and its badge. */
  private readonly moving = document.createElement('div');
  /** The copy stands in the grid, where the target is; else it follows a pointer over the page. */
  private readonly pinned: boolean;
  private readonly place = placer(this.moving);
  private badgeTop = -BADGE_ABOVE;
  private readonly windowWidth = window.innerWidth;
  /** The window's x of what follows a pointer, px. */
  private x = 0;

  /** @param part what a pointer holds; null: it is lifted by the keyboard. */
  constructor(
    private readonly lift: Lift,
    private readonly measured: DragGrid,
    part: Grip | null,
  ) {
    const { source, scroller, grid } = lift;
    this.pinned = part !== 'whole';
    this.home = source.getBoundingClientRect();
    this.copy = source.cloneNode(true) as HTMLElement;
    for (const name of [EVENT_ID, LIFTED, EDGE, 'data-rail', 'title', 'aria-label', 'id', 'tabindex'])
      this.copy.removeAttribute(name);
    this.copy.classList.add('tint', this.pinned ? 'kbd-move' : 'drag');
    this.copy.style.setProperty('--c', lift.event.color);
    this.copy.classList.remove('part', 'aside', 'short');
    this.copy.inert = true;
    Object.assign(this.copy.style, { width: `${this.home.width}px`, height: `${this.home.height}px`, top: '0', bottom: 'auto' });
    this.badge.className = 'dragbadge flex items-center gap-2';
    this.badge.setAttribute('aria-hidden', 'true');
    this.copy.setAttribute('aria-hidden', 'true');
    this.slot.className = 'dropslot';
    source.setAttribute(LIFTED, '');
    scroller.setAttribute('data-dragging', '');
    if (this.pinned) grid.append(this.copy, this.badge);
    else {
      this.moving.className = 'cal-lifted';
      this.badge.style.top = `${this.badgeTop}px`;
      this.moving.append(this.copy, this.badge);
      this.layer.append(this.moving);
    }
    grid.append(this.slot);
    if (part) this.coverPage(part);
  }

  /** Nothing below answers a pointer that drags, and no move looks for what lies under it: that costs more than the move itself. */
  private coverPage(part: Grip): void {
    this.layer.className = 'cal-drag-layer';
    this.layer.dataset.part = part === 'whole' ? part : 'edge';
    this.layer.setAttribute('aria-hidden', 'true');
    const onWheel = ({ deltaX, deltaY, deltaMode, ctrlKey }: WheelEvent) => {
      if (!ctrlKey && deltaMode === WheelEvent.DOM_DELTA_PIXEL) this.lift.scroller.scrollBy(deltaX, deltaY);
    };
    this.layer.addEventListener('wheel', onWheel, { passive: true });
    document.body.append(this.layer);
  }

  /** Pixels of the window, for a copy that follows a pointer. */
  follow(x: number, y: number): void {
    this.place(x, y);
    this.x = x;
    this.centreBadge();
    // At the window's upper edge the badge stays in view.
    const above = Math.max(4 - y, -BADGE_ABOVE);
    if (above === this.badgeTop) return;
    this.badgeTop = above;
    this.badge.style.top = `${above}px`;
  }

  /** Above the middle of what follows a pointer, never beyond the window. */
  private centreBadge(): void {
    const letters = this.badge.textContent?.length ?? 0;
    const left = `${badgeMiddle(this.home.width / 2, letters, -this.x, this.windowWidth - this.x)}px`;
    if (this.badge.style.left !== left) this.badge.style.left = left;
  }

  /** @param lane keeps the copy where the appointment stood in its column, instead of the whole width. */
  show(target: DropTarget, reading: Reading, lane = false): void {
    const { column, span, waits, refusal, refused, overlaps, visit } = reading;
    const { event, hourHeight } = this.lift;
    const range = formatTimeRange(span.from, span.to);
    const clock = this.copy.querySelector('.t')?.firstChild;
    if (clock) clock.textContent = this.copy.classList.contains('lane') && !this.pinned ? formatTime(span.from) : range;
    const length = target.end === undefined ? '' : ` · ${i18n.t('booking:lift.minutes', { count: span.to - span.from })}`;
    const waiting = waitWords(target, reading, formatTimeRange);
    const where = target.columnId === event.columnId ? '' : ` → ${column?.head ?? ''}`;
    const whole = visit
      ? ` · ${i18n.t('visits:whole', { range: formatTimeRange(visit.from, visit.to) })}`
      : event.visit && target.alone
        ? ` · ${i18n.t('visits:part_alone')}`
        : '';
    const warning = overlaps > 0 ? ` · ${i18n.t('booking:lift.overlaps_short')}` : '';
    const whose = refused ? `${refused.employee}: ` : '';
    this.badge.textContent = refusal
      ? `${range} · ${whose}${i18n.t(`booking:lift.${refusal}`)}`
      : `${range}${length}${waiting && ` · ${waiting}`}${where}${whole}${warning}`;
    for (const part of [this.badge, this.slot]) part.classList.toggle('bad', refusal !== null);
    if (!this.pinned) this.centreBadge();

    const place = this.measured.columns.find(({ id }) => id === target.columnId);
    if (!place) return;
    // What runs on beyond the grid's hours makes the grid no longer.
    const from = Math.max(span.from, this.measured.from);
    const top = this.measured.top + yOf(from, hourHeight);
    const height = ((Math.min(span.to, this.measured.to) - from) * hourHeight) / 60;
    Object.assign(this.slot.style, {
      ...{ left: `${place.left + 2}px`, width: `${place.right - place.left - 6}px` },
      ...{ top: `${top}px`, height: `${height}px` },
    });
    if (!this.pinned) return;
    if (waits) {
      const shown = Math.min(span.to, this.measured.to) - from;
      const at = (minute: number) => `${(Math.min(Math.max((minute - from) / shown, 0), 1) * 100).toFixed(2)}%`;
      this.copy.style.setProperty('--w0', at(waits.from));
      this.copy.style.setProperty('--w1', at(waits.to));
    }
    const { scroller } = this.lift;
    const own = this.home.left - scroller.getBoundingClientRect().left + scroller.scrollLeft;
    const left = lane ? own : place.left + INSET.left;
    const width = lane ? this.home.width : place.right - place.left - INSET.left - INSET.right;
    Object.assign(this.copy.style, {
      ...{ left: `${left}px`, right: 'auto', top: `${top + 1}px`, width: `${width}px`, height: `${height - 2}px` },
    });
    const above = Math.max(top - BADGE_ABOVE, scroller.scrollTop + 4);
    const { scrollLeft, clientWidth } = scroller;
    const middle = badgeMiddle(left + width / 2, this.badge.textContent?.length ?? 0, scrollLeft, scrollLeft + clientWidth);
    Object.assign(this.badge.style, { left: `${middle}px`, top: `${above}px` });
  }

  end(): void {
    for (const part of [this.layer, this.copy, this.badge, this.slot]) part.remove();
    this.lift.source.removeAttribute(LIFTED);
    this.lift.scroller.removeAttribute('data-dragging');
  }
}
