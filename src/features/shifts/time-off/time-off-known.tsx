import { X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { LocalDate } from '#domain/time.ts';
import type { TimeOffRun } from '#domain/time-off.ts';
import type { TimeOffReason } from '#schemas/employee_day_overrides.ts';
import { reasonWords, timeOffWords } from '#shifts/reads/shift-words.ts';
import { Button } from '#ui/button.tsx';

interface TimeOffKnownProps {
  known: readonly TimeOffRun<TimeOffReason>[];
  rangeWords: (from: LocalDate, to: LocalDate) => string;
  onRemove: (run: TimeOffRun<TimeOffReason>) => void;
}

/** What is off already, days in a row as one line, each to be removed. */
export function TimeOffKnown({ known, rangeWords, onRemove }: TimeOffKnownProps) {
  const { t } = useTranslation('shifts');
  if (known.length === 0) return null;
  return (
    <section aria-label={t('known_time_off')}>
      <h3 className="mb-1 text-sm font-semibold">{t('known_time_off')}</h3>
      <ul>
        {known.map((run) => {
          const days = rangeWords(run.from, run.to);
          return (
            <li key={run.from} className="flex min-h-11 items-center gap-3 border-b border-line last:border-0">
              <span className="min-w-0 flex-1">
                {days}
                <span className="block text-sm text-ink-2">
                  {timeOffWords(run.off, t)}
                  {reasonWords(run.reason, t)}
                </span>
              </span>
              <Button
                variant="ghost"
                iconOnly
                label={t('remove_time_off', { days })}
                icon={<X className="i" aria-hidden="true" />}
                onClick={() => onRemove(run)}
              />
            </li>
          );
        })}
      </ul>
    </section>
  );
}
