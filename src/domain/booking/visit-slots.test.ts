import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { weeklyKey } from '#domain/shifts/availability.ts';
import { addMinutes, weekdayOf } from '#domain/time/time.ts';
import { freeSlots } from './free-slots.ts';
import { overlapsWith, type Timed } from './overlap.ts';
import { freeVisits, type LegSearch, type VisitSearch } from './visit-slots.ts';
import { tornBy } from './visits.ts';

const DATE = '2026-11-18';
const TEN = '2026-11-18T08:00:00.000Z';
const at = (minute: number) => addMinutes(TEN, minute);
const COLOUR = { processing_after: 30, processing_minutes: 45 };
const event = (resource_id: string, from: number, minutes: number, more: Partial<Timed> = {}): Timed => ({
  ...{ id: `${resource_id}${from}`, resource_id, type: 'appointment', status: 'booked' },
  ...{ start_time: at(from), end_time: at(from + minutes) },
  ...more,
});
/** From ten to six. */
const weekly = new Map(['ana', 'eva'].map((id) => [weeklyKey(id, weekdayOf(DATE)), [{ start: '10:00', end: '18:00' }]]));
const search = (events: readonly Timed[]) => ({
  ...{ date: DATE, from: TEN, weekly, overrides: new Map(), zone: 'Europe/Sofia', interval: 15, count: 5, events },
});
const visits = (legs: readonly LegSearch[], events: readonly Timed[] = [], more: Partial<VisitSearch> = {}) =>
  freeVisits({ ...search(events), legs, ...more });
const offers = (minutes: number, ...ids: string[]) => ({ offers: ids.map((resourceId) => ({ resourceId, minutes })) });
const minuteOf = (iso: string) => (Date.parse(iso) - Date.parse(TEN)) / 60_000;
const told = (found: ReturnType<typeof freeVisits>) =>
  found.map((legs) => legs.map(({ resourceId, start }) => `${resourceId} ${minuteOf(start)}`));

describe('a colour of 30 minutes, 45 of waiting and 30 at ten', () => {
  const colour = event('ana', 0, 105, COLOUR);
  const slots = (minutes: number) =>
    freeSlots({ ...search([colour]), minutes, resourceIds: ['ana'], count: 1 }).map(({ start }) => minuteOf(start));

  test('sells its waiting time, to the minute', () => {
    expect(slots(45)).toEqual([30]);
    expect(overlapsWith(event('ana', 30, 45), [colour])).toEqual([]);
    expect(slots(60)).toEqual([105]);
    expect(overlapsWith(event('ana', 30, 60), [colour])).toEqual([colour]);
  });

  test('fits around what is booked, and where the shift ends in its waiting it does not', () => {
    const asked = { ...search([event('ana', 30, 45)]), minutes: 105, times: COLOUR, resourceIds: ['ana'], count: 1 };
    expect(freeSlots(asked).map(({ start }) => minuteOf(start))).toEqual([0]);
    const late = freeSlots({ ...asked, events: [], from: at(370), count: 9 });
    expect(late.map(({ start }) => minuteOf(start))).toEqual([375]);
  });

  test('may have lunch in its waiting, and be cleaned up after behind the end of the shift', () => {
    const shifts = new Map([
      [
        weeklyKey('ana', weekdayOf(DATE)),
        [
          { start: '10:00', end: '10:30' },
          { start: '11:15', end: '11:45' },
        ],
      ],
    ]);
    const asked = { ...search([]), weekly: shifts, minutes: 105, resourceIds: ['ana'], count: 9 };
    expect(freeSlots(asked)).toEqual([]);
    const found = freeSlots({ ...asked, times: { ...COLOUR, buffer_after: 30 } });
    expect(found.map(({ start }) => minuteOf(start))).toEqual([0]);
  });

  test('needs the time in which it is cleaned up after', () => {
    const asked = { ...search([event('ana', 110, 30)]), minutes: 105, resourceIds: ['ana'], count: 1 };
    expect(freeSlots({ ...asked, times: { ...COLOUR, buffer_after: 5 } }).map(({ start }) => minuteOf(start))).toEqual([0]);
    // The existing booking lies in the waiting of the next place.
    expect(freeSlots({ ...asked, times: { ...COLOUR, buffer_after: 10 } }).map(({ start }) => minuteOf(start))).toEqual([75]);
  });
});

