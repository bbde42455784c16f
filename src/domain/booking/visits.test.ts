import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addMinutes, minutesBetween, zonedParts } from '#domain/time/time.ts';
import {
  inOrder,
  type Leg,
  LONGEST_PAUSE,
  legId,
  legIdsBetween,
  linedUp,
  movedVisit,
  spanOfVisit,
  tornBy,
  visitOf,
  visitsIn,
} from './visits.ts';

const TEN = '2026-11-18T08:00:00.000Z';
const at = (minute: number) => addMinutes(TEN, minute);
const leg = (visit_pos: number, from: number, minutes: number, more: Partial<Leg> = {}): Leg => ({
  ...{ id: visit_pos === 0 ? 'v' : `v/${visit_pos}`, resource_id: `r${visit_pos}`, client_id: 'eva', status: 'booked' },
  ...{ start_time: at(from), end_time: at(from + minutes), visit_id: 'v', visit_pos },
  ...more,
});
/** Cut, colour with waiting, manicure: one after the other with three people. */
const CUT = leg(0, 0, 30);
const COLOUR = leg(1, 30, 105, { processing_after: 30, processing_minutes: 45 });
const NAILS = leg(2, 135, 45);
const VISIT = [CUT, COLOUR, NAILS];
const placed = (legs: readonly Leg[], places: readonly Pick<Leg, 'id' | 'start_time' | 'end_time'>[]): Leg[] =>
  legs.map((one) => ({ ...one, ...places.find(({ id }) => id === one.id) }));
const startsOf = (places: readonly Pick<Leg, 'start_time'>[]) => places.map(({ start_time }) => minutesBetween(TEN, start_time));

describe('the legs of a visit', () => {
  test('are found among a day’s bookings, in the order that was meant', () => {
    const other = leg(0, 0, 30, { id: 'other', visit_id: null });
    const events = [NAILS, other, CUT, leg(3, 200, 30, { deleted: true }), COLOUR];
    expect(visitOf(COLOUR, events)).toEqual(VISIT);
    expect(visitOf(other, events)).toEqual([other]);
    expect([...visitsIn(events)]).toEqual([['v', VISIT]]);
  });

  test('that two devices gave one place stand by their start', () => {
    const [a, b] = [leg(3, 180, 30, { id: 'v/b' }), leg(3, 240, 30, { id: 'v/a' })];
    expect(inOrder([b, a, ...VISIT]).map(({ id }) => id)).toEqual(['v', 'v/1', 'v/2', 'v/b', 'v/a']);
  });

  test('have ids that lie together, and no other id among them', () => {
    const [above, below] = legIdsBetween('v');
    const isAmong = (id: string) => id > above && id < below;
    expect(['v', legId('v', 'a1'), 'v-1', 'v.', 'v0', 'va', 'w/1'].filter(isAmong)).toEqual([legId('v', 'a1')]);
  });

  test('take as long as those that are not cancelled', () => {
    expect(spanOfVisit([CUT, COLOUR, { ...NAILS, status: 'cancelled' }])).toEqual({ start_time: at(0), end_time: at(135) });
  });
});

describe('a visit', () => {
  test('that follows its order is whole, also with a pause, over midnight, and with one leg alone', () => {
    expect(tornBy(VISIT)).toBeNull();
    expect(tornBy([CUT, leg(1, 30 + LONGEST_PAUSE, 30)])).toBeNull();
    expect(tornBy([leg(0, 13 * 60, 90), leg(1, 14.5 * 60, 60), leg(2, 15.5 * 60, 60)])).toBeNull();
    expect(tornBy([NAILS])).toBeNull();
    expect(tornBy([])).toBeNull();
  });

  test('is whole where one leg lies in the waiting of another, or in its cleaning up', () => {
    expect(tornBy([COLOUR, leg(2, 60, 45)])).toBeNull();
    expect(tornBy([leg(0, 0, 30, { buffer_after: 15 }), leg(1, 30, 30)])).toBeNull();
  });

  test('is torn by legs at the same time, by another order, by days between them, and by two clients', () => {
    expect(tornBy([CUT, leg(1, 29, 30)])).toBe('overlap');
    expect(tornBy([COLOUR, leg(2, 60, 46)])).toBe('overlap');
    expect(tornBy([leg(0, 60, 30), leg(1, 0, 30)])).toBe('order');
    expect(tornBy([CUT, COLOUR, leg(2, 135 + 1440, 45)])).toBe('apart');
    expect(tornBy([leg(0, -1440, 30), COLOUR, NAILS])).toBe('apart');
    expect(tornBy([CUT, leg(1, 31 + LONGEST_PAUSE, 30)])).toBe('apart');
    expect(tornBy([CUT, { ...COLOUR, client_id: 'ina' }])).toBe('clients');
  });

  test('is not torn by what is cancelled or deleted', () => {
    expect(tornBy([CUT, COLOUR, leg(2, 3000, 45, { status: 'cancelled' })])).toBeNull();
    expect(tornBy([CUT, COLOUR, leg(2, 40, 45, { deleted: true })])).toBeNull();
  });

  test('is not torn by two legs that were meant for the same place and follow each other', () => {
    expect(tornBy([CUT, leg(1, 60, 30, { id: 'v/x' }), leg(1, 30, 30, { id: 'v/y' })])).toBeNull();
  });
});

