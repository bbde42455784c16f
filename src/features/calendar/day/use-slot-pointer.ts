import {
  type MouseEvent as ReactMouseEvent,
  type PointerEvent as ReactPointerEvent,
  type RefObject,
  useMemo,
  useRef,
} from 'react';
import { gripAt } from '#calendar/move/movable.ts';
import { freeAt, isBeside, LEAST_PULL, placeUnder } from '#calendar/move/slot-under.ts';
import type { ColumnView } from '#calendar/reads/day-view.ts';
import { CURSOR, columnIdOf, DATED, EDGE, EVENT, FIXED, STOP } from '#calendar/reads/grid-dom.ts';
import { cutStore, pasteInto } from '#calendar/state/use-cut.ts';
import { GRID_START } from '#domain/booking/day-layout.ts';
import { formatTime } from '#domain/time/time-format.ts';

/** The width of the mark of a double booking, px: it lies over the edge of the appointment that it stands beside. */
const BESIDE_MARK = 68;

export interface SlotPointerHost {
  columns: readonly ColumnView[];
  interval: number;
  hourHeight: number;
  /** @param minutes of that length; without them as long as a new one is */
  book(columnId: string, minute: number, minutes?: number): void;
  open(eventId: string): void;
  /** A press in the column of somebody who does not work that day; `minute` is where. */
  noShift(column: ColumnView, minute: number | null): void;
  /** The list of what has no room of its own, by its button. */
  list(stop: string, opener: HTMLElement): void;
}

/**
 * The grid is one surface: a point is a slot of an employee, or an appointment. Slots off shift answer nothing, unless the whole
 * column is off: then a press is told why.
 */
export function useSlotPointer(
  grid: RefObject<HTMLElement | null>,
  hover: RefObject<HTMLElement | null>,
  host: RefObject<SlotPointerHost>,
) {
  const shown = useRef('');
  return useMemo(() => {
    const placeAt = (target: EventTarget, clientY: number) => placeUnder(target, clientY, host.current);
    /** @param any also where nobody works: what is cut is asked for there, and answered why not. */
    const freeSlot = (target: EventTarget, clientY: number, any = false) => {
      const place = placeAt(target, clientY);
      return any ? place : freeAt(place, host.current.interval);
    };
    const hide = () => {
      if (hover.current && !hover.current.hidden) hover.current.hidden = true;
      shown.current = '';
    };
    const viewOf = (box: HTMLElement) => {
      const id = columnIdOf(box);
      return host.current.columns.find((column) => column.id === id)?.events.find((event) => event.id === box.dataset.event);
    };
    /** An edge of an appointment says so before it is taken. */
    let edge: HTMLElement | null = null;
    const markEdge = ({ pointerType, buttons, target, clientY }: ReactPointerEvent) => {
      if (pointerType !== 'mouse' || buttons !== 0) return;
      const over = target instanceof Element ? target.closest<HTMLElement>(`.evt${EVENT}:not(${FIXED})`) : null;
      const grip = over ? gripAt(over.getBoundingClientRect(), clientY, 'mouse', viewOf(over)) : 'whole';
      const next = grip === 'whole' ? null : over;
      if (next !== edge) edge?.removeAttribute(EDGE);
      const which = grip === 'end' ? '' : grip;
      if (next?.getAttribute(EDGE) !== which) next?.setAttribute(EDGE, which);
      edge = next;
    };
    /** The place where the pointer came down: a pull from where nothing can be booked to where something can is no press there. */
    let pressed: { readonly x: number; readonly y: number } | null = null;
    const isPulled = ({ clientX, clientY, detail }: ReactMouseEvent) =>
      detail > 0 && pressed !== null && Math.hypot(clientX - pressed.x, clientY - pressed.y) >= LEAST_PULL;
    return {
      onPointerDown({ clientX: x, clientY: y }: ReactPointerEvent) {
        pressed = { x, y };
      },
      onPointerMove(event: ReactPointerEvent) {
        markEdge(event);
        const slot = event.pointerType === 'mouse' && event.buttons === 0 ? freeSlot(event.target, event.clientY) : null;
        const box = hover.current;
        if (!slot || !box) return hide();
        const beside = isBeside(slot, event.clientX);
        const key = `${slot.column.id}/${slot.minute}/${beside}`;
        if (shown.current === key) return;
        shown.current = key;
        const { hourHeight, interval } = host.current;
        const corner = grid.current?.getBoundingClientRect();
        const cell = slot.cell.getBoundingClientRect();
        box.hidden = false;
        box.textContent = `${beside ? '+ ' : ''}${formatTime(slot.minute)}`;
        box.toggleAttribute('data-beside', beside);
        const width = beside ? Math.min(BESIDE_MARK, cell.width - 6) : cell.width - 6;
        box.style.left = `${cell.right - (corner?.left ?? 0) - (beside ? 1 : 4) - width}px`;
        box.style.width = `${width}px`;
        box.style.top = `${cell.top - (corner?.top ?? 0) + ((slot.minute - GRID_START) * hourHeight) / 60}px`;
        box.style.height = `${Math.max((interval * hourHeight) / 60, 18)}px`;
      },
      onPointerLeave: hide,
      onClick(event: ReactMouseEvent) {
        if (!(event.target instanceof Element)) return;
        const found = event.target.closest<HTMLElement>(EVENT);
        if (found) {
          if (!('updating' in found.dataset)) host.current.open(found.dataset.event ?? '');
          return;
        }
        const more = event.target.closest<HTMLElement>(STOP);
        if (more) return host.current.list(more.dataset.stop ?? '', more);
        const date = event.target.closest<HTMLElement>(DATED)?.dataset.date ?? '';
        const book = (resourceId: string, start: number, ...length: [minutes?: number]) => {
          if (!pasteInto({ resourceId, date, start })) host.current.book(resourceId, start, ...length);
        };
        const cursor = event.target.closest<HTMLElement>(CURSOR);
        if (cursor) {
          const { column = '', minute, minutes } = cursor.dataset;
          return book(column, Number(minute), ...(minutes === undefined ? ([] as const) : ([Number(minutes)] as const)));
        }
        if (isPulled(event)) return;
        const slot = freeSlot(event.target, event.clientY, cutStore.getState().cutId !== null);
        const place = slot ?? placeAt(event.target, event.clientY);
        if (!place || !(slot || place.column.mark === 'day-off')) return;
        event.preventDefault(); // it means something here (use-card-triggers.ts)
        if (slot) book(slot.column.id, slot.minute);
        else host.current.noShift(place.column, place.minute);
      },
    };
  }, [grid, hover, host]);
}
