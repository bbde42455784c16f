/** Time off: the sets of dates that it makes, the bookings that it touches, and who could take one of them. */
import type { OverrideInterval } from '#schemas/intervals.ts';
import { type OverrideSets, overrideKey, type WeeklySets } from './availability.ts';
import { shiftProblem } from './free-slots.ts';
import { holdsSlot, overlapsWith, type Timed } from './overlap.ts';
import { absencesOf } from './own-hours.ts';
import { addDays, dayBounds, daysBetween, instantOf, type LocalDate, minuteOfClock } from './time.ts';

/** At most so many days in a row are taken off in one action. */
export const LONGEST_TIME_OFF = 92;

/** Times `HH:mm` of each day; an end before the start lies on the next day. Null: whole days. */
export type TimeOffTimes = { readonly start: string; readonly end: string } | null;

/** What of a time off is asked about: whose, when, and what else says who works. */
export interface TimeOff {
  readonly resourceId: string;
  readonly dates: readonly LocalDate[];
  readonly times: TimeOffTimes;
}

/** What says who works, and the zone (IANA name) in which it is meant. */
export interface Working {
  readonly weekly: WeeklySets;
  /** From the day before the first to the day after the last. */
  readonly overrides: OverrideSets;
  readonly zone: string;
}

/** The dates from one to another, both included; none where the last lies before the first. */
export function datesBetween(from: LocalDate, to: LocalDate): LocalDate[] {
  return Array.from({ length: Math.max(0, daysBetween(from, to) + 1) }, (_, day) => addDays(from, day));
}

const isOff = ({ type }: OverrideInterval) => type === 'time_off';
const intervalOf = (times: TimeOffTimes): OverrideInterval => ({
  start: times?.start ?? null,
  end: times?.end ?? null,
  type: 'time_off',
});

/** A date's set with a time off added. A whole day stands for all of it, so that hours of the same date go. */
export function withTimeOff(set: readonly OverrideInterval[], times: TimeOffTimes): OverrideInterval[] {
  const whole = set.some((one) => isOff(one) && one.start === null);
  if (times && whole) return [...set];
  const one = intervalOf(times);
  const rest = times ? set.filter(({ type, start, end }) => !(type === one.type && start === one.start && end === one.end)) : set;
  return [...(times ? rest : withoutTimeOff(rest)), one];
}

/** A date's set without its time off; hours of its own stay (own-hours.ts). */
export function withoutTimeOff(set: readonly OverrideInterval[]): OverrideInterval[] {
  const absences = new Set(absencesOf(set));
  return set.filter((one) => !absences.has(one));
}

/** A date's set as it is without this very time off. */
function withoutThis(set: readonly OverrideInterval[], times: TimeOffTimes): OverrideInterval[] {
  const one = intervalOf(times);
  return set.filter(({ type, start, end }) => !(type === one.type && start === one.start && end === one.end));
}

/** The sets with those of the time off's dates made anew. */
function changed(
  overrides: OverrideSets,
  { resourceId, dates }: TimeOff,
  make: (set: readonly OverrideInterval[]) => OverrideInterval[],
) {
  const next = new Map(overrides);
  for (const date of dates) {
    const key = overrideKey(resourceId, date);
    next.set(key, make(next.get(key) ?? []));
  }
  return next;
}

/** The instants (ISO UTC) that a time off of a date takes on the clock. */
function spanOf(date: LocalDate, times: TimeOffTimes, zone: string): { from: string; to: string } {
  if (!times) return dayBounds(date, zone);
  const late = minuteOfClock(times.end) <= minuteOfClock(times.start);
  return {
    from: instantOf(date, minuteOfClock(times.start), zone),
    to: instantOf(late ? addDays(date, 1) : date, minuteOfClock(times.end), zone),
  };
}

/**
 * The employee's appointments for which nobody is there any more, in the order of the events: those that lie in the time off,
 * and those of a night shift that does not begin now. What the evening before still works after midnight is not among them.
 * The same before the time off is stored and after. Blocked time promises nothing to anybody.
 */
export function touchedBy<E extends Timed>(events: readonly E[], off: TimeOff, working: Working): E[] {
  const spans = off.dates.map((date) => spanOf(date, off.times, working.zone));
  const before = { ...working, overrides: changed(working.overrides, off, (set) => withoutThis(set, off.times)) };
  const after = { ...working, overrides: changed(working.overrides, off, (set) => withTimeOff(set, off.times)) };
  return events.filter((event) => {
    if (event.resource_id !== off.resourceId || event.type !== 'appointment' || !holdsSlot(event)) return false;
    if (shiftProblem(event, after) === null) return false;
    const lies = spans.some(({ from, to }) => event.start_time < to && from < event.end_time);
    return lies || shiftProblem(event, before) === null;
  });
}

/** Who of the candidates works through the whole booking and has nothing else then, in their order. */
export function whoCanTake<E extends Timed, C extends { readonly id: string }>(
  event: E,
  candidates: readonly C[],
  events: readonly E[],
  working: Working,
): C[] {
  return candidates.filter(({ id }) => {
    const there = { ...event, resource_id: id };
    return id !== event.resource_id && shiftProblem(there, working) === null && overlapsWith(there, events).length === 0;
  });
}

/** Days in a row that are off in the same way, for the same reason. */
export interface TimeOffRun<R> {
  readonly from: LocalDate;
  readonly to: LocalDate;
  readonly off: readonly OverrideInterval[];
  readonly reason: R | null;
}

/** What is off on these dates, days in a row as one. @param reasons by `overrideKey`. */
export function timeOffRuns<R>(
  resourceId: string,
  dates: readonly LocalDate[],
  overrides: OverrideSets,
  reasons: ReadonlyMap<string, R>,
): TimeOffRun<R>[] {
  const runs: TimeOffRun<R>[] = [];
  for (const date of dates) {
    const off = absencesOf(overrides.get(overrideKey(resourceId, date)) ?? []);
    if (off.length === 0) continue;
    const reason = reasons.get(overrideKey(resourceId, date)) ?? null;
    const last = runs.at(-1);
    const goesOn =
      last && addDays(last.to, 1) === date && last.reason === reason && JSON.stringify(last.off) === JSON.stringify(off);
    if (goesOn) runs[runs.length - 1] = { ...last, to: date };
    else runs.push({ from: date, to: date, off, reason });
  }
  return runs;
}
