import { describe, expect, test } from 'vitest';
import { HOLIDAYS } from '#schemas/salon-days.ts';
import { easterOf, holidayDates } from './holidays.ts';
import { weekdayOf } from './time.ts';

describe('Orthodox Easter', () => {
  test.each([
    ['1923-04-08'],
    ['2000-04-30'],
    ['2008-04-27'],
    ['2013-05-05'],
    ['2024-05-05'],
    ['2025-04-20'],
    ['2026-04-12'],
    ['2027-05-02'],
    ['2028-04-16'],
    ['2043-05-03'],
    ['2100-05-02'],
  ])('is %s', (date) => {
    expect(easterOf(Number(date.slice(0, 4)))).toBe(date);
  });

  test('is a Sunday between 4 April and 11 May until 2199', () => {
    for (let year = 1900; year < 2200; year++) {
      const date = easterOf(year);
      expect([weekdayOf(date), date >= `${year}-04-03`, date <= `${year}-05-11`], date).toEqual([0, true, true]);
    }
  });
});

describe('the free days in place of holidays on a weekend', () => {
  // The official calendars of these years.
  test.each([
    [2021, ['2021-05-04', '2021-12-27', '2021-12-28']],
    [2022, ['2022-01-03', '2022-05-02', '2022-12-27', '2022-12-28']],
    [2023, ['2023-01-02', '2023-05-08', '2023-12-27']],
    [2024, ['2024-03-04', '2024-09-23']],
    [2025, ['2025-05-26', '2025-09-08']],
    [2026, ['2026-05-25', '2026-09-07', '2026-12-28']],
    [2027, ['2027-05-04', '2027-12-27', '2027-12-28']],
  ])('of %i', (year, dates) => {
    expect(holidayDates('in-place', year)).toEqual(dates);
  });

  test('are working days of the same year, none twice and none a holiday', () => {
    for (let year = 2017; year < 2100; year++) {
      const free = holidayDates('in-place', year);
      const others = HOLIDAYS.filter((one) => one !== 'in-place').flatMap((one) => holidayDates(one, year));
      expect(new Set(free).size).toBe(free.length);
      for (const date of free) {
        expect([0, 6]).not.toContain(weekdayOf(date));
        expect(others).not.toContain(date);
        expect(date.slice(0, 4)).toBe(String(year));
      }
    }
  });
});

test('the holidays of a year are those of the Labour Code', () => {
  expect(HOLIDAYS.flatMap((one) => holidayDates(one, 2026))).toEqual([
    ...['2026-01-01', '2026-03-03', '2026-04-10', '2026-04-11', '2026-04-12', '2026-04-13', '2026-05-01', '2026-05-06'],
    ...['2026-05-24', '2026-09-06', '2026-09-22', '2026-12-24', '2026-12-25', '2026-12-26'],
    ...['2026-05-25', '2026-09-07', '2026-12-28'],
  ]);
});
