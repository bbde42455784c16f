import { useTranslation } from 'react-i18next';
import { unbroken } from '#calendar/reads/event-words.ts';
import type { SalonDays } from '#domain/booking/open-days.ts';
import { closedLabel } from '#features/shared/open-words.ts';
import { formatShortDate, formatWeekday } from '#i18n/formats.ts';
import { useLanguage } from '#i18n/use-language.ts';
import { classNames } from '#ui/style/class-names.ts';
import type { WeekSheetRow } from './day-sheet-build.ts';

export interface WeekSheetProps {
  /** „16–22 ноември 2026“ */
  week: string;
  salon: string;
  dates: readonly string[];
  /** When the salon is open. */
  open: SalonDays | null;
  rows: readonly WeekSheetRow[];
  services: boolean;
  phones: boolean;
}

/** The week on paper: a row for each employee, a column for each day. */
export function WeekSheet({ week, salon, dates, open, rows, services, phones }: WeekSheetProps) {
  const { t } = useTranslation('calendar');
  const language = useLanguage();
  const total = rows.reduce((sum, { days }) => sum + days.reduce((all, { bookings }) => all + bookings, 0), 0);
  return (
    <>
      <header className="sheet-head">
        <div>
          <h1>{week}</h1>
          <span>{salon}</span>
        </div>
        <span className="right">{t('appointments', { count: total })}</span>
      </header>
      <table className="grid-table">
        <thead>
          <tr>
            <th scope="col">{t('reservation.employee')}</th>
            {dates.map((date) => (
              <th key={date} scope="col">
                {formatWeekday(date, language, 'long')}
                <br />
                {formatShortDate(date, language)}
                <span className="closed">{closedLabel(open, date, language)}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ id, name, days }) => (
            <tr key={id}>
              <th scope="row">{name}</th>
              {days.map((day, n) => (
                <td key={dates[n]}>
                  <span className="line">{day.hours || t(day.off)}</span>
                  {day.rows.map((row) => (
                    <span key={row.id} className={classNames('line', row.kind === 'cancelled' && 'struck')}>
                      {unbroken(row.range)} <b>{row.who}</b>
                      {services && row.service ? ` ${unbroken(row.service)}` : ''}
                      {phones && row.phone ? ` ${row.phone}` : ''}
                    </span>
                  ))}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}
