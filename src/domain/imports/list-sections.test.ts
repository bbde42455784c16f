import { expect, test } from 'vitest';
import { readSections } from './list-sections.ts';
import { atOnce } from './steps.test-support.ts';

const sectionsOf = (...list: Parameters<typeof readSections>) => atOnce(readSections(...list));
const sectionsIn = (rows: string[][]) => {
  const columns = { headRow: 0, fields: ['name', 'duration', 'price'] };
  const { isSection, sectionOf } = sectionsOf([['Услуга', 'Мин.', 'Цена'], ...rows], columns, {
    named: new Set([0]),
    others: new Set([1, 2]),
    isHead: (cell) => cell === 'Мин.' || cell === 'Цена',
  });
  return rows.map(([name], i) => (isSection(i + 1) ? `# ${name}` : sectionOf(i + 1)));
};

test('a list that begins with a name alone has sections, each for what is below it', () => {
  expect(
    sectionsIn([
      ['Коса', '', ''],
      ['Подстригване', '30', '20'],
      ['Нокти:', '', ''],
      ['Маникюр', '60', '30'],
      ['Лак', '', '5'],
    ]),
  ).toEqual([...['# Коса', 'Коса', '# Нокти:', 'Нокти', 'Нокти']]);
});

test('a name alone among others is a record without a price, unless it looks like a heading or an empty row is above it', () => {
  const cut = ['Подстригване', '30', '20'];
  expect(sectionsIn([cut, ['Консултация', '', ''], cut])).toEqual([null, null, null]);
  expect(sectionsIn([cut, ['НОКТИ', '', ''], cut])).toEqual([null, '# НОКТИ', 'НОКТИ']);
  expect(sectionsIn([cut, ['Услуги за лице', '', ''], cut])).toEqual([null, '# Услуги за лице', 'Услуги за лице']);
  expect(sectionsIn([cut, ['', '', ''], ['Нокти', '', ''], cut])).toEqual([null, null, '# Нокти', 'Нокти']);
});

test('a section may repeat the head, and stand under another heading; the last rows are none', () => {
  const cut = ['Подстригване', '30', '20'];
  expect(sectionsIn([['ЗА ЖЕНИ', '', ''], ['Коса', 'Мин.', 'Цена'], cut, ['Цените са с ДДС', '', '']])).toEqual([
    ...['# ЗА ЖЕНИ', '# Коса', 'Коса', 'Коса'],
  ]);
});

test('a list of names alone has no sections', () => {
  const columns = { headRow: null, fields: ['name', null] };
  const signs = { named: new Set([0]), others: new Set<number>(), isHead: () => false };
  const { isSection, sectionOf } = sectionsOf(
    [
      ['Коса', ''],
      ['Нокти', ''],
    ],
    columns,
    signs,
  );
  expect([isSection(0), sectionOf(1)]).toEqual([false, null]);
});
