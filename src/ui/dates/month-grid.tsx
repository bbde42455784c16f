import { ChevronLeft, ChevronRight } from 'lucide-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDayLabel, formatMonth, formatWeekday } from '#i18n/formats.ts';
import { useLanguage } from '#i18n/use-language.ts';
import { Button } from '#ui/page/button.tsx';
import { classNames } from '#ui/style/class-names.ts';
import { addMonths, daysLater, deviceToday, monthWeeks } from './month.ts';

export interface MonthGridProps {
  value: string | null;
  onChange: (date: string) => void;
  today?: string | undefined;
  min?: string | undefined;
  max?: string | undefined;
  /** The day that has the focus first, instead of the value. */
  startAt?: string | undefined;
  /** Returns what is to be known of a date, as that it is a holiday; null: nothing. It is said, and can be chosen all the same. */
  noteOf?: ((date: string) => string | null) | undefined;
}

const STEPS: Record<string, (date: string) => string> = {
  ArrowLeft: (date) => daysLater(date, -1),
  ArrowRight: (date) => daysLater(date, 1),
  ArrowUp: (date) => daysLater(date, -7),
  ArrowDown: (date) => daysLater(date, 7),
  PageUp: (date) => addMonths(date, -1),
  PageDown: (date) => addMonths(date, 1),
};

/** One month. Arrows move by days, Page Up and Down by months, and Enter chooses. */
export function MonthGrid({ value, onChange, today = deviceToday(), min, max, startAt, noteOf }: MonthGridProps) {
  const { t } = useTranslation('common');
  const language = useLanguage();
  const [at, setAt] = useState(startAt ?? value ?? today);
  const moved = useRef(true);
  const cell = useRef<HTMLButtonElement>(null);
  const weeks = monthWeeks(at);
  const outOfReach = (date: string) => (min !== undefined && date < min) || (max !== undefined && date > max);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the focus follows the day walked to
  useEffect(() => {
    // The panel is not in its place yet when it opens, so scrolling to the day would move the page.
    if (moved.current) cell.current?.focus({ preventScroll: true });
    moved.current = false;
  }, [at]);

  const walk = (event: KeyboardEvent) => {
    const next = STEPS[event.key]?.(at);
    if (!next) return;
    event.preventDefault();
    moved.current = true;
    setAt(next);
  };
  return (
    <div className="w-[min(19rem,88vw)] p-1.5">
      <div className="flex items-center gap-1 pb-2">
        <Button
          variant="ghost"
          iconOnly
          label={t('previous_month')}
          icon={<ChevronLeft className="i" aria-hidden="true" />}
          onClick={() => setAt(addMonths(at, -1))}
        />
        <b className="flex-1 text-center font-semibold first-letter:uppercase" aria-live="polite">
          {formatMonth(at, language)}
        </b>
        <Button
          variant="ghost"
          iconOnly
          label={t('next_month')}
          icon={<ChevronRight className="i" aria-hidden="true" />}
          onClick={() => setAt(addMonths(at, 1))}
        />
      </div>
      <table className="w-full table-fixed text-center tnum" onKeyDown={walk}>
        <thead>
          <tr>
            {weeks[0]?.map((date) => (
              <th
                key={date}
                scope="col"
                abbr={formatWeekday(date, language, 'long')}
                className="pb-1 text-xs font-medium text-ink-3"
              >
                {formatWeekday(date, language, 'short')}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((week) => (
            <tr key={week[0]}>
              {week.map((date) => {
                const note = noteOf?.(date) ?? null;
                return (
                  <td key={date} className="p-0">
                    <button
                      ref={date === at ? cell : undefined}
                      type="button"
                      tabIndex={date === at ? 0 : -1}
                      disabled={outOfReach(date)}
                      aria-label={[formatDayLabel(date, language, 'long'), note].filter(Boolean).join(', ')}
                      title={note ?? undefined}
                      aria-pressed={date === value}
                      aria-current={date === today ? 'date' : undefined}
                      className={classNames(
                        'h-(--control-h) w-full rounded-md hover:bg-surface-3 disabled:cursor-not-allowed disabled:text-ink-3',
                        note !== null && 'noted-day',
                        date.slice(0, 7) !== at.slice(0, 7) && 'text-ink-3',
                        date === today && 'font-semibold text-horn',
                        date === value && 'bg-primary! text-on-primary! font-semibold',
                      )}
                      onClick={() => onChange(date)}
                    >
                      {Number(date.slice(8))}
                    </button>
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
      <div className="mt-1 flex justify-end border-t border-line pt-1.5">
        <Button
          variant="ghost"
          size="sm"
          className="text-primary-ink"
          disabled={outOfReach(today)}
          onClick={() => onChange(today)}
        >
          {t('today')}
        </Button>
      </div>
    </div>
  );
}
