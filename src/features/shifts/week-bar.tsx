import { ChevronDown, ChevronLeft, ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { addDays, type LocalDate, mondayOf } from '#domain/time.ts';
import { formatWeekLabel } from '#i18n/formats.ts';
import { useLanguage } from '#i18n/use-language.ts';
import { Button } from '#ui/button.tsx';
import { QuietDatePicker } from '#ui/quiet-date-picker.tsx';

export interface WeekBarProps {
  monday: LocalDate;
  sunday: LocalDate;
  today: LocalDate;
  onChange: (monday: LocalDate) => void;
  /** On phones the choice of the view, in a line of its own. */
  below?: ReactNode;
}

/** Previous, today, next, and the week's dates, which open a month. */
export function WeekBar({ monday, sunday, today, onChange, below }: WeekBarProps) {
  const { t } = useTranslation('shifts');
  const language = useLanguage();
  const label = formatWeekLabel(monday, sunday, language);
  const step = (days: number) => onChange(addDays(monday, days));
  return (
    <div className="flex flex-none flex-wrap items-center gap-1.5 border-b border-line bg-surface px-5 py-2 max-md:px-2">
      <Button
        variant="ghost"
        iconOnly
        label={t('previous_week')}
        icon={<ChevronLeft className="i" aria-hidden="true" />}
        onClick={() => step(-7)}
      />
      <Button className="max-md:order-2" onClick={() => onChange(mondayOf(today))}>
        {t('today')}
      </Button>
      <Button
        variant="ghost"
        iconOnly
        label={t('next_week')}
        className="max-md:order-1"
        icon={<ChevronRight className="i" aria-hidden="true" />}
        onClick={() => step(7)}
      />
      <span className="order-1 hidden h-0 basis-full max-md:block" />
      <QuietDatePicker
        value={monday}
        today={today}
        onChange={(date) => onChange(mondayOf(date))}
        buttonClassName="btn btn-ghost min-w-0 text-left text-ink! font-semibold! max-md:px-1.5! breaks"
        label={`${t('choose_week')}: ${label}`}
      >
        {label}
        <ChevronDown className="i i-sm" aria-hidden="true" />
      </QuietDatePicker>
      {below ? <div className="order-3 flex-1">{below}</div> : null}
    </div>
  );
}
