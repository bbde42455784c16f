/** Finds the bookings that a change of shifts leaves without a shift. */
import { firstValueFrom } from 'rxjs';
import type { OpenReplica } from '#data/open-replica.ts';
import { salon$ } from '#data/salon.queries.ts';
import type { PlannedSet } from '#data/shifts.commands.ts';
import { overrideSets$, weeklySets$ } from '#data/shifts.queries.ts';
import { shiftProblem } from '#domain/booking/free-slots.ts';
import { holdsSlot } from '#domain/booking/overlap.ts';
import { overrideKey, weeklyKey } from '#domain/shifts/availability.ts';
import { addDays, zonedParts } from '#domain/time/time.ts';
import { eventsSince$ } from './events.queries.ts';

/**
 * Counts the appointments after `now` that lie within their employee's shifts, and would not lie within these sets.
 * @param now ISO UTC. @throws what the storage threw
 */
export async function leftOffShift(replica: OpenReplica, sets: readonly PlannedSet[], now: string): Promise<number> {
  const whose = new Set(sets.map(({ resourceId }) => resourceId));
  const { effective } = await firstValueFrom(salon$(replica));
  const ahead = (await firstValueFrom(eventsSince$(replica, now))).filter(
    (event) => event.type === 'appointment' && holdsSlot(event) && whose.has(event.resource_id),
  );
  const { timezone: zone, open } = effective;
  const last = ahead.at(-1);
  if (!last) return 0;
  const [weekly, overrides] = await Promise.all([
    firstValueFrom(weeklySets$(replica)),
    firstValueFrom(
      overrideSets$(replica, addDays(zonedParts(now, zone).date, -1), addDays(zonedParts(last.end_time, zone).date, 1)),
    ),
  ]);
  const then = { weekly: new Map(weekly), overrides: new Map(overrides), zone, open };
  for (const set of sets) {
    if ('weekday' in set) then.weekly.set(weeklyKey(set.resourceId, set.weekday), set.rows);
    else then.overrides.set(overrideKey(set.resourceId, set.date), set.rows);
  }
  return ahead.filter(
    (event) => shiftProblem(event, { weekly, overrides, zone, open }) === null && shiftProblem(event, then) !== null,
  ).length;
}
