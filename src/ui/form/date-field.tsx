import { CalendarDays } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatShortDate, formatWeekday } from '#i18n/formats.ts';
import { useLanguage } from '#i18n/use-language.ts';
import { DatePicker } from '#ui/dates/date-picker.tsx';
import { classNames } from '#ui/style/class-names.ts';
import { Field } from './field.tsx';

export interface DateFieldProps {
  label: ReactNode;
  /** A calendar date, yyyy-MM-dd, or null. */
  value: string | null;
  onChange: (date: string) => void;
  /** Today in the salon's time zone, yyyy-MM-dd; marked in the month. */
  today?: string | undefined;
  min?: string | undefined;
  max?: string | undefined;
  /** Returns what is to be known of a date of the month; null: nothing. */
  noteOf?: ((date: string) => string | null) | undefined;
  error?: ReactNode;
  hint?: ReactNode;
  optional?: boolean | undefined;
  hideLabel?: boolean | undefined;
  /** Puts the short weekday before the date. */
  weekday?: boolean | undefined;
  /** Writes the date; without it the date is written in the salon's format. */
  write?: ((date: string) => string) | undefined;
  disabled?: boolean | undefined;
  name?: string | undefined;
  id?: string | undefined;
  className?: string | undefined;
}

/** A date, written in the salon's format, picked from a month. */
export function DateField(props: DateFieldProps) {
  const { label, value, onChange, error, hint, optional, hideLabel, weekday = true, disabled, className, id } = props;
  const { t } = useTranslation('common');
  const language = useLanguage();
  const write = props.write ?? ((date: string) => formatShortDate(date, language));
  const written = value === null ? t('no_date') : write(value);
  const day = value !== null && weekday ? `${formatWeekday(value, language, 'short')}, ` : '';
  return (
    <Field {...{ label, error, hint, optional, hideLabel, className, id }}>
      {(control) => (
        <DatePicker
          {...{ value, onChange, disabled, today: props.today, min: props.min, max: props.max, noteOf: props.noteOf }}
          buttonProps={control}
          buttonClassName={classNames('input', error ? 'is-error' : false, disabled && 'is-disabled')}
        >
          <CalendarDays className="i i-sm text-ink-3" aria-hidden="true" />
          <span className={classNames('truncate', value === null && 'ph')}>
            {day}
            {written}
          </span>
        </DatePicker>
      )}
    </Field>
  );
}
