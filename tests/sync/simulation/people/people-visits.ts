/**
 * What people do where clients come for several services: they book visits of three legs, move a visit whole or one leg of it alone,
 * and add a service. Each looks at its own desk, and the rules are the app's (src/domain/booking/visits.ts).
 */
import { type Leg, legId, movedVisit, visitIdOf, visitOf } from '#domain/booking/visits.ts';
import type { StateRow } from '#sync/core/columns.ts';
import { below, chance, pick } from '../random.ts';
import type { Change, Desk, Operation } from './people.ts';
import { NEXT_DAY, type OverlapHand } from './people-overlaps.ts';

type Made = Omit<Operation, 'name'>;

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const HALF_HOURS = 12;

const isLeg = (row: StateRow): boolean => typeof row.visit_id === 'string' && typeof row.start_time === 'string';
const legsOn = (desk: Desk): readonly Leg[] => desk.live('events').filter(isLeg) as unknown as readonly Leg[];

/** Every start is another, to the second. */
const begin = ({ random, next }: OverlapHand): number =>
  NEXT_DAY + below(random, 3) * DAY_MS + below(random, HALF_HOURS) * 30 * MINUTE_MS + next() * 1000;

const placeAt = (start: number, minutes: number, resource_id: string) => ({
  ...{ resource_id, start_time: new Date(start).toISOString(), end_time: new Date(start + minutes * MINUTE_MS).toISOString() },
});

/** Cut, colour with waiting, finishing. */
const LEGS = [
  { minutes: 30, processing_after: 0, processing_minutes: 0, buffer_after: 0 },
  { minutes: 105, processing_after: 30, processing_minutes: 45, buffer_after: 5 },
  { minutes: 45, processing_after: 0, processing_minutes: 0, buffer_after: 0 },
] as const;

export function bookVisit(hand: OverlapHand): Made {
  const visit_id = hand.id('v');
  let start = begin(hand);
  const changes = LEGS.map(({ minutes, ...times }, visit_pos): Change => {
    const id = visit_pos === 0 ? visit_id : legId(visit_id, `n${hand.next()}`);
    const place = placeAt(start, minutes, pick(hand.random, hand.employees));
    start += minutes * MINUTE_MS;
    return {
      table: 'events',
      id,
      change: { ...place, ...times, visit_id, visit_pos, status: 'booked', price: 25, currency: 'BGN' },
    };
  });
  return { changes };
}

/** @param alone the others stay where they are */
export function moveLegs(desk: Desk, hand: OverlapHand, alone: boolean): Made | null {
  const all = legsOn(desk);
  if (all.length === 0) return null;
  const leg = pick(hand.random, all);
  const minutes = (Date.parse(leg.end_time) - Date.parse(leg.start_time)) / MINUTE_MS;
  const place = placeAt(begin(hand), minutes, chance(hand.random, 0.5) ? leg.resource_id : pick(hand.random, hand.employees));
  const places = movedVisit(alone ? [leg] : visitOf(leg, all), leg.id, place);
  return { changes: places.map(({ id, ...change }) => ({ table: 'events', id, change })) };
}

/** Half an hour behind the last leg that stands on this desk. */
export function addLeg(desk: Desk, hand: OverlapHand): Made | null {
  const all = legsOn(desk);
  if (all.length === 0) return null;
  const legs = visitOf(pick(hand.random, all), all);
  const last = legs.at(-1);
  if (!last) return null;
  const visit_id = visitIdOf(last);
  const end = Math.max(...legs.map(({ end_time }) => Date.parse(end_time)));
  const place = placeAt(end + hand.next(), 30, pick(hand.random, hand.employees));
  const change = {
    ...place,
    visit_id,
    visit_pos: Math.min(last.visit_pos + 1, 99),
    status: 'booked',
    price: 10,
    currency: 'BGN',
  };
  return { changes: [{ table: 'events', id: legId(visit_id, `n${hand.next()}`), change }] };
}
