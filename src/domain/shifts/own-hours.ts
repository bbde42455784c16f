/**
 * Hours of a single date: additional shifts, and cuts. A cut is time off in which nobody is away; it keeps the weekly shifts out
 * of the rest of the date. So the date stays as it was set, whatever is changed later for every week, on this device or on
 * another.
 */

import { MINUTES_OF_DAY } from '#domain/time/time.ts';
import type { OverrideInterval } from '#schemas/intervals.ts';
import { type MinuteSpan, mergeSpans, minuteSpanOf, subtractMinuteSpans } from './availability.ts';

/**
 * The part of a date that is cut out wherever no shift lies. Outside it only a weekly shift is cut out. A night shift of the
 * evening before may still run before it.
 */
const DAY: MinuteSpan = { from: 6 * 60, to: MINUTES_OF_DAY };

const isWithin = (inner: MinuteSpan, outer: MinuteSpan) => outer.from <= inner.from && inner.to <= outer.to;

/** Returns the overrides of a kind that have hours. */
const timed = (set: readonly OverrideInterval[], kind: OverrideInterval['type']) =>
  set.flatMap((one) => {
    const { start, end, type } = one;
    return type === kind && start !== null && end !== null ? [{ one, ...minuteSpanOf(start, end) }] : [];
  });

/**
 * Returns the cuts around the bars of a date.
 * @param usual the shifts of every week
 * @param tail the hours that a shift of the evening before has on the date
 */
export function cutsAround(bars: readonly MinuteSpan[], usual: readonly MinuteSpan[], tail: readonly MinuteSpan[]): MinuteSpan[] {
  const day = subtractMinuteSpans([DAY], [...bars, ...tail]);
  const less = subtractMinuteSpans(usual, [...bars, ...tail]);
  return [...day, ...less.filter((piece) => !day.some((one) => isWithin(piece, one)))];
}

/** Returns the cuts of a date with its own hours; none if the weekly shifts hold on it, too. */
export function cutsOf(set: readonly OverrideInterval[]): OverrideInterval[] {
  const bars = mergeSpans(timed(set, 'additional_shift'));
  const off = timed(set, 'time_off').filter((one) => bars.every((bar) => one.to <= bar.from || bar.to <= one.from));
  if (bars.length === 0) return [];
  const day = subtractMinuteSpans([DAY], bars).map(({ from, to }) =>
    // The first cut may begin later, after the night shift.
    off.find((one) => one.to === to && (one.from === from || (from === DAY.from && one.from > from))),
  );
  if (!day.every((cut) => cut !== undefined)) return [];
  return [...day, ...off.filter((one) => !isWithin(one, DAY))].map(({ one }) => one);
}

/** True if only the additional shifts are worked on the date. */
export const hasOwnHours = (set: readonly OverrideInterval[]): boolean => cutsOf(set).length > 0;

/** Returns the time off in which somebody is away; the cuts of a date are none. */
export function absencesOf(set: readonly OverrideInterval[]): OverrideInterval[] {
  const cuts = new Set(cutsOf(set));
  return set.filter((one) => one.type === 'time_off' && !cuts.has(one));
}
