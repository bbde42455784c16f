import { describe, expect, test } from 'vitest';
import { rowsProblem, totalHours } from './shift-hours.ts';

const rows = (...times: string[]) =>
  times.map((time) => {
    const [start = '', end = ''] = time.split('-');
    return { start, end };
  });

describe('the total of the rows', () => {
  test('is rounded down to whole hours, once for all rows together', () => {
    expect(totalHours(rows('09:00-13:00', '14:00-18:45'))).toBe(8);
    expect(totalHours(rows('09:00-09:30', '10:00-10:30'))).toBe(1);
  });

  test('counts an end before the start as past midnight', () => {
    expect(totalHours(rows('22:00-02:00'))).toBe(4);
  });

  test('does not count a row without a time, or one of equal times', () => {
    expect(totalHours(rows('09:00-', '09:00-09:00', '10:00-12:00'))).toBe(2);
  });
});

describe('rows', () => {
  test('without a time, or with an end equal to the start, are refused', () => {
    expect(rowsProblem(rows('09:00-13:00', '14:00-'))).toEqual({ key: 'all_fields_required', row: 1 });
    expect(rowsProblem(rows('09:00-09:00'))).toEqual({ key: 'shift_times_equal', row: 0 });
  });

  test('that overlap are refused, also past midnight; the second of the two is named', () => {
    expect(rowsProblem(rows('09:00-13:00', '12:45-18:00'))).toEqual({ key: 'shift_rows_overlap', row: 1 });
    expect(rowsProblem(rows('22:00-02:00', '23:00-23:30'))).toEqual({ key: 'shift_rows_overlap', row: 1 });
    expect(rowsProblem(rows('09:00-17:00', '09:00-17:00'))).toEqual({ key: 'shift_rows_overlap', row: 1 });
    expect(rowsProblem(rows('14:00-18:00', '09:00-14:15'))).toEqual({ key: 'shift_rows_overlap', row: 1 });
  });

  test('that touch, or lie on the other side of midnight, are right', () => {
    expect(rowsProblem(rows('09:00-13:00', '13:00-18:00', '22:00-06:00', '05:00-06:00'))).toBeNull();
    expect(rowsProblem([])).toBeNull();
  });
});
