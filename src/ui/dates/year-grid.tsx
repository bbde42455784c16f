import { ChevronLeft, ChevronRight } from 'lucide-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#ui/page/button.tsx';
import { classNames } from '#ui/style/class-names.ts';

export interface YearGridProps {
  value: number;
  min?: number | undefined;
  max: number;
  onChange: (year: number) => void;
}

const COLUMNS = 4;
/** Years on a page: about a quarter of a century, so that a birth year is at most four pages away. */
const ON_PAGE = 24;
const STEPS: Record<string, number> = {
  ArrowLeft: -1,
  ArrowRight: 1,
  ArrowUp: -COLUMNS,
  ArrowDown: COLUMNS,
  PageUp: -ON_PAGE,
  PageDown: ON_PAGE,
};

/** A grid of years; the last page ends with `max`. Arrows move by years, Page Up and Down by pages, and Enter chooses. */
export function YearGrid({ value, min = 1, max, onChange }: YearGridProps) {
  const { t } = useTranslation('common');
  const within = (year: number) => Math.max(min, Math.min(max, year));
  const [at, setAt] = useState(within(value));
  const cell = useRef<HTMLButtonElement>(null);
  const walked = useRef(true);
  const last = max - Math.floor((max - at) / ON_PAGE) * ON_PAGE;
  const years = Array.from({ length: ON_PAGE }, (_, n) => last - ON_PAGE + 1 + n);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the focus follows the year walked to
  useEffect(() => {
    // The panel is not in its place yet when it opens, so scrolling to the year would move the page.
    if (walked.current) cell.current?.focus({ preventScroll: true });
    walked.current = false;
  }, [at]);

  const walk = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    if (step === undefined) return;
    event.preventDefault();
    walked.current = true;
    setAt(within(at + step));
  };
  const page = (step: number) => (
    <Button
      variant="ghost"
      iconOnly
      label={t(step < 0 ? 'earlier_years' : 'later_years')}
      icon={step < 0 ? <ChevronLeft className="i" aria-hidden="true" /> : <ChevronRight className="i" aria-hidden="true" />}
      disabled={step < 0 ? (years[0] ?? 0) <= min : last >= max}
      onClick={() => setAt(within(at + step))}
    />
  );
  return (
    <div className="w-[min(19rem,88vw)] p-1.5">
      <div className="flex items-center gap-1 pb-2">
        {page(-ON_PAGE)}
        <b className="flex-1 text-center font-semibold tnum" aria-live="polite">
          {Math.max(min, years[0] ?? min)}–{last}
        </b>
        {page(ON_PAGE)}
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would bring a legend and borders for what is a grid of buttons */}
      <div role="group" aria-label={t('choose_year')} className="grid grid-cols-4 gap-1 tnum" onKeyDown={walk}>
        {years.map((year) => (
          <button
            key={year}
            ref={year === at ? cell : undefined}
            type="button"
            tabIndex={year === at ? 0 : -1}
            disabled={year < min}
            aria-pressed={year === value}
            className={classNames(
              'h-(--control-h) rounded-md hover:bg-surface-3 disabled:invisible',
              year === value && 'bg-primary! font-semibold text-on-primary!',
            )}
            onClick={() => onChange(year)}
          >
            {year}
          </button>
        ))}
      </div>
    </div>
  );
}
