import { expect, it } from 'vitest';
import { daysFrom, freeDays, partOf } from './free-days.ts';

it('starts stand on the day of the salon, whatever day it is elsewhere', () => {
  const days = freeDays(
    '2026-11-30',
    3,
    ['2026-11-30T21:30:00.000Z', '2026-11-30T22:30:00.000Z', '2026-12-01T09:00:00.000Z'],
    'Europe/Sofia',
  );
  expect(days).toEqual([
    { date: '2026-11-30', starts: ['2026-11-30T21:30:00.000Z'] },
    { date: '2026-12-01', starts: ['2026-11-30T22:30:00.000Z', '2026-12-01T09:00:00.000Z'] },
    { date: '2026-12-02', starts: [] },
  ]);
});

it('two weeks stand on a page, and fewer where the salon lets no more be booked', () => {
  expect(daysFrom('2026-11-27', '2027-01-26')).toBe(14);
  expect(daysFrom('2026-11-27', '2026-12-03')).toBe(7);
  expect(daysFrom('2026-11-27', '2026-11-27')).toBe(1);
});

it.each([
  [0, 'morning'],
  [719, 'morning'],
  [720, 'afternoon'],
  [1019, 'afternoon'],
  [1020, 'evening'],
] as const)('minute %i is %s', (minute, part) => {
  expect(partOf(minute)).toBe(part);
});
