import { type RefObject, useEffect, useState } from 'react';

/** From this many columns on, only those in view draw their appointments. */
const MANY = 15;
/** Columns drawn beyond each edge of the view. */
const SPARE = 2;
/** No column is narrower, px (--cal-col-min). */
const LEAST_WIDTH = 120;
const ALL = { from: 0, to: Number.POSITIVE_INFINITY };

export interface ColumnRange {
  from: number;
  to: number;
}

/** Which of `count` equal columns lie in view. During a drag it only grows: taking a lifted one away would end a touch drag. */
export function columnsInView(left: number, width: number, columnWidth: number, count: number): ColumnRange {
  const first = Math.floor(left / columnWidth) - SPARE;
  const last = Math.ceil((left + width) / columnWidth) + SPARE;
  return { from: Math.max(0, first), to: Math.min(count, last) };
}

export function useColumnRange(scroller: RefObject<HTMLElement | null>, count: number): ColumnRange {
  const [range, setRange] = useState<ColumnRange>(() =>
    count < MANY ? ALL : columnsInView(0, window.innerWidth, LEAST_WIDTH, count),
  );
  useEffect(() => {
    const box = scroller.current;
    if (!box || count < MANY) {
      setRange(ALL);
      return;
    }
    const measure = () => {
      const cell = box.querySelector('[data-col]');
      const ruler = box.querySelector('.cal-ruler')?.clientWidth ?? 0;
      const width = cell?.clientWidth || 1;
      const next = columnsInView(box.scrollLeft, box.clientWidth - ruler, width, count);
      setRange((old) => {
        const grown = 'dragging' in box.dataset ? { from: Math.min(old.from, next.from), to: Math.max(old.to, next.to) } : next;
        return grown.from === old.from && grown.to === old.to ? old : grown;
      });
    };
    measure();
    const resized = new ResizeObserver(measure);
    resized.observe(box);
    box.addEventListener('scroll', measure, { passive: true });
    return () => {
      resized.disconnect();
      box.removeEventListener('scroll', measure);
    };
  }, [scroller, count]);
  return range;
}
