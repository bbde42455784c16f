/**
 * What a booking becomes when one of its parts is made longer or shorter: the work before the waiting, the waiting, or its end. The
 * parts that were not pulled keep their length and follow, so that a colour that takes longer to put on works as long as before.
 */
import { fittingTimes, type Stretching, waitsWithin } from './busy-spans.ts';

/** What can be pulled: the end of the work before the waiting, the end of the waiting, and the end of all. */
export type StretchPart = 'work' | 'waiting' | 'end';

/** A booking as far as its parts go; all in minutes. */
export interface Stretch extends Required<Stretching> {
  readonly minutes: number;
}

/** A booking that is measured; the three times that are left out are 0. */
type Measured = Stretching & { readonly minutes: number };

/** The parts one after the other, minutes: work, waiting, and what is done after it; one part alone where nobody waits. */
export function partLengths(of: Measured): Readonly<Record<StretchPart, number>> {
  const { minutes, processing_after: work = 0, processing_minutes: waiting = 0 } = of;
  return waitsWithin(minutes, of) ? { work, waiting, end: minutes - work - waiting } : { work: 0, waiting: 0, end: minutes };
}

/**
 * A booking one of whose parts was pulled.
 * @param by minutes; below 0 it becomes shorter. @param least a part becomes no shorter than so many minutes (1 at least), one that
 * is shorter already no shorter than it is
 * @returns the booking as it was where it has no such part
 */
export function pulledStretch(of: Measured, part: StretchPart, by: number, least = 1): Stretch {
  const lengths: Record<StretchPart, number> = { ...partLengths(of) };
  const own = lengths[part];
  if (own > 0) lengths[part] = Math.max(own + by, Math.min(own, Math.max(least, 1)));
  const { work, waiting, end } = lengths;
  const minutes = work + waiting + end;
  return { minutes, ...fittingTimes(minutes, { ...of, processing_after: work, processing_minutes: waiting }) };
}
