import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { CALENDAR, NOW, NOW_TAG, SCROLLER } from '#calendar/reads/grid-dom.ts';
import type { LocalDate } from '#domain/time/time.ts';
import type { View } from '#schemas/constants.ts';
import { useIsPhone } from '#ui/style/use-media.ts';
import { busy, isBusy } from '#ui/timing/busy.ts';
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
import { keepFocusInside } from './focus-soon.ts';

/** The view of the calendar, and the functions that change it; all of it is remembered (calendar-memory.ts). */
export interface CalendarState {
  date: LocalDate;
  today: LocalDate;
  /** `agenda` on phones only. */
  view: CalendarView;
  hidden: ReadonlySet<string>;
  onShift: boolean;
  onDate(date: LocalDate): void;
  /** To today; on today to the present hour. */
  onToday(): void;
  onView(view: CalendarView): void;
  onHidden(hidden: ReadonlySet<string>): void;
  onOnShift(onShift: boolean): void;
}

/** As a day that opens on today is shown: the now line at a third of the height. */
function showNow(): void {
  const box = document.querySelector(`${CALENDAR} ${SCROLLER}`);
  const now = box?.querySelector(`.cal.day[${NOW}] ${NOW_TAG}`)?.getBoundingClientRect();
  if (!box || !now) return;
  const behavior = window.matchMedia('(prefers-reduced-motion: reduce)').matches ? 'instant' : 'smooth';
  box.scrollBy({ top: now.top - box.getBoundingClientRect().top - box.clientHeight / 3, behavior });
}

/** A new day opens on today (CAL-24), also in a calendar that was left open over night; nobody is taken out of a dialog or a drag. */
function useNewDay(today: LocalDate, onDate: (date: LocalDate) => void): void {
  const shown = useRef(today);
  useEffect(() => {
    const wake = () => {
      if (today === shown.current || isBusy()) return;
      shown.current = today;
      onDate(today);
    };
    wake();
    return busy.subscribe(wake);
  }, [today, onDate]);
}

export function useCalendarState(salonId: number, today: LocalDate, defaultView: View): CalendarState {
  const phone = useIsPhone();
  const [date, setDate] = useState(() => keptDay(today));
  const onDate = useCallback((next: LocalDate) => {
    keepFocusInside();
    setDate(next);
  }, []);
  useNewDay(today, setDate);
  const [view, setView] = useState(() => keptView(defaultView));
  const [hidden, setHidden] = useState(() => keptHidden(salonId));
  const [onShift, setOnShift] = useState(() => keptOnShift(salonId));
  useEffect(() => keepDay(date, today), [date, today]);
  // The same object as long as nothing of it has changed: the day and the week are drawn again for another one.
  return useMemo(
    () => ({
      date,
      today,
      hidden,
      onShift,
      view: view === 'agenda' && !phone ? 'day' : view,
      onDate,
      onToday() {
        if (date === today) showNow();
        else onDate(today);
      },
      onView(next: CalendarView) {
        keepFocusInside();
        setView(next);
        keepView(next);
      },
      onHidden(next: ReadonlySet<string>) {
        setHidden(next);
        keepHidden(salonId, next);
      },
      onOnShift(next: boolean) {
        setOnShift(next);
        keepOnShift(salonId, next);
      },
    }),
    [date, today, hidden, onShift, view, phone, onDate, salonId],
  );
}
