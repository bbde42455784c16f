import { expect, test } from 'vitest';
import { guessClientColumns } from './client-import-columns.ts';

test.each([
  ['with a phone', ['Родена', '0888 123 456']],
  ['with an e-mail', ['Родена', 'rodena@example.com']],
])('a first row %s is a client, also where one of its words could be a head', (_with, first) => {
  expect(guessClientColumns([first, ['Мария', '0888 123 457']]).hasHead).toBe(false);
});

test('the only words of a column alone are the whole name; beside other ones they are the first, and a third column nothing', () => {
  const fieldsOf = (...rows: string[][]) => guessClientColumns(rows).fields;
  expect(fieldsOf(['Мария', '0888 123 456'], ['Вера', '0888 123 457'])).toEqual(['name', 'phone']);
  expect(fieldsOf(['Мария', 'Иванова', 'София'], ['Вера', 'Колева', 'Пловдив'])).toEqual(['first_name', 'last_name', null]);
});

test('no rows have no columns', () => {
  expect(guessClientColumns([])).toEqual({ hasHead: false, fields: [] });
});
