import { expect, test } from 'vitest';
import { judgeProducts } from './judged.test-support.ts';
import { guessProductColumns } from './product-import.ts';

const known = (id: string, name: string, barcode: string | null = null) => ({ id, name, barcode });
const judge = (rows: string[][], products: ReturnType<typeof known>[] = []) =>
  judgeProducts(rows, { columns: guessProductColumns(rows), currency: 'EUR' }, products);
const HEAD = ['Име', 'Баркод', 'Група', 'Количество', 'Мярка', 'Доставна цена', 'Продажна цена', 'Праг за поръчка'];
const row = (more: Record<number, string> = {}) => ['Шампоан', '', '', '1', '', '', '10', ''].map((cell, i) => more[i] ?? cell);

test('columns without heads are known by what stands in them', () => {
  expect(guessProductColumns([['3800054121071', 'Шампоан', '12', '24,50']])).toEqual({
    headRow: null,
    fields: ['barcode', 'name', 'quantity', 'sale_price'],
  });
  expect(guessProductColumns([['Шампоан', '12', '24']]).fields).toEqual(['name', 'quantity', 'sale_price']);
});

test('„Описание“ is the name where there is no other, and notes beside one', () => {
  const rows = (heads: string[], cells: string[]) => guessProductColumns([heads, cells]).fields;
  expect(rows(['Описание', 'Цена'], ['Шампоан', '12'])).toEqual(['name', 'sale_price']);
  expect(rows(['Стока', 'Описание', 'Цена'], ['Шампоан', 'за суха коса', '12'])).toEqual(['name', 'notes', 'sale_price']);
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
      ...{ name: 'Шампоан', barcode: '3800054121071', group: 'Коса', quantity: 1200, unit: 'g', notes: null },
      ...{ supply_price: 11.5, supply_currency: 'EUR', sale_price: 24, currency: 'EUR', low_stock_at: 300 },
    },
    {
      ...{ name: 'Ампули', barcode: null, group: null, quantity: 12, unit: 'pcs', notes: null },
      ...{ supply_price: null, supply_currency: null, sale_price: 3, currency: 'EUR', low_stock_at: null },
    },
    {
      ...{ name: 'Памук', barcode: null, group: null, quantity: 0, unit: 'кутия', notes: null },
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
    { kind: 'repeated', row: 3, by: 'barcode' },
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
    { kind: 'repeated', row: 4, by: 'barcode' },
  ]);
});

test.each([
  ['no name', row({ 0: '' }), ['no_name']],
  ['no sale price beside others', row({ 6: '' }), ['no_price']],
  ['a sale price that is none', row({ 6: 'variable' }), ['no_price']],
])('a row with %s is wrong and says why', (_what, cells, reasons) => {
  expect(judge([HEAD, row(), cells])[1]?.verdict).toEqual({ kind: 'wrong', reasons });
});

test('a row without a sale price becomes a product for 0 where a person has said so, with its notes, and is looked for among the others', () => {
  const rows = [HEAD, row(), row({ 0: 'Лак', 6: 'variable' }), row({ 0: 'Маска', 6: '' }), row({ 0: 'лак', 6: '' })];
  const there = [known('a', 'Маска')];
  const columns = guessProductColumns(rows);
  const judged = judgeProducts(rows, { columns, currency: 'EUR', withoutPriceIsZero: true }, there);
  expect(judged.map(({ verdict }) => verdict)).toEqual([
    { kind: 'new' },
    { kind: 'new' },
    { kind: 'known', row: there[0], by: 'name' },
    { kind: 'repeated', row: 3, by: 'name' },
  ]);
  expect(judged[1]?.value).toMatchObject({ sale_price: 0, currency: 'EUR', notes: 'Продажна цена: variable' });
});

test.each([
  [
    'a barcode that a spreadsheet has rounded away',
    { 1: '3,80005E+12' },
    { barcode: null, notes: 'Баркод: 3,80005E+12' },
    'rounded',
  ],
  ['two barcodes', { 1: '111; 222' }, { barcode: '111', notes: 'Баркод: 222' }, 'another'],
  ['half a piece', { 3: '1,5' }, { quantity: 1, notes: 'Количество: 1,5' }, 'part'],
  ['a quantity below 0', { 3: '-2' }, { quantity: 0, notes: 'Количество: -2' }, 'below_zero'],
  ['a supply price that is none', { 5: 'x' }, { supply_price: null, supply_currency: null, notes: 'Доставна цена: x' }, 'unread'],
  ['a threshold that is none', { 7: 'малко' }, { low_stock_at: null, notes: 'Праг за поръчка: малко' }, 'unread'],
  ['more than a field holds', { 4: 'м'.repeat(21) }, { unit: 'м'.repeat(20), notes: `Мярка: ${'м'.repeat(21)}` }, 'cut'],
])('of a row with %s the rest is taken, and this is kept in the notes', (_what, cells: Record<number, string>, value, why) => {
  expect(judge([HEAD, row(cells)])[0]).toMatchObject({ value, verdict: { kind: 'new' }, leftOut: [{ why }] });
});

test('a price in another currency is kept in it; numbers are in what the head of their column names', () => {
  const headed = (sale: string, supply: string) => {
    const [lacquer] = judge([
      ['Име', 'Доставна цена', sale],
      ['Лак', supply, '9'],
    ]);
    return (
      lacquer && [lacquer.value.sale_price, lacquer.value.currency, lacquer.value.supply_price, lacquer.value.supply_currency]
    );
  };
  expect(headed('Цена, €', '3 лв')).toEqual([9, 'EUR', 3, 'BGN']);
  expect(headed('Цена, лв', '3')).toEqual([9, 'BGN', 3, 'EUR']);
  expect(headed('Цена, лв', '')).toEqual([9, 'BGN', null, null]);
});

test('stock of packages is counted in what one of them holds', () => {
  const units = (heads: string[], ...cells: string[][]) =>
    judge([['Име', 'Наличност', ...heads], ...cells.map((own) => ['Крем', '3', ...own])]).map(({ value }) => value.unit);
  expect(units(['Measure', 'Amount'], ['ml', '250'], ['l', '1'], ['ml', ''])).toEqual(['× 250 ml', '× 1 l', 'ml']);
  expect(units(['Обем'], ['50 мл'], [''])).toEqual(['× 50 мл', null]);
});

test('brand, supplier and article number become notes; the section of a list is the group', () => {
  const rows = judge([
    ['Продукт', 'Марка', 'Арт. код', 'Цена'],
    ['ШАМПОАНИ', '', '', ''],
    ['Роса', 'Проба', 'R-1', '12'],
  ]);
  expect(rows.map(({ value }) => [value.name, value.group, value.notes])).toEqual([
    ['Роса', 'ШАМПОАНИ', 'Марка: Проба\nАрт. код: R-1'],
  ]);
});

test('stock with three decimals everywhere is in thousandths', () => {
  const rows = judge([
    ['Стока', 'К-во', 'Цена'],
    ['Боя', '3.000', '9'],
    ['Лак', '12.000', '7'],
  ]);
  expect(rows.map(({ value }) => value.quantity)).toEqual([3, 12]);
});
