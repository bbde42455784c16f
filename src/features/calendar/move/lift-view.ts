/**
 * How a lifted appointment looks, without React: its copy, the dark badge and the slot it would take. The original stays
 * mounted, dimmed (removing it would end a touch drag and lose the focus).
 */

import { type ColumnView, type EventView, lengthOf } from '#calendar/reads/day-view.ts';
import { CELL } from '#calendar/reads/grid-dom.ts';
import { GRID_END, GRID_START, yOf } from '#domain/booking/day-layout.ts';
import type { PlaceRefusal, Span } from '#domain/booking/placing.ts';
import { formatTime, formatTimeRange } from '#domain/time/time-format.ts';
import { i18n } from '#i18n/i18n.ts';
import { badgeMiddle, type DragGrid, type DropTarget } from './drag-geometry.ts';
import {
  dropRefusal,
  overlapsAlong,
  overlapsAt,
  partsAlong,
  type RefusedPart,
  refusedAlong,
  roomTakenAlong,
  roomTakenAt,
  shapeAt,
  visitAt,
} from './drop-rules.ts';
import { BADGE_ABOVE, copyOf, coverPage, Flight, markLifted, newBadge, type Point, sayInBadge } from './lift-layer.ts';
import type { Grip } from './movable.ts';
import { BESIDE } from './slot-under.ts';

/** The gap of an appointment to its column's edges, px, as in components.css. */
const INSET = { left: 3, right: BESIDE };

export interface Lift {
  source: HTMLElement;
  event: EventView;
  columns: readonly ColumnView[];
  grid: HTMLElement;
  scroller: HTMLElement;
  hourHeight: number;
  interval: number;
}

/** The meaning of a target, for the badge and the screen reader. */
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
  /** The name of a room of which nothing is left then; null: it needs none, or there is one. */
  roomTaken: string | null;
  /** When the whole visit would be then; null: it is one appointment alone, or this part is moved alone. */
  visit: Span | null;
}

export function readTarget({ event, columns }: Pick<Lift, 'event' | 'columns'>, target: DropTarget): Reading {
  const column = columns.find(({ id }) => id === target.columnId);
  const shape = shapeAt(event, target);
  const { waits, ...span } = shape;
  const stays = target.columnId === event.columnId && span.from === event.from && span.to === event.from + lengthOf(event);
  const moved = !stays || isPulled(target);
  const own = moved ? dropRefusal(column, event, shape) : null;
  const along = target.alone ? [] : partsAlong(columns, event, shape);
  const refused = moved && !own ? refusedAlong(columns, along) : null;
  return {
    ...{ column, span, waits, moved, refused, refusal: own ?? refused?.why ?? null, visit: visitAt(along, span) },
    overlaps: moved ? overlapsAt(column, event, shape) + overlapsAlong(columns, along) : 0,
    roomTaken: moved ? ((roomTakenAt(columns, event, shape) ?? roomTakenAlong(columns, along))?.name ?? null) : null,
  };
}

/** Says if a part within the appointment is to get another length. */
const isPulled = ({ work = 0, waiting = 0 }: DropTarget): boolean => work !== 0 || waiting !== 0;

/** „престой 10:45–11:30“, where a part within it is pulled: that is what its times alone do not say. */
export const waitWords = (target: DropTarget, { waits }: Pick<Reading, 'waits'>, range: (from: number, to: number) => string) =>
  waits && isPulled(target) ? i18n.t('visits:waits', { range: range(waits.from, waits.to) }) : '';

