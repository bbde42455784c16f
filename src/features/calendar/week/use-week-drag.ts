import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { hoverEnds } from '#calendar/event/card-hover.ts';
import { usePlace } from '#calendar/event/use-place.ts';
import { followVisits } from '#calendar/move/follow-visits.ts';
import type { EventRow } from '#calendar/reads/booking-view.ts';
import type { SalonPart } from '#calendar/reads/calendar-reads.ts';
import { EVENT, READ, UPDATING, WEEK_DAY, WEEK_ROW } from '#calendar/reads/grid-dom.ts';
import { closeCard } from '#calendar/state/card-store.ts';
import { addDays, daysBetween, zonedParts } from '#domain/time.ts';
import { movedToDay } from '#domain/week.ts';
import { formatDay } from '#i18n/formats.ts';
import { useLanguage } from '#i18n/use-language.ts';
import { afterPaint } from '#ui/after-paint.ts';
import { enterBusy } from '#ui/busy.ts';
import { followDrags } from '#ui/drag-gesture.ts';
import { toast } from '#ui/toast-store.ts';
import { findChip, type WeekRowView } from './week-build.ts';
import { WeekDrag } from './week-drag.ts';
import type { WeekCellId } from './week-geometry.ts';

export interface WeekDragHost {
  salon: SalonPart;
  rows: readonly WeekRowView[];
  events: readonly EventRow[];
  /** Live changes wait until the returned function is called. */
  hold(): () => void;
}

const rowOf = (rows: readonly WeekRowView[], { row }: WeekCellId) => rows.find(({ id }) => id === row);
const cellOf = (rows: readonly WeekRowView[], id: WeekCellId) => rowOf(rows, id)?.cells.find(({ date }) => date === id.date);

/** Where the pressed chip stands. */
function cellIdOf(source: HTMLElement): WeekCellId | null {
  const date = source.closest<HTMLElement>(WEEK_DAY)?.dataset.day;
  const row = source.closest<HTMLElement>(WEEK_ROW)?.dataset.row;
  return date && row ? { date, row } : null;
}

/**
 * Dragging appointments of the week between its cells: to another day, another employee, or both, at the same time of the day.
 * The rules of a drop are the day's (DRAG-19). Listened for once for a table; the handlers read the newest of what is shown.
 */
export function useWeekDrag(
  table: RefObject<HTMLElement | null>,
  scroller: RefObject<HTMLElement | null>,
  { salon, rows, events, hold }: WeekDragHost,
): void {
  const { t } = useTranslation(['calendar', 'booking']);
  const language = useLanguage();
  const place = usePlace(salon);
  const zone = salon.config.timezone;

  const drop = async (source: HTMLElement, from: WeekCellId, to: WeekCellId) => {
    const event = events.find(({ id }) => id === source.dataset.event);
    const chip = event && findChip(rows, event.id, from.date);
    const row = rowOf(rows, to);
    if (!event || !chip || !row) return;
    if (row.mark !== null) {
      const where = { employee: row.name, time: chip.event.time };
      toast({ title: t('drag.returned'), description: t('drag.returned_off_shift', where), variant: 'destructive' });
      return;
    }
    // What runs over midnight stands in two cells: it moves by as many days as the one that was taken.
    const days = daysBetween(from.date, to.date);
    const date = addDays(zonedParts(event.start_time, zone).date, days);
    source.dataset.updating = '';
    try {
      await place({ event, name: chip.event.name }, movedToDay(event, date, to.row, zone));
    } catch (error) {
      console.error('Nothing could be checked or moved', error);
      toast({ title: t('booking:failed_title'), description: t('booking:move_failed'), variant: 'destructive' });
    }
    delete source.dataset.updating;
  };
  const host = useRef({ rows, hold, drop, words: (_source: HTMLElement, _cell: WeekCellId): string => '' });
  useLayoutEffect(() => {
    const words = (source: HTMLElement, cell: WeekCellId) => {
      const time = source.querySelector('b')?.textContent ?? '';
      return `${formatDay(cell.date, language)}, ${time} → ${rowOf(rows, cell)?.name ?? ''}`;
    };
    host.current = { rows, hold, drop, words };
  });

  useEffect(() => {
    const surface = table.current;
    const box = scroller.current;
    if (!surface || !box) return;
    let dragged: { drag: WeekDrag; source: HTMLElement; from: WeekCellId; free(): void } | null = null;
    const finish = () => {
      const was = dragged;
      dragged = null;
      was?.drag.end();
      was?.free();
      return was;
    };
    const endVisits = followVisits(surface);
    const endDrags = followDrags(surface, `${EVENT}:not(${READ}, ${UPDATING})`, {
      press() {
        const release = host.current.hold();
        return () => afterPaint(release);
      },
      start({ source, x, y }) {
        const from = cellIdOf(source);
        if (!from) return false;
        hoverEnds();
        closeCard();
        const drag = new WeekDrag({
          ...{ source, from, table: surface, scroller: box, pointer: { x, y } },
          words: (cell) => host.current.words(source, cell),
          isOff: (cell) => rowOf(host.current.rows, cell)?.mark !== null || cellOf(host.current.rows, cell)?.off !== false,
        });
        dragged = { drag, source, from, free: enterBusy('drag') };
        return true;
      },
      move: (x, y) => dragged?.drag.move(x, y),
      drop() {
        const was = finish();
        if (!was) return;
        const { drag, source, from } = was;
        const moved = drag.target.date !== from.date || drag.target.row !== from.row;
        if (moved) void host.current.drop(source, from, drag.target);
      },
      cancel: () => void finish(),
    });
    return () => {
      endVisits();
      endDrags();
    };
  }, [table, scroller]);
}
