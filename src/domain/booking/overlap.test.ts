import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { EVENT_STATUSES, EVENT_TYPES } from '#schemas/constants.ts';
import { overlapping, overlappingPairs, overlaps, overlapsWith, type Timed } from './overlap.ts';

const event = (id: string, from: number, to: number, more: Partial<Timed> = {}): Timed => ({
  id,
  resource_id: 'r',
  start_time: new Date(Date.UTC(2026, 10, 18, 8, from)).toISOString(),
  end_time: new Date(Date.UTC(2026, 10, 18, 8, to)).toISOString(),
  type: 'appointment',
  status: 'booked',
  ...more,
});

describe('overlap', () => {
  test('two bookings of one employee overlap if they share a minute, not if they touch', () => {
    expect(overlaps(event('a', 0, 30), event('b', 29, 60))).toBe(true);
    expect(overlaps(event('a', 0, 30), event('b', 30, 60))).toBe(false);
    expect(overlaps(event('a', 0, 60), event('b', 10, 20))).toBe(true);
    expect(overlaps(event('a', 0, 60), event('b', 0, 60, { resource_id: 'other' }))).toBe(false);
    expect(overlaps(event('a', 0, 60), event('a', 0, 60))).toBe(false);
  });

  test('a cancelled or deleted booking frees its slot; completed, no-show and unknown ones do not', () => {
    const busy = event('a', 0, 60);
    expect(overlaps(busy, event('b', 0, 60, { status: 'cancelled' }))).toBe(false);
    expect(overlaps(busy, event('b', 0, 60, { deleted: true }))).toBe(false);
    for (const status of ['completed', 'no-show', 'unknown', null])
      expect(overlaps(busy, event('b', 0, 60, { status }))).toBe(true);
  });

  test('a booking over blocked time overlaps, blocked time over blocked time does not', () => {
    const blocked = event('a', 0, 60, { type: 'blocking', status: null });
    expect(overlaps(blocked, event('b', 30, 90))).toBe(true);
    expect(overlaps(blocked, event('b', 30, 90, { type: 'blocking', status: null }))).toBe(false);
  });

  test('a candidate is told what it would lie over', () => {
    expect(
      overlapsWith(event('new', 20, 50), [event('a', 0, 30), event('b', 50, 60), event('c', 40, 45)]).map((e) => e.id),
    ).toEqual(['a', 'c']);
  });

  test('the sweep finds exactly the pairs that comparing all with all finds', () => {
    const some = fc.record({
      from: fc.integer({ min: 0, max: 40 }),
      length: fc.integer({ min: 0, max: 20 }),
      resource_id: fc.constantFrom('r', 's'),
      type: fc.constantFrom(...EVENT_TYPES),
      status: fc.constantFrom(...EVENT_STATUSES, null),
      deleted: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(some, { maxLength: 14 }), (list) => {
        const events = list.map(({ from, length, ...more }, i) => event(`e${i}`, from, from + length, more));
        const expected = events.flatMap((a, i) =>
          events
            .slice(i + 1)
            .filter((b) => overlaps(a, b))
            .map((b) => [a.id, b.id].sort().join()),
        );
        const found = overlappingPairs(events);
        expect(found.map(([a, b]) => [a.id, b.id].sort().join()).sort()).toEqual(expected.sort());
        expect(overlapping(events)).toEqual(new Set(expected.flatMap((pair) => pair.split(','))));
      }),
    );
  });
});
