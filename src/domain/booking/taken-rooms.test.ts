import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Agreeing, agreementsWithout, agreementWith, isUndecided, openOverlaps } from './agreed-overlaps.ts';
import { freeSlots } from './free-slots.ts';
import { crowdAt, crowded, overlapping, overlapsWith } from './overlap.ts';
import { NO_ROOMS, roomOf, roomsByService, spansOfVisits } from './taken-rooms.ts';
import { freeVisits } from './visit-slots.ts';

const LASER = { id: 'laser', name: 'Лазерен кабинет', count: 1 };
const BASIN = { id: 'basin', name: 'Мивка', count: 2 };
const SERVICES = [
  { id: 'legs', room_id: 'laser' },
  { id: 'wash', room_id: 'basin' },
  { id: 'colour', room_id: 'basin' },
  { id: 'cut', room_id: null },
  { id: 'old', room_id: 'sold' },
];
const ROOMS = roomsByService([LASER, BASIN], SERVICES);

const at = (minute: number) => new Date(Date.UTC(2026, 10, 18, 8, minute)).toISOString();
const NOW = at(-60);
const event = (id: string, from: number, to: number, more: Partial<Agreeing> = {}): Agreeing => ({
  ...{ id, resource_id: id, start_time: at(from), end_time: at(to), type: 'appointment', status: 'booked' },
  ...{ service_id: 'legs', overlap_agreed: null },
  ...more,
});
const ids = (events: readonly { readonly id: string }[]) => events.map(({ id }) => id);
const open = (events: readonly Agreeing[], now = NOW) => openOverlaps(events, now, ROOMS).map((pair) => ids(pair).join('+'));
const agreed = (one: Agreeing, ...others: Agreeing[]): Agreeing => ({
  ...one,
  overlap_agreed: agreementWith(one, others, NOW, ROOMS),
});

