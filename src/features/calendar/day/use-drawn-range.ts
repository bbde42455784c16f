/** Which columns of the day and which rows of the week draw their appointments: from many on, only those in view. */

import { type RefObject, useEffect, useState } from 'react';
import { CELL, RULER } from '#calendar/reads/grid-dom.ts';

/** From this many on. */
const MANY = 15;
/** Drawn beyond each edge of the view, once what is in view has been painted. */
const SPARE = 2;
const PAINTED_MS = 200;
const ALL: DrawnRange = { from: 0, to: Number.POSITIVE_INFINITY };

export interface DrawnRange {
  from: number;
  to: number;
}

/** Pixels, where all are equally large; else their number. */
interface Measured {
  scrolled: number;
  room: number;
  size: number;
}

interface Axis {
  /** Before anything is drawn: the window, and the least that one of them takes. */
  guess(): Measured;
  measure(box: HTMLElement): Measured;
}

const COLUMNS: Axis = {
  guess: () => ({ scrolled: 0, room: window.innerWidth, size: 120 }), // --cal-col-min
  measure: (box) => ({
    scrolled: box.scrollLeft,
    room: box.clientWidth - (box.querySelector(RULER)?.clientWidth ?? 0),
    size: box.querySelector(CELL)?.clientWidth || 1,
  }),
};

const ROWS: Axis = {
  guess: () => ({ scrolled: 0, room: window.innerHeight, size: 100 }),
  // A row with a full cell is higher than others: they are counted.
  measure(box) {
    const rows = [...box.querySelectorAll<HTMLElement>('.wk-row')];
    const ends = rows.map((row) => row.offsetTop + (row.offsetHeight || 100));
    const above = ends.filter((end) => end <= box.scrollTop).length;
    const bottom = box.scrollTop + box.clientHeight;
    return { scrolled: above, room: rows.filter((row, i) => i >= above && row.offsetTop < bottom).length, size: 1 };
  },
};

function inView({ scrolled, room, size }: Measured, count: number, spare: number): DrawnRange {
  const first = Math.floor(scrolled / size) - spare;
  const last = Math.ceil((scrolled + room) / size) + spare;
  return { from: Math.max(0, first), to: Math.min(count, last) };
}

/** During a drag the range only grows: taking a lifted appointment away would end a touch drag. */
function useDrawnRange(axis: Axis, scroller: RefObject<HTMLElement | null>, count: number): DrawnRange {
  const [range, setRange] = useState<DrawnRange>(() => (count < MANY ? ALL : inView(axis.guess(), count, 0)));
  useEffect(() => {
    const box = scroller.current;
    if (!box || count < MANY) {
      setRange(ALL);
      return;
    }
    const measure = () => {
      const next = inView(axis.measure(box), count, SPARE);
      setRange((old) => {
        const grown = 'dragging' in box.dataset ? { from: Math.min(old.from, next.from), to: Math.max(old.to, next.to) } : next;
        return grown.from === old.from && grown.to === old.to ? old : grown;
      });
    };
    // Its first report comes as soon as it watches. The box also changes with the side menu.
    const resized = new ResizeObserver(measure);
    const painted = setTimeout(() => resized.observe(box), PAINTED_MS);
    box.addEventListener('scroll', measure, { passive: true });
    return () => {
      clearTimeout(painted);
      resized.disconnect();
      box.removeEventListener('scroll', measure);
    };
  }, [axis, scroller, count]);
  return range;
}

export const useColumnRange = (scroller: RefObject<HTMLElement | null>, count: number) => useDrawnRange(COLUMNS, scroller, count);
export const useRowRange = (scroller: RefObject<HTMLElement | null>, count: number) => useDrawnRange(ROWS, scroller, count);
