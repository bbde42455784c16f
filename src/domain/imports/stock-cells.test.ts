import { expect, test } from 'vitest';
import { countsThousandths, readStockCell } from './stock-cells.ts';

test.each([
  ['12', 12, ''],
  ['3.0', 3, ''],
  ['12,00', 12, ''],
  ['1 200', 1200, ''],
  ['1,200.00', 1200, ''],
  ['12 бр.', 12, 'бр.'],
  ['12бр', 12, 'бр'],
  ['250 ml', 250, 'ml'],
  ['0', 0, ''],
  ['0.000', 0, ''],
  ['="7"', 7, ''],
] as const)('the stock %s is %d %s, and says no more', (cell, quantity, unit) => {
  expect(readStockCell(cell)).toEqual({ quantity, unit, why: null });
});

test.each([
  ['2.5', 2, 'part'],
  ['1,5 бр.', 1, 'part'],
  ['около 5', 5, 'part'],
  ['> 10', 10, 'part'],
  ['-1', 0, 'below_zero'],
  ['−3 бр.', 0, 'below_zero'],
  ['3 + 2', null, 'unread'],
  ['1.000', null, 'unread'],
  ['много', null, 'unread'],
  ['3000000000', null, 'unread'],
] as const)('the stock %s becomes %s and is kept as it stood: %s', (cell, quantity, why) => {
  expect(readStockCell(cell)).toMatchObject({ quantity, why });
});

test.each(['', '-', 'n/a', 'няма'])('the cell %j says nothing of the stock', (cell) =>
  expect(readStockCell(cell)).toEqual({ quantity: null, unit: '', why: null }),
);

test('three decimals in every cell are thousandths', () => {
  expect(countsThousandths(['3.000', '12.500', '1.000'])).toBe(true);
  expect(countsThousandths(['3.000', '12'])).toBe(false);
  expect(readStockCell('3.000', true)).toEqual({ quantity: 3, unit: '', why: null });
});
