/**
 * Weekly shifts and day overrides. A replacement is one decision and writes one row: row 0, with the whole set in `intervals`
 * and its first entry's times; the server derives the rows above it. The empty set is row 0 marked deleted. An action returns
 * what stood there before, for `undoShifts`.
 */
import { overrideKey, weeklyKey } from '#domain/availability.ts';
import { Refusal } from '#domain/refusal.ts';
import { isLocalDate, type LocalDate, minuteOfClock } from '#domain/time.ts';
import {
  type OverrideInterval,
  overrideIntervalsOf,
  overrideIntervalsText,
  type ShiftInterval,
  shiftIntervalsOf,
  shiftIntervalsText,
} from '#schemas/intervals.ts';
import { type LocalRow, TABLES, type Values } from '#schemas/registry.ts';
import type { Change, Replica } from '#sync/replica.ts';
import type { UndoOutcome } from './event-edits.ts';
import { rowOf } from './live-rows.ts';
import { changeOf } from './row-writes.ts';

/** All shifts of an employee's weekday (0 is Sunday), or all overrides of an employee's date. No rows: the empty set. */
export type ShiftSet =
  | { readonly resourceId: string; readonly weekday: number; readonly rows: readonly ShiftInterval[] }
  | { readonly resourceId: string; readonly date: LocalDate; readonly rows: readonly OverrideInterval[] };

type SetTable = 'employee_weekly_shifts' | 'employee_day_overrides';
type SetValues = Partial<Values<SetTable>>;

/** One set's row 0 before an action and after it; null is the empty set. */
interface SetEdit {
  readonly table: SetTable;
  readonly id: string;
  readonly before: SetValues | null;
  readonly wrote: SetValues | null;
}

/** What one action replaced. Sets that stood so already are not among them. */
export interface ShiftsEdit {
  readonly sets: readonly SetEdit[];
}

/** Times `HH:mm`; an end before the start lies on the next day, an equal one means nothing (SHIFT-23). */
function checkTimes({ start, end }: { start: string; end: string }): void {
  if (Number.isNaN(minuteOfClock(start)) || Number.isNaN(minuteOfClock(end))) throw new Refusal('all_fields_required', 'start');
  if (start === end) throw new Refusal('shift_times_equal', 'end');
}

const distinct = <I>(set: readonly I[]): I[] => [...new Map(set.map((i) => [JSON.stringify(i), i])).values()];

type Wanted = Pick<SetEdit, 'table' | 'id' | 'wrote'>;

function weeklySet(resourceId: string, weekday: number, rows: readonly ShiftInterval[]): Wanted {
  if (!resourceId || !(weekday >= 0 && weekday <= 6)) throw new Refusal('all_fields_required', 'resource_id');
  rows.forEach(checkTimes);
  const intervals = shiftIntervalsText(distinct(rows.map(({ start, end }) => ({ start, end }))));
  const [first] = shiftIntervalsOf(intervals);
  const wrote = first ? { resource_id: resourceId, weekday, start_time: first.start, end_time: first.end, intervals } : null;
  return { table: 'employee_weekly_shifts', id: `${weeklyKey(resourceId, weekday)}/0`, wrote };
}

function dateSet(resourceId: string, date: LocalDate, rows: readonly OverrideInterval[]): Wanted {
  if (!resourceId) throw new Refusal('all_fields_required', 'resource_id');
  if (!isLocalDate(date)) throw new Refusal('all_fields_required', 'date');
  for (const { start, end, type } of rows) {
    if (start === null && end === null && type === 'time_off') continue;
    checkTimes({ start: start ?? '', end: end ?? '' });
  }
  const intervals = overrideIntervalsText(distinct(rows.map(({ start, end, type }) => ({ start, end, type }))));
  const [first] = overrideIntervalsOf(intervals);
  const wrote = first
    ? { resource_id: resourceId, date, type: first.type, start_time: first.start, end_time: first.end, intervals }
    : null;
  return { table: 'employee_day_overrides', id: `${overrideKey(resourceId, date)}/0`, wrote };
}

const wantedOf = (set: ShiftSet): Wanted =>
  'weekday' in set ? weeklySet(set.resourceId, set.weekday, set.rows) : dateSet(set.resourceId, set.date, set.rows);

