import { memo, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { Stretch } from '#domain/availability.ts';
import { formatTime } from '#domain/date-format.ts';
import type { LocalDate } from '#domain/time.ts';
import { formatDayLabel, formatDayMonth, formatWeekday } from '#i18n/formats.ts';
import { useLanguage } from '#i18n/use-language.ts';
import { Badge } from '#ui/badge.tsx';
import { classNames } from '#ui/class-names.ts';
import { DutyStrip } from './duty-strip.tsx';
import { FarRow, PlanRowView } from './plan-row.tsx';
import type { PlanDay } from './plan-rows.ts';
import { useNear } from './use-near.ts';

interface PlanDayProps {
  day: PlanDay;
  axis: Stretch;
  today: LocalDate;
  /** So many of its rows are drawn whole at once. */
  atOnce: number;
}

/** The day's foot among the names of its rows; no id is empty. */
const ON_DUTY = '';

/** One day of the plan: its employees with their bars, and below them who is on duty at each hour. */
export const PlanDayView = memo(function PlanDayView({ day, axis, today, atOnce }: PlanDayProps) {
  const { t } = useTranslation(['plan', 'shifts']);
  const { t: ofPlan } = useTranslation('plan');
  const { t: ofShifts } = useTranslation('shifts');
  const language = useLanguage();
  const { date, rows } = day;
  const words = useMemo(
    () => ({
      t: ofPlan,
      shifts: ofShifts,
      day: formatDayLabel(date, language, 'short'),
      off: ofPlan('off'),
      away: ofPlan('away'),
    }),
    [ofPlan, ofShifts, date, language],
  );
  const place = useRef<HTMLElement>(null);
  const names = useMemo(() => [...rows.map(({ id }) => id), ON_DUTY], [rows]);
  const near = useNear(place, names, rows.length <= atOnce ? names : names.slice(0, atOnce));
  const working = rows.filter((row) => row.stretches.length > 0).length;
  const hours = Array.from({ length: (axis.to - axis.from) / 60 - 1 }, (_, i) => axis.from + (i + 1) * 60);
  return (
    <section
      ref={place}
      className={classNames('card overflow-hidden', date < today && 'past')}
      data-date={date}
      data-plan-day
      aria-label={formatDayLabel(date, language, 'long')}
    >
      <header className="flex items-baseline gap-2 border-b border-line bg-surface-2 px-4 py-2.5 md:px-5">
        <h2 className="text-base first-letter:uppercase">{formatWeekday(date, language, 'long')}</h2>
        <span className="text-ink-2">{formatDayMonth(date, language)}</span>
        {date === today ? <Badge className="bg-horn! text-on-horn! self-center">{t('shifts:today_badge')}</Badge> : null}
        {date < today ? <span className="text-xs text-ink-2">{t('shifts:past_mark')}</span> : null}
        {working === 0 ? (
          <Badge tone="warn" className="self-center">
            {t('plan:nobody_works')}
          </Badge>
        ) : null}
        <span className="ml-auto text-xs text-ink-2">{t('shifts:on_shift', { count: working })}</span>
      </header>
      <div className="px-4 py-1 md:px-5">
        <div className="plan-row min-h-0!" aria-hidden="true">
          <span className="plan-axis col-start-3">
            {hours.map((minute) => (
              <span key={minute} className="tnum" style={{ left: `${((minute - axis.from) / (axis.to - axis.from)) * 100}%` }}>
                {formatTime(minute).replace(':00', '')}
              </span>
            ))}
          </span>
        </div>
        <ul>
          {rows.map((row, index) =>
            index === 0 || near.has(row.id) ? (
              <PlanRowView key={row.id} {...{ row, axis, words }} first={index === 0} />
            ) : (
              <FarRow key={row.id} {...{ row, words }} />
            ),
          )}
        </ul>
        {near.has(ON_DUTY) ? <DutyStrip day={day} axis={axis} /> : <div className="plan-row plan-duty" data-far={ON_DUTY} />}
      </div>
    </section>
  );
});
