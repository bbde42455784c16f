import { openSpansOn, type SalonDays } from '#domain/booking/open-days.ts';
import { availableSpans, overrideKey } from '#domain/shifts/availability.ts';
import { absencesOf } from '#domain/shifts/own-hours.ts';
import type { LocalDate } from '#domain/time/time.ts';
import type { TimeOffReason } from '#schemas/employee_day_overrides.ts';
import type { OverrideInterval } from '#schemas/intervals.ts';
import type { LocalRow } from '#schemas/registry.ts';

type Stretches = ReturnType<typeof availableSpans>;
type Weekly = Parameters<typeof availableSpans>[1];
type Overrides = Parameters<typeof availableSpans>[2];

export interface PlannedDay {
  date: LocalDate;
  /** Minutes of that local day in the salon's time zone. */
  stretches: Stretches;
  /** The salon does not open on it. */
  closed: boolean;
  /** When somebody works then: on a closed day the additional shifts alone, although the others are kept. */
  worked: Stretches;
  /** The time off that somebody took, and why; null: none. A shift that was only made shorter for the date is none. */
  off: { times: readonly OverrideInterval[]; reason: TimeOffReason } | null;
}

export interface PlannedWeek {
  employee: LocalRow<'resources'>;
  days: PlannedDay[];
  /** Whole hours, rounded down (document 2 §9). */
  hours: number;
}

/**
 * Returns the hours of each employee on the given days, by the one function that the calendar uses too. Opening hours cut none of
 * them: somebody may tidy up before the salon opens. A closed day is worked by additional shifts alone.
 */
export function planWeek(
  employees: readonly LocalRow<'resources'>[],
  dates: readonly LocalDate[],
  weekly: Weekly,
  overrides: Overrides,
  reasons: ReadonlyMap<string, TimeOffReason>,
  open: SalonDays | null = null,
): PlannedWeek[] {
  const offOf = (key: string): PlannedDay['off'] => {
    const reason = reasons.get(key);
    return reason ? { times: absencesOf(overrides.get(key) ?? []), reason } : null;
  };
  return employees.map((employee) => {
    const days = dates.map((date) => {
      const stretches = availableSpans(date, weekly, overrides, employee.id);
      const closed = openSpansOn(open, date)?.length === 0;
      const worked = closed ? availableSpans(date, weekly, overrides, employee.id, open) : stretches;
      return { date, stretches, closed, worked, off: offOf(overrideKey(employee.id, date)) };
    });
    const minutes = days.reduce((sum, day) => sum + day.worked.reduce((s, one) => s + one.to - one.from, 0), 0);
    return { employee, days, hours: Math.floor(minutes / 60) };
  });
}

/** Today first, then what is still to come, past days last (document 2 §2). Outside the current week Monday comes first. */
export function daysInOrder(dates: readonly LocalDate[], today: LocalDate): LocalDate[] {
  return [...dates.filter((date) => date >= today), ...dates.filter((date) => date < today)];
}
