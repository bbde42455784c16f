import './find-slot.css';
import { type CSSProperties, useLayoutEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { ColumnView } from '#calendar/reads/day-view.ts';
import { formatTimeRange } from '#domain/date-format.ts';
import { GRID_END, GRID_START } from '#domain/day-grid.ts';
import type { LocalDate } from '#domain/time.ts';

/** The free slot that is chosen in the search: the grid draws it, and takes a click on it as Enter. */
export interface FoundSlot {
  readonly resourceId: string;
  readonly date: LocalDate;
  /** Minutes of the day. */
  readonly from: number;
  readonly to: number;
  book(): void;
}

export const foundSlot = createStore<{ readonly shown: FoundSlot | null }>(() => ({ shown: null }));

/** Room between the slot and the panel of the search, px. */
const BESIDE = 12;

interface FoundMarkProps {
  date: LocalDate;
  columns: readonly Pick<ColumnView, 'id'>[];
}

/** Stands in the day's grid; draws nothing while no slot of that day is chosen. The list says all of it, so it is not read out. */
export function FoundMark(props: FoundMarkProps) {
  const shown = useStore(foundSlot, (state) => (state.shown?.date === props.date ? state.shown : null));
  return shown ? <ShownMark {...props} shown={shown} /> : null;
}

function ShownMark({ date, columns, shown }: FoundMarkProps & { shown: FoundSlot }) {
  const { t } = useTranslation('calendar');
  const mark = useRef<HTMLButtonElement>(null);
  const column = columns.findIndex(({ id }) => id === shown.resourceId);
  const from = Math.max(GRID_START, shown.from);
  const to = Math.min(GRID_END, shown.to);
  const drawn = column >= 0 && from < to;
  // biome-ignore lint/correctness/useExhaustiveDependencies: it comes into view when it is drawn or drawn elsewhere
  useLayoutEffect(() => {
    const scroller = mark.current?.closest<HTMLElement>('.cal-scroll');
    if (!mark.current || !scroller) return;
    // What lies under the panel can be scrolled out from under it, also where all columns fit.
    const panel = document.querySelector('[data-find]')?.getBoundingClientRect();
    const covered = panel ? Math.max(0, scroller.getBoundingClientRect().right - panel.left) + BESIDE : 0;
    scroller.style.setProperty('--found-room', `${covered}px`);
    scroller.dataset.found = '';
    mark.current.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    return () => {
      scroller.style.removeProperty('--found-room');
      delete scroller.dataset.found;
    };
  }, [drawn, column, from, to, date]);
  if (!drawn) return null;
  return (
    <button
      ref={mark}
      type="button"
      tabIndex={-1}
      aria-hidden="true"
      className="dropslot found-slot"
      style={{ gridColumn: `${column + 2} / span 1`, '--from': from, '--to': to } as CSSProperties}
      onClick={shown.book}
    >
      <span className="block font-semibold">{formatTimeRange(shown.from, shown.to)}</span>
      <span className="block">{t('found_free')}</span>
    </button>
  );
}

/** In the week a chosen slot is a cell of its table: a rule marks it, so that no cell has to listen. */
export function FoundCell() {
  const shown = useStore(foundSlot, (state) => state.shown);
  const cell = shown && `.wk-row[data-row="${CSS.escape(shown.resourceId)}"] > [data-day="${shown.date}"]`;
  useLayoutEffect(() => {
    if (!cell) return;
    // No <style>: the page's policy takes none.
    const rules = new CSSStyleSheet();
    rules.replaceSync(`${cell} { box-shadow: inset 0 0 0 2px var(--color-primary); }`);
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, rules];
    return () => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((sheet) => sheet !== rules);
    };
  }, [cell]);
  return null;
}
