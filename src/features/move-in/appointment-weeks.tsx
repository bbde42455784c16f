import { ChevronLeft, ChevronRight, Moon } from 'lucide-react';
import { type CSSProperties, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PlannedAppointment, SalonNow } from '#domain/imports/appointments/planned-appointment.ts';
import { shortName, splitName } from '#domain/people/names.ts';
import { addDays, type LocalDate, mondayOf, weekDates } from '#domain/time/time.ts';
import { FILL_CLASS, Marks } from '#features/shared/event-marks.tsx';
import { formatDayLabel, formatWeekday, formatWeekLabel } from '#i18n/formats.ts';
import { useLanguage } from '#i18n/use-language.ts';
import { EmployeeAvatar } from '#ui/page/avatar.tsx';
import { Button } from '#ui/page/button.tsx';
import { classNames } from '#ui/style/class-names.ts';
import { firstDate, type PlanChip, previewWeek } from './plan-weeks.ts';

interface AppointmentWeeksProps {
  planned: readonly PlannedAppointment[];
  salon: SalonNow;
  today: LocalDate;
  colors: ReadonlyMap<string, string>;
}

/**
 * Draws the weeks of the planned appointments as the calendar does, but with every appointment of a day. Appointments that the
 * salon already has are pale, and overlaps have a mark.
 */
export function AppointmentWeeks({ planned, salon, today, colors }: AppointmentWeeksProps) {
  const { t } = useTranslation('move-in');
  const language = useLanguage();
  const first = firstDate(planned, salon) ?? today;
  const [chosen, setChosen] = useState<LocalDate | null>(null);
  const monday = chosen ?? mondayOf(first);
  const rows = useMemo(() => previewWeek(planned, salon, monday), [planned, salon, monday]);
  const label = formatWeekLabel(monday, addDays(monday, 6), language);
  if (rows.length === 0) return null;
  return (
    <section className="card isolate overflow-clip" aria-label={t('weeks')}>
      <header className="flex flex-wrap items-center gap-2 border-b border-line bg-surface-2 px-5 py-3 max-md:px-4">
        <h2 className="mr-auto text-base" aria-live="polite">
          {label}
        </h2>
        <Button
          size="sm"
          iconOnly
          icon={<ChevronLeft className="i" aria-hidden="true" />}
          onClick={() => setChosen(addDays(monday, -7))}
        >
          {t('week_before')}
        </Button>
        <Button
          size="sm"
          iconOnly
          icon={<ChevronRight className="i" aria-hidden="true" />}
          onClick={() => setChosen(addDays(monday, 7))}
        >
          {t('week_after')}
        </Button>
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways is reached by the keyboard */}
      <section className="overflow-x-auto" tabIndex={0} aria-label={label}>
        <table className="week">
          <thead>
            <tr>
              <th scope="col" className="wk-corner">
                <span className="sr-only">{t('employee')}</span>
              </th>
              {weekDates(monday).map((date) => (
                <th key={date} scope="col" aria-current={date === today ? 'date' : undefined}>
                  <span className={classNames('wk-day', date === today && 'today')}>
                    <span aria-hidden="true">{formatWeekday(date, language, 'short')}</span>{' '}
                    <b className="tnum" aria-hidden="true">
                      {Number(date.slice(8))}
                    </b>
                    <span className="sr-only">{formatDayLabel(date, language, 'long')}</span>
                  </span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.id}>
                <th scope="row" className="wk-who" aria-label={row.name} title={row.name}>
                  <span className="flex items-center gap-2.5">
                    <EmployeeAvatar name={row.name} color={colors.get(row.id) ?? ''} />
                    <span className="min-w-0 font-semibold leading-tight">
                      <span className="wk-long break-words">{row.name}</span>{' '}
                      <span className="wk-short text-2xs font-normal" aria-hidden="true">
                        {shortName(splitName(row.name).first)}
                      </span>
                    </span>
                  </span>
                </th>
                {row.days.map(({ date, off, chips }) => (
                  <td key={date} className={classNames('wk-cell', off && 'off')}>
                    {chips.map((chip) => (
                      <Chip key={chip.id} chip={chip} color={colors.get(row.id) ?? ''} />
                    ))}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </section>
  );
}

function Chip({ chip, color }: { chip: PlanChip; color: string }) {
  const { t } = useTranslation('move-in');
  const { fill, overlaps, offShift, isThere, time, name } = chip;
  const remarks = [isThere && t('is_there'), overlaps && t('overlaps'), offShift && t('off_shift')].filter(Boolean).join(', ');
  return (
    <span
      className={classNames('wk', FILL_CLASS[fill], isThere && 'completed', overlaps && 'double')}
      style={{ '--c': color } as CSSProperties}
      title={[`${time} ${name}`, remarks].filter(Boolean).join(' · ')}
    >
      <b>{time}</b> <span>{name}</span>
      <Marks event={{ fill, double: overlaps, open: overlaps, unsent: false, trouble: null }} />
      {offShift ? <Moon className="i i-sm flex-none" aria-hidden="true" /> : null}
      {remarks ? <span className="sr-only">, {remarks}</span> : null}
    </span>
  );
}
