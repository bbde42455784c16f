import './plan-sheet.css';
import { useTranslation } from 'react-i18next';
import type { SalonDays } from '#domain/booking/open-days.ts';
import { shiftLabel } from '#domain/shifts/availability.ts';
import type { LocalDate } from '#domain/time/time.ts';
import { closedLabel } from '#features/shared/open-words.ts';
import { formatShortDate, formatWeekday, formatWeekLabel } from '#i18n/formats.ts';
import { useLanguage } from '#i18n/use-language.ts';
import type { LocalRow } from '#schemas/registry.ts';
import type { PlannedWeek } from '#shifts/reads/week-plan.ts';
import { Paper } from '#ui/paper/paper.tsx';

interface PlanSheetProps {
  plan: readonly PlannedWeek[];
  dates: readonly LocalDate[];
  /** When the salon is open. */
  openDays: SalonDays | null;
  salon: Pick<LocalRow<'salons'>, 'name_bg' | 'name_en'> | null | undefined;
  /** It opens the printer itself. */
  prints?: boolean;
  /** The person is back from printing. */
  onClose(): void;
}

/** The week on paper: A4 across, from this device alone. */
export function PlanSheet({ plan, dates, openDays, salon, prints = false, onClose }: PlanSheetProps) {
  const { t } = useTranslation('plan');
  const language = useLanguage();
  const name = language === 'bg' ? salon?.name_bg : salon?.name_en;
  return (
    <Paper className="plan-sheet" landscape prints={prints} onBack={onClose}>
      <header className="sheet-head">
        <h1>{t('sheet_title', { week: formatWeekLabel(dates[0] ?? '', dates[6] ?? '', language) })}</h1>
        <span className="right">{name}</span>
      </header>
      <table className="grid-table">
        <thead>
          <tr>
            <th scope="col">{t('employee')}</th>
            {dates.map((date) => (
              <th key={date} scope="col">
                {formatWeekday(date, language, 'long')}
                <br />
                {formatShortDate(date, language)}
                <ClosedWords open={openDays} date={date} />
              </th>
            ))}
            <th scope="col">{t('sheet_hours')}</th>
          </tr>
        </thead>
        <tbody>
          {plan.map(({ employee, days, hours }) => (
            <tr key={employee.id}>
              <th scope="row">{employee.name}</th>
              {days.map(({ date, worked }) => (
                <td key={date}>
                  {worked.length === 0 ? '–' : null}
                  {worked.map((stretch) => (
                    <span key={stretch.from} className="line">
                      {shiftLabel([stretch])}
                    </span>
                  ))}
                </td>
              ))}
              <td>{hours}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Paper>
  );
}

/** Why the salon is closed on a date, in a line of its own. */
function ClosedWords({ open, date }: { open: SalonDays | null; date: LocalDate }) {
  const label = closedLabel(open, date, useLanguage());
  return label === null ? null : <span className="closed">{label}</span>;
}
