import { type RefObject, useEffect } from 'react';
import { formatTime } from '#domain/date-format.ts';
import { GRID_END, GRID_START } from '#domain/day-grid.ts';
import { type LocalDate, MINUTE_MS, zonedPartsOfMs } from '#domain/time.ts';
import type { ColumnView } from './day-view.ts';

/** px, with a little air. */
const TAG_HEIGHT = 20;

/** Moves the now line each minute by one variable; nothing is drawn again. It is there only on today, within the grid's hours. */
export function useNowLine(
  grid: RefObject<HTMLElement | null>,
  date: LocalDate,
  zone: string,
  columns: readonly ColumnView[],
  pixelsPerMinute: number,
) {
  useEffect(() => {
    const show = () => {
      const element = grid.current;
      if (!element) return;
      const now = zonedPartsOfMs(Date.now(), zone);
      const shown = now.date === date && now.minute >= GRID_START && now.minute < GRID_END;
      element.toggleAttribute('data-now', shown);
      if (!shown) {
        for (const hour of element.querySelectorAll('[data-covered]')) hour.removeAttribute('data-covered');
        return;
      }
      element.style.setProperty('--now', String(now.minute));
      const tag = element.querySelector('.cal-now-tag');
      if (tag) tag.textContent = formatTime(now.minute);
      // The tag would cover the hour beside it.
      element.querySelectorAll('.cal-gutter .h > span').forEach((hour, i) => {
        hour.toggleAttribute('data-covered', Math.abs(GRID_START + i * 60 - now.minute) * pixelsPerMinute < TAG_HEIGHT);
      });
      const onShift = new Set(
        columns.filter((c) => c.stretches.some((s) => s.from <= now.minute && now.minute < s.to)).map((c) => c.id),
      );
      for (const column of element.querySelectorAll<HTMLElement>('[data-col]')) {
        column.toggleAttribute('data-on-shift-now', onShift.has(column.dataset.col ?? ''));
      }
    };
    show();
    let timer = setTimeout(
      function tick() {
        show();
        timer = setTimeout(tick, MINUTE_MS - (Date.now() % MINUTE_MS));
      },
      MINUTE_MS - (Date.now() % MINUTE_MS),
    );
    // A tablet that slept shows the right minute as soon as it is looked at.
    document.addEventListener('visibilitychange', show);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', show);
    };
  }, [grid, date, zone, columns, pixelsPerMinute]);
}
