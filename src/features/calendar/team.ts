/** The choice of the employees that the calendar shows, for its boxes, its chips and its button. */
import type { CalendarState } from '#calendar/state/use-calendar-state.ts';
import type { Mine } from '#calendar/state/use-mine.ts';
import type { LocalRow } from '#schemas/registry.ts';

export type Employees = readonly LocalRow<'resources'>[];

export interface TeamProps {
  employees: Employees;
  state: CalendarState;
  /** Null for whoever is no employee with a column. */
  mine: Mine | null;
}

/** The hidden ones after this employee was shown or hidden. */
export function toggled(hidden: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const next = new Set(hidden);
  if (!next.delete(id)) next.add(id);
  return next;
}
