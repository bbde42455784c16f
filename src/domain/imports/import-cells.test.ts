import { expect, test } from 'vitest';
import { currencyOfHead, readAmount, readYesNo } from './import-cells.ts';

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

test('yes and no are read as people and programs write them', () => {
  const yes = ['да', 'Yes', 'TRUE', '1', '+', 'Enabled', 'Everyone', 'видима', 'Видим', 'показва се', 'Active', '✓'];
  const no = ['не', 'NO', 'false', '0', '-', 'Disabled', 'No one', 'скрита', 'Hidden', 'неактивна', 'Off'];
  expect(yes.map(readYesNo)).toEqual(yes.map(() => true));
  expect(no.map(readYesNo)).toEqual(no.map(() => false));
  expect(['може', 'в четвъртък', ''].map(readYesNo)).toEqual([null, null, null]);
});

test('a head names one currency, or none', () => {
  expect(['Цена, лв.', 'Price EUR', 'Цена, €', 'Цена лв./€', 'Цена'].map(currencyOfHead)).toEqual([
    'BGN',
    'EUR',
    'EUR',
    null,
    null,
  ]);
});
