/**
 * Live reads of weekly shifts and day overrides as sets. A set is read from its row 0 alone; the server derives the rows above it
 * from row 0 (src/README.md, “A set is one decision”).
 */
import { map, type Observable } from 'rxjs';
import { type OverrideSets, overrideKey, type WeeklySets, weeklyKey } from '#domain/shifts/availability.ts';
import { addDays, type LocalDate } from '#domain/time/time.ts';
import type { TimeOffReason } from '#schemas/employee_day_overrides.ts';
import { type OverrideInterval, overrideIntervalsOf, type ShiftInterval, shiftIntervalsOf } from '#schemas/intervals.ts';
import type { LocalRow } from '#schemas/registry.ts';
import { liveRows, sharedRead } from './live-rows.ts';
import type { OpenReplica } from './open-replica.ts';

type WeeklyRow = LocalRow<'employee_weekly_shifts'>;
type OverrideRow = LocalRow<'employee_day_overrides'>;

/** Tells whether a row is row 0, which carries the set. */
const isSetRow = (row: { readonly id: string }) => row.id.endsWith('/0');

/** The parsed sets: each row's set is read once, and the same row gives the same array. */
const parsed = new WeakMap<object, readonly (ShiftInterval | OverrideInterval)[]>();

function once<R extends object, I extends ShiftInterval | OverrideInterval>(
  row: R,
  parse: (row: R) => readonly I[],
): readonly I[] {
  const known = parsed.get(row);
  if (known) return known as readonly I[];
  const set = parse(row);
  parsed.set(row, set);
  return set;
}

/** Returns a row's set; without `intervals` it is the row's own times. */
const weeklySetOf = (row: WeeklyRow): readonly ShiftInterval[] =>
  once(row, ({ intervals, start_time, end_time }) =>
    intervals ? shiftIntervalsOf(intervals) : [{ start: start_time, end: end_time }],
  );

const overrideSetOf = (row: OverrideRow): readonly OverrideInterval[] =>
  once(row, ({ intervals, start_time, end_time, type }) =>
    intervals ? overrideIntervalsOf(intervals) : [{ start: start_time, end: end_time, type }],
  );

/** Follows all employees' weekly shifts, by `weeklyKey`; `availableSpans` takes them. */
export function weeklySets$(replica: OpenReplica): Observable<WeeklySets> {
  return sharedRead(replica, 'weekly-sets', () =>
    liveRows(replica, 'employee_weekly_shifts').pipe(
      map((rows) => new Map(rows.filter(isSetRow).map((row) => [weeklyKey(row.resource_id, row.weekday), weeklySetOf(row)]))),
    ),
  );
}

/** The sets of single dates, both by `overrideKey`. */
interface DatedSets {
  readonly sets: OverrideSets;
  /** The dates on which somebody took time off; a date that is only shorter than usual does not count. */
  readonly away: ReadonlySet<string>;
}

/**
 * Follows the overrides of the dates from one to another, both included. The date before the first is read as well, because its
 * shifts may run past midnight.
 */
export function datedSets$(replica: OpenReplica, fromDate: LocalDate, toDate: LocalDate): Observable<DatedSets> {
  return sharedRead(replica, `overrides/${fromDate}/${toDate}`, () =>
    liveRows(replica, 'employee_day_overrides', { selector: { date: { $gte: addDays(fromDate, -1), $lte: toDate } } }).pipe(
      map((all) => {
        const rows = all.filter(isSetRow);
        const keyOf = (row: OverrideRow) => overrideKey(row.resource_id, row.date);
        return {
          sets: new Map(rows.map((row) => [keyOf(row), overrideSetOf(row)])),
          away: new Set(rows.filter((row) => row.off_reason).map(keyOf)),
        };
      }),
    ),
  );
}

/** Follows the sets alone; `availableSpans` takes them. */
export function overrideSets$(replica: OpenReplica, fromDate: LocalDate, toDate: LocalDate): Observable<OverrideSets> {
  return datedSets$(replica, fromDate, toDate).pipe(map(({ sets }) => sets));
}

/**
 * Follows the reasons of time off on the dates from one to another, both included, by `overrideKey`; a date without a reason has no
 * entry.
 */
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
