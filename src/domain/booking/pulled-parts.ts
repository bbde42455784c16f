/**
 * Returns a booking after one of its parts was made longer or shorter: the work before the waiting, the waiting, or the rest. The
 * other parts keep their length and follow, so that a colour that takes longer to put on works as long as before.
 */
import { type ExtraTimes, fittingTimes, waitsWithin } from './busy-spans.ts';

/** The ends that can be pulled: of the work before the waiting, of the waiting, and of all. */
export type PulledEdge = 'work' | 'waiting' | 'end';

/** The parts of a booking, in minutes. */
export interface BookingParts extends Required<ExtraTimes> {
  readonly minutes: number;
}

/** A booking to measure; a missing time is 0. */
type Measured = ExtraTimes & { readonly minutes: number };

/** Returns the parts one after the other, in minutes: work, waiting, and the rest; a single part if nobody waits. */
export function partLengths(of: Measured): Readonly<Record<PulledEdge, number>> {
  const { minutes, processing_after: work = 0, processing_minutes: waiting = 0 } = of;
  return waitsWithin(minutes, of) ? { work, waiting, end: minutes - work - waiting } : { work: 0, waiting: 0, end: minutes };
}

/**
 * Returns the booking after one of its parts was pulled; unchanged if it has no such part.
 * @param by minutes; negative makes it shorter
 * @param least the least minutes of a part (1 at least); a part that is shorter already keeps its length
 */
export function pulledParts(of: Measured, part: PulledEdge, by: number, least = 1): BookingParts {
  const lengths: Record<PulledEdge, number> = { ...partLengths(of) };
  const own = lengths[part];
  if (own > 0) lengths[part] = Math.max(own + by, Math.min(own, Math.max(least, 1)));
  const { work, waiting, end } = lengths;
  const minutes = work + waiting + end;
  return { minutes, ...fittingTimes(minutes, { ...of, processing_after: work, processing_minutes: waiting }) };
}
