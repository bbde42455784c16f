/**
 * By how much the other legs of a visit go along when one of them is moved, or becomes longer (src/domain/visits.ts). In minutes from
 * whatever all are counted from: elapsed ones where something is saved, minutes of the shown day while it is dragged.
 */
import type { Span } from './placing.ts';

/** When a leg is, and when the client waits in it; null: nobody does. */
export interface LegSpan extends Span {
  readonly waits: Span | null;
}

interface Along<L> {
  readonly leg: L;
  /** Minutes; below 0: earlier. */
  readonly by: number;
}

const within = (span: Span, waits: Span): boolean => span.from >= waits.from && span.to <= waits.to;

/** How far what lies in the waiting has to go to lie in it again; all of it goes together. What became too long for it begins with it. */
function intoWaiting(inside: readonly Span[], by: number, waits: Span): number {
  const from = Math.min(...inside.map((one) => one.from)) + by;
  const to = Math.max(...inside.map((one) => one.to)) + by;
  if (from < waits.from) return waits.from - from;
  return to > waits.to ? Math.max(waits.to - to, waits.from - from) : 0;
}

/**
 * Each other leg, and how far it goes: as far as the moved one; what begins after it also out of its way if it became longer; what
 * lies in its waiting as far as the waiting goes. A leg that becomes shorter moves none but those.
 * @param was where the moved leg stood. @param now where it is put. @param others the rest of the visit
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
