import { expect, test } from 'vitest';
import { looksLikeAmount, readPriceCell, readPrices } from './price-cells.ts';

test.each([
  ['45', 45, null],
  ['45,50', 45.5, null],
  ['45.00 лв.', 45, 'BGN'],
  ['лв.45', 45, 'BGN'],
  ['20лв', 20, 'BGN'],
  ['40лв.', 40, 'BGN'],
  ['35.00 BGN', 35, 'BGN'],
  ['BGN 35', 35, 'BGN'],
  ['40 лева', 40, 'BGN'],
  ['€ 20', 20, 'EUR'],
  ['€20.50', 20.5, 'EUR'],
  ['20 EUR', 20, 'EUR'],
  ['20 евро', 20, 'EUR'],
  ['$65.00', 65, 'USD'],
  ['USD 65', 65, 'USD'],
  ['12.–', 12, null],
  ['12,--', 12, null],
  ['12.-', 12, null],
  ['12-', 12, null],
  ['1.200,00', 1200, null],
  ['1,200.00', 1200, null],
  ['1 200', 1200, null],
  ['1 200,50 лв.', 1200.5, 'BGN'],
  ["1'200.-", 1200, null],
  ['45.5000', 45.5, null],
  ['25 лв. 50 ст.', 25.5, 'BGN'],
  ['25 лв и 5 ст', 25.05, 'BGN'],
  ['0', 0, null],
  ['0,00 лв.', 0, 'BGN'],
  ['безплатно', 0, null],
  ['Безплатна', 0, null],
  ['Free', 0, null],
  ['(25,00)', 25, null],
  ['="25,00"', 25, null],
  ['25,00 лв. / 12,78 €', 25, 'BGN'],
  ['12,78 € / 25,00 лв.', 25, 'BGN'],
  ['10,00 лв. (5,11 €)', 10, 'BGN'],
  ['5 € / 9.78 лв.', 9.78, 'BGN'],
  ['5 €/ 9.78 лв.', 9.78, 'BGN'],
  ['25лв|12.78€', 25, 'BGN'],
  ['25,00 / 12,78 €', 25, 'BGN'],
  ['25,00 / 12,78', 25, 'BGN'],
  ['40.00 BGN (20.45 EUR)', 40, 'BGN'],
  ['€12,78 – 25 лв', 25, 'BGN'],
] as const)('the price %s is %d %s, and says no more', (cell, amount, currency) => {
  expect(readPriceCell(cell, 'BGN')).toEqual({ price: { amount, currency }, why: null });
});

test.each([
  ['от 60 лв.', 60, 'BGN'],
  ['От 60', 60, null],
  ['60+', 60, null],
  ['60 лв.*', 60, 'BGN'],
  ['$65.00 and up', 65, 'USD'],
  ['from €20', 20, 'EUR'],
  ['40-60', 40, null],
  ['40–60 лв.', 40, 'BGN'],
  ['40 - 60 €', 40, 'EUR'],
  ['40 лв. - 60 лв.', 40, 'BGN'],
  ['от 40 до 60 лв.', 40, 'BGN'],
  ['40/60', 40, null],
  ['30 лв/час', 30, 'BGN'],
  ['60 мин - 40 лв', 40, 'BGN'],
  ['3 x 20 лв', 20, 'BGN'],
  ['№3 – 20 лв', 20, 'BGN'],
  ['от 25 лв. / 12,78 €', 25, 'BGN'],
  ['първата е безплатна', 0, null],
  ['безплатно до 5 г.', 0, null],
  ['25 лв. (12,78 €) – 40 лв. (20,45 €)', 25, 'BGN'],
] as const)('of the price %s %d %s counts, and it is kept as it stood', (cell, amount, currency) => {
  expect(readPriceCell(cell, 'BGN')).toEqual({ price: { amount, currency }, why: 'part' });
});

test('two prices that are not one at the fixed rate are both kept', () => {
  expect(readPriceCell('25 лв / 10 €', 'BGN')).toEqual({ price: { amount: 25, currency: 'BGN' }, why: 'another' });
  expect(readPriceCell('25 лв / 10 €', 'EUR')).toEqual({ price: { amount: 10, currency: 'EUR' }, why: 'another' });
});

test.each([
  'variable',
  'Varies',
  'по договаряне',
  '-5',
  '− 20 лв',
  '1,200',
  '1.200',
  '45.555',
  '0,125',
  '1,23,4',
  '99999999999',
  '£20',
  '20 RON',
  '30 мин',
  '1:30',
  '10%',
  'в'.repeat(400),
])('the price %j is none', (cell) => expect(readPriceCell(cell, 'BGN')).toEqual({ price: null, why: 'unread' }));

test.each(['', '-', '---', 'n/a', 'няма'])('the cell %j says that there is no price', (cell) =>
  expect(readPriceCell(cell, 'BGN')).toEqual({ price: null, why: null }),
);

test('of two columns that in the salon’s currency counts; the other is kept where it is another price', () => {
  const cells = (lev: string, euro: string) => [
    { column: 1, text: euro, currency: 'EUR' as const },
    { column: 2, text: lev, currency: 'BGN' as const },
  ];
  expect(readPrices(cells('25,00', '12,78'), 'BGN')).toEqual({ price: { amount: 25, currency: 'BGN' }, leftOut: [] });
  expect(readPrices(cells('', '12,78'), 'BGN')).toEqual({ price: { amount: 12.78, currency: 'EUR' }, leftOut: [] });
  expect(readPrices(cells('25,00', '20'), 'BGN')).toEqual({
    price: { amount: 25, currency: 'BGN' },
    leftOut: [{ column: 1, text: '20', why: 'another' }],
  });
});

test('a name with a number in it does not look like an amount', () => {
  expect(['25', 'от 60', '25 лв.', '1 200,00'].map(looksLikeAmount)).toEqual([true, true, true, true]);
  expect(['Гел лак 2 цвята', 'Маникюр', '30 мин', ''].map(looksLikeAmount)).toEqual([false, false, false, false]);
});
