import { useEffect, useState } from 'react';
import type { LocalDate } from '#domain/time.ts';
import type { View } from '#schemas/constants.ts';
import { useIsPhone } from '#ui/use-media.ts';
import {
  type CalendarView,
  keepDay,
  keepHidden,
  keepOnShift,
  keepView,
  keptDay,
  keptHidden,
  keptOnShift,
  keptView,
} from './calendar-memory.ts';

/** What the calendar shows, and how that is changed; all of it is remembered (calendar-memory.ts). */
export interface CalendarState {
  date: LocalDate;
  today: LocalDate;
  /** `agenda` on phones only. */
  view: CalendarView;
  hidden: ReadonlySet<string>;
  onShift: boolean;
  onDate(date: LocalDate): void;
  onView(view: CalendarView): void;
  onHidden(hidden: ReadonlySet<string>): void;
  onOnShift(onShift: boolean): void;
}

export function useCalendarState(salonId: number, today: LocalDate, defaultView: View): CalendarState {
  const phone = useIsPhone();
  const [date, setDate] = useState(() => keptDay(today));
  const [view, setView] = useState(() => keptView(defaultView));
  const [hidden, setHidden] = useState(() => keptHidden(salonId));
  const [onShift, setOnShift] = useState(() => keptOnShift(salonId));
  useEffect(() => keepDay(date, today), [date, today]);
  return {
    ...{ date, today, hidden, onShift },
    view: view === 'agenda' && !phone ? 'day' : view,
    onDate: setDate,
    onView(next) {
      setView(next);
      keepView(next);
    },
    onHidden(next) {
      setHidden(next);
      keepHidden(salonId, next);
    },
    onOnShift(next) {
      setOnShift(next);
      keepOnShift(salonId, next);
    },
  };
}
