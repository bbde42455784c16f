import {
  type MouseEvent as ReactMouseEvent,
  type PointerEvent as ReactPointerEvent,
  type RefObject,
  useMemo,
  useRef,
} from 'react';
import { gripAt } from '#calendar/move/movable.ts';
import type { ColumnView } from '#calendar/reads/day-view.ts';
import { CELL, CURSOR, columnIdOf, DATED, EDGE, EVENT, FIXED, STOP } from '#calendar/reads/grid-dom.ts';
import { cutStore, pasteInto } from '#calendar/state/use-cut.ts';
import { GRID_START, slotAt } from '#domain/booking/day-layout.ts';
import { bookableIn } from '#domain/shifts/availability.ts';
import { formatTime } from '#domain/time/time-format.ts';

export interface SlotPointerHost {
  columns: readonly ColumnView[];
  interval: number;
  hourHeight: number;
  book(columnId: string, minute: number): void;
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
    const placeAt = (target: EventTarget, clientY: number) => {
      if (!(target instanceof Element) || target.closest('button, a')) return null;
      const cell = target.closest<HTMLElement>(CELL);
      const column = host.current.columns.find(({ id }) => id === cell?.dataset.col);
      if (!cell || !column) return null;
      const minute = slotAt(clientY - cell.getBoundingClientRect().top, host.current.hourHeight, host.current.interval);
      return { cell, column, minute };
    };
    /** @param any also where nobody works: what is cut is asked for there, and answered why not. */
    const freeSlot = (target: EventTarget, clientY: number, any = false) => {
      const place = placeAt(target, clientY);
      if (!place) return null;
      const from = any ? place.minute : bookableIn(place.column.stretches, place.minute, host.current.interval);
      return from === undefined ? null : { ...place, minute: from };
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
    return {
      onPointerMove(event: ReactPointerEvent) {
        markEdge(event);
        const slot = event.pointerType === 'mouse' && event.buttons === 0 ? freeSlot(event.target, event.clientY) : null;
        const box = hover.current;
        if (!slot || !box) return hide();
        const key = `${slot.column.id}/${slot.minute}`;
        if (shown.current === key) return;
        shown.current = key;
        const { hourHeight, interval } = host.current;
        const corner = grid.current?.getBoundingClientRect();
        const cell = slot.cell.getBoundingClientRect();
        box.hidden = false;
        box.textContent = formatTime(slot.minute);
        box.style.left = `${cell.left - (corner?.left ?? 0) + 2}px`;
        box.style.width = `${cell.width - 6}px`;
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
        const book = (resourceId: string, start: number) => {
          if (!pasteInto({ resourceId, date, start })) host.current.book(resourceId, start);
        };
        const cursor = event.target.closest<HTMLElement>(CURSOR);
        if (cursor) return book(cursor.dataset.column ?? '', Number(cursor.dataset.minute));
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
