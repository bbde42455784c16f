import type { TFunction } from 'i18next';
import { type KeyboardEvent, type RefObject, useCallback, useLayoutEffect, useRef } from 'react';
import { formatTime } from '#domain/date-format.ts';
import { GRID_END, GRID_START } from '#domain/day-grid.ts';
import type { ColumnView } from './day-view.ts';
import {
  type FocusColumn,
  type FocusEvent,
  type FocusGrid,
  firstStop,
  isFocusKey,
  moveFocus,
  type Stop,
  stopAt,
} from './grid-focus.ts';

const known = new WeakMap<ColumnView, readonly FocusEvent[]>();

function eventStops(column: ColumnView): readonly FocusEvent[] {
  const made =
    known.get(column) ??
    [
      ...listed(column.before),
      ...column.events.map(({ id, from, to }) => ({ id, start: from, end: to })),
      ...column.overflow.map(({ id, top, bottom }) => ({ id: `+${id}`, start: top, end: bottom })),
      ...listed(column.after),
    ].sort((a, b) => a.start - b.start);
  known.set(column, made);
  return made;
}

/** Everything in a column that can have the focus, in the form of the arithmetic; made when it is asked for, once. */
const focusColumnOf = (column: ColumnView): FocusColumn => ({
  stretches: column.stretches,
  get events() {
    return eventStops(column);
  },
});

export function focusGridOf(columns: readonly ColumnView[], interval: number): FocusGrid {
  return { from: GRID_START, to: GRID_END, interval, columns: columns.map(focusColumnOf) };
}

/** Which column an appointment or a list of them is drawn in; -1: it is not. */
function columnIn(grid: HTMLElement | null, columns: readonly ColumnView[], stop: string): number {
  const name = CSS.escape(stop);
  const row = grid?.querySelector(`[data-event="${name}"], [data-stop="${name}"]`)?.closest<HTMLElement>('[data-column]');
  return columns.findIndex(({ id }) => id === row?.dataset.column);
}

function listed(events: ColumnView['before']) {
  const [only] = events;
  return only ? [{ id: events.length === 1 ? only.id : `+${only.id}`, start: only.from, end: only.to }] : [];
}

/**
 * One tab stop for the whole grid; arrows move it. The DOM's own tabindex carries it, so that moving draws nothing again.
 * An appointment that a live change takes from one place to another keeps the focus.
 */
export function useRovingFocus(
  grid: RefObject<HTMLElement | null>,
  columns: readonly ColumnView[],
  interval: number,
  start: number,
  t: TFunction<'calendar'>,
) {
  const stop = useRef<Stop | null>(null);
  const focused = useRef(false);

  const elementOf = useCallback(
    (at: Stop): HTMLElement | null => {
      const root = grid.current;
      const column = columns[at.column];
      if (!root || !column) return null;
      if (at.event !== null) {
        return root.querySelector(`[data-event="${CSS.escape(at.event)}"], [data-stop="${CSS.escape(at.event)}"]`);
      }
      const cursor = root.querySelector<HTMLElement>(`[data-col="${CSS.escape(column.id)}"] > [data-cursor]`);
      if (!cursor) return null;
      cursor.hidden = false;
      cursor.dataset.column = column.id;
      cursor.dataset.minute = String(at.minute);
      cursor.style.setProperty('--at', String(at.minute));
      cursor.style.setProperty('--step', String(interval));
      cursor.textContent = formatTime(at.minute);
      cursor.setAttribute('aria-label', t('slot', { time: formatTime(at.minute), employee: column.name }));
      return cursor;
    },
    [grid, columns, interval, t],
  );

  const settle = useCallback(
    (at: Stop, focus: boolean) => {
      const root = grid.current;
      if (!root) return;
      const element = elementOf(at);
      for (const old of root.querySelectorAll<HTMLElement>('[tabindex="0"]')) if (old !== element) old.tabIndex = -1;
      for (const cursor of root.querySelectorAll<HTMLElement>('[data-cursor]')) if (cursor !== element) cursor.hidden = true;
      if (!element) return;
      stop.current = at;
      element.tabIndex = 0;
      if (focus) element.focus();
    },
    [grid, elementOf],
  );

  useLayoutEffect(() => {
    const layout = focusGridOf(columns, interval);
    const old = stop.current;
    const column = old?.event ? columnIn(grid.current, columns, old.event) : (old?.column ?? -1);
    // What stood there is gone (deleted elsewhere, or moved to another day): its place in the column is the next best.
    const near = old && column < 0 && old.column < columns.length ? stopAt(layout, old.column, old.minute) : null;
    const at = old && column >= 0 && column < columns.length ? { ...old, column } : (near ?? firstStop(layout, start));
    // The browser drops the focus to the body when the element that had it is drawn elsewhere.
    if (at) settle(at, focused.current && document.activeElement === document.body);
  }, [grid, columns, interval, start, settle]);

  return {
    onKeyDown(event: KeyboardEvent) {
      if (!isFocusKey(event.key) || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || !stop.current) return;
      if (event.target instanceof Element && !event.target.matches('[data-event], [data-cursor], [data-stop]')) return;
      event.preventDefault();
      settle(moveFocus(focusGridOf(columns, interval), stop.current, event.key), true);
    },
    onFocus(event: { target: EventTarget }) {
      focused.current = true;
      const id = event.target instanceof HTMLElement ? (event.target.dataset.event ?? event.target.dataset.stop) : undefined;
      if (!id || stop.current?.event === id) return;
      const column = columnIn(grid.current, columns, id);
      const view = columns[column]?.events.find((e) => e.id === id);
      if (column >= 0) settle({ column, minute: view?.from ?? start, event: id }, false);
    },
    onBlur(event: { relatedTarget: EventTarget | null }) {
      if (event.relatedTarget) focused.current = grid.current?.contains(event.relatedTarget as Node) ?? false;
    },
  };
}
