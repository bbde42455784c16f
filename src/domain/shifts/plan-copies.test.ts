import { describe, expect, it } from 'vitest';
import { addDays } from '#domain/time/time.ts';
import type { OverrideInterval, ShiftInterval } from '#schemas/intervals.ts';
import { overrideKey, spansBegunOn, weeklyKey } from './availability.ts';
import { byTurns, copyDates, copyEveryWeek, toFollowingWeeks, toOthers } from './plan-copies.ts';

const MONDAY = '2026-11-16'; // week 47
const nineToFive: ShiftInterval[] = [{ start: '09:00', end: '17:00' }];
const late: OverrideInterval[] = [{ start: '17:00', end: '20:00', type: 'additional_shift' }];
/** The hours of somebody who works nine to five on a date, whatever holds every week. */
const OWN_HOURS: OverrideInterval[] = [
  { start: '09:00', end: '17:00', type: 'additional_shift' },
  { start: '06:00', end: '09:00', type: 'time_off' },
  { start: '17:00', end: '00:00', type: 'time_off' },
];
const dayOff: OverrideInterval[] = [{ start: null, end: null, type: 'time_off' }];
const weekly = new Map([[weeklyKey('maria', 1), nineToFive]]);

describe('a week that is copied', () => {
  it('makes each following week hold the same bars, as overrides of its dates, and names what it replaces', () => {
    const overrides = new Map([
      [overrideKey('maria', MONDAY), late],
      [overrideKey('maria', addDays(MONDAY, 8)), late],
    ]);
    const { changed, left } = copyDates(toFollowingWeeks(['maria'], MONDAY, 2), weekly, overrides);
    expect(changed.map(({ date, before, after }) => [date, before.length, after.length])).toEqual([
      ['2026-11-23', 1, 1],
      ['2026-11-24', 1, 0], // the former hours of that date go: the copied Tuesday is free
      ['2026-11-30', 1, 1],
    ]);
    expect(left).toEqual([]);
    const written = new Map([...overrides, ...changed.map((day) => [overrideKey('maria', day.date), day.rows] as const)]);
    for (let day = 0; day < 14; day++) {
      expect(spansBegunOn(addDays(MONDAY, 7 + day), weekly, written, 'maria')).toEqual(
        spansBegunOn(addDays(MONDAY, day % 7), weekly, overrides, 'maria'),
      );
    }
  });

  it('writes over no day off and copies none', () => {
    const overrides = new Map([
      [overrideKey('maria', addDays(MONDAY, 7)), dayOff],
      [overrideKey('maria', addDays(MONDAY, 1)), dayOff],
      [overrideKey('maria', MONDAY), late],
    ]);
    const { changed, left } = copyDates(toFollowingWeeks(['maria'], MONDAY, 1), weekly, overrides);
    expect(changed).toEqual([]);
    expect(left.map(({ date }) => date)).toEqual(['2026-11-23', '2026-11-24']);
  });

  it('names an hour off that it lies over', () => {
    const hour: OverrideInterval = { start: '12:00', end: '13:00', type: 'time_off' };
    const overrides = new Map([[overrideKey('maria', addDays(MONDAY, 7)), [hour]]]);
    const { changed } = copyDates(toFollowingWeeks(['maria'], MONDAY, 1), weekly, overrides);
    expect(changed).toMatchObject([{ date: '2026-11-23', rows: [], lost: [{ from: 720, to: 780 }] }]);
  });
});

it('an employee’s week goes to others in the same week, not to themselves', () => {
  const { changed } = copyDates(toOthers('maria', ['maria', 'ivan'], MONDAY), weekly, new Map());
  expect(changed).toMatchObject([{ resourceId: 'ivan', date: MONDAY, before: [], rows: OWN_HOURS }]);
});

it('what an employee works every week goes to others by weekdays, only where it differs', () => {
  const both = new Map([...weekly, [weeklyKey('ivan', 1), nineToFive] as const, [weeklyKey('ivan', 2), nineToFive] as const]);
  expect(
    copyEveryWeek('maria', ['maria', 'ivan', 'yana'], both).map(({ resourceId, weekday, rows }) => [resourceId, weekday, rows]),
  ).toEqual([
    ['ivan', 2, []],
    ['yana', 1, nineToFive],
  ]);
});

describe('a rotation of two weeks', () => {
  const sources = (monday: string, weeks: number) =>
    byTurns(['m'], monday, weeks)
      .filter((_, i) => i % 7 === 0)
      .map(({ from, to }) => [from.date, to.date]);

  it('takes the shown week and the next by turns', () => {
    expect(sources(MONDAY, 3)).toEqual([
      ['2026-11-16', '2026-11-30'],
      ['2026-11-23', '2026-12-07'],
      ['2026-11-16', '2026-12-14'],
    ]);
  });

  it('goes by odd and even weeks: after week 53 comes an odd one again', () => {
    expect(sources('2026-12-14', 4)).toEqual([
      ['2026-12-14', '2026-12-28'], // 53, as 51
      ['2026-12-14', '2027-01-04'], // 1
      ['2026-12-21', '2027-01-11'], // 2, as 52
      ['2026-12-14', '2027-01-18'],
    ]);
  });
});