/** Measures the columns in px of the scrolled content: once, when something is lifted. */
export function measureGrid({ grid, scroller, columns, hourHeight, interval }: Omit<Lift, 'source' | 'event'>): DragGrid {
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

export class LiftView {
  /** The place of the lifted appointment, px of the window. */
  readonly sourceBox: DOMRect;
  private readonly copy: HTMLElement;
  private readonly slot = document.createElement('div');
  private readonly cover: HTMLElement | null;
  /** Null: the copy stands in the grid, where the target is. */
  private readonly flight: Flight | null;
  private readonly badge: HTMLElement;
  private readonly unmark: () => void;

  /** @param part what a pointer holds; null: it is lifted by the keyboard. */
  constructor(
    private readonly lift: Lift,
    private readonly measured: DragGrid,
    part: Grip | null,
  ) {
    const { source, scroller, grid, event } = lift;
    this.sourceBox = source.getBoundingClientRect();
    this.copy = copyOf(source, this.sourceBox);
    this.copy.classList.add('tint', part === 'whole' ? 'drag' : 'kbd-move');
    this.copy.classList.remove('part', 'aside', 'short');
    this.copy.style.setProperty('--c', event.color);
    Object.assign(this.copy.style, { top: '0', bottom: 'auto' });
    this.slot.className = 'dropslot';
    this.unmark = markLifted(source, scroller);
    this.cover = part && coverPage(scroller, part === 'whole' ? 'whole' : 'edge');
    this.flight = this.cover && part === 'whole' ? new Flight(this.cover, this.copy, this.sourceBox) : null;
    this.badge = this.flight?.badge ?? newBadge();
    if (!this.flight) grid.append(this.copy, this.badge);
    grid.append(this.slot);
  }

  /** Takes the copy that a pointer holds along. @param travel of the pointer since it was pressed, px */
  follow(travel: Point): void {
    this.flight?.follow(travel);
  }

  /** @param lane keeps the copy where the appointment stood in its column, instead of the whole width. */
  show(target: DropTarget, reading: Reading, lane = false): void {
    const { column, span, waits, refusal, refused, overlaps, roomTaken, visit } = reading;
    const { event, hourHeight } = this.lift;
    const range = formatTimeRange(span.from, span.to);
    const clock = this.copy.querySelector('.t')?.firstChild;
    if (clock) clock.textContent = this.copy.classList.contains('lane') && this.flight ? formatTime(span.from) : range;
    const length = target.end === undefined ? '' : ` · ${i18n.t('booking:lift.minutes', { count: span.to - span.from })}`;
    const waiting = waitWords(target, reading, formatTimeRange);
    const where = target.columnId === event.columnId ? '' : ` → ${column?.head ?? ''}`;
    const whole = visit
      ? ` · ${i18n.t('visits:whole', { range: formatTimeRange(visit.from, visit.to) })}`
      : event.visit && target.alone
        ? ` · ${i18n.t('visits:part_alone')}`
        : '';
    const warning = overlaps > 0 ? ` · ${i18n.t('booking:lift.overlaps_short')}` : '';
    const taken = roomTaken === null ? '' : ` · ${i18n.t('booking:lift.room_taken', { room: roomTaken })}`;
    const whose = refused ? `${refused.employee}: ` : '';
    const words = refusal
      ? `${range} · ${whose}${i18n.t(`booking:lift.${refusal}`)}`
      : `${range}${length}${waiting && ` · ${waiting}`}${where}${whole}${warning}${taken}`;
    if (this.flight) this.flight.say(words, refusal !== null);
    else sayInBadge(this.badge, words, refusal !== null);
    this.slot.classList.toggle('bad', refusal !== null);

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
    if (this.flight) return;
    if (waits) {
      const shown = Math.min(span.to, this.measured.to) - from;
      const at = (minute: number) => `${(Math.min(Math.max((minute - from) / shown, 0), 1) * 100).toFixed(2)}%`;
      this.copy.style.setProperty('--w0', at(waits.from));
      this.copy.style.setProperty('--w1', at(waits.to));
    }
    const { scroller } = this.lift;
    const own = this.sourceBox.left - scroller.getBoundingClientRect().left + scroller.scrollLeft;
    const left = lane ? own : place.left + INSET.left;
    const width = lane ? this.sourceBox.width : place.right - place.left - INSET.left - INSET.right;
    Object.assign(this.copy.style, {
      ...{ left: `${left}px`, right: 'auto', top: `${top + 1}px`, width: `${width}px`, height: `${height - 2}px` },
    });
    const above = Math.max(top - BADGE_ABOVE, scroller.scrollTop + 4);
    const { scrollLeft, clientWidth } = scroller;
    const middle = badgeMiddle(left + width / 2, this.badge.textContent?.length ?? 0, scrollLeft, scrollLeft + clientWidth);
    Object.assign(this.badge.style, { left: `${middle}px`, top: `${above}px` });
  }

  end(): void {
    for (const part of [this.cover, this.copy, this.badge, this.slot]) part?.remove();
    this.unmark();
  }
}
