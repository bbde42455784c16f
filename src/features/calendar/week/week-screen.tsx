import { memo, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyTeam, ShownDays } from '#calendar/day/calendar-states.tsx';
import { calendarInput } from '#calendar/reads/booking-view.ts';
import type { DayRows, SalonPart } from '#calendar/reads/calendar-reads.ts';
import { type Reads, useRead } from '#calendar/reads/use-day.ts';
import type { Opened } from '#calendar/reservation/use-opened-event.ts';
import { focusColumnSoon } from '#calendar/state/focus-soon.ts';
import type { CalendarState } from '#calendar/state/use-calendar-state.ts';
import { pasteInto } from '#calendar/state/use-cut.ts';
import { addDays, type LocalDate } from '#domain/time/time.ts';
import { WEEK_BOOK_AT, WEEK_CELL_MAX } from '#domain/time/week.ts';
import { formatWeekLabel } from '#i18n/formats.ts';
import { useLanguage } from '#i18n/use-language.ts';
import { useIsPhone } from '#ui/style/use-media.ts';
import { buildWeek, findChip, type WeekRowView } from './week-build.ts';
import { WeekGrid } from './week-grid.tsx';
import { WeekList } from './week-list.tsx';

export interface WeekScreenProps {
  salon: SalonPart;
  state: CalendarState;
  weeks: Reads;
  monday: LocalDate;
  /** Live changes wait until the returned function is called. */
  hold(): () => void;
  onOpen(opened: Opened): void;
  /** Opens one of its days. */
  onDay(date: LocalDate): void;
}

/** The shown week. What opens over the calendar does not draw it again. */
export const WeekScreen = memo(function WeekScreen(props: WeekScreenProps) {
  const { salon, weeks, monday } = props;
  return (
    <ShownDays read={useRead(weeks, monday)} zone={salon.config.timezone} monday={monday}>
      {(week) => <ReadyWeek {...props} week={week} />}
    </ShownDays>
  );
});

/** The rows to draw; those that did not change are the same objects as before. */
function useRows(monday: LocalDate, salon: SalonPart, week: DayRows, { hidden, onShift }: CalendarState): readonly WeekRowView[] {
  const { t } = useTranslation('calendar');
  const language = useLanguage();
  const last = useRef<readonly WeekRowView[]>([]);
  return useMemo(() => {
    last.current = buildWeek({ ...calendarInput(salon, week), monday, language, t, hidden, onShift }, last.current);
    return last.current;
  }, [monday, salon, week, hidden, onShift, language, t]);
}

function ReadyWeek({ salon, state, monday, week, hold, onOpen, onDay: openDay }: WeekScreenProps & { week: DayRows }) {
  const { t } = useTranslation('calendar');
  const language = useLanguage();
  const phone = useIsPhone();
  const rows = useRows(monday, salon, week, state);
  if (rows.length === 0) return <EmptyTeam salon={salon} state={state} />;

  const open = (id: string, date: LocalDate) => {
    const found = findChip(rows, id, date);
    onOpen(found?.event.onlyRead ? { kind: 'read', id, date, ...found } : { kind: 'edit', id });
  };
  const book = (employee: string | undefined, date: LocalDate) => {
    // While an appointment is cut, a cell takes it, and so does a day of the list.
    if (pasteInto({ resourceId: employee, date })) return;
    onOpen({ kind: 'new', draft: { ...(employee ? { employee } : {}), date, start: WEEK_BOOK_AT } });
  };
  const onDay = (date: LocalDate, employee?: string) => {
    openDay(date);
    // The first that had no room in the cell.
    if (employee && rows.some(({ id }) => id === employee)) focusColumnSoon(employee, WEEK_CELL_MAX);
  };
  return phone ? (
    <WeekList
      {...{ rows, monday, onDay }}
      today={state.today}
      open={salon.config.open}
      label={t('week_grid', { week: formatWeekLabel(monday, addDays(monday, 6), language) })}
      onOpen={open}
      onBook={(date) => book(rows.length === 1 ? rows[0]?.id : undefined, date)}
    />
  ) : (
    <WeekGrid {...{ salon, rows, hold, monday, onDay }} events={week.events} today={state.today} onOpen={open} onBook={book} />
  );
}
