/**
 * Tells how far the other legs of a visit move when one of them is moved or becomes longer (visits.ts). Minutes count from any
 * common origin: elapsed ones when something is saved, minutes of the shown day while it is dragged.
 */
import type { Span } from './placing.ts';

/** The time of a leg and of the client's waiting in it; null if nobody waits. */
export interface LegSpan extends Span {
  readonly waits: Span | null;
}

interface Along<L> {
  readonly leg: L;
  /** Minutes; negative is earlier. */
  readonly by: number;
}

const within = (span: Span, waits: Span): boolean => span.from >= waits.from && span.to <= waits.to;

/**
 * Returns how far the legs in the waiting have to move to lie in it again; all move together. A leg that became too long for it
 * begins with it.
 */
function intoWaiting(inside: readonly Span[], by: number, waits: Span): number {
  const from = Math.min(...inside.map((one) => one.from)) + by;
  const to = Math.max(...inside.map((one) => one.to)) + by;
  if (from < waits.from) return waits.from - from;
  return to > waits.to ? Math.max(waits.to - to, waits.from - from) : 0;
}

/**
 * Returns how far each other leg moves: as far as the moved one; a later leg also out of its way if it became longer; a leg in its
 * waiting as far as the waiting moves. A leg that becomes shorter moves only those in its waiting.
 * @param was the former place of the moved leg
 * @param now its new place
 * @param others the rest of the visit
 */
export function shiftsAlong<L extends Span>(was: LegSpan, now: LegSpan, others: readonly L[]): readonly Along<L>[] {
  const by = now.from - was.from;
  const longer = now.to - now.from - (was.to - was.from);
  const after = others.filter((leg) => leg.from >= was.to);
  const room = Math.min(...after.map((leg) => leg.from - was.to));
  const push = Math.max(0, longer - room);
  const { waits } = was;
  const inside = waits && now.waits ? others.filter((leg) => within(leg, waits)) : [];
  const pulled = inside.length > 0 && now.waits ? intoWaiting(inside, by, now.waits) : 0;
  return others.map((leg) => ({ leg, by: by + (after.includes(leg) ? push : inside.includes(leg) ? pulled : 0) }));
}
