/**
 * Which overlaps somebody has agreed to, and which are open: allowed, never silent (src/README.md, “Overlaps”). Derived from the
 * bookings as they stand, so that it is the same on every device, whichever way a booking came. An agreement is one side's
 * word for these two at these times (schemas/agreements.ts): a third booking, or another time, nobody has agreed to.
 */
import { type Agreement, agreementsOf, agreementsText, MOST_AGREEMENTS } from '#schemas/agreements.ts';
import type { Event } from '#schemas/events.ts';
import { busyUntil } from './busy-spans.ts';
import { overlappingPairs, type Timed } from './overlap.ts';

type Placed = Pick<Event, 'id' | 'resource_id' | 'start_time' | 'end_time'>;
/** A booking with what has been agreed to about it. */
export type Agreeing = Timed & Pick<Event, 'overlap_agreed'>;

const holdsFor =
  (own: Placed, other: Placed) =>
  (one: Agreement): boolean =>
    one.other === other.id &&
    one.resource === own.resource_id &&
    one.resource === other.resource_id &&
    one.start === own.start_time &&
    one.end === own.end_time &&
    one.otherStart === other.start_time &&
    one.otherEnd === other.end_time;

const allows = (event: Agreeing, other: Agreeing): boolean =>
  event.overlap_agreed !== null && agreementsOf(event.overlap_agreed).some(holdsFor(event, other));

/** Whether somebody has let the two lie over each other as they do now. */
export const isAgreed = (a: Agreeing, b: Agreeing): boolean => allows(a, b) || allows(b, a);

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
  const { resource_id: resource, start_time: start, end_time: end } = placed;
  const added = over.map(
    (other): Agreement => ({ other: other.id, resource, start, end, otherStart: other.start_time, otherEnd: other.end_time }),
  );
  const before = agreementsOf(placed.overlap_agreed).filter((one) => one.end > now && one.otherEnd > now);
  const room = MOST_AGREEMENTS - added.length;
  return agreementsText([...added.slice(0, MOST_AGREEMENTS), ...(room > 0 ? before.slice(-room) : [])]);
}

/** The same without what was agreed to about these two as they stand. */
export function agreementWithout(event: Placed & Pick<Event, 'overlap_agreed'>, other: Placed): string | null {
  const holds = holdsFor(event, other);
  return agreementsText(agreementsOf(event.overlap_agreed).filter((one) => !holds(one)));
}
