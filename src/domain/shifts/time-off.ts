/** Time off: the sets of dates that it makes, the bookings that it touches, and the people who could take one of them. */

import { shiftProblem } from '#domain/booking/free-slots.ts';
import { holdsSlot, overlapsWith, type Timed } from '#domain/booking/overlap.ts';
import { addDays, dayBounds, daysBetween, instantOf, type LocalDate, minuteOfClock } from '#domain/time/time.ts';
import type { OverrideInterval } from '#schemas/intervals.ts';
import { type OverrideSets, overrideKey } from './availability.ts';
import { absencesOf } from './own-hours.ts';
import type { ZonedSchedule } from './working-spans.ts';

/** Most days in a row that one action takes off. */
export const LONGEST_TIME_OFF = 92;

/** Times `HH:mm` of each day; an end before the start lies on the next day. Null for whole days. */
export type TimeOffTimes = { readonly start: string; readonly end: string } | null;

/** A time off: its employee, its time, and the sets that tell who works. */
export interface TimeOff {
  readonly resourceId: string;
  readonly dates: readonly LocalDate[];
  readonly times: TimeOffTimes;
}

/** Returns the dates from one to another, both included; none if the last lies before the first. */
export function datesBetween(from: LocalDate, to: LocalDate): LocalDate[] {
  return Array.from({ length: Math.max(0, daysBetween(from, to) + 1) }, (_, day) => addDays(from, day));
}

const isOff = ({ type }: OverrideInterval) => type === 'time_off';
const intervalOf = (times: TimeOffTimes): OverrideInterval => ({
  start: times?.start ?? null,
  end: times?.end ?? null,
  type: 'time_off',
});

/** Returns a date's set with a time off added. A whole day replaces the hours of the same date. */
export function withTimeOff(set: readonly OverrideInterval[], times: TimeOffTimes): OverrideInterval[] {
  const whole = set.some((one) => isOff(one) && one.start === null);
  if (times && whole) return [...set];
  const one = intervalOf(times);
  const rest = times ? set.filter(({ type, start, end }) => !(type === one.type && start === one.start && end === one.end)) : set;
  return [...(times ? rest : withoutTimeOff(rest)), one];
}

/** Returns a date's set without its time off; its own hours stay (own-hours.ts). */
export function withoutTimeOff(set: readonly OverrideInterval[]): OverrideInterval[] {
  const absences = new Set(absencesOf(set));
  return set.filter((one) => !absences.has(one));
}

/** Returns a date's set without this very time off. */
function withoutThis(set: readonly OverrideInterval[], times: TimeOffTimes): OverrideInterval[] {
  const one = intervalOf(times);
  return set.filter(({ type, start, end }) => !(type === one.type && start === one.start && end === one.end));
}

/** Returns the sets with those of the dates of the time off replaced. */
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

/** Returns the instants (ISO UTC) that a time off of a date takes on the clock. */
function spanOf(date: LocalDate, times: TimeOffTimes, zone: string): { from: string; to: string } {
  if (!times) return dayBounds(date, zone);
  const late = minuteOfClock(times.end) <= minuteOfClock(times.start);
  return {
    from: instantOf(date, minuteOfClock(times.start), zone),
    to: instantOf(late ? addDays(date, 1) : date, minuteOfClock(times.end), zone),
  };
}

/**
 * Returns the employee's appointments that lose their employee, in the order of the events: those in the time off, and those of a
 * night shift that does not begin now. The rest of the evening before, after midnight, is not among them. The answer is the same
 * before and after the time off is stored. Blocked time promises nothing to anybody.
 */
export function touchedBy<E extends Timed>(events: readonly E[], off: TimeOff, working: ZonedSchedule): E[] {
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

/** Returns the candidates who work through the whole booking and have nothing else then, in their order. */
export function whoCanTake<E extends Timed, C extends { readonly id: string }>(
  event: E,
  candidates: readonly C[],
  events: readonly E[],
  working: ZonedSchedule,
): C[] {
  return candidates.filter(({ id }) => {
    const there = { ...event, resource_id: id };
    return id !== event.resource_id && shiftProblem(there, working) === null && overlapsWith(there, events).length === 0;
  });
}

/**
 * Shares bookings out among other people. What belongs together (the legs of a visit) goes to one of them, or stays; what was given
 * before counts for the next.
 * @param groups what belongs together, in the order in which they choose. @param candidates in order of preference
 * @param events all of those days. @param offers says if this candidate offers the service of that booking
 * @returns for each group that somebody takes, by its place in `groups`, who
 */
export function shareOut<E extends Timed, C extends { readonly id: string }>(
  groups: readonly (readonly E[])[],
  candidates: readonly C[],
  events: readonly E[],
  working: ZonedSchedule,
  offers: (event: E, candidate: C) => boolean = () => true,
): ReadonlyMap<number, C> {
  const taken = new Map<number, C>();
  let now = events;
  for (const [at, group] of groups.entries()) {
    const canTake = (candidate: C) =>
      group.every((event) => offers(event, candidate) && whoCanTake(event, [candidate], now, working).length > 0);
    const found = candidates.find(canTake);
    if (!found) continue;
    taken.set(at, found);
    const ids = new Set(group.map(({ id }) => id));
    now = now.map((event) => (ids.has(event.id) ? { ...event, resource_id: found.id } : event));
  }
  return taken;
}

/** Days in a row that are off in the same way, for the same reason. */
export interface TimeOffRun<R> {
  readonly from: LocalDate;
  readonly to: LocalDate;
  readonly off: readonly OverrideInterval[];
  readonly reason: R | null;
}

/**
 * Returns the time off of these dates, days in a row as one.
 * @param reasons by `overrideKey`
 */
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