describe('a visit', () => {
  test('follows itself, with the first who is free and lasts as long as each takes', () => {
    const cut = {
      offers: [
        { resourceId: 'ana', minutes: 60 },
        { resourceId: 'eva', minutes: 45 },
      ],
    };
    expect(told(visits([cut, offers(30, 'eva')], [event('ana', 15, 30)], { count: 2 }))).toEqual([
      ['eva 0', 'eva 45'],
      ['eva 15', 'eva 60'],
    ]);
  });

  test('asks another for the first service where the next one would not fit behind', () => {
    expect(told(visits([offers(30, 'ana', 'eva'), offers(30, 'ana')], [event('ana', 0, 30)], { count: 1 }))).toEqual([
      ['eva 0', 'ana 30'],
    ]);
  });

  test('has nothing where nobody offers one of its services, or nothing is asked for', () => {
    expect(visits([offers(30, 'ana'), offers(30)])).toEqual([]);
    expect(visits([])).toEqual([]);
    expect(visits([offers(0, 'ana')])).toEqual([]);
  });

  test('of one service is a free slot', () => {
    const events = [event('ana', 0, 40), event('ana', 70, 20, { buffer_after: 10 })];
    const one = freeSlots({ ...search(events), minutes: 30, resourceIds: ['ana'], count: 5 });
    expect(visits([offers(30, 'ana')], events)).toEqual(one.map((slot) => [slot]));
  });

  test('lies over nothing and is whole wherever it is found, and is found wherever it fits', () => {
    const busy = fc.record({
      who: fc.constantFrom('ana', 'eva'),
      from: fc.nat(31),
      length: fc.integer({ min: 1, max: 6 }),
      waits: fc.boolean(),
    });
    const asked = fc.array(
      fc.record({ length: fc.integer({ min: 1, max: 5 }), who: fc.subarray(['ana', 'eva'], { minLength: 1 }) }),
      {
        ...{ minLength: 1, maxLength: 3 },
      },
    );
    const waiting = (is: boolean, length: number) => (is && length > 2 ? { processing_after: 15, processing_minutes: 15 } : {});
    fc.assert(
      fc.property(fc.array(busy, { maxLength: 6 }), asked, (taken, legs) => {
        const events = taken.map(({ who, from, length, waits }, n) => ({
          ...event(who, from * 15, length * 15, waiting(waits, length)),
          id: `e${n}`,
        }));
        const found = visits(
          legs.map(({ length, who }) => offers(length * 15, ...who)),
          events,
          { count: 999 },
        );
        const fits = (who: string, from: number, length: number) =>
          from + length <= 480 && overlapsWith(event(who, from, length, { id: 'new' }), events).length === 0;
        const some = (from: number, [leg, ...rest]: typeof legs): boolean =>
          !leg || leg.who.some((who) => fits(who, from, leg.length * 15) && some(from + leg.length * 15, rest));
        const starts = Array.from({ length: 32 }, (_, n) => n * 15).filter((from) => some(from, legs));
        expect(found.map(([first]) => minuteOf(first?.start ?? ''))).toEqual(starts);
        for (const places of found) {
          const booked = places.map(({ resourceId, start, end }, visit_pos) => ({
            ...{ ...event(resourceId, minuteOf(start), minuteOf(end) - minuteOf(start)), id: `v${visit_pos}` },
            ...{ client_id: 'c', visit_id: 'v', visit_pos },
          }));
          expect(tornBy(booked)).toBeNull();
        }
      }),
      { numRuns: 60 },
    );
  });
});
