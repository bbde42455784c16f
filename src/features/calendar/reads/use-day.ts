import { useEffect, useMemo, useSyncExternalStore } from 'react';
import type { Observable } from 'rxjs';
import { type LocalDate, mondayOf } from '#domain/time.ts';
import { useReplica } from '#features/use-replica.ts';
import { useLiveState } from '#ui/use-live.ts';
import { type DayPart, dayPart$, type SalonPart, salonPart$, weekPart$ } from './calendar-reads.ts';
import { type Held, whileFree, withOwnChanges } from './use-hold.ts';
import { type DayState, WarmDays } from './warm-days.ts';

/** The view that is not shown gets its reads this much later, ms: the shown one is drawn by then. */
const LATER_MS = 400;

export function useSalonPart(held$: Observable<Held>) {
  const replica = useReplica();
  return useLiveState(() => salonPart$(replica).pipe(whileFree(held$)), [replica, held$]);
}

export type Reads = WarmDays<DayPart>;

/**
 * The reads of days and of weeks. Those of the view that is not shown are only kept ready, once the shown ones had their
 * turn: switching between day and week waits for no query, and opening the calendar for none that is not looked at.
 */
export function useReads(date: LocalDate, week: boolean, zone: string, held$: Observable<Held>) {
  const replica = useReplica();
  const [days, weeks] = useMemo((): [Reads, Reads] => {
    const free = whileFree<DayPart>(held$, withOwnChanges);
    return [
      new WarmDays((day) => dayPart$(replica, day, zone).pipe(free)),
      new WarmDays((monday) => weekPart$(replica, monday, zone).pipe(free), 7),
    ];
  }, [replica, zone, held$]);
  const monday = mondayOf(date);
  const [shown, other] = week ? [weeks, days] : [days, weeks];
  const [at, otherAt] = week ? [monday, date] : [date, monday];
  useEffect(() => shown.show(at), [shown, at]);
  useEffect(() => {
    const timer = setTimeout(() => other.show(otherAt, true), LATER_MS);
    return () => clearTimeout(timer);
  }, [other, otherAt]);
  useEffect(
    () => () => {
      days.close();
      weeks.close();
    },
    [days, weeks],
  );
  return { days, weeks, monday };
}

export function useRead(reads: Reads, date: LocalDate): DayState<DayPart> & { retry: () => void } {
  const state = useSyncExternalStore(reads.subscribe, () => reads.stateOf(date));
  return { ...state, retry: () => reads.retry(date) };
}

/** What of the rows the day and the week are both made of. */
export function bookingInput(salon: SalonPart, part: DayPart) {
  return {
    ...{ zone: salon.config.timezone, weekly: salon.weekly, troubles: salon.troubles },
    openOverlaps: salon.openOverlaps,
    ...{ events: part.events, onlyRead: part.onlyRead, overrides: part.overrides, away: part.away },
    employees: withOthers(salon.employees, part.resources),
    client: (id: string) => part.clients.get(id),
    service: (id: string) => salon.services.get(id) ?? part.services.get(id),
  };
}

/** Those who worked here then: not among the employees any more, known by what is kept of them or from the server. */
function withOthers(
  employees: SalonPart['employees'],
  resources: DayPart['resources'],
): readonly SalonPart['employees'][number][] {
  const others = [...resources.values()].filter(({ id }) => !employees.some((employee) => employee.id === id));
  if (others.length === 0) return employees;
  return [...employees, ...others.map((other) => ({ ...other, active: false }))];
}
