/**
 * Tells which overlaps somebody has agreed to and which are open: an overlap is allowed, but never silent (src/README.md,
 * “Overlaps”). The overlaps are derived from the present bookings, so they are the same on every device, whichever way a booking
 * came. An agreement is given on one of the two bookings and holds for these two at these times (schemas/agreements.ts); a third
 * booking or another time needs a new one. It names the times in which each booking takes the employee, cleaning up included,
 * instead of start and end. So a changed waiting time needs a new agreement only if it puts work over work.
 */
import { type Agreement, agreementsOf, agreementsText, MOST_AGREEMENTS } from '#schemas/agreements.ts';
import type { Event } from '#schemas/events.ts';
import { busySpans, busyUntil, type ExtraTimes } from './busy-spans.ts';
import { overlappingPairs, type Timed } from './overlap.ts';
import { touches } from './placing.ts';

type Placed = Pick<Event, 'id' | 'resource_id' | 'start_time' | 'end_time'> & ExtraTimes;
/** A booking with its agreements. */
export type Agreeing = Timed & Pick<Event, 'overlap_agreed'>;

/** Returns each time that both take, as an agreement of `own` names it; most have one. */
const sharedBy = (own: Placed, other: Placed): readonly Agreement[] =>
  busySpans(own).flatMap((span) =>
    busySpans(other)
      .filter((taken) => touches(span, taken))
      .map((taken) => ({
        ...{ other: other.id, resource: own.resource_id, start: span.from, end: span.to },
        ...{ otherStart: taken.from, otherEnd: taken.to },
      })),
  );

const isSame = (a: Agreement) => (b: Agreement) =>
  a.other === b.other &&
  a.resource === b.resource &&
  a.start === b.start &&
  a.end === b.end &&
  a.otherStart === b.otherStart &&
  a.otherEnd === b.otherEnd;

const allows = ({ overlap_agreed }: Agreeing, shared: Agreement): boolean =>
  overlap_agreed !== null && agreementsOf(overlap_agreed).some(isSame(shared));

/** True if somebody has agreed to the overlap of the two as they stand. */
export function isAgreed(a: Agreeing, b: Agreeing): boolean {
  if ((a.overlap_agreed === null && b.overlap_agreed === null) || a.resource_id !== b.resource_id) return false;
  const shared = sharedBy(a, b);
  const swapped = (one: Agreement): Agreement => ({
    ...{ other: a.id, resource: one.resource, start: one.otherStart, end: one.otherEnd },
    ...{ otherStart: one.start, otherEnd: one.end },
  });
  return shared.length > 0 && shared.every((one) => allows(a, one) || allows(b, swapped(one)));
}

/**
 * Returns the pairs that need a decision, each once, the earlier booking first: both have not ended at `now` (ISO UTC), and nobody
 * has agreed.
 */
export function openOverlaps<E extends Agreeing>(events: readonly E[], now: string): [E, E][] {
  return overlappingPairs(events.filter((event) => busyUntil(event) > now)).filter(([a, b]) => !isAgreed(a, b));
}

/**
 * Returns the new `overlap_agreed` of a booking after a person has put it somewhere and was shown the overlaps there. Former
 * agreements stay while they may still mean something, so that undoing the move restores its place alone.
 * @param placed the booking at its new place, with its former `overlap_agreed`
 * @param over the bookings that the person was shown, as they stood then
 * @param now ISO UTC
 */
export function agreementWith(
  placed: Placed & Pick<Event, 'overlap_agreed'>,
  over: readonly Placed[],
  now: string,
): string | null {
  const added = over.flatMap((other) => sharedBy(placed, other));
  const before = agreementsOf(placed.overlap_agreed).filter((one) => one.end > now && one.otherEnd > now);
  const room = MOST_AGREEMENTS - added.length;
  return agreementsText([...added.slice(0, MOST_AGREEMENTS), ...(room > 0 ? before.slice(-room) : [])]);
}

/** Returns the agreements without those about these two as they stand. */
export function agreementWithout(event: Placed & Pick<Event, 'overlap_agreed'>, other: Placed): string | null {
  const shared = sharedBy(event, other);
  return agreementsText(agreementsOf(event.overlap_agreed).filter((one) => !shared.some(isSame(one))));
}
