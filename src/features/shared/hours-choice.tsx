import { useTranslation } from 'react-i18next';
import { isPastMidnight } from '#domain/shifts/shift-hours.ts';
import { type ChosenHours, type HoursProblem, WEEKDAYS } from '#domain/shifts/usual-week.ts';
import { minuteOfClock } from '#domain/time/time.ts';
import { formatTime } from '#domain/time/time-format.ts';
import { useLanguage } from '#i18n/use-language.ts';
import { Select } from '#ui/form/select.tsx';
import { classNames } from '#ui/style/class-names.ts';
import { weekdayName } from './open-words.ts';
import { timesWith } from './shift-times.ts';

export interface HoursChoiceProps {
  value: ChosenHours;
  onChange: (value: ChosenHours) => void;
  /** The fault of the hours, once a person has tried to save them. */
  problem: HoursProblem | null;
}

/** On which days somebody works, and from when to when: the same on each of them. */
export function HoursChoice({ value, onChange, problem }: HoursChoiceProps) {
  const { t } = useTranslation(['plan', 'shifts']);
  const language = useLanguage();
  const { days, start, end } = value;
  const turn = (day: number) =>
    onChange({ ...value, days: days.includes(day) ? days.filter((one) => one !== day) : [...days, day] });
  const noDay = problem === 'day_required';
  return (
    <div className="flex flex-col gap-3">
      <fieldset className="min-w-0">
        <legend className="label">{t('plan:days')}</legend>
        <div className="grid max-w-96 grid-cols-[repeat(auto-fit,minmax(2.5rem,1fr))] gap-1">
          {WEEKDAYS.map((day, place) => (
            <label
              key={day}
              className={classNames(
                'chip relative cursor-pointer justify-center px-0! has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-primary',
                days.includes(day) && 'on',
              )}
            >
              <input
                type="checkbox"
                className="sr-only"
                aria-label={weekdayName(day, language, 'long')}
                aria-invalid={(noDay && place === 0) || undefined}
                checked={days.includes(day)}
                onChange={() => turn(day)}
              />
              {weekdayName(day, language, 'short')}
            </label>
          ))}
        </div>
        {noDay ? (
          <p className="error" role="alert">
            {t('plan:day_required')}
          </p>
        ) : null}
      </fieldset>
      <div className="grid grid-cols-2 items-start gap-3">
        <Select<string>
          label={t('shifts:start')}
          value={start}
          options={timesWith(start)}
          onChange={(next) => onChange({ ...value, start: next })}
        />
        <Select<string>
          label={t('shifts:end')}
          value={end}
          options={timesWith(end)}
          onChange={(next) => onChange({ ...value, end: next })}
          error={problem === 'shift_times_equal' ? t('shifts:shift_times_equal') : undefined}
          hint={isPastMidnight({ start, end }) ? t('shifts:past_midnight', { time: formatTime(minuteOfClock(end)) }) : undefined}
        />
      </div>
    </div>
  );
}
