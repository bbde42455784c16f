import { type RefObject, useLayoutEffect } from 'react';
import type { ColumnView } from '#calendar/reads/day-view.ts';
import { eventIs, SELECTED } from '#calendar/reads/grid-dom.ts';
import { yOf } from '#domain/day-grid.ts';
import { type LocalDate, zonedPartsOfMs } from '#domain/time.ts';

/** Opening today puts the now line at a third of the height; other days keep the place, so that days can be compared. */
export function useDayPlace(
  scroller: RefObject<HTMLElement | null>,
  date: LocalDate,
  today: LocalDate,
  zone: string,
  hourHeight: number,
  place: RefObject<number | null>,
): void {
  // Zooming keeps the time in view in place itself (zoom.ts).
  // biome-ignore lint/correctness/useExhaustiveDependencies: an hour's height decides where, not when
  useLayoutEffect(() => {
    const box = scroller.current;
    if (!box) return;
    if (date === today) box.scrollTop = yOf(zonedPartsOfMs(Date.now(), zone).minute, hourHeight) - box.clientHeight / 3;
    else if (place.current !== null) box.scrollTop = place.current;
  }, [scroller, date, today, zone, place]);
}

/** Marks the appointment whose dialog is open, also after it was drawn elsewhere. */
export function useSelectedMark(
  grid: RefObject<HTMLElement | null>,
  selected: string | null,
  columns: readonly ColumnView[],
): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: new columns may have drawn the appointment elsewhere
  useLayoutEffect(() => {
    const all = (which: string) => grid.current?.querySelectorAll<HTMLElement>(which) ?? [];
    for (const event of all(`[${SELECTED}]`)) event.removeAttribute(SELECTED);
    if (selected !== null) for (const event of all(eventIs(selected))) event.setAttribute(SELECTED, '');
  }, [grid, selected, columns]);
}
