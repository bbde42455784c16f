import { expect, test } from 'vitest';
import { readCleaningCell, readDurationCell } from './duration-cells.ts';
import { readMinutes } from './import-cells.ts';

const read = (cell: string, inHours = false) => readDurationCell(cell, 1440, inHours);

test.each([
  ['90', 90],
  ['90.0', 90],
  ['90,00', 90],
  ['90 мин.', 90],
  ['45min', 45],
  ['45 минути', 45],
  ["45'", 45],
  ['45′', 45],
  ['1 ч', 60],
  ['1ч.', 60],
  ['1ч', 60],
  ['1 час', 60],
  ['2 часа', 120],
  ['2 hrs', 120],
  ['1,5 часа', 90],
  ['1.5h', 90],
  ['1½ ч', 90],
  ['1 1/2 часа', 90],
  ['½ час', 30],
  ['1 ч. 30 мин.', 90],
  ['1 ч. 15 мин.', 75],
  ['1 час и 30 минути', 90],
  ['1 час и 30 мин', 90],
  ['1 час и половина', 90],
  ['половин час', 30],
  ['час и половина', 90],
  ['час', 60],
  ['an hour', 60],
  ['2h 15m', 135],
  ['2h 5min', 125],
  ['1h 30min', 90],
  ['1 hr 45 min', 105],
  ['1 hour, 30 minutes', 90],
  ['1h30', 90],
  ['1:30', 90],
  ['0:50', 50],
  ['00:45', 45],
  ['01:30:00', 90],
  ['1:30 ч', 90],
  ['1.30 ч.', 90],
  ['1.25 ч', 75],
  ['PT1H30M', 90],
  ['1,5', 90],
  ['0.0625', 90],
] as const)('the time %s is %d minutes, and says no more', (cell, minutes) => {
  expect(read(cell)).toEqual({ minutes, why: null });
});

test.each([
  ['45-60', 45],
  ['45-60 мин', 45],
  ['45–60 мин.', 45],
  ['45 - 60 minutes', 45],
  ['1-2 часа', 60],
  ['1:00-1:30', 60],
  ['1 ч. – 1 ч. 30 мин.', 60],
  ['30/45', 30],
  ['30 мин / 45 мин', 30],
  ['около 45 мин', 45],
  ['до 60 мин', 60],
  ['от 45', 45],
  ['~45', 45],
  ['45+', 45],
  ['45 мин.*', 45],
  ['60 мин (с 15 мин. пауза)', 60],
  ['approx. 45 min', 45],
] as const)('of the time %s %d minutes count, and it is kept as it stood', (cell, minutes) => {
  expect(read(cell)).toEqual({ minutes, why: 'part' });
});

test.each([
  ['33', 35],
  ['33 мин', 35],
  ['1', null],
  ['3 мин', 5],
  ['1 ч 3 мин', 65],
] as const)('the time %s becomes %s, on the steps of 5 minutes that a booking has', (cell, minutes) => {
  expect(read(cell)).toEqual({ minutes, why: minutes === null ? 'unread' : 'rounded_up' });
});

test('plain numbers are hours where the head of the column says so', () => {
  expect([read('1', true), read('1,5', true), read('0.5', true), read('45', true)].map(({ minutes }) => minutes)).toEqual([
    ...[60, 90, 30, 45],
  ]);
});

test.each(['дълго', '45 лв', '1:75', '-30', '25 ч', '9999', 'x'.repeat(400)])('the time %j is none', (cell) =>
  expect(read(cell)).toEqual({ minutes: null, why: 'unread' }),
);

test.each(['', '-', 'n/a', '0', '0:00', '0 мин', 'няма'])('the cell %j says that there is no time', (cell) =>
  expect(read(cell)).toEqual({ minutes: null, why: null }),
);

test('a time that is no other is read as minutes, whatever its steps', () => {
  expect(['90', '33', '1:30', '1 ч', '45-60', 'дълго', ''].map(readMinutes)).toEqual([90, 33, 90, 60, null, null, null]);
});

test('cleaning up comes after a service', () => {
  const cleaning = (cell: string) => readCleaningCell(cell, 240);
  expect(cleaning('10min blocked time after')).toEqual({ minutes: 10, why: null });
  expect(cleaning('15 мин. почистване след')).toEqual({ minutes: 15, why: null });
  expect(cleaning('10')).toEqual({ minutes: 10, why: null });
  expect(cleaning('')).toEqual({ minutes: null, why: null });
  expect(cleaning('15min processing time after')).toEqual({ minutes: null, why: 'unread' });
  expect(cleaning('10 min before')).toEqual({ minutes: null, why: 'unread' });
  expect(cleaning('5 ч')).toEqual({ minutes: null, why: 'unread' });
});
