import { describe, expect, test } from 'vitest';
import { DATE_FORMATS } from '#schemas/constants.ts';
import {
  dayjsFormat,
  formatAdminDateTime,
  formatDate,
  formatDayLabel,
  formatDayMonth,
  formatTime,
  formatTimeOf,
  formatTimeRange,
  formatWeekday,
  formatWeekLabel,
  NAMED_FORMATS,
} from './date-format.ts';

const day = '2026-02-05';

describe('date formats', () => {
  test('the salon’s three formats show day, month and year where the spec has them', () => {
    expect(DATE_FORMATS.map((format) => formatDate(day, format, 'bg'))).toEqual(['05/02/2026', '02/05/2026', '2026-02-05']);
  });

  test('dd is the day of the month, not dayjs’s weekday', () => {
    expect(dayjsFormat('dd/MM/yyyy')).toBe('DD/MM/YYYY');
    expect(formatDate('2026-11-18', 'dd/MM/yyyy', 'bg')).toBe('18/11/2026');
  });

  test('the Bulgarian formats of document 1 §9', () => {
    expect(Object.values(NAMED_FORMATS).map((format) => formatDate('2026-11-18', format, 'bg'))).toEqual([
      '18/11/2026',
      '18 ное 2026',
      '18 ноември 2026',
      'сряда, 18 ноември 2026',
    ]);
  });

  test('the calendar’s labels in both languages', () => {
    expect(formatDayLabel('2026-11-20', 'bg', 'short')).toBe('пт, 20 ноември 2026');
    expect(formatDayLabel('2026-11-20', 'bg', 'long')).toBe('петък, 20 ноември 2026');
    expect(formatDayLabel('2026-11-20', 'en', 'short')).toBe('Fri, 20 November 2026');
    expect(formatDayMonth('2026-11-20', 'bg')).toBe('20 ноември');
    expect(formatWeekday('2026-11-22', 'bg', 'short')).toBe('нд');
    expect(formatWeekday('2026-11-22', 'en', 'long')).toBe('Sunday');
  });

  test('a week’s label says month and year once where they are the same', () => {
    expect(formatWeekLabel('2026-11-16', '2026-11-22', 'bg')).toBe('16–22 ноември 2026');
    expect(formatWeekLabel('2026-11-30', '2026-12-06', 'en')).toBe('30 November – 6 December 2026');
    expect(formatWeekLabel('2026-12-28', '2027-01-03', 'bg')).toBe('28 декември 2026 – 3 януари 2027');
  });

  test('times are H:mm, ranges without spaces, the administrator’s with two digits', () => {
    expect([formatTime(0), formatTime(545), formatTime(1440), formatTime(1500)]).toEqual(['0:00', '9:05', '24:00', '1:00']);
    expect(formatTimeRange(540, 600)).toBe('9:00–10:00');
    expect(formatTimeOf('2026-11-18T07:05:00.000Z', 'Europe/Sofia')).toBe('9:05');
    expect(formatAdminDateTime('2026-11-18T07:05:00.000Z', 'Europe/Sofia')).toBe('18.11.2026 09:05');
  });
});
