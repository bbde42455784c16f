import { ChevronsLeft } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from './button.tsx';
import { deviceToday } from './month.ts';
import { MonthGrid, type MonthGridProps } from './month-grid.tsx';
import { YearGrid } from './year-grid.tsx';

/** A month, and in front of it the choice of a year: for dates that lie decades away. Without a date the year comes first. */
export function YearsAndMonth({ startAt, ...month }: MonthGridProps) {
  const { t } = useTranslation('common');
  const { value, today = deviceToday(), min, max } = month;
  const [from, setFrom] = useState(value ?? startAt ?? today);
  const [choosing, setChoosing] = useState(value === null);
  const yearOf = (date: string) => Number(date.slice(0, 4));
  if (choosing) {
    return (
      <YearGrid
        value={yearOf(from)}
        min={min === undefined ? undefined : yearOf(min)}
        max={yearOf(max ?? today)}
        onChange={(year) => {
          // The first: no month is too short for it.
          setFrom(`${year}${from.slice(4, 8)}01`);
          setChoosing(false);
        }}
      />
    );
  }
  return (
    <>
      <div className="px-1.5 pt-1.5">
        <Button
          variant="ghost"
          size="sm"
          className="w-full text-primary-ink"
          icon={<ChevronsLeft className="i i-sm" aria-hidden="true" />}
          onClick={() => setChoosing(true)}
        >
          {t('choose_year')}
        </Button>
      </div>
      <MonthGrid {...month} startAt={from === value ? undefined : from} />
    </>
  );
}
