/** Follows the appointments to come for which the salon is not open. They are worked out, and kept nowhere. */
import { combineLatest, map, type Observable, of, switchMap } from 'rxjs';
import type { OpenReplica } from '#data/open-replica.ts';
import { overrideSets$, weeklySets$ } from '#data/shifts.queries.ts';
import { shiftProblem } from '#domain/booking/free-slots.ts';
import { closedAt, type SalonDays } from '#domain/booking/open-days.ts';
import { holdsSlot } from '#domain/booking/overlap.ts';
import { addDays, addMinutes, type LocalDate, zonedParts } from '#domain/time/time.ts';
import type { LocalRow } from '#schemas/registry.ts';
import { eventsSince$ } from './events.queries.ts';

/**
 * Follows the appointments from `now` on (ISO UTC) for which the salon is not open, in order of their start. One that lies within an
 * additional shift was meant so and is none of them; blocked time promises nothing to anybody.
 * @param open the days to ask about: those in force, or others before they are saved
 * @param zone IANA name
 */
export function bookedWhileClosed$(
  replica: OpenReplica,
  open: SalonDays | null,
  zone: string,
  now: string,
): Observable<readonly LocalRow<'events'>[]> {
  if (!open) return of([]);
  return eventsSince$(replica, now).pipe(
    map((events) => events.filter((event) => event.type === 'appointment' && holdsSlot(event))),
    switchMap((ahead) => {
      const [first, last] = [ahead[0], ahead.at(-1)];
      if (!first || !last) return of([]);
      const dateOf = (instant: string): LocalDate => zonedParts(instant, zone).date;
      const overrides$ = overrideSets$(replica, addDays(dateOf(first.start_time), -1), addDays(dateOf(last.end_time), 2));
      return combineLatest([weeklySets$(replica), overrides$]).pipe(
        map(([weekly, overrides]) => {
          const isClosed = (event: LocalRow<'events'>) => {
            const why = shiftProblem(event, { weekly, overrides, zone, open });
            if (why === 'closed' || why === 'outside_hours' || why === 'beyond_hours') return true;
            // What outlasts the shift may outlast the opening hours, too.
            const last = zonedParts(addMinutes(event.end_time, -1), zone);
            return why === 'beyond_shift' && closedAt(open, last.date, last.minute) !== null;
          };
          return ahead.filter(isClosed);
        }),
      );
    }),
  );
}
