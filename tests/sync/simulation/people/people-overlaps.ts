/**
 * What people do at a front desk where the same hour is wanted often: they book and move bookings over each other, sometimes
 * knowingly ("book anyway"), and leave an overlap as it is. A person agrees to what stands on their own desk, as the app has it
 * (src/domain/booking/agreed-overlaps.ts).
 */
import { type Agreeing, agreementWith, openOverlaps } from '#domain/booking/agreed-overlaps.ts';
import { busySpans } from '#domain/booking/busy-spans.ts';
import { overlapsWith } from '#domain/booking/overlap.ts';
import type { StateRow } from '#sync/core/columns.ts';
import { below, chance, pick, type Random } from '../random.ts';
import type { Desk, Operation } from './people.ts';

/** Every history is over before it. */
export const NEXT_DAY = Date.parse('2026-11-19T08:00:00.000Z');
const HALF_HOUR_MS = 1_800_000;
const SLOTS = 4;

export interface OverlapHand {
  readonly random: Random;
  /** Another number each time: every start is another. */
  next(): number;
  id(prefix: string): string;
  readonly employees: readonly string[];
}

type Made = Omit<Operation, 'name'>;

const isPlaced = (row: StateRow): boolean => typeof row.start_time === 'string' && typeof row.end_time === 'string';
const bookings = (desk: Desk): readonly Agreeing[] => desk.live('events').filter(isPlaced) as unknown as readonly Agreeing[];

function slot({ random, next, employees }: OverlapHand) {
  const start = NEXT_DAY + below(random, SLOTS) * HALF_HOUR_MS * 0.5 + next() * 1000;
  return {
    resource_id: pick(random, employees),
    start_time: new Date(start).toISOString(),
    end_time: new Date(start + HALF_HOUR_MS).toISOString(),
  };
}

/** Of two as they stand; the same from either side. */
export const wordOf = (...pair: readonly Pick<Agreeing, 'id' | 'resource_id' | 'start_time' | 'end_time'>[]): string =>
  pair
    .map(({ id, resource_id, start_time, end_time }) => `${id} ${resource_id} ${start_time} ${end_time}`)
    .sort()
    .join(' + ');

/** One for each time that both take, as an agreement is one for each: most pairs have one, and it is `wordOf` them. */
export const wordsOf = (a: Agreeing, b: Agreeing): readonly string[] => {
  const taken = (row: Agreeing) =>
    busySpans(row).map(({ from, to }) => ({ id: row.id, resource_id: row.resource_id, start_time: from, end_time: to }));
  return taken(a).flatMap((x) =>
    taken(b)
      .filter((y) => x.start_time < y.end_time && y.start_time < x.end_time)
      .map((y) => wordOf(x, y)),
  );
};

/** Puts a booking somewhere; two of three look at what it lies over there and say that it may. */
function putAt(desk: Desk, hand: OverlapHand, id: string, was: Partial<Agreeing>, more: object): Made {
  const place = slot(hand);
  const placed = { type: 'appointment', status: 'booked', overlap_agreed: null, ...was, id, ...place } as Agreeing;
  const over = chance(hand.random, 0.66) ? overlapsWith(placed, bookings(desk)) : [];
  const overlap_agreed = agreementWith(placed, over, new Date(NEXT_DAY - HALF_HOUR_MS).toISOString());
  return {
    changes: [{ table: 'events', id, change: { ...place, ...more, ...(over.length > 0 ? { overlap_agreed } : {}) } }],
    agrees: over.flatMap((other) => wordsOf(placed, other)),
  };
}

export const bookOver = (desk: Desk, hand: OverlapHand): Made => {
  const id = hand.id('e');
  return putAt(desk, hand, id, {}, { title: `час ${hand.next()}`, status: 'booked', price: 25, currency: 'BGN' });
};

export function moveOver(desk: Desk, hand: OverlapHand): Made | null {
  const all = bookings(desk);
  if (all.length === 0) return null;
  const row = pick(hand.random, all);
  return putAt(desk, hand, row.id, row, {});
}

/** "Leave it so": one of the two says it. */
export function leaveSo(desk: Desk, hand: OverlapHand): Made | null {
  const now = new Date(NEXT_DAY - HALF_HOUR_MS).toISOString();
  const open = openOverlaps(bookings(desk), now);
  if (open.length === 0) return null;
  const pair = pick(hand.random, open);
  const [one, other] = chance(hand.random, 0.5) ? pair : ([pair[1], pair[0]] as const);
  return {
    changes: [{ table: 'events', id: one.id, change: { overlap_agreed: agreementWith(one, [other], now) } }],
    agrees: wordsOf(one, other),
  };
}
