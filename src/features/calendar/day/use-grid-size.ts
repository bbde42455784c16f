import { type RefObject, useCallback, useLayoutEffect, useSyncExternalStore } from 'react';
import { SCROLLER } from '#calendar/reads/grid-dom.ts';
import type { BoxSize } from './event-box.ts';
import { chosenZoom } from './zoom.ts';

const LANE_MIN = 72;
const LANES = { least: 2, most: 4 };

/** Lanes for overlapping appointments follow the column's width, never the data (src/README.md, “How it looks”). */
export function lanesFor(columnWidth: number): number {
  return Math.min(LANES.most, Math.max(LANES.least, Math.floor(columnWidth / LANE_MIN)));
}

/** px of a rem where nobody has chosen another size of text in the browser. */
const REM = 16;

function pixels(style: CSSStyleDeclaration, name: string, width: number): number {
  const value = style.getPropertyValue(name).trim();
  const number = Number.parseFloat(value);
  if (value.endsWith('vw')) return (number * width) / 100;
  return value.endsWith('rem') ? number * REM : number;
}

/** How the boxes are drawn, and how many lanes a column holds, read from the tokens: density, window and size of text decide. */
export function useGridSize(columnCount: number): BoxSize & { maxLanes: number } {
  const subscribe = useCallback((changed: () => void) => {
    const watched = new MutationObserver(changed);
    watched.observe(document.documentElement, { attributes: true, attributeFilter: ['data-density', 'data-zoom'] });
    window.addEventListener('resize', changed);
    // The side menu opens and closes without the window changing.
    const resized = new ResizeObserver(changed);
    const box = document.querySelector(SCROLLER);
    if (box) resized.observe(box);
    return () => {
      watched.disconnect();
      resized.disconnect();
      window.removeEventListener('resize', changed);
    };
  }, []);
  const read = () => {
    const style = getComputedStyle(document.documentElement);
    const room = document.querySelector(SCROLLER)?.clientWidth ?? window.innerWidth;
    const least = pixels(style, '--cal-col-min', window.innerWidth) || 128;
    const gutter = pixels(style, '--cal-gutter-w', window.innerWidth) || 60;
    const column = Math.max(least, (room - gutter) / Math.max(1, columnCount));
    // Of a grid that is about to be drawn the root does not say it yet, and today's place would be found with another height.
    const hour = chosenZoom() ?? (pixels(style, '--cal-hour-h', window.innerWidth) || 60);
    const hit = pixels(style, '--hit-min', window.innerWidth) || 24;
    const text = (Number.parseFloat(style.fontSize) || REM) / REM;
    return `${hour}/${hit}/${text}/${lanesFor(column)}`;
  };
  const [hourHeight = 60, hit = 24, text = 1, maxLanes = 2] = useSyncExternalStore(subscribe, read).split('/').map(Number);
  return { hourHeight, hit, text, maxLanes };
}

/** Up to these widths a column shows less of an appointment (calendar.css), px. */
const STEPS = [91, 139, 167, 183, 197, 207, 267, 271, 351];

/**
 * Says at the grid which of them its columns do not exceed: `data-narrow="197 207 …"`. All columns are equally wide: one is
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
