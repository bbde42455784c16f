import { expect, test } from 'vitest';
import { judgeServices } from './judged.test-support.ts';
import { guessServiceColumns } from './service-import.ts';

const known = (id: string, name_bg: string | null, category: string | null = null, name_en: string | null = null) => ({
  ...{ id, name: name_bg ?? name_en ?? '', name_bg, name_en, category },
});
const judge = (rows: string[][], services: ReturnType<typeof known>[] = []) =>
  judgeServices(rows, { columns: guessServiceColumns(rows, 'bg'), currency: 'BGN' }, services);
const HEAD = ['Име', 'Категория', 'Времетраене', 'Цена', 'Видима онлайн'];

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
  expect(guessServiceColumns(rows, 'bg')).toEqual({ headRow: null, fields: ['category', 'name_bg', 'duration', 'price', null] });
  expect(guessServiceColumns([['Подстригване', '25 лв', '45 мин']], 'bg').fields).toEqual(['name_bg', 'price', 'duration']);
  expect(guessServiceColumns([['Подстригване', '25']], 'bg').fields).toEqual(['name_bg', 'price']);
  expect(guessServiceColumns([['Терапия за коса', '60', '45 лв.']], 'bg')).toMatchObject({ headRow: null });
});

test('a head that says nothing, or says something else than its column, gives way to the contents', () => {
  const rows = [
    ['Какво правим', 'Колко трае', 'Време', '€'],
    ['Подстригване', '30 мин', '20 лв.', '10,23'],
    ['Маникюр', '1 ч', '40 лв.', '20,45'],
  ];
  expect(guessServiceColumns(rows, 'bg')).toEqual({ headRow: 0, fields: ['name_bg', 'duration', 'price', 'price'] });
  expect(judge(rows).map(({ value }) => [value.name_bg, value.duration, value.price, value.currency, value.notes])).toEqual([
    ['Подстригване', 30, 20, 'BGN', null],
    ['Маникюр', 60, 40, 'BGN', null],
  ]);
});

test('„Вид услуга“ is the category beside a name, and the name where there is no other', () => {
  expect(
    guessServiceColumns(
      [
        ['Вид услуга', 'Цена'],
        ['Маникюр', '30'],
      ],
      'bg',
    ).fields,
  ).toEqual(['name_bg', 'price']);
  expect(
    guessServiceColumns(
      [
        ['Вид услуга', 'Услуга', 'Цена'],
        ['Нокти', 'Маникюр', '30'],
      ],
      'bg',
    ).fields,
  ).toEqual([...['category', 'name_bg', 'price']]);
});

test('a row is a new service, with minutes and an amount; what is empty is as in a new one', () => {
  const rows = judge([HEAD, ['Балеаж', 'Коса', '2 ч 30 мин', '210,50 лв.', 'не'], ['Брада', '', '', '20', '']]);
  expect(rows.map(({ row, value, verdict }) => ({ row, kind: verdict.kind, ...value }))).toEqual([
    {
      ...{ row: 2, kind: 'new', name_bg: 'Балеаж', name_en: null, category: 'Коса', notes: null },
      ...{ duration: 150, buffer_after: 0, price: 210.5, currency: 'BGN', show_online: false },
    },
    {
      ...{ row: 3, kind: 'new', name_bg: 'Брада', name_en: null, category: null, notes: null },
      ...{ duration: null, buffer_after: 0, price: 20, currency: 'BGN', show_online: true },
    },
  ]);
});

test('a list without a column of prices, or with an empty one, is taken as it is', () => {
  const without = [
    ['Услуга', 'Категория'],
    ['Брада', 'Мъжко'],
  ];
  const empty = [
    ['Услуга', 'Категория', 'Цена'],
    ['Брада', 'Мъжко', ''],
  ];
  for (const rows of [without, empty]) expect(judge(rows)[0]).toMatchObject({ value: { price: 0 }, verdict: { kind: 'new' } });
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
  expect(rows.map(({ verdict }) => (verdict.kind === 'known' ? [verdict.row.id, verdict.by] : verdict))).toEqual([
    ['a', 'name'],
    { kind: 'new' },
    ['b', 'name'],
    ['c', 'name'],
    { kind: 'repeated', row: 3, by: 'name' },
  ]);
});

test.each([
  ['no name', ['', 'Коса', '30', '20', ''], ['no_name']],
  ['no price beside others', ['А', '', '30', '', ''], ['no_price']],
  ['a price that is none', ['А', '', '30', 'по договаряне', ''], ['no_price']],
  ['neither', ['-', 'Коса', '30', 'n/a', ''], ['no_name', 'no_price']],
])('a row with %s is wrong and says why', (_what, cells, reasons) => {
  expect(judge([HEAD, ['Б', '', '30', '20', ''], cells])[1]?.verdict).toEqual({ kind: 'wrong', reasons });
});

