/**
 * Events longer than a day. The commands refuse them, but an import or another program may bring one. The reads of a day look back
 * one day only (`LONGEST_EVENT`); this read finds those that began earlier, up to a week back.
 */
import { distinctUntilChanged, map, type Observable, switchMap, timer } from 'rxjs';
import { liveRows, sameItems, sharedRead } from '#data/live-rows.ts';
import type { OpenReplica } from '#data/open-replica.ts';
import { addDays, dayBounds, type LocalDate, minutesBetween } from '#domain/time/time.ts';
import type { LocalRow } from '#schemas/registry.ts';
import { LONGEST_EVENT } from './events.queries.ts';

/** The number of days before the week's Monday on which such an event may have begun. */
const LOOK_BACK = 7;
/** This read waits so long, ms, so that the day itself comes first. */
const LATER_MS = 1000;

/**
 * Follows the long events that begin in the week from `monday` or in the week before it; the first value comes when they have been
 * read, a moment later.
 */
export function longEvents$(replica: OpenReplica, monday: LocalDate, zone: string): Observable<readonly LocalRow<'events'>[]> {
  const { from } = dayBounds(addDays(monday, -LOOK_BACK), zone);
  const { to } = dayBounds(addDays(monday, 6), zone);
  return sharedRead(replica, `long-events/${from}`, () =>
    timer(LATER_MS).pipe(
      switchMap(() => liveRows(replica, 'events', { selector: { start_time: { $gte: from, $lt: to } } })),
      map((rows) => rows.filter((row) => minutesBetween(row.start_time, row.end_time) > LONGEST_EVENT)),
      distinctUntilChanged(sameItems),
    ),
  );
}
