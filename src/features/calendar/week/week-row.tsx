import { Plus } from 'lucide-react';
import { type CSSProperties, memo } from 'react';
import { useTranslation } from 'react-i18next';
import { shortName, splitName } from '#domain/people/names.ts';
import { formatTime } from '#domain/time/time-format.ts';
import { WEEK_BOOK_AT, WEEK_CELL_MAX } from '#domain/time/week.ts';
import { FILL_CLASS, Marks } from '#features/shared/event-marks.tsx';
import { formatDayMonth, formatWeekday } from '#i18n/formats.ts';
import { useLanguage } from '#i18n/use-language.ts';
import { EmployeeAvatar } from '#ui/page/avatar.tsx';
import { classNames } from '#ui/style/class-names.ts';
import type { WeekCell, WeekChip, WeekRowView } from './week-build.ts';

/** Five pastels, by row (WEEK-07). */
const TINTS = ['bg-row-1', 'bg-row-2', 'bg-row-3', 'bg-row-4', 'bg-row-5'];

interface WeekRowProps {
  row: WeekRowView;
  /** Only rows in view draw their appointments. */
  drawn: boolean;
}

/** One employee's week. It is drawn again only when something of it changed. */
export const WeekRow = memo(function WeekRow({ row, drawn }: WeekRowProps) {
  const { t } = useTranslation('calendar');
  const { first, last } = splitName(row.name);
  return (
    <tr className="wk-row" data-row={row.id} aria-label={row.name}>
      <th scope="row" className="wk-who" title={row.name}>
        <span className="flex items-center gap-2.5">
          <EmployeeAvatar name={row.name} color={row.color} />
          <span className="min-w-0 font-semibold leading-tight">
            <span className="wk-long">
              <span className="block truncate">{first}</span> <span className="block truncate">{last}</span>
            </span>{' '}
            <span className="wk-short text-2xs font-normal">{shortName(first)}</span>
            {row.mark ? (
              <span className="block truncate text-2xs font-semibold text-warning">{t(row.mark)}</span>
            ) : row.position ? (
              <span className="wk-long block truncate text-2xs font-normal text-ink-3">{row.position}</span>
            ) : null}
          </span>
        </span>
      </th>
      {row.cells.map((cell) => (
        <Cell key={cell.date} cell={cell} employee={row.name} tint={row.tint} bookable={row.mark === null} drawn={drawn} />
      ))}
    </tr>
  );
});

interface CellProps {
  cell: WeekCell;
  employee: string;
  tint: number;
  /** The employee takes bookings: one who is inactive or deleted does not. */
  bookable: boolean;
  drawn: boolean;
}

const Cell = memo(function Cell({ cell, employee, tint, bookable, drawn }: CellProps) {
  const { t } = useTranslation('calendar');
  const language = useLanguage();
  const { date, chips, off } = cell;
  const day = `${formatWeekday(date, language, 'long')}, ${formatDayMonth(date, language)}`;
  const shown = drawn ? chips.slice(0, WEEK_CELL_MAX) : [];
  const more = chips.length - WEEK_CELL_MAX;
  const last = more > 0 ? shown.pop() : undefined;
  // Its appointments leave no room to press: below them it has a strip of its own.
  const full = bookable && more >= 0;
  return (
    <td className={classNames('wk-cell', off ? 'off' : TINTS[tint - 1], full && 'full')} data-day={date}>
      {cell.away && chips.length < WEEK_CELL_MAX ? <span className="wk-away">{t('away')}</span> : null}
      {shown.map((chip) => (
        <Chip key={chip.id} chip={chip} />
      ))}
      {last ? (
        <div className="wk-pair">
          <Chip chip={last} />
          <button
            type="button"
            tabIndex={-1}
            data-week-stop={`+${date}`}
            className="wk wk-more"
            style={{ '--c': last.color } as CSSProperties}
            aria-label={t('week_more', { count: more, day, employee })}
          >
            +{more}
          </button>
        </div>
      ) : null}
      <button
        type="button"
        tabIndex={-1}
        data-week-stop="book"
        className="wk-book"
        disabled={!bookable}
        aria-label={t('week_book', { day, employee, time: formatTime(WEEK_BOOK_AT) })}
      >
        {full ? <Plus className="i i-sm" aria-hidden="true" /> : null}
      </button>
    </td>
  );
});

const Chip = memo(function Chip({ chip }: { chip: WeekChip }) {
  const { name, short } = chip;
  // The whole name is what is written, the short one is drawn over it: what is seen begins what is read out (WCAG 2.5.3).
  const drawn = short === name ? {} : { className: 'wk-name', 'data-short': short, 'data-first': splitName(short).first };
  return (
    <button
      type="button"
      tabIndex={-1}
      data-week-stop={chip.id}
      data-event={chip.id}
      data-fixed
      data-read={chip.onlyRead || undefined}
      data-visit={chip.visit}
      className={classNames('wk', FILL_CLASS[chip.fill], (chip.unsent || chip.trouble) && 'unsynced', chip.open && 'double')}
      style={{ '--c': chip.color } as CSSProperties}
      aria-label={chip.chipLabel}
    >
      <b>{chip.time}</b> <span {...drawn}>{name}</span>
      <Marks event={chip} />
    </button>
  );
});
