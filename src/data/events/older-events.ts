/** A day's appointments: from this device, or from the server if the day is older than this device keeps (older-days.ts). */
import { distinctUntilChanged, from, map, type Observable, switchMap } from 'rxjs';
import type { OpenReplica } from '#data/open-replica.ts';
import { addMinutes, dayBounds, type LocalDate, MINUTES_OF_DAY } from '#domain/time/time.ts';
import { type DayEvents, NOTHING, type OlderState } from './day-events.ts';
import { dayEvents$ } from './events.queries.ts';

const KEPT: OlderState = { phase: 'kept', readAt: null, reason: null };

/**
 * Follows the events of a local day in the salon's zone, wherever they are; `older` says how much is known about those that are not
 * here.
 */
export function dayWithOlder$(replica: OpenReplica, date: LocalDate, zone: string): Observable<DayEvents> {
  const stretch = dayBounds(date, zone);
  return replica.horizon$.pipe(
    // An event over midnight that began on the evening before may lie behind the horizon by its start.
    map((horizon) => horizon !== null && addMinutes(stretch.from, -MINUTES_OF_DAY) < horizon),
    distinctUntilChanged(),
    switchMap((behind) => {
      const local$ = dayEvents$(replica, date, zone);
      if (!behind) return local$.pipe(map((events) => ({ ...NOTHING, events, older: KEPT })));
      return from(import('./older-days.ts')).pipe(switchMap(({ olderDay$ }) => olderDay$(replica, stretch, local$)));
    }),
  );
}
