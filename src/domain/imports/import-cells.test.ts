import { expect, test } from 'vitest';
import { readAmount, readMinutes, readWhole, readYesNo } from './import-cells.ts';

test.each([
  ['45', 45, null],
  ['45,5', 45.5, null],
  ['45.00 лв.', 45, 'BGN'],
  ['лв 45,50', 45.5, 'BGN'],
  ['€1,234.50', 1234.5, 'EUR'],
  ['1.234,50 евро', 1234.5, 'EUR'],
  ['1 234,50 лв', 1234.5, 'BGN'],
  ['1\u00a0234.5', 1234.5, null],
  ['$ 12', 12, 'USD'],
  ['45.5000', 45.5, null],
  ['1,234,567', 1_234_567, null],
  ['0,5', 0.5, null],
  ['0,500', 0.5, null],
  ['000.500', 0.5, null],
] as const)('the amount %s is %d %s', (text, amount, currency) => {
  expect(readAmount(text)).toEqual({ amount, currency });
});

test.each([
  '',
  'безплатно',
  'от 45',
  '45-60',
  '-5',
  '1,200',
  '1.200',
  '45.555',
  '0,125',
  '0.005',
  '45 лв / 23 €',
  '99999999999',
  '1,23,4',
])('the amount %j is none, or not a sure one', (text) => expect(readAmount(text)).toBeNull());

test.each([
  ['90', 90],
  ['90.0', 90],
  ['90 мин.', 90],
  ['45min', 45],
  ['1 ч', 60],
  ['1,5 часа', 90],
  ['1 ч. 30 мин.', 90],
  ['1 час и 30 минути', 90],
  ['2h 15m', 135],
  ['1h30', 90],
  ['1:30', 90],
  ['01:30:00', 90],
  ['1:30 ч', 90],
  ["45'", 45],
])('the time %s is %d minutes', (text, minutes) => expect(readMinutes(text)).toBe(minutes));

test.each(['', 'дълго', '45-60', '45 лв', '1:75', '-30'])('the time %j is none', (text) => expect(readMinutes(text)).toBeNull());

test('whole numbers and yes and no are read as people write them', () => {
  expect(['12', '1 200', '12.00', '12,5', '1.200', '1,000', 'x', '-1', '3000000000'].map(readWhole)).toEqual([
    ...[12, 1200, 12, null, null, null, null, null, null],
  ]);
  expect(['да', 'Yes', 'TRUE', '1', 'не', 'NO', 'скрита', 'може'].map(readYesNo)).toEqual([
    ...[true, true, true, true, false, false, false, null],
  ]);
});
