import { SCROLLER, weekDayIs, weekRowIs } from '#calendar/reads/grid-dom.ts';
import './find-slot.css';
import { type CSSProperties, useLayoutEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type { ColumnView } from '#calendar/reads/day-view.ts';
import { GRID_END, GRID_START } from '#domain/booking/day-layout.ts';
import type { LocalDate } from '#domain/time/time.ts';
import { formatTimeRange } from '#domain/time/time-format.ts';
import { type FoundPart, type FoundSlot, foundSlot, slotParts } from './found-slot.ts';

/** Room between the slot and the panel of the search, px. */
const BESIDE = 12;

export interface FoundMarkProps {
  date: LocalDate;
  columns: readonly Pick<ColumnView, 'id'>[];
}

/** The chosen slot in the day’s grid, each service of it at its own place, and the grid scrolled so that the first is seen. */
export function ShownMark({ date, columns, shown }: FoundMarkProps & { shown: FoundSlot }) {
  const { t } = useTranslation('calendar');
  const mark = useRef<HTMLButtonElement>(null);
  const parts = slotParts(shown).flatMap((part) => {
    const column = columns.findIndex(({ id }) => id === part.resourceId);
    const from = Math.max(GRID_START, part.from);
    const to = Math.min(GRID_END, part.to);
    return part.date === date && column >= 0 && from < to
      ? [{ column, from, to, times: formatTimeRange(part.from, part.to) }]
      : [];
  });
  const drawn = JSON.stringify(parts);
  // biome-ignore lint/correctness/useExhaustiveDependencies: it comes into view when it is drawn or drawn elsewhere
  useLayoutEffect(() => {
    const scroller = mark.current?.closest<HTMLElement>(SCROLLER);
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
  }, [drawn, date]);
  return parts.map(({ column, from, to, times }, at) => (
    <button
      key={`${column}/${from}`}
      ref={at === 0 ? mark : undefined}
      type="button"
      tabIndex={-1}
      aria-hidden="true"
      className="dropslot found-slot"
      style={{ gridColumn: `${column + 2} / span 1`, '--from': from, '--to': to } as CSSProperties}
      onClick={shown.book}
    >
      <span className="block font-semibold">{times}</span>
      <span className="block">{t('found_free')}</span>
    </button>
  ));
}

const cellOf = ({ resourceId, date }: FoundPart) => `.wk-row${weekRowIs(resourceId)} > ${weekDayIs(date)}`;

/** In the week a chosen slot is a cell of its table: a rule marks it, so that no cell has to listen. */
export function FoundCell() {
  const shown = useStore(foundSlot, (state) => state.shown);
  const cell = shown && slotParts(shown).map(cellOf).join();
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
