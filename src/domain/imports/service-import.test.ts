import { expect, test } from 'vitest';
import { guessServiceColumns, judgeServices } from './service-import.ts';

const known = (id: string, name_bg: string | null, category: string | null = null, name_en: string | null = null) => ({
  ...{ id, name: name_bg ?? name_en ?? '', name_bg, name_en, category },
});
const judge = (rows: string[][], services: ReturnType<typeof known>[] = []) =>
  judgeServices(rows, { columns: guessServiceColumns(rows, 'bg'), currency: 'BGN' }, services);
const HEAD = ['Име', 'Категория', 'Времетраене', 'Цена', 'Видима онлайн'];

test.each([
  ['Услуга|Категория|Времетраене (мин.)|Цена, лв.|Онлайн', ['name_bg', 'category', 'duration', 'price', 'show_online']],
  ['Име на български|Име на английски|Категория', ['name_bg', 'name_en', 'category']],
  ['Service name|Name in English|Group|Duration|Price', ['name_bg', 'name_en', 'category', 'duration', 'price']],
  ['№|Name|Commission|Cost', [null, 'name_bg', null, 'price']],
])('the heads %s are understood', (heads, fields) => {
  expect(guessServiceColumns([heads.split('|')], 'bg')).toEqual({ hasHead: true, fields });
});

test('a name is in Bulgarian where it is written so, else in the language of whoever imports, unless another column is', () => {
  const fields = (heads: string, language: 'bg' | 'en') => guessServiceColumns([heads.split('|')], language).fields;
  expect([fields('Name', 'bg'), fields('Name', 'en')]).toEqual([['name_bg'], ['name_en']]);
  expect(fields('Name|English name', 'en')).toEqual(['name_bg', 'name_en']);
  expect(guessServiceColumns([['Услуга'], ['Подстригване'], ['Маникюр']], 'en').fields).toEqual(['name_bg']);
  expect(guessServiceColumns([['Service'], ['Hair cut'], ['Waxing']], 'en').fields).toEqual(['name_en']);
  expect(guessServiceColumns([['Подстригване', '25']], 'en').fields).toEqual(['name_bg', 'price']);
});

test('columns without heads are known by what stands in them', () => {
  const rows = [
    ['Коса', 'Подстригване', '30', '25,00', '7a'],
    ['Коса', 'Боядисване', '90', '80,00', '7b'],
    ['Нокти', 'Маникюр', '60', '45,50', '7c'],
  ];
  expect(guessServiceColumns(rows, 'bg')).toEqual({ hasHead: false, fields: ['category', 'name_bg', 'duration', 'price', null] });
  expect(guessServiceColumns([['Подстригване', '25 лв', '45 мин']], 'bg').fields).toEqual(['name_bg', 'price', 'duration']);
  expect(guessServiceColumns([['Подстригване', '25']], 'bg').fields).toEqual(['name_bg', 'price']);
});

test('a row is a new service, with minutes and an amount; what is empty is as in a new one', () => {
  const rows = judge([HEAD, ['Балеаж', 'Коса', '2 ч 30 мин', '210,50 лв.', 'не'], ['Брада', '', '', '20', '']]);
  expect(rows.map(({ row, value, verdict }) => ({ row, kind: verdict.kind, ...value }))).toEqual([
    {
      ...{ row: 2, kind: 'new', name_bg: 'Балеаж', name_en: null, category: 'Коса' },
      ...{ duration: 150, price: 210.5, currency: 'BGN', show_online: false },
    },
    {
      ...{ row: 3, kind: 'new', name_bg: 'Брада', name_en: null, category: null },
      ...{ duration: null, price: 20, currency: 'BGN', show_online: true },
    },
  ]);
});

test('a list without a column of prices is taken as it is', () => {
  expect(
    judge([
      ['Услуга', 'Категория'],
      ['Брада', 'Мъжко'],
    ])[0],
  ).toMatchObject({ value: { price: 0 }, verdict: { kind: 'new' } });
});

test('a service is known by its name in either language, within its category', () => {
  const there = [known('a', 'Подстригване', 'Мъжко'), known('b', 'Маникюр', 'Нокти', 'Manicure'), known('c', 'Педикюр')];
  const rows = judge(
    [
      HEAD,
      ['подстригване ', 'мъжко', '30', '20', ''],
      ['Подстригване', 'Дамско', '30', '20', ''],
      ['MANICURE', '', '30', '20', ''],
      ['Педикюр', 'Нокти', '30', '20', ''],
      ['Подстригване', 'Дамско', '45', '30', ''],
    ],
    there,
  );
  expect(rows.map(({ verdict }) => (verdict.kind === 'known' ? verdict.row.id : verdict))).toEqual([
    'a',
    { kind: 'new' },
    'b',
    'c',
    { kind: 'repeated', row: 3 },
  ]);
});

test.each([
  ['no name', ['', 'Коса', '30', '20', ''], ['no_name']],
  ['a duration that no form takes', ['А', '', '33', '20', ''], ['duration']],
  ['a duration that is none', ['А', '', 'дълго', '20', ''], ['duration']],
  ['more than a day', ['А', '', '25 ч', '20', ''], ['duration']],
  ['no price beside others', ['А', '', '30', '', ''], ['no_price']],
  ['a price that may mean two things', ['А', '', '30', '1,200', ''], ['price']],
  ['a price in another currency than the salon’s', ['А', '', '30', '20 €', ''], ['other_currency']],
  ['neither yes nor no', ['А', '', '30', '20', 'може би'], ['show_online']],
  ['more than a field holds', ['А'.repeat(201), '', '30', '20', ''], ['too_long']],
  ['several things', ['', '', '1', 'x', ''], ['no_name', 'duration', 'price']],
])('a row with %s is wrong and says why', (_what, cells, reasons) => {
  expect(judge([HEAD, cells])[0]?.verdict).toEqual({ kind: 'wrong', reasons });
});

test('numbers are in what the head of their column names, where that is not the salon’s', () => {
  const headed = (price: string, cell: string) =>
    judge([
      ['Име', price],
      ['Брада', cell],
    ])[0]?.verdict.kind;
  expect(['Цена, лв.', 'Цена (BGN)', 'Цена'].map((head) => headed(head, '20'))).toEqual(['new', 'new', 'new']);
  expect(['Цена, евро', 'Price EUR', 'Цена, €'].map((head) => headed(head, '20'))).toEqual(['wrong', 'wrong', 'wrong']);
  expect(headed('Цена, евро', '20 лв')).toBe('new');
});