describe('a room', () => {
  test('is needed by the service that names it; one that is no more is needed by none', () => {
    expect(roomOf(event('a', 0, 30), ROOMS)).toBe(LASER);
    expect(roomOf(event('a', 0, 30, { service_id: 'cut' }), ROOMS)).toBeNull();
    expect(roomOf(event('a', 0, 30, { service_id: 'old' }), ROOMS)).toBeNull();
    expect(roomOf(event('a', 0, 30, { service_id: null }), ROOMS)).toBeNull();
    expect(roomOf(event('a', 0, 30, { type: 'blocking' }), ROOMS)).toBeNull();
    expect(roomsByService([], SERVICES)).toBe(NO_ROOMS);
  });

  test('of which there is one takes one booking at a time, whoever works', () => {
    const a = event('a', 0, 30);
    expect(ids(overlapsWith(event('b', 29, 60), [a], ROOMS))).toEqual(['a']);
    expect(overlapsWith(event('b', 30, 60), [a], ROOMS)).toEqual([]);
    expect(overlapsWith(event('b', 0, 30, { service_id: 'wash' }), [a], ROOMS)).toEqual([]);
    expect(overlapsWith(event('b', 0, 30), [a])).toEqual([]);
  });

  test('of which there are two is short at the third', () => {
    const wash = { service_id: 'wash' };
    const [a, b] = [event('a', 0, 30, wash), event('b', 15, 45, wash)];
    expect(overlapsWith(b, [a], ROOMS)).toEqual([]);
    expect(ids(overlapsWith(event('c', 20, 60, wash), [a, b], ROOMS))).toEqual(['a', 'b']);
    expect(overlapsWith(event('c', 30, 60, wash), [a, b], ROOMS)).toEqual([]);
    expect([...overlapping([a, b, event('c', 20, 60, wash)], ROOMS)].sort()).toEqual(['a', 'b', 'c']);
    expect([...crowded([a, b], ROOMS)]).toEqual([]);
  });

  test('is free after one that is cancelled or deleted, and not after one that is done or missed', () => {
    const there = (more: object) => overlapsWith(event('b', 0, 30), [event('a', 0, 30, more)], ROOMS).length;
    expect([there({ status: 'cancelled' }), there({ deleted: true })]).toEqual([0, 0]);
    expect([there({ status: 'completed' }), there({ status: 'no-show' })]).toEqual([1, 1]);
    expect(overlapsWith(event('b', 0, 30, { status: 'cancelled' }), [event('a', 0, 30)], ROOMS)).toEqual([]);
  });

  test('is held while the client waits and while it is cleaned, though the employee is free while the client waits', () => {
    const colour = event('a', 0, 90, { processing_after: 20, processing_minutes: 40, buffer_after: 10 });
    expect(ids(overlapsWith(event('b', 30, 50), [colour], ROOMS))).toEqual(['a']);
    expect(overlapsWith(event('b', 30, 50, { resource_id: 'a', service_id: 'cut' }), [colour], ROOMS)).toEqual([]);
    expect(ids(overlapsWith(event('b', 95, 120), [colour], ROOMS))).toEqual(['a']);
    expect(overlapsWith(event('b', 100, 120), [colour], ROOMS)).toEqual([]);
  });

  test('is held once by a visit, whose client is one person', () => {
    const visit = { service_id: 'wash', visit_id: 'v' };
    const first = event('v', 0, 90, { ...visit, processing_after: 20, processing_minutes: 40 });
    const inside = event('v/1', 20, 60, visit);
    expect(overlapsWith(inside, [first], ROOMS)).toEqual([]);
    expect(overlapsWith(event('c', 30, 60, { service_id: 'wash' }), [first, inside], ROOMS)).toEqual([]);
    const beside = event('b', 0, 90, { service_id: 'wash' });
    expect(ids(crowdAt(event('c', 30, 60, { service_id: 'wash' }), [first, inside, beside], ROOMS))).toEqual(['v', 'v/1', 'b']);
  });

  test('no number of visits is missed: the spans are what a look at each minute says', () => {
    const one = fc.record({
      from: fc.integer({ min: 0, max: 20 }),
      length: fc.integer({ min: 0, max: 12 }),
      visit: fc.constantFrom(null, 'v', 'w'),
    });
    fc.assert(
      fc.property(fc.array(one, { maxLength: 8 }), fc.integer({ min: 1, max: 4 }), (list, count) => {
        const all = list.map(({ from, length, visit }, n) => event(`e${n}`, from, from + length, { visit_id: visit }));
        const spans = spansOfVisits(all, count);
        for (let minute = 0; minute < 40; minute++) {
          const there = all.filter((own) => own.start_time <= at(minute) && at(minute) < own.end_time);
          const visits = new Set(there.map(({ id, visit_id }) => visit_id ?? id));
          expect(spans.some(({ from, to }) => from <= at(minute) && at(minute) < to)).toBe(visits.size >= count);
        }
      }),
    );
  });
});

describe('a room that is short', () => {
  const [a, b] = [event('a', 0, 60), event('b', 30, 90)];

  test('waits for a decision until one of the two agrees, moves, or is over', () => {
    expect(open([a, b])).toEqual(['a+b']);
    expect(open([agreed(a, b), b])).toEqual([]);
    expect(open([a, agreed(b, a)])).toEqual([]);
    expect(open([a, event('b', 60, 90)])).toEqual([]);
    expect(open([a, b], at(60))).toEqual([]);
    expect(isUndecided(a, b, ROOMS)).toBe(true);
    expect(isUndecided(agreed(a, b), b, ROOMS)).toBe(false);
    expect(openOverlaps([a, b], NOW)).toEqual([]);
  });

  test('opens anew at another time, with another service, and when the word is taken back; not with another employee', () => {
    const leaves = agreed(b, a);
    expect(open([a, { ...leaves, end_time: at(95) }])).toEqual(['a+b']);
    expect(open([event('a', 5, 60), leaves])).toEqual(['a+b']);
    expect(open([a, { ...leaves, resource_id: 'another' }])).toEqual([]);
    expect(
      open([a, { ...leaves, overlap_agreed: agreementsWithout(leaves.overlap_agreed, null, leaves.overlap_agreed) }]),
    ).toEqual(['a+b']);
  });

  test('is another question than two bookings of one employee', () => {
    const same = { resource_id: 'x' };
    const [c, d] = [event('c', 0, 60, same), event('d', 30, 90, same)];
    expect(open([c, d])).toEqual(['c+d']);
    const withoutRoom = { ...d, overlap_agreed: agreementWith(d, [c], NOW) };
    expect(open([c, withoutRoom])).toEqual(['c+d']);
    expect(open([c, agreed(d, c)])).toEqual([]);
  });

  test('asks once for each booking that is too many, and no more once that one is agreed to with all others', () => {
    const wash = { service_id: 'wash' };
    const [x, y, z] = [event('x', 0, 60, wash), event('y', 10, 70, wash), event('z', 20, 80, wash)];
    expect(open([x, y])).toEqual([]);
    expect(open([x, y, z])).toEqual(['y+z']);
    expect(open([agreed(x, y, z), y, z])).toEqual([]);
    expect(open([x, agreed(y, x, z), z])).toEqual([]);
    expect(open([x, y, agreed(z, x, y)])).toEqual([]);
    const late = event('late', 30, 90, wash);
    expect(open([x, y, agreed(z, x, y), late])).toEqual(['z+late']);
    expect(open([x, y, agreed(z, x, y), agreed(late, x, y, z)])).toEqual([]);
  });

  test('what is agreed to where nothing is short is no word about the room', () => {
    const wash = { service_id: 'wash', resource_id: 'same' };
    const [x, y] = [event('x', 0, 60, wash), event('y', 10, 70, wash)];
    const over = agreed(y, x);
    expect(open([x, over])).toEqual([]);
    expect(open([x, over, event('z', 20, 80, { service_id: 'wash' })])).toEqual(['y+z']);
  });
});

