import { useTranslation } from 'react-i18next';
import { MOST_REPEATS, MOST_WEEKS } from '#domain/repeat.ts';
import { addDays, type LocalDate } from '#domain/time.ts';
import { formatShortDate } from '#i18n/formats.ts';
import { useLanguage } from '#i18n/use-language.ts';
import { DateField } from '#ui/date-field.tsx';
import { Segmented } from '#ui/segmented.tsx';
import { Select } from '#ui/select.tsx';
import { Stepper } from '#ui/stepper.tsx';
import type { Rule } from './use-repeat.ts';

const WEEKS = Array.from({ length: MOST_WEEKS }, (_, n) => n + 1);

interface RuleProps {
  rule: Rule;
  onRule(rule: Rule): void;
  first: LocalDate;
  today: LocalDate;
  /** The day of the last repeat where the date asks for more than there can be at once. */
  cutAfter: LocalDate | null;
}

/** Every so many weeks, so often or until a date. */
export function RepeatRule({ rule, onRule, first, today, cutAfter }: RuleProps) {
  const { t } = useTranslation('reservation');
  const language = useLanguage();
  return (
    <div className="grid grid-cols-2 items-start gap-4">
      <Select<number>
        className="col-span-2"
        label={t('repeat.how_often')}
        value={rule.everyWeeks}
        options={WEEKS.map((weeks) => ({ value: weeks, label: t('repeat.every', { count: weeks }) }))}
        onChange={(everyWeeks) => onRule({ ...rule, everyWeeks })}
      />
      <div className="max-md:col-span-2">
        <p className="label" aria-hidden="true">
          {t('repeat.ends')}
        </p>
        <Segmented<Rule['ends']>
          wide
          label={t('repeat.ends')}
          value={rule.ends}
          options={[
            { value: 'count', label: t('repeat.by_count') },
            { value: 'until', label: t('repeat.by_date') },
          ]}
          onChange={(ends) => onRule({ ...rule, ends })}
        />
      </div>
      {rule.ends === 'count' ? (
        <div className="max-md:col-span-2">
          <p className="label" aria-hidden="true">
            {t('repeat.count')}
          </p>
          <Stepper
            label={t('repeat.count')}
            value={rule.count}
            min={1}
            max={MOST_REPEATS}
            onChange={(count) => onRule({ ...rule, count })}
          />
        </div>
      ) : (
        <DateField
          className="max-md:col-span-2"
          label={t('repeat.until')}
          value={rule.until}
          today={today}
          min={addDays(first, 7)}
          hint={cutAfter ? t('repeat.cut', { most: MOST_REPEATS, day: formatShortDate(cutAfter, language) }) : undefined}
          onChange={(until) => onRule({ ...rule, until })}
        />
      )}
    </div>
  );
}
