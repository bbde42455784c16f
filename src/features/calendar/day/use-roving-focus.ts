import type { TFunction } from 'i18next';
import { type KeyboardEvent, type RefObject, useCallback, useEffect, useLayoutEffect, useRef } from 'react';
import { bareStop, type ColumnView } from '#calendar/reads/day-view.ts';
import { CURSOR, cellIs, columnIdOf, columnIs, EVENT, eventIs, HEAD, STOP, stopIs } from '#calendar/reads/grid-dom.ts';
import { say } from '#calendar/state/lift-store.ts';
import { GRID_END, GRID_START } from '#domain/booking/day-layout.ts';
import { formatTime, formatTimeRange } from '#domain/time/time-format.ts';
import {
  type FocusColumn,
  type FocusEvent,
  type FocusGrid,
  firstStop,
  isFocusKey,
  isStillSlot,
  moveFocus,
  type Stop,
  stopAt,
  stretchFocus,
} from './grid-focus.ts';

/**
 * Says if the focus is in a grid, so that it can be given back after the grid is drawn anew. A press elsewhere ends that, even on
 * something that cannot have the focus: no change from elsewhere may call the focus back then.
 * @param stops a selector of the elements of the grid that can have the focus
 */
export function useFocusWithin(grid: RefObject<HTMLElement | null>, stops: string): RefObject<boolean> {
  const focused = useRef(false);
  useEffect(() => {
    const onPress = ({ target }: PointerEvent) => {
      const stop = target instanceof Element ? target.closest(stops) : null;
      if (!stop || !grid.current?.contains(stop)) focused.current = false;
    };
    window.addEventListener('pointerdown', onPress, true);
    return () => window.removeEventListener('pointerdown', onPress, true);
  }, [grid, stops]);
  return focused;
}

/** The place of the button in a column without shifts, minute of the day. */
const BARE_AT = 9 * 60;
const STOPS = `${EVENT}, ${CURSOR}, ${STOP}`;

const known = new WeakMap<ColumnView, readonly FocusEvent[]>();

