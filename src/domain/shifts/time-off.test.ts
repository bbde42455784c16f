import { describe, expect, test } from 'vitest';
import type { OverrideInterval } from '#schemas/intervals.ts';
import { availableSpans } from './availability.ts';
import { absencesOf } from './own-hours.ts';
import { datedSet } from './plan-bars.ts';
import {
  datesBetween,
  shareOut,
  type TimeOffTimes,
  timeOffRuns,
  touchedBy,
  whoCanTake,
  withoutTimeOff,
  withTimeOff,
} from './time-off.ts';

const ZONE = 'Europe/Sofia';
const WEDNESDAY = '2026-11-18';
const THURSDAY = '2026-11-19';
const extra: OverrideInterval = { start: '18:00', end: '20:00', type: 'additional_shift' };
const hours: OverrideInterval = { start: '12:00', end: '13:00', type: 'time_off' };
const day: OverrideInterval = { start: null, end: null, type: 'time_off' };
const everyDay = (id: string, rows: { start: string; end: string }[]) =>
  [0, 1, 2, 3, 4, 5, 6].map((weekday) => [`${id}/${weekday}`, rows] as const);

const booking = (id: string, resource_id: string, from: string, to: string, more = {}) => ({
  id,
  resource_id,
  start_time: `${from}:00.000Z`,
  end_time: `${to}:00.000Z`,
  type: 'appointment' as const,
  status: 'booked' as const,
  ...more,
});

describe('a time off', () => {
  test('on a date with hours of its own is taken and given back, by the day or by the hour, and its hours stay', () => {
    const own = datedSet([{ from: 12 * 60, to: 21 * 60 }], [{ start: '09:00', end: '17:00' }]) ?? [];
    for (const times of [null, { start: '14:00', end: '15:00' }]) {
      const taken = withTimeOff(own, times);
      expect(absencesOf(taken)).toEqual([{ start: times?.start ?? null, end: times?.end ?? null, type: 'time_off' }]);
      expect(withoutTimeOff(taken)).toEqual(own);
      expect(timeOffRuns('ana', [WEDNESDAY], new Map([[`ana/${WEDNESDAY}`, taken]]), new Map())).toHaveLength(1);
    }
    expect(timeOffRuns('ana', [WEDNESDAY], new Map([[`ana/${WEDNESDAY}`, own]]), new Map())).toEqual([]);
  });

  test('of a whole day takes the place of hours, and keeps the additional shifts', () => {
    expect(withTimeOff([extra, hours], null)).toEqual([extra, day]);
    expect(withTimeOff([extra], { start: '12:00', end: '13:00' })).toEqual([extra, hours]);
    expect(withTimeOff([day], { start: '12:00', end: '13:00' })).toEqual([day]);
    expect(withTimeOff([hours], { start: '12:00', end: '13:00' })).toEqual([hours]);
    expect(withoutTimeOff([extra, hours, day])).toEqual([extra]);
  });

  test('of a range is of each of its dates', () => {
    expect(datesBetween('2026-11-29', '2026-12-01')).toEqual(['2026-11-29', '2026-11-30', '2026-12-01']);
    expect(datesBetween('2026-11-29', '2026-11-28')).toEqual([]);
  });

  test('of days in a row is listed as one, with one reason and the same hours', () => {
    const dates = datesBetween('2026-11-16', '2026-11-22');
    const overrides = new Map([
      ['ana/2026-11-16', [day]],
      ['ana/2026-11-17', [day, extra]],
      ['ana/2026-11-18', [day]],
      ['ana/2026-11-19', [hours]],
      ['ana/2026-11-21', [hours]],
      ['ana/2026-11-22', [extra]],
      ['bo/2026-11-20', [day]],
    ]);
    const reasons = new Map([
      ['ana/2026-11-16', 'holiday'],
      ['ana/2026-11-17', 'holiday'],
      ['ana/2026-11-18', 'sick'],
    ]);
    expect(timeOffRuns('ana', dates, overrides, reasons)).toEqual([
      { from: '2026-11-16', to: '2026-11-17', off: [day], reason: 'holiday' },
      { from: '2026-11-18', to: '2026-11-18', off: [day], reason: 'sick' },
      { from: '2026-11-19', to: '2026-11-19', off: [hours], reason: null },
      { from: '2026-11-21', to: '2026-11-21', off: [hours], reason: null },
    ]);
  });

  const touched = (
    events: Parameters<typeof touchedBy>[0],
    times: TimeOffTimes,
    dates = [WEDNESDAY],
    weekly = new Map(everyDay('ana', [{ start: '09:00', end: '17:00' }])),
    overrides: ReadonlyMap<string, readonly OverrideInterval[]> = new Map(),
  ) => touchedBy(events, { resourceId: 'ana', dates, times }, { weekly, overrides, zone: ZONE }).map(({ id }) => id);

  const events = [
    booking('before', 'ana', '2026-11-18T09:00', '2026-11-18T10:00'),
    booking('in', 'ana', '2026-11-18T09:30', '2026-11-18T10:30'),
    booking('other', 'bo', '2026-11-18T10:00', '2026-11-18T11:00'),
    booking('cancelled', 'ana', '2026-11-18T10:00', '2026-11-18T11:00', { status: 'cancelled' }),
    booking('blocked', 'ana', '2026-11-18T10:00', '2026-11-18T11:00', { type: 'blocking', status: null }),
    booking('at night', 'ana', '2026-11-18T21:00', '2026-11-18T21:30'),
    booking('next day', 'ana', '2026-11-19T10:00', '2026-11-19T11:00'),
  ];

  test('touches the employee’s appointments that lie in it, not those that end when it begins', () => {
    expect(touched(events, { start: '12:00', end: '13:00' })).toEqual(['in']);
    expect(touched(events, null)).toEqual(['before', 'in', 'at night']);
    expect(touched(events, null, [WEDNESDAY, THURSDAY])).toEqual(['before', 'in', 'at night', 'next day']);
    expect(touched(events, { start: '22:00', end: '12:30' })).toEqual(['at night', 'next day']);
  });

  test('touches the same once it is stored', () => {
    const stored = new Map([[`ana/${WEDNESDAY}`, [hours]]]);
    expect(touched(events, { start: '12:00', end: '13:00' }, [WEDNESDAY], undefined, stored)).toEqual(['in']);
  });

  test('of a whole day touches what its night shift would have worked after midnight, not what the one before works', () => {
    const nights = new Map(everyDay('ana', [{ start: '20:00', end: '04:00' }]));
    const after = [
      booking('of tuesday', 'ana', '2026-11-17T23:00', '2026-11-18T00:00'),
      booking('of wednesday', 'ana', '2026-11-18T23:00', '2026-11-19T00:00'),
    ];
    expect(touched(after, null, [WEDNESDAY], nights)).toEqual(['of wednesday']);
    const overrides = new Map([[`ana/${WEDNESDAY}`, withTimeOff([], null)]]);
    expect(availableSpans(WEDNESDAY, nights, overrides, 'ana')).toEqual([{ from: 0, to: 240 }]);
  });

  test('offers a booking only to who works through it and has nothing else then', () => {
    const event = booking('in', 'ana', '2026-11-18T10:00', '2026-11-18T11:00');
    const taken = booking('taken', 'bo', '2026-11-18T10:30', '2026-11-18T11:30');
    const weekly = new Map(['ana', 'bo', 'cy', 'di'].flatMap((id) => everyDay(id, [{ start: '09:00', end: '17:00' }])));
    const overrides = new Map([[`di/${WEDNESDAY}`, [day]]]);
    const candidates = ['ana', 'bo', 'cy', 'di', 'ed'].map((id) => ({ id }));
    const free = whoCanTake(event, candidates, [event, taken], { weekly, overrides, zone: ZONE });
    expect(free.map(({ id }) => id)).toEqual(['cy']);
  });
});

