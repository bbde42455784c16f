import { CalendarDays } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { dateLetters, isDate, readShortDate, shownDate } from '#i18n/read-date.ts';
import { useLanguage } from '#i18n/use-language.ts';
import { DatePicker } from '#ui/dates/date-picker.tsx';
import { classNames } from '#ui/style/class-names.ts';
import { Field } from './field.tsx';
import { typedText } from './typed-text.ts';

export interface TypedDateFieldProps {
  label: ReactNode;
  /** A calendar date, yyyy-MM-dd; the typed text while it is not a date yet; empty without a date. */
  value: string;
  onChange: (value: string) => void;
  onBlur?: (() => void) | undefined;
  error?: ReactNode;
  hint?: ReactNode;
  optional?: boolean | undefined;
  min?: string | undefined;
  max?: string | undefined;
  /** The date whose month the picker opens if none is chosen, yyyy-MM-dd. */
  startAt?: string | undefined;
  name?: string | undefined;
  id?: string | undefined;
  className?: string | undefined;
}

/** A date that is typed in the salon's format or picked. Years far away are a few presses away. */
export function TypedDateField(props: TypedDateFieldProps) {
  const { label, value, onChange, onBlur, error, hint, optional, min, max, startAt, name, className, id } = props;
  const { t } = useTranslation('common');
  const language = useLanguage();
  const [typing, setTyping] = useState<string | null>(null);
  const date = isDate(value) ? value : null;
  const letters = dateLetters(language, { day: t('date_day'), month: t('date_month'), year: t('date_year') });
  return (
    <Field {...{ label, error, hint, optional, className, id }}>
      {(control) => (
        <div className="relative">
          <input
            {...control}
            name={name}
            type="text"
            inputMode="numeric"
            autoComplete="off"
            maxLength={20}
            placeholder={letters}
            className={classNames('input pr-12! tnum', error ? 'is-error' : false)}
            value={typing ?? shownDate(value, language)}
            onChange={({ target }) => {
              const text = typedText(target);
              setTyping(text);
              onChange(readShortDate(text, language) ?? text.trim());
            }}
            onBlur={() => {
              setTyping(null);
              onBlur?.();
            }}
          />
          <DatePicker
            {...{ value: date, min, max, startAt }}
            years
            label={t('choose_date')}
            buttonClassName="absolute right-1 top-1/2 grid h-9 w-9 -translate-y-1/2 place-items-center rounded-md text-ink-2"
            onChange={onChange}
          >
            <CalendarDays className="i" aria-hidden="true" />
          </DatePicker>
        </div>
      )}
    </Field>
  );
}
