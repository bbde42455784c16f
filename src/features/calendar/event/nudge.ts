/** Moving and stretching an appointment by a tap (src/README.md, “The calendar”: must take two taps at most). Minutes. */

/** A quarter of an hour, or the first step after it that the salon's interval knows. */
export const nudgeStep = (interval: number): number => Math.ceil(15 / interval) * interval;

/** So far on, or back where `step` is negative; what stood between two steps comes to stand on one, no further than asked. */
export function nudged(minute: number, step: number, interval: number): number {
  const to = (minute + step) / interval;
  return (step > 0 ? Math.floor(to) : Math.ceil(to)) * interval;
}
