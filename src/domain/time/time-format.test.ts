import { expect, test } from 'vitest';
import { formatTime, formatTimeOf, formatTimeRange } from './time-format.ts';

test('times are H:mm, ranges without spaces', () => {
  expect([formatTime(0), formatTime(545), formatTime(1440), formatTime(1500)]).toEqual(['0:00', '9:05', '24:00', '1:00']);
  expect(formatTimeRange(540, 600)).toBe('9:00–10:00');
  expect(formatTimeOf('2026-11-18T07:05:00.000Z', 'Europe/Sofia')).toBe('9:05');
});
