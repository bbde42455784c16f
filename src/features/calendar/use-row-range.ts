import { type RefObject, useEffect, useState } from 'react';
import { type ColumnRange, columnsInView } from './use-column-range.ts';

/** From this many rows on, only those in view draw their appointments. */
const MANY = 15;
/** No row is lower, px. */
const LEAST_HEIGHT = 100;
const ALL: ColumnRange = { from: 0, to: Number.POSITIVE_INFINITY };

/** Which rows of the week lie in view, and two more at each end. All rows are equally high. */
export function useRowRange(scroller: RefObject<HTMLElement | null>, count: number): ColumnRange {
  const [range, setRange] = useState<ColumnRange>(() =>
    count < MANY ? ALL : columnsInView(0, window.innerHeight, LEAST_HEIGHT, count),
  );
  useEffect(() => {
    const box = scroller.current;
    if (!box || count < MANY) {
      setRange(ALL);
      return;
    }
    const measure = () => {
      const height = box.querySelector<HTMLElement>('.wk-row')?.offsetHeight || LEAST_HEIGHT;
      const next = columnsInView(box.scrollTop, box.clientHeight, height, count);
      setRange((old) => (old.from === next.from && old.to === next.to ? old : next));
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
