/** The rows that the plan draws: the bars of each day and employee, as plain values; a row without a change keeps its object. */
import {
  availableSpans,
  hoursOff,
  type MinuteSpan,
  overrideKey,
  shiftLabel,
  spansBegunOn,
  tailInto,
} from '#domain/shifts/availability.ts';
import { absencesOf } from '#domain/shifts/own-hours.ts';
import { axisOf } from '#domain/shifts/plan-bars.ts';
import type { LocalDate } from '#domain/time/time.ts';
import type { TimeOffReason } from '#schemas/employee_day_overrides.ts';
import type { OverrideInterval } from '#schemas/intervals.ts';
import type { LocalRow } from '#schemas/registry.ts';

export type Weekly = Parameters<typeof availableSpans>[1];
export type Overrides = Parameters<typeof availableSpans>[2];

export interface PlanRow {
  readonly id: string;
  readonly name: string;
  readonly color: string;
  readonly date: LocalDate;
  /** The shifts that begin on the date, minutes from its midnight, beyond 1440 too. */
  readonly bars: readonly MinuteSpan[];
  /** The part of the evening before that runs into the date: drawn here, but changed in its own row. */
  readonly tail: readonly MinuteSpan[];
  /** Working time of the date, 0 to 1440. */
  readonly stretches: readonly MinuteSpan[];
  /** The day's own set; empty where the weekly shifts hold. */
  readonly own: readonly OverrideInterval[];
  /** Hours of time off that somebody took, minutes from the date's midnight: drawn hatched. */
  readonly off: readonly MinuteSpan[];
  /** Why somebody took time off; null: nobody did, the date's shifts are only others than every week's. */
  readonly reason: TimeOffReason | null;
}

export interface PlanDay {
  readonly date: LocalDate;
  readonly rows: readonly PlanRow[];
}

export interface Plan {
  readonly days: readonly PlanDay[];
  /** The hours that are shown, the same for all days. */
  readonly axis: MinuteSpan;
}

/** Whole day off: no shift can begin on the date, so nothing is drawn there. */
export const isAway = (row: PlanRow) => row.own.some(({ type, start }) => type === 'time_off' && start === null);

export const hoursOf = (bars: readonly MinuteSpan[]) => shiftLabel(bars);

const NONE: readonly OverrideInterval[] = [];
const NO_STRETCH: readonly MinuteSpan[] = [];
const text = (row: PlanRow) => JSON.stringify(row);

function rowOf(employee: LocalRow<'resources'>, date: LocalDate, { weekly, overrides, reasons }: PlanSets): PlanRow {
  const { id, name, color } = employee;
  const bars = spansBegunOn(date, weekly, overrides, id);
  const stretches = availableSpans(date, weekly, overrides, id);
  const own = overrides.get(overrideKey(id, date)) ?? NONE;
  const reason = reasons.get(overrideKey(id, date)) ?? null;
  const off = reason ? hoursOff(absencesOf(own)) : NO_STRETCH;
  return { id, name, color, date, bars, stretches, tail: tailInto(date, weekly, overrides, id), own, off, reason };
}

/** The stored working hours of the employees. */
export interface PlanSets {
  readonly weekly: Weekly;
  /** Of the days from the one before the first to the one after the last. */
  readonly overrides: Overrides;
  /** Why somebody took time off, by `overrideKey`. */
  readonly reasons: ReadonlyMap<string, TimeOffReason>;
}

/** @param previous is taken over where it is the same. */
export function planRowsOf(
  employees: readonly LocalRow<'resources'>[],
  dates: readonly LocalDate[],
  sets: PlanSets,
  previous: Plan | null = null,
): Plan {
  const before = new Map(previous?.days.flatMap(({ rows }) => rows.map((row) => [overrideKey(row.id, row.date), row] as const)));
  const days = dates.map((date) => {
    const rows = employees.map((employee) => {
      const made = rowOf(employee, date, sets);
      const was = before.get(overrideKey(employee.id, date));
      return was && text(was) === text(made) ? was : made;
    });
    const same = previous?.days.find((day) => day.date === date);
    return same?.rows.length === rows.length && rows.every((row, i) => row === same.rows[i]) ? same : { date, rows };
  });
  const axis = axisOf(days.flatMap(({ rows }) => rows.flatMap((row) => [...row.bars, ...row.tail])));
  const held = previous?.axis.from === axis.from && previous.axis.to === axis.to;
  return { days, axis: held ? previous.axis : axis };
}
