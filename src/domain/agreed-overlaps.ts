/**
 * Which overlaps somebody has agreed to, and which are open: allowed, never silent (src/README.md, “Overlaps”). Derived from the
 * bookings as they stand, so that it is the same on every device, whichever way a booking came. An agreement is one side's
 * word for these two at these times (schemas/agreements.ts): a third booking, or another time, nobody has agreed to. It names when the
 * employee is taken by each, cleaning up included, and not start and end: where only a waiting becomes another, so that work comes to
 * lie over work, that is a new question; what lies over nothing may change as it likes.
 */
import { type Agreement, agreementsOf, agreementsText, MOST_AGREEMENTS } from '#schemas/agreements.ts';
import type { Event } from '#schemas/events.ts';
import { busySpans, busyUntil, type Stretching } from './busy-spans.ts';
import { overlappingPairs, type Timed } from './overlap.ts';
import { touches } from './placing.ts';

type Placed = Pick<Event, 'id' | 'resource_id' | 'start_time' | 'end_time'> & Stretching;
/** A booking with what has been agreed to about it. */
export type Agreeing = Timed & Pick<Event, 'overlap_agreed'>;

/** Each time that both take, as an agreement of `own` names it; most have one. */
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

/** Whether somebody has let the two lie over each other as they do now. */
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
 * The pairs about which somebody has to decide, each once, the earlier first: both still to come or under way at `now` (ISO
 * UTC), and nobody has agreed.
 */
export function openOverlaps<E extends Agreeing>(events: readonly E[], now: string): [E, E][] {
  return overlappingPairs(events.filter((event) => busyUntil(event) > now)).filter(([a, b]) => !isAgreed(a, b));
}

/**
 * What a booking's `overlap_agreed` becomes when somebody puts it at a place and has been shown what it lies over there.
 * What was agreed to before stays while it may still mean something, so that taking the move back brings back its place alone.
 * @param placed the booking where it is put, with its `overlap_agreed` of before
 * @param over what the person has been shown, as it stood then
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

/** The same without what was agreed to about these two as they stand. */
export function agreementWithout(event: Placed & Pick<Event, 'overlap_agreed'>, other: Placed): string | null {
  const shared = sharedBy(event, other);
  return agreementsText(agreementsOf(event.overlap_agreed).filter((one) => !shared.some(isSame(one))));
}
