import { useCallback, useEffect, useRef } from 'react';
import { type Location, useLocation, useNavigate, useNavigationType } from 'react-router-dom';
import type { LocalDate } from '#domain/time/time.ts';
import type { CalendarState } from './use-calendar-state.ts';

/** A day that was opened from the week, noted on its entry of the history. */
interface DayStep {
  /** A date of the week that it was opened from. */
  readonly week: LocalDate;
  readonly day: LocalDate;
  /** How many such steps lie below it, with its own. */
  readonly depth: number;
}

const stepOf = ({ state }: Location): DayStep | undefined => (state as { dayStep?: DayStep } | null)?.dayStep;

/** From the week into one of its days, as a step of the history: Back leads to that week again, Forward to the day. */
export function useDaySteps({ date, onDate, onView }: CalendarState): (day: LocalDate) => void {
  const location = useLocation();
  const byHistory = useNavigationType() === 'POP';
  const navigate = useNavigate();
  const before = useRef(location);

  useEffect(() => {
    const was = stepOf(before.current);
    const now = stepOf(location);
    before.current = location;
    const by = (now?.depth ?? 0) - (was?.depth ?? 0);
    if (!byHistory || by === 0) return;
    const to = by < 0 ? was?.week : now?.day;
    if (to) onDate(to);
    onView(by < 0 ? 'week' : 'day');
  }, [location, byHistory, onDate, onView]);

  const open = (day: LocalDate) => {
    onDate(day);
    onView('day');
    const dayStep: DayStep = { week: date, day, depth: (stepOf(location)?.depth ?? 0) + 1 };
    void navigate('/calendar', { state: { dayStep } });
  };
  const latest = useRef(open);
  latest.current = open;
  // The same function all along: the week is not drawn again for another one.
  return useCallback((day: LocalDate) => latest.current(day), []);
}
