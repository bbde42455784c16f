import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { usePlace } from '#calendar/event/use-place.ts';
import { followLifts } from '#calendar/move/follow-lifts.ts';
import type { EventRow } from '#calendar/reads/booking-view.ts';
import type { SalonPart } from '#calendar/reads/calendar-reads.ts';
import { EVENT, READ, UPDATING, WEEK_DAY, WEEK_ROW } from '#calendar/reads/grid-dom.ts';
import { clockSpan } from '#domain/time/clock-span.ts';
import { formatTimeRange } from '#domain/time/time-format.ts';
import { formatDay } from '#i18n/formats.ts';
import { useLanguage } from '#i18n/use-language.ts';
import { toast } from '#ui/overlay/toast-store.ts';
import { findChip, type WeekRowView } from './week-build.ts';
import { WeekDrag } from './week-drag.ts';
import { placeIn, readCell, type WeekCellId, type WeekReading, weekRowOf } from './week-drop.ts';

export interface WeekDragHost {
  salon: SalonPart;
  rows: readonly WeekRowView[];
  events: readonly EventRow[];
  /** Live changes wait until the returned function is called. */
  hold(): () => void;
}

/** Returns the cell of the pressed chip. */
function cellIdOf(source: HTMLElement): WeekCellId | null {
  const date = source.closest<HTMLElement>(WEEK_DAY)?.dataset.day;
  const row = source.closest<HTMLElement>(WEEK_ROW)?.dataset.row;
  return date && row ? { date, row } : null;
}

/**
 * Dragging appointments of the week between its cells: to another day, another employee, or both, at the same time of the day.
 * A part of a visit takes the others with it, with Alt held it goes alone. The rules of a drop are the day's (DRAG-19). The
 * listeners stand once for a table; the handlers read the newest of what is shown.
 */
export function useWeekDrag(
  table: RefObject<HTMLElement | null>,
  scroller: RefObject<HTMLElement | null>,
  { salon, rows, events, hold }: WeekDragHost,
): void {
  const { t } = useTranslation(['calendar', 'booking', 'visits']);
  const language = useLanguage();
  const place = usePlace(salon);
  const zone = salon.config.timezone;

  const eventOf = (source: HTMLElement) => events.find(({ id }) => id === source.dataset.event);
  const drop = async (source: HTMLElement, from: WeekCellId, to: WeekCellId, alone: boolean) => {
    const event = eventOf(source);
    const chip = event && findChip(rows, event.id, from.date);
    const row = weekRowOf(rows, to.row);
    if (!event || !chip || !row) return;
    if (row.mark !== null) {
      const where = { employee: row.name, time: chip.event.time };
      toast({ title: t('drag.returned'), description: t('drag.returned_off_shift', where), variant: 'destructive' });
      return;
    }
    source.dataset.updating = '';
    try {
      await place({ event, name: chip.event.name }, placeIn(event, from, to, zone), alone);
    } catch (error) {
      console.error('Nothing could be checked or moved', error);
      toast({ title: t('booking:failed_title'), description: t('booking:move_failed'), variant: 'destructive' });
    }
    delete source.dataset.updating;
  };
  const read = (source: HTMLElement, from: WeekCellId, to: WeekCellId, alone: boolean): WeekReading | null => {
    const event = eventOf(source);
    return event ? readCell(event, from, to, alone, { rows, events, zone, open: salon.config.open, rooms: salon.rooms }) : null;
  };
  const words = (source: HTMLElement, to: WeekCellId, alone: boolean, reading: WeekReading | null) => {
    const time = source.querySelector('b')?.textContent ?? '';
    const where = `${formatDay(to.date, language)}, ${time} → ${weekRowOf(rows, to.row)?.name ?? ''}`;
    const span = reading?.visit ? clockSpan(reading.visit, zone) : null;
    const whole = span ? t('visits:whole', { range: formatTimeRange(span.from, span.to) }) : alone ? t('visits:part_alone') : '';
    const over = reading && reading.overlaps > 0 && !reading.refusal ? t('booking:lift.overlaps_short') : '';
    return [where, whole, over].filter(Boolean).join(' · ');
  };
  const refusal = (reading: WeekReading | null) => {
    if (!reading?.refusal) return '';
    const { why, employee } = reading.refusal;
    return `${employee === null ? '' : `${employee}: `}${t(`booking:lift.${why}`)}`;
  };
  const host = useRef({ hold, drop, read, words, refusal });
  useLayoutEffect(() => {
    host.current = { hold, drop, read, words, refusal };
  });

  useEffect(() => {
    const surface = table.current;
    const box = scroller.current;
    if (!surface || !box) return;
    return followLifts(surface, `${EVENT}:not(${READ}, ${UPDATING})`, {
      hold: () => host.current.hold(),
      lift({ source, x, y }) {
        const from = cellIdOf(source);
        if (!from) return null;
        return new WeekDrag({
          ...{ source, from, table: surface, scroller: box, pressed: { x, y } },
          read(cell, alone) {
            const { read: readTo, words: wordsOf, refusal: refusalOf } = host.current;
            const reading = readTo(source, from, cell, alone);
            return { words: wordsOf(source, cell, alone, reading), refusal: refusalOf(reading) };
          },
        });
      },
      drop({ start: { source, from }, target, isAlone }) {
        const moved = target.date !== from.date || target.row !== from.row;
        if (moved) void host.current.drop(source, from, target, isAlone);
      },
    });
  }, [table, scroller]);
}