test('a row without a price becomes a service for 0 where a person has said so, with its notes, and is looked for among the others', () => {
  const rows = [
    HEAD,
    ['Боя', '', '30', '20', ''],
    ['Балеаж', '', '30', 'по договаряне', ''],
    ['Къна', '', '30', '', ''],
    ['балеаж', '', '45', '', ''],
    ['', 'Коса', '30', '', ''],
  ];
  const columns = guessServiceColumns(rows, 'bg');
  const there = [known('a', 'Къна')];
  const judged = judgeServices(rows, { columns, currency: 'BGN', withoutPriceIsZero: true }, there);
  expect(judged.map(({ verdict }) => verdict)).toEqual([
    { kind: 'new' },
    { kind: 'new' },
    { kind: 'known', row: there[0], by: 'name' },
    { kind: 'repeated', row: 3, by: 'name' },
    { kind: 'wrong', reasons: ['no_name'] },
  ]);
  expect(judged[1]?.value).toMatchObject({ price: 0, currency: 'BGN', notes: 'Цена: по договаряне' });
});

test('the same where prices stand beside the names', () => {
  const rows = [['Маникюр - 25 лв.'], ['Педикюр - 30 лв.'], ['Масаж']];
  const columns = guessServiceColumns(rows, 'bg');
  const fates = (withoutPriceIsZero: boolean) =>
    judgeServices(rows, { columns, currency: 'BGN', withoutPriceIsZero }, []).map(({ verdict, value }) => [
      verdict.kind,
      value.price,
    ]);
  expect(fates(false)[2]).toEqual(['wrong', 0]);
  expect(fates(true)).toEqual([
    ['new', 25],
    ['new', 30],
    ['new', 0],
  ]);
});

test.each([
  ['a duration that is none', { 2: 'дълго' }, { duration: null, notes: 'Времетраене: дълго' }, 'unread'],
  ['a duration that no booking has', { 2: '33' }, { duration: 35, notes: 'Времетраене: 33' }, 'rounded_up'],
  ['more than a day', { 2: '25 ч' }, { duration: null, notes: 'Времетраене: 25 ч' }, 'unread'],
  ['a price from which others go up', { 3: 'от 60' }, { price: 60, notes: 'Цена: от 60' }, 'part'],
  ['neither yes nor no', { 4: 'може би' }, { show_online: true, notes: 'Видима онлайн: може би' }, 'unread'],
])('of a row with %s the rest is taken, and this is kept in the notes', (_what, cells: Record<number, string>, value, why) => {
  const [row] = judge([HEAD, ['А', '', '30', '20', ''].map((cell, i) => cells[i] ?? cell)]);
  expect(row).toMatchObject({ value, verdict: { kind: 'new' }, leftOut: [{ why }] });
});

test('a name that is too long is cut, and kept whole in the notes', () => {
  const [row] = judge([HEAD, ['А'.repeat(201), '', '30', '20', '']]);
  expect(row?.value.name_bg).toBe('А'.repeat(200));
  expect(row?.value.notes).toBe(`Име: ${'А'.repeat(201)}`);
});

test('numbers are in what the head of their column names; an amount in another currency is kept in it', () => {
  const headed = (price: string, cell: string) => {
    const [row] = judge([
      ['Име', price],
      ['Брада', cell],
    ]);
    return row && `${row.value.price} ${row.value.currency}`;
  };
  expect(['Цена, лв.', 'Цена (BGN)', 'Цена', 'Цена лв/€'].map((head) => headed(head, '20'))).toEqual(Array(4).fill('20 BGN'));
  expect(['Цена, евро', 'Price EUR', 'Цена, €'].map((head) => headed(head, '20'))).toEqual(Array(3).fill('20 EUR'));
  expect([headed('Цена, евро', '20 лв'), headed('Цена', '20 €')]).toEqual(['20 BGN', '20 EUR']);
});

test('a variation is a part of the name, unless it is the usual one', () => {
  const rows = judge([
    ['Item Name', 'Variation Name', 'Price'],
    ['Cut', 'Long hair', '30'],
    ['Beard', 'Regular', '20'],
  ]);
  expect(rows.map(({ value }) => value.name_bg)).toEqual(['Cut Long hair', 'Beard']);
});

test('durations in hours are read so where the head says it', () => {
  const rows = judge([
    ['Услуга', 'Часове', 'Цена'],
    ['Балеаж', '2,5', '200'],
    ['Боя', '1', '60'],
  ]);
  expect(rows.map(({ value }) => value.duration)).toEqual([150, 60]);
});

test('lines that hold a name and its price are read where no column holds prices', () => {
  const rows = judge([
    ['Подстригване - 25 лв.'],
    ['Маникюр с гел лак........45,00 лв. / 23,01 €'],
    ['Боядисване от 60 лв.'],
    ['Масаж 60 мин. €30'],
  ]);
  expect(rows.map(({ value }) => [value.name_bg, value.price, value.currency, value.notes])).toEqual([
    ['Подстригване', 25, 'BGN', null],
    ['Маникюр с гел лак', 45, 'BGN', null],
    ['Боядисване', 60, 'BGN', 'от 60 лв.'],
    ['Масаж 60 мин', 30, 'EUR', null],
  ]);
});
