/**
 * Working time as instants. A day of the clock change shows the stretches of the wall clock once, twice or not at all
 * (src/README.md, “Availability”).
 */

import type { SalonDays } from '#domain/booking/open-days.ts';
import { dayBounds, type LocalDate, MINUTE_MS, zonedPartsOfMs } from '#domain/time/time.ts';
import { availableSpans, type MinuteSpan, type OverrideSets, type WeeklySets } from './availability.ts';

/** Epoch milliseconds, `from` included and `to` not. */
export interface InstantSpan {
  readonly from: number;
  readonly to: number;
}

/** Returns the parts of a local day without a clock change: one, or two on a day of change. */
function evenParts(date: LocalDate, zone: string): InstantSpan[] {
  const bounds = dayBounds(date, zone);
  const from = Date.parse(bounds.from);
  const to = Date.parse(bounds.to);
  const isEven = (at: number) => zonedPartsOfMs(at, zone).minute === (at - from) / MINUTE_MS;
  let low = from;
  let high = to - MINUTE_MS;
  if (isEven(high)) return [{ from, to }];
  while (high - low > MINUTE_MS) {
    const middle = low + Math.floor((high - low) / MINUTE_MS / 2) * MINUTE_MS;
    if (isEven(middle)) low = middle;
    else high = middle;
  }
  return [
    { from, to: high },
    { from: high, to },
  ];
}

/** Returns the instants at which the wall clock of that day shows a minute of the stretch. */
function spansOf(stretch: MinuteSpan, parts: readonly InstantSpan[], zone: string): InstantSpan[] {
  return parts.flatMap((part) => {
    const offset = part.from - zonedPartsOfMs(part.from, zone).minute * MINUTE_MS;
    const from = Math.max(part.from, offset + stretch.from * MINUTE_MS);
    const to = Math.min(part.to, offset + stretch.to * MINUTE_MS);
    return from < to ? [{ from, to }] : [];
  });
}

function joined(spans: readonly InstantSpan[]): InstantSpan[] {
  const all: InstantSpan[] = [];
  for (const next of [...spans].sort((a, b) => a.from - b.from)) {
    const last = all.at(-1);
    if (last && next.from <= last.to) all[all.length - 1] = { from: last.from, to: Math.max(last.to, next.to) };
    else all.push(next);
  }
  return all;
}

/** Returns the spans without the taken time. */
export function subtractSpan(spans: readonly InstantSpan[], taken: InstantSpan): InstantSpan[] {
  return spans.flatMap((span) =>
    [
      { from: span.from, to: Math.min(span.to, taken.from) },
      { from: Math.max(span.from, taken.to), to: span.to },
    ].filter(({ from, to }) => from < to),
  );
}

/** The sets of working time, and their zone. */
export interface ZonedSchedule {
  readonly weekly: WeeklySets;
  /** The overrides from the day before the first to the day after the last. */
  readonly overrides: OverrideSets;
  /** IANA name. */
  readonly zone: string;
  /** When the salon is open; none set by default. */
  readonly open?: SalonDays | null;
}

/** A local day with its even parts, which are the same for all employees. */
export interface Day {
  readonly date: LocalDate;
  readonly parts: readonly InstantSpan[];
}
/** Returns a day with its parts of even clock time. */
export const dayOf = (date: LocalDate, zone: string): Day => ({ date, parts: evenParts(date, zone) });

/** Returns the employee's working time on consecutive days, as instants. */
export function workingSpans(
  { weekly, overrides, zone, open }: ZonedSchedule,
  days: readonly Day[],
  resourceId: string,
): InstantSpan[] {
  const spans = days.flatMap(({ date, parts }) =>
    availableSpans(date, weekly, overrides, resourceId, open).flatMap((stretch) => spansOf(stretch, parts, zone)),
  );
  return joined(spans);
}

/**
 * Returns the instants at which a slot of that day may begin. A time that the wall clock skips has none; one that it shows twice
 * has one.
 */
export function beginnings({ parts }: Day, interval: number, zone: string): number[] {
  const all: number[] = [];
  let next = 0; // a time that the clock shows twice counts once
  for (const part of parts) {
    const first = zonedPartsOfMs(part.from, zone).minute;
    const end = first + (part.to - part.from) / MINUTE_MS;
    for (let minute = Math.ceil(Math.max(first, next) / interval) * interval; minute < end; minute += interval) {
      all.push(part.from + (minute - first) * MINUTE_MS);
    }
    next = end;
  }
  return all;
}
