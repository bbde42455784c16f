import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { weeklyKey } from '#domain/shifts/availability.ts';
import { addDays, addMinutes, daysBetween, instantOf, weekdayOf, zonedParts } from '#domain/time/time.ts';
import { offerersText } from '#schemas/own-terms.ts';
import type { Room } from '#schemas/rooms.ts';
import { closedDaysText, openingHoursText } from '#schemas/salon-days.ts';
import { firstDayAround, legsForNextTime, NEXT_WEEKS, nearestVisit, nextDate, nextWeeks, searchLegs } from './next-time.ts';
import { salonDaysOf } from './open-days.ts';
import { overlapsWith, type Timed } from './overlap.ts';
import type { LegSearch, VisitSearch } from './visit-slots.ts';

const ZONE = 'Europe/Sofia';
/** A Friday. */
const DATE = '2026-12-18';
const at = (day: number, minute: number) => instantOf(addDays(DATE, day), minute, ZONE);

describe('The weeks that are offered', () => {
  test('are those of everybody until the client’s own are known', () => {
    expect(nextWeeks(null)).toEqual([2, 3, 4, 6]);
  });

  test('begin with those after which the client usually comes', () => {
    expect(nextWeeks(27)).toEqual([4, 2, 3, 6]);
    expect(nextWeeks(37)).toEqual([5, 2, 3, 4, 6]);
    expect(nextWeeks(2)).toEqual([1, 2, 3, 4, 6]);
  });

  test('are not those of somebody who comes twice a year', () => {
    expect(nextWeeks(180)).toEqual(NEXT_WEEKS);
  });
});

describe('The wished day', () => {
  test('is on the same weekday, also where a year or a clock change lies between', () => {
    expect(nextDate('2026-12-18', 4, '2026-12-18')).toBe('2027-01-15');
  });

  test('counts from the booking while that is to come, or less than a week old', () => {
    expect(nextDate('2026-12-18', 2, '2026-11-27')).toBe('2027-01-01');
    expect(nextDate('2026-12-18', 2, '2026-12-24')).toBe('2027-01-01');
  });

  test('lies always ahead, on the same weekday', () => {
    const day = fc.integer({ min: -400, max: 400 }).map((days) => addDays(DATE, days));
    fc.assert(
      fc.property(day, day, fc.integer({ min: 1, max: 12 }), (booked, today, weeks) => {
        const wished = nextDate(booked, weeks, today);
        expect(wished > today && wished > booked).toBe(true);
        expect(weekdayOf(wished)).toBe(weekdayOf(booked));
      }),
    );
  });
});

const BASIN: Room = { id: 'basin', name: 'Мивка', count: 1 };
const leg = (more: object = {}) => ({
  ...{ resource_id: 'ana', service_id: 'cut', status: 'completed', start_time: at(0, 600), end_time: at(0, 660) },
  ...{ processing_after: 0, processing_minutes: 0, buffer_after: 0 },
  ...more,
});
const offer = (active: readonly string[] = ['ana', 'eva'], resource_ids: string | null = null) => ({
  active: new Set(active),
  services: new Map([['cut', { resource_ids }]]),
  rooms: new Map([['cut', BASIN]]),
});

describe('What is booked again', () => {
  test('is all that was not cancelled, and of a visit that was cancelled all of it', () => {
    const [kept, off] = [leg(), leg({ status: 'cancelled' })];
    expect(legsForNextTime([kept, off])).toEqual([kept]);
    expect(legsForNextTime([off, off])).toHaveLength(2);
  });

  test('stands as far apart as it did, with the same people, as long and with its waiting', () => {
    const colour = leg({ end_time: at(0, 705), processing_after: 30, processing_minutes: 45, buffer_after: 10 });
    const nails = leg({ resource_id: 'eva', start_time: at(0, 630), end_time: at(0, 660) });
    expect(searchLegs([colour, nails], offer())).toEqual([
      {
        after: 0,
        room: BASIN,
        offers: [{ resourceId: 'ana', minutes: 105, times: { processing_after: 30, processing_minutes: 45, buffer_after: 10 } }],
      },
      {
        after: 30,
        room: BASIN,
        offers: [{ resourceId: 'eva', minutes: 30, times: { processing_after: 0, processing_minutes: 0, buffer_after: 0 } }],
      },
    ]);
  });

  test('is for a person to choose where somebody left, a service is gone, or is not offered any more', () => {
    expect(searchLegs([leg()], offer(['eva']))).toBeNull();
    expect(searchLegs([leg({ service_id: 'gone' })], offer())).toBeNull();
    expect(searchLegs([leg({ service_id: null })], offer())).toBeNull();
    expect(searchLegs([leg()], offer(['ana'], offerersText(['eva'])))).toBeNull();
    expect(searchLegs([], offer())).toBeNull();
  });
});

const weekly = (days: readonly number[] = [1, 2, 3, 4, 5, 6]) =>
  new Map(['ana', 'eva'].flatMap((id) => days.map((day) => [weeklyKey(id, day), [{ start: '10:00', end: '18:00' }]] as const)));
