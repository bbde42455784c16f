/** Why somebody took time off: for the screens of the shifts alone, so that no start fetches it. */
import { map, type Observable } from 'rxjs';
import { overrideKey } from '#domain/availability.ts';
import type { LocalDate } from '#domain/time.ts';
import type { TimeOffReason } from '#schemas/employee_day_overrides.ts';
import { liveRows, sharedRead } from './live-rows.ts';
import type { OpenReplica } from './open-replica.ts';

/** Of the dates from one to another, both included, by `overrideKey`; a date without a reason has no entry. */
export function offReasons$(
  replica: OpenReplica,
  fromDate: LocalDate,
  toDate: LocalDate,
): Observable<ReadonlyMap<string, TimeOffReason>> {
  return sharedRead(replica, `off-reasons/${fromDate}/${toDate}`, () =>
    liveRows(replica, 'employee_day_overrides', { selector: { date: { $gte: fromDate, $lte: toDate } } }).pipe(
      map(
        (rows) =>
          new Map(
            rows.flatMap(({ resource_id, date, off_reason }) =>
              off_reason ? [[overrideKey(resource_id, date), off_reason] as const] : [],
            ),
          ),
      ),
    ),
  );
}