function eventStops(column: ColumnView): readonly FocusEvent[] {
  const made =
    known.get(column) ??
    [
      ...listed(column.before),
      ...column.events.map(({ id, from, to, waitFrom, waitTo }) => ({
        ...{ id, start: from, end: to },
        ...(waitFrom !== undefined && waitTo !== undefined ? { waits: { from: waitFrom, to: waitTo } } : {}),
      })),
      ...column.overflow.map(({ id, top, bottom }) => ({ id: `+${id}`, start: top, end: bottom })),
      ...listed(column.after),
      ...(column.bare ? [{ id: bareStop(column.id), start: BARE_AT, end: BARE_AT + 60 }] : []),
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
  const column = columnIdOf(grid?.querySelector(`${eventIs(stop)}, ${stopIs(stop)}`));
  return columns.findIndex(({ id }) => id === column);
}

/** A free slot that is one no more (taken, or off shift on another day) gives way to what stands there, or to the nearest. */
function stillFree(layout: FocusGrid, slot: Stop): Stop | null {
  return isStillSlot(layout, slot) ? slot : stopAt(layout, slot.column, slot.minute);
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
  /** Asked for by a key, in a column that is not drawn yet. */
  const wanted = useRef<Stop | null>(null);
  const focused = useFocusWithin(grid, STOPS);

  const elementOf = useCallback(
    (at: Stop): HTMLElement | null => {
      const root = grid.current;
      const column = columns[at.column];
      if (!root || !column) return null;
      if (at.event !== null) {
        return root.querySelector(`${eventIs(at.event)}, ${stopIs(at.event)}`);
      }
      const cursor = root.querySelector<HTMLElement>(`${cellIs(column.id)} > ${CURSOR}`);
      if (!cursor) return null;
      const { minute, minutes, beside = false } = at;
      const time = minutes === undefined ? formatTime(minute) : formatTimeRange(minute, minute + minutes);
      const label = t(beside ? 'slot_beside' : 'slot', { time, employee: column.name });
      const step = String(minutes ?? interval);
      const same =
        !cursor.hidden && cursor.getAttribute('aria-label') === label && cursor.style.getPropertyValue('--step') === step;
      if (same) return cursor;
      cursor.hidden = false;
      cursor.dataset.column = column.id;
      cursor.dataset.minute = String(minute);
      if (minutes === undefined) delete cursor.dataset.minutes;
      else cursor.dataset.minutes = String(minutes);
      cursor.toggleAttribute('data-beside', beside);
      cursor.style.setProperty('--at', String(minute));
      cursor.style.setProperty('--step', step);
      cursor.textContent = `${beside && minutes === undefined ? '+ ' : ''}${time}`;
      cursor.setAttribute('aria-label', label);
      return cursor;
    },
    [grid, columns, interval, t],
  );

  /** @param focus `kept`: it had the focus before it was drawn anew, nothing scrolls for it. False: its column is not drawn. */
  const settle = useCallback(
    (at: Stop, focus: boolean | 'kept'): boolean => {
      const root = grid.current;
      const element = elementOf(at);
      if (!root || !element) return false;
      for (const old of root.querySelectorAll<HTMLElement>('[tabindex="0"]')) if (old !== element) old.tabIndex = -1;
      stop.current = at;
      wanted.current = null;
      element.tabIndex = 0;
      if (focus) element.focus({ preventScroll: focus === 'kept' });
      // Last: a free slot that goes takes its focus along.
      for (const cursor of root.querySelectorAll<HTMLElement>(`${CURSOR}:not([hidden])`))
        if (cursor !== element) cursor.hidden = true;
      return true;
    },
    [grid, elementOf],
  );

  useLayoutEffect(() => {
    const layout = focusGridOf(columns, interval);
    const old = stop.current;
    const column = old?.event ? columnIn(grid.current, columns, old.event) : (old?.column ?? -1);
    // What stood there is gone (deleted elsewhere, or moved to another day): its place in the column is the next best.
    const near = old && column < 0 && old.column < columns.length ? stopAt(layout, old.column, old.minute) : null;
    const known = old && column >= 0 && column < columns.length ? { ...old, column } : null;
    const at = (known?.event === null ? stillFree(layout, known) : known) ?? near ?? firstStop(layout, start);
    // The browser drops the focus to the body when the element that had it is drawn elsewhere.
    const { activeElement: active } = document;
    const lost = active === document.body || active?.matches(CURSOR);
    if (at) settle(at, focused.current && lost ? 'kept' : false);
  }, [grid, columns, interval, start, focused, settle]);

  // Of many columns only those in view are drawn, others after each scroll: among them is always a tab stop.
  useLayoutEffect(() => {
    const root = grid.current;
    if (!focused.current) wanted.current = null; // somebody went elsewhere meanwhile
    if (!root || (wanted.current && settle(wanted.current, true)) || root.querySelector('[role=grid] [tabindex="0"]')) return;
    if (document.activeElement === document.body) focused.current = false;
    const layout = focusGridOf(columns, interval);
    columns.some(({ id }, column) => {
      if (!root.querySelector(`${cellIs(id)} > ${CURSOR}`)) return false;
      const at = stopAt(layout, column, stop.current?.minute ?? start);
      return at !== null && settle(at, false);
    });
  });

  const minutesIn = ({ minutes = 0 }: Stop) => t('reservation.minutes', { count: minutes });
  return {
    onKeyDown(event: KeyboardEvent) {
      if (!isFocusKey(event.key) || event.altKey || event.ctrlKey || event.metaKey || !stop.current) return;
      if (event.target instanceof Element && !event.target.matches(STOPS)) return;
      const layout = focusGridOf(columns, interval);
      const next = event.shiftKey ? stretchFocus(layout, stop.current, event.key) : moveFocus(layout, stop.current, event.key);
      if (!next) return;
      event.preventDefault();
      if (settle(next, true)) {
        // The name of what has the focus already is not read out again when it changes.
        if (next.minutes !== undefined) say(`${formatTimeRange(next.minute, next.minute + next.minutes)}, ${minutesIn(next)}`);
        return;
      }
      wanted.current = next;
      const head = grid.current?.querySelector(`${columnIs(columns[next.column]?.id ?? '')} > ${HEAD}`);
      head?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    },
    onFocus(event: { target: EventTarget }) {
      focused.current = event.target instanceof Element && event.target.matches(STOPS);
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
