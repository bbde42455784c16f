import { useEffect, useMemo, useSyncExternalStore } from 'react';
import type { Observable } from 'rxjs';
import { type LocalDate, mondayOf } from '#domain/time/time.ts';
import { useReplica } from '#features/shared/use-replica.ts';
import { useLiveState } from '#ui/timing/use-live.ts';
import { type DayRows, dayRows$, salonPart$, weekRows$ } from './calendar-reads.ts';
import { type Pause, whileFree, withOwnChanges } from './use-paused-updates.ts';
import { type DayState, WarmDays } from './warm-days.ts';

/** The view that is not shown gets its reads this much later, ms: the shown one is drawn by then. */
const LATER_MS = 400;

export function useSalonPart(pause$: Observable<Pause>) {
  const replica = useReplica();
  return useLiveState(() => salonPart$(replica).pipe(whileFree(pause$)), [replica, pause$]);
}

export type Reads = WarmDays<DayRows>;

/**
 * The reads of days and of weeks. Those of the view that is not shown are only kept ready, once the shown ones had their
 * turn: switching between day and week waits for no query, and opening the calendar for none that is not looked at.
 */
export function useReads(date: LocalDate, week: boolean, zone: string, pause$: Observable<Pause>) {
  const replica = useReplica();
  const [days, weeks] = useMemo((): [Reads, Reads] => {
    const free = whileFree<DayRows>(pause$, withOwnChanges);
    return [
      new WarmDays((day) => dayRows$(replica, day, zone).pipe(free)),
      new WarmDays((monday) => weekRows$(replica, monday, zone).pipe(free), 7),
    ];
  }, [replica, zone, pause$]);
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

export function useRead(reads: Reads, date: LocalDate): DayState<DayRows> & { retry: () => void } {
  const state = useSyncExternalStore(reads.subscribe, () => reads.stateOf(date));
  return { ...state, retry: () => reads.retry(date) };
}
