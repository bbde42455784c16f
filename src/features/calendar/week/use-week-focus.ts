import { type KeyboardEvent, type RefObject, useCallback, useLayoutEffect, useRef } from 'react';
import { useFocusWithin } from '#calendar/day/use-roving-focus.ts';
import { eventIs, WEEK_DAY, WEEK_ROW, weekDayIs, weekRowIs } from '#calendar/reads/grid-dom.ts';
import type { LocalDate } from '#domain/time/time.ts';
import type { WeekRowView } from './week-build.ts';

const STOPS = '[data-week-stop]';
const KEYS = ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight', 'Home', 'End', 'PageUp', 'PageDown'];
/** PageUp and PageDown, rows. */
const PAGE = 5;

const stopsOf = (cell: Element | null | undefined) => [
  ...(cell?.querySelectorAll<HTMLElement>('[data-week-stop]:not([disabled])') ?? []),
];

/** The next cell of a table in a direction that has a stop, or none. */
function cellBeside(cell: HTMLTableCellElement, down: number, right: number): Element | undefined {
  const table = cell.closest('table');
  const row = cell.closest('tr');
  if (!table || !row) return undefined;
  let at = row.rowIndex + down;
  let column = cell.cellIndex + right;
  while (at >= 0 && at < table.rows.length && column > 0 && column < row.cells.length) {
    const found = table.rows[at]?.cells[column];
    if (stopsOf(found).length > 0) return found;
    at += Math.sign(down);
    column += Math.sign(right);
  }
  return undefined;
}

/** Returns the next stop for an arrow: up and down through a cell and into the next, sideways to the same place of the next day. */
function nextStop(from: HTMLElement, key: string): HTMLElement | undefined {
  const cell = from.closest<HTMLTableCellElement>('td, th');
  if (!cell) return undefined;
  const own = stopsOf(cell);
  const at = own.indexOf(from);
  const same = (found: Element | undefined) => {
    const stops = stopsOf(found);
    return stops[Math.min(at, stops.length - 1)];
  };
  const cells = [...(cell.closest('tr')?.cells ?? [])].filter((other) => stopsOf(other).length > 0);
  if (key === 'ArrowLeft') return same(cellBeside(cell, 0, -1));
  if (key === 'ArrowRight') return same(cellBeside(cell, 0, 1));
  if (key === 'ArrowUp') return own[at - 1] ?? stopsOf(cellBeside(cell, -1, 0)).at(-1);
  if (key === 'ArrowDown') return own[at + 1] ?? stopsOf(cellBeside(cell, 1, 0))[0];
  if (key === 'PageUp') return stopsOf(cellBeside(cell, -PAGE, 0) ?? cellBeside(cell, -1, 0))[0];
  if (key === 'PageDown') return stopsOf(cellBeside(cell, PAGE, 0) ?? cellBeside(cell, 1, 0))[0];
  return same(key === 'Home' ? cells[0] : cells.at(-1));
}

interface Place {
  row: string;
  day: string;
  stop: string;
}

const placeOf = (element: HTMLElement): Place => ({
  row: element.closest<HTMLElement>(WEEK_ROW)?.dataset.row ?? '',
  day: element.closest<HTMLElement>(WEEK_DAY)?.dataset.day ?? '',
  stop: element.dataset.weekStop ?? '',
});

function elementOf(table: HTMLElement, { row, day, stop }: Place): HTMLElement | null {
  const cell = table.querySelector(`${weekRowIs(row)} ${weekDayIs(day)}`);
  const own = cell?.querySelector<HTMLElement>(`[data-week-stop="${CSS.escape(stop)}"]`);
  // An appointment may stand in another cell by now.
  return own ?? table.querySelector<HTMLElement>(eventIs(stop)) ?? stopsOf(cell)[0] ?? null;
}

/** One tab stop for the whole week; arrows move it. The DOM's own tabindex carries it, so that moving draws nothing again. */
export function useWeekFocus(table: RefObject<HTMLTableElement | null>, rows: readonly WeekRowView[], today: LocalDate) {
  const place = useRef<Place | null>(null);
  const focused = useFocusWithin(table, STOPS);

  /** @param focus `kept`: it had the focus before it was drawn anew, nothing scrolls for it. */
  const settle = useCallback(
    (element: HTMLElement, focus: boolean | 'kept') => {
      for (const old of table.current?.querySelectorAll<HTMLElement>('[tabindex="0"]') ?? []) old.tabIndex = -1;
      element.tabIndex = 0;
      place.current = placeOf(element);
      if (focus) element.focus({ preventScroll: focus === 'kept' });
    },
    [table],
  );

  const find = useCallback((): HTMLElement | undefined => {
    const root = table.current;
    const kept = root && place.current && elementOf(root, place.current);
    return kept ?? stopsOf(root?.querySelector(`td${weekDayIs(today)}`))[0] ?? stopsOf(root?.tBodies[0])[0];
  }, [table, today]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: new rows may have drawn the stop elsewhere, or not at all
  useLayoutEffect(() => {
    const element = find();
    if (element) settle(element, focused.current && document.activeElement === document.body ? 'kept' : false);
  }, [rows, focused, find, settle]);

  // Of many rows only those in view draw their appointments, others after each scroll: there is always a tab stop.
  useLayoutEffect(() => {
    if (table.current?.querySelector('[tabindex="0"]')) return;
    const element = find();
    if (document.activeElement === document.body) focused.current = false;
    if (element) settle(element, false);
  });

  return {
    onKeyDown(event: KeyboardEvent) {
      if (!KEYS.includes(event.key) || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
      const from = event.target instanceof Element ? event.target.closest<HTMLElement>(STOPS) : null;
      if (!from) return;
      event.preventDefault();
      const next = nextStop(from, event.key);
      if (next) settle(next, true);
    },
    onFocus(event: { target: EventTarget }) {
      focused.current = true;
      if (event.target instanceof HTMLElement && event.target.dataset.weekStop) settle(event.target, false);
    },
    onBlur(event: { relatedTarget: EventTarget | null }) {
      if (event.relatedTarget) focused.current = table.current?.contains(event.relatedTarget as Node) ?? false;
    },
  };
}
