import { type CSSProperties, memo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Stretch } from '#domain/availability.ts';
import { formatTime, formatTimeRange } from '#domain/date-format.ts';
import { dutyByHour, type OnDuty } from '#domain/plan-bars.ts';
import { MINUTES_OF_DAY } from '#domain/time.ts';
import { classNames } from '#ui/class-names.ts';
import type { PlanDay } from './plan-rows.ts';

interface DutyStripProps {
  day: PlanDay;
  axis: Stretch;
}

/** So many colours are drawn, the number counts all. */
const DRAWN = 4;

/** Hours that follow each other with the same people, so that an ear hears each change once. */
function runsOf(hours: readonly OnDuty[]): OnDuty[] {
  const runs: OnDuty[] = [];
  for (const hour of hours) {
    const last = runs.at(-1);
    if (last && last.ids.join() === hour.ids.join()) runs[runs.length - 1] = { ...last, to: hour.to };
    else runs.push(hour);
  }
  return runs;
}

/** Who is on duty at each hour of the day: how many, in whose colours, and by name for the pointer and the ear. */
export const DutyStrip = memo(function DutyStrip({ day, axis }: DutyStripProps) {
  const { t } = useTranslation('plan');
  const people = new Map(day.rows.map((row) => [row.id, row]));
  const hours = dutyByHour(day.rows, axis.from, Math.min(axis.to, MINUTES_OF_DAY));
  const namesOf = ({ ids }: OnDuty) => ids.map((id) => people.get(id)?.name).join(', ') || t('nobody');
  const words = runsOf(hours).map((run) => `${formatTimeRange(run.from, run.to)}: ${namesOf(run)}`);
  return (
    <div className="plan-row plan-duty">
      <span className="plan-duty-name">{t('on_duty')}</span>
      <span className="plan-strip" style={{ '--hours': (axis.to - axis.from) / 60 } as CSSProperties}>
        <span className="sr-only">{words.join('; ')}</span>
        {hours.map((hour) => (
          <span
            key={hour.from}
            aria-hidden="true"
            className={classNames('plan-duty-hour', hour.ids.length === 0 && 'none')}
            title={`${formatTime(hour.from)}: ${namesOf(hour)}`}
          >
            {hour.ids.length || ''}
            <span className="plan-duty-colors">
              {hour.ids.slice(0, DRAWN).map((id) => (
                <i key={id} style={{ '--c': people.get(id)?.color } as CSSProperties} />
              ))}
            </span>
          </span>
        ))}
      </span>
    </div>
  );
});