/** The sets of a table that are not empty now, by the id of their row 0. */
async function setsNow<N extends SetTable>(replica: Replica, table: N, ids: readonly string[]): Promise<[string, SetValues][]> {
  if (ids.length === 0) return [];
  const documents = await replica.rows[table].findByIds([...ids]).exec();
  const rows = [...documents.values()].map((document) => rowOf<N>(document)).filter((row) => !row.deleted);
  const columns = Object.keys(TABLES[table].columns) as (keyof LocalRow<N>)[];
  return rows.map((row) => [row.id, Object.fromEntries(columns.map((column) => [column, row[column]]))]);
}

async function standing(replica: Replica, sets: readonly Pick<SetEdit, 'table' | 'id'>[]): Promise<Map<string, SetValues>> {
  const idsOf = (table: SetTable) => sets.filter((set) => set.table === table).map(({ id }) => id);
  const found = await Promise.all([
    setsNow(replica, 'employee_weekly_shifts', idsOf('employee_weekly_shifts')),
    setsNow(replica, 'employee_day_overrides', idsOf('employee_day_overrides')),
  ]);
  return new Map(found.flat());
}

const sameSet = (a: SetValues | null, b: SetValues | null) =>
  a === null || b === null ? a === b : Object.entries(a).every(([column, value]) => value === b[column as keyof SetValues]);

const changeTo = ({ table, id }: Pick<SetEdit, 'table' | 'id'>, values: SetValues | null): Change =>
  changeOf(table, id, values ? { ...values, deleted: false } : { deleted: true });

/**
 * The changes of sets that go into one call of the door with others, such as a new employee's row; empty sets are left out.
 * @throws Refusal as `replaceShiftSets`.
 */
export function shiftSetChanges(sets: readonly ShiftSet[]): Change[] {
  return sets.map(wantedOf).flatMap((set) => (set.wrote ? [changeTo(set, set.wrote)] : []));
}

/**
 * Replaces several sets as one action, in one call of the door; of two for the same weekday or date the later counts.
 * @returns what it replaced, for `undoShifts`; sets that stood so already are left alone.
 * @throws Refusal `all_fields_required` without an employee, a date or a time, `shift_times_equal`; what the door throws.
 */
export async function replaceShiftSets(replica: Replica, sets: readonly ShiftSet[]): Promise<ShiftsEdit> {
  const wanted = [...new Map(sets.map(wantedOf).map((set) => [`${set.table}/${set.id}`, set])).values()];
  const now = await standing(replica, wanted);
  const edits = wanted.map((set) => ({ ...set, before: now.get(set.id) ?? null }));
  const changed = edits.filter(({ before, wrote }) => !sameSet(before, wrote));
  if (changed.length > 0) await replica.write(changed.map((set) => changeTo(set, set.wrote)));
  return { sets: changed };
}

/**
 * Replaces all shifts of an employee's weekday (0 is Sunday); no rows: a day off (document 2 §4, SHIFT-31).
 * @returns and @throws as `replaceShiftSets`.
 */
export function replaceWeeklyShifts(
  replica: Replica,
  resourceId: string,
  weekday: number,
  rows: readonly ShiftInterval[],
): Promise<ShiftsEdit> {
  return replaceShiftSets(replica, [{ resourceId, weekday, rows }]);
}

/**
 * Replaces all overrides of an employee's date, time off and additional shifts together; no rows: the weekly shifts hold
 * (document 2 §4, SHIFT-32).
 * @param rows both times null: the whole day off.
 * @returns and @throws as `replaceShiftSets`.
 */
export function replaceDayOverrides(
  replica: Replica,
  resourceId: string,
  date: LocalDate,
  rows: readonly OverrideInterval[],
): Promise<ShiftsEdit> {
  return replaceShiftSets(replica, [{ resourceId, date, rows }]);
}

/**
 * Takes an action back, set by set: one that somebody has replaced since is left as it is.
 * @returns `undone`; `partly` or `changed` when some or all of the sets hold somebody's newer decision.
 */
export async function undoShifts(replica: Replica, { sets }: ShiftsEdit): Promise<UndoOutcome> {
  const now = await standing(replica, sets);
  const ours = sets.filter(({ id, wrote }) => sameSet(now.get(id) ?? null, wrote));
  if (ours.length > 0) await replica.write(ours.map((set) => changeTo(set, set.before)));
  if (ours.length === sets.length) return 'undone';
  return ours.length > 0 ? 'partly' : 'changed';
}
