import { type MouseEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useRowRange } from '#calendar/day/use-drawn-range.ts';
import { UPDATING, WEEK_DAY, WEEK_ROW } from '#calendar/reads/grid-dom.ts';
import { addDays, type LocalDate, weekDates } from '#domain/time/time.ts';
import { weekNumberOf } from '#domain/time/week.ts';
import { closedLabel } from '#features/shared/open-words.ts';
import { formatDayLabel, formatWeekday, formatWeekLabel } from '#i18n/formats.ts';
import { useLanguage } from '#i18n/use-language.ts';
import { classNames } from '#ui/style/class-names.ts';
import { useWeekDrag, type WeekDragHost } from './use-week-drag.ts';
import { useWeekFocus } from './use-week-focus.ts';
import { WeekRow } from './week-row.tsx';

export interface WeekGridProps extends WeekDragHost {
  monday: LocalDate;
  today: LocalDate;
  onBook(employee: string, date: LocalDate): void;
  onOpen(eventId: string, date: LocalDate): void;
  /** @param employee whose "+N" it was; none for a whole day */
  onDay(date: LocalDate, employee?: string): void;
}

/** Employees by seven days. It scrolls inside its own box; one listener answers for all cells. */
export function WeekGrid({ salon, rows, events, hold, monday, today, onBook, onOpen, onDay }: WeekGridProps) {
  const { t } = useTranslation('calendar');
  const language = useLanguage();
  const scroller = useRef<HTMLDivElement>(null);
  const table = useRef<HTMLTableElement>(null);
  const focus = useWeekFocus(table, rows, today);
  const drawn = useRowRange(scroller, rows.length);
  useWeekDrag(table, scroller, { salon, rows, events, hold });
  const days = weekDates(monday);

  const onClick = (event: MouseEvent) => {
    const stop = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-week-stop]') : null;
    const date = stop?.closest<HTMLElement>(WEEK_DAY)?.dataset.day;
    if (!stop || !date || stop.closest(UPDATING)) return;
    const row = stop.closest<HTMLElement>(WEEK_ROW)?.dataset.row;
    const what = stop.dataset.weekStop ?? '';
    if (what === 'day' || what.startsWith('+')) onDay(date, row);
    else if (what === 'book' && row) onBook(row, date);
    else onOpen(what, date);
  };
  return (
    <div className="cal-scroll wk-scroll" ref={scroller}>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: it hears the clicks of the buttons in its cells */}
      <table
        ref={table}
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table whose cells are one tab stop
        role="grid"
        className="week"
        aria-label={t('week_grid', { week: formatWeekLabel(monday, addDays(monday, 6), language) })}
        onClick={onClick}
        {...focus}
      >
        <thead>
          <tr data-row="days">
            <th scope="col" className="wk-corner">
              {t('week_number', { number: weekNumberOf(monday) })}
            </th>
            {days.map((date) => {
              const closed = closedLabel(salon.config.open, date, language);
              return (
                <th key={date} scope="col" data-day={date} aria-current={date === today ? 'date' : undefined}>
                  <button
                    type="button"
                    tabIndex={-1}
                    data-week-stop="day"
                    className={classNames('wk-day', date === today && 'today')}
                    aria-label={formatDayLabel(date, language, 'short')}
                    title={t('open_day', { day: formatDayLabel(date, language, 'long') })}
                  >
                    <span>{formatWeekday(date, language, 'short')}</span> <b className="tnum">{Number(date.slice(8))}</b>
                  </button>
                  {closed === null ? null : <span className="wk-closed">{closed}</span>}
                </th>
              );
            })}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <WeekRow key={row.id} row={row} drawn={index >= drawn.from && index < drawn.to} />
          ))}
        </tbody>
      </table>
    </div>
  );
}
