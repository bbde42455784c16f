import { ChevronsLeft } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Panel, type PanelOpening } from '#ui/overlay/popover.tsx';
import { Button } from '#ui/page/button.tsx';
import { deviceToday } from './month.ts';
import { MonthGrid, type MonthGridProps } from './month-grid.tsx';
import { YearGrid } from './year-grid.tsx';

export interface DatePanelProps extends MonthGridProps {
  opening: PanelOpening;
  /** Offers the choice of a year, for dates that lie decades away. */
  years: boolean;
}

/** The panel that a `DatePicker` opens. It closes with the choice of a day. */
export function DatePanel({ opening, years, ...month }: DatePanelProps) {
  const { t } = useTranslation('common');
  const Dates = years ? YearsAndMonth : MonthGrid;
  const choose = (date: string) => {
    opening.close();
    month.onChange(date);
  };
  return (
    <Panel {...opening} label={t('choose_date')}>
      <Dates {...month} onChange={choose} />
    </Panel>
  );
}

/** A month with the choice of a year before it. Without a date the year comes first. */
function YearsAndMonth({ startAt, ...month }: MonthGridProps) {
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
          // Every month has a first day.
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
