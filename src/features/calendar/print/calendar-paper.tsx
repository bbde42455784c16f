import './day-sheet.css';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { calendarInput } from '#calendar/reads/booking-view.ts';
import { type DayRows, isKnown, type SalonPart } from '#calendar/reads/calendar-reads.ts';
import { type Reads, useRead } from '#calendar/reads/use-day.ts';
import { salon$ } from '#data/salon.queries.ts';
import { type LocalDate, weekDates, zonedPartsOfMs } from '#domain/time/time.ts';
import { formatTime } from '#domain/time/time-format.ts';
import { closedLabel } from '#features/shared/open-words.ts';
import { useReplica } from '#features/shared/use-replica.ts';
import { formatDay, formatDayLabel, formatWeekLabel } from '#i18n/formats.ts';
import { useLanguage } from '#i18n/use-language.ts';
import { Paper, useOwnPrinting } from '#ui/paper/paper.tsx';
import { useLiveState } from '#ui/timing/use-live.ts';
import { DaySheet } from './day-sheet.tsx';
import { buildSheet, buildWeekSheet } from './day-sheet-build.ts';
import { WeekSheet } from './week-sheet.tsx';

/** The shown day or week, and where it is read. */
export interface Printed {
  salon: SalonPart;
  days: Reads;
  weeks: Reads;
  date: LocalDate;
  monday: LocalDate;
  week: boolean;
}

/** The parts of it that go on paper; the day has its services always. */
export interface SheetChoices {
  phones: boolean;
  notes: boolean;
  services: boolean;
}

/** The rows to print; null: they are not known. `failed` are the reads that failed. */
export function usePrintedRows({ days, weeks, date, monday, week }: Printed) {
  const replica = useReplica();
  const salon = useLiveState(() => salon$(replica), [replica]);
  const day = useRead(days, date);
  const whole = useRead(weeks, monday);
  const read = week ? whole : day;
  const failed = [read, salon].filter(({ phase }) => phase === 'failed');
  return { rows: read.phase === 'ready' && isKnown(read.value) ? read.value : null, salon: salon.value?.salon, failed };
}

export const titleOf = ({ week, date, monday }: Pick<Printed, 'week' | 'date' | 'monday'>, language: 'bg' | 'en') => {
  if (!week) return formatDayLabel(date, language, 'long');
  return formatWeekLabel(monday, weekDates(monday)[6] ?? monday, language, 'long');
};

interface CalendarPaperProps {
  printed: Printed;
  rows: DayRows;
  /** The salon's row, for its name. */
  salon: ReturnType<typeof usePrintedRows>['salon'];
  choices: SheetChoices;
  prints?: boolean;
  onBack(): void;
}

/** The day or, across, the week. */
export function CalendarPaper({ printed, rows, salon: own, choices, prints = false, onBack }: CalendarPaperProps) {
  const { t } = useTranslation('calendar');
  const language = useLanguage();
  const { salon, date, monday, week } = printed;
  const dates = useMemo(() => weekDates(monday), [monday]);
  const input = useMemo(
    () => ({ ...calendarInput(salon, rows), language, t, hidden: new Set<string>() }),
    [salon, rows, language, t],
  );
  const [foot] = useState(() => {
    const { date: today, minute } = zonedPartsOfMs(Date.now(), salon.config.timezone);
    return t('sheet.foot', { when: `${formatDay(today, language)}, ${formatTime(minute)}` });
  });
  const name = (language === 'bg' ? own?.name_bg : own?.name_en) ?? '';
  const closed = week ? null : closedLabel(salon.config.open, date, language);
  const title = [titleOf(printed, language), closed].filter(Boolean).join(' · ');
  return (
    <Paper className={week ? 'week-sheet' : 'day-sheet'} landscape={week} foot={foot} prints={prints} onBack={onBack}>
      {week ? (
        <WeekSheet
          week={title}
          salon={name}
          dates={dates}
          open={salon.config.open}
          rows={buildWeekSheet(input, dates)}
          {...choices}
        />
      ) : (
        <DaySheet day={title} salon={name} sections={buildSheet(input, date)} {...choices} />
      )}
    </Paper>
  );
}

/** Nobody was asked: what a person in front of the screen reads as well, without phones and notes. */
const UNASKED: SheetChoices = { phones: false, notes: false, services: false };

/** The shown day or week, for a browser that prints by its own menu. */
export function ShownPaper(printed: Printed) {
  const { rows, salon } = usePrintedRows(printed);
  const [printing, onBack] = useOwnPrinting();
  return printing && rows ? <CalendarPaper {...{ printed, rows, salon, onBack }} choices={UNASKED} /> : null;
}
