import { type RefObject, useLayoutEffect } from 'react';

/** Up to these widths a column shows less of an appointment (calendar.css), px. */
const STEPS = [84, 132, 160, 176, 190, 200, 260, 264, 344];

/**
 * Says at the grid which of them its columns do not exceed: `data-narrow="190 200 …"`. All columns are equally wide: one is
 * asked, after layout. A container of its own for each would be the same and cost a day a tenth of its drawing.
 */
export function useNarrowColumns(grid: RefObject<HTMLElement | null>, count: number, first: string | undefined): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: another number or another first one is another column to ask
  useLayoutEffect(() => {
    const column = grid.current?.querySelector('.cal-col');
    if (!column) return;
    const asked = new ResizeObserver(([seen]) => {
      const width = seen?.contentRect.width;
      if (!width || !grid.current) return;
      const narrow = STEPS.filter((step) => width <= step).join(' ');
      if (grid.current.dataset.narrow !== narrow) grid.current.dataset.narrow = narrow;
    });
    asked.observe(column);
    return () => asked.disconnect();
  }, [grid, count, first]);
}
