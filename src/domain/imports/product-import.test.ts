import { expect, test } from 'vitest';
import { guessProductColumns, judgeProducts } from './product-import.ts';

const known = (id: string, name: string, barcode: string | null = null) => ({ id, name, barcode });
const judge = (rows: string[][], products: ReturnType<typeof known>[] = []) =>
  judgeProducts(rows, { columns: guessProductColumns(rows), currency: 'EUR' }, products);
const HEAD = ['Име', 'Баркод', 'Група', 'Количество', 'Мярка', 'Доставна цена', 'Продажна цена', 'Праг за поръчка'];
const row = (more: Record<number, string> = {}) => ['Шампоан', '', '', '1', '', '', '10', ''].map((cell, i) => more[i] ?? cell);

test.each([
  [
    'Наименование|Баркод|Група|Наличност|Мярка|Доставна|Продажна',
    ['name', 'barcode', 'group', 'quantity', 'unit', 'supply_price', 'sale_price'],
  ],
  ['Артикул|Кол-во|Цена', ['name', 'quantity', 'sale_price']],
  [
    'Product|EAN|Category|Qty|Unit|Cost|Retail price',
    ['name', 'barcode', 'group', 'quantity', 'unit', 'supply_price', 'sale_price'],
  ],
])('the heads %s are understood', (heads, fields) => {
  expect(guessProductColumns([heads.split('|')])).toEqual({ hasHead: true, fields });
});

test('columns without heads are known by what stands in them', () => {
  expect(guessProductColumns([['3800054121071', 'Шампоан', '12', '24,50']])).toEqual({
    hasHead: false,
    fields: ['barcode', 'name', 'quantity', 'sale_price'],
  });
});

test('a row is a new product, with whole quantities, amounts, and the unit as it is stored', () => {
  const rows = judge([
    HEAD,
    ['Шампоан', '3800054121071', 'Коса', '1 200', 'гр.', '11,50', '24 €', '300'],
    ['Ампули', '', '', '12 бр.', '', '', '3', ''],
    ['Памук', '', '', '', 'кутия', '', '2', ''],
  ]);
  expect(rows.map(({ verdict }) => verdict.kind)).toEqual(['new', 'new', 'new']);
  expect(rows.map(({ value }) => value)).toEqual([
    {
      ...{ name: 'Шампоан', barcode: '3800054121071', group: 'Коса', quantity: 1200, unit: 'g' },
      ...{ supply_price: 11.5, supply_currency: 'EUR', sale_price: 24, currency: 'EUR', low_stock_at: 300 },
    },
    {
      ...{ name: 'Ампули', barcode: null, group: null, quantity: 12, unit: 'pcs' },
      ...{ supply_price: null, supply_currency: null, sale_price: 3, currency: 'EUR', low_stock_at: null },
    },
    {
      ...{ name: 'Памук', barcode: null, group: null, quantity: 0, unit: 'кутия' },
      ...{ supply_price: null, supply_currency: null, sale_price: 2, currency: 'EUR', low_stock_at: null },
    },
  ]);
});

test('a barcode is a number: the zeros that a spreadsheet drops, or another program adds, make no other product', () => {
  const there = [known('a', 'Гел', '0850018800012'), known('b', 'Маска', '111')];
  const rows = judge([HEAD, row({ 0: 'Gel', 1: '850018800012' }), row({ 1: '222' }), row({ 0: 'Друг', 1: '00222' })], there);
  expect(rows.map(({ verdict }) => (verdict.kind === 'known' ? [verdict.row.id, verdict.by] : verdict))).toEqual([
    ['a', 'barcode'],
    { kind: 'new' },
    { kind: 'repeated', row: 3 },
  ]);
  expect(rows[2]?.value.barcode).toBe('00222');
});

test('a product is known by its barcode, else by its name where no other barcode says that it is another', () => {
  const there = [known('a', 'Шампоан', '111'), known('b', 'Маска')];
  const rows = judge(
    [
      HEAD,
      row({ 0: 'Друго име', 1: '111' }),
      row({ 0: ' маска' }),
      row({ 1: '222' }),
      row({ 0: 'Маска', 1: '333' }),
      row({ 1: '222' }),
    ],
    there,
  );
  expect(rows.map(({ verdict }) => (verdict.kind === 'known' ? [verdict.row.id, verdict.by] : verdict))).toEqual([
    ['a', 'barcode'],
    ['b', 'name'],
    { kind: 'new' },
    ['b', 'name'],
    { kind: 'repeated', row: 4 },
  ]);
});

test.each([
  ['no name', row({ 0: '' }), ['no_name']],
  ['a barcode that a spreadsheet has rounded away', row({ 1: '3,80005E+12' }), ['barcode_exponent']],
  ['half a piece', row({ 3: '1,5' }), ['quantity']],
  ['a quantity below 0', row({ 3: '-2' }), ['quantity']],
  ['no sale price beside others', row({ 6: '' }), ['no_price']],
  ['a sale price that is none', row({ 6: 'x' }), ['price']],
  ['a supply price that is none', row({ 5: 'x' }), ['supply_price']],
  ['a price in another currency than the salon’s', row({ 5: '3 лв' }), ['other_currency']],
  ['a threshold that is none', row({ 7: '2,5' }), ['low_stock_at']],
  ['more than a field holds', row({ 4: 'м'.repeat(21) }), ['too_long']],
])('a row with %s is wrong and says why', (_what, cells, reasons) => {
  expect(judge([HEAD, cells])[0]?.verdict).toEqual({ kind: 'wrong', reasons });
});

test('numbers are in what the head of their column names, where that is not the salon’s', () => {
  const headed = (sale: string, supply: string) =>
    judge([
      ['Име', 'Доставна цена', sale],
      ['Лак', supply, '9'],
    ])[0]?.verdict;
  expect(headed('Цена, €', '3')).toEqual({ kind: 'new' });
  expect(headed('Цена, лв', '3')).toEqual({ kind: 'wrong', reasons: ['other_currency'] });
  expect(headed('Цена, лв', '')).toEqual({ kind: 'wrong', reasons: ['other_currency'] });
});