describe('a visit that is moved', () => {
  test('keeps its legs together, each with its employee', () => {
    const places = movedVisit(VISIT, 'v/1', { start_time: at(90), end_time: at(195), resource_id: 'new' });
    expect(startsOf(places)).toEqual([60, 90, 195]);
    expect(places.map(({ resource_id }) => resource_id)).toEqual(['r0', 'new', 'r2']);
    expect(places[1]).toMatchObject({ processing_after: 30, processing_minutes: 45, buffer_after: 0 });
  });

  test('to a day of the clock change has the same gaps in elapsed minutes', () => {
    const night = [leg(0, -90 * 60, 60), leg(1, -89 * 60 + 10, 60)];
    const start_time = '2026-10-25T00:30:00.000Z'; // half past three, and an hour later half past three again
    const [first, second] = movedVisit(night, 'v', { start_time, end_time: addMinutes(start_time, 60), resource_id: 'r0' });
    expect(zonedParts(start_time, 'Europe/Sofia').minute).toBe(zonedParts(first?.end_time ?? '', 'Europe/Sofia').minute);
    expect(minutesBetween(first?.end_time ?? '', second?.start_time ?? '')).toBe(10);
  });

  test('with a colour whose first work is pulled keeps the waiting and the finishing, and pushes on what comes after', () => {
    const longer = { start_time: at(30), end_time: at(150), resource_id: 'r1', processing_after: 45, processing_minutes: 45 };
    const [cut, colour, nails] = movedVisit(VISIT, 'v/1', longer);
    expect(colour).toMatchObject({ end_time: at(150), processing_after: 45, processing_minutes: 45, buffer_after: 0 });
    expect(startsOf([cut, nails] as Leg[])).toEqual([0, 150]);
    const inside = leg(2, 60, 30);
    const places = movedVisit([CUT, COLOUR, inside], 'v/1', longer);
    expect(startsOf(places)).toEqual([0, 30, 75]);
    expect(tornBy(placed([CUT, { ...COLOUR, processing_after: 45 }, inside], places))).toBeNull();
  });

  test('pushes on what follows a longer leg, as far as it is in the way; a shorter one moves nothing', () => {
    const longer = (to: number) => ({ start_time: at(0), end_time: at(to), resource_id: 'r0' });
    expect(startsOf(movedVisit(VISIT, 'v', longer(45)))).toEqual([0, 45, 150]);
    expect(startsOf(movedVisit([CUT, leg(1, 40, 30)], 'v', longer(45)))).toEqual([0, 45]);
    expect(startsOf(movedVisit([CUT, leg(1, 60, 30)], 'v', longer(45)))).toEqual([0, 60]);
    expect(startsOf(movedVisit(VISIT, 'v', longer(15)))).toEqual([0, 30, 135]);
  });

  test('loses waiting for which a leg has become too short, and nothing else', () => {
    const [, colour] = movedVisit(VISIT, 'v/1', { start_time: at(30), end_time: at(100), resource_id: 'r1' });
    expect(colour).toMatchObject({ processing_after: 0, processing_minutes: 0, end_time: at(100) });
  });

  test('is never torn by it, wherever it goes and whichever leg is taken', () => {
    const several = fc.array(fc.record({ pause: fc.integer({ min: 0, max: 90 }), minutes: fc.integer({ min: 5, max: 180 }) }), {
      minLength: 1,
      maxLength: 6,
    });
    fc.assert(
      fc.property(
        several,
        fc.nat(),
        fc.integer({ min: -20_000, max: 20_000 }),
        fc.integer({ min: -60, max: 120 }),
        (all, n, by, more) => {
          let next = 0;
          const legs = all.map(({ pause, minutes }, pos) => {
            const made = leg(pos, next + pause, minutes);
            next += pause + minutes;
            return made;
          });
          const taken = legs[n % legs.length] as Leg;
          const start_time = addMinutes(taken.start_time, by);
          const end_time = addMinutes(taken.end_time, by + Math.max(more, 1 - minutesBetween(taken.start_time, taken.end_time)));
          const moved = placed(legs, movedVisit(legs, taken.id, { start_time, end_time, resource_id: 'x' }));
          expect(tornBy(moved)).toBeNull();
          expect(moved.find(({ id }) => id === taken.id)).toMatchObject({ start_time, end_time, resource_id: 'x' });
        },
      ),
    );
  });
});

describe('a visit that is lined up', () => {
  test('stands around the leg that stays, one after the other, whatever tore it', () => {
    const torn = [CUT, leg(1, 3000, 105, { processing_after: 30, processing_minutes: 45 }), leg(2, 20, 45)];
    expect(startsOf(linedUp(torn, 'v'))).toEqual([0, 30, 135]);
    expect(startsOf(linedUp(torn, 'v/1'))).toEqual([2970, 3000, 3105]);
    expect(startsOf(linedUp(torn))).toEqual([0, 30, 135]);
    expect(tornBy(placed(torn, linedUp(torn, 'v/2')))).toBeNull();
  });

  test('takes another order from where it begins, and leaves cancelled legs where they are', () => {
    const legs = [NAILS, CUT, { ...COLOUR, status: 'cancelled' }];
    expect(linedUp(legs).map(({ id, start_time }) => [id, minutesBetween(TEN, start_time)])).toEqual([
      ['v/2', 0],
      ['v', 45],
    ]);
  });
});
