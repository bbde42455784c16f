import { Plus, X } from 'lucide-react';
import { Fragment, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { formatTime } from '#domain/date-format.ts';
import { isPastMidnight, type RowsProblem, type ShiftTimes } from '#domain/shift-hours.ts';
import { minuteOfClock } from '#domain/time.ts';
import { timesWith } from '#features/shift-times.ts';
import { Button } from '#ui/button.tsx';
import { Select } from '#ui/select.tsx';
import type { DraftRow } from './shift-draft.ts';

export interface ShiftRowsProps {
  rows: readonly DraftRow[];
  problem: RowsProblem | null;
  onChange: (id: string, change: Partial<ShiftTimes>) => void;
  onAdd: () => void;
  onRemove: (id: string) => void;
}

/** Rows of start and end, with what adds one and what takes one away; one always stays. */
export function ShiftRows({ rows, problem, onChange, onAdd, onRemove }: ShiftRowsProps) {
  const { t } = useTranslation('shifts');
  const add = useRef<HTMLButtonElement>(null);
  return (
    <div>
      <div className="grid grid-cols-[1fr_auto_1fr_2.5rem] items-start gap-2">
        <span className="label mb-0!" aria-hidden="true">
          {t('start')}
        </span>
        <span />
        <span className="label mb-0!" aria-hidden="true">
          {t('end')}
        </span>
        <span />
        {rows.map((row, place) => {
          const number = place + 1;
          const wrong = problem?.row === place ? t(problem.key) : undefined;
          return (
            <Fragment key={row.id}>
              <Select
                hideLabel
                label={t('start_of', { row: number })}
                value={row.start || null}
                placeholder={t('choose_time')}
                options={timesWith(row.start)}
                onChange={(start) => onChange(row.id, { start })}
              />
              <span className="pt-2.5 text-ink-3" aria-hidden="true">
                –
              </span>
              <Select
                hideLabel
                label={t('end_of', { row: number })}
                value={row.end || null}
                placeholder={t('choose_time')}
                options={timesWith(row.end)}
                onChange={(end) => onChange(row.id, { end })}
                error={wrong}
                hint={isPastMidnight(row) ? t('past_midnight', { time: formatTime(minuteOfClock(row.end)) }) : undefined}
              />
              {rows.length > 1 ? (
                <Button
                  variant="ghost"
                  iconOnly
                  label={t('remove_row', { row: number })}
                  icon={<X className="i" aria-hidden="true" />}
                  onClick={() => {
                    onRemove(row.id);
                    add.current?.focus();
                  }}
                />
              ) : (
                <span />
              )}
            </Fragment>
          );
        })}
      </div>
      <Button
        ref={add}
        variant="ghost"
        className="-ml-2 mt-2 text-primary-ink!"
        icon={<Plus className="i" aria-hidden="true" />}
        onClick={onAdd}
      >
        {t('add_shift')}
      </Button>
    </div>
  );
}
