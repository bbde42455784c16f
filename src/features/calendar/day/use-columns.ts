import { useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { DayPart, SalonPart } from '#calendar/reads/calendar-reads.ts';
import type { ColumnView, Placement } from '#calendar/reads/day-view.ts';
import { bookingInput } from '#calendar/reads/use-day.ts';
import type { LocalDate } from '#domain/time.ts';
import { useLanguage } from '#i18n/use-language.ts';
import { buildDay } from './build-day.ts';

/** Whose columns and rows are shown: those who are not hidden; `onShift`: of them only who works then. */
export interface ShownTeam {
  hidden: ReadonlySet<string>;
  onShift: boolean;
}

/** The columns to draw; those that did not change are the same objects as before. */
export function useColumns(
  date: LocalDate,
  salon: SalonPart,
  day: DayPart,
  { hidden, onShift }: ShownTeam,
  moving: ReadonlyMap<string, Placement>,
  maxLanes: number,
): readonly ColumnView[] {
  const { t } = useTranslation('calendar');
  const language = useLanguage();
  const last = useRef<readonly ColumnView[]>([]);
  return useMemo(() => {
    const shown = { date, language, t, hidden, onShift, moving, maxLanes, shiftsKnown: salon.complete };
    last.current = buildDay({ ...bookingInput(salon, day), ...shown }, last.current);
    return last.current;
  }, [date, salon, day, hidden, onShift, moving, maxLanes, language, t]);
}
