/**
 * A date that has hours of its own: its shifts as additional ones, and between them cuts, time off in which nobody is away. So it
 * stays as it was set, whatever is later changed for every week, on this device or on another one meanwhile.
 */
import type { OverrideInterval } from '#schemas/intervals.ts';
import { mergeStretches, type Stretch, stretchOf, withoutStretches } from './availability.ts';
import { MINUTES_OF_DAY } from './time.ts';

/**
 * All of this that is no shift is cut out, and of a weekly shift what lies outside: before it a night shift of the evening before may
 * still go on.
 */
const DAY: Stretch = { from: 6 * 60, to: MINUTES_OF_DAY };

const isWithin = (inner: Stretch, outer: Stretch) => outer.from <= inner.from && inner.to <= outer.to;

/** Those of a kind that have hours. */
const timed = (set: readonly OverrideInterval[], kind: OverrideInterval['type']) =>
  set.flatMap((one) => {
    const { start, end, type } = one;
    return type === kind && start !== null && end !== null ? [{ one, ...stretchOf(start, end) }] : [];
  });

/** What has to be cut out around bars. @param usual of every week; @param tail what of the evening before runs into the date */
export function cutsAround(bars: readonly Stretch[], usual: readonly Stretch[], tail: readonly Stretch[]): Stretch[] {
  const day = withoutStretches([DAY], [...bars, ...tail]);
  const less = withoutStretches(usual, [...bars, ...tail]);
  return [...day, ...less.filter((piece) => !day.some((one) => isWithin(piece, one)))];
}

/** The cuts of a date that has hours of its own; none where every week's shifts hold on it, too. */
export function cutsOf(set: readonly OverrideInterval[]): OverrideInterval[] {
  const bars = mergeStretches(timed(set, 'additional_shift'));
  const off = timed(set, 'time_off').filter((one) => bars.every((bar) => one.to <= bar.from || bar.to <= one.from));
  if (bars.length === 0) return [];
  const day = withoutStretches([DAY], bars).map(({ from, to }) =>
    // The first may begin later: after the night's shift.
    off.find((one) => one.to === to && (one.from === from || (from === DAY.from && one.from > from))),
  );
  if (!day.every((cut) => cut !== undefined)) return [];
  return [...day, ...off.filter((one) => !isWithin(one, DAY))].map(({ one }) => one);
}

/** Whether nothing but its additional shifts is worked on the date. */
export const hasOwnHours = (set: readonly OverrideInterval[]): boolean => cutsOf(set).length > 0;

/** The time off in which somebody is away: a date's cuts are none. */
export function absencesOf(set: readonly OverrideInterval[]): OverrideInterval[] {
  const cuts = new Set(cutsOf(set));
  return set.filter((one) => one.type === 'time_off' && !cuts.has(one));
}
