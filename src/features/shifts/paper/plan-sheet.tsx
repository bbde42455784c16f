import './plan-sheet.css';
import { useEffect } from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { salon$ } from '#data/salon.queries.ts';
import { shiftLabel } from '#domain/shifts/availability.ts';
import type { LocalDate } from '#domain/time/time.ts';
import { useReplica } from '#features/shared/use-replica.ts';
import { formatShortDate, formatWeekday, formatWeekLabel } from '#i18n/formats.ts';
import { useLanguage } from '#i18n/use-language.ts';
import type { PlannedWeek } from '#shifts/reads/week-plan.ts';
import { useLive } from '#ui/timing/use-live.ts';

interface PlanSheetProps {
  plan: readonly PlannedWeek[];
  dates: readonly LocalDate[];
  /** The person is back from printing. */
  onClose(): void;
}

/** The week on paper: A4 across, black on white, from this device alone. It stands beside the app and only a printer sees it. */
export function PlanSheet({ plan, dates, onClose }: PlanSheetProps) {
  const { t } = useTranslation('plan');
  const language = useLanguage();
  const replica = useReplica();
  const salon = useLive(() => salon$(replica), [replica]);
  const ready = salon !== undefined;
  useEffect(() => {
    if (!ready) return;
    const rules = new CSSStyleSheet();
    rules.replaceSync('@page { size:A4 landscape; margin:12mm; }');
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, rules];
    // A browser that prints beside the page says so before it has drawn it: the sheet goes when the person is back.
    const back = () => {
      window.addEventListener('pointerdown', onClose, true);
      window.addEventListener('keydown', onClose, true);
    };
    window.addEventListener('afterprint', back);
    window.print();
    return () => {
      window.removeEventListener('afterprint', back);
      window.removeEventListener('pointerdown', onClose, true);
      window.removeEventListener('keydown', onClose, true);
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((sheet) => sheet !== rules);
    };
  }, [ready, onClose]);
  if (!salon) return null;
  const name = language === 'bg' ? salon.salon?.name_bg : salon.salon?.name_en;
  return createPortal(
    <article className="plan-sheet print-page">
      <header>
        <h1>{t('sheet_title', { week: formatWeekLabel(dates[0] ?? '', dates[6] ?? '', language) })}</h1>
        <span>{name}</span>
      </header>
      <table>
        <thead>
          <tr>
            <th scope="col">{t('employee')}</th>
            {dates.map((date) => (
              <th key={date} scope="col">
                {formatWeekday(date, language, 'long')}
                <br />
                {formatShortDate(date, language)}
              </th>
            ))}
            <th scope="col">{t('sheet_hours')}</th>
          </tr>
        </thead>
        <tbody>
          {plan.map(({ employee, days, hours }) => (
            <tr key={employee.id}>
              <th scope="row">{employee.name}</th>
              {days.map(({ date, stretches }) => (
                <td key={date}>
                  {stretches.length === 0 ? '–' : null}
                  {stretches.map((stretch) => (
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
    </article>,
    document.body,
  );
}
