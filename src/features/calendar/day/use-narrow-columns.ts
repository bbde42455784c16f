import { type RefObject, useLayoutEffect } from 'react';

/** Up to these widths a column shows less of an appointment (calendar.css), px. */
const STEPS = [84, 132, 160, 176, 190, 200, 260, 264, 344];

/**
 * Says at the grid which of them its columns do not exceed: `data-narrow="190 200 …"`. All columns are equally wide: one is
 * asked, after layout. A container of its own for each would be the same and cost a day a tenth of its drawing.
 * @param ruler stands in the grid before the columns: its effects come before their appointments are drawn, which so are
 * drawn once.
 */
export function useNarrowColumns(ruler: RefObject<HTMLElement | null>, count: number, first: string | undefined): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: another number or another first one is another column to ask
  useLayoutEffect(() => {
    const grid = ruler.current?.parentElement;
    const column = grid?.querySelector('.cal-col');
    if (!grid || !column) return;
    const say = (width: number) => {
      const narrow = STEPS.filter((step) => width <= step).join(' ');
      if (width > 0 && grid.dataset.narrow !== narrow) grid.dataset.narrow = narrow;
    };
    say(column.clientWidth);
    const asked = new ResizeObserver(([seen]) => say(seen?.contentRect.width ?? 0));
    asked.observe(column);
    return () => asked.disconnect();
  }, [ruler, count, first]);
}
