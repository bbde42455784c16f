import { type RefObject, useEffect, useRef } from 'react';
import type { ColumnView } from '#calendar/reads/day-view.ts';
import { CELL, GUTTER, NOW, NOW_TAG } from '#calendar/reads/grid-dom.ts';
import { GRID_END, GRID_START } from '#domain/booking/day-layout.ts';
import { type LocalDate, MINUTE_MS, zonedPartsOfMs } from '#domain/time/time.ts';
import { formatTime } from '#domain/time/time-format.ts';

/** px, with a little air. */
const TAG_HEIGHT = 20;

interface NowLine {
  date: LocalDate;
  zone: string;
  columns: readonly ColumnView[];
  pixelsPerMinute: number;
}

function show(element: HTMLElement, { date, zone, columns, pixelsPerMinute }: NowLine): void {
  const now = zonedPartsOfMs(Date.now(), zone);
  const shown = now.date === date && now.minute >= GRID_START && now.minute < GRID_END;
  const was = element.hasAttribute(NOW);
  if (!shown && !was) return;
  element.toggleAttribute(NOW, shown);
  if (!shown) {
    for (const hour of element.querySelectorAll('[data-covered]')) hour.removeAttribute('data-covered');
    return;
  }
  element.style.setProperty('--now', String(now.minute));
  const tag = element.querySelector(NOW_TAG);
  if (tag) tag.textContent = formatTime(now.minute);
  // The tag would cover the hour beside it.
  element.querySelectorAll(`${GUTTER} .h > span`).forEach((hour, i) => {
    hour.toggleAttribute('data-covered', Math.abs(GRID_START + i * 60 - now.minute) * pixelsPerMinute < TAG_HEIGHT);
  });
  const onShift = new Set(
    columns.filter((c) => c.stretches.some((s) => s.from <= now.minute && now.minute < s.to)).map((c) => c.id),
  );
  for (const column of element.querySelectorAll<HTMLElement>(CELL)) {
    column.toggleAttribute('data-on-shift-now', onShift.has(column.dataset.col ?? ''));
  }
}

/** Moves the now line each minute by one variable; nothing is drawn again. It is there only on today, within the grid's hours. */
export function useNowLine(
  grid: RefObject<HTMLElement | null>,
  date: LocalDate,
  zone: string,
  columns: readonly ColumnView[],
  pixelsPerMinute: number,
) {
  const line = useRef<NowLine>({ date, zone, columns, pixelsPerMinute });
  useEffect(() => {
    line.current = { date, zone, columns, pixelsPerMinute };
    if (grid.current) show(grid.current, line.current);
  }, [grid, date, zone, columns, pixelsPerMinute]);

  useEffect(() => {
    const again = () => {
      if (grid.current) show(grid.current, line.current);
    };
    let timer: ReturnType<typeof setTimeout>;
    const wait = () => {
      timer = setTimeout(
        () => {
          again();
          wait();
        },
        MINUTE_MS - (Date.now() % MINUTE_MS),
      );
    };
    wait();
    // A tablet that slept shows the right minute as soon as it is looked at.
    document.addEventListener('visibilitychange', again);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', again);
    };
  }, [grid]);
}