const one = (minutes: number, resourceId = 'ana', after = 0): LegSearch => ({ after, offers: [{ resourceId, minutes }] });
const booked = (day: number, from: number, minutes: number, resource_id = 'ana'): Timed => ({
  ...{ id: `${resource_id}${day}/${from}`, resource_id, type: 'appointment', status: 'booked' },
  ...{ start_time: at(day, from), end_time: addMinutes(at(day, from), minutes) },
});
const wish = { date: DATE, minute: 15 * 60 };
const nearest = (
  events: readonly Timed[],
  legs: readonly LegSearch[] = [one(60)],
  more: Partial<Pick<VisitSearch, 'interval' | 'from' | 'rooms' | 'open'>> & {
    wish?: typeof wish;
    days?: readonly number[];
  } = {},
) => {
  const { wish: wished = wish, interval = 15, days, from = at(-30, 0), rooms, open = null } = more;
  const found = nearestVisit(
    {
      ...{ date: firstDayAround(wished), days: 7, legs, from, events, rooms, open, interval, zone: ZONE },
      ...{ weekly: weekly(days), overrides: new Map(), count: 1 },
    },
    wished,
  );
  return found?.map(({ resourceId, start }) => {
    const { date, minute } = zonedParts(start, ZONE);
    return `${resourceId} ${daysBetween(DATE, date)} ${minute}`;
  });
};

describe('The nearest place', () => {
  test('is the same hour of the same weekday where that is free', () => {
    expect(nearest([])).toEqual(['ana 0 900']);
  });

  test('is the nearest time of that day within two hours, the earlier of two', () => {
    expect(nearest([booked(0, 890, 60)])).toEqual(['ana 0 960']);
    expect(nearest([booked(0, 900, 60)])).toEqual(['ana 0 840']);
    expect(nearest([booked(0, 840, 90)])).toEqual(['ana 0 930']);
  });

  test('is the same hour of the next day rather than the other end of the day, of two days the later', () => {
    expect(nearest([booked(0, 720, 360)])).toEqual(['ana 1 900']);
    expect(nearest([booked(0, 600, 480), booked(1, 600, 480)])).toEqual(['ana -1 900']);
  });

  test('is the other end of the day where no day around has that hour', () => {
    const evenings = [-3, -2, -1, 0, 1, 2, 3].map((day) => booked(day, 720, 360));
    expect(nearest(evenings)).toEqual(['ana 0 660']);
  });

  test('is on the nearest working day where nobody works on that one', () => {
    expect(nearest([], [one(60)], { days: [1, 2] })).toEqual(['ana 3 900']);
    expect(nearest([], [one(60)], { days: [] })).toBeUndefined();
  });

  test('begins at the calendar’s steps, or at the minute of the booking itself', () => {
    expect(nearest([], [one(60)], { wish: { date: DATE, minute: 910 }, interval: 30 })).toEqual(['ana 0 910']);
    expect(nearest([booked(0, 905, 5)], [one(60)], { wish: { date: DATE, minute: 910 }, interval: 30 })).toEqual(['ana 0 910']);
    expect(nearest([booked(0, 915, 5)], [one(60)], { wish: { date: DATE, minute: 910 }, interval: 30 })).toEqual(['ana 0 930']);
  });

  test('is never where its room is full, whoever is free', () => {
    const rooms = new Map([['cut', BASIN]]);
    const taken = { ...booked(0, 900, 60, 'eva'), service_id: 'cut' };
    expect(nearest([taken], [{ ...one(60), room: BASIN }], { rooms })).toEqual(['ana 0 840']);
    expect(nearest([taken], [one(60)], { rooms })).toEqual(['ana 0 900']);
  });

  test('is never on a closed day nor outside the hours', () => {
    const closed = salonDaysOf(null, closedDaysText([{ kind: 'dates', from: DATE, to: addDays(DATE, 1), name: '' }]));
    expect(nearest([], [one(60)], { open: closed })).toEqual(['ana -1 900']);
    const mornings = salonDaysOf(openingHoursText([1, 5].map((weekday) => ({ weekday, start: '08:00', end: '14:30' }))), null);
    expect(nearest([], [one(60)], { open: mornings })).toEqual(['ana 0 810']);
  });

  test('is never over: a booking for today’s past finds a later one', () => {
    expect(nearest([], [one(60)], { from: at(0, 961) })).toEqual(['ana 0 975']);
  });

  test('is found whole: every service of a visit has its own place, as far from the first as it was', () => {
    expect(nearest([booked(0, 930, 30, 'eva')], [one(60), one(30, 'eva', 30)])).toEqual(['ana 0 870', 'eva 0 900']);
  });

  test('lies over nothing, and none is nearer', () => {
    const busy = fc.record({ day: fc.integer({ min: -3, max: 3 }), from: fc.nat(31), length: fc.integer({ min: 4, max: 31 }) });
    const cost = (day: number, minute: number) => {
      const off = Math.abs(minute - wish.minute);
      return (off > 120 ? 1e6 : 0) + Math.abs(day) * 1e4 + (day < 0 ? 5e3 : 0) + off + (minute > wish.minute ? 0.5 : 0);
    };
    fc.assert(
      fc.property(fc.array(busy, { maxLength: 12 }), fc.integer({ min: 1, max: 12 }), (drawn, length) => {
        const events = drawn.map(({ day, from, length }, n) => ({ ...booked(day, 600 + from * 15, length * 15), id: `e${n}` }));
        const free = (day: number, minute: number) =>
          weekdayOf(addDays(DATE, day)) !== 0 &&
          minute >= 600 &&
          minute + length * 15 <= 1080 &&
          overlapsWith({ ...booked(day, minute, length * 15), id: 'new' }, events).length === 0;
        const places = [-3, -2, -1, 0, 1, 2, 3].flatMap((day) =>
          Array.from({ length: 96 }, (_, n) => n * 15).flatMap((minute) => (free(day, minute) ? [{ day, minute }] : [])),
        );
        places.sort((a, b) => cost(a.day, a.minute) - cost(b.day, b.minute));
        const [best] = places;
        expect(nearest(events, [one(length * 15)])).toEqual(best && [`ana ${best.day} ${best.minute}`]);
      }),
      { numRuns: 60 },
    );
  });
});