describe('sharing out what somebody cannot do', () => {
  const nine = [{ start: '09:00', end: '18:00' }];
  const working = {
    weekly: new Map([...everyDay('bob', nine), ...everyDay('eva', nine)]),
    overrides: new Map(),
    zone: ZONE,
  };
  const people = [{ id: 'ana' }, { id: 'bob' }, { id: 'eva' }];
  const who = (taken: ReadonlyMap<number, { id: string }>) => [...taken].map(([at, { id }]) => `${at} ${id}`);
  const day = `${WEDNESDAY}T`;

  test('each goes to the first who is free, and what was given before counts', () => {
    const mine = ['09:00', '09:30', '10:00', '12:00'].map((from, n) => {
      const to = from.endsWith('00') ? `${from.slice(0, 3)}45` : '10:15';
      return booking(`m${n}`, 'ana', `${day}${from}`, `${day}${to}`);
    });
    const taken = booking('t', 'bob', `${day}12:00`, `${day}13:00`);
    const groups = mine.map((one) => [one]);
    expect(who(shareOut(groups, people, [...mine, taken], working))).toEqual(['0 bob', '1 eva', '2 bob', '3 eva']);
    expect(who(shareOut(groups, [{ id: 'bob' }], [...mine, taken], working))).toEqual(['0 bob', '2 bob']);
  });

  test('the legs of a visit stay together, and nobody gets what they do not offer', () => {
    const legs = [booking('v', 'ana', `${day}09:00`, `${day}10:00`), booking('v/2', 'ana', `${day}10:00`, `${day}11:00`)];
    const busy = booking('b', 'bob', `${day}10:30`, `${day}11:30`);
    expect(who(shareOut([legs], people, [...legs, busy], working))).toEqual(['0 eva']);
    expect(who(shareOut([legs], people, [...legs, busy], working, (_, { id }) => id !== 'eva'))).toEqual([]);
  });
});