describe('a free slot of a service that needs a room', () => {
  const weekly = new Map([
    ['ana/3', [{ start: '10:00', end: '12:00' }]],
    ['eva/3', [{ start: '10:00', end: '12:00' }]],
  ]);
  const search = {
    ...{ date: '2026-11-18', minutes: 60, from: at(-600), zone: 'Europe/Sofia', interval: 30, count: 20 },
    ...{ weekly, overrides: new Map(), resourceIds: ['ana', 'eva'], rooms: ROOMS, room: LASER },
  };
  const slots = (more: Partial<typeof search> & Pick<Parameters<typeof freeSlots>[0], 'events'>) =>
    freeSlots({ ...search, ...more }).map(({ start, resourceId }) => `${start.slice(11, 16)} ${resourceId}`);

  test('lies where the room is free from its start to the end of the cleaning up', () => {
    const taken = [event('a', 0, 30, { resource_id: 'ana' })]; // 10:00–10:30 in Sofia
    expect(slots({ events: [] })).toEqual(['08:00 ana', '08:00 eva', '08:30 ana', '08:30 eva', '09:00 ana', '09:00 eva']);
    expect(slots({ events: taken })).toEqual(['08:30 ana', '08:30 eva', '09:00 ana', '09:00 eva']);
    expect(slots({ events: [event('a', 0, 30, { resource_id: 'ana', buffer_after: 10 })] })).toEqual(['09:00 ana', '09:00 eva']);
    expect(slots({ events: [event('a', 90, 120, { resource_id: 'else' })] })).toEqual([
      '08:00 ana',
      '08:00 eva',
      '08:30 ana',
      '08:30 eva',
    ]);
  });

  test('asks nothing of the room where there is another of it, or the service needs none', () => {
    const wash = event('a', 0, 30, { resource_id: 'else', service_id: 'wash' });
    expect(slots({ events: [wash], room: BASIN })).toHaveLength(6);
    expect(slots({ events: [wash, event('b', 0, 30, { resource_id: 'more', service_id: 'colour' })], room: BASIN })).toHaveLength(
      4,
    );
    expect(freeSlots({ ...search, room: null, events: [event('a', 0, 30, { resource_id: 'else' })] })).toHaveLength(6);
  });

  test('of a visit has each room when its service comes', () => {
    const { resourceIds: _, minutes: __, room: ___, ...visit } = search;
    const offers = [{ resourceId: 'eva', minutes: 30 }];
    const legs = [{ offers }, { offers, room: LASER }];
    const found = freeVisits({ ...visit, legs, events: [event('a', 30, 60, { resource_id: 'ana' })] });
    expect(found.map(([first]) => first?.start.slice(11, 16))).toEqual(['08:30', '09:00']);
  });
});
